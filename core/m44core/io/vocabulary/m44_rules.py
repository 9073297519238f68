"""Special rules as .m44 files write them: as options or as victory conditions.

Nothing is guessed; invalid values are preserved and marked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from m44core.board import Board
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, Side, pack_name_of_piece
from m44core.catalogue.command_cards import load_cards
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.io.text.json_pointers import escaped_step
from m44core.io.vocabulary.codes import key_for as our_name
from m44core.model.rule_declarations import (
    CardShape,
    ChoiceShape,
    Declaration,
    Declarations,
    HexShape,
    ListShape,
    NumberShape,
    Part,
    RecordShape,
    Shape,
    ShapeValue,
    SideShape,
    SwitchShape,
    TerrainShape,
    UnitShape,
    declarations,
)
from m44core.model.rule_parts import MAX_COUNT, CardKey, SpecialRule, TerrainKey
from m44core.model.special_rules import ForeignRule, SpecialRules, StatedRule
from m44core.model.unit import Unit

Raw = dict[str, ShapeValue]

HEX_PATTERN = re.compile(r"[A-Za-z][0-9]{1,2}")
M44_PREFIX = "m44:"  # prefix of a key that would otherwise be read as one of ours
VICTORY = "victory"
"""The key of ``game_info`` with the victory conditions."""


class _InvalidValueError(Exception):
    """The value is not valid for its shape."""


class _UnknownFormError(Exception):
    """The value is valid in the official editor, but our declaration cannot express it."""


class _ImpossibleValueError(Exception):
    """The value has the right type but is impossible, such as a hex off the board."""


def unknown_rule_key(m44_key: str, rule_declarations: Declarations | None = None) -> str:
    """Return the key for an unknown rule, with a prefix if it could be mistaken for one of ours.

    *rule_declarations* are the declarations to use; by default those of the program.
    """
    is_taken = (rule_declarations or declarations()).by_key(m44_key) or m44_key.startswith(
        M44_PREFIX
    )
    return M44_PREFIX + m44_key if is_taken else m44_key


def option_pointer(m44_option: str) -> str:
    """Return the workshop pointer of an .m44 option or victory condition.

    A known option is under our key, an unknown option under its own key. For an option of a given
    file, see :func:`stated_option_pointer`.
    """
    declaration = declarations().by_m44(m44_option)
    key = declaration.key if declaration else unknown_rule_key(m44_option)
    return f"/briefing/options/{escaped_step(key)}"


def is_workshop_option(rules: SpecialRules, m44_option: str) -> bool:
    """Return whether *rules* has an .m44 option under our key for it."""
    declaration = declarations().by_m44(m44_option)
    return declaration is not None and declaration.key in rules.stated


def stated_option_pointer(rules: SpecialRules, m44_option: str) -> str:
    """Return the workshop pointer of an .m44 option that *rules* contains.

    The pointer has our key if the option could be read, otherwise its .m44 key.
    """
    if is_workshop_option(rules, m44_option):
        return option_pointer(m44_option)
    return f"/briefing/options/{escaped_step(unknown_rule_key(m44_option))}"


def read_options(
    options: Mapping[str, ShapeValue], board: Board, rule_declarations: Declarations | None = None
) -> dict[str, StatedRule]:
    """Return the special rules in the options of an .m44 file, keyed by the keys of our files.

    *rule_declarations* are the declarations to use; by default those of the program.
    """
    if not options:
        return {}
    rules = rule_declarations or declarations()
    return dict(_read_option(key, raw, board, rules) for key, raw in options.items())


def _read_option(
    m44_option: str, raw: object, board: Board, rules: Declarations
) -> tuple[str, StatedRule]:
    declaration = rules.by_m44(m44_option)
    if declaration is None or declaration.condition:
        return unknown_rule_key(m44_option, rules), ForeignRule(raw)
    rule = read_rule(declaration, raw, board)
    is_ours = not isinstance(rule, ForeignRule) or rule.is_workshop
    return declaration.key if is_ours else unknown_rule_key(m44_option, rules), rule


def read_rule(declaration: Declaration, raw: object, board: Board) -> StatedRule:
    """Return the special rule for an .m44 value; a :class:`ForeignRule` if it cannot be read.

    An invalid value that our files can express is kept in the form of our files.
    """
    single_part, value = declaration.single_part, from_m44_shape(declaration.key, raw, board)
    try:
        if single_part is None:
            rule = _parse_record(declaration.value, value, board)
        else:
            rule = declaration.rule_class(
                **{single_part.name: _read_value(single_part.shape, value, board)}
            )
    except _UnknownFormError:
        return ForeignRule(raw)
    except _InvalidValueError:
        return ForeignRule(raw, invalid=True)
    except _ImpossibleValueError:
        return ForeignRule(
            to_workshop_value(shape_of(declaration), value), invalid=True, is_workshop=True
        )
    assert isinstance(rule, SpecialRule)
    return rule


def read_victory(
    raw: object, board: Board, rule_declarations: Declarations | None = None
) -> tuple[dict[str, StatedRule], object]:
    """Return the special rules in the victory conditions of an .m44 file, and what is unread.

    Returns:
        The rules, keyed by the keys of our files; and the value without the conditions that were
        read, None if nothing is left.
    """
    conditions = raw.get("condition") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or not isinstance(conditions, list):
        return {}, raw
    rules_by_key: dict[str, tuple[Declaration, list[tuple[StatedRule, object]]]] = {}
    unread_conditions = []
    for condition in conditions:
        parsed_condition = _read_condition(condition, board, rule_declarations or declarations())
        if parsed_condition is None:
            unread_conditions.append(condition)
        else:
            declaration, rule, value = parsed_condition
            rules_by_key.setdefault(declaration.key, (declaration, []))[1].append((rule, value))
    special_rules = {key: _join_conditions(*rules) for key, rules in rules_by_key.items()}
    unread_value = (
        {**raw, "condition": unread_conditions} if unread_conditions or len(raw) > 1 else None
    )
    return special_rules, unread_value


def _join_conditions(
    declaration: Declaration, rules_and_values: list[tuple[StatedRule, object]]
) -> StatedRule:
    """Combine conditions of one kind into a rule; return a foreign rule if any is invalid.

    Args:
        declaration: The declaration of the rule.
        rules_and_values: The rule and the .m44 value of each condition.
    """
    part = declaration.single_part
    assert part is not None, "a condition has one part"
    if any(isinstance(rule, ForeignRule) for rule, _ in rules_and_values):
        workshop_value = to_workshop_value(part.shape, [value for _, value in rules_and_values])
        return ForeignRule(workshop_value, invalid=True, is_workshop=True)
    values = (each for rule, _ in rules_and_values for each in getattr(rule, part.name))
    return declaration.rule_class(**{part.name: tuple(values)})


def to_workshop_value(shape: Shape, raw: ShapeValue) -> ShapeValue:
    """Return an .m44 value as our files write it; parts without such a form are unchanged."""
    match shape:
        case SideShape() if raw in ("AXIS", "ALLIES"):
            return str(raw).lower()
        case UnitShape() if isinstance(raw, dict):
            return _workshop_unit(raw)
        case ListShape() if isinstance(raw, list):
            return [to_workshop_value(shape.each, each) for each in raw]
        case RecordShape() if isinstance(raw, list) and shape.pair:
            pairs = zip(shape.parts, raw, strict=True)
            return {part.word: to_workshop_value(part.shape, each) for part, each in pairs}
        case RecordShape() if isinstance(raw, dict):
            parts_by_key = {part.m44: part for part in shape.parts}
            parts_and_values = ((parts_by_key[key], value) for key, value in raw.items())
            return {
                part.word: to_workshop_value(part.shape, value) for part, value in parts_and_values
            }
    return raw


def _workshop_unit(raw: Raw) -> Raw:
    unit: Raw = {"is": our_name(str(raw["name"]), Layer.UNIT)}
    if raw.get("badge"):
        unit["badge"] = our_name(str(raw["badge"]), Layer.BADGE)
    return unit | ({"figures": raw["nbr_units"]} if "nbr_units" in raw else {})


def _read_condition(
    raw: object, board: Board, rules: Declarations
) -> tuple[Declaration, StatedRule, object] | None:
    """Return the declaration, rule and value of a victory condition; None if it is unknown."""
    if not isinstance(raw, dict) or len(raw) != 1:
        return None
    ((m44_key, value),) = raw.items()
    declaration = rules.by_m44(m44_key)
    if declaration is None or not declaration.condition or declaration.single_part is None:
        return None
    rule = read_rule(declaration, [value], board)
    if isinstance(rule, ForeignRule) and not rule.is_workshop:
        return None
    return declaration, rule, value


def _read_value(shape: Shape, raw: object, board: Board) -> ShapeValue:
    match shape:
        case SwitchShape():
            return _parse_switch(raw)
        case SideShape():
            return _parse_side(raw)
        case NumberShape():
            return _parse_number(raw, shape)
        case HexShape():
            return _parse_hex(raw, board)
        case CardShape() | TerrainShape() | ChoiceShape():
            return _parse_word(shape, raw)
        case UnitShape():
            return _parse_unit(raw)
        case ListShape():
            return _read_several(shape, raw, board)
        case RecordShape():
            return _parse_record(shape, raw, board)


def _parse_switch(raw: object) -> bool:
    if not isinstance(raw, bool):
        raise _InvalidValueError
    return raw


def _parse_side(raw: object) -> Side:
    if raw not in ("AXIS", "ALLIES"):
        raise _InvalidValueError
    return Side(raw)


def _parse_number(raw: object, shape: NumberShape) -> int:
    """Return an integer within the bounds of *shape*, even from a string of one or two digits.

    Raises:
        _InvalidValueError: the value is not such an integer.
    """
    if isinstance(raw, str) and raw.isascii() and raw.isdigit() and len(raw) <= 2:
        raw = int(raw)
    if type(raw) is not int or not shape.least <= raw <= shape.most:
        raise _InvalidValueError
    return raw


def _parse_hex(raw: object, board: Board) -> Hex:
    if not isinstance(raw, str):
        raise _InvalidValueError
    try:
        return board.hex(raw)
    except NotationError:
        raise (
            _ImpossibleValueError if HEX_PATTERN.fullmatch(raw) else _InvalidValueError
        ) from None


def _parse_word(
    shape: CardShape | TerrainShape | ChoiceShape, raw: object
) -> CardKey | TerrainKey | StrEnum:
    value = parse_value(shape, raw)
    if value is None:
        raise _InvalidValueError
    return value


def _parse_unit(raw: object) -> Unit:
    if not isinstance(raw, dict):
        raise _InvalidValueError
    if raw.keys() - {"name", "badge", "nbr_units"}:
        raise _UnknownFormError
    name, badge, figures = raw.get("name"), raw.get("badge"), raw.get("nbr_units")
    if not isinstance(name, str) or not name or not isinstance(badge, str | None):
        raise _InvalidValueError
    figure_count = None if figures is None else _parse_number(figures, NumberShape(1, 99))
    return Unit(name, badge=badge or None, figures=figure_count)


def _read_several(shape: ListShape, raw: object, board: Board) -> tuple[ShapeValue, ...]:
    """Return the items of a list; duplicates are dropped except for records and numbers.

    Raises:
        _InvalidValueError: the value is not a list, is empty, or has an invalid item.
    """
    if not isinstance(raw, list) or not raw:
        raise _InvalidValueError
    items = [_read_value(shape.each, each, board) for each in raw]
    return tuple(
        items if isinstance(shape.each, RecordShape | NumberShape) else dict.fromkeys(items)
    )


def _parse_record(shape: RecordShape, raw: object, board: Board) -> ShapeValue:
    if shape.pair and isinstance(raw, list) and len(raw) == len(shape.parts):
        raw = {part.m44: value for part, value in zip(shape.parts, raw, strict=True)}
    elif shape.pair or not isinstance(raw, dict):
        raise _InvalidValueError
    if raw.keys() - {part.m44 for part in shape.parts}:
        raise _UnknownFormError
    record = shape.value_class(**{part.name: _parse_part(part, raw, board) for part in shape.parts})
    if not makes_sense(record):
        raise _ImpossibleValueError
    return record


def makes_sense(value: object) -> bool:
    """Return whether the parts of a value are consistent; True if its class does not check that."""
    check = getattr(value, "makes_sense", None)
    return check is None or bool(check())


def _parse_part(part: Part, raw: Raw, board: Board) -> ShapeValue:
    value = raw.get(part.m44)
    if not part.required and (value is None or value in ("", [])):
        return part.default
    return _read_value(part.shape, value, board)


def shape_of(declaration: Declaration) -> Shape:
    """Return the shape of a rule's value: of its only part if it has a single one."""
    return declaration.single_part.shape if declaration.single_part else declaration.value


