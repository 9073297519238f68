"""Translation units: titles, the paragraphs of other texts, and labels.

A unit is identified by its field and source text rather than its number, so that inserting,
removing or moving a paragraph does not affect the others. Sentences are not units, because
translators join and split them, and players read paragraphs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from m44core.model.edits.briefing_edits import TEXT_FIELDS, set_text, set_texts
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44core.translate.paragraphs import align_paragraphs, paragraphs_of, split_paragraphs
from m44core.translate.text_record import (
    EMPTY_RECORD,
    UNPLACED,
    KeptTranslation,
    TextRecord,
    TranslationMark,
    TranslationState,
)
from m44core.values import dataclass

LABELS = "labels"
"""The field of the labels on the board; equal labels are a single unit."""
FIELDS = (*TEXT_FIELDS, LABELS)
"""All fields that are translated."""
_LETTERS = 10  # characters of a digest; a scenario has a few dozen units


@dataclass(frozen=True, slots=True)
class TranslationUnit:
    """A paragraph to translate, with its translation.

    Attributes:
        field: The field of the scenario's texts: ``rules``.
        number: The number of the paragraph, from 1; 0 if the unit is the whole text, because its
            translation has a different number of paragraphs than the source.
        total: The total number of paragraphs in the source language.
        source: The source text.
        repeat: The number of the paragraph among identical paragraphs of the field, from 1.
        target: The translation; "" if there is none.
        state: The state of the translation.
        previous: The source at the time of translation if it has changed since; otherwise "".
    """

    field: str
    number: int
    total: int
    source: str
    repeat: int = 1
    target: str = ""
    state: TranslationState = TranslationState.NEW
    previous: str = ""

    @property
    def key(self) -> str:
        """The key of the unit in files: its field, a digest of its source and its repeat."""
        return translation_unit_key(self.field, self.source, self.repeat)

    @property
    def context(self) -> str:
        """The field, with a number if an earlier paragraph is equal: ``rules 2``."""
        return self.field if self.repeat == 1 else f"{self.field} {self.repeat}"


@dataclass(frozen=True, slots=True)
class OrphanedTranslation:
    """A translated paragraph whose source no longer exists.

    Attributes:
        field: The field of the scenario's texts.
        source: The former source.
        target: The translation, which is still in the text.
    """

    field: str
    source: str
    target: str


def translation_unit_key(field: str, source: str, repeat: int = 1) -> str:
    """Return the key of a translation unit in files: ``rules.1a2b3c4d5e``."""
    return f"{field}.{short_digest(source)}" + (f".{repeat}" if repeat > 1 else "")


def short_digest(text: str) -> str:
    """Return a short hexadecimal digest of a text, the same on every machine."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_LETTERS]


def translation_units_of(
    scenario: Scenario, source: str, target: str, record: TextRecord = EMPTY_RECORD
) -> tuple[TranslationUnit, ...]:
    """Return the translation units of a scenario: its texts field by field, then its labels.

    Args:
        scenario: The scenario.
        source: The language its texts are translated from.
        target: The language they are translated to, which need not have texts yet.
        record: The record of its translations.
    """
    text_units = (
        unit
        for field in TEXT_FIELDS
        for unit in _field_units(scenario, source, target, field, record)
    )
    return (*text_units, *_labels(scenario, source, target, record))


def orphaned_translations(
    scenario: Scenario, source: str, target: str, record: TextRecord = EMPTY_RECORD
) -> tuple[OrphanedTranslation, ...]:
    """Return the translated paragraphs and labels whose source no longer exists."""
    paragraphs = (
        OrphanedTranslation(field, mark.source, translation)
        for field in TEXT_FIELDS
        for mark, translation in _orphaned_paragraphs(scenario, source, target, field, record)
    )
    labels = label_translations(scenario, target).items()
    orphaned_labels = (
        OrphanedTranslation(LABELS, label, translation)
        for label, translation in labels
        if label not in scenario.label_texts
    )
    return (*paragraphs, *orphaned_labels)


def text_of(scenario: Scenario, language: str, field: str) -> str:
    """Return a text of a scenario in a language, by its field; "" if there is none."""
    texts = scenario.texts.get(language)
    return (getattr(texts, field) if texts else None) or ""


def label_translations(scenario: Scenario, language: str) -> Mapping[str, str]:
    """Return the existing translations of labels into a language, keyed by label."""
    texts = scenario.texts.get(language)
    return texts.labels if texts else {}


