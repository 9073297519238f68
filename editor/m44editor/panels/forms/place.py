"""Some hexes, or single pieces on them, that a form shows and changes together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Generic, TypeVar

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer
from m44core.hexes import Hex
from m44core.messages.message import Message, several
from m44core.model.edits import Pieces
from m44core.model.parts import HexContent
from m44core.model.scenario import Scenario
from m44editor.board.describe import called
from m44editor.panels.forms.fields import Control, Field, Icon, Label, Option, Step, agreed

T = TypeVar("T")
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Place:
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
    def of(cls, scenario: Scenario, hexes: Iterable[Hex], pieces: Pieces | None = None) -> Place:
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

    def on(self, layer: Layer) -> Place:
        """Return the hexes where the pieces of a layer are meant."""
        if not self.pieces:
            return self
        meant = (h for h in self.hexes if layer in self.pieces.get(h, ()))
        return replace(self, hexes=tuple(meant))

    def where(self, test: Callable[[HexContent], object]) -> Place:
        """Return the hexes whose contents pass *test*."""
        return replace(self, hexes=tuple(h for h in self.hexes if test(self.scenario.at(h))))

    def share_of(self, whole: Place, kind: Message) -> Message:
        """Return ``Unit on 2 of 5 hexes``; the kind of piece alone where *whole* is one hex."""
        if len(whole.hexes) == 1:
            return kind
        return several(
            "{kind} on {number} of {all} hexes",
            "{kind} on {number} of {all} hexes",
            len(self.hexes),
            kind=kind,
            all=len(whole.hexes),
        )

    def each(self, change: Callable[[HexContent], HexContent]) -> Step:
        """Return the edit that changes what lies on each of the hexes."""
        hexes = self.hexes
        return lambda scenario: scenario.with_hexes({h: change(scenario.at(h)) for h in hexes})


@dataclass(frozen=True, slots=True)
class Found(Generic[P]):
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
            value=agreed([get(piece) for piece in self.pieces]),
            change=lambda scenario, value: self.each(lambda piece: put(piece, value))(scenario),
            tip=tip,
        )


def heading(names: Iterable[str], kind: Message, catalogue: Catalogue) -> tuple[Label, Icon | None]:
    """Return a heading and an icon for pieces: their name if they are alike, else *kind*."""
    different = list(dict.fromkeys(names))
    if len(different) == 1:
        return called(different[0], catalogue), Icon(different[0], catalogue)
    said = several("{kind} of {number} kind", "{kind} of {number} kinds", len(different), kind=kind)
    return said, None


def kinds(layer: Layer, present: Iterable[str], catalogue: Catalogue) -> tuple[Option[str], ...]:
    """Return the pieces of a layer as entries of a list, those *present* but unknown last."""
    unknown = (name for name in dict.fromkeys(present) if catalogue.get(name) is None)
    return _known_kinds(layer, catalogue) + tuple(Option(name, name) for name in unknown)


@lru_cache(maxsize=64)
def _known_kinds(layer: Layer, catalogue: Catalogue) -> tuple[Option[str], ...]:
    known = catalogue.on_layer(layer)
    return tuple(Option(e.name, e.titled, Icon(e.name, catalogue)) for e in known)
