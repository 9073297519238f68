"""What the schemas say of special rules: it follows from their declarations."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import BOARDS, BoardType
from m44core.catalogue.command_cards import load_cards
from m44core.io.vocabulary.m44_rules import written_rule
from m44core.io.workshop.workshop_rules import read_rule
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
)
from m44core.model.special_rules import Foreign

Schema = dict[str, OfShape]

_HEX = "^[A-Za-z][0-9]{1,2}$"
_UNIT = "#/$defs/dropped-unit"


def scenario_schema(declared: Declaration) -> Schema:
    """Return what the schema of our own files says of a rule."""
    value = declared.bare.shape if declared.bare else declared.value
    about = {"title": declared.label, "description": declared.summary}
    return {**about, **_ours(value, declared.example), "examples": [declared.example]}


def _ours(shape: Shape, example: OfShape) -> Schema:
    match shape:
        case OfSide():
            return {"type": "string", "enum": ["axis", "allies"]}
        case OfTerrain():
            return {"$ref": "#/$defs/terrain-name"}
        case OfUnit():
            return {"$ref": _UNIT}
        case Several():
            return {"type": "array", "minItems": 1, "items": _each(shape, example)}
        case Record():
            return _record(shape, example)
    return _alike(shape)


def _alike(shape: Switch | Number | OfHex | OfCard | OneOf) -> Schema:
    """Return the schema of what both formats write alike."""
    match shape:
        case Switch():
            return {"type": "boolean"}
        case Number():
            return {"type": "integer", "minimum": shape.least, "maximum": shape.most}
        case OfHex():
            return {"type": "string", "pattern": _HEX}
        case OfCard() | OneOf():
            return {"type": "string", "enum": _words_of(shape)}


def _words_of(shape: OfCard | OneOf) -> list[str]:
    return [*shape.made] if isinstance(shape, OneOf) else [card.key for card in load_cards()]


def _each(shape: Several, example: OfShape) -> Schema:
    first = example[0]
    return {"description": _says(shape.each), **_ours(shape.each, first), "examples": [first]}


def _says(shape: Shape) -> str:
    match shape:
        case OfHex():
            return "A hex, by its name."
        case OfCard():
            return "A command card."
        case OfTerrain():
            return "A kind of tile."
        case Record():
            return shape.says
    return "One of them."


def _record(shape: Record, example: OfShape) -> Schema:
    required = [part.word for part in shape.parts if part.needed]
    return {
        "type": "object",
        **({"required": required} if required else {}),
        "additionalProperties": False,
        "properties": {part.word: _part(part, example, shape) for part in shape.parts},
    }


def _part(part: Part, example: OfShape, around: Record) -> Schema:
    if isinstance(part.shape, OfUnit):
        return {"$ref": _UNIT}
    said = example.get(part.word, _instead(part, example, around))
    schema = {"description": part.says, **_ours(part.shape, said)}
    if isinstance(part.shape, Switch):
        schema["default"] = part.usual
    return {**schema, "examples": [said]}


def _instead(part: Part, example: OfShape, around: Record) -> OfShape:
    """Return an example of a part that the example of its rule does not say."""
    if isinstance(part.shape, Switch):
        return not part.usual
    if isinstance(part.shape, Number) and not part.needed:
        return part.usual
    alike = (example.get(other.word) for other in around.parts if other.shape == part.shape)
    return next((said for said in alike if said is not None), _such_as(part.shape))


def _such_as(shape: Shape) -> OfShape:
    """Return a value that a shape allows."""
    match shape:
        case Several():
            return [_such_as(shape.each)]
        case Record():
            return {part.word: _such_as(part.shape) for part in shape.parts if part.needed}
        case Number():
            return shape.least
        case Switch():
            return True
        case OneOf():
            return _words_of(shape)[0]
    return _SUCH_AS[type(shape)]


_SUCH_AS: Mapping[type, str] = {
    OfSide: "allies",
    OfHex: "G5",
    OfCard: "air-power",
    OfTerrain: "river",
    OfUnit: "american-infantry",
}


def m44_example(declared: Declaration, known: Declarations | None = None) -> OfShape:
    """Return the example of a rule as .m44 files have it."""
    board = BOARDS[BoardType.STANDARD]
    rule = read_rule(declared, declared.example, board)
    assert not isinstance(rule, Foreign), f"the example of {declared.key} is none"
    return written_rule(rule, board, known)


def m44_schema(declared: Declaration) -> Schema:
    """Return what the strict schema of .m44 says of a rule."""
    if declared.other_forms and declared.bare:
        return {"description": declared.summary, "type": ["string", "boolean", "object"]}
    if declared.other_forms:
        return {"description": declared.summary, "type": "object", "required": ["side"]}
    value = declared.bare.shape if declared.bare else declared.value
    return {"description": declared.summary, **_theirs(value)}


def _theirs(shape: Shape) -> Schema:
    match shape:
        case OfSide():
            return {"type": "string", "enum": ["AXIS", "ALLIES"]}
        case OfTerrain():
            return {"type": "string", "minLength": 1}
        case OfUnit():
            return _unit()
        case Several():
            return {"type": "array", "minItems": 1, "items": _theirs(shape.each)}
        case Record():
            return _their_record(shape)
    return _alike(shape)


def _unit() -> Schema:
    return {
        "type": "object",
        "required": ["name"],
        "additionalProperties": False,
        "properties": {
            "name": {"type": "string", "minLength": 1},
            "badge": {"type": "string", "minLength": 1},
            "nbr_units": {"type": "integer", "minimum": 1, "maximum": 99},
        },
    }


def _their_record(shape: Record) -> Schema:
    parts = {part.m44: {"description": part.says, **_theirs(part.shape)} for part in shape.parts}
    if shape.pair:
        return {
            "type": "array",
            "prefixItems": [*parts.values()],
            "items": False,
            "minItems": len(parts),
        }
    required = [part.m44 for part in shape.parts if part.needed]
    return {
        "type": "object",
        **({"required": required} if required else {}),
        "additionalProperties": False,
        "properties": parts,
    }


def table(known: Declarations) -> str:
    """Return the table of special rules in the documentation."""
    rows = (
        f"| `{each.key}` | `{_place(each)}`{' (ours)' if each.ours else ''} | {_described(each)} |"
        for each in known
    )
    return "\n".join(["| option | in an `.m44` file | what it says |", "|---|---|---|", *rows])


def _place(declared: Declaration) -> str:
    return f"victory.condition[].{declared.m44}" if declared.condition else declared.m44


def _described(declared: Declaration) -> str:
    """Return what a rule does, and its parts by their words."""
    parts = _parts(declared.bare.shape if declared.bare else declared.value)
    return f"{declared.summary} Parts: {', '.join(parts)}." if parts else declared.summary


def _parts(shape: Shape) -> list[str]:
    match shape:
        case Several():
            return _parts(shape.each)
        case Record():
            return [word for part in shape.parts for word in _words(part)]
    return []


def _words(part: Part) -> list[str]:
    inner = _parts(part.shape)
    return [f"`{part.word}`", *inner] if not inner else [f"`{part.word}` ({', '.join(inner)})"]
