"""Parsing field values of scenario files: codes, numbers, dates, medal terms, boxes, allowances.

Allowances are in ``meta_data`` in .m44 files, because the official editor and the servers
preserve its unknown keys, and under ``allow`` in our own files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import TypeVar

from m44core.board import BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.model.required_packs import Packs, pack_named
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    Allowance,
    BattleKind,
    Briefing,
    FirstPlayer,
    Front,
    MedalTerms,
)

T = TypeVar("T")
Raw = dict[str, object]

FIRST: Mapping[str, FirstPlayer] = {
    "PLAYER1": FirstPlayer.TOP,
    "PLAYER2": FirstPlayer.BOTTOM,
    "SPECIAL": FirstPlayer.SPECIAL,
}
KINDS: Mapping[str, BattleKind] = {kind.name: kind for kind in BattleKind}
FRONTS: Mapping[str, Front] = {front.name: front for front in Front}
MEDAL_SWITCHES = ("turn_start", "majority", "sole_control", "last_to_occupy", "any_hex")
"""The terms of a medal, apart from ``permanent``, that are either true or absent."""

TEXT_FIELDS = (
    "name",
    "subtitle",
    "historical",
    "description",
    "victory",
    "rules",
    "bibliography",
)
LABELS, WORKSHOP_LABELS = "labels", "workshop_labels"
"""The keys of a language's translated labels: in our format, and in .m44 files."""


M44_KEYS: Mapping[str, str] = {
    "is": "name",
    "facing": "orientation",
    "orientation": "orientation",
    "owner": "original_owner",
    "side": "side",
    "behaves": "behavior",
    "figures": "nbr_units",
    "badge": "badge",
    "equipment": "equipment",
    "hexes": "group",
    "structure": "rect_terrain",
}
"""The keys of pieces and hexes in .m44 files, keyed by the keys in our files."""


_BRIEFING_KEYS: Mapping[str, str] = {
    "first": "starting",
    "kind": "type",
    "front": "front",
    "begins": "date_begin",
    "ends": "date_end",
}


def unread_text(briefing: Briefing, field: str) -> str | None:
    """Return the text of a briefing field that could not be parsed; None if there is none."""
    text = briefing.extra.get(_BRIEFING_KEYS[field])
    return text if isinstance(text, str) and text else None


def has_foreign_board_type(scenario: Scenario) -> bool:
    """Return whether the file names an unknown board that has not been replaced since."""
    return scenario.board.type is BoardType.STANDARD and "type" in scenario.board_extra


def has_foreign_face(scenario: Scenario) -> bool:
    """Return whether the file names an unknown face that has not been replaced since."""
    return scenario.face is Face.COUNTRY and "face" in scenario.board_extra


def code_of(value: FirstPlayer | BattleKind | Front | None) -> str | None:
    """Return the .m44 code of a briefing value; None for None."""
    return None if value is None else _CODES[value]


_CODES: Mapping[FirstPlayer | BattleKind | Front, str] = {
    value: code for words in (FIRST, KINDS, FRONTS) for code, value in words.items()
}


_DIGITS = re.compile(r"\d{1,4}")


def pop_parsed(rest: Raw, key: str, parse: Callable[[object], T | None]) -> T | None:
    """Remove a value and return it parsed by *parse*; keep the value if *parse* returns None.

    The result is None if the value is missing or kept.
    """
    if key not in rest:
        return None
    value = parse(rest[key])
    if value is not None:
        del rest[key]
    return value


def parse_object(raw: object) -> Raw | None:
    """Return a shallow copy of an object; None for other values."""
    return dict(raw) if isinstance(raw, dict) else None


def parse_number(raw: object) -> int | None:
    """Return an integer from 0 to 9999, even from a string; None for other values."""
    if isinstance(raw, str):
        return int(raw) if _DIGITS.fullmatch(raw) and raw.isascii() else None
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    return raw if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw < 10000 else None


def parse_side(raw: object) -> Side | None:
    """Return the side with a given code; None for other values."""
    return Side(raw) if raw in ("AXIS", "ALLIES") else None


