"""Generating the schemas of special rules from their declarations."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import BOARDS, BoardType
from m44core.catalogue.command_cards import load_cards
from m44core.io.vocabulary.m44_rules import written_rule
from m44core.io.workshop.workshop_rules import read_rule
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
)
from m44core.model.special_rules import ForeignRule

Schema = dict[str, ShapeValue]

_HEX = "^[A-Za-z][0-9]{1,2}$"
_UNIT = "#/$defs/dropped-unit"


def workshop_rule_schema(declaration: Declaration) -> Schema:
    """Return the definition of a special rule in our own schema."""
    value = declaration.single_part.shape if declaration.single_part else declaration.value
    description = {"title": declaration.label, "description": declaration.summary}
    return {
        **description,
        **_workshop_schema(value, declaration.example),
        "examples": [declaration.example],
    }


def _workshop_schema(shape: Shape, example: ShapeValue) -> Schema:
    match shape:
        case SideShape():
            return {"type": "string", "enum": ["axis", "allies"]}
        case TerrainShape():
            return {"$ref": "#/$defs/terrain-name"}
        case UnitShape():
            return {"$ref": _UNIT}
        case ListShape():
            return {"type": "array", "minItems": 1, "items": _list_item_schema(shape, example)}
        case RecordShape():
            return _record_schema(shape, example)
    return _shared_schema(shape)


def _shared_schema(shape: SwitchShape | NumberShape | HexShape | CardShape | ChoiceShape) -> Schema:
    """Return the schema of a value that both formats write in the same way."""
    match shape:
        case SwitchShape():
            return {"type": "boolean"}
        case NumberShape():
            return {"type": "integer", "minimum": shape.least, "maximum": shape.most}
        case HexShape():
            return {"type": "string", "pattern": _HEX}
        case CardShape() | ChoiceShape():
            return {"type": "string", "enum": _allowed_words(shape)}


def _allowed_words(shape: CardShape | ChoiceShape) -> list[str]:
    return (
        [*shape.enum_class]
        if isinstance(shape, ChoiceShape)
        else [card.key for card in load_cards()]
    )


def _list_item_schema(shape: ListShape, example: ShapeValue) -> Schema:
    first = example[0]
    return {
        "description": _item_description(shape.each),
        **_workshop_schema(shape.each, first),
        "examples": [first],
    }


def _item_description(shape: Shape) -> str:
    match shape:
        case HexShape():
            return "A hex, by its name."
        case CardShape():
            return "A command card."
        case TerrainShape():
            return "A kind of tile."
        case RecordShape():
            return shape.description
    return "An item of the list."


def _record_schema(shape: RecordShape, example: ShapeValue) -> Schema:
    required_words = [part.word for part in shape.parts if part.required]
    return {
        "type": "object",
        **({"required": required_words} if required_words else {}),
        "additionalProperties": False,
        "properties": {part.word: _part_schema(part, example, shape) for part in shape.parts},
    }


def _part_schema(part: Part, example: ShapeValue, record: RecordShape) -> Schema:
    if isinstance(part.shape, UnitShape):
        return {"$ref": _UNIT}
    value = example.get(part.word, _missing_example(part, example, record))
    schema = {"description": part.description, **_workshop_schema(part.shape, value)}
    if isinstance(part.shape, SwitchShape):
        schema["default"] = part.default
    return {**schema, "examples": [value]}


def _missing_example(part: Part, example: ShapeValue, record: RecordShape) -> ShapeValue:
    """Return an example value of a part that the example of its rule leaves out."""
    if isinstance(part.shape, SwitchShape):
        return not part.default
    if isinstance(part.shape, NumberShape) and not part.required:
        return part.default
    similar_examples = (
        example.get(other.word) for other in record.parts if other.shape == part.shape
    )
    return next(
        (value for value in similar_examples if value is not None), _sample_value(part.shape)
    )


def _sample_value(shape: Shape) -> ShapeValue:
    """Return a valid value of a shape as our files write it."""
    match shape:
        case ListShape():
            return [_sample_value(shape.each)]
        case RecordShape():
            return {part.word: _sample_value(part.shape) for part in shape.parts if part.required}
        case NumberShape():
            return shape.least
        case SwitchShape():
            return True
        case ChoiceShape():
            return _allowed_words(shape)[0]
    return _SAMPLES[type(shape)]


_SAMPLES: Mapping[type, str] = {
    SideShape: "allies",
    HexShape: "G5",
    CardShape: "air-power",
    TerrainShape: "river",
    UnitShape: "american-infantry",
}


def m44_example(
    declaration: Declaration, rule_declarations: Declarations | None = None
) -> ShapeValue:
    """Return the example value of a special rule as .m44 files write it.

    *rule_declarations* are the declarations to use; by default those of the program.
    """
    board = BOARDS[BoardType.STANDARD]
    rule = read_rule(declaration, declaration.example, board)
    assert not isinstance(rule, ForeignRule), f"the example of {declaration.key} is not valid"
    return written_rule(rule, board, rule_declarations)


def m44_rule_schema(declaration: Declaration) -> Schema:
    """Return the schema of a special rule in the strict .m44 schema."""
    if declaration.other_forms and declaration.single_part:
        return {"description": declaration.summary, "type": ["string", "boolean", "object"]}
    if declaration.other_forms:
        return {"description": declaration.summary, "type": "object", "required": ["side"]}
    value = declaration.single_part.shape if declaration.single_part else declaration.value
    return {"description": declaration.summary, **_m44_value_schema(value)}


def _m44_value_schema(shape: Shape) -> Schema:
    match shape:
        case SideShape():
            return {"type": "string", "enum": ["AXIS", "ALLIES"]}
        case TerrainShape():
            return {"type": "string", "minLength": 1}
        case UnitShape():
            return _unit_schema()
        case ListShape():
            return {"type": "array", "minItems": 1, "items": _m44_value_schema(shape.each)}
        case RecordShape():
            return _m44_record_schema(shape)
    return _shared_schema(shape)


def _unit_schema() -> Schema:
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


def _m44_record_schema(shape: RecordShape) -> Schema:
    parts = {
        part.m44: {"description": part.description, **_m44_value_schema(part.shape)}
        for part in shape.parts
    }
    if shape.pair:
        return {
            "type": "array",
            "prefixItems": [*parts.values()],
            "items": False,
            "minItems": len(parts),
        }
    required_keys = [part.m44 for part in shape.parts if part.required]
    return {
        "type": "object",
        **({"required": required_keys} if required_keys else {}),
        "additionalProperties": False,
        "properties": parts,
    }


def rule_table(rule_declarations: Declarations) -> str:
    """Return the Markdown table of special rules for the documentation."""
    rows = (
        f"| `{each.key}` | `{_m44_path(each)}`{' (ours)' if each.ours else ''} "
        f"| {_summary_with_parts(each)} |"
        for each in rule_declarations
    )
    return "\n".join(["| option | in an `.m44` file | what it says |", "|---|---|---|", *rows])


def _m44_path(declaration: Declaration) -> str:
    return f"victory.condition[].{declaration.m44}" if declaration.condition else declaration.m44


def _summary_with_parts(declaration: Declaration) -> str:
    """Return the summary of a special rule, followed by the keys of its parts."""
    parts = _part_words(
        declaration.single_part.shape if declaration.single_part else declaration.value
    )
    return f"{declaration.summary} Parts: {', '.join(parts)}." if parts else declaration.summary


def _part_words(shape: Shape) -> list[str]:
    match shape:
        case ListShape():
            return _part_words(shape.each)
        case RecordShape():
            return [word for part in shape.parts for word in _word_with_parts(part)]
    return []


def _word_with_parts(part: Part) -> list[str]:
    inner = _part_words(part.shape)
    return [f"`{part.word}`", *inner] if not inner else [f"`{part.word}` ({', '.join(inner)})"]
