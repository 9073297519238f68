"""The units of a translation: titles, and the other texts paragraph by paragraph.

A unit is known by its field and by what it says in the source language, not by its number, so that
a paragraph put in, taken out or moved leaves those around it as they are. Sentences are no units:
a translator joins and splits them, and players read paragraphs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from m44core.model.edits.briefing_edits import TEXT_FIELDS, set_text, set_texts
from m44core.model.parts import Texts
from m44core.model.scenario import Scenario
from m44core.translate.paragraphs import align_paragraphs, paragraphs_of, split_paragraphs
from m44core.translate.record import (
    EMPTY_RECORD,
    UNPLACED,
    KeptTranslation,
    Record,
    TranslationMark,
    UnitState,
)
from m44core.values import dataclass

LABELS = "labels"
"""The field of what is written on the board: a unit is one label, wherever it stands."""
FIELDS = (*TEXT_FIELDS, LABELS)
"""All fields that are translated."""
_LETTERS = 10  # of a digest; a scenario has a few dozen units


@dataclass(frozen=True, slots=True)
class Unit:
    """A paragraph to be translated, and what there is of its translation.

    Attributes:
        field: The text it is of: ``rules``.
        number: Which of its paragraphs, from 1; 0 for the whole text, where the translation has
            another number of paragraphs than the source.
        of: How many paragraphs the text has in the source language.
        source: What it says there.
        repeat: Which of the paragraphs of the field that say the same, from 1.
        target: Its translation; empty where there is none.
        state: How far it is.
        previous: What the source said when it was translated, where that was something else.
    """

    field: str
    number: int
    of: int
    source: str
    repeat: int = 1
    target: str = ""
    state: UnitState = UnitState.NEW
    previous: str = ""

    @property
    def key(self) -> str:
        """What the unit is called in files: its field and a digest of its source."""
        return key_of(self.field, self.source, self.repeat)

    @property
    def context(self) -> str:
        """Its field, with a number where it says what another paragraph says: ``rules 2``."""
        return self.field if self.repeat == 1 else f"{self.field} {self.repeat}"


@dataclass(frozen=True, slots=True)
class OrphanedTranslation:
    """A translated paragraph whose source is no longer there.

    Attributes:
        field: The text it is of.
        source: What the source said.
        target: Its translation, which still stands in the text.
    """

    field: str
    source: str
    target: str


def key_of(field: str, source: str, repeat: int = 1) -> str:
    """Return what a unit is called in files."""
    return f"{field}.{digest(source)}" + (f".{repeat}" if repeat > 1 else "")


def digest(text: str) -> str:
    """Return a short digest of a text; the same wherever and whenever it is made."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_LETTERS]


def units_of(
    scenario: Scenario, source: str, target: str, record: Record = EMPTY_RECORD
) -> tuple[Unit, ...]:
    """Return the units of a scenario, field by field in the order of its file.

    Args:
        scenario: The scenario.
        source: The language its texts are translated from.
        target: The language they are translated to; it need not have any text yet.
        record: What is known of its translations.
    """
    of_texts = (
        unit for field in TEXT_FIELDS for unit in _units(scenario, source, target, field, record)
    )
    return (*of_texts, *_labels(scenario, source, target, record))


def orphaned_translations(
    scenario: Scenario, source: str, target: str, record: Record = EMPTY_RECORD
) -> tuple[OrphanedTranslation, ...]:
    """Return translated paragraphs whose source was taken out since."""
    of_texts = (
        OrphanedTranslation(field, was.source, said)
        for field in TEXT_FIELDS
        for was, said in _left(scenario, source, target, field, record)
    )
    labels = label_translations(scenario, target).items()
    gone = (
        OrphanedTranslation(LABELS, label, said)
        for label, said in labels
        if label not in scenario.label_texts
    )
    return (*of_texts, *gone)


def text_of(scenario: Scenario, language: str, field: str) -> str:
    """Return a text of a scenario; empty where it has none."""
    texts = scenario.texts.get(language)
    return (getattr(texts, field) if texts else None) or ""


def label_translations(scenario: Scenario, language: str) -> Mapping[str, str]:
    """Return what labels are called in a language; those it has no words for are left out."""
    texts = scenario.texts.get(language)
    return texts.labels if texts else {}


