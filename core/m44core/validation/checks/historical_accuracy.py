"""Checks whether dates, equipment, flags, fronts and units fit the war (M316 to M319, M322)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.data_files import Entry, read_yaml_mapping
from m44core.errors import CatalogueError
from m44core.findings.finding_kinds import PhraseValue, phrase
from m44core.hexes import Hex
from m44core.io.vocabulary.field_values import unread_text
from m44core.messages.message import Message, enumerated
from m44core.model.scenario_parts import NATIONS, BattleKind, Briefing, Front
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, Repair, check, problem, value_repair
from m44core.validation.placed_pieces import PlacedUnit
from m44core.validation.text_analysis.scenario_texts import language_phrase
from m44core.validation.thresholds import thresholds

_EQUIPMENT_FILE = Path(__file__).parent / "equipment.yaml"
_MAX_BATTLE_DAYS = 400  # days from the first of a battle to the last
_BEGINS_POINTER, _ENDS_POINTER = "/briefing/begins", "/briefing/ends"


@check("M316")
def unclear_dates(context: CheckContext) -> Iterator[Problem]:
    """Dates that are missing, invalid, reversed, too far apart or outside the war (LINT-D1)."""
    briefing = context.scenario.briefing
    begins, ends = _date_or_text(briefing, "begins"), _date_or_text(briefing, "ends")
    for pointer, text in ((_BEGINS_POINTER, begins), (_ENDS_POINTER, ends)):
        yield from _date_problems(pointer, text)
    if begins and not ends:
        yield problem(
            "no-end",
            _ENDS_POINTER,
            None,
            *_copied_date_repairs("end-as-begun", _ENDS_POINTER, begins),
            begins=_iso_text(begins),
        )
    elif ends and not begins:
        yield problem(
            "no-begin",
            _BEGINS_POINTER,
            None,
            *_copied_date_repairs("begin-as-ended", _BEGINS_POINTER, ends),
            ends=_iso_text(ends),
        )
    elif isinstance(begins, date) and isinstance(ends, date) and ends < begins:
        first, last = _iso_text(begins), _iso_text(ends)
        swap_repair = Repair("swap", {_BEGINS_POINTER: last, _ENDS_POINTER: first}, {})
        one_day_repairs = _copied_date_repairs("one-day", _ENDS_POINTER, begins)
        yield problem(
            "reversed", _ENDS_POINTER, None, swap_repair, *one_day_repairs, begins=first, ends=last
        )
    elif _lasts_too_long(begins, ends):
        yield problem("long", _ENDS_POINTER, begins=str(begins), ends=str(ends))


def _lasts_too_long(begins: date | str | None, ends: date | str | None) -> bool:
    """Return whether a battle within the war lasts longer than any real one."""
    if not (isinstance(begins, date) and isinstance(ends, date)):
        return False
    is_within_war = begins.year in thresholds().years and ends.year in thresholds().years
    return is_within_war and (ends - begins).days > _MAX_BATTLE_DAYS


def _date_or_text(briefing: Briefing, field: str) -> date | str | None:
    """Return a date of the briefing, or the invalid text in its place; None if there is neither."""
    return getattr(briefing, field) or unread_text(briefing, field)


def _date_problems(pointer: str, value: date | str | None) -> Iterator[Problem]:
    """Yield a problem if a date is invalid or outside the war."""
    years = thresholds().years
    if isinstance(value, str):
        yield problem("no-day", pointer, said=value)
    elif value and value.year not in years:
        first, last = map(int, years)
        yield problem("other-year", pointer, said=_iso_text(value), first=first, last=last)


def _copied_date_repairs(key: str, pointer: str, day: date | str) -> tuple[Repair, ...]:
    """Return the repair that copies a date to a pointer; empty for a text that is not a date."""
    return (
        (value_repair(key, pointer, _iso_text(day), day=_iso_text(day)),)
        if isinstance(day, date)
        else ()
    )


def _iso_text(day: date | str) -> str:
    return day.isoformat() if isinstance(day, date) else day


class _FirstUse(NamedTuple):
    """The first use of a weapon or of troops: when and where."""

    day: date
    where: str


@check("M322")
def equipment_before_first_use(context: CheckContext) -> Iterator[Problem]:
    """Equipment and troops first used after the battle; not in fictional battles (LINT-D3)."""
    begins, kind = context.scenario.briefing.begins, context.scenario.briefing.kind
    if begins is None or kind is BattleKind.FICTIONAL:
        return
    units_by_use: dict[tuple[str, _FirstUse], list[tuple[Hex, Message]]] = {}
    for unit in context.units:
        for key, equipment_noun, first_use in _first_uses(context, unit):
            if begins < first_use.day:
                units_by_use.setdefault((key, first_use), []).append((unit.hex, equipment_noun))
    for (_, first_use), units in units_by_use.items():
        hexes, equipment_noun = [hex_ for hex_, _ in units], units[0][1]
        yield problem(
            "early",
            context.pointer(hexes[0], "unit"),
            hexes[0],
            begins=begins.isoformat(),
            equipment=equipment_noun,
            day=first_use.day.isoformat(),
            where=phrase(first_use.where),
            hexes=context.hex_list(hexes),
        )


def _first_uses(
    context: CheckContext, unit: PlacedUnit
) -> Iterator[tuple[str, Message, _FirstUse]]:
    """Yield the key, noun and first use of a unit's special abilities and badge, where known."""
    scenario_unit = unit.unit
    marks = (
        scenario_unit.name,
        scenario_unit.badge,
        scenario_unit.behavior,
        scenario_unit.figures,
        scenario_unit.equipment,
    )
    specials, badges = _first_uses_by_key()
    for special in context.catalogue.unit_profile(*marks).specials:
        if special.name in specials:
            yield special.name, special.noun, specials[special.name]
    if unit.badge and unit.badge.key in badges:
        yield unit.badge.key, unit.badge.noun, badges[unit.badge.key]


