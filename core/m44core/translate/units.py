"""The units of a translation: titles, and the other texts paragraph by paragraph.

A unit is known by its field and by what it says in the source language, not by its number, so that
a paragraph put in, taken out or moved leaves those around it as they are. Sentences are no units:
a translator joins and splits them, and players read paragraphs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from m44core.model.edits.briefing_edits import TEXT_FIELDS
from m44core.model.scenario import Scenario
from m44core.translate.alignment import aligned
from m44core.translate.paragraphs import paragraphs_of
from m44core.translate.record import NO_RECORD, Record, Translated
from m44core.translate.states import State
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
    state: State = State.NEW
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
class LeftOver:
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
    scenario: Scenario, source: str, target: str, record: Record = NO_RECORD
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


def left_over(
    scenario: Scenario, source: str, target: str, record: Record = NO_RECORD
) -> tuple[LeftOver, ...]:
    """Return translated paragraphs whose source was taken out since."""
    of_texts = (
        LeftOver(field, was.source, said)
        for field in TEXT_FIELDS
        for was, said in _left(scenario, source, target, field, record)
    )
    labels = words_of_labels(scenario, target).items()
    gone = (LeftOver(LABELS, label, said) for label, said in labels if label not in scenario.named)
    return (*of_texts, *gone)


def text_of(scenario: Scenario, language: str, field: str) -> str:
    """Return a text of a scenario; empty where it has none."""
    texts = scenario.texts.get(language)
    return (getattr(texts, field) if texts else None) or ""


def words_of_labels(scenario: Scenario, language: str) -> Mapping[str, str]:
    """Return what labels are called in a language; those it has no words for are left out."""
    texts = scenario.texts.get(language)
    return texts.labels if texts else {}


def _labels(scenario: Scenario, source: str, target: str, record: Record) -> Iterator[Unit]:
    """Yield what is written on the board, each label once, row by row."""
    said, theirs = words_of_labels(scenario, source), words_of_labels(scenario, target)
    marks = {mark.source: mark.state for mark in record.of(target, LABELS)}
    seen: Counter[str] = Counter()
    for number, label in enumerate(scenario.named, 1):
        text, translated = said.get(label) or label, theirs.get(label, "")
        seen[text] += 1
        state = marks.get(text, State.DONE) if translated else State.NEW
        yield Unit(LABELS, number, len(scenario.named), text, seen[text], translated, state)


def _units(
    scenario: Scenario, source: str, target: str, field: str, record: Record
) -> Iterator[Unit]:
    said = paragraphs_of(text_of(scenario, source, field))
    theirs = paragraphs_of(text_of(scenario, target, field))
    if not said:
        return
    marks = record.of(target, field)
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


def _translated(unit: Unit, said: str, mark: Translated) -> Unit:
    if not _says_more(mark, said):
        return unit
    previous = "" if mark.source == unit.source else mark.source
    state = State.DRAFT if mark.state is State.NEW else mark.state
    state = State.STALE if previous else state
    return replace(unit, target=said, state=state, previous=previous)


def _whole(
    field: str, said: Sequence[str], theirs: Sequence[str], marks: Sequence[Translated]
) -> Unit:
    """Return the one unit of a text that is not translated paragraph by paragraph."""
    source, target = "\n".join(said), "\n".join(theirs)
    was = "\n".join(mark.source for mark in marks) or source
    drafted = any(mark.state is not State.DONE for mark in marks)
    state = State.STALE if was != source else State.DRAFT if drafted else State.DONE
    return Unit(field, 0, len(said), source, 1, target, state, "" if was == source else was)


def is_by_paragraph(
    said: Sequence[str], theirs: Sequence[str], marks: Sequence[Translated]
) -> bool:
    """Tell whether each paragraph of a translation is that of one of the source."""
    if _fits(marks, theirs):
        return True
    unchanged = not marks or "\n".join(mark.source for mark in marks) == "\n".join(said)
    return len(theirs) == len(said) and unchanged


def _fits(marks: Sequence[Translated], theirs: Sequence[str]) -> bool:
    """Tell whether there is a mark for each paragraph of a translation."""
    whole = len(marks) == 1 and "\n" in marks[0].source
    return len(marks) == len(theirs) and not whole


def _mark(
    marks: Sequence[Translated], theirs: Sequence[str], place: int, source: str
) -> Translated:
    """Return what is known of a translated paragraph; that it is done, where nothing is."""
    if _fits(marks, theirs):
        return marks[place]
    drafted = any(mark.state is not State.DONE for mark in marks)
    return Translated(source, State.DRAFT if drafted else State.DONE)


def _places(
    said: Sequence[str], theirs: Sequence[str], marks: Sequence[Translated]
) -> list[int | None]:
    """Return for each paragraph of the source where its translation stands, if there is one."""
    if not theirs:
        return [None] * len(said)
    if not _fits(marks, theirs):
        return list(range(len(said)))
    translated = [n for n, mark in enumerate(marks) if _says_more(mark, theirs[n])]
    pairs = aligned([marks[number].source for number in translated], said)
    if len(said) == len(marks):
        equal = sum(marks[translated[a]].source == said[b] for a, b in pairs)
        if sum(marks[number].source == said[number] for number in translated) >= equal:
            return [number if number in translated else None for number in range(len(said))]
    places: list[int | None] = [None] * len(said)
    for before, now in pairs:
        places[now] = translated[before]
    return places


def _says_more(mark: Translated, said: str) -> bool:
    """Tell whether a paragraph is a translation, and not its source in want of one."""
    return mark.state is not State.NEW or said != mark.source


def _left(
    scenario: Scenario, source: str, target: str, field: str, record: Record
) -> Iterator[tuple[Translated, str]]:
    said = paragraphs_of(text_of(scenario, source, field))
    theirs = paragraphs_of(text_of(scenario, target, field))
    marks = record.of(target, field)
    if not marks or not _fits(marks, theirs):
        return
    taken = {place for place in _places(said, theirs, marks) if place is not None}
    for place, (mark, text) in enumerate(zip(marks, theirs, strict=True)):
        if place not in taken and _says_more(mark, text):
            yield mark, text
