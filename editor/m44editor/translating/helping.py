"""What is known that helps to translate: terms, sentences of the program's, other translations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from m44core.errors import M44Error
from m44core.messages.words import reason
from m44core.sentences.offering import Standard, standard_offers
from m44core.translate.desk import Work
from m44core.translate.glossary import (
    Found,
    Glossary,
    asked_for,
    game_glossary,
    glossary_of,
    otherwise,
)
from m44core.translate.memory import Match, Memory, Remembered, remembered_in
from m44core.translate.units import Unit
from m44editor.translating.folder import Looked


class Helper(QObject):
    """Knows the glossary of a folder and what was translated before.

    Attributes:
        memory: What was translated before, from one language into another.

    Signals:
        failed: The glossary of the folder cannot be read; why.
    """

    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.memory = Memory()
        self._done: dict[tuple[str, str], list[Remembered]] = {}
        self._languages = ("", "")
        self._folder: Path | None = None
        self._glossary: Glossary | None = None

    def begin(self, folder: Path | None, languages: tuple[str, str]) -> bool:
        """Help with scenarios of a folder; tell whether files are to be read for it."""
        moved = folder != self._folder
        if moved:
            self._folder, self._glossary = folder, None
        if languages == self._languages:
            return moved and folder is not None
        self._languages = languages
        self.forget()
        return True

    def forget(self) -> None:
        """Forget what files have translated, but not what was called done in this session."""
        self.memory = Memory(self._done.get(self._languages, ()), self._languages[0])

    def remember(self, name: str, looked: Looked) -> None:
        """Remember what a scenario has translated."""
        if looked.scenario is not None:
            source, target = self._languages
            found = remembered_in(looked.scenario, source, target, name, looked.record)
            self.memory.add(found)

    def remember_unit(self, unit: Unit, name: str) -> None:
        """Remember a translation that is done."""
        done = Remembered(unit.source, unit.target, name)
        self._done.setdefault(self._languages, []).append(done)
        self.memory.add([done])

    def terms(self, unit: Unit) -> Sequence[Found]:
        """Return the terms in the source of a unit."""
        return _terms_in(self._terms, unit.source, self._languages[0])

    def otherwise(self, unit: Unit) -> Sequence[str]:
        """Return the terms that are translated otherwise, each as ``bunker → blockhaus``."""
        source, target = self._languages
        if not unit.target:
            return ()
        found = otherwise(asked_for(self.terms(unit), unit.field), unit.target, target)
        return [f"{each.term.said(source)[0]} → {each.term.said(target)[0]}" for each in found]

    def matches(self, unit: Unit) -> Sequence[Match]:
        """Return translations of the same text and of texts like it."""
        return self.memory.matches(unit.source)

    def standard(self, work: Work, unit: Unit) -> Sequence[Standard]:
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
def _terms_in(glossary: Glossary, text: str, language: str) -> tuple[Found, ...]:
    """Return the terms of a text, which is asked for again with every key."""
    return glossary.terms_in(text, language)
