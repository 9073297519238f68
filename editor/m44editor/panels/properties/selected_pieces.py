"""The selected hexes and their pieces, as the properties panel shows and changes them together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Generic, TypeVar

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Behavior, Element, Layer, Rules
from m44core.catalogue.unit_traits import Special
from m44core.hexes import Hex
from m44core.io.schema.schemas import rule_labels
from m44core.io.vocabulary.codes import code, word
from m44core.messages.message import Message, message, message_in, several
from m44core.model.edits import Pieces
from m44core.model.parts import HexContent, Piece, Tag, Unit
from m44core.model.scenario import Scenario
from m44core.model.token_functions import TagRule
from m44editor.board.describe import piece_name
from m44editor.panels.display_names import from_data, two_sentences
from m44editor.panels.forms.fields import (
    AnyField,
    Control,
    Field,
    Icon,
    Label,
    OpenChoice,
    Option,
    Step,
    common_value,
)

T = TypeVar("T")
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class SelectedHexes:
    """Some hexes of a scenario.

    Attributes:
        scenario: The scenario as it stands.
        hexes: The hexes, row by row.
        pieces: The layers whose pieces are meant on each hex; empty where all of them are.
    """

    scenario: Scenario
    hexes: tuple[Hex, ...]
    pieces: Pieces = field(default_factory=dict)

    @classmethod
    def of(
        cls, scenario: Scenario, hexes: Iterable[Hex], pieces: Pieces | None = None
    ) -> SelectedHexes:
        """Return the place made of those *hexes* that are on the board."""
        on_board = (hex_ for hex_ in hexes if hex_ in scenario.board)
        return cls(scenario, tuple(sorted(on_board, key=lambda h: (h.row, h.col))), pieces or {})

    @property
    def names(self) -> str:
        """The names of the hexes: ``G5``, or ``G5+H5`` for several."""
        return "+".join(self.scenario.board.name(hex_) for hex_ in self.hexes)

    @property
    def pointer(self) -> str:
        """The pointer of the hex; for several hexes a text that stands for them all."""
        return f"/hexes/{self.names}"

    def contents(self) -> list[HexContent]:
        """Return what lies on each hex."""
        return [self.scenario.at(hex_) for hex_ in self.hexes]

    def on(self, layer: Layer) -> SelectedHexes:
        """Return the hexes where the pieces of a layer are meant."""
        if not self.pieces:
            return self
        meant = (h for h in self.hexes if layer in self.pieces.get(h, ()))
        return replace(self, hexes=tuple(meant))

    def where(self, test: Callable[[HexContent], object]) -> SelectedHexes:
        """Return the hexes whose contents pass *test*."""
        return replace(self, hexes=tuple(h for h in self.hexes if test(self.scenario.at(h))))

    def share_of(self, everywhere: SelectedHexes, kind: Message) -> Message:
        """Return ``Unit on 2 of 5 hexes``; the kind of piece alone where *whole* is one hex."""
        if len(everywhere.hexes) == 1:
            return kind
        return several(
            "{kind} on {number} of {all} hexes",
            "{kind} on {number} of {all} hexes",
            len(self.hexes),
            kind=kind,
            all=len(everywhere.hexes),
        )

    def each(self, change: Callable[[HexContent], HexContent]) -> Step:
        """Return the edit that changes what lies on each of the hexes."""
        hexes = self.hexes
        return lambda scenario: scenario.with_hexes({h: change(scenario.at(h)) for h in hexes})


@dataclass(frozen=True, slots=True)
class PieceGroup(Generic[P]):
    """Pieces of one kind that are shown and changed together.

    Attributes:
        pointer: Where they stand in the document.
        pieces: The pieces, hex by hex.
        each: Returns the edit that puts another piece in the place of each.
        catalogue: What is known of the pieces of their scenario.
    """

    pointer: str
    pieces: Sequence[P]
    each: Callable[[Callable[[P], P]], Step]
    catalogue: Catalogue

    def field(
        self,
        key: str,
        label: Message,
        control: Control[T],
        get: Callable[[P], T],
        put: Callable[[P, T], P],
        tip: Label = "",
    ) -> Field[T]:
        """Return the field that shows what *get* finds and changes it by *put*."""
        return Field(
            pointer=f"{self.pointer}/{key}" if key else self.pointer,
            label=label,
            control=control,
            value=common_value([get(piece) for piece in self.pieces]),
            change=lambda scenario, value: self.each(lambda piece: put(piece, value))(scenario),
            tip=tip,
        )


def group_heading(
    names: Iterable[str], kind: Message, catalogue: Catalogue
) -> tuple[Label, Icon | None]:
    """Return a heading and an icon for pieces: their name if they are alike, else *kind*."""
    different = list(dict.fromkeys(names))
    if len(different) == 1:
        return piece_name(different[0], catalogue), Icon(different[0], catalogue)
    said = several("{kind} of {number} kind", "{kind} of {number} kinds", len(different), kind=kind)
    return said, None


def kind_options(
    layer: Layer, present: Iterable[str], catalogue: Catalogue
) -> tuple[Option[str], ...]:
    """Return the pieces of a layer as entries of a list, those *present* but unknown last."""
    unknown = (name for name in dict.fromkeys(present) if catalogue.get(name) is None)
    return _known_kinds(layer, catalogue) + tuple(Option(name, name) for name in unknown)


@lru_cache(maxsize=64)
def _known_kinds(layer: Layer, catalogue: Catalogue) -> tuple[Option[str], ...]:
    known = catalogue.on_layer(layer)
    return tuple(Option(e.name, e.title, Icon(e.name, catalogue)) for e in known)


_MINES = "tag3"

A = TypeVar("A", Piece, Unit, Tag)
Entries = Iterable[Option[str | None]]
Fits = Callable[[Element], bool]


def piece_behavior(found: PieceGroup[Piece], layer: Layer) -> AnyField:
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
    return _rules_tip(rule.summary, rule.rules)


def special_tip(special: Special) -> Message:
    """Return what it is that is made of a unit, and whether it can be played."""
    return _rules_tip(special.summary, special.rules)


def _rules_tip(summary: str, rules: Rules) -> Message:
    does = from_data(summary)
    if rules is not Rules.NONE_YET:
        return does
    return two_sentences(does, message("The playtest does not know it yet."))


def unit_behavior(found: PieceGroup[Unit]) -> AnyField:
    """Return the field of the special rule of units."""
    return _field(
        found,
        _suitable_entries(found, _unit_entries(found.catalogue), _unit_rules(found.catalogue)),
        message("What the official editor calls the behaviour of the unit; any other may be typed"),
    )


def tag_behavior(found: PieceGroup[Tag]) -> AnyField:
    """Return the field of the special rule of markers."""
    return _field(
        found,
        _suitable_entries(found, _described(Layer.TAG), _TAGS),
        message(
            "What the official editor calls the behaviour of the marker; any other may be typed"
        ),
    )


def _field(found: PieceGroup[A], entries: Entries, usual: Message) -> AnyField:
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
    described = rule_labels(Layer.UNIT)
    yield from _described(Layer.UNIT)
    for key, behavior in catalogue.unit_behaviors.items():
        if key not in described:
            yield Option(key, from_data(behavior.label), tip=from_data(behavior.summary))


def _described(layer: Layer) -> Iterator[Option[str | None]]:
    for rule in rule_labels(layer).values():
        yield Option(rule.word, from_data(rule.label), tip=from_data(rule.description))


def _suitable_entries(
    found: PieceGroup[A], entries: Entries, wanted: Mapping[str, Fits]
) -> Iterator[Option[str | None]]:
    """Yield the entries that suit all of the pieces, and those that any of them has."""
    pieces = found.pieces
    known = [each for piece in pieces if (each := found.catalogue.get(piece.name))]
    for entry in entries:
        fits = wanted.get(entry.value or "", _always)
        if all(map(fits, known)) or _has(pieces, entry.value):
            yield entry


def _has(pieces: Sequence[A], key: str | None) -> bool:
    return any(piece.behavior == key for piece in pieces)


def _always(_: Element) -> bool:
    return True


def _unit_rules(catalogue: Catalogue) -> Mapping[str, Fits]:
    """Return the rules that make another unit of one; they suit the units they can be of."""
    suited = {key: special.of for key, special in catalogue.unit_behaviors.items()}
    return {key: partial(_is_one_of, names) for key, names in suited.items()}


def _is_one_of(names: Collection[str], known: Element) -> bool:
    return known.name in names


_TAGS: Mapping[str, Fits] = {
    TagRule.EXIT: lambda e: e.exit,
    TagRule.MINES: lambda e: e.name == _MINES,
    TagRule.MINES_WITH_MEDAL: lambda e: e.name == _MINES,
    TagRule.MAJORITY: lambda e: e.medal,
    TagRule.PERMANENT_ALLIES: lambda e: e.medal,
    TagRule.PERMANENT_AXIS: lambda e: e.medal,
}
