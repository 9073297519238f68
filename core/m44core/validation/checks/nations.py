"""Flags, fronts, days and units that do not go together (M317 to M319)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from pathlib import Path

from m44core.catalogue.types import Side
from m44core.data_files import Entry, yaml_mapping
from m44core.findings.kinds import Sayable, say
from m44core.messages.message import enumerated
from m44core.model.parts import Front, Kind
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put
from m44core.validation.basis.thresholds import usual
from m44core.validation.prose.names import in_language

_NATIONS_FILE = Path(__file__).parent / "nations.yaml"
_ARMY = 3  # units of a nation that make it the army of its side


@check("M317")
def flag_of_another_nation(context: Context) -> Iterator[Problem]:
    """Flags of a nation of the other side, of other figures, or that no text names (LINT-D2)."""
    for side, flag, pointer in _flags(context):
        enemies = _nations_data()["allies" if side is Side.AXIS else "axis"]
        owner = _owner(context, side)
        if flag in enemies:
            yield problem("side", pointer, flag=flag, side=side.called)
        elif (
            owner
            and flag in _nations_data()["figures"]
            and _nations_data()["figures"][flag] != owner
        ):
            right = next(
                code for code, figures in _nations_data()["figures"].items() if figures == owner
            )
            repair = put("raise", pointer, right, flag=right)
            yield problem(
                "figures", pointer, None, repair, flag=flag, side=side.called, right=right
            )
        else:
            yield from _unlike_the_text(context, side, flag, pointer)


def _unlike_the_text(context: Context, side: Side, flag: str, pointer: str) -> Iterator[Problem]:
    """Yield a flag none of the nations has that the briefing names for a side."""
    named = {told: told.nations[side] for told in context.prose.read if side in told.nations}
    if not named or any(_same_family(flag, code) for codes in named.values() for code in codes):
        return
    told, codes = next(iter(named.items()))
    repairs = [put("raise", pointer, code, flag=code) for code in sorted(codes) if len(codes) == 1]
    said: dict[str, Sayable] = {
        "flag": flag,
        "side": side.called,
        "nations": enumerated(sorted(codes)),
    }
    yield problem("text", pointer, None, *repairs, **said, language=in_language(told))


@check("M318")
def front_of_another_battle(context: Context) -> Iterator[Problem]:
    """Fronts and days on which those who fight here never fought; invented ones may (LINT-D2)."""
    briefing = context.scenario.briefing
    if briefing.kind is Kind.FICTIONAL:
        return
    flags = {side: flag for side, flag, _ in _flags(context)}
    yield from _never_there(context, flags)
    yield from _another_ground(context)
    begins = briefing.begins
    if begins is None:
        return
    if out := _out_of_season(context, begins):
        face = say(context.scenario.face.name.lower())
        yield problem(out, "/board/face", None, face=face, begins=begins.isoformat())
        return
    for each in _nations_data()["since"]:
        day = date.fromisoformat(each["day"])
        if begins < day and set(each["flags"]) <= set(flags.values()):
            said = {"begins": begins.isoformat(), "day": day.isoformat()}
            yield problem("day", "/briefing/begins", **said, flags=enumerated(each["flags"]))
            return
    fronts = _nations_data()["new"]["fronts"]
    if briefing.front and briefing.front.name in fronts and begins == usual().new_day:
        yield problem("new", "/briefing/begins", begins=begins.isoformat())


def _never_there(context: Context, flags: Mapping[Side, str]) -> Iterator[Problem]:
    front = context.scenario.briefing.front
    if front is None:
        return
    for side, flag in flags.items():
        if flag in _nations_data()["fronts"][front.name] and not _against_others(
            context, front, side
        ):
            said: dict[str, Sayable] = {"flag": flag, "side": side.called}
            yield problem("front", "/briefing/front", **said, front=say(front.value))
            return


def _another_ground(context: Context) -> Iterator[Problem]:
    """Yield the front that has no such ground as the face of the board."""
    front, face = context.scenario.briefing.front, context.scenario.face
    fronts = _nations_data()["faces"].get(face.name)
    if front and fronts and front.name not in fronts:
        yield problem(
            "face", "/briefing/front", None, front=say(front.value), face=say(face.name.lower())
        )


def _out_of_season(context: Context, begins: date) -> str:
    """Return the message why there was no such ground on a day; "" where there was."""
    face, front = context.scenario.face.name, context.scenario.briefing.front
    if begins.month in _nations_data()["months"].get(face, ()):
        return "season"
    last = _nations_data()["until"].get(face)
    if front is Front.MEDITERRANEAN and last and begins > date.fromisoformat(last):
        return "after"
    return ""


def _against_others(context: Context, front: Front, side: Side) -> bool:
    """Tell whether the flag is more likely wrong than the front, which M317 says."""
    figures = _owner(context, side)
    return front is Front.EASTERN and figures is not None


@check("M319")
def stray_unit(context: Context) -> Iterator[Problem]:
    """One or two units of a nation that never fought beside the others of its side (LINT-D2)."""
    if context.scenario.briefing.kind is Kind.FICTIONAL:
        return
    for side in Side:
        units = [unit for unit in context.units if unit.side is side and unit.element.nation]
        count = Counter(unit.element.nation.name for unit in units if unit.element.nation)
        for pair in _nations_data()["strangers"]:
            most, least = sorted(pair, key=lambda nation: -count[nation])
            if 0 < count[least] <= _nations_data()["few"] < _ARMY <= count[most]:
                for unit in units:
                    if unit.element.nation and unit.element.nation.name == least:
                        place = (context.pointer(unit.hex, "unit"), unit.hex)
                        hex_ = context.name(unit.hex)
                        yield problem("stray", *place, unit=unit.element.called, hex=hex_)


def _flags(context: Context) -> Iterator[tuple[Side, str, str]]:
    """Yield the side, the flag and the place of each player who has both."""
    briefing = context.scenario.briefing
    for place, player in (("top", briefing.top), ("bottom", briefing.bottom)):
        if player.side and player.country and player.country.strip():
            yield player.side, player.country.strip().upper(), f"/briefing/{place}/nation"


def _owner(context: Context, side: Side) -> str | None:
    """Return the nation of all figures of a side, if they stand for no other army."""
    nations = {
        unit.element.nation.name
        for unit in context.units
        if unit.side is side and unit.element.nation
    }
    return (
        next(iter(nations))
        if len(nations) == 1 and nations <= set(_nations_data()["own"])
        else None
    )


def _same_family(flag: str, code: str) -> bool:
    """Tell whether a flag may stand for a nation that a briefing names."""
    german = _nations_data()["german"]
    if code == german["code"] and flag in german["flags"]:
        return True
    return flag == code or any(
        {flag, code} <= set(family) for family in _nations_data()["families"]
    )


@cache
def _nations_data() -> Entry:
    return yaml_mapping(_NATIONS_FILE)
