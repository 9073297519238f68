"""File > Translate Texts and Write Standard Sentences, opened when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m44editor.translating.records import TextRecords
from m44editor.translating.window import DeskWindow

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow

_RECORDS = "text-records"


def open_desk(window: MainWindow) -> DeskWindow:
    """Show the desk of a window; the same one where it is open already."""
    desk = window.findChild(DeskWindow)
    if desk is None:
        files, results = window.files, window.inspection.results
        records = records_of(window)
        desk = DeskWindow(
            window.document, records, window.settings, files.open_path, files.save, window
        )
        desk.show_findings(results.findings)
        results.published.connect(lambda: _show_findings(window))
        window.closed.connect(desk.close)
    desk.show()
    desk.raise_()
    desk.activateWindow()
    return desk


def ask_for_sentences(window: MainWindow) -> None:
    """Offer what the program can say of the open scenario, first in the language in hand."""
    from m44editor.panels.texts.panel import TextsPanel
    from m44editor.translating.sentences_dialog import SentencesDialog

    panel = window.findChild(TextsPanel)
    in_hand = panel.language if panel is not None else None
    SentencesDialog(window.document, records_of(window), window, in_hand).exec()


def records_of(window: MainWindow) -> TextRecords:
    """Return what keeps the records: longer than the desk, for files are saved after it, too."""
    there = window.findChild(TextRecords, _RECORDS)
    if there is None:
        there = TextRecords(window.document, window)
        there.setObjectName(_RECORDS)
        window.files.saved.connect(there.store)
    return there


def _show_findings(window: MainWindow) -> None:
    desk = window.findChild(DeskWindow)
    if desk is not None and desk.isVisible():
        desk.show_findings(window.inspection.results.findings)
