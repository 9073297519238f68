"""What a scenario needs, row by row, beside what the boxes hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from m44core.catalogue.base_box import load_box
from m44core.catalogue.box_kinds import box_of
from m44core.catalogue.types import Side, UnitClass
from m44core.messages.message import Message, message_in
from m44core.validation.box.bill import Bill, Pieces
from m44core.validation.box.owned import Owned


class Row(NamedTuple):
    """One kind of component.

    Attributes:
        component: What it is called.
        needed: How many the scenario needs; None where it does not say.
        there: How many there are; None where that is not known, or is no matter.
    """

    component: Message
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
    yield Row(
        message_in("component", "hex tiles in all"), sum(bill.tiles.values()), box.tiles * boxes
    )
    for kind in ("bunker", "bridge"):
        if bill.structures.get(kind):
            yield Row(_COMPONENTS[kind], bill.structures[kind], box.bunkers_and_bridges * boxes)
    if len(bill.structures) > 1:
        both = sum(bill.structures.values())
        yield Row(
            message_in("component", "bunkers and bridges"), both, box.bunkers_and_bridges * boxes
        )
    yield from _used(bill.obstacles, box.obstacles, boxes)
    for side in Side:
        yield from _army(bill, side, box.figures, boxes)
    yield from _used(bill.badges, box.badge_faces, boxes)
    for medal_side, number in bill.medals.items():
        yield Row(_MEDALS[medal_side], number, box.medals * boxes)
    for side, cards in bill.cards.items():
        yield Row(_CARDS[side], cards, None)


def boxes_not_owned(bill: Bill, owned: Owned) -> Mapping[str, Pieces]:
    """Return the other boxes that are needed and not owned: their pieces by the code of the box."""
    boxes = {code: box_of(code) for code in bill.others}
    lacking = {code for code, box in boxes.items() if box is not None and not owned.has(box.name)}
    return {code: pieces for code, pieces in bill.others.items() if code in lacking}


def army_of(side: Side, unit_class: UnitClass) -> Message:
    """Return the component that the figures of a class of one side are."""
    return _ARMIES[side, unit_class][1]


def medals_of(side: Side | None) -> Message:
    """Return the component that the medals of a side are; None for those open to both."""
    return _MEDALS[side]


def _used(needed: Mapping[str, int], there: Mapping[str, int], boxes: int) -> Iterator[Row]:
    """Yield the components that are needed, in the order of the box; then those it cannot name."""
    for kind, number in there.items():
        if needed.get(kind):
            yield Row(_called(kind), needed[kind], number * boxes)
    yield from (
        Row(_called(kind), number, None) for kind, number in needed.items() if kind not in there
    )


def _army(bill: Bill, side: Side, figures: Mapping[UnitClass, int], boxes: int) -> Iterator[Row]:
    for unit_class, force in bill.forces[side].items():
        units, of_figures = _ARMIES[side, unit_class]
        yield Row(units, force.units, None)
        there = figures.get(unit_class, 0) * boxes
        yield Row(of_figures, force.figures, there)


def _called(kind: str) -> Message:
    return _COMPONENTS.get(kind) or Message(kind, "component")


_COMPONENTS = {
    "forest": message_in("component", "forest"),
    "hedgerow": message_in("component", "hedgerow"),
    "hill": message_in("component", "hill"),
    "town": message_in("component", "town"),
    "river": message_in("component", "river"),
    "sandbags": message_in("component", "sandbags"),
    "wire": message_in("component", "wire"),
    "hedgehog": message_in("component", "hedgehog"),
    "german-badge": message_in("component", "german-badge"),
    "us-badge": message_in("component", "us-badge"),
    "british-badge": message_in("component", "british-badge"),
    "resistance-badge": message_in("component", "resistance-badge"),
    "allied-badge": message_in("component", "allied-badge"),
    "bunker": message_in("component", "bunker"),
    "bridge": message_in("component", "bridge"),
}
_MEDALS: Mapping[Side | None, Message] = {
    Side.AXIS: message_in("component", "Axis medals"),
    Side.ALLIES: message_in("component", "Allied medals"),
    None: message_in("component", "either side's medals"),
}
_CARDS = {
    Side.AXIS: message_in("component", "Axis cards"),
    Side.ALLIES: message_in("component", "Allied cards"),
}
_ARMIES = {
    (Side.AXIS, UnitClass.INFANTRY): (
        message_in("component", "Axis infantry units"),
        message_in("component", "Axis infantry figures"),
    ),
    (Side.AXIS, UnitClass.ARMOR): (
        message_in("component", "Axis armor units"),
        message_in("component", "Axis armor figures"),
    ),
    (Side.AXIS, UnitClass.ARTILLERY): (
        message_in("component", "Axis artillery units"),
        message_in("component", "Axis artillery figures"),
    ),
    (Side.AXIS, UnitClass.VEHICLE): (
        message_in("component", "Axis vehicle units"),
        message_in("component", "Axis vehicle figures"),
    ),
    (Side.AXIS, UnitClass.PLANE): (
        message_in("component", "Axis plane units"),
        message_in("component", "Axis plane figures"),
    ),
    (Side.ALLIES, UnitClass.INFANTRY): (
        message_in("component", "Allied infantry units"),
        message_in("component", "Allied infantry figures"),
    ),
    (Side.ALLIES, UnitClass.ARMOR): (
        message_in("component", "Allied armor units"),
        message_in("component", "Allied armor figures"),
    ),
    (Side.ALLIES, UnitClass.ARTILLERY): (
        message_in("component", "Allied artillery units"),
        message_in("component", "Allied artillery figures"),
    ),
    (Side.ALLIES, UnitClass.VEHICLE): (
        message_in("component", "Allied vehicle units"),
        message_in("component", "Allied vehicle figures"),
    ),
    (Side.ALLIES, UnitClass.PLANE): (
        message_in("component", "Allied plane units"),
        message_in("component", "Allied plane figures"),
    ),
}
