"""File > Translate Texts and Write Standard Sentences, opened when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m44editor.translating.desk_window import DeskWindow
from m44editor.translating.translation_records import TextRecords

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext

_RECORDS = "text-records"


def open_desk(context: EditorContext) -> DeskWindow:
    """Show the desk of a window; the same one where it is open already."""
    desk = context.window.findChild(DeskWindow)
    if desk is None:
        files, results = context.files, context.inspection.results
        records = records_of(context)
        desk = DeskWindow(
            context.document, records, context.settings, files.open_path, files.save, context.window
        )
        desk.show_findings(results.findings)
        results.published.connect(lambda: _show_findings(context))
        context.closed.connect(desk.close)
    desk.show()
    desk.raise_()
    desk.activateWindow()
    return desk


def ask_for_sentences(context: EditorContext) -> None:
    """Offer what the program can say of the open scenario, first in the language in hand."""
    from m44editor.panels.texts_panel import TextsPanel  # 7 ms
    from m44editor.translating.sentences_dialog import SentencesDialog  # 7 ms

    panel = context.window.findChild(TextsPanel)
    in_hand = panel.language if panel is not None else None
    SentencesDialog(context.document, records_of(context), context.window, in_hand).exec()


def records_of(context: EditorContext) -> TextRecords:
    """Return what keeps the records: longer than the desk, for files are saved after it, too."""
    there = context.window.findChild(TextRecords, _RECORDS)
    if there is None:
        there = TextRecords(context.document, context.window)
        there.setObjectName(_RECORDS)
        context.files.saved.connect(there.store)
    return there


def _show_findings(context: EditorContext) -> None:
    desk = context.window.findChild(DeskWindow)
    if desk is not None and desk.isVisible():
        desk.show_findings(context.inspection.results.findings)
