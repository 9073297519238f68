"""What a scenario needs, row by row, beside what the boxes hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from m44core.catalogue.box import load_box
from m44core.catalogue.boxes import box_of
from m44core.catalogue.types import Side, UnitClass
from m44core.validation.box.bill import Bill
from m44core.validation.box.owned import Owned


class Row(NamedTuple):
    """One kind of component.

    Attributes:
        component: What it is called.
        needed: How many the scenario needs; None where it does not say.
        there: How many there are; None where that is not known, or is no matter.
    """

    component: str
    needed: int | None
    there: int | None

    @property
    def missing(self) -> int:
        """How many more are needed than there are; 0 where that is not known."""
        if self.needed is None or self.there is None:
            return 0
        return max(0, self.needed - self.there)


def rows(bill: Bill, boxes: int) -> Iterator[Row]:
    """Yield what is needed of each component of the base box, with what so many *boxes* hold."""
    box = load_box()
    yield from _used(bill.tiles, box.faces, boxes)
    yield Row("hex tiles in all", sum(bill.tiles.values()), box.tiles * boxes)
    for kind in ("bunker", "bridge"):
        if bill.structures.get(kind):
            yield Row(kind, bill.structures[kind], box.bunkers_and_bridges * boxes)
    if len(bill.structures) > 1:
        both = sum(bill.structures.values())
        yield Row("bunkers and bridges", both, box.bunkers_and_bridges * boxes)
    yield from _used(bill.obstacles, box.obstacles, boxes)
    for side in Side:
        yield from _army(bill, side, box.figures, boxes)
    yield from _used(bill.badges, box.badge_faces, boxes)
    for medal_side, number in bill.medals.items():
        yield Row(f"{_WORDS[medal_side]} medals", number, box.medals * boxes)
    for side, cards in bill.cards.items():
        yield Row(f"{_WORDS[side]} cards", cards, None)


def boxes_not_owned(bill: Bill, owned: Owned) -> Mapping[str, Mapping[str, int]]:
    """Return the other boxes that are needed and not owned: their pieces by the code of the box."""
    boxes = {code: box_of(code) for code in bill.others}
    lacking = {code for code, box in boxes.items() if box is not None and not owned.has(box.name)}
    return {code: pieces for code, pieces in bill.others.items() if code in lacking}


def _used(needed: Mapping[str, int], there: Mapping[str, int], boxes: int) -> Iterator[Row]:
    """Yield the components that are needed, in the order of the box; then those it cannot name."""
    for kind, number in there.items():
        if needed.get(kind):
            yield Row(kind, needed[kind], number * boxes)
    yield from (Row(kind, number, None) for kind, number in needed.items() if kind not in there)


def _army(bill: Bill, side: Side, figures: Mapping[UnitClass, int], boxes: int) -> Iterator[Row]:
    for unit_class, force in bill.forces[side].items():
        yield Row(f"{_WORDS[side]} {unit_class} units", force.units, None)
        there = figures.get(unit_class, 0) * boxes
        yield Row(f"{_WORDS[side]} {unit_class} figures", force.figures, there)


_WORDS = {Side.AXIS: "Axis", Side.ALLIES: "Allied", None: "either side's"}
