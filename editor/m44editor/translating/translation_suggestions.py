"""Suggestions for a unit: glossary terms, standard sentences, and the translation memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from m44core.errors import M44Error
from m44core.messages.message import Message, message, percent
from m44core.messages.renderers import message_of_error
from m44core.standard_sentences.sentence_recognition import (
    StandardTranslation,
    standard_translations,
)
from m44core.translate.glossary import (
    FoundTerm,
    Glossary,
    game_glossary,
    glossary_of,
    missing_terms,
    required_terms,
)
from m44core.translate.scenario_translation import ScenarioTranslation
from m44core.translate.text_record import CONFLICT, UNPLACED, KeptTranslation
from m44core.translate.translation_memory import (
    MemoryEntry,
    MemoryMatch,
    TranslationMemory,
    memory_entries,
)
from m44core.translate.translation_units import TranslationUnit
from m44editor.interface_text import tr, translated
from m44editor.list_widgets import ListWithHint, fill_behind_scroll_bars
from m44editor.theme_tokens import Space
from m44editor.translating.folder_list import FileProgress
from m44editor.translating.suggestion_rows import NOTE, NUMBER, TEXT, SuggestionDelegate
from m44editor.type_ranks import set_text_rank


class SuggestionSource(QObject):
    """Looks up glossary terms, standard sentences and earlier translations.

    Attributes:
        memory: The translation memory for the current languages.

    Signals:
        failed: The reason why the folder's glossary cannot be read.
    """

    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.memory = TranslationMemory()
        self._finished_entries: dict[tuple[str, str], list[MemoryEntry]] = {}
        self._languages = ("", "")
        self._folder: Path | None = None
        self._glossary: Glossary | None = None

    def set_context(self, folder: Path | None, languages: tuple[str, str]) -> bool:
        """Set the folder and the source and target language.

        Returns:
            Whether files have to be read for the memory.
        """
        is_new_folder = folder != self._folder
        if is_new_folder:
            self._folder, self._glossary = folder, None
        if languages == self._languages:
            return is_new_folder and folder is not None
        self._languages = languages
        self.clear()
        return True

    def clear(self) -> None:
        """Reset the memory to the units finished in this session."""
        self.memory = TranslationMemory(
            self._finished_entries.get(self._languages, ()), self._languages[0]
        )

    def add_scenario(self, name: str, progress: FileProgress) -> None:
        """Add the translations of a scenario to the memory."""
        if progress.scenario is not None:
            source, target = self._languages
            entries = memory_entries(progress.scenario, source, target, name, progress.record)
            self.memory.add(entries)

    def add_finished_unit(self, unit: TranslationUnit, name: str) -> None:
        """Add a finished translation to the memory; *name* is the file it is from.

        It replaces an earlier translation of the same text in that file.
        """
        entry = MemoryEntry(unit.source, unit.target, name)
        finished_entries = self._finished_entries.setdefault(self._languages, [])
        finished_entries[:] = [
            each
            for each in finished_entries
            if (each.source, each.file_name) != (entry.source, entry.file_name)
        ]
        finished_entries.append(entry)
        self.memory.correct(entry)

    def terms(self, unit: TranslationUnit) -> Sequence[FoundTerm]:
        """Return the glossary terms in the source of a unit."""
        return _terms_in(self._terms, unit.source, self._languages[0])

    def differing_terms(self, unit: TranslationUnit) -> Sequence[str]:
        """Return the terms whose translation differs from the glossary: ``bunker → blockhaus``.

        Empty if there is no translation yet.
        """
        if not unit.target:
            return ()
        target = self._languages[1]
        differing = missing_terms(required_terms(self.terms(unit), unit.field), unit.target, target)
        return [
            f"{unit.source[each.start : each.end]} → {each.term.translations_in(target)[0]}"
            for each in differing
        ]

    def matches(self, unit: TranslationUnit) -> Sequence[MemoryMatch]:
        """Return earlier translations of the same text and of similar texts."""
        return self.memory.matches(unit.source)

    def standard_sentences(
        self, translation: ScenarioTranslation, unit: TranslationUnit
    ) -> Sequence[StandardTranslation]:
        """Return the standard sentences that translate a unit or part of it."""
        return standard_translations(
            translation.scenario, unit, translation.source, translation.target
        )

    @property
    def _terms(self) -> Glossary:
        if self._glossary is None:
            try:
                self._glossary = glossary_of(self._folder)
            except M44Error as error:
                self._glossary = game_glossary()
                self.failed.emit(message_of_error(error))
        return self._glossary


@lru_cache(maxsize=4)
def _terms_in(glossary: Glossary, text: str, language: str) -> tuple[FoundTerm, ...]:
    """Return the terms in a text; cached, because they are needed at each key press."""
    return glossary.terms_in(text, language)


NUMBER_KEYS = 9
"""The number of terms, and of texts, that have a shortcut."""

_VERSION_NOTES: Mapping[str, Message] = {
    CONFLICT: message("Other version"),
    UNPLACED: message("Translation of text that no longer exists"),
}
_DATA_ROLE = Qt.ItemDataRole.UserRole


class SuggestionPanel(QWidget):
    """Lists terms and texts to insert with a shortcut or a double click.

    Attributes:
        terms: The terms in the source.
        texts: Kept versions, standard sentences and earlier translations.

    Signals:
        term_chosen: The term to insert.
        text_chosen: The text to replace the translation with.
        standard_chosen: The standard sentence to insert.
    """

    term_chosen = Signal(str)
    text_chosen = Signal(str)
    standard_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._terms_heading, self._texts_heading = QLabel(self), QLabel(self)
        self.terms, self.texts = ListWithHint(self), ListWithHint(self)
        for heading, list_widget in (
            (self._terms_heading, self.terms),
            (self._texts_heading, self.texts),
        ):
            heading.setBuddy(list_widget)
            set_text_rank(heading, "section")
            fill_behind_scroll_bars(list_widget)
            list_widget.setItemDelegate(SuggestionDelegate(list_widget))
            list_widget.setResizeMode(QListWidget.ResizeMode.Adjust)
            list_widget.setWordWrap(True)  # lays out again if a scroll bar makes it narrower
            list_widget.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            list_widget.itemActivated.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.SMALL, 0, 0, 0)  # apart from the handle of the splitter
        for widget in (self._terms_heading, self.terms, self._texts_heading, self.texts):
            column.addWidget(widget)
        self.retranslate()

    def retranslate(self) -> None:
        """Set all labels in the current language."""
        self._terms_heading.setText(tr("&Glossary (Ctrl+1 to Ctrl+9)"))
        self._texts_heading.setText(tr("Translation &memory (Alt+1 to Alt+9)"))
        self.terms.hint = tr("No glossary terms in this text")
        self.texts.hint = tr("No similar text found")
        for suggestions in (self.terms, self.texts):
            suggestions.viewport().update()
        self.terms.setAccessibleName(tr("Glossary terms in the source"))
        self.texts.setAccessibleName(tr("Similar passages with their translations"))

    def show_terms(self, occurrences: Sequence[FoundTerm], source: str, target: str) -> None:
        """List each term in the source once, with its translations."""
        self.terms.clear()
        terms = {term.key: term for each in occurrences for term in (each.term, *each.others)}
        for number, term in enumerate(terms.values(), 1):
            target_words, source_words = term.translations_in(target), term.translations_in(source)
            label = message(
                "{source} → {target}",
                source=source_words[0],
                target=_join_translations(target_words),
            )
            self._add(
                self.terms,
                number,
                label,
                translated(label),
                target_words[0] if target_words else "",
            )

    def show_texts(
        self,
        standard: Sequence[StandardTranslation],
        matches: Sequence[MemoryMatch],
        kept: Sequence[KeptTranslation] = (),
    ) -> None:
        """List kept versions, standard sentences and earlier translations."""
        self.texts.clear()
        for number, version in enumerate(kept, 1):
            note = _VERSION_NOTES[version.why]
            label = message("{note}: {text}", note=note, text=version.target)
            item = self._add(
                self.texts, number, label, version.target, version.target, translated(note)
            )
            item.setToolTip(version.source)
        for number, sentence in enumerate(standard, 1 + len(kept)):
            label = (
                message("Standard sentence: {text}", text=sentence.text)
                if sentence.is_complete
                else message("Standard sentence for part of this text: {text}", text=sentence.text)
            )
            heading = (
                tr("Standard sentence")
                if sentence.is_complete
                else tr("Standard sentence for part of this text")
            )
            self._add(self.texts, number, label, sentence.text, sentence, heading)
        for number, match in enumerate(matches, 1 + len(kept) + len(standard)):
            label = message(
                "{percent} match in {file}: {text}",
                percent=percent(match.percent / 100),
                file=match.entry.file_name,
                text=match.entry.target,
            )
            origin = message(
                "{percent} match in {file}",
                percent=percent(match.percent / 100),
                file=match.entry.file_name,
            )
            target = match.entry.target
            item = self._add(self.texts, number, label, target, target, translated(origin))
            item.setToolTip(match.entry.source)

    def insert_term(self, number: int) -> None:
        """Insert the term with a number, counted from 1; do nothing if there is none."""
        self._choose_item(self.terms, number)

    def insert_text(self, number: int) -> None:
        """Insert the text with a number, counted from 1; do nothing if there is none."""
        self._choose_item(self.texts, number)

    def _choose_item(self, list_widget: QListWidget, number: int) -> None:
        item = list_widget.item(number - 1)
        if item is not None:
            self._choose(item)

    def _choose(self, item: QListWidgetItem) -> None:
        data = item.data(_DATA_ROLE)
        if isinstance(data, StandardTranslation):
            self.standard_chosen.emit(data)
        elif data and item.listWidget() is self.terms:
            self.term_chosen.emit(data)
        elif data:
            self.text_chosen.emit(data)

    def _add(
        self,
        list_widget: QListWidget,
        number: int,
        label: Message,
        text: str,
        data: object,
        note: str = "",
    ) -> QListWidgetItem:
        """Add a row and return it.

        Args:
            list_widget: The list.
            number: The number of the row, counted from 1; the first nine have a shortcut.
            label: The whole row in one line, for screen readers.
            text: The text to show.
            data: What to insert when the row is chosen.
            note: The line above the text.
        """
        key = str(number) if number <= NUMBER_KEYS else ""
        item = QListWidgetItem(f"{key}  {translated(label)}".strip(), list_widget)
        for role, value in ((_DATA_ROLE, data), (NUMBER, key), (TEXT, text), (NOTE, note)):
            item.setData(role, value)
        return item


def _join_translations(translations: Sequence[str]) -> str:
    """Return the translations of a term, each once regardless of capitals: ``Mur / Murs``."""
    distinct_translations = {each.casefold(): each for each in reversed(translations)}
    return " / ".join(reversed(distinct_translations.values())) or "?"