def _labels(scenario: Scenario, source: str, target: str, record: Record) -> Iterator[Unit]:
    """Yield what is written on the board, each label once, row by row."""
    said, theirs = label_translations(scenario, source), label_translations(scenario, target)
    marks = {mark.source: mark.state for mark in record.marks_of(target, LABELS)}
    seen: Counter[str] = Counter()
    for number, label in enumerate(scenario.label_texts, 1):
        text, translated = said.get(label) or label, theirs.get(label, "")
        seen[text] += 1
        state = marks.get(text, UnitState.DONE) if translated else UnitState.NEW
        yield Unit(LABELS, number, len(scenario.label_texts), text, seen[text], translated, state)


def _units(
    scenario: Scenario, source: str, target: str, field: str, record: Record
) -> Iterator[Unit]:
    said = paragraphs_of(text_of(scenario, source, field))
    theirs = paragraphs_of(text_of(scenario, target, field))
    if not said:
        return
    marks = record.marks_of(target, field)
    if theirs and not is_by_paragraph(said, theirs, marks):
        yield _whole(field, said, theirs, marks)
        return
    seen: Counter[str] = Counter()
    for number, (text, place) in enumerate(zip(said, _places(said, theirs, marks), strict=True), 1):
        seen[text] += 1
        unit = Unit(field, number, len(said), text, seen[text])
        known = place is not None and _translated(
            unit, theirs[place], _mark(marks, theirs, place, text)
        )
        yield known or unit


def _translated(unit: Unit, said: str, mark: TranslationMark) -> Unit:
    if not _says_more(mark, said):
        return unit
    previous = "" if mark.source == unit.source else mark.source
    state = UnitState.DRAFT if mark.state is UnitState.NEW else mark.state
    state = UnitState.STALE if previous else state
    return replace(unit, target=said, state=state, previous=previous)


def _whole(
    field: str, said: Sequence[str], theirs: Sequence[str], marks: Sequence[TranslationMark]
) -> Unit:
    """Return the one unit of a text that is not translated paragraph by paragraph."""
    source, target = "\n".join(said), "\n".join(theirs)
    was = "\n".join(mark.source for mark in marks) or source
    drafted = any(mark.state is not UnitState.DONE for mark in marks)
    state = UnitState.STALE if was != source else UnitState.DRAFT if drafted else UnitState.DONE
    return Unit(field, 0, len(said), source, 1, target, state, "" if was == source else was)


def is_by_paragraph(
    said: Sequence[str], theirs: Sequence[str], marks: Sequence[TranslationMark]
) -> bool:
    """Tell whether each paragraph of a translation is that of one of the source."""
    if _fits(marks, theirs):
        return True
    unchanged = not marks or "\n".join(mark.source for mark in marks) == "\n".join(said)
    return len(theirs) == len(said) and unchanged


def _fits(marks: Sequence[TranslationMark], theirs: Sequence[str]) -> bool:
    """Tell whether there is a mark for each paragraph of a translation."""
    whole = len(marks) == 1 and "\n" in marks[0].source
    return len(marks) == len(theirs) and not whole


def _mark(
    marks: Sequence[TranslationMark], theirs: Sequence[str], place: int, source: str
) -> TranslationMark:
    """Return what is known of a translated paragraph; that it is done, where nothing is."""
    if _fits(marks, theirs):
        return marks[place]
    drafted = any(mark.state is not UnitState.DONE for mark in marks)
    return TranslationMark(source, UnitState.DRAFT if drafted else UnitState.DONE)


def _places(
    said: Sequence[str], theirs: Sequence[str], marks: Sequence[TranslationMark]
) -> list[int | None]:
    """Return for each paragraph of the source where its translation stands, if there is one."""
    if not theirs:
        return [None] * len(said)
    if not _fits(marks, theirs):
        return list(range(len(said)))
    translated = [n for n, mark in enumerate(marks) if _says_more(mark, theirs[n])]
    pairs = align_paragraphs([marks[number].source for number in translated], said)
    if len(said) == len(marks):
        equal = sum(marks[translated[a]].source == said[b] for a, b in pairs)
        if sum(marks[number].source == said[number] for number in translated) >= equal:
            return [number if number in translated else None for number in range(len(said))]
    places: list[int | None] = [None] * len(said)
    for before, now in pairs:
        places[now] = translated[before]
    return places