def parse_medal_terms(raw: object) -> MedalTerms | None:
    """Return the terms of a medal; None if the value is not an object.

    Values that cannot be parsed stay in ``extra``.
    """
    rest = parse_object(raw)
    if rest is None:
        return None
    permanent = pop_parsed(
        rest, "permanent", lambda value: value if isinstance(value, bool) else None
    )
    counts_for = pop_parsed(rest, "counts_for", parse_number)
    hexes_needed = pop_parsed(rest, "nbr_hex", parse_number)
    side = pop_parsed(rest, "side", parse_side)
    switches = {term: True for term in MEDAL_SWITCHES if rest.get(term) is True}
    for term in switches:
        del rest[term]
    return MedalTerms(
        permanent=bool(permanent),
        counts_for=1 if counts_for is None else counts_for,
        hexes_needed=1 if hexes_needed is None else hexes_needed,
        side=side,
        **switches,
        extra=rest,
    )


def written_further_terms(terms: MedalTerms) -> Raw:
    """Return the terms of a medal that have no key in our own format, as .m44 files write them."""
    switches = {term: True for term in MEDAL_SWITCHES if getattr(terms, term)}
    side = {"side": terms.side.value} if terms.side else {}
    return {**switches, **side, **terms.extra}


_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def parse_text(raw: object) -> str | None:
    """Return a string; None for other values."""
    return raw if isinstance(raw, str) else None


def parse_text_map(raw: object) -> dict[str, str] | None:
    """Return a non-empty mapping whose values are strings; None for other values."""
    if not isinstance(raw, dict) or not all(isinstance(word, str) for word in raw.values()):
        return None
    return dict(raw) or None


def parse_day(raw: object) -> date | None:
    """Return a date written as ``1944-06-06``; None for other values."""
    if not isinstance(raw, str) or not _DAY.fullmatch(raw):
        return None
    try:
        return date.fromisoformat(raw)
    except ValueError:
        return None


def parse_packs(raw: object) -> Packs | None:
    """Return the boxes that a file lists, with their counts; None for other values."""
    if not isinstance(raw, dict) or any(type(count) is not int for count in raw.values()):
        return None
    return Packs({pack_named(name): count for name, count in raw.items()})


def written_packs(packs: Packs) -> dict[str, int]:
    """Return the boxes as files list them: counts by name."""
    return {pack.name: number for pack, number in packs.stated.items()}


ALLOWANCES_KEY = "workshop_allow"
"""The key of ``meta_data`` with the allowances in .m44 files."""


def pop_allowances(meta: Raw) -> tuple[Allowance, ...]:
    """Pop the allowances from ``meta_data``; entries that are not allowances stay."""
    entries = meta.get(ALLOWANCES_KEY)
    if not isinstance(entries, list):
        return ()
    entries_and_allowances = [(entry, _parse_allowance(entry)) for entry in entries]
    unread_entries = [entry for entry, allowance in entries_and_allowances if allowance is None]
    if unread_entries:
        meta[ALLOWANCES_KEY] = unread_entries
    elif entries:
        del meta[ALLOWANCES_KEY]
    return tuple(allowance for _, allowance in entries_and_allowances if allowance)


def _parse_allowance(entry: object) -> Allowance | None:
    if not isinstance(entry, dict):
        return None
    check, reason, place = entry.get("check"), entry.get("reason", ""), entry.get("at")
    if not isinstance(check, str) or not isinstance(reason, str):
        return None
    if not isinstance(place, str | None):
        return None
    extra = {key: value for key, value in entry.items() if key not in ("check", "reason", "at")}
    return Allowance(check, reason, place, extra)


def written_allowances(allowances: Iterable[Allowance]) -> list[Raw]:
    """Return allowances as files write them."""
    return [_written_allowance(allowance) for allowance in allowances]


def _written_allowance(allowance: Allowance) -> Raw:
    raw: Raw = {"check": allowance.check}
    if allowance.at is not None:
        raw["at"] = allowance.at
    if allowance.reason:
        raw["reason"] = allowance.reason
    return {**raw, **allowance.extra}


def with_allowances(meta: Raw, entries: object) -> Raw:
    """Return ``meta_data`` with written allowances added before any unread entries."""
    unread_entries = meta.get(ALLOWANCES_KEY)
    if isinstance(entries, list) and isinstance(unread_entries, list):
        entries = [*entries, *unread_entries]
    return {**meta, ALLOWANCES_KEY: entries}
