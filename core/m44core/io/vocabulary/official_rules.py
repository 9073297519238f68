"""The special rules of a scenario as .m44 files have them: options, and conditions of victory.

Nothing is guessed: what makes no sense stays as it is, and is marked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum

from m44core.board import Board
from m44core.catalogue.types import Layer, Side
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.io.text.places import escape
from m44core.io.vocabulary.official_forms import in_parts, in_their_shape
from m44core.io.vocabulary.rule_words import word_said
from m44core.io.vocabulary.words import key as our_name
from m44core.model.declared import (
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
