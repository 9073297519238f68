"""What helps with a unit: its terms with their translations, and what was translated before."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from m44core.messages.message import Message, message
from m44core.sentences.offering import Standard
from m44core.translate.glossary import Found
from m44core.translate.memory import Match
from m44editor.interface_text import told, tr

KEYS = 9
"""How many terms, and how many texts, have a key of their own."""

_SAID = Qt.ItemDataRole.UserRole


class Offers(QWidget):
    """Lists what can be put into a translation by a key or a double click.

    Attributes:
        terms: The terms of the source.
        texts: The translations of texts like it.

    Signals:
        term_taken: The words to put in.
        text_taken: The text to put in place of what stands there.
        standard_taken: The same, for a sentence of the program's.
    """

    term_taken = Signal(str)
    text_taken = Signal(str)
    standard_taken = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._of_terms, self._of_texts = QLabel(self), QLabel(self)
        self.terms, self.texts = QListWidget(self), QListWidget(self)
        for heading, shown in ((self._of_terms, self.terms), (self._of_texts, self.texts)):
            heading.setBuddy(shown)
            shown.setWordWrap(True)
            shown.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            shown.itemActivated.connect(self._take)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self._of_terms, self.terms, self._of_texts, self.texts):
            column.addWidget(widget)
        self.say_anew()

    def say_anew(self) -> None:
        """Say everything in the language spoken now."""
        self._of_terms.setText(tr("&Glossary (Ctrl+1 to Ctrl+9)"))
        self._of_texts.setText(tr("Translated &before (Alt+1 to Alt+9)"))
        self.terms.setAccessibleName(tr("Terms of the source"))
        self.texts.setAccessibleName(tr("Texts like the source, with their translations"))

    def show_terms(self, found: Sequence[Found], source: str, target: str) -> None:
        """List the terms of a source, each once."""
        self.terms.clear()
        terms = {each.term.key: each.term for each in found}
        for number, term in enumerate(terms.values(), 1):
            said, meant = term.said(target), term.said(source)
            words = message("{source} → {target}", source=meant[0], target=_choices(said))
            self._add(self.terms, number, words, said[0] if said else "")

    def show_texts(self, standard: Sequence[Standard], matches: Sequence[Match]) -> None:
        """List sentences of the program's and translations of other texts."""
        self.texts.clear()
        for number, sentence in enumerate(standard, 1):
            words = (
                message("Standard sentence: {text}", text=sentence.text)
                if sentence.whole
                else message("Standard sentence for part of this text: {text}", text=sentence.text)
            )
            self._add(self.texts, number, words, sentence)
        for number, match in enumerate(matches, 1 + len(standard)):
            words = message(
                "{percent} % in {file}: {text}",
                percent=match.percent,
                file=match.remembered.where,
                text=match.remembered.target,
            )
            item = self._add(self.texts, number, words, match.remembered.target)
            item.setToolTip(match.remembered.source)

    def take_term(self, number: int) -> None:
        """Put a term in, by its number from 1."""
        self._take_of(self.terms, number)

    def take_text(self, number: int) -> None:
        """Put a text in, by its number from 1."""
        self._take_of(self.texts, number)

    def _take_of(self, shown: QListWidget, number: int) -> None:
        item = shown.item(number - 1)
        if item is not None:
            self._take(item)

    def _take(self, item: QListWidgetItem) -> None:
        said = item.data(_SAID)
        if isinstance(said, Standard):
            self.standard_taken.emit(said)
        elif said and item.listWidget() is self.terms:
            self.term_taken.emit(said)
        elif said:
            self.text_taken.emit(said)

    def _add(
        self, shown: QListWidget, number: int, words: Message, said: object
    ) -> QListWidgetItem:
        numbered = f"{number}  {told(words)}" if number <= KEYS else told(words)
        item = QListWidgetItem(numbered, shown)
        item.setData(_SAID, said)
        return item


def _choices(said: Sequence[str]) -> str:
    return " / ".join(said) if said else "?"
