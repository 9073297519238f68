"""Special rules as our own files write them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from m44core.board import Board
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.io.text.json_pointers import escaped_step
from m44core.io.vocabulary.codes import key_for, name_for, word_for
from m44core.io.vocabulary.m44_rules import M44_PREFIX, makes_sense, parse_value, read_options
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
from m44core.model.rule_parts import CardKey, SpecialRule, TerrainKey
from m44core.model.special_rules import ForeignRule, SpecialRules, StatedRule
from m44core.model.unit import Unit

Raw = dict[str, ShapeValue]


class _InvalidValueError(Exception):
    """A value is not allowed in our format; the schema stage reports it."""


def rule_pointer(rule: str | type[SpecialRule]) -> str:
    """Return the workshop pointer of a special rule, given by its key or its class."""
    key = rule if isinstance(rule, str) else declarations().of(rule).key
    return f"/briefing/options/{escaped_step(key)}"


def read_rules(
    options: Mapping[str, ShapeValue], board: Board, rule_declarations: Declarations | None = None
) -> dict[str, StatedRule]:
    """Return the special rules in the options of a workshop document, by key.

    Options with unknown keys are read as .m44 files write them, under their .m44 keys.
    *rule_declarations* are the declarations to use; by default those of the program.
    """
    rules = rule_declarations or declarations()
    rules_by_key: dict[str, StatedRule] = {}
    for key, raw in options.items():
        declaration = rules.by_key(key)
        if declaration:
            rules_by_key[key] = read_rule(declaration, raw, board)
        else:
            rules_by_key |= read_options({key.removeprefix(M44_PREFIX): raw}, board, rules)
    return rules_by_key


def read_rule(declaration: Declaration, raw: object, board: Board) -> StatedRule:
    """Return the special rule for a value, or a :class:`ForeignRule` if the value is invalid."""
    single_part = declaration.single_part
    try:
        if single_part is None:
            rule = _parse_record(declaration.value, raw, board)
        else:
            rule = declaration.rule_class(
                **{single_part.name: _read_value(single_part.shape, raw, board)}
            )
    except _InvalidValueError:
        return ForeignRule(raw, invalid=True, is_workshop=True)
    assert isinstance(rule, SpecialRule)
    return rule if rule.makes_sense() else ForeignRule(raw, invalid=True, is_workshop=True)


def _read_value(shape: Shape, raw: object, board: Board) -> ShapeValue:
    match shape:
        case SwitchShape() if isinstance(raw, bool):
            return raw
        case SideShape() if raw in ("axis", "allies"):
            return Side(str(raw).upper())
        case NumberShape():
            return _parse_number(raw, shape)
        case HexShape() if isinstance(raw, str):
            return _parse_hex(raw, board)
        case CardShape() | TerrainShape() | ChoiceShape():
            return _parse_word(shape, raw)
        case UnitShape():
            return _parse_unit(raw)
        case ListShape() if isinstance(raw, list) and raw:
            return tuple(_read_value(shape.each, each, board) for each in raw)
        case RecordShape():
            return _parse_record(shape, raw, board)
    raise _InvalidValueError


def _parse_word(
    shape: CardShape | TerrainShape | ChoiceShape, raw: object
) -> CardKey | TerrainKey | StrEnum:
    value = parse_value(shape, raw)
    if value is None:
        raise _InvalidValueError
    return value


def _parse_number(raw: object, shape: NumberShape) -> int:
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    if type(raw) is not int or not shape.least <= raw <= shape.most:
        raise _InvalidValueError
    return raw


def _parse_hex(raw: str, board: Board) -> Hex:
    try:
        return board.hex(raw)
    except NotationError:
        raise _InvalidValueError from None


def _parse_unit(raw: object) -> Unit:
    if isinstance(raw, str):
        raw = {"is": raw}
    if not isinstance(raw, dict) or raw.keys() - {"is", "badge", "figures"}:
        raise _InvalidValueError
    kind, badge, figures = raw.get("is"), raw.get("badge"), raw.get("figures")
    if not isinstance(kind, str) or not kind or not isinstance(badge, str | None):
        raise _InvalidValueError
    return Unit(
        name_for(kind, Layer.UNIT),
        badge=None if badge is None else name_for(badge, Layer.BADGE),
        figures=None if figures is None else _parse_number(figures, NumberShape(1, 99)),
    )


def _parse_record(shape: RecordShape, raw: object, board: Board) -> ShapeValue:
    if not isinstance(raw, dict) or raw.keys() - {part.word for part in shape.parts}:
        raise _InvalidValueError
    record = shape.value_class(**{part.name: _parse_part(part, raw, board) for part in shape.parts})
    if not makes_sense(record):
        raise _InvalidValueError
    return record


def _parse_part(part: Part, raw: Raw, board: Board) -> ShapeValue:
    if part.word not in raw and not part.required:
        return part.default
    return _read_value(part.shape, raw.get(part.word), board)


def written_rules(
    rules: SpecialRules, board: Board, rule_declarations: Declarations | None = None
) -> Raw:
    """Return special rules as the ``options`` of a workshop document.

    *rule_declarations* are the declarations to use; by default those of the program.
    """
    return {
        key: rule.value
        if isinstance(rule, ForeignRule)
        else written_rule(rule, board, rule_declarations)
        for key, rule in rules.stated.items()
    }


def written_rule(
    rule: SpecialRule, board: Board, rule_declarations: Declarations | None = None
) -> ShapeValue:
    """Return a special rule as our files write it.

    *rule_declarations* are the declarations to use; by default those of the program.
    """
    declaration = (rule_declarations or declarations()).of(rule)
    if declaration.single_part is None:
        return _encode_value(declaration.value, rule, board)
    return _encode_value(
        declaration.single_part.shape, getattr(rule, declaration.single_part.name), board
    )


def _encode_value(shape: Shape, value: ShapeValue, board: Board) -> ShapeValue:
    match shape:
        case SideShape():
            return word_for(value.value)
        case HexShape():
            return board.name(value)
        case ChoiceShape():
            return str(value)
        case UnitShape():
            return _written_unit(value)
        case ListShape():
            return [_encode_value(shape.each, each, board) for each in value]
        case RecordShape():
            return {
                part.word: _encode_value(part.shape, part_value, board)
                for part in shape.parts
                for part_value in (getattr(value, part.name),)
                if part.required or part_value != part.default
            }
    return value


def _written_unit(unit: Unit) -> Raw | str:
    """Return a unit as our files write it: just its name if it has no badge and no figures."""
    kind = key_for(unit.name, Layer.UNIT)
    if unit.badge is None and unit.figures is None:
        return kind
    badge = {"badge": key_for(unit.badge, Layer.BADGE)} if unit.badge is not None else {}
    figures = {"figures": unit.figures} if unit.figures is not None else {}
    return {"is": kind, **badge, **figures}
