"""The special rules of a scenario in the words of our own files."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from m44core.board import Board
from m44core.catalogue.types import Layer, Side
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.io.text.json_pointers import escape
from m44core.io.vocabulary.codes import key, name, word
from m44core.io.vocabulary.m44_rules import MARK, makes_sense, read_options, word_said
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
from m44core.model.rule_parts import CardKey, SpecialRule, TerrainKey
from m44core.model.special_rules import Foreign, SpecialRules, Stated
from m44core.model.unit import Unit

Raw = dict[str, OfShape]


class _NotOursError(Exception):
    """A value our format does not allow; the schema stage has said so."""


def rule_pointer(rule: str | type[SpecialRule]) -> str:
    """Return where the workshop document has a special rule, by its key or its class."""
    key_ = rule if isinstance(rule, str) else declarations().of(rule).key
    return f"/briefing/options/{escape(key_)}"


def read_rules(
    options: Mapping[str, OfShape], board: Board, known: Declarations | None = None
) -> dict[str, Stated]:
    """Return what the options of a workshop document say, by their keys.

    One that is none of ours has the name and the value of the official editor,
    and says what an .m44 file says by it.
    """
    rules = known or declarations()
    stated: dict[str, Stated] = {}
    for word_, raw in options.items():
        declared = rules.by_key(word_)
        if declared:
            stated[word_] = read_rule(declared, raw, board)
        else:
            stated |= read_options({word_.removeprefix(MARK): raw}, board, rules)
    return stated


def read_rule(declared: Declaration, raw: object, board: Board) -> Stated:
    """Return what a value says of a rule; the value itself where our format does not allow it."""
    bare = declared.bare
    try:
        if bare is None:
            rule = _record(declared.value, raw, board)
        else:
            rule = declared.made(**{bare.name: _read(bare.shape, raw, board)})
    except _NotOursError:
        return Foreign(raw, senseless=True, ours=True)
    assert isinstance(rule, SpecialRule)
    return rule if rule.makes_sense() else Foreign(raw, senseless=True, ours=True)


def _read(shape: Shape, raw: object, board: Board) -> OfShape:
    match shape:
        case Switch() if isinstance(raw, bool):
            return raw
        case OfSide() if raw in ("axis", "allies"):
            return Side(str(raw).upper())
        case Number():
            return _number(raw, shape)
        case OfHex() if isinstance(raw, str):
            return _hex(raw, board)
        case OfCard() | OfTerrain() | OneOf():
            return _word(shape, raw)
        case OfUnit():
            return _unit(raw)
        case Several() if isinstance(raw, list) and raw:
            return tuple(_read(shape.each, each, board) for each in raw)
        case Record():
            return _record(shape, raw, board)
    raise _NotOursError


def _word(shape: OfCard | OfTerrain | OneOf, raw: object) -> CardKey | TerrainKey | StrEnum:
    said = word_said(shape, raw)
    if said is None:
        raise _NotOursError
    return said


def _number(raw: object, shape: Number) -> int:
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    if type(raw) is not int or not shape.least <= raw <= shape.most:
        raise _NotOursError
    return raw


def _hex(raw: str, board: Board) -> Hex:
    try:
        return board.hex(raw)
    except NotationError:
        raise _NotOursError from None


def _unit(raw: object) -> Unit:
    if isinstance(raw, str):
        raw = {"is": raw}
    if not isinstance(raw, dict) or raw.keys() - {"is", "badge", "figures"}:
        raise _NotOursError
    kind, badge, figures = raw.get("is"), raw.get("badge"), raw.get("figures")
    if not isinstance(kind, str) or not kind or not isinstance(badge, str | None):
        raise _NotOursError
    return Unit(
        name(kind, Layer.UNIT),
        badge=None if badge is None else name(badge, Layer.BADGE),
        figures=None if figures is None else _number(figures, Number(1, 99)),
    )


def _record(shape: Record, raw: object, board: Board) -> OfShape:
    if not isinstance(raw, dict) or raw.keys() - {part.word for part in shape.parts}:
        raise _NotOursError
    made = shape.made(**{part.name: _part(part, raw, board) for part in shape.parts})
    if not makes_sense(made):
        raise _NotOursError
    return made


def _part(part: Part, raw: Raw, board: Board) -> OfShape:
    if part.word not in raw and not part.needed:
        return part.usual
    return _read(part.shape, raw.get(part.word), board)


def written_rules(rules: SpecialRules, board: Board, known: Declarations | None = None) -> Raw:
    """Return the options as our files write them."""
    return {
        word_: stated.value if isinstance(stated, Foreign) else written_rule(stated, board, known)
        for word_, stated in rules.stated.items()
    }


def written_rule(rule: SpecialRule, board: Board, known: Declarations | None = None) -> OfShape:
    """Return what our files say of a rule."""
    declared = (known or declarations()).of(rule)
    if declared.bare is None:
        return _write(declared.value, rule, board)
    return _write(declared.bare.shape, getattr(rule, declared.bare.name), board)


def _write(shape: Shape, value: OfShape, board: Board) -> OfShape:
    match shape:
        case OfSide():
            return word(value.value)
        case OfHex():
            return board.name(value)
        case OneOf():
            return str(value)
        case OfUnit():
            return _written_unit(value)
        case Several():
            return [_write(shape.each, each, board) for each in value]
        case Record():
            return {
                part.word: _write(part.shape, said, board)
                for part in shape.parts
                for said in (getattr(value, part.name),)
                if part.needed or said != part.usual
            }
    return value


def _written_unit(unit: Unit) -> Raw | str:
    """Return a unit by its name alone where it has no more."""
    kind = key(unit.name, Layer.UNIT)
    if unit.badge is None and unit.figures is None:
        return kind
    badge = {"badge": key(unit.badge, Layer.BADGE)} if unit.badge is not None else {}
    figures = {"figures": unit.figures} if unit.figures is not None else {}
    return {"is": kind, **badge, **figures}
