"""Units of an upload (M909, M912, M921 to M924)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Layer
from m44core.io.vocabulary.m44_rules import option_pointer
from m44core.validation.arena.names import called, grouped, of_all
from m44core.validation.basis.check import Problem, Repair, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put, remove
from m44core.validation.upload.table import kind_and_nation, side_of, table
from m44core.validation.upload.upload import Found


def _problem(
    context: Context, key: str, units: list[Found], *repairs: Repair, **values: str
) -> Problem:
    return of_all(context, key, units, *repairs, unit=called(context, units[0]), **values)


@check("M909")
def unit_unknown_to_arena(context: Context) -> Iterator[Problem]:
    """Units that the site leaves out without a word (BGA-W2, BGA-W5)."""
    unknown = [unit for unit in context.upload.units if not kind_and_nation(unit.name)]
    for units in grouped(unknown, lambda unit: unit.name).values():
        repair = remove("remove", *(unit.pointer for unit in units), unit=called(context, units[0]))
        yield _problem(context, "dropped", units, repair)


@check("M912")
def units_not_shown(context: Context) -> Iterator[Problem]:
    """A second unit on a hex, for which the site has no place (BGA-W5)."""
    for units in grouped(context.upload.units, lambda unit: unit.hex).values():
        if len(units) > 1:
            yield _problem(context, "second", units)


@check("M921")
def tank_becomes_tiger(context: Context) -> Iterator[Problem]:
    """Single German elite tanks, which the site takes for a Tiger (BGA-W15).

    A note where there is no text that could tell whether it is one, and nothing where a text
    speaks of Tigers.
    """
    tiger = table()["units"]["tiger"]
    if any(word in context.upload.briefing for word in tiger["words"]):
        return
    for unit in context.upload.units:
        alone = str(unit.raw.get("nbr_units")) == str(tiger["figures"])
        if unit.name == tiger["name"] and alone and not unit.raw.get("badge"):
            repairs = (
                put("tiger", f"{unit.pointer}/badge", _badge(context, tiger["badge"])),
                remove("usual", f"{unit.pointer}/figures"),
            )
            key = "tiger" if context.upload.briefing else "untold"
            yield _problem(context, key, [unit], *repairs)


def _badge(context: Context, name: str) -> str:
    element = context.catalogue.get(name, Layer.BADGE)
    return element.key if element else name


@check("M922")
def badge_by_date(context: Context) -> Iterator[Problem]:
    """Badges whose rules the site takes from the year of the battle (BGA-W16).

    A year is a note only: late rules for a late battle are what one expects.
    """
    said = table()["units"]["by_date"]
    units = [
        unit
        for unit, kind, _ in context.upload.soldiers
        if kind in said["kinds"] and unit.raw.get("badge") in said["badges"]
    ]
    begins = str(context.upload.info.get("date_begin") or "")
    year = begins[:4] if begins[:4].isdecimal() else ""
    if units and not year:
        yield _problem(context, "undated", units)
    elif units and int(year) > said["early_until"]:
        yield _problem(context, "late", units, year=year)


@check("M923")
def british_command_switched_on(context: Context) -> Iterator[Problem]:
    """British units, which switch British command on for the whole game (BGA-W17).

    A note where there is no text that could tell whether it is meant, and nothing where one does.
    """
    british, option = table()["units"]["british"], table()["options"]["british"]
    units = [unit for unit, _, nation in context.upload.soldiers if nation == british["nation"]]
    told = any(word in context.upload.briefing for word in british["words"])
    if units and not told and not context.upload.options.get(option):
        repair = Repair("state", {option_pointer(option): True}, {})
        first = units[0]
        key = "on" if context.upload.briefing else "untold"
        yield problem(key, first.pointer, first.hex, repair, number=len(units))


@check("M924")
def nation_unknown_to_arena(context: Context) -> Iterator[Problem]:
    """Units of nations that the site does not know, or has no pictures of (BGA-W18)."""
    drawn = table()["units"]["drawn"]
    unknown = [unit for unit, _, nation in context.upload.soldiers if not side_of(nation)]
    for units in grouped(unknown, lambda unit: unit.name).values():
        yield _problem(context, "unknown", units)
    bare = [unit for unit, _, n in context.upload.soldiers if side_of(n) and n not in drawn]
    for units in grouped(bare, lambda unit: unit.name).values():
        yield _problem(context, "undrawn", units)
