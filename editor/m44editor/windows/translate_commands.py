"""File > Translate Texts and Write Standard Sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m44editor.translating.desk_window import TranslationWindow
from m44editor.translating.translation_records import TranslationRecords

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext

_RECORDS = "text-records"


def open_desk(context: EditorContext) -> TranslationWindow:
    """Show and return the translation window of a window, reusing the one that is open."""
    desk = context.window.findChild(TranslationWindow)
    if desk is None:
        files, results = context.files, context.inspection.results
        records = text_records(context)
        desk = TranslationWindow(
            context.document, records, context.settings, files.open_path, files.save, context.window
        )
        desk.show_findings(results.findings)
        results.published.connect(lambda: _show_findings(context))
        context.closed.connect(desk.close)
    desk.show()
    desk.raise_()
    desk.activateWindow()
    return desk


def open_sentences_dialog(context: EditorContext) -> None:
    """Offer standard sentences for the open scenario, in the language of the texts panel first."""
    from m44editor.panels.texts_panel import TextsPanel  # 7 ms
    from m44editor.translating.sentences_dialog import SentencesDialog  # 7 ms

    panel = context.window.findChild(TextsPanel)
    in_hand = panel.language if panel is not None else None
    SentencesDialog(context.document, text_records(context), context.window, in_hand).exec()


def text_records(context: EditorContext) -> TranslationRecords:
    """Return the translation records of a window, which outlive its translation window."""
    records = context.window.findChild(TranslationRecords, _RECORDS)
    if records is None:
        records = TranslationRecords(context.document, context.window)
        records.setObjectName(_RECORDS)
        context.files.saved.connect(records.save)
    return records


def _show_findings(context: EditorContext) -> None:
    desk = context.window.findChild(TranslationWindow)
    if desk is not None and desk.isVisible():
        desk.show_findings(context.inspection.results.findings)
