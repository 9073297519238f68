"""Differences as messages, for the terminal, the picture and the editor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.catalogue.command_cards import load_cards
from m44core.comparing.differences import Change, ChangeKind, Comparison, HexChange, ScenarioPart
from m44core.comparing.differences import Value as Raw
from m44core.io.schema.schemas import rule_labels
from m44core.io.vocabulary.codes import word_for
from m44core.messages import nouns
from m44core.messages.message import (
    Message,
    Value,
    capitalized,
    counted,
    enumerated,
    label_with_text,
    listed,
    message,
    message_in,
    several,
)
from m44core.model.rule_declarations import Declaration, ListShape, RecordShape, Shape, declarations
from m44core.model.rule_declarations import Part as RulePart


def rule_part_labels(rule: Declaration) -> dict[str, Value]:
    """Return the labels of the parts of a rule, keyed by their keys in our files."""
    return {part.word: Message(part.label) for part in _nested_parts(rule.value) if part.label}


def rule_value_label(rule: Declaration, value: str, catalogue: Catalogue) -> Value | None:
    """Return the label of a value (a choice, a unit, a tile or a card); None if it has none."""
    for part in _nested_parts(rule.value):
        if value in part.choices:
            return Message(part.choices[value])
    elements = (catalogue.by_key(layer, value) for layer in (Layer.UNIT, Layer.TERRAIN))
    element_title = next((element.title for element in elements if element), None)
    return element_title or next(
        (capitalized(card.noun) for card in load_cards() if card.key == value), None
    )


def _nested_parts(shape: Shape) -> Iterator[RulePart]:
    if isinstance(shape, ListShape):
        yield from _nested_parts(shape.each)
    elif isinstance(shape, RecordShape):
        for part in shape.parts:
            yield part
            yield from _nested_parts(part.shape)


SIGNS: Mapping[ChangeKind, str] = {
    ChangeKind.ADDED: "+",
    ChangeKind.REMOVED: "-",
    ChangeKind.CHANGED: "~",
}
"""The sign before a difference, so that its kind does not depend on color alone."""

NOTHING = message_in("value", "none")

LAYERS: Mapping[str, Message] = {
    "terrain": Layer.TERRAIN.noun,
    "structure": Layer.STRUCTURE.noun,
    "obstacle": Layer.OBSTACLE.noun,
    "unit": Layer.UNIT.noun,
    "tags": message_in("layer", "marker"),
    "label": message_in("layer", "label"),
    "m44": message_in("layer", "unknown entry"),
}
FIELDS: Mapping[str, Message] = {
    "name": message_in("field", "Title"),
    "subtitle": message_in("field", "Subtitle"),
    "historical": message_in("field", "Historical background"),
    "description": message_in("field", "Setup and briefing"),
    "victory": message_in("field", "Conditions of victory"),
    "rules": message_in("field", "Special rules"),
    "bibliography": message_in("field", "Bibliography"),
    "labels": message_in("field", "Labels on the board"),
}
_KEY_LABELS: Mapping[str, Message] = {
    "is": message_in("entry", "piece"),
    "behaves": message_in("entry", "special rule"),
    "hexes": message_in("entry", "additional hexes"),
    "type": message_in("entry", "board format"),
    "face": message_in("entry", "board side"),
    "kind": message_in("entry", "kind"),
    "begins": message_in("entry", "first day"),
    "ends": message_in("entry", "last day"),
    "first": message_in("entry", "first player"),
    "top": message_in("entry", "top player"),
    "bottom": message_in("entry", "bottom player"),
    "options": message_in("entry", "option"),
    "allow": message_in("entry", "suppressed problems"),
    "position": message_in("entry", "game position"),
    "cards": message_in("entry", "cards"),
    "medals": message_in("entry", "medals"),
    "side": message_in("entry", "side"),
    "figures": message_in("entry", "figures"),
    "badge": message_in("entry", "badge"),
    "facing": message_in("entry", "facing"),
    "owner": message_in("entry", "owner"),
    "country": message_in("entry", "country"),
    "author": message_in("entry", "author"),
    "nation": message_in("entry", "nation"),
    "front": message_in("entry", "front"),
    "operation": message_in("entry", "operation"),
    "equipment": message_in("entry", "equipment"),
    "permanent": message_in("entry", "permanent"),
    "counts-for": message_in("entry", "medal value"),
    "hexes-needed": message_in("entry", "hexes needed"),
    "terms": message_in("entry", "conditions"),
    "majority": message_in("entry", "majority"),
}
_VALUE_LABELS: Mapping[str, Mapping[Value, Message]] = {
    "face": {"country": message_in("value", "countryside")},
    "first": {"top": _KEY_LABELS["top"], "bottom": _KEY_LABELS["bottom"]},
}
_DEFAULT_COUNTS: Mapping[str, int] = {"counts-for": 1, "hexes-needed": 1}
_UNNAMED_SECTIONS = frozenset({"board", "briefing", "packs", "meta", "m44", "texts"})
_LAYERS_OF_PIECES: Mapping[str, Layer] = {
    "terrain": Layer.TERRAIN,
    "structure": Layer.STRUCTURE,
    "obstacle": Layer.OBSTACLE,
    "unit": Layer.UNIT,
    "tags": Layer.TAG,
}
_PART_COUNTS: Mapping[ScenarioPart, Callable[[int], Message]] = {
    ScenarioPart.LAYOUT: lambda n: counted(
        "{number} place on the board", "{number} places on the board", n
    ),
    ScenarioPart.BRIEFING: lambda n: counted(
        "{number} briefing entry", "{number} briefing entries", n
    ),
    ScenarioPart.TEXTS: lambda n: counted("{number} text field", "{number} text fields", n),
    ScenarioPart.META: lambda n: counted(
        "{number} note about the file", "{number} notes about the file", n
    ),
}
_EQUAL_PART_LABELS: Mapping[ScenarioPart, Message] = {
    ScenarioPart.LAYOUT: message_in("part", "layout"),
    ScenarioPart.BRIEFING: message_in("part", "briefing"),
    ScenarioPart.TEXTS: message_in("part", "text fields"),
    ScenarioPart.META: message_in("part", "notes about the file"),
}
_PLURAL = (ScenarioPart.TEXTS, ScenarioPart.META)


def verdict_message(comparison: Comparison) -> Message:
    """Return the result of the comparison in one or two sentences."""
    counted_parts = [_PART_COUNTS[part](n) for part, n in comparison.counts.items() if n]
    equal_parts = _parts_without_difference(comparison)
    if not counted_parts:
        if comparison.parts == frozenset(ScenarioPart):
            return message("The two scenarios are the same.")
        return _equal_parts_message(equal_parts)
    number = sum(comparison.counts.values())
    parts = listed(counted_parts)
    if number == 1:
        difference_sentence = message("Different: {parts}.", parts=parts)
    else:
        difference_sentence = message("{parts} differ.", parts=parts)
    if not equal_parts:
        return difference_sentence
    return message(
        "{first} {then}", first=_equal_parts_message(equal_parts), then=difference_sentence
    )


def _parts_without_difference(comparison: Comparison) -> list[ScenarioPart]:
    """Return the equal parts; notes about the file only if nothing else was compared."""
    reported_parts = comparison.parts - {ScenarioPart.META} or comparison.parts
    return [part for part in ScenarioPart if part in reported_parts and not comparison.counts[part]]


def _equal_parts_message(parts: Sequence[ScenarioPart]) -> Message:
    names = listed(_EQUAL_PART_LABELS[part] for part in parts)
    if len(parts) == 1 and parts[0] not in _PLURAL:
        return message("The {part} is the same.", part=names)
    return message("The {parts} are the same.", parts=names)


def different_formats_message(comparison: Comparison) -> Message | None:
    """Return the message that the boards cannot be compared hex by hex; None if they can."""
    if comparison.has_same_board_format:
        return None
    boards = comparison.before.board, comparison.after.board
    return message(
        "The boards have different formats ({formats}), so their hexes were not compared.",
        formats=listed(word_for(board.type.value) for board in boards),
    )


def hex_change_message(change: HexChange, comparison: Comparison) -> Message:
    """Return the message for a change on a layer: ``unit: German infantry (4 figures)``."""
    layer = LAYERS[change.layer]
    if change.kind is ChangeKind.CHANGED:
        return label_with_text(layer, _changed_piece_message(change))
    raw = change.after if change.kind is ChangeKind.ADDED else change.before
    piece = piece_message(change.layer, raw, change.catalogues[change.kind is ChangeKind.ADDED])
    if change.move_partner is None:
        return label_with_text(layer, piece)
    values: dict[str, Value] = {
        "piece": piece,
        "hex": comparison.after.board.name(change.move_partner),
    }
    if change.kind is ChangeKind.ADDED:
        return label_with_text(layer, message("{piece}, moved from {hex}", **values))
    return label_with_text(layer, message("{piece}, moved to {hex}", **values))


def _changed_piece_message(change: HexChange) -> Message:
    """Return the message for a changed piece: its changed properties if it is of the same kind."""
    sides = (change.before, change.after)
    kinds = [raw.get("is") if isinstance(raw, Mapping) else None for raw in sides]
    if kinds[0] is None or kinds[0] != kinds[1]:
        values_and_catalogues = zip(sides, change.catalogues, strict=True)
        return _transition_message(
            *(
                piece_message(change.layer, raw, catalogue)
                for raw, catalogue in values_and_catalogues
            )
        )
    name = _piece_label(change.layer, kinds[0], change.catalogues[1])
    return label_with_text(
        name, enumerated(property_message(c, change.layer) for c in change.changes)
    )


def _transition_message(before: Value, after: Value) -> Message:
    return message("{before} → {after}", before=before, after=after)


def property_message(change: Change, layer: str) -> Message:
    """Return the message for a changed property of a piece: ``figures 4 → 3``."""
    key = change.path[-1]
    values_and_catalogues = zip((change.before, change.after), change.catalogues, strict=True)
    values = (
        _piece_value(key, value, layer, catalogue) for value, catalogue in values_and_catalogues
    )
    return message("{entry} {value}", entry=_entry_label(key), value=_transition_message(*values))


def piece_message(layer: str, raw: Raw, catalogue: Catalogue) -> Value:
    """Return a description of a piece with all its properties; for a label, its lines in quotes."""
    if layer == "label" and isinstance(raw, list | tuple):
        return _quoted(" / ".join(map(str, raw)))
    if not isinstance(raw, Mapping) or "is" not in raw:
        return value_message(raw, catalogue)
    details = list(_piece_details(layer, raw, catalogue))
    name = _piece_label(layer, raw["is"], catalogue)
    if not details:
        return name
    return message("{piece} ({details})", piece=name, details=enumerated(details))


def _piece_details(layer: str, raw: Mapping[str, Raw], catalogue: Catalogue) -> Iterator[Value]:
    for key, value in raw.items():
        if key == "figures" and isinstance(value, int):
            yield nouns.figures(value)
        elif key not in ("is", "permanent") or value is True:
            piece_text = _piece_value(key, value, layer, catalogue)
            yield message("{entry} {value}", entry=_entry_label(key), value=piece_text)


def _piece_value(key: str, value: Raw, layer: str, catalogue: Catalogue) -> Value:
    if isinstance(value, str):
        if key == "is":
            return _piece_label(layer, value, catalogue)
        if key == "badge":
            return _piece_label_on_layer(Layer.BADGE, value, catalogue)
        if key == "behaves":
            return _special_rule_label(layer, value, catalogue)
    return value_message(_DEFAULT_COUNTS.get(key) if value is None else value, catalogue)


def _piece_label(layer: str, key: str, catalogue: Catalogue) -> Value:
    layers = _LAYERS_OF_PIECES.get(layer)
    return _piece_label_on_layer(layers, key, catalogue) if layers else key


def _piece_label_on_layer(layer: Layer, key: str, catalogue: Catalogue) -> Value:
    element = catalogue.by_key(layer, key)
    return element.title if element else key.removeprefix("m44:")


def _special_rule_label(layer: str, key: str, catalogue: Catalogue) -> Message:
    behavior = catalogue.behaviors.get(key)
    special_type = catalogue.special_types_by_behavior.get(key) if layer == "unit" else None
    if special_type:
        return _quoted(special_type.title)
    if behavior:
        return _quoted(behavior.title)
    piece = _LAYERS_OF_PIECES.get(layer)
    rule = rule_labels(piece).get(key) if piece else None
    return _quoted(Message(rule.label) if rule else _readable_key(key).capitalize())


def _quoted(value: Value) -> Message:
    return message("“{text}”", text=value)


def change_message(change: Change) -> Message:
    """Return the message for a changed entry: ``top player: cards 4 → 2``."""
    return label_with_text(entry_name(change), _transition_message(*entry_values(change)))


def entry_values(change: Change) -> tuple[Value, Value]:
    """Return the values of an entry before and after, as messages."""
    value_labels = _VALUE_LABELS.get(change.path[-1], {})
    rule = _rule_of_entry(change.path)
    values_and_catalogues = zip((change.before, change.after), change.catalogues, strict=True)
    before, after = (
        value_message(value, catalogue, rule) for value, catalogue in values_and_catalogues
    )
    return value_labels.get(before, before), value_labels.get(after, after)


def entry_name(change: Change) -> Value:
    """Return the name of an entry: ``top player: cards``."""
    *heads, last = change.path[1:] if change.path[0] in _UNNAMED_SECTIONS else change.path
    named_heads = [head for head in heads if head not in _UNNAMED_SECTIONS]
    rule = _rule_of_entry(change.path)
    labels = {rule.key: Message(rule.label), **rule_part_labels(rule)} if rule else {}
    return reduce(
        label_with_text, [labels.get(key) or _entry_label(key) for key in (*named_heads, last)]
    )


def _rule_of_entry(path: Sequence[str]) -> Declaration | None:
    """Return the special rule that an entry belongs to; None if it belongs to none."""
    if "options" not in path[:-1]:
        return None
    return declarations().by_key(path[path.index("options") + 1])


def value_message(value: Raw, catalogue: Catalogue, rule: Declaration | None = None) -> Value:
    """Return a value as a message on one line.

    Args:
        value: The value.
        catalogue: The catalogue of the pieces it names.
        rule: The special rule it belongs to, whose parts have labels of their own; None if it
            belongs to none.
    """
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return message_in("value", "yes") if value else message_in("value", "no")
    if isinstance(value, Mapping):
        labels = rule_part_labels(rule) if rule else {}
        return enumerated(
            message(
                "{entry} {value}",
                entry=labels.get(str(key)) or _entry_label(str(key)),
                value=_piece_value(key, inner, "unit", catalogue)
                if key in ("is", "badge")
                else value_message(inner, catalogue, rule),
            )
            for key, inner in value.items()
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        entries = [value_message(inner, catalogue, rule) for inner in value]
        return reduce(_joined_values, entries) if entries else NOTHING
    label = _SIDES.get(value) or (rule and rule_value_label(rule, str(value), catalogue))
    return label or str(value).removeprefix("m44:")


def _joined_values(first: Value, second: Value) -> Message:
    return message_in("list", "{first}; {next}", first=first, next=second)


_SIDES: Mapping[Raw, Message] = {
    "axis": message_in("value", "Axis"),
    "allies": message_in("value", "Allies"),
}


def _entry_label(key: str) -> Value:
    return _KEY_LABELS.get(key, _readable_key(key))


def _readable_key(key: str) -> str:
    return key.removeprefix("m44:").replace("-", " ").replace("_", " ")


_MAX_SHOWN = 3


def difference_summary(comparison: Comparison, limit: int = _MAX_SHOWN) -> Value:
    """Return the first *limit* differences in one line, and how many more there are.

    If there are none, the line says that only the formatting of the file differs.
    """
    differences = list(_all_differences(comparison))
    omitted_count = len(differences) - limit
    if not differences:
        return message("Only the file formatting differs")
    if omitted_count <= 0:
        return enumerated(differences)
    changes = enumerated(differences[:limit])
    return several(
        "{changes} and {number} more", "{changes} and {number} more", omitted_count, changes=changes
    )


def _all_differences(comparison: Comparison) -> Iterator[Value]:
    board = different_formats_message(comparison)
    if board:
        yield board
    for hex_, changes in comparison.hexes.items():
        for change in changes:
            words = hex_change_message(change, comparison)
            name = comparison.after.board.name(hex_)
            yield message("{sign} {hex} {words}", sign=SIGNS[change.kind], hex=name, words=words)
    for each in (*comparison.board, *comparison.briefing, *comparison.packs):
        yield change_message(each)
    for text in comparison.texts:
        field = FIELDS.get(text.field, text.field)
        yield message("{field} ({language})", field=field, language=text.language)
    for each in comparison.meta:
        yield change_message(each)
