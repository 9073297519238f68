"""A translation memory: finding equal and similar texts that have been translated before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from importlib.util import find_spec
from pathlib import Path

from m44core.errors import M44Error
from m44core.io.files.file_reader import read_file
from m44core.model.scenario import Scenario
from m44core.resources import shipped_scenarios
from m44core.translate.text_record import EMPTY_RECORD, TextRecord, TranslationState
from m44core.translate.text_record_file import read_record
from m44core.translate.translation_units import translation_units_of
from m44core.validation.text_analysis.normal_form import normal_form
from m44core.values import dataclass

_MAX_FUZZY_PERCENT = 99  # only an identical text has 100 percent
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[\u3002\uff01\uff1f])\s*")
_MIN_COMPARABLE_WIDTH = 40  # characters; short texts can have translations of any length
_MAX_LENGTH_RATIO = 4
_FIRST_WIDE_CHARACTER = "\u2e80"  # from here on characters are twice as wide
_MAX_COMPARED_LENGTH = 4000  # characters; longer texts are not compared


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """A text that has been translated before.

    Attributes:
        source: The source.
        target: The translation.
        file_name: The name of its file.
    """

    source: str
    target: str
    file_name: str


@dataclass(frozen=True, slots=True)
class MemoryMatch:
    """A match for the text to translate.

    Attributes:
        entry: The matching text with its translation.
        percent: The similarity: 100 only for an identical text, 99 for the same normal form.
    """

    entry: MemoryEntry
    percent: int


class TranslationMemory:
    """Texts with their translations from one language into another.

    Args:
        entries: The texts; duplicates of a known source and translation are ignored.
        language: The source language, whose rules determine normal forms.

    Attributes:
        finds_similar: Whether similar texts can be found, which requires rapidfuzz.
    """

    def __init__(self, entries: Iterable[MemoryEntry] = (), language: str = "") -> None:
        self._language = language
        self._sources_by_form: dict[str, list[str]] = {}
        self._exact: dict[str, list[MemoryEntry]] = {}
        self._sources: list[str] = []
        self.finds_similar = find_spec("rapidfuzz") is not None
        self.add(entries)

    def __len__(self) -> int:
        """Return the number of distinct sources."""
        return len(self._sources)

    def add(self, entries: Iterable[MemoryEntry]) -> None:
        """Add translated texts."""
        for each in entries:
            if each.source not in self._exact:
                self._sources.append(each.source)
                normalized = normal_form(each.source, self._language)
                self._sources_by_form.setdefault(normalized, []).append(each.source)
            known_entries = self._exact.setdefault(each.source, [])
            if all(other.target != each.target for other in known_entries):
                known_entries.append(each)

    def correct(self, entry: MemoryEntry) -> None:
        """Add a translated text in place of other translations of it in the same file."""
        known_entries = self._exact.get(entry.source, [])
        known_entries[:] = [each for each in known_entries if each.file_name != entry.file_name]
        self.add([entry])

    def matches(self, text: str, limit: int = 5, min_percent: int = 60) -> tuple[MemoryMatch, ...]:
        """Return the matches for a text, most similar first.

        Args:
            text: The text to translate.
            limit: The maximum number of matches.
            min_percent: The minimum similarity, in percent.
        """
        exact = [MemoryMatch(each, 100) for each in self._exact.get(text, ())][:limit]
        same_form_sources = (
            self._sources_by_form.get(normal_form(text, self._language), ())
            if min_percent <= _MAX_FUZZY_PERCENT
            else ()
        )
        exact += [
            MemoryMatch(each, _MAX_FUZZY_PERCENT)
            for source in same_form_sources
            if source != text
            for each in self._exact[source]
        ]
        excluded_texts = {text, *same_form_sources}
        similar_matches = (
            self._similar_matches(text, excluded_texts, limit, min_percent)
            if self.finds_similar and len(exact) < limit
            else ()
        )
        return (*exact, *similar_matches)[:limit]

    def _similar_matches(
        self, text: str, excluded_texts: Set[str], most: int, least: int
    ) -> Iterator[MemoryMatch]:
        from rapidfuzz import fuzz, process  # 7 ms

        if len(text) > _MAX_COMPARED_LENGTH:
            return
        results = process.extract(
            text,
            self._sources,
            scorer=fuzz.ratio,
            limit=most + len(excluded_texts),
            score_cutoff=least,
        )
        for source, score, _ in results:
            if source not in excluded_texts:
                for each in self._exact[source]:
                    yield MemoryMatch(each, min(_MAX_FUZZY_PERCENT - 1, int(score)))


def memory_entries(
    scenario: Scenario, source: str, target: str, file_name: str, record: TextRecord = EMPTY_RECORD
) -> Iterator[MemoryEntry]:
    """Yield the texts of a scenario whose translation is done, each followed by its sentences.

    Sentences are paired if both texts have the same number of them. Texts of very different lengths
    are left out: a file made elsewhere can have the same number of paragraphs, but different ones.
    """
    if source in scenario.texts and target in scenario.texts:
        for unit in translation_units_of(scenario, source, target, record):
            if unit.state is TranslationState.DONE and _may_be_translation(
                unit.source, unit.target
            ):
                yield MemoryEntry(unit.source, unit.target, file_name)
                yield from _sentence_entries(unit.source, unit.target, file_name)


def _may_be_translation(source: str, target: str) -> bool:
    """Return whether two texts have lengths that a text and its translation can have."""
    shorter, longer = sorted(map(text_width, (source, target)))
    return longer <= _MIN_COMPARABLE_WIDTH or longer <= _MAX_LENGTH_RATIO * shorter


def text_width(text: str) -> int:
    """Return the length of a text, counting each Chinese character as two."""
    return sum(2 if char >= _FIRST_WIDE_CHARACTER else 1 for char in text)


def _sentence_entries(source: str, target: str, file_name: str) -> Iterator[MemoryEntry]:
    own_sentences, translated_sentences = (
        [part for part in _SENTENCE_END.split(text) if part] for text in (source, target)
    )
    if len(own_sentences) == len(translated_sentences) > 1:
        for one, other in zip(own_sentences, translated_sentences, strict=True):
            yield MemoryEntry(one, other, file_name)


def build_memory(
    paths: Iterable[Path], source: str, target: str, *, shipped: bool = True
) -> TranslationMemory:
    """Return a memory of the translations in files and, if *shipped*, the shipped scenarios.

    Unreadable files are skipped; they are reported elsewhere.
    """
    memory = TranslationMemory(language=source)
    for path in (*paths, *(shipped_scenarios() if shipped else ())):
        try:
            scenario, record = read_file(path).scenario, read_record(path)
        except M44Error:
            continue
        if scenario is not None:
            memory.add(memory_entries(scenario, source, target, path.name, record))
    return memory
