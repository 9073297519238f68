"""File > Write Standard Sentences: adds sentences generated from the data to the texts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from m44core.messages.languages import languages
from m44core.messages.message import Message, message
from m44core.standard_sentences.sentence_insertion import (
    SentenceOffer,
    SentenceStatus,
    sentence_offers,
    with_sentences,
)
from m44editor.documents.document import Document
from m44editor.interface_text import language, tr, translated
from m44editor.list_widgets import CheckList, wrap_items
from m44editor.manual_window import add_help_keys
from m44editor.panels.texts_panel import FIELDS
from m44editor.screen import resize_to_screen
from m44editor.translating.translation_records import TranslationRecords

_OFFER_ROLE = Qt.ItemDataRole.UserRole
_CHECK_STATES = {True: Qt.CheckState.Checked, False: Qt.CheckState.Unchecked}
_LABELS = {field.key: field.label for field in FIELDS}


class SentencesDialog(QDialog):
    """Offers the standard sentences that the texts in a language lack or have in an outdated form.

    A sentence that the author already expresses in other words is listed but not checked.

    Args:
        document: The document.
        records: Its translation records.
        parent: The parent window.
        preferred_language: The language selected at first; None for the most likely one.

    Attributes:
        language: The language.
        list: The sentences; the checked ones are inserted, updated or removed.
        apply_button: The button that applies the checked sentences.
    """

    def __init__(
        self,
        document: Document,
        records: TranslationRecords,
        parent: QWidget | None = None,
        preferred_language: str | None = None,
    ) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self.setWindowTitle(tr("Standard Sentences"))
        self._document, self._records = document, records
        self.language, self.list = QComboBox(self), CheckList(self)
        wrap_items(self.list)
        self.list.setAccessibleName(tr("Sentences"))
        self._summary_label = QLabel(self)
        self._summary_label.setWordWrap(True)
        self._fill_languages(preferred_language)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.apply_button = buttons.addButton(
            tr("&Update Scenario Text"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        form = QFormLayout()
        form.addRow(tr("&Language"), self.language)
        column = QVBoxLayout(self)
        column.addLayout(form)
        for widget in (self.list, self._summary_label, buttons):
            column.addWidget(widget)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.language.currentIndexChanged.connect(self._show_offers)
        self.list.itemChanged.connect(self._update_button)
        resize_to_screen(self, 640, 480)
        self._show_offers()
        self.list.setFocus()

    def _fill_languages(self, preferred_language: str | None) -> None:
        """List the languages of the scenario, then all others, and select the most likely one.

        The preferred language is listed first.
        """
        available_languages = [
            code for code in self._document.scenario.texts if code in languages()
        ]
        available_languages.sort(key=lambda code: code != preferred_language)
        for code in available_languages:
            self.language.addItem(translated(languages()[code].name), code)
        if available_languages:
            self.language.insertSeparator(len(available_languages))
        for code, language_data in languages().items():
            if code not in available_languages:
                self.language.addItem(translated(language_data.name), code)
        likely_code = (
            language()
            if preferred_language not in available_languages and language() in available_languages
            else None
        )
        likely_code = likely_code or next(iter(available_languages), language())
        self.language.setCurrentIndex(self.language.findData(likely_code))

    @property
    def is_new_language(self) -> bool:
        """Whether the scenario has no texts in the language yet."""
        return self.language.currentData() not in self._document.scenario.texts

    def accept(self) -> None:
        """Apply the checked sentences to the texts, as one undo step, and close."""
        checked = [item.data(_OFFER_ROLE) for item in self._items() if _is_checked(item)]
        if checked:
            code = str(self.language.currentData())
            scenario, record = with_sentences(
                self._document.scenario, self._records.record, code, checked
            )
            self._records.apply(message("Standard Sentences"), scenario, record, code)
        super().accept()

    def _show_offers(self) -> None:
        code = str(self.language.currentData())
        all_offers = sentence_offers(self._document.scenario, self._records.record, code)
        self.list.clear()
        for offer in sorted(all_offers, key=lambda offer: not offer.is_open):
            if offer.is_open or offer.status is SentenceStatus.REWORDED:
                item = QListWidgetItem(translated(_change_description(offer)), self.list)
                item.setData(_OFFER_ROLE, offer)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(_CHECK_STATES[offer.is_open])
        unchanged_count = sum(offer.status is SentenceStatus.SAME for offer in all_offers)
        edited_count = sum(offer.status is SentenceStatus.EDITED for offer in all_offers)
        counts_text = message(
            "Already in the text: {there}. Edited by hand and left unchanged: {edited}.",
            there=unchanged_count,
            edited=edited_count,
        )
        name = languages()[code].name
        new_text_note = message(
            "The scenario has no text in {language} yet. It will be added.", language=name
        )
        self._summary_label.setText(
            "\n".join(
                [translated(new_text_note)] * self.is_new_language + [translated(counts_text)]
            )
        )
        self.apply_button.setText(
            tr("&Add {language} and Update", language=name)
            if self.is_new_language
            else tr("&Update Scenario Text")
        )
        self._update_button()

    def _update_button(self) -> None:
        self.apply_button.setEnabled(any(map(_is_checked, self._items())))

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]


def _is_checked(item: QListWidgetItem) -> bool:
    return item.checkState() is Qt.CheckState.Checked


def _change_description(offer: SentenceOffer) -> Message:
    """Return a description of the change that an offer makes to a text."""
    field = _LABELS[offer.field]
    match offer.status:
        case SentenceStatus.CHANGED:
            return message(
                "{field}: “{before}” becomes “{after}”",
                field=field,
                after=offer.after,
                before=offer.before,
            )
        case SentenceStatus.GONE:
            return message("{field}: “{before}” is removed", field=field, before=offer.before)
        case SentenceStatus.REWORDED:
            return message(
                "{field}: “{after}” (already there, worded differently)",
                field=field,
                after=offer.after,
            )
        case _:
            return message("{field}: “{after}”", field=field, after=offer.after)