def written_rule(
    rule: SpecialRule, board: Board, rule_declarations: Declarations | None = None
) -> ShapeValue:
    """Return a special rule as an .m44 file writes it.

    *rule_declarations* are the declarations to use; by default those of the program.
    """
    declaration = (rule_declarations or declarations()).of(rule)
    if declaration.single_part is None:
        return to_m44_shape(declaration.key, _encode_value(declaration.value, rule, board))
    value = _encode_value(
        declaration.single_part.shape, getattr(rule, declaration.single_part.name), board
    )
    return to_m44_shape(declaration.key, value)


def _encode_value(shape: Shape, value: ShapeValue, board: Board) -> ShapeValue:
    match shape:
        case SideShape():
            return value.value
        case HexShape():
            return board.name(value)
        case ChoiceShape():
            return str(value)
        case UnitShape():
            figures = {"nbr_units": value.figures} if value.figures is not None else {}
            badge = {"badge": value.badge} if value.badge is not None else {}
            return {"name": value.name, **badge, **figures}
        case ListShape():
            return [_encode_value(shape.each, each, board) for each in value]
        case RecordShape():
            parts = {
                part.m44: _encode_value(part.shape, part_value, board)
                for part in shape.parts
                for part_value in (getattr(value, part.name),)
                if part.required or part_value != part.default
            }
            return [*parts.values()] if shape.pair else parts
    return value