def _says_more(mark: TranslationMark, said: str) -> bool:
    """Tell whether a paragraph is a translation, and not its source in want of one."""
    return mark.state is not UnitState.NEW or said != mark.source


def _left(
    scenario: Scenario, source: str, target: str, field: str, record: Record
) -> Iterator[tuple[TranslationMark, str]]:
    said = paragraphs_of(text_of(scenario, source, field))
    theirs = paragraphs_of(text_of(scenario, target, field))
    marks = record.marks_of(target, field)
    if not marks or not _fits(marks, theirs):
        return
    taken = {place for place in _places(said, theirs, marks) if place is not None}
    for place, (mark, text) in enumerate(zip(marks, theirs, strict=True)):
        if place not in taken and _says_more(mark, text):
            yield mark, text


def with_units(
    scenario: Scenario, record: Record, source: str, target: str, changed: Iterable[Unit]
) -> tuple[Scenario, Record]:
    """Return the scenario with other translations, and the record that goes with it.

    A paragraph that has no translation yet stands in its text as the source has it, for players
    need every rule; a text none of whose paragraphs is translated is left out. What was
    translated from paragraphs that are no longer there is kept in the record.

    Args:
        scenario: The scenario.
        record: What is known of its translations.
        source: The language of what is translated.
        target: The language of the translations.
        changed: Units of :func:`units_of` with other targets or states.
    """
    new = {unit.key: unit for unit in changed}
    units = [new.get(unit.key, unit) for unit in units_of(scenario, source, target, record)]
    fields = dict.fromkeys(unit.field for unit in units if unit.key in new)
    gone = [
        each
        for each in orphaned_translations(scenario, source, target, record)
        if each.field in fields
    ]
    for field in fields:
        of_field = [unit for unit in units if unit.field == field]
        put = _with_labels if field == LABELS else _with_field
        scenario, record = put(scenario, record, source, target, of_field)
    kept = (
        KeptTranslation(target, each.field, each.source, each.target, UNPLACED) for each in gone
    )
    return scenario, record.with_kept(*kept)


def _with_field(
    scenario: Scenario, record: Record, source: str, target: str, units: Sequence[Unit]
) -> tuple[Scenario, Record]:
    field = units[0].field
    said = text_of(scenario, source, field)
    before = text_of(scenario, target, field)
    if units[0].number == 0:  # the text as a whole
        after = lay_out_like(before, said, units[0].target.split("\n"))
    else:
        after = lay_out_like(before, said, [unit.target or unit.source for unit in units])
    if not any(unit.target for unit in units):
        after = ""
    marks = [_mark_of_unit(unit) for unit in units] if after else []
    if after != before:
        scenario = set_text(scenario, target, field, after or None)
    return scenario, record.with_marks(target, field, marks)


def _with_labels(
    scenario: Scenario, record: Record, _: str, target: str, units: Sequence[Unit]
) -> tuple[Scenario, Record]:
    """Return them with what labels are called; those without words there are left out."""
    pairs = zip(scenario.label_texts, units, strict=True)
    words = {label: unit.target for label, unit in pairs if unit.target}
    marks = [TranslationMark(unit.source, unit.state) for unit in units if unit.target]
    if words != label_translations(scenario, target):
        texts = scenario.texts.get(target, Texts())
        scenario = set_texts(scenario, target, replace(texts, labels=words))
    return scenario, record.with_marks(target, LABELS, marks)


def _mark_of_unit(unit: Unit) -> TranslationMark:
    state = UnitState.DRAFT if unit.state is UnitState.STALE else unit.state
    return TranslationMark(unit.previous or unit.source, state if unit.target else UnitState.NEW)


def lay_out_like(before: str, source: str, paragraphs: Sequence[str]) -> str:
    """Return paragraphs as a text: laid out as the one before, else as the source, else plainly."""
    said = [part for text in paragraphs for part in paragraphs_of(text)]
    for model in (before, source):
        layout = split_paragraphs(model)
        if len(layout.paragraphs) == len(said):
            return layout.with_paragraphs(said)
    return "\n".join(said)
