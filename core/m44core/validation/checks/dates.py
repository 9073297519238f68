"""The days of the battle, and units that were not in the war yet (M316, M322)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from m44core.data_files import yaml_mapping
from m44core.errors import CatalogueError
from m44core.findings.kinds import say
from m44core.hexes import Hex
from m44core.io.vocabulary.field_values import unread
from m44core.messages.message import Message
from m44core.model.parts import Briefing, Kind
from m44core.validation.basis.check import Problem, Repair, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put
from m44core.validation.basis.thresholds import usual
from m44core.validation.placed import PlacedUnit

_EQUIPMENT_FILE = Path(__file__).parent / "equipment.yaml"
_LONGEST = 400  # days from the first of a battle to the last
_BEGINS, _ENDS = "/briefing/begins", "/briefing/ends"


@check("M316")
def unclear_dates(context: Context) -> Iterator[Problem]:
    """Days that are missing, in the wrong order, none at all or of another war (LINT-D1)."""
    briefing = context.scenario.briefing
    begins, ends = _said(briefing, "begins"), _said(briefing, "ends")
    for pointer, said in ((_BEGINS, begins), (_ENDS, ends)):
        yield from _senseless(pointer, said)
    if begins and not ends:
        yield problem(
            "no-end", _ENDS, None, *_copies("end-as-begun", _ENDS, begins), begins=_text(begins)
        )
    elif ends and not begins:
        yield problem(
            "no-begin", _BEGINS, None, *_copies("begin-as-ended", _BEGINS, ends), ends=_text(ends)
        )
    elif isinstance(begins, date) and isinstance(ends, date) and ends < begins:
        first, last = _text(begins), _text(ends)
        swapped = Repair("swap", {_BEGINS: last, _ENDS: first}, {})
        same = _copies("one-day", _ENDS, begins)
        yield problem("reversed", _ENDS, None, swapped, *same, begins=first, ends=last)
    elif _lasts_too_long(begins, ends):
        yield problem("long", _ENDS, begins=str(begins), ends=str(ends))


def _lasts_too_long(begins: date | str | None, ends: date | str | None) -> bool:
    """Tell whether a battle within the war lasts longer than any did."""
    if not (isinstance(begins, date) and isinstance(ends, date)):
        return False
    within = begins.year in usual().years and ends.year in usual().years
    return within and (ends - begins).days > _LONGEST


def _said(briefing: Briefing, field: str) -> date | str | None:
    """Return a day of the briefing, or the text that stands for one."""
    return getattr(briefing, field) or unread(briefing, field)


def _senseless(pointer: str, said: date | str | None) -> Iterator[Problem]:
    """Yield what is wrong with one day on its own."""
    years = usual().years
    if isinstance(said, str):
        yield problem("no-day", pointer, said=said)
    elif said and said.year not in years:
        first, last = map(int, years)
        yield problem("other-year", pointer, said=_text(said), first=first, last=last)


def _copies(key: str, pointer: str, day: date | str) -> tuple[Repair, ...]:
    """Offer to state a day once more, if it is one."""
    return (put(key, pointer, _text(day), day=_text(day)),) if isinstance(day, date) else ()


def _text(day: date | str) -> str:
    return day.isoformat() if isinstance(day, date) else day


class _FirstUse(NamedTuple):
    """What is known of the first fight of some equipment."""

    day: date
    where: str


@check("M322")
def equipment_before_its_day(context: Context) -> Iterator[Problem]:
    """Equipment and troops that first fought after the battle; invented battles may (LINT-D3)."""
    begins, kind = context.scenario.briefing.begins, context.scenario.briefing.kind
    if begins is None or kind is Kind.FICTIONAL:
        return
    found: dict[tuple[str, _FirstUse], list[tuple[Hex, Message]]] = {}
    for unit in context.units:
        for key, called, first in _first_uses(context, unit):
            if begins < first.day:
                found.setdefault((key, first), []).append((unit.hex, called))
    for (_, first), units in found.items():
        hexes, called = [hex_ for hex_, _ in units], units[0][1]
        yield problem(
            "early",
            context.pointer(hexes[0], "unit"),
            hexes[0],
            begins=begins.isoformat(),
            equipment=called,
            day=first.day.isoformat(),
            where=say(first.where),
            hexes=context.names(hexes),
        )


def _first_uses(context: Context, unit: PlacedUnit) -> Iterator[tuple[str, Message, _FirstUse]]:
    """Yield what is known of the first fights of what makes a unit special."""
    said = unit.unit
    marks = (said.name, said.badge, said.behavior, said.figures, said.equipment)
    specials, badges = _first_days()
    for special in context.catalogue.troop(*marks).specials:
        if special.name in specials:
            yield special.name, special.called, specials[special.name]
    if unit.badge and unit.badge.key in badges:
        yield unit.badge.key, unit.badge.called, badges[unit.badge.key]


@cache
def _first_days() -> tuple[Mapping[str, _FirstUse], Mapping[str, _FirstUse]]:
    """Return the first fights by the names of special units, and by the keys of badges."""
    try:
        said = yaml_mapping(_EQUIPMENT_FILE)
        return _first_uses_in(said["specials"]), _first_uses_in(said["badges"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CatalogueError(f"{_EQUIPMENT_FILE.name} is wrong: {error!r}") from error


def _first_uses_in(entries: Mapping[str, Mapping[str, str]]) -> Mapping[str, _FirstUse]:
    return {
        name: _FirstUse(date.fromisoformat(each["day"]), each["where"])
        for name, each in entries.items()
    }
