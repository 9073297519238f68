"""What goes to a translator and comes back, in no file format yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from m44core.errors import NotationError
from m44core.model.parts import label_of
from m44core.model.scenario import Scenario
from m44core.translate.record import Record, UnitState
from m44core.translate.translation_units import LABELS, Unit, digest, key_of, units_of
from m44core.values import dataclass

_HEX = re.compile(r"(?<!\w)[A-Za-z]\d{1,2}(?!\w)")
_TITLES = ("name", "subtitle")
NO_BASE = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One text for a translator.

    Attributes:
        field: The text of the scenario it is of.
        source: What is to be translated.
        repeat: Which of the paragraphs of the field that say the same, from 1.
        target: Its translation; empty where there is none.
        state: How far it is.
        previous: What the source said when it was translated, where that was something else.
        base: What :func:`base_of` said of the translation in the scenario when the entry was
            written, which tells who changed it since; empty where nobody knows.
        notes: What a translator should know, in English.
        comment: What a translator noted.
        line: Where it stands in its file; 0 where it comes from none.
        left_out: Codes in its translation that stand for no text: ``ph 3``.
    """

    field: str
    source: str
    repeat: int = 1
    target: str = ""
    state: UnitState = UnitState.NEW
    previous: str = ""
    base: str = NO_BASE
    notes: tuple[str, ...] = ()
    comment: str = ""
    line: int = 0
    left_out: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What its unit is called."""
        return key_of(self.field, self.source, self.repeat)

    @property
    def is_pending(self) -> bool:
        """Whether a translator has changed it, or how far it is, since it was written."""
        return bool(self.base and self.target) and base_of(self.target, self.state) != self.base


@dataclass(frozen=True, slots=True)
class TranslationCatalogue:
    """The texts of a scenario for a translator.

    Attributes:
        scenario: The name of its file.
        title: What the scenario is called.
        source: The language of the sources.
        target: That of the translations; empty in a template.
        entries: The texts, in the order of the scenario.
        kept: Translations whose sources are no longer there.
        language_line: Where its file names the language; 0 where it comes from none.
    """

    scenario: str
    title: str
    source: str
    target: str
    entries: tuple[Entry, ...]
    kept: tuple[Entry, ...] = ()
    language_line: int = 0


def base_of(target: str, state: UnitState) -> str:
    """Return a digest of a translation and how far it is: ``1a2b3c4d5e draft``."""
    return f"{digest(target)} {state}"


def catalogue_of(
    scenario: Scenario, record: Record, name: str, source: str, target: str
) -> TranslationCatalogue:
    """Return the texts of a scenario for a translator.

    Args:
        scenario: The scenario.
        record: What is known of its translations.
        name: The name of its file.
        source: The language to translate from.
        target: The language to translate to; empty for a template without translations.
    """
    units = units_of(scenario, source, target, record)
    entries = tuple(_entry(scenario, unit) for unit in units)
    kept = tuple(
        Entry(each.field, each.source, target=each.target, state=UnitState.DRAFT)
        for each in record.kept
        if each.language == target
    )
    return TranslationCatalogue(name, scenario.title, source, target, entries, kept)


def _entry(scenario: Scenario, unit: Unit) -> Entry:
    return Entry(
        unit.field,
        unit.source,
        unit.repeat,
        unit.target,
        unit.state,
        unit.previous,
        base_of(unit.target, unit.state),
        tuple(_notes(scenario, unit)),
    )


def _notes(scenario: Scenario, unit: Unit) -> Iterator[str]:
    """Yield what a translator should know: the field, its paragraph, its length, its hexes."""
    label = unit.field == LABELS
    title = unit.field in _TITLES or label
    one = label or unit.of == 1 or not unit.number
    part = "" if one else f", paragraph {unit.number} of {unit.of}"
    whole = ", the whole text" if unit.of > 1 and not unit.number else ""
    yield f"{unit.field}{part}{whole}; {len(unit.source)} characters" + (
        ", one line" if title else ""
    )
    hexes = list(_places(scenario, unit) if label else dict.fromkeys(_hexes(scenario, unit.source)))
    if hexes:
        yield f"hexes: {', '.join(hexes)}"


def _places(scenario: Scenario, unit: Unit) -> Iterator[str]:
    """Yield the hexes a label is written on."""
    written = scenario.label_texts[unit.number - 1]
    for hex_, lines in scenario.labels.items():
        if label_of(lines) == written:
            yield scenario.board.name(hex_)


def _hexes(scenario: Scenario, text: str) -> Iterable[str]:
    """Yield the hexes of the board that a text names, each with what is written on it."""
    for name in _HEX.findall(text):
        with suppress(NotationError):
            label = " ".join(scenario.labels.get(scenario.board.hex(name), ()))
            yield f"{name} ({label})" if label else name


def update_catalogue(new: TranslationCatalogue, old: TranslationCatalogue) -> TranslationCatalogue:
    """Return a catalogue as it is to be written over an old one.

    What a translator changed there and nobody has taken over stays, with the translator's notes;
    where its source is gone by now it stays among what is kept.
    """
    before = {entry.key: entry for entry in old.entries}
    entries = tuple(_updated(entry, before.get(entry.key)) for entry in new.entries)
    have = {entry.key for entry in entries}
    gone = tuple(entry for entry in old.entries if entry.is_pending and entry.key not in have)
    known = {(entry.field, entry.source, entry.target) for entry in (*new.kept, *gone)}
    others = (e for e in old.kept if (e.field, e.source, e.target) not in known)
    return replace(new, entries=entries, kept=(*new.kept, *gone, *others))


def _updated(entry: Entry, old: Entry | None) -> Entry:
    if old is None:
        return entry
    if not old.is_pending:
        return replace(entry, comment=old.comment)
    pending = replace(old, notes=entry.notes, line=0)
    return entry if (old.target, old.state) == (entry.target, entry.state) else pending