@cache
def _first_uses_by_key() -> tuple[Mapping[str, _FirstUse], Mapping[str, _FirstUse]]:
    """Return the first uses as two mappings, keyed by special unit and by badge; cached.

    Raises:
        CatalogueError: the data of the program is wrong.
    """
    try:
        data = read_yaml_mapping(_EQUIPMENT_FILE)
        return _first_uses_in(data["specials"]), _first_uses_in(data["badges"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CatalogueError(f"{_EQUIPMENT_FILE.name} is wrong: {error!r}") from error


def _first_uses_in(entries: Mapping[str, Mapping[str, str]]) -> Mapping[str, _FirstUse]:
    return {
        name: _FirstUse(date.fromisoformat(each["day"]), each["where"])
        for name, each in entries.items()
    }


_NATIONS_FILE = Path(__file__).parent / "nations.yaml"
_MIN_ARMY_UNITS = 3  # units of a nation that make it the army of its side


@check("M317")
def unsuitable_flag(context: CheckContext) -> Iterator[Problem]:
    """Flags that do not fit their side, its figures or the nations the texts name (LINT-D2)."""
    for side, flag, pointer in _flags(context):
        enemy_flags = _nations_data()["allies" if side is Side.AXIS else "axis"]
        owner = _only_nation(context, side)
        if flag in enemy_flags:
            yield problem("side", pointer, flag=_nation_name(flag), side=side.noun)
        elif (
            owner
            and flag in _nations_data()["figures"]
            and _nations_data()["figures"][flag] != owner
        ):
            suitable_flag = next(
                code for code, figures in _nations_data()["figures"].items() if figures == owner
            )
            repair = value_repair("raise", pointer, suitable_flag, flag=_nation_name(suitable_flag))
            yield problem(
                "figures",
                pointer,
                None,
                repair,
                flag=_nation_name(flag),
                side=side.noun,
                right=_nation_name(suitable_flag),
            )
        else:
            yield from _flag_not_in_text(context, side, flag, pointer)


def _flag_not_in_text(
    context: CheckContext, side: Side, flag: str, pointer: str
) -> Iterator[Problem]:
    """Yield a problem if a flag matches none of the nations the texts name for its side."""
    named_codes = {
        language_texts: language_texts.nations[side]
        for language_texts in context.texts.readable
        if side in language_texts.nations
    }
    if not named_codes or any(
        _may_stand_for(flag, code) for codes in named_codes.values() for code in codes
    ):
        return
    language_texts, codes = next(iter(named_codes.items()))
    repairs = [
        value_repair("raise", pointer, code, flag=_nation_name(code))
        for code in sorted(codes)
        if len(codes) == 1
    ]
    values: dict[str, PhraseValue] = {
        "flag": _nation_name(flag),
        "side": side.noun,
        "nations": enumerated(map(_nation_name, sorted(codes))),
    }
    yield problem(
        "text", pointer, None, *repairs, **values, language=language_phrase(language_texts)
    )


@check("M318")
def unsuitable_front_or_date(context: CheckContext) -> Iterator[Problem]:
    """Fronts and dates that do not fit the nations or the board face (LINT-D2).

    Fictional battles are not checked.
    """
    briefing = context.scenario.briefing
    if briefing.kind is BattleKind.FICTIONAL:
        return
    flags = {side: flag for side, flag, _ in _flags(context)}
    yield from _front_nation_problem(context, flags)
    yield from _front_terrain_problems(context)
    begins = briefing.begins
    if begins is None:
        return
    if season_key := _season_key(context, begins):
        face = phrase(context.scenario.face.name.lower())
        yield problem(season_key, "/board/face", None, face=face, begins=begins.isoformat())
        return
    for each in _nations_data()["since"]:
        day = date.fromisoformat(each["day"])
        if begins < day and set(each["flags"]) <= set(flags.values()):
            values = {"begins": begins.isoformat(), "day": day.isoformat()}
            yield problem(
                "day",
                "/briefing/begins",
                **values,
                flags=enumerated(map(_nation_name, each["flags"])),
            )
            return
    fronts = _nations_data()["new"]["fronts"]
    if briefing.front and briefing.front.name in fronts and begins == thresholds().new_file_date:
        yield problem("new", "/briefing/begins", begins=begins.isoformat())


def _front_nation_problem(context: CheckContext, flags: Mapping[Side, str]) -> Iterator[Problem]:
    front = context.scenario.briefing.front
    if front is None:
        return
    for side, flag in flags.items():
        if flag in _nations_data()["fronts"][front.name] and not _is_flag_more_likely_wrong(
            context, front, side
        ):
            values: dict[str, PhraseValue] = {"flag": _nation_name(flag), "side": side.noun}
            yield problem("front", "/briefing/front", **values, front=phrase(front.value))
            return


def _front_terrain_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield a problem if the front has no terrain like that of the board face."""
    front, face = context.scenario.briefing.front, context.scenario.face
    fronts = _nations_data()["faces"].get(face.name)
    if front and fronts and front.name not in fronts:
        yield problem(
            "face",
            "/briefing/front",
            None,
            front=phrase(front.value),
            face=phrase(face.name.lower()),
        )


def _season_key(context: CheckContext, begins: date) -> str:
    """Return the message key for a date that does not fit the board face; "" if it fits."""
    face, front = context.scenario.face.name, context.scenario.briefing.front
    if begins.month in _nations_data()["months"].get(face, ()):
        return "season"
    last_day = _nations_data()["until"].get(face)
    if front is Front.MEDITERRANEAN and last_day and begins > date.fromisoformat(last_day):
        return "after"
    return ""


def _is_flag_more_likely_wrong(context: CheckContext, front: Front, side: Side) -> bool:
    """Return whether the flag is more likely wrong than the front; if so, M317 reports it."""
    nation = _only_nation(context, side)
    return front is Front.EASTERN and nation is not None


@check("M319")
def stray_unit(context: CheckContext) -> Iterator[Problem]:
    """One or two units of a nation that never fought alongside the rest of its side (LINT-D2).

    Fictional battles are not checked.
    """
    if context.scenario.briefing.kind is BattleKind.FICTIONAL:
        return
    for side in Side:
        units = [unit for unit in context.units if unit.side is side and unit.element.nation]
        count = Counter(unit.element.nation.name for unit in units if unit.element.nation)
        for pair in _nations_data()["strangers"]:
            common_nation, rare_nation = sorted(pair, key=lambda nation: -count[nation])
            if (
                0
                < count[rare_nation]
                <= _nations_data()["few"]
                < _MIN_ARMY_UNITS
                <= count[common_nation]
            ):
                for unit in units:
                    if unit.element.nation and unit.element.nation.name == rare_nation:
                        place = (context.pointer(unit.hex, "unit"), unit.hex)
                        hex_ = context.hex_name(unit.hex)
                        yield problem("stray", *place, unit=unit.element.noun, hex=hex_)


def _flags(context: CheckContext) -> Iterator[tuple[Side, str, str]]:
    """Yield the side, flag and pointer of each player who has both a side and a flag."""
    briefing = context.scenario.briefing
    for place, player in (("top", briefing.top), ("bottom", briefing.bottom)):
        if player.side and player.country and player.country.strip():
            yield player.side, player.country.strip().upper(), f"/briefing/{place}/nation"


def _only_nation(context: CheckContext, side: Side) -> str | None:
    """Return the nation of a side's figures; None if there is not exactly one, or it is ambiguous.

    A nation is ambiguous if its figures can stand for the army of a different nation.
    """
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


def _nation_name(flag: str) -> Message | str:
    """Return the name of the nation of a flag; an unknown code unchanged."""
    return NATIONS.get(flag, flag)


def _may_stand_for(flag: str, code: str) -> bool:
    """Return whether a flag may stand for a nation that a briefing names."""
    german = _nations_data()["german"]
    if code == german["code"] and flag in german["flags"]:
        return True
    return flag == code or any(
        {flag, code} <= set(family) for family in _nations_data()["families"]
    )


@cache
def _nations_data() -> Entry:
    return read_yaml_mapping(_NATIONS_FILE)
