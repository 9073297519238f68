"""The special rules of a scenario as .m44 files have them: options, and conditions of victory.

Nothing is guessed: what makes no sense stays as it is, and is marked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from m44core.board import Board
from m44core.catalogue.command_cards import load_cards
from m44core.catalogue.load import base_catalogue
from m44core.catalogue.types import Layer, Side, pack_of
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.io.text.json_pointers import escape
from m44core.io.vocabulary.codes import key as our_name
from m44core.model.rule_declarations import (
    Declaration,
    Declarations,
    Number,
    OfCard,
    OfHex,
    OfShape,
    OfSide,
    OfTerrain,
    OfUnit,
    OneOf,
    Part,
    Record,
    Several,
    Shape,
    Switch,
    declarations,
)
from m44core.model.rule_parts import MOST, CardKey, SpecialRule, TerrainKey
from m44core.model.special_rules import Foreign, SpecialRules, Stated
from m44core.model.unit import Unit

Raw = dict[str, OfShape]

HEX = re.compile(r"[A-Za-z][0-9]{1,2}")
MARK = "m44:"  # before a key that would else be read as one of our own
VICTORY = "victory"
"""The key of ``game_info`` beside the options that has the conditions of victory."""


class _SenselessError(Exception):
    """A value that is none of its kind."""


class _OtherFormError(Exception):
    """A value that makes sense, but asks for what its rule does not know."""


class _ImpossibleError(Exception):
    """A value of the right kind that cannot be: a hex off the board, say."""


def key_of(theirs: str, known: Declarations | None = None) -> str:
    """Return the key of a rule that nobody understands, marked where we have a rule of that key."""
    is_taken = (known or declarations()).by_key(theirs) or theirs.startswith(MARK)
    return MARK + theirs if is_taken else theirs


def option_pointer(theirs: str) -> str:
    """Return where the workshop document has an option, or a condition of victory."""
    declared = declarations().by_m44(theirs)
    return f"/briefing/options/{escape(declared.key if declared else key_of(theirs))}"


def is_in_our_words(rules: SpecialRules, theirs: str) -> bool:
    """Tell whether the workshop document says an option in words of ours."""
    declared = declarations().by_m44(theirs)
    return declared is not None and declared.key in rules.stated


def stated_pointer(rules: SpecialRules, theirs: str) -> str:
    """Return where the workshop document has an option that is stated."""
    if is_in_our_words(rules, theirs):
        return option_pointer(theirs)
    return f"/briefing/options/{escape(key_of(theirs))}"


def read_options(
    options: Mapping[str, OfShape], board: Board, known: Declarations | None = None
) -> dict[str, Stated]:
    """Return what the options of an .m44 file say, by the keys of our files."""
    if not options:
        return {}
    rules = known or declarations()
    return dict(_read_option(key, raw, board, rules) for key, raw in options.items())


def _read_option(theirs: str, raw: object, board: Board, rules: Declarations) -> tuple[str, Stated]:
    declared = rules.by_m44(theirs)
    if declared is None or declared.condition:
        return key_of(theirs, rules), Foreign(raw)
    rule = read_rule(declared, raw, board)
    is_ours = not isinstance(rule, Foreign) or rule.ours
    return declared.key if is_ours else key_of(theirs, rules), rule


def read_rule(declared: Declaration, raw: object, board: Board) -> Stated:
    """Return what a value says of a rule; the value itself where that makes no sense.

    One that our files can say and no game can keep to is said in our words.
    """
    bare, said = declared.bare, in_parts(declared.key, raw, board)
    try:
        if bare is None:
            rule = _record(declared.value, said, board)
        else:
            rule = declared.made(**{bare.name: _read(bare.shape, said, board)})
    except _OtherFormError:
        return Foreign(raw)
    except _SenselessError:
        return Foreign(raw, senseless=True)
    except _ImpossibleError:
        return Foreign(to_ours(shape_of(declared), said), senseless=True, ours=True)
    assert isinstance(rule, SpecialRule)
    return rule


def read_victory(
    raw: object, board: Board, known: Declarations | None = None
) -> tuple[dict[str, Stated], object]:
    """Return the rules among the conditions of victory, and what is left of them, or None."""
    conditions = raw.get("condition") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or not isinstance(conditions, list):
        return {}, raw
    found: dict[str, tuple[Declaration, list[tuple[Stated, object]]]] = {}
    left = []
    for condition in conditions:
        read = _condition(condition, board, known or declarations())
        if read is None:
            left.append(condition)
        else:
            declared, rule, value = read
            found.setdefault(declared.key, (declared, []))[1].append((rule, value))
    stated = {key: _joined(*rules) for key, rules in found.items()}
    rest = {**raw, "condition": left} if left or len(raw) > 1 else None
    return stated, rest


def _joined(declared: Declaration, read: list[tuple[Stated, object]]) -> Stated:
    """Return conditions of one kind as one rule; in our words where one of them cannot be."""
    part = declared.bare
    assert part is not None, "a condition has one part"
    if any(isinstance(rule, Foreign) for rule, _ in read):
        said = to_ours(part.shape, [value for _, value in read])
        return Foreign(said, senseless=True, ours=True)
    values = (each for rule, _ in read for each in getattr(rule, part.name))
    return declared.made(**{part.name: tuple(values)})


def to_ours(shape: Shape, raw: OfShape) -> OfShape:
    """Return a value of .m44 files by the words of ours, whatever it comes to."""
    match shape:
        case OfSide() if raw in ("AXIS", "ALLIES"):
            return str(raw).lower()
        case OfUnit() if isinstance(raw, dict):
            return _unit_in_our_words(raw)
        case Several() if isinstance(raw, list):
            return [to_ours(shape.each, each) for each in raw]
        case Record() if isinstance(raw, list) and shape.pair:
            pairs = zip(shape.parts, raw, strict=True)
            return {part.word: to_ours(part.shape, each) for part, each in pairs}
        case Record() if isinstance(raw, dict):
            parts = {part.m44: part for part in shape.parts}
            known = ((parts[key], value) for key, value in raw.items())
            return {part.word: to_ours(part.shape, value) for part, value in known}
    return raw


def _unit_in_our_words(raw: Raw) -> Raw:
    said: Raw = {"is": our_name(str(raw["name"]), Layer.UNIT)}
    if raw.get("badge"):
        said["badge"] = our_name(str(raw["badge"]), Layer.BADGE)
    return said | ({"figures": raw["nbr_units"]} if "nbr_units" in raw else {})


def _condition(
    raw: object, board: Board, rules: Declarations
) -> tuple[Declaration, Stated, object] | None:
    """Return the rule that a condition of victory is one of, what it says of it, and its value."""
    if not isinstance(raw, dict) or len(raw) != 1:
        return None
    ((theirs, value),) = raw.items()
    declared = rules.by_m44(theirs)
    if declared is None or not declared.condition or declared.bare is None:
        return None
    rule = read_rule(declared, [value], board)
    if isinstance(rule, Foreign) and not rule.ours:
        return None
    return declared, rule, value


def _read(shape: Shape, raw: object, board: Board) -> OfShape:
    match shape:
        case Switch():
            return _switch(raw)
        case OfSide():
            return _side(raw)
        case Number():
            return _number(raw, shape)
        case OfHex():
            return _hex(raw, board)
        case OfCard() | OfTerrain() | OneOf():
            return _word(shape, raw)
        case OfUnit():
            return _unit(raw)
        case Several():
            return _several(shape, raw, board)
        case Record():
            return _record(shape, raw, board)


def _switch(raw: object) -> bool:
    if not isinstance(raw, bool):
        raise _SenselessError
    return raw


def _side(raw: object) -> Side:
    if raw not in ("AXIS", "ALLIES"):
        raise _SenselessError
    return Side(raw)


def _number(raw: object, shape: Number) -> int:
    """Return a number; some files write numbers as texts."""
    if isinstance(raw, str) and raw.isascii() and raw.isdigit() and len(raw) <= 2:
        raw = int(raw)
    if type(raw) is not int or not shape.least <= raw <= shape.most:
        raise _SenselessError
    return raw


def _hex(raw: object, board: Board) -> Hex:
    if not isinstance(raw, str):
        raise _SenselessError
    try:
        return board.hex(raw)
    except NotationError:
        raise (_ImpossibleError if HEX.fullmatch(raw) else _SenselessError) from None


def _word(shape: OfCard | OfTerrain | OneOf, raw: object) -> CardKey | TerrainKey | StrEnum:
    said = word_said(shape, raw)
    if said is None:
        raise _SenselessError
    return said


def _unit(raw: object) -> Unit:
    if not isinstance(raw, dict):
        raise _SenselessError
    if raw.keys() - {"name", "badge", "nbr_units"}:
        raise _OtherFormError
    name, badge, figures = raw.get("name"), raw.get("badge"), raw.get("nbr_units")
    if not isinstance(name, str) or not name or not isinstance(badge, str | None):
        raise _SenselessError
    counted = None if figures is None else _number(figures, Number(1, 99))
    return Unit(name, badge=badge or None, figures=counted)


def _several(shape: Several, raw: object, board: Board) -> tuple[OfShape, ...]:
    """Return what a list says, each thing once."""
    if not isinstance(raw, list) or not raw:
        raise _SenselessError
    read = [_read(shape.each, each, board) for each in raw]
    return tuple(read if isinstance(shape.each, Record | Number) else dict.fromkeys(read))


def _record(shape: Record, raw: object, board: Board) -> OfShape:
    if shape.pair and isinstance(raw, list) and len(raw) == len(shape.parts):
        raw = {part.m44: value for part, value in zip(shape.parts, raw, strict=True)}
    elif shape.pair or not isinstance(raw, dict):
        raise _SenselessError
    if raw.keys() - {part.m44 for part in shape.parts}:
        raise _OtherFormError
    made = shape.made(**{part.name: _part(part, raw, board) for part in shape.parts})
    if not makes_sense(made):
        raise _ImpossibleError
    return made


def makes_sense(made: object) -> bool:
    """Tell whether the parts of a value go together, as far as its class says."""
    check = getattr(made, "makes_sense", None)
    return check is None or bool(check())


def _part(part: Part, raw: Raw, board: Board) -> OfShape:
    value = raw.get(part.m44)
    if not part.needed and (value is None or value in ("", [])):
        return part.usual
    return _read(part.shape, value, board)


def shape_of(declared: Declaration) -> Shape:
    """Return what the value of a rule may be: that of its one part, where it has no other."""
    return declared.bare.shape if declared.bare else declared.value


def written_rule(rule: SpecialRule, board: Board, known: Declarations | None = None) -> OfShape:
    """Return what an .m44 file says of a rule."""
    declared = (known or declarations()).of(rule)
    if declared.bare is None:
        return in_their_shape(declared.key, _write(declared.value, rule, board))
    said = _write(declared.bare.shape, getattr(rule, declared.bare.name), board)
    return in_their_shape(declared.key, said)


def _write(shape: Shape, value: OfShape, board: Board) -> OfShape:
    match shape:
        case OfSide():
            return value.value
        case OfHex():
            return board.name(value)
        case OneOf():
            return str(value)
        case OfUnit():
            figures = {"nbr_units": value.figures} if value.figures is not None else {}
            badge = {"badge": value.badge} if value.badge is not None else {}
            return {"name": value.name, **badge, **figures}
        case Several():
            return [_write(shape.each, each, board) for each in value]
        case Record():
            parts = {
                part.m44: _write(part.shape, said, board)
                for part in shape.parts
                for said in (getattr(value, part.name),)
                if part.needed or said != part.usual
            }
            return [*parts.values()] if shape.pair else parts
    return value


RawForm = dict[str, Any]
Turn = Callable[[RawForm], RawForm]

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


def _air_drop_in_parts(raw: RawForm, board: Board) -> RawForm:
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


def _air_drop_in_their_shape(raw: RawForm) -> RawForm:
    further = raw.pop("further", [])
    raw = _waiting_in_their_shape(_aims_in_their_shape(raw))
    if further:
        units = [raw["nbr_units"], *further]
        raw |= {"nbr_units": units, "nbr_drops": len(units), **dict([_ONE_BY_ONE])}
    return raw


def _ordered_drop_in_parts(raw: RawForm, board: Board) -> RawForm:
    """Return a later drop by its parts; who landed does nothing that turn anyhow."""
    raw = _waiting_in_parts(_aims_in_parts(raw, board))
    raw.pop("waits", None)
    if _has(raw, _BY_DAY):
        raw = {**_without(raw, _BY_DAY), "daylight": True}
    return {key: value for key, value in raw.items() if (key, value) != ("nbr_drops", 1)}


def _ordered_drop_in_their_shape(raw: RawForm) -> RawForm:
    raw = _aims_in_their_shape(raw)
    if raw.pop("daylight", False):
        raw |= dict([_BY_DAY])
    return raw


def _train_in_parts(raw: RawForm, _board: Board) -> RawForm:
    """Return who leaves a train, and how long nobody orders them."""
    told = _waiting_in_parts(raw)
    return told if "waits" in told else {**told, "waits": 0}


def _train_in_their_shape(raw: RawForm) -> RawForm:
    return _waiting_in_their_shape({"waits": 1, **raw})


def _aims_in_parts(raw: RawForm, board: Board) -> RawForm:
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


def _aims_in_their_shape(raw: RawForm) -> RawForm:
    if aims := raw.pop("aims", []):
        raw |= {"center": ", ".join(aims), **dict([_AT_CENTER])}
    return raw


def _waiting_in_parts(raw: RawForm) -> RawForm:
    """Return how long a unit cannot be ordered as a part of the rule, not of its unit."""
    unit = raw.get("unit")
    if not isinstance(unit, dict) or not _has(unit, _WAITS):
        return raw
    return raw | {"waits": unit.get("turn", 1), "unit": _without(unit, "turn", _WAITS)}


def _waiting_in_their_shape(raw: RawForm) -> RawForm:
    if (waits := raw.pop("waits", 0)) and isinstance(raw.get("unit"), dict):
        raw["unit"] = {**raw["unit"], **dict([_WAITS]), "turn": waits}
    return raw


def _bridges_in_parts(raw: RawForm, _board: Board) -> RawForm:
    """Return whether somebody has to stand beside the bridge."""
    if _has(raw, _BESIDE):
        return {**_without(raw, _BESIDE), "adjacent": True}
    return raw if "option" in raw or "adjacent" in raw else {**raw, "adjacent": False}


def _bridges_in_their_shape(raw: RawForm) -> RawForm:
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


def _without_side(said: RawForm) -> RawForm:
    stays = dict([_STAYS]) if said.get("stays") else {}
    return {"nbr_units": said["nbr_units"], **said["unit"], **stays}


def _sections_in_parts(raw: RawForm, _board: Board) -> RawForm:
    """Return sections by their names, which files number from the left."""
    numbers = raw.get("sections")
    if not isinstance(numbers, list) or not all(type(n) is int and 0 <= n < 3 for n in numbers):
        return raw
    return {**raw, "sections": [_SECTIONS[number] for number in numbers]}


def _sections_in_their_shape(raw: RawForm) -> RawForm:
    return {**raw, "sections": [_SECTIONS.index(each) for each in raw["sections"]]}


def _has(raw: RawForm, said: tuple[str, str]) -> bool:
    key, value = said
    return raw.get(key) == value


def _without(raw: RawForm, *gone: str | tuple[str, str]) -> RawForm:
    """Return what is said without some keys, or without pairs of a key and its value."""
    return {k: v for k, v in raw.items() if k not in gone and (k, v) not in _pairs(gone)}


def _pairs(gone: tuple[str | tuple[str, str], ...]) -> list[object]:
    return [each for each in gone if isinstance(each, tuple)]


_IN_AN_OBJECT = {"smoke-screen": "side"}  # rules of one part that files do not write alone
_IN_CAPITALS = ("mine-deck",)  # rules that are one word, which files write in capitals
_BY_SIDE = ("armor-breakthrough",)  # rules of groups that files have as one object for each side
_IN_PARTS: Mapping[str, Callable[[RawForm, Board], RawForm]] = {
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


def word_said(
    shape: OfCard | OfTerrain | OneOf, raw: object
) -> CardKey | TerrainKey | StrEnum | None:
    """Return what a value names, or None where there is no such thing."""
    match shape:
        case OfCard() if any(card.key == raw for card in load_cards()):
            return CardKey(str(raw))
        case OfTerrain() if isinstance(raw, str) and _is_terrain(raw):
            return TerrainKey(raw)
        case OneOf() if raw in [*shape.made]:
            return shape.made(str(raw))
    return None


def _is_terrain(word: str) -> bool:
    """Tell whether a word is a tile's, as far as one can tell without the packs at hand."""
    return bool(pack_of(word) or base_catalogue().by_key(Layer.TERRAIN, word))
