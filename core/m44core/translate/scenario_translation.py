"""Translating a scenario into a different language, unit by unit."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache

from m44core.model.scenario import Scenario
from m44core.translate.paragraphs import paragraphs_of
from m44core.translate.text_languages import source_language
from m44core.translate.text_record import (
    CONFLICT,
    EMPTY_RECORD,
    UNPLACED,
    KeptTranslation,
    TextRecord,
    TranslationState,
)
from m44core.translate.translation_units import (
    LABELS,
    TranslationUnit,
    label_translations,
    text_of,
    translation_units_of,
    with_translation_units,
)
from m44core.values import dataclass

_MIN_SIMILARITY = 0.8  # minimum similarity of a source and its former wording
_MAX_COMPARED_LENGTH = 1000  # characters of a source that are compared


@dataclass(frozen=True, slots=True)
class ScenarioTranslation:
    """A scenario that is being translated.

    Attributes:
        scenario: The scenario, including the translations so far.
        source: The language it is translated from.
        target: The language it is translated to.
        record: The record of its translations.
    """

    scenario: Scenario
    source: str
    target: str
    record: TextRecord = EMPTY_RECORD

    @property
    def units(self) -> tuple[TranslationUnit, ...]:
        """The units (:func:`m44core.translate.translation_units.translation_units_of`)."""
        return translation_units_of(self.scenario, self.source, self.target, self.record)

    def with_text(self, unit: TranslationUnit, text: str) -> ScenarioTranslation:
        """Return a copy with a new translation of a unit, a draft until it is marked as done.

        A stale unit stays stale, with its previous source, until it is marked as done. A blank
        text removes the translation. In the translation of a paragraph, line breaks become spaces.
        """
        if unit.number:
            text = " ".join(text.split("\n")) if "\n" in text else text
        if not text.strip():
            return self._with_unit(
                replace(unit, target="", state=TranslationState.NEW, previous="")
            )
        state = unit.state if unit.state is TranslationState.STALE else TranslationState.DRAFT
        return self._with_unit(replace(unit, target=text, state=state))

    def with_kept_version(self, unit: TranslationUnit, text: str) -> ScenarioTranslation:
        """Return a copy in which a kept version becomes the translation of a unit.

        The version is then no longer kept; the translation is a draft, unless it was stale.
        """
        placed = [each for each in self.kept_versions(unit) if each.target == text]
        return self._without_kept(placed).with_text(unit, text)

    def with_state(self, unit: TranslationUnit, state: TranslationState) -> ScenarioTranslation:
        """Return a copy with the state of a unit changed; a unit without translation stays new.

        Marking a unit as done drops the kept versions that conflicted with its translation.
        """
        if not unit.target:
            return self
        decided = (
            [each for each in self.kept_versions(unit) if each.why == CONFLICT]
            if state is TranslationState.DONE
            else ()
        )
        return self._without_kept(decided)._with_unit(replace(unit, state=state, previous=""))

    def kept_versions(self, unit: TranslationUnit) -> tuple[KeptTranslation, ...]:
        """Return the kept translations that may be for a unit.

        They are the other versions of its translation, or, if it has none, the translations of
        paragraphs of its text that no longer exist.
        """
        kept = [
            each
            for each in self.record.kept
            if each.language == self.target and each.field == unit.field
        ]
        versions = [each for each in kept if each.why == CONFLICT and _is_version_of(each, unit)]
        former = [each for each in kept if each.why == UNPLACED] if not unit.target else []
        return (*versions, *former)

    def _without_kept(self, kept: Collection[KeptTranslation]) -> ScenarioTranslation:
        return replace(self, record=self.record.without_kept_translations(kept)) if kept else self

    def _with_unit(self, unit: TranslationUnit) -> ScenarioTranslation:
        changed = with_translation_units(
            self.scenario, self.record, self.source, self.target, (unit,)
        )
        scenario, record = changed
        return replace(self, scenario=scenario, record=record)


def _is_version_of(kept: KeptTranslation, unit: TranslationUnit) -> bool:
    """Return whether a kept translation has the source of a unit, or nearly the same."""
    return kept.source in (unit.source, unit.previous) or _are_similar(
        kept.source[:_MAX_COMPARED_LENGTH], unit.source[:_MAX_COMPARED_LENGTH]
    )


@lru_cache(maxsize=1000)
def _are_similar(a: str, b: str) -> bool:
    """Return whether two sources are nearly the same; cached: it is called at every keystroke."""
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    return (
        matcher.real_quick_ratio() >= _MIN_SIMILARITY
        and matcher.quick_ratio() >= _MIN_SIMILARITY
        and matcher.ratio() >= _MIN_SIMILARITY
    )


@dataclass(frozen=True, slots=True)
class TranslationSearch:
    """A search in translations.

    Attributes:
        words: The words to find, literally.
        match_case: Whether the case of letters must match.
    """

    words: str
    match_case: bool = False

    def matches(self, unit: TranslationUnit) -> bool:
        """Return whether the translation of a unit contains the words."""
        return bool(self.words) and self._pattern.search(unit.target) is not None

    def replace_in(
        self, work: ScenarioTranslation, replacement: str, key: str = ""
    ) -> tuple[ScenarioTranslation, int]:
        """Return the translation with the words replaced, and the number of replacements.

        The states of the units do not change. A translation is never emptied.

        Args:
            work: The translation.
            replacement: The replacement text.
            key: The key of the only unit to change; "" for all units.
        """
        changed: list[TranslationUnit] = []
        replacements = 0
        for unit in work.units:
            if self.matches(unit) and key in ("", unit.key):
                target, count = self._pattern.subn(lambda _: replacement, unit.target)
                if target.strip():  # a replacement never empties a translation
                    changed.append(replace(unit, target=target.strip()))
                    replacements += count
        if not changed:
            return work, 0
        scenario, record = with_translation_units(
            work.scenario, work.record, work.source, work.target, changed
        )
        return replace(work, scenario=scenario, record=record), replacements

    @property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(re.escape(self.words), 0 if self.match_case else re.IGNORECASE)


def open_translation(
    scenario: Scenario, source: str, target: str, record: TextRecord
) -> ScenarioTranslation:
    """Return a scenario for translation from any of its languages.

    A record has its sources in the language that the scenario is normally translated from. For a
    different *source*, they are replaced by the corresponding paragraphs in that language.
    """
    own_source = source_language(scenario, record)
    return ScenarioTranslation(
        scenario, source, target, _with_sources_in(scenario, record, target, own_source, source)
    )


def record_to_save(translation: ScenarioTranslation, before: TextRecord) -> TextRecord:
    """Return the record to save for a translation, with sources in its original language.

    *before* is the previously saved record, which determines that language.
    """
    own_source = source_language(translation.scenario, before)
    return _with_sources_in(
        translation.scenario, translation.record, translation.target, translation.source, own_source
    )


def _with_sources_in(
    scenario: Scenario, record: TextRecord, target: str, old_language: str, new_language: str
) -> TextRecord:
    """Return a record with the sources of *target* converted to *new_language*."""
    if old_language == new_language:
        return record
    for field, marks in record.texts.get(target, {}).items():
        own_texts, other_texts = (
            _paragraphs(scenario, code, field) for code in (old_language, new_language)
        )
        if len(own_texts) == len(other_texts):
            pairs = dict(zip(own_texts, other_texts, strict=True))
            new_marks = [
                replace(mark, source=pairs.get(mark.source, mark.source)) for mark in marks
            ]
            record = record.with_marks(target, field, new_marks)
    return record


def _paragraphs(scenario: Scenario, code: str, field: str) -> Sequence[str]:
    if field != LABELS:
        return paragraphs_of(text_of(scenario, code, field))
    words = label_translations(scenario, code)
    return [words.get(label) or label for label in scenario.label_texts]


def next_unfinished_index(
    units: Sequence[TranslationUnit], start: int, direction: int = 1
) -> int | None:
    """Return the index of the next unit that is not done, wrapping around; None if all are done.

    Args:
        units: The units.
        start: The index to start after; -1 to start with the first unit.
        direction: 1 to search forwards, -1 to search backwards.
    """
    for step in range(1, len(units) + 1):
        next_index = (start + direction * step) % len(units)
        if units[next_index].state is not TranslationState.DONE:
            return next_index
    return None


def merge_records(ours: TextRecord, theirs: TextRecord, language: str) -> TextRecord:
    """Return a record with one language from *ours* and everything else from *theirs*.

    This is for two people who translate a scenario into different languages at the same time. The
    source language comes from *ours*. All translations that either record keeps for a decision are
    preserved.
    """
    texts = dict(theirs.texts)
    texts.pop(language, None)
    if language in ours.texts:
        texts[language] = ours.texts[language]
    sentences = dict(theirs.sentences)
    sentences.pop(language, None)
    if language in ours.sentences:
        sentences[language] = ours.sentences[language]
    kept_translations = tuple(dict.fromkeys((*theirs.kept, *ours.kept)))
    return replace(ours, texts=texts, sentences=sentences, kept=kept_translations)