Converter = Callable[[Raw], Raw]

_HEX = re.compile(r"\b[A-Za-z][0-9]{1,2}\b")
_ONE_BY_ONE = ("behavior", "ONE_AT_TIME")
_AT_CENTER = ("option2", "TARGET_DROP_CENTER")
_BY_DAY = ("option", "NEED_FULL_DAY_VISIBILITY")
_NEEDS_NEIGHBOUR = ("option", "NEED_NEIGHBOUR_UNIT")
_CANNOT_EXIT = ("behavior", "CANNOT_EXIT")
_SECTIONS = ("left", "centre", "right")
_CANNOT_ACT = ("behavior", "CANNOT_BE_ACTIVATED_TILL_TURN")


def from_m44_shape(key: str, raw: object, board: Board) -> object:
    """Return an .m44 value, restructured into the parts of our declaration where necessary.

    Args:
        key: The key of the rule in our files.
        raw: The value.
        board: The board of the scenario.
    """
    if key in _WRAPPED_RULES and isinstance(raw, dict) and [*raw] == [_WRAPPED_RULES[key]]:
        return raw[_WRAPPED_RULES[key]]
    if key in _UPPER_CASE and isinstance(raw, str) and raw.isupper():
        return raw.lower()
    if key in _KEYED_BY_SIDE and isinstance(raw, dict):
        return [_breakthrough_from_m44(side, value) for side, value in raw.items()]
    convert = _FROM_M44.get(key)
    return convert(dict(raw), board) if convert and isinstance(raw, dict) else raw


