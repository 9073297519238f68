"""How many of each piece are left in the boxes once a scenario is laid out."""

from __future__ import annotations

from m44core.catalogue.base_box import load_box
from m44core.catalogue.box_kinds import box_of
from m44core.catalogue.types import Element, Layer
from m44core.validation.box.bill import Bill
from m44core.validation.box.owned import Owned


class Left:
    """What is left of the boxes that are owned, or of those the board stands for.

    Args:
        bill: What the scenario needs.
        owned: The boxes; None where nobody says which.
    """

    def __init__(self, bill: Bill, owned: Owned | None) -> None:
        self._bill = bill
        self._owned = owned
        self._boxes = bill.base_boxes(owned)

    def of(self, element: Element) -> int | None:
        """Return how many more of a piece there are; below 0 where too many are laid out.

        None where nobody knows: what boxes other than the base box hold is not counted. Of a unit,
        it is how many more have their usual figures.
        """
        if element.component is None:
            return self._elsewhere(element)
        left = self._in_base_box(element)
        others_may_bring_more = self._owned is not None and not self._owned.only_base
        return None if left is None or (left < 0 and others_may_bring_more) else left

    def _elsewhere(self, element: Element) -> int | None:
        box = box_of(element.expansion)
        lacks = self._owned is not None and box is not None and not self._owned.has(box.name)
        return 0 if lacks else None

    def _in_base_box(self, element: Element) -> int | None:
        bill, box, kind = self._bill, load_box(), element.component or ""
        match element.layer:
            case Layer.TERRAIN:
                return self._tiles(element)
            case Layer.STRUCTURE:
                return self._left(box.bunkers_and_bridges, sum(bill.structures.values()))
            case Layer.OBSTACLE:
                return self._left(box.obstacles.get(kind), bill.obstacles.get(kind, 0))
            case Layer.UNIT:
                return self._units(element)
            case Layer.BADGE:
                return self._left(box.badge_faces.get(kind), bill.badges.get(kind, 0))
            case Layer.TAG:
                return self._left(box.medals, sum(bill.medals.values()))

    def _tiles(self, element: Element) -> int | None:
        """Return what is least: of this tile, of its kind, and of all tiles (B-COMP-01, 04)."""
        bill, box, kind = self._bill, load_box(), element.component or ""
        of_kind = self._left(box.faces.get(kind), bill.tiles.get(kind, 0))
        of_it = self._left(box.elements.get(element.name), bill.elements.get(element.name, 0))
        of_all = self._left(box.tiles, sum(bill.tiles.values()))
        return min((n for n in (of_kind, of_it, of_all) if n is not None), default=None)

    def _units(self, element: Element) -> int | None:
        side = element.nation.side if element.nation else None
        if side is None or element.unit_class is None or not element.figures:
            return None
        force = self._bill.forces[side].get(element.unit_class)
        there = load_box().figures.get(element.unit_class)
        figures = self._left(there, force.figures if force else 0)
        return None if figures is None else figures // element.figures

    def _left(self, there: int | None, needed: int) -> int | None:
        return None if there is None else there * self._boxes - needed
