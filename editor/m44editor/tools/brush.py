"""The piece in hand: which element the brush paints, and how it is turned."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from m44core.catalogue.geometry import next_orientation
from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Element
from m44core.hexes import Hex
from m44core.model.parts import HexContent
from m44core.model.scenario import Scenario
from m44editor.tools.placing import gripped, place

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

    def take(self, element: Element, orientation: int = 1) -> None:
        """Paint *element* from now on."""
        orientation = orientation if orientation <= element.orientations else 1
        if (element, orientation) != (self._element, self._orientation):
            self._element, self._orientation = element, orientation
            self.changed.emit()
        self.taken.emit()

    def turn(self, clockwise: bool = True) -> None:
        """Turn the element in hand to its next orientation."""
        steps = 1 if clockwise else -1
        self.take(self._element, next_orientation(self._element, self._orientation, steps))

    def paint(self, scenario: Scenario, hexes: Iterable[Hex]) -> Scenario:
        """Return the scenario with the element put on *hexes*."""
        return place(scenario, hexes, self._element, self._orientation)

    def remember(self) -> None:
        """Put the element in hand first among the recent ones."""
        others = [e for e in self._recent if e is not self._element]
        recent = (self._element, *others)[:_RECENT]
        if recent != self._recent:
            self._recent = recent
            self.used.emit()


def picked(content: HexContent) -> tuple[Element, int] | None:
    """Return the element a tool takes hold of on a hex and its orientation, if it is known."""
    found = gripped(content)
    if found is None:
        return None
    name, orientation, layer = found
    element = load_catalogue().get(name, layer)
    return (element, orientation) if element else None
