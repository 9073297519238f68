"""The piece in hand: which element the brush paints, and how it is turned."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from m44core.catalogue.geometry import next_orientation
from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Element
from m44core.hexes import Hex
from m44core.model.parts import HexContent, Piece, Unit
from m44core.model.scenario import Scenario
from m44editor.tools.placing import Grip, Thing, place

_RECENT = 8


class Brush(QObject):
    """The element to paint next, its orientation, and what was painted lately.

    Signals:
        changed: Another element or orientation is in hand.
        taken: An element was taken in hand, be it the one that was there.
        used: The recent elements changed.
    """

    changed = Signal()
    taken = Signal()
    used = Signal()

    def __init__(self, element: Element, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._element = element
        self._orientation = 1
        self._like: Thing | None = None
        self._recent: tuple[Element, ...] = ()

    @property
    def element(self) -> Element:
        """What is painted."""
        return self._element

    @property
    def orientation(self) -> int:
        """How it is turned, from 1."""
        return self._orientation

    @property
    def recent(self) -> tuple[Element, ...]:
        """The elements painted lately, the last one first."""
        return self._recent

    @property
    def like(self) -> Thing | None:
        """The piece on the board that all painted ones are to be like, if one was picked up."""
        return self._like

    def take(self, element: Element, orientation: int = 1, like: Thing | None = None) -> None:
        """Paint *element* from now on, with all that *like* has where that was picked up."""
        orientation = orientation if orientation <= element.orientations else 1
        after = (element, orientation, like)
        if after != (self._element, self._orientation, self._like):
            self._element, self._orientation, self._like = after
            self.changed.emit()
        self.taken.emit()

    def turn(self, clockwise: bool = True) -> None:
        """Turn the element in hand to its next orientation."""
        steps = 1 if clockwise else -1
        orientation = next_orientation(self._element, self._orientation, steps)
        self.take(self._element, orientation, self._like)

    def paint(self, scenario: Scenario, hexes: Iterable[Hex]) -> Scenario:
        """Return the scenario with the element put on *hexes*."""
        return place(scenario, hexes, self._element, self._orientation, self._like)

    def remember(self) -> None:
        """Put the element in hand first among the recent ones."""
        others = [e for e in self._recent if e is not self._element]
        recent = (self._element, *others)[:_RECENT]
        if recent != self._recent:
            self._recent = recent
            self.used.emit()


def picked(content: HexContent, grip: Grip | None) -> tuple[Element, int, Thing | None] | None:
    """Return the element of a piece of a hex, how it lies, and the piece where it is special."""
    thing = grip.thing(content) if grip else None
    element = load_catalogue().get(thing.name, grip.layer) if grip and thing else None
    if element is None or thing is None:
        return None
    orientation = thing.orientation if isinstance(thing, Piece) else 1
    return element, orientation, None if _is_plain(thing) else thing


def _is_plain(thing: Thing) -> bool:
    """Tell whether a piece has nothing but its name, and its turn."""
    match thing:
        case Piece():
            return thing == Piece(thing.name, thing.orientation)
        case Unit():
            return thing == Unit(thing.name)
    return thing == type(thing)(thing.name)
