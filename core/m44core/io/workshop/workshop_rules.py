"""Special rules as our own files write them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from m44core.board import Board
from m44core.catalogue.types import Layer, Side
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.io.text.json_pointers import escape
from m44core.io.vocabulary.codes import key_for, name_for, word_for
from m44core.io.vocabulary.m44_rules import M44_PREFIX, makes_sense, parse_value, read_options
from m44core.model.rule_declarations import (
    CardShape,
    Declaration,
    Declarations,
    HexShape,
    Number,
    OneOf,
    Part,
    Record,
    Several,
    Shape,
    ShapeValue,
    SideShape,
    Switch,
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
    return f"/briefing/options/{escape(key)}"


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
            rule = _record(declaration.value, raw, board)
        else:
            rule = declaration.rule_class(
                **{single_part.name: _read(single_part.shape, raw, board)}
            )
    except _InvalidValueError:
        return ForeignRule(raw, invalid=True, is_workshop=True)
    assert isinstance(rule, SpecialRule)
    return rule if rule.makes_sense() else ForeignRule(raw, invalid=True, is_workshop=True)


def _read(shape: Shape, raw: object, board: Board) -> ShapeValue:
    match shape:
        case Switch() if isinstance(raw, bool):
            return raw
        case SideShape() if raw in ("axis", "allies"):
            return Side(str(raw).upper())
        case Number():
            return _number(raw, shape)
        case HexShape() if isinstance(raw, str):
            return _hex(raw, board)
        case CardShape() | TerrainShape() | OneOf():
            return _word(shape, raw)
        case UnitShape():
            return _unit(raw)
        case Several() if isinstance(raw, list) and raw:
            return tuple(_read(shape.each, each, board) for each in raw)
        case Record():
            return _record(shape, raw, board)
    raise _InvalidValueError


def _word(shape: CardShape | TerrainShape | OneOf, raw: object) -> CardKey | TerrainKey | StrEnum:
    value = parse_value(shape, raw)
    if value is None:
        raise _InvalidValueError
    return value


def _number(raw: object, shape: Number) -> int:
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    if type(raw) is not int or not shape.least <= raw <= shape.most:
        raise _InvalidValueError
    return raw


def _hex(raw: str, board: Board) -> Hex:
    try:
        return board.hex(raw)
    except NotationError:
        raise _InvalidValueError from None


def _unit(raw: object) -> Unit:
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
        figures=None if figures is None else _number(figures, Number(1, 99)),
    )


def _record(shape: Record, raw: object, board: Board) -> ShapeValue:
    if not isinstance(raw, dict) or raw.keys() - {part.word for part in shape.parts}:
        raise _InvalidValueError
    record = shape.value_class(**{part.name: _part(part, raw, board) for part in shape.parts})
    if not makes_sense(record):
        raise _InvalidValueError
    return record


def _part(part: Part, raw: Raw, board: Board) -> ShapeValue:
    if part.word not in raw and not part.required:
        return part.default
    return _read(part.shape, raw.get(part.word), board)


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
        return _write(declaration.value, rule, board)
    return _write(declaration.single_part.shape, getattr(rule, declaration.single_part.name), board)


def _write(shape: Shape, value: ShapeValue, board: Board) -> ShapeValue:
    match shape:
        case SideShape():
            return word_for(value.value)
        case HexShape():
            return board.name(value)
        case OneOf():
            return str(value)
        case UnitShape():
            return _written_unit(value)
        case Several():
            return [_write(shape.each, each, board) for each in value]
        case Record():
            return {
                part.word: _write(part.shape, part_value, board)
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