def to_m44_shape(key: str, raw: Any) -> Any:  # noqa: ANN401 - JSON of any shape
    """Return the parts of a rule, given by its key in our files, restructured for .m44 files."""
    if key in _WRAPPED_RULES:
        return {_WRAPPED_RULES[key]: raw}
    if key in _UPPER_CASE:
        return raw.upper()
    if key in _KEYED_BY_SIDE:
        return {each["side"]: _breakthrough_to_m44(each) for each in raw}
    convert = _TO_M44.get(key)
    return convert(dict(raw)) if convert else raw


def _air_drop_from_m44(raw: Raw, board: Board) -> Raw:
    """Return an air drop with the number of units of each drop, and the hexes it aims at."""
    raw = _waiting_from_m44(_aims_from_m44(raw, board))
    units, drops = raw.get("nbr_units"), raw.get("nbr_drops")
    if isinstance(units, list) and units and drops == len(units):
        raw |= {"nbr_units": units[0], "further": units[1:]}
    elif isinstance(drops, int) and type(units) is int and 0 < drops <= MAX_COUNT:
        raw["further"] = [units] * (drops - 1)
    else:
        return raw
    return _without_keys(raw, "nbr_drops", _ONE_BY_ONE)


def _air_drop_to_m44(raw: Raw) -> Raw:
    further_units = raw.pop("further", [])
    raw = _waiting_to_m44(_aims_to_m44(raw))
    if further_units:
        units = [raw["nbr_units"], *further_units]
        raw |= {"nbr_units": units, "nbr_drops": len(units), **dict([_ONE_BY_ONE])}
    return raw


