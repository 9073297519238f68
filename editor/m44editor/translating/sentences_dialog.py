"""File > Write Standard Sentences: what the program can say of the scenario, put into its texts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from m44core.messages.languages import languages
from m44core.messages.message import Message, message
from m44core.sentences.inserting import Offer, Standing, offers, with_sentences
from m44editor.documents.document import Document
from m44editor.panels.texts.page import FIELDS
from m44editor.screen import resize_to_screen
from m44editor.translating.records import TextRecords
from m44editor.words import language, told, tr

_OFFER = Qt.ItemDataRole.UserRole
_LABELS = {field.key: field.label for field in FIELDS}


class SentencesDialog(QDialog):
    """Offers the sentences of a language that are not as the data have them.

    Attributes:
        language: The language.
        list: The sentences; those that are ticked are put in, written anew or taken out.
        insert: Does so.
    """

    def __init__(
        self, document: Document, records: TextRecords, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Standard Sentences"))
        self._document, self._records = document, records
        self.language, self.list = QComboBox(self), QListWidget(self)
        self.list.setWordWrap(True)
        self.list.setAccessibleName(tr("Sentences"))
        self._about = QLabel(self)
        self._about.setWordWrap(True)
        for code, known in languages().items():
            self.language.addItem(told(known.name), code)
        here = [code for code in document.scenario.texts if code in languages()]
        likely = language() if language() in here or not here else here[0]
        self.language.setCurrentIndex(self.language.findData(likely))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.insert = buttons.addButton(
            tr("&Write into the Texts"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        form = QFormLayout()
        form.addRow(tr("&Language:"), self.language)
        column = QVBoxLayout(self)
        column.addLayout(form)
        for widget in (self.list, self._about, buttons):
            column.addWidget(widget)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.language.currentIndexChanged.connect(self._show)
        self.list.itemChanged.connect(self._count)
        resize_to_screen(self, 640, 480)
        self._show()
        self.list.setFocus()

    def accept(self) -> None:
        """Write what is ticked into the texts, as one step, and close."""
        taken = [item.data(_OFFER) for item in self._items() if _is_ticked(item)]
        if taken:
            code = str(self.language.currentData())
            scenario, record = with_sentences(
                self._document.scenario, self._records.record, code, taken
            )
            self._records.take(message("Standard Sentences"), scenario, record, code)
        super().accept()

    def _show(self) -> None:
        code = str(self.language.currentData())
        every = offers(self._document.scenario, self._records.record, code)
        self.list.clear()
        for offer in every:
            if offer.is_open:
                item = QListWidgetItem(told(_said(offer)), self.list)
                item.setData(_OFFER, offer)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked)
        there = sum(offer.standing is Standing.SAME for offer in every)
        edited = sum(offer.standing is Standing.EDITED for offer in every)
        words = message(
            "In the texts already: {there}. Changed by a person, and left alone: {edited}.",
            there=there,
            edited=edited,
        )
        self._about.setText(told(words))
        self._count()

    def _count(self) -> None:
        self.insert.setEnabled(any(map(_is_ticked, self._items())))

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(place) for place in range(self.list.count())]


def _is_ticked(item: QListWidgetItem) -> bool:
    return item.checkState() is Qt.CheckState.Checked


def _said(offer: Offer) -> Message:
    """Return what becomes of a text."""
    field = _LABELS[offer.field]
    match offer.standing:
        case Standing.CHANGED:
            return message(
                "{field}: “{after}” in place of “{before}”",
                field=field,
                after=offer.after,
                before=offer.before,
            )
        case Standing.GONE:
            return message("{field}: without “{before}”", field=field, before=offer.before)
        case _:
            return message("{field}: “{after}”", field=field, after=offer.after)
