"""Suggestions for a unit: glossary terms, standard sentences, and the translation memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from m44core.errors import M44Error
from m44core.messages.message import Message, message
from m44core.messages.words import reason
from m44core.standard_sentences.recognition import Standard, standard_offers
from m44core.translate.glossary import (
    FoundTerm,
    Glossary,
    game_glossary,
    glossary_of,
    missing_terms,
    required_terms,
)
from m44core.translate.scenario_translation import ScenarioTranslation
from m44core.translate.translation_memory import (
    Match,
    MemoryEntry,
    TranslationMemory,
    memory_entries,
)
from m44core.translate.translation_units import Unit
from m44editor.interface_text import tr, translated
from m44editor.translating.folder_list import FileProgress


class SuggestionSource(QObject):
    """Knows the glossary of a folder and what was translated before.

    Attributes:
        memory: What was translated before, from one language into another.

    Signals:
        failed: The glossary of the folder cannot be read; why.
    """

    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.memory = TranslationMemory()
        self._done: dict[tuple[str, str], list[MemoryEntry]] = {}
        self._languages = ("", "")
        self._folder: Path | None = None
        self._glossary: Glossary | None = None

    def set_context(self, folder: Path | None, languages: tuple[str, str]) -> bool:
        """Help with scenarios of a folder; tell whether files are to be read for it."""
        moved = folder != self._folder
        if moved:
            self._folder, self._glossary = folder, None
        if languages == self._languages:
            return moved and folder is not None
        self._languages = languages
        self.clear()
        return True

    def clear(self) -> None:
        """Forget what files have translated, but not what was called done in this session."""
        self.memory = TranslationMemory(self._done.get(self._languages, ()), self._languages[0])

    def add_scenario(self, name: str, looked: FileProgress) -> None:
        """Remember what a scenario has translated."""
        if looked.scenario is not None:
            source, target = self._languages
            found = memory_entries(looked.scenario, source, target, name, looked.record)
            self.memory.add(found)

    def add_unit(self, unit: Unit, name: str) -> None:
        """Remember a translation that is done."""
        done = MemoryEntry(unit.source, unit.target, name)
        self._done.setdefault(self._languages, []).append(done)
        self.memory.add([done])

    def terms(self, unit: Unit) -> Sequence[FoundTerm]:
        """Return the terms in the source of a unit."""
        return _terms_in(self._terms, unit.source, self._languages[0])

    def differing_terms(self, unit: Unit) -> Sequence[str]:
        """Return the terms that are translated otherwise, each as ``bunker → blockhaus``."""
        source, target = self._languages
        if not unit.target:
            return ()
        found = missing_terms(required_terms(self.terms(unit), unit.field), unit.target, target)
        return [
            f"{each.term.translations_in(source)[0]} → {each.term.translations_in(target)[0]}"
            for each in found
        ]

    def matches(self, unit: Unit) -> Sequence[Match]:
        """Return translations of the same text and of texts like it."""
        return self.memory.matches(unit.source)

    def standard_sentences(self, work: ScenarioTranslation, unit: Unit) -> Sequence[Standard]:
        """Return sentences of the program's that say what a unit says, or a part of it."""
        return standard_offers(work.scenario, unit, work.source, work.target)

    @property
    def _terms(self) -> Glossary:
        if self._glossary is None:
            try:
                self._glossary = glossary_of(self._folder)
            except M44Error as error:
                self._glossary = game_glossary()
                self.failed.emit(reason(error))
        return self._glossary


@lru_cache(maxsize=4)
def _terms_in(glossary: Glossary, text: str, language: str) -> tuple[FoundTerm, ...]:
    """Return the terms of a text, which is asked for again with every key."""
    return glossary.terms_in(text, language)


NUMBER_KEYS = 9
"""How many terms, and how many texts, have a key of their own."""

_SAID = Qt.ItemDataRole.UserRole


class SuggestionPanel(QWidget):
    """Lists what can be put into a translation by a key or a double click.

    Attributes:
        terms: The terms of the source.
        texts: The translations of texts like it.

    Signals:
        term_taken: The words to put in.
        text_taken: The text to put in place of what stands there.
        standard_taken: The same, for a sentence of the program's.
    """

    term_chosen = Signal(str)
    text_chosen = Signal(str)
    standard_chosen = Signal(object)

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
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        self._of_terms.setText(tr("&Glossary (Ctrl+1 to Ctrl+9)"))
        self._of_texts.setText(tr("Translated &before (Alt+1 to Alt+9)"))
        self.terms.setAccessibleName(tr("Terms of the source"))
        self.texts.setAccessibleName(tr("Texts like the source, with their translations"))

    def show_terms(self, found: Sequence[FoundTerm], source: str, target: str) -> None:
        """List the terms of a source, each once."""
        self.terms.clear()
        terms = {each.term.key: each.term for each in found}
        for number, term in enumerate(terms.values(), 1):
            said, meant = term.translations_in(target), term.translations_in(source)
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

    def insert_term(self, number: int) -> None:
        """Put a term in, by its number from 1."""
        self._take_of(self.terms, number)

    def insert_text(self, number: int) -> None:
        """Put a text in, by its number from 1."""
        self._take_of(self.texts, number)

    def _take_of(self, shown: QListWidget, number: int) -> None:
        item = shown.item(number - 1)
        if item is not None:
            self._take(item)

    def _take(self, item: QListWidgetItem) -> None:
        said = item.data(_SAID)
        if isinstance(said, Standard):
            self.standard_chosen.emit(said)
        elif said and item.listWidget() is self.terms:
            self.term_chosen.emit(said)
        elif said:
            self.text_chosen.emit(said)

    def _add(
        self, shown: QListWidget, number: int, words: Message, said: object
    ) -> QListWidgetItem:
        numbered = f"{number}  {translated(words)}" if number <= NUMBER_KEYS else translated(words)
        item = QListWidgetItem(numbered, shown)
        item.setData(_SAID, said)
        return item


def _choices(said: Sequence[str]) -> str:
    return " / ".join(said) if said else "?"