def _ordered_drop_from_m44(raw: Raw, board: Board) -> Raw:
    """Return the parts of a drop during the game.

    ``waits`` is dropped, since units can never act in the turn in which they land.
    """
    raw = _waiting_from_m44(_aims_from_m44(raw, board))
    raw.pop("waits", None)
    if _has_pair(raw, _BY_DAY):
        raw = {**_without_keys(raw, _BY_DAY), "daylight": True}
    return {key: value for key, value in raw.items() if (key, value) != ("nbr_drops", 1)}


def _ordered_drop_to_m44(raw: Raw) -> Raw:
    raw = _aims_to_m44(raw)
    if raw.pop("daylight", False):
        raw |= dict([_BY_DAY])
    return raw


def _train_from_m44(raw: Raw, _board: Board) -> Raw:
    """Return a supply train with the number of turns for which its unit cannot be ordered."""
    train = _waiting_from_m44(raw)
    return train if "waits" in train else {**train, "waits": 0}


def _train_to_m44(raw: Raw) -> Raw:
    return _waiting_to_m44({"waits": 1, **raw})


def _aims_from_m44(raw: Raw, board: Board) -> Raw:
    """Return *raw* with ``aims`` in place of ``center``: the hexes that its text names.

    Names of hexes that are not on the board are ignored. *raw* is unchanged unless ``center`` is a
    text and required as an aim.
    """
    if not _has_pair(raw, _AT_CENTER) or not isinstance(raw.get("center"), str):
        return raw
    aims = [name for each in _HEX.findall(raw["center"]) for name in _hex_names(each, board)]
    return {**_without_keys(raw, "center", _AT_CENTER), "aims": aims}


def _hex_names(word: str, board: Board) -> list[str]:
    """Return a list with the name of a hex, given in any case; [] if it is off the board."""
    names = {each.lower(): each for each in map(board.name, board.hexes)}
    return [names[word.lower()]] if word.lower() in names else []


def _aims_to_m44(raw: Raw) -> Raw:
    if aims := raw.pop("aims", []):
        raw |= {"center": ", ".join(aims), **dict([_AT_CENTER])}
    return raw


def _waiting_from_m44(raw: Raw) -> Raw:
    """Return *raw* with the turns for which its unit cannot be ordered moved to ``waits``."""
    unit = raw.get("unit")
    if not isinstance(unit, dict) or not _has_pair(unit, _CANNOT_ACT):
        return raw
    return raw | {"waits": unit.get("turn", 1), "unit": _without_keys(unit, "turn", _CANNOT_ACT)}


def _waiting_to_m44(raw: Raw) -> Raw:
    if (waits := raw.pop("waits", 0)) and isinstance(raw.get("unit"), dict):
        raw["unit"] = {**raw["unit"], **dict([_CANNOT_ACT]), "turn": waits}
    return raw


