"""Special rules that .m44 files put in a shape of their own: turned into their parts, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from m44core.board import Board
from m44core.model.rule_parts import MOST

Raw = dict[str, Any]
Turn = Callable[[Raw], Raw]

_HEX = re.compile(r"\b[A-Za-z][0-9]{1,2}\b")
_ONE_BY_ONE = ("behavior", "ONE_AT_TIME")
_AT_CENTER = ("option2", "TARGET_DROP_CENTER")
_BY_DAY = ("option", "NEED_FULL_DAY_VISIBILITY")
_BESIDE = ("option", "NEED_NEIGHBOUR_UNIT")
_STAYS = ("behavior", "CANNOT_EXIT")
_SECTIONS = ("left", "centre", "right")
_WAITS = ("behavior", "CANNOT_BE_ACTIVATED_TILL_TURN")


def in_parts(key: str, raw: object, board: Board) -> object:
    """Return what a file says of a rule by the parts of our declaration, as far as it can be."""
    if key in _IN_AN_OBJECT and isinstance(raw, dict) and [*raw] == [_IN_AN_OBJECT[key]]:
        return raw[_IN_AN_OBJECT[key]]
    if key in _IN_CAPITALS and isinstance(raw, str) and raw.isupper():
        return raw.lower()
    if key in _BY_SIDE and isinstance(raw, dict):
        return [_of_a_side(side, said) for side, said in raw.items()]
    turn = _IN_PARTS.get(key)
    return turn(dict(raw), board) if turn and isinstance(raw, dict) else raw


def in_their_shape(key: str, raw: Any) -> Any:  # noqa: ANN401 - JSON of any shape
    """Return the parts of a rule in the shape .m44 files have it in."""
    if key in _IN_AN_OBJECT:
        return {_IN_AN_OBJECT[key]: raw}
    if key in _IN_CAPITALS:
        return raw.upper()
    if key in _BY_SIDE:
        return {each["side"]: _without_side(each) for each in raw}
    turn = _IN_THEIR_SHAPE.get(key)
    return turn(dict(raw)) if turn else raw


def _air_drop_in_parts(raw: Raw, board: Board) -> Raw:
    """Return a drop with its units one drop after the other, and the hexes it aims at."""
    raw = _waiting_in_parts(_aims_in_parts(raw, board))
    units, drops = raw.get("nbr_units"), raw.get("nbr_drops")
    if isinstance(units, list) and units and drops == len(units):
        raw |= {"nbr_units": units[0], "further": units[1:]}
    elif isinstance(drops, int) and type(units) is int and 0 < drops <= MOST:
        raw["further"] = [units] * (drops - 1)
    else:
        return raw
    return _without(raw, "nbr_drops", _ONE_BY_ONE)


def _air_drop_in_their_shape(raw: Raw) -> Raw:
    further = raw.pop("further", [])
    raw = _waiting_in_their_shape(_aims_in_their_shape(raw))
    if further:
        units = [raw["nbr_units"], *further]
        raw |= {"nbr_units": units, "nbr_drops": len(units), **dict([_ONE_BY_ONE])}
    return raw


def _ordered_drop_in_parts(raw: Raw, board: Board) -> Raw:
    """Return a later drop by its parts; who landed does nothing that turn anyhow."""
    raw = _waiting_in_parts(_aims_in_parts(raw, board))
    raw.pop("waits", None)
    if _has(raw, _BY_DAY):
        raw = {**_without(raw, _BY_DAY), "daylight": True}
    return {key: value for key, value in raw.items() if (key, value) != ("nbr_drops", 1)}


def _ordered_drop_in_their_shape(raw: Raw) -> Raw:
    raw = _aims_in_their_shape(raw)
    if raw.pop("daylight", False):
        raw |= dict([_BY_DAY])
    return raw


def _train_in_parts(raw: Raw, _board: Board) -> Raw:
    """Return who leaves a train, and how long nobody orders them."""
    told = _waiting_in_parts(raw)
    return told if "waits" in told else {**told, "waits": 0}


def _train_in_their_shape(raw: Raw) -> Raw:
    return _waiting_in_their_shape({"waits": 1, **raw})


def _aims_in_parts(raw: Raw, board: Board) -> Raw:
    """Return the hexes to aim at that a sentence names, where the centre has to be aimed at.

    What looks like a hex and is none of the board is a word of the sentence.
    """
    if not _has(raw, _AT_CENTER) or not isinstance(raw.get("center"), str):
        return raw
    aims = [name for each in _HEX.findall(raw["center"]) for name in _hexes(each, board)]
    return {**_without(raw, "center", _AT_CENTER), "aims": aims}


def _hexes(word: str, board: Board) -> list[str]:
    """Return the name of the hex a word means, whatever its case; nothing where it means none."""
    names = {each.lower(): each for each in map(board.name, board.hexes)}
    return [names[word.lower()]] if word.lower() in names else []


def _aims_in_their_shape(raw: Raw) -> Raw:
    if aims := raw.pop("aims", []):
        raw |= {"center": ", ".join(aims), **dict([_AT_CENTER])}
    return raw


def _waiting_in_parts(raw: Raw) -> Raw:
    """Return how long a unit cannot be ordered as a part of the rule, not of its unit."""
    unit = raw.get("unit")
    if not isinstance(unit, dict) or not _has(unit, _WAITS):
        return raw
    return raw | {"waits": unit.get("turn", 1), "unit": _without(unit, "turn", _WAITS)}


def _waiting_in_their_shape(raw: Raw) -> Raw:
    if (waits := raw.pop("waits", 0)) and isinstance(raw.get("unit"), dict):
        raw["unit"] = {**raw["unit"], **dict([_WAITS]), "turn": waits}
    return raw


def _bridges_in_parts(raw: Raw, _board: Board) -> Raw:
    """Return whether somebody has to stand beside the bridge."""
    if _has(raw, _BESIDE):
        return {**_without(raw, _BESIDE), "adjacent": True}
    return raw if "option" in raw or "adjacent" in raw else {**raw, "adjacent": False}


def _bridges_in_their_shape(raw: Raw) -> Raw:
    return raw | dict([_BESIDE]) if raw.pop("adjacent", True) else raw


def _of_a_side(side: str, said: object) -> object:
    """Return armor that breaks through with its unit as a part, and whether it may leave."""
    if not isinstance(said, dict):
        return said
    told = _without(said, _STAYS)
    unit = {key: value for key, value in told.items() if key != "nbr_units"}
    rest = {"nbr_units": told["nbr_units"]} if "nbr_units" in told else {}
    stays = {"stays": True} if _has(said, _STAYS) else {}
    return {"side": side, **rest, "unit": unit, **stays}


def _without_side(said: Raw) -> Raw:
    stays = dict([_STAYS]) if said.get("stays") else {}
    return {"nbr_units": said["nbr_units"], **said["unit"], **stays}


def _sections_in_parts(raw: Raw, _board: Board) -> Raw:
    """Return sections by their names, which files number from the left."""
    numbers = raw.get("sections")
    if not isinstance(numbers, list) or not all(type(n) is int and 0 <= n < 3 for n in numbers):
        return raw
    return {**raw, "sections": [_SECTIONS[number] for number in numbers]}


def _sections_in_their_shape(raw: Raw) -> Raw:
    return {**raw, "sections": [_SECTIONS.index(each) for each in raw["sections"]]}


def _has(raw: Raw, said: tuple[str, str]) -> bool:
    key, value = said
    return raw.get(key) == value


def _without(raw: Raw, *gone: str | tuple[str, str]) -> Raw:
    """Return what is said without some keys, or without pairs of a key and its value."""
    return {k: v for k, v in raw.items() if k not in gone and (k, v) not in _pairs(gone)}


def _pairs(gone: tuple[str | tuple[str, str], ...]) -> list[object]:
    return [each for each in gone if isinstance(each, tuple)]


_IN_AN_OBJECT = {"smoke-screen": "side"}  # rules of one part that files do not write alone
_IN_CAPITALS = ("mine-deck",)  # rules that are one word, which files write in capitals
_BY_SIDE = ("armor-breakthrough",)  # rules of groups that files have as one object for each side
_IN_PARTS: Mapping[str, Callable[[Raw, Board], Raw]] = {
    "air-drop": _air_drop_in_parts,
    "ordered-drop": _ordered_drop_in_parts,
    "blow-bridges": _bridges_in_parts,
    "empty-section-medals": _sections_in_parts,
    "supply-train": _train_in_parts,
}
_IN_THEIR_SHAPE: Mapping[str, Turn] = {
    "air-drop": _air_drop_in_their_shape,
    "ordered-drop": _ordered_drop_in_their_shape,
    "blow-bridges": _bridges_in_their_shape,
    "empty-section-medals": _sections_in_their_shape,
    "supply-train": _train_in_their_shape,
}