def _labels(
    scenario: Scenario, source: str, target: str, record: TextRecord
) -> Iterator[TranslationUnit]:
    """Yield the units of the distinct labels on the board, row by row."""
    sources, translations = (
        label_translations(scenario, source),
        label_translations(scenario, target),
    )
    marks = {mark.source: mark.state for mark in record.marks_of(target, LABELS)}
    occurrences: Counter[str] = Counter()
    for number, label in enumerate(scenario.label_texts, 1):
        text, translation = sources.get(label) or label, translations.get(label, "")
        occurrences[text] += 1
        state = marks.get(text, TranslationState.DONE) if translation else TranslationState.NEW
        yield TranslationUnit(
            LABELS, number, len(scenario.label_texts), text, occurrences[text], translation, state
        )


def _field_units(
    scenario: Scenario, source: str, target: str, field: str, record: TextRecord
) -> Iterator[TranslationUnit]:
    sources = paragraphs_of(text_of(scenario, source, field))
    translations = paragraphs_of(text_of(scenario, target, field))
    if not sources:
        return
    marks = record.marks_of(target, field)
    if translations and not is_translated_by_paragraph(sources, translations, marks):
        yield _whole_text_unit(field, sources, translations, marks)
        return
    occurrences: Counter[str] = Counter()
    for number, (text, index) in enumerate(
        zip(sources, _translation_indexes(sources, translations, marks), strict=True), 1
    ):
        occurrences[text] += 1
        unit = TranslationUnit(field, number, len(sources), text, occurrences[text])
        known_translation = index is not None and _with_translation(
            unit, translations[index], _mark_at(marks, translations, index, text)
        )
        yield known_translation or unit


def _with_translation(
    unit: TranslationUnit, translation: str, mark: TranslationMark
) -> TranslationUnit:
    if not _is_translation(mark, translation):
        return unit
    previous = "" if mark.source == unit.source else mark.source
    state = TranslationState.DRAFT if mark.state is TranslationState.NEW else mark.state
    state = TranslationState.STALE if previous else state
    return replace(unit, target=translation, state=state, previous=previous)


def _whole_text_unit(
    field: str,
    sources: Sequence[str],
    translations: Sequence[str],
    marks: Sequence[TranslationMark],
) -> TranslationUnit:
    """Return the only unit of a text that is not translated paragraph by paragraph."""
    source, target = "\n".join(sources), "\n".join(translations)
    previous_source = "\n".join(mark.source for mark in marks) or source
    has_draft = any(mark.state is not TranslationState.DONE for mark in marks)
    state = (
        TranslationState.STALE
        if previous_source != source
        else TranslationState.DRAFT
        if has_draft
        else TranslationState.DONE
    )
    return TranslationUnit(
        field,
        0,
        len(sources),
        source,
        1,
        target,
        state,
        "" if previous_source == source else previous_source,
    )


def is_translated_by_paragraph(
    sources: Sequence[str], translations: Sequence[str], marks: Sequence[TranslationMark]
) -> bool:
    """Return whether each paragraph of a translation corresponds to a paragraph of the source."""
    if _has_mark_for_each(marks, translations):
        return True
    is_source_unchanged = not marks or "\n".join(mark.source for mark in marks) == "\n".join(
        sources
    )
    return len(translations) == len(sources) and is_source_unchanged


def _has_mark_for_each(marks: Sequence[TranslationMark], translations: Sequence[str]) -> bool:
    """Return whether there is a mark for each paragraph of a translation."""
    is_whole_text = len(marks) == 1 and "\n" in marks[0].source
    return len(marks) == len(translations) and not is_whole_text


def _mark_at(
    marks: Sequence[TranslationMark], translations: Sequence[str], index: int, source: str
) -> TranslationMark:
    """Return the mark of a translated paragraph; without one, a mark with the given source."""
    if _has_mark_for_each(marks, translations):
        return marks[index]
    has_draft = any(mark.state is not TranslationState.DONE for mark in marks)
    return TranslationMark(source, TranslationState.DRAFT if has_draft else TranslationState.DONE)


def _translation_indexes(
    sources: Sequence[str], translations: Sequence[str], marks: Sequence[TranslationMark]
) -> list[int | None]:
    """Return the index of the translation of each source paragraph, or None."""
    if not translations:
        return [None] * len(sources)
    if not _has_mark_for_each(marks, translations):
        return list(range(len(sources)))
    translated = [n for n, mark in enumerate(marks) if _is_translation(mark, translations[n])]
    pairs = align_paragraphs([marks[number].source for number in translated], sources)
    if len(sources) == len(marks):
        equal_count = sum(marks[translated[a]].source == sources[b] for a, b in pairs)
        if sum(marks[number].source == sources[number] for number in translated) >= equal_count:
            return [number if number in translated else None for number in range(len(sources))]
    indexes: list[int | None] = [None] * len(sources)
    for before, after in pairs:
        indexes[after] = translated[before]
    return indexes


