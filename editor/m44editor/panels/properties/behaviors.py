"""The special rules that pieces may have, as entries of a list."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Behavior, Element, Layer, Rules
from m44core.catalogue.unit_traits import Special
from m44core.io.schema.schemas import described_rules
from m44core.io.vocabulary.codes import code, word
from m44core.messages.message import Message, message, message_in
from m44core.model.parts import Piece, Tag, Unit
from m44core.model.token_functions import TagRule
from m44editor.panels.forms.fields import AnyField, OpenChoice, Option
from m44editor.panels.forms.place import Found
from m44editor.panels.names import both, from_data

_MINES = "tag3"

A = TypeVar("A", Piece, Unit, Tag)
Entries = Iterable[Option[str | None]]
Fits = Callable[[Element], bool]


def piece_behavior(found: Found[Piece], layer: Layer) -> AnyField:
    """Return the field of the special rule of tiles, structures or obstacles."""
    entries: Entries = (
        Option(each.name, from_data(each.label), tip=_tip(each))
        for each in found.catalogue.behaviors_on(layer)
        if all(each.suits(piece.name) for piece in found.pieces) or _has(found.pieces, each.name)
    )
    return _field(
        found,
        entries,
        message(
            "What the official editor calls the behaviour of the piece; any other may be typed"
        ),
    )


def _tip(rule: Behavior) -> Message:
    """Return what a special rule does, and whether it can be played."""
    return _played(rule.summary, rule.rules)


def special_tip(special: Special) -> Message:
    """Return what it is that is made of a unit, and whether it can be played."""
    return _played(special.summary, special.rules)


def _played(summary: str, rules: Rules) -> Message:
    does = from_data(summary)
    if rules is not Rules.NONE_YET:
        return does
    return both(does, message("The playtest does not know it yet."))


def unit_behavior(found: Found[Unit]) -> AnyField:
    """Return the field of the special rule of units."""
    return _field(
        found,
        _fitting(found, _unit_entries(found.catalogue), _of_units(found.catalogue)),
        message("What the official editor calls the behaviour of the unit; any other may be typed"),
    )


def tag_behavior(found: Found[Tag]) -> AnyField:
    """Return the field of the special rule of markers."""
    return _field(
        found,
        _fitting(found, _described(Layer.TAG), _TAGS),
        message(
            "What the official editor calls the behaviour of the marker; any other may be typed"
        ),
    )


def _field(found: Found[A], entries: Entries, usual: Message) -> AnyField:
    none = message_in("special rule", "None")
    nothing: Option[str | None] = Option(None, none)
    listed = (nothing, *entries)
    stated = {piece.behavior for piece in found.pieces}
    tips = [entry.tip for entry in listed if {entry.value} == stated and entry.tip]
    return found.field(
        "behavior",
        message("Special rule"),
        OpenChoice(listed, hint=none),
        lambda piece: piece.behavior,
        lambda piece, typed: replace(piece, behavior=word(code(typed)) if typed else None),
        tips[0] if tips else usual,
    )


def _unit_entries(catalogue: Catalogue) -> Iterator[Option[str | None]]:
    """Yield the rules of units: those the schema describes, then others of the catalogue."""
    described = described_rules(Layer.UNIT)
    yield from _described(Layer.UNIT)
    for key, behavior in catalogue.unit_behaviors.items():
        if key not in described:
            yield Option(key, from_data(behavior.label), tip=from_data(behavior.summary))


def _described(layer: Layer) -> Iterator[Option[str | None]]:
    for rule in described_rules(layer).values():
        yield Option(rule.word, from_data(rule.label), tip=from_data(rule.sentence))


def _fitting(
    found: Found[A], entries: Entries, wanted: Mapping[str, Fits]
) -> Iterator[Option[str | None]]:
    """Yield the entries that suit all of the pieces, and those that any of them has."""
    pieces = found.pieces
    known = [each for piece in pieces if (each := found.catalogue.get(piece.name))]
    for entry in entries:
        fits = wanted.get(entry.value or "", _anything)
        if all(map(fits, known)) or _has(pieces, entry.value):
            yield entry


def _has(pieces: Sequence[A], key: str | None) -> bool:
    return any(piece.behavior == key for piece in pieces)


def _anything(_: Element) -> bool:
    return True


def _of_units(catalogue: Catalogue) -> Mapping[str, Fits]:
    """Return the rules that make another unit of one; they suit the units they can be of."""
    suited = {key: special.of for key, special in catalogue.unit_behaviors.items()}
    return {key: partial(_is_among, names) for key, names in suited.items()}


def _is_among(names: Collection[str], known: Element) -> bool:
    return known.name in names


_TAGS: Mapping[str, Fits] = {
    TagRule.EXIT: lambda e: e.exit,
    TagRule.MINES: lambda e: e.name == _MINES,
    TagRule.MINES_WITH_MEDAL: lambda e: e.name == _MINES,
    TagRule.MAJORITY: lambda e: e.medal,
    TagRule.PERMANENT_ALLIES: lambda e: e.medal,
    TagRule.PERMANENT_AXIS: lambda e: e.medal,
}
