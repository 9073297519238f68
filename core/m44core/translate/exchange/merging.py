"""Taking over what translators sent back: what changes, what does not fit, what two people changed.

Nothing is lost: a translation that is not taken into a text is kept in the record of the scenario.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from enum import StrEnum

from m44core.model.scenario import Scenario
from m44core.translate.exchange.catalogue import Catalogue, Entry, base_of
from m44core.translate.placeholders import Unlike, unlike
from m44core.translate.record import CONFLICT, UNPLACED, Kept, Record
from m44core.translate.states import State
from m44core.translate.units import Unit, digest, units_of
from m44core.translate.writing import with_units
from m44core.values import dataclass

_ALIKE = 0.6  # what two paragraphs must have in common to be one that was changed
_COMPARED = 1000  # letters of a paragraph


class Fate(StrEnum):
    """What became of a text that a translator sent back."""

    TAKEN = "taken"  # it stands in the scenario now
    STALE = "stale"  # it does, though the source says something else now
    CONFLICT = "conflict"  # somebody else changed it, too
    UNPLACED = "unplaced"  # the scenario no longer has what it translates
    REFUSED = "refused"  # it has lost placeholders, or has too many


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one text.

    Attributes:
        fate: What.
        entry: The text as it was sent.
        ours: The translation that stood in the scenario; empty where there was none.
        unlike: What is wrong with its placeholders, where it was refused.
    """

    fate: Fate
    entry: Entry
    ours: str = ""
    unlike: Unlike = Unlike((), ())


@dataclass(frozen=True, slots=True)
class Merged:
    """A scenario with what a translator sent back.

    Attributes:
        scenario: The scenario.
        record: What is known of its translations now.
        outcomes: What became of each text that is not what the scenario had, in the order of the
            file.
    """

    scenario: Scenario
    record: Record
    outcomes: tuple[Outcome, ...]


def merged(
    scenario: Scenario,
    record: Record,
    catalogue: Catalogue,
    source: str,
    target: str,
    *,
    theirs: bool = False,
) -> Merged:
    """Return the scenario with the translations of a catalogue.

    Args:
        scenario: The scenario.
        record: What is known of its translations.
        catalogue: What came back.
        source: The language it was translated from.
        target: The language of its translations.
        theirs: Whether the catalogue's text is taken where both were changed; the scenario's is
            kept in the record then, else the catalogue's is.
    """
    units = {unit.key: unit for unit in units_of(scenario, source, target, record)}
    outcomes: list[Outcome] = []
    changed: dict[str, Unit] = {}
    kept: list[Kept] = []
    for entry in catalogue.entries:
        if not entry.target.strip():
            continue
        outcome, unit = _judged(entry, ChainMap(changed, units), catalogue, changed)
        if outcome is None:
            continue
        outcomes.append(outcome)
        takes = outcome.fate in (Fate.TAKEN, Fate.STALE) or (
            outcome.fate is Fate.CONFLICT and theirs
        )
        if outcome.fate is Fate.CONFLICT or outcome.fate is Fate.UNPLACED:
            lost = outcome.ours if takes else entry.target
            why = CONFLICT if outcome.fate is Fate.CONFLICT else UNPLACED
            kept.append(Kept(target, entry.field, entry.source, lost, why))
        if unit is not None and takes:
            changed[unit.key] = unit
    if not outcomes:
        return Merged(scenario, record, ())
    scenario, record = with_units(scenario, record, source, target, changed.values())
    known = replace(record, source=source).keeping(*kept)
    return Merged(scenario, _without_placed(known, scenario, source, target), tuple(outcomes))


def _without_placed(record: Record, scenario: Scenario, source: str, target: str) -> Record:
    """Return the record without kept translations that stand in the scenario by now."""
    units = units_of(scenario, source, target, record)
    placed = {(unit.field, unit.target) for unit in units if unit.target}
    kept = tuple(
        each
        for each in record.kept
        if each.language != target or (each.field, each.target) not in placed
    )
    return replace(record, kept=kept)


def _judged(
    entry: Entry, units: Mapping[str, Unit], catalogue: Catalogue, changed: Mapping[str, Unit]
) -> tuple[Outcome | None, Unit | None]:
    """Return what becomes of a text, and the unit as it would be; nothing where nothing changes."""
    wrong = unlike(entry.source, entry.target)
    if wrong:
        return Outcome(Fate.REFUSED, entry, unlike=wrong), None
    unit = units.get(entry.key)
    if unit is None:
        unit = _successor(entry, units.values(), catalogue)
        if unit is None:
            return Outcome(Fate.UNPLACED, entry), None
        entry = replace(entry, state=State.STALE, previous=entry.source)
    target = entry.target.strip()
    after = replace(unit, target=target, state=entry.state, previous=entry.previous)
    if not _is_changed(entry, unit):
        return None, None
    fate = Fate.STALE if after.state is State.STALE else Fate.TAKEN
    if unit.target in ("", target):
        return Outcome(fate, entry, unit.target), after
    base = entry.base.partition(" ")[0]
    ours_changed = not base or digest(unit.target) != base or unit.key in changed
    return Outcome(Fate.CONFLICT if ours_changed else fate, entry, unit.target), after


def _is_changed(entry: Entry, unit: Unit) -> bool:
    """Tell whether a translator has changed something that the scenario does not say."""
    target = entry.target.strip()
    if (target, entry.state) == (unit.target, unit.state):
        return False
    if target == unit.target and not entry.base:
        return unit.state in (State.DRAFT, State.STALE) and entry.state is State.DONE
    return not entry.base or base_of(target, entry.state) != entry.base


def _successor(entry: Entry, units: Iterable[Unit], catalogue: Catalogue) -> Unit | None:
    """Return the paragraph that says now what the source of an entry said, or None."""
    spoken_for = {each.key for each in catalogue.entries if each.target.strip()}
    free = [each for each in units if each.field == entry.field and each.key not in spoken_for]
    for unit in free:
        if unit.previous == entry.source:
            return unit
    best = max(_likenesses(entry.source, free), key=lambda found: found[0], default=None)
    return best[1] if best and best[0] >= _ALIKE else None


def _likenesses(source: str, units: Iterable[Unit]) -> Iterator[tuple[float, Unit]]:
    matcher = SequenceMatcher(None, b=source[:_COMPARED], autojunk=False)
    for unit in units:
        matcher.set_seq1(unit.source[:_COMPARED])
        if matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE:
            yield matcher.ratio(), unit