def _is_translation(mark: TranslationMark, translation: str) -> bool:
    """Return whether a paragraph is a translation rather than the untranslated source."""
    return mark.state is not TranslationState.NEW or translation != mark.source


def _orphaned_paragraphs(
    scenario: Scenario, source: str, target: str, field: str, record: TextRecord
) -> Iterator[tuple[TranslationMark, str]]:
    sources = paragraphs_of(text_of(scenario, source, field))
    translations = paragraphs_of(text_of(scenario, target, field))
    marks = record.marks_of(target, field)
    if not marks or not _has_mark_for_each(marks, translations):
        return
    taken_indexes = {
        index for index in _translation_indexes(sources, translations, marks) if index is not None
    }
    for index, (mark, text) in enumerate(zip(marks, translations, strict=True)):
        if index not in taken_indexes and _is_translation(mark, text):
            yield mark, text


def with_translation_units(
    scenario: Scenario,
    record: TextRecord,
    source: str,
    target: str,
    changed: Iterable[TranslationUnit],
) -> tuple[Scenario, TextRecord]:
    """Return the scenario with changed translations, and its updated record.

    An untranslated paragraph appears in the source language, because players need every rule, but a
    text without any translated paragraph is left out. Translations whose source no longer exists
    are kept in the record.

    Args:
        scenario: The scenario.
        record: The record of its translations.
        source: The source language.
        target: The target language.
        changed: Units from :func:`translation_units_of` with changed targets or states.
    """
    changed_units = {unit.key: unit for unit in changed}
    units = [
        changed_units.get(unit.key, unit)
        for unit in translation_units_of(scenario, source, target, record)
    ]
    fields = dict.fromkeys(unit.field for unit in units if unit.key in changed_units)
    orphaned = [
        each
        for each in orphaned_translations(scenario, source, target, record)
        if each.field in fields
    ]
    for field in fields:
        field_units = [unit for unit in units if unit.field == field]
        update = _with_labels if field == LABELS else _with_field
        scenario, record = update(scenario, record, source, target, field_units)
    kept_translations = (
        KeptTranslation(target, each.field, each.source, each.target, UNPLACED) for each in orphaned
    )
    return scenario, record.with_kept_translations(*kept_translations)


def _with_field(
    scenario: Scenario,
    record: TextRecord,
    source: str,
    target: str,
    units: Sequence[TranslationUnit],
) -> tuple[Scenario, TextRecord]:
    field = units[0].field
    source_text = text_of(scenario, source, field)
    before = text_of(scenario, target, field)
    if units[0].number == 0:  # the whole text is one unit
        after = join_in_layout(before, source_text, units[0].target.split("\n"))
    else:
        after = join_in_layout(before, source_text, [unit.target or unit.source for unit in units])
    if not any(unit.target for unit in units):
        after = ""
    marks = [_mark_of_unit(unit) for unit in units] if after else []
    if after != before:
        scenario = set_text(scenario, target, field, after or None)
    return scenario, record.with_marks(target, field, marks)


def _with_labels(
    scenario: Scenario, record: TextRecord, _: str, target: str, units: Sequence[TranslationUnit]
) -> tuple[Scenario, TextRecord]:
    """Return scenario and record with the translations of the labels, without empty ones."""
    pairs = zip(scenario.label_texts, units, strict=True)
    words = {label: unit.target for label, unit in pairs if unit.target}
    marks = [replace(_mark_of_unit(unit), source=unit.source) for unit in units if unit.target]
    if words != label_translations(scenario, target):
        texts = scenario.texts.get(target, Texts())
        scenario = set_texts(scenario, target, replace(texts, labels=words))
    return scenario, record.with_marks(target, LABELS, marks)


def _mark_of_unit(unit: TranslationUnit) -> TranslationMark:
    state = TranslationState.DRAFT if unit.state is TranslationState.STALE else unit.state
    return TranslationMark(
        unit.previous or unit.source, state if unit.target else TranslationState.NEW
    )


def join_in_layout(before: str, source: str, paragraphs: Sequence[str]) -> str:
    """Join paragraphs in the layout of the previous text, or else of the source.

    If neither has the same number of paragraphs, each becomes a line.
    """
    parts = [part for text in paragraphs for part in paragraphs_of(text)]
    for model in (before, source):
        layout = split_paragraphs(model)
        if len(layout.paragraphs) == len(parts):
            return layout.with_paragraphs(parts)
    return "\n".join(parts)
