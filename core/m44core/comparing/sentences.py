"""Differences as people say them: the words of the terminal, of the picture and of the editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Layer
from m44core.comparing.differences import Change, Comparison, HexChange, Kind, Part, Value
from m44core.io.workshop.words import code, word
from m44core.phrases import counted, listed

SIGNS: Mapping[Kind, str] = {Kind.ADDED: "+", Kind.REMOVED: "-", Kind.CHANGED: "~"}
"""What stands before a difference, so that it does not depend on a colour."""

ARROW = " → "
NOTHING = "none"

LAYERS: Mapping[str, str] = {
    "terrain": "terrain",
    "structure": "structure",
    "obstacle": "obstacle",
    "unit": "unit",
    "tags": "marker",
    "label": "label",
    "m44": "unknown entry",
}
FIELDS: Mapping[str, str] = {
    "name": "Name",
    "subtitle": "Subtitle",
    "historical": "Historical background",
    "description": "Set-up and briefing",
    "victory": "Conditions of victory",
    "rules": "Special rules",
    "bibliography": "Bibliography",
}
_KEYS: Mapping[str, str] = {
    "is": "piece",
    "behaves": "special rule",
    "hexes": "further hexes",
    "type": "format of the board",
    "face": "printed side",
    "kind": "kind",
    "begins": "first day",
    "ends": "last day",
    "first": "who begins",
    "top": "top player",
    "bottom": "bottom player",
    "options": "option",
    "allow": "findings that are allowed",
}
_VALUES: Mapping[str, Mapping[str, str]] = {
    "face": {"country": "countryside"},
    "first": {"top": "top player", "bottom": "bottom player"},
}
_USUAL: Mapping[str, int] = {"counts-for": 1, "hexes-needed": 1}
_BARE = frozenset({"board", "briefing", "packs", "meta", "m44", "texts"})
_LAYERS_OF_PIECES: Mapping[str, Layer] = {
    "terrain": Layer.TERRAIN,
    "structure": Layer.STRUCTURE,
    "obstacle": Layer.OBSTACLE,
    "unit": Layer.UNIT,
    "tags": Layer.TAG,
}
_NOUNS: Mapping[Part, str] = {
    Part.LAYOUT: "place on the board",
    Part.BRIEFING: "entry of the briefing",
    Part.TEXTS: "text",
    Part.META: "note about the file",
}
_PLURALS: Mapping[Part, str] = {
    Part.LAYOUT: "places on the board",
    Part.BRIEFING: "entries of the briefing",
    Part.TEXTS: "texts",
    Part.META: "notes about the file",
}
_EQUAL: Mapping[Part, str] = {
    Part.LAYOUT: "layout",
    Part.BRIEFING: "briefing",
    Part.TEXTS: "texts",
    Part.META: "notes about the file",
}


def verdict(comparison: Comparison) -> str:
    """Return what came out, in one or two sentences."""
    differing = [_counted(part, n) for part, n in comparison.counts.items() if n]
    equal = [_EQUAL[part] for part in _equal_parts(comparison)]
    if not differing:
        same = "The two are the same" if comparison.parts == frozenset(Part) else _are_equal(equal)
        return f"{same}."
    first = f"{_are_equal(equal)}. " if equal else ""
    number = sum(comparison.counts.values())
    return f"{first}{listed(differing)} {'differs' if number == 1 else 'differ'}."


def _equal_parts(comparison: Comparison) -> list[Part]:
    """Return the parts to call equal; notes about the file only where nothing else was compared."""
    told = comparison.parts - {Part.META} or comparison.parts
    return [part for part in Part if part in told and not comparison.counts[part]]


def _are_equal(parts: Sequence[str]) -> str:
    many = len(parts) > 1 or parts[0].endswith("s") or "notes" in parts[0]
    return f"The {listed(parts)} {'are' if many else 'is'} equal"


def _counted(part: Part, number: int) -> str:
    return counted(number, _NOUNS[part], _PLURALS[part])


def other_board(comparison: Comparison) -> str:
    """Return the sentence about boards that cannot be compared hex by hex; empty if they can."""
    if comparison.same_board:
        return ""
    boards = comparison.before.board, comparison.after.board
    formats = (word(board.type.value) for board in boards)
    return (
        f"The boards have different formats ({listed(list(formats))}), so their hexes were not "
        "compared."
    )


def hex_words(change: HexChange, comparison: Comparison) -> str:
    """Return what differs on one layer: ``unit: German infantry (4 figures)``."""
    head = f"{LAYERS[change.layer]}: "
    if change.kind is not Kind.CHANGED:
        raw = change.after if change.kind is Kind.ADDED else change.before
        return head + piece_words(change.layer, raw) + _moved_words(change, comparison)
    return head + _changed_words(change)


def _moved_words(change: HexChange, comparison: Comparison) -> str:
    if change.moved is None:
        return ""
    way = "from" if change.kind is Kind.ADDED else "to"
    return f", moved {way} {comparison.after.board.name(change.moved)}"


def _changed_words(change: HexChange) -> str:
    """Return a changed piece: by its properties while it is the same kind of piece."""
    sides = (change.before, change.after)
    before, after = (piece_words(change.layer, raw) for raw in sides)
    kinds = [raw.get("is") if isinstance(raw, Mapping) else None for raw in sides]
    if kinds[0] is None or kinds[0] != kinds[1]:
        return f"{before}{ARROW}{after}"
    name = _label(change.layer, kinds[0])
    return f"{name}: {', '.join(property_words(c, change.layer) for c in change.changes)}"


def property_words(change: Change, layer: str) -> str:
    """Return one property of a piece that differs: ``figures 4 → 3``."""
    key = change.path[-1]
    values = (_piece_value(key, value, layer) for value in (change.before, change.after))
    return f"{_KEYS.get(key, _plain(key))} {ARROW.join(values)}"


def piece_words(layer: str, raw: Value) -> str:
    """Return a piece with all that is said about it; a label by its lines."""
    if not isinstance(raw, Mapping):
        return f"“{' / '.join(raw)}”" if layer == "label" else value_words(raw)
    if "is" not in raw:
        return value_words(raw)
    details = ", ".join(_details(layer, raw))
    name = _label(layer, raw["is"])
    return f"{name} ({details})" if details else name


def _details(layer: str, raw: Mapping[str, Value]) -> Iterator[str]:
    for key, value in raw.items():
        if key == "figures":
            yield counted(value, "figure")
        elif key not in ("is", "permanent") or value is True:
            yield f"{_KEYS.get(key, _plain(key))} {_piece_value(key, value, layer)}"


def _piece_value(key: str, value: Value, layer: str) -> str:
    if isinstance(value, str):
        if key == "is":
            return _label(layer, value)
        if key == "badge":
            return _label_on(Layer.BADGE, value)
        if key == "behaves":
            return _special_rule(layer, value)
    return value_words(_USUAL.get(key) if value is None else value)


def _label(layer: str, key: str) -> str:
    known = _LAYERS_OF_PIECES.get(layer)
    return _label_on(known, key) if known else key


def _label_on(layer: Layer, key: str) -> str:
    element = load_catalogue().by_key(layer, key)
    return element.label if element else key.removeprefix("m44:")


def _special_rule(layer: str, key: str) -> str:
    catalogue, name = load_catalogue(), code(key)
    known = catalogue.behaviors.get(name)
    of_unit = catalogue.unit_behaviors.get(name) if layer == "unit" else None
    label = of_unit.label if of_unit else known.label if known else _plain(key).capitalize()
    return f"“{label}”"


def change_words(change: Change) -> str:
    """Return one entry that differs: ``top player: cards 4 → 2``."""
    before, after = entry_values(change)
    return f"{entry_name(change)}: {before}{ARROW}{after}"


def entry_values(change: Change) -> tuple[str, str]:
    """Return what an entry was and what it is."""
    named = _VALUES.get(change.path[-1], {})
    before, after = (value_words(value) for value in (change.before, change.after))
    return named.get(before, before), named.get(after, after)


def entry_name(change: Change) -> str:
    """Return what an entry is called: ``top player: cards``."""
    *heads, last = change.path[1:] if change.path[0] in _BARE else change.path
    known = [head for head in heads if head not in _BARE]
    return ": ".join(_KEYS.get(key, _plain(key)) for key in (*known, last))


def value_words(value: Value) -> str:
    """Return a value in one line."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{_plain(str(key))} {value_words(inner)}" for key, inner in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(value_words(inner) for inner in value) or NOTHING
    return _SIDES.get(value, str(value).removeprefix("m44:")) if value != "" else NOTHING


_SIDES: Mapping[Value, str] = {"axis": "Axis", "allies": "Allies"}


def _plain(key: str) -> str:
    return key.removeprefix("m44:").replace("-", " ").replace("_", " ")
