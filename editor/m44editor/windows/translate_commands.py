"""The commands Translate Texts and Write Standard Sentences of the File menu."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from m44editor.translating.translation_records import TranslationRecords
from m44editor.translating.translation_window import TranslationWindow

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext

_RECORDS_NAME = "text-records"


def open_translation_window(context: EditorContext) -> TranslationWindow:
    """Show and return the translation window of an editor window, creating it if necessary."""
    window = context.window.findChild(TranslationWindow)
    if window is None:
        files, results = context.files, context.inspection.results
        records = records_of_window(context)
        window = TranslationWindow(
            context.document, records, context.settings, files.open_path, files.save, context.window
        )
        window.show_findings(results.findings)
        results.published.connect(lambda: _show_problems(context))
        context.closed.connect(window.close)
        window.language_shown.connect(partial(context.show_labels_in, "window"))
    window.show()
    window.raise_()
    window.activateWindow()
    return window


def open_sentences_dialog(context: EditorContext) -> None:
    """Offer standard sentences for the open scenario, starting with the texts panel's language."""
    from m44editor.panels.texts_panel import TextsPanel  # 7 ms
    from m44editor.translating.sentences_dialog import SentencesDialog  # 7 ms

    panel = context.window.findChild(TextsPanel)
    panel_language = panel.language if panel is not None else None
    SentencesDialog(
        context.document, records_of_window(context), context.window, panel_language
    ).exec()


def records_of_window(context: EditorContext) -> TranslationRecords:
    """Return the translation records of a window; they outlive its translation window."""
    records = context.window.findChild(TranslationRecords, _RECORDS_NAME)
    if records is None:
        records = TranslationRecords(context.document, context.window)
        records.setObjectName(_RECORDS_NAME)
        context.files.saved.connect(records.save)
    return records


def _show_problems(context: EditorContext) -> None:
    window = context.window.findChild(TranslationWindow)
    if window is not None and window.isVisible():
        window.show_findings(context.inspection.results.findings)