def _bridges_from_m44(raw: Raw, _board: Board) -> Raw:
    """Return the rule with the part ``adjacent``: whether infantry must be next to the bridge."""
    if _has_pair(raw, _NEEDS_NEIGHBOUR):
        return {**_without_keys(raw, _NEEDS_NEIGHBOUR), "adjacent": True}
    return raw if "option" in raw or "adjacent" in raw else {**raw, "adjacent": False}


def _bridges_to_m44(raw: Raw) -> Raw:
    return raw | dict([_NEEDS_NEIGHBOUR]) if raw.pop("adjacent", True) else raw


def _breakthrough_from_m44(side: str, raw: object) -> object:
    """Return the breakthrough group of a side, with its unit and whether it ``stays`` as parts."""
    if not isinstance(raw, dict):
        return raw
    raw_group = _without_keys(raw, _CANNOT_EXIT)
    unit = {key: value for key, value in raw_group.items() if key != "nbr_units"}
    figures = {"nbr_units": raw_group["nbr_units"]} if "nbr_units" in raw_group else {}
    stays = {"stays": True} if _has_pair(raw, _CANNOT_EXIT) else {}
    return {"side": side, **figures, "unit": unit, **stays}


def _breakthrough_to_m44(group: Raw) -> Raw:
    stays = dict([_CANNOT_EXIT]) if group.get("stays") else {}
    return {"nbr_units": group["nbr_units"], **group["unit"], **stays}


def _sections_from_m44(raw: Raw, _board: Board) -> Raw:
    """Return the rule with its sections by name; .m44 files number them from the left."""
    numbers = raw.get("sections")
    if not isinstance(numbers, list) or not all(type(n) is int and 0 <= n < 3 for n in numbers):
        return raw
    return {**raw, "sections": [_SECTIONS[number] for number in numbers]}


def _sections_to_m44(raw: Raw) -> Raw:
    return {**raw, "sections": [_SECTIONS.index(each) for each in raw["sections"]]}


def _has_pair(raw: Raw, pair: tuple[str, str]) -> bool:
    key, value = pair
    return raw.get(key) == value


def _without_keys(raw: Raw, *removed_keys: str | tuple[str, str]) -> Raw:
    """Return an object without the given keys and the given pairs of a key and its value."""
    return {
        k: v
        for k, v in raw.items()
        if k not in removed_keys and (k, v) not in _key_value_pairs(removed_keys)
    }


def _key_value_pairs(removed_keys: tuple[str | tuple[str, str], ...]) -> list[object]:
    return [each for each in removed_keys if isinstance(each, tuple)]


_WRAPPED_RULES = {"smoke-screen": "side"}  # rules of one part that files write inside an object
_UPPER_CASE = ("mine-deck",)  # rules of one word that files write in upper case
_KEYED_BY_SIDE = ("armor-breakthrough",)  # rules with one group for each side, by side
_FROM_M44: Mapping[str, Callable[[Raw, Board], Raw]] = {
    "air-drop": _air_drop_from_m44,
    "ordered-drop": _ordered_drop_from_m44,
    "blow-bridges": _bridges_from_m44,
    "empty-section-medals": _sections_from_m44,
    "supply-train": _train_from_m44,
}
_TO_M44: Mapping[str, Converter] = {
    "air-drop": _air_drop_to_m44,
    "ordered-drop": _ordered_drop_to_m44,
    "blow-bridges": _bridges_to_m44,
    "empty-section-medals": _sections_to_m44,
    "supply-train": _train_to_m44,
}


def parse_value(
    shape: CardShape | TerrainShape | ChoiceShape, raw: object
) -> CardKey | TerrainKey | StrEnum | None:
    """Return the card, terrain or enum value for a word of a file; None if it is unknown."""
    match shape:
        case CardShape() if any(card.key == raw for card in load_cards()):
            return CardKey(str(raw))
        case TerrainShape() if isinstance(raw, str) and _is_terrain(raw):
            return TerrainKey(raw)
        case ChoiceShape() if raw in [*shape.enum_class]:
            return shape.enum_class(str(raw))
    return None


def _is_terrain(word: str) -> bool:
    """Return whether a word is the key of a tile, including tiles of unavailable packs."""
    return bool(pack_name_of_piece(word) or base_catalogue().by_key(Layer.TERRAIN, word))
