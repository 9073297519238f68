"""The component bill: the pieces a scenario needs, and those the boxes contain (V-72)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from m44core.board import BoardType
from m44core.catalogue.base_box import load_base_box
from m44core.catalogue.box_kinds import box_with_code, load_boxes
from m44core.catalogue.catalogue_types import Element, Layer, Side, UnitClass
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, Renderer, message_in
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.validation.components.arriving_units import arriving_units
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.placed_pieces import (
    PlacedPiece,
    PlacedTag,
    PlacedUnit,
    pieces_of,
    tags_of,
    units_of,
)
from m44core.values import dataclass

ALLIED_BADGE = "allied-badge"
"""The kind of badge that an Allied special unit needs if the file gives it none."""
ALL_TILES = message_in("component", "hex tiles in total")
"""The name of the row of all hex tiles together."""
BUNKERS_AND_BRIDGES = message_in("component", "bunkers and bridges")
"""The name of the row of bunkers and bridges together."""


PieceCounts: TypeAlias = Mapping[Message, int]
"""The numbers of pieces, keyed by the names of the pieces."""


@dataclass(frozen=True, slots=True)
class ForceCount:
    """The number of units of one class and side, and the number of their figures."""

    units: int = 0
    figures: int = 0


@dataclass(frozen=True, slots=True)
class ComponentBill:
    """The components of the base box that a scenario needs, and the pieces from other boxes.

    Attributes:
        boxes: The number of base boxes the board format implies: 2 for Overlord.
        tiles: The number of hex tiles of each kind: ``forest``, ``river`` ...
        elements: The number of each tile, structure and obstacle by .m44 name: ``curve`` ...
        structures: The number of bunkers and of bridges.
        obstacles: The number of obstacles of each kind: sandbags, wire, hedgehogs.
        forces: The numbers of units and figures of each side and class; only figures of the base
            box.
        badges: The number of badges of each kind that the special units need (B-COMP-17).
        medals: The number of objective medals of each side; the key None is for medals open to
            both.
        cards: The number of cards each side starts with; None if the briefing does not state it.
        other_box_pieces: The numbers of pieces from other boxes, keyed by the code of the box.
    """

    boxes: int
    tiles: Mapping[str, int]
    elements: Mapping[str, int]
    structures: Mapping[str, int]
    obstacles: Mapping[str, int]
    forces: Mapping[Side, Mapping[UnitClass, ForceCount]]
    badges: Mapping[str, int]
    medals: Mapping[Side | None, int]
    cards: Mapping[Side, int | None]
    other_box_pieces: Mapping[str, PieceCounts]

    def base_boxes(self, owned_boxes: OwnedBoxes | None) -> int:
        """Return the number of base boxes owned, or the number implied by the board if unknown."""
        return self.boxes if owned_boxes is None else owned_boxes.base_boxes

    def as_data(self) -> dict[str, object]:
        """Return the bill as plain data for JSON; pieces of other boxes have English names."""
        return {
            "boxes": self.boxes,
            "tiles": dict(self.tiles),
            "elements": dict(self.elements),
            "structures": dict(self.structures),
            "obstacles": dict(self.obstacles),
            "forces": {
                side.value.lower(): {
                    unit_class.value: {"units": force.units, "figures": force.figures}
                    for unit_class, force in forces.items()
                }
                for side, forces in self.forces.items()
            },
            "badges": dict(self.badges),
            "medals": {_side_key(side): number for side, number in self.medals.items()},
            "cards": {side.value.lower(): cards for side, cards in self.cards.items()},
            "others": {
                code: dict(counts_by_name(pieces, renderer_in(ENGLISH)))
                for code, pieces in self.other_box_pieces.items()
            },
        }


def counts_by_name(pieces: PieceCounts, renderer: Renderer) -> list[tuple[str, int]]:
    """Return the name and number of each piece, sorted by name; equal names are added up.

    The names are in the language of *renderer*.
    """
    counts: Counter[str] = Counter()
    for piece, number in pieces.items():
        counts[renderer.render(piece)] += number
    return sorted(counts.items())


def component_bill(scenario: Scenario) -> ComponentBill:
    """Return the component bill of a scenario, with its units that arrive later."""
    return bill_of_pieces(
        scenario,
        tuple(pieces_of(scenario)),
        (*units_of(scenario), *arriving_units(scenario)),
        tuple(tags_of(scenario)),
    )


def bill_of_pieces(
    scenario: Scenario,
    pieces: tuple[PlacedPiece, ...],
    units: tuple[PlacedUnit, ...],
    tags: tuple[PlacedTag, ...],
) -> ComponentBill:
    """Return the bill of a scenario whose pieces have already been looked up.

    Units that arrive later are counted only if they are among *units*.
    """
    return ComponentBill(
        boxes=2 if scenario.board.type is BoardType.OVERLORD else 1,
        tiles=_component_counts(pieces, Layer.TERRAIN),
        elements=_element_counts(pieces),
        structures=_component_counts(pieces, Layer.STRUCTURE),
        obstacles=_component_counts(pieces, Layer.OBSTACLE),
        forces={side: _force_counts(units, side) for side in Side},
        badges=_badge_counts(units),
        medals=Counter(tag.element.side for tag in tags if tag.element.component == "medal"),
        cards=_starting_hands(scenario),
        other_box_pieces=_other_box_pieces([*_elements_in(pieces, units, tags)], units, scenario),
    )


def _component_counts(pieces: Iterable[PlacedPiece], layer: Layer) -> Mapping[str, int]:
    return Counter(
        placed_piece.element.component
        for placed_piece in pieces
        if placed_piece.layer is layer and placed_piece.element.component
    )


def _element_counts(pieces: Iterable[PlacedPiece]) -> Mapping[str, int]:
    return Counter(
        placed_piece.piece.name for placed_piece in pieces if placed_piece.element.component
    )


def _force_counts(units: Iterable[PlacedUnit], side: Side) -> Mapping[UnitClass, ForceCount]:
    forces: dict[UnitClass, ForceCount] = {}
    for unit in units:
        if unit.side is side and unit.unit_class and unit.element.component:
            before = forces.get(unit.unit_class, ForceCount())
            forces[unit.unit_class] = ForceCount(before.units + 1, before.figures + unit.figures)
    return forces


def _badge_counts(units: Iterable[PlacedUnit]) -> Mapping[str, int]:
    """Return the number of badges of each kind that the units need (B-COMP-17).

    A special unit needs a badge only if there are regular units with the same figures.
    """
    regular_types = {_figure_type(unit) for unit in units if not unit.is_special}
    kinds = (_badge_kind(u) for u in units if u.is_special and _figure_type(u) in regular_types)
    return Counter(kind for kind in kinds if kind)


def _figure_type(unit: PlacedUnit) -> tuple[str, UnitClass | None]:
    return unit.element.nation.name if unit.element.nation else "", unit.unit_class


def _badge_kind(unit: PlacedUnit) -> str | None:
    """Return the kind of badge a special unit needs; None if it comes from another box."""
    if unit.badge:
        return unit.badge.component
    if not unit.element.component:
        return None
    return "german-badge" if unit.side is Side.AXIS else ALLIED_BADGE


def _starting_hands(scenario: Scenario) -> Mapping[Side, int | None]:
    players = (scenario.briefing.top, scenario.briefing.bottom)
    return {player.side: player.cards for player in players if player.side}


def _elements_in(
    pieces: Iterable[PlacedPiece], units: Iterable[PlacedUnit], tags: Iterable[PlacedTag]
) -> Iterator[Element]:
    yield from (placed_piece.element for placed_piece in pieces)
    for unit in units:
        yield unit.element
        if unit.badge:
            yield unit.badge
    yield from (placed_piece.element for placed_piece in _without_repeated_tags(tags))


def _without_repeated_tags(tags: Iterable[PlacedTag]) -> Iterator[PlacedTag]:
    """Yield each kind of tag once per hex; medals are all yielded."""
    seen = set()
    for placed_tag in tags:
        piece = placed_tag.hex, placed_tag.element.name
        if placed_tag.element.medal or piece not in seen:
            seen.add(piece)
            yield placed_tag


def _other_box_pieces(
    elements: Iterable[Element], units: Iterable[PlacedUnit], scenario: Scenario
) -> Mapping[str, PieceCounts]:
    """Return the numbers of pieces from other boxes, keyed by the code of the box.

    A piece contained in several boxes is counted for one that the scenario lists or needs anyway,
    if any; otherwise for its own expansion.
    """
    other_elements = [element for element in elements if element.component is None]
    needed_boxes = {e.expansion for e in other_elements if not _other_boxes_containing(e)}
    needed_boxes |= {box.code for box in load_boxes().values() if scenario.packs.lists(box)}
    pieces_by_box: dict[str, Counter[Message]] = {}
    for element in other_elements:
        boxes = (element.expansion, *_other_boxes_containing(element))
        code = next((box for box in boxes if box in needed_boxes), element.expansion)
        pieces_by_box.setdefault(code, Counter())[element.title] += 1
    for equipment_type in (
        unit.equipment_type for unit in units if unit.equipment_type and unit.equipment_type.box
    ):
        pieces_by_box.setdefault(equipment_type.box, Counter())[equipment_type.title] += 1
    return dict(sorted(pieces_by_box.items()))


def _other_boxes_containing(element: Element) -> list[str]:
    return [box.code for box in load_boxes().values() if element.name in box.also]


def _side_key(side: Side | None) -> str:
    return side.value.lower() if side else "either"


class ComponentRow(NamedTuple):
    """One kind of component: how many are needed and available.

    Attributes:
        component: The name of the component.
        needed: The number the scenario needs; None if the scenario does not state it.
        available: The number in the base boxes; None if unknown or irrelevant.
    """

    component: Message
    needed: int | None
    available: int | None

    @property
    def missing(self) -> int:
        """The number missing from those needed; 0 if either number is unknown."""
        if self.needed is None or self.available is None:
            return 0
        return max(0, self.needed - self.available)


def component_rows(bill: ComponentBill, boxes: int) -> Iterator[ComponentRow]:
    """Yield the rows of the bill for the base box; *boxes* base boxes are available."""
    box = load_base_box()
    yield from _needed_rows(bill.tiles, box.faces, boxes)
    yield ComponentRow(ALL_TILES, sum(bill.tiles.values()), box.tiles * boxes)
    for kind in ("bunker", "bridge"):
        if bill.structures.get(kind):
            yield ComponentRow(
                _COMPONENTS[kind], bill.structures[kind], box.bunkers_and_bridges * boxes
            )
    if len(bill.structures) > 1:
        number = sum(bill.structures.values())
        yield ComponentRow(BUNKERS_AND_BRIDGES, number, box.bunkers_and_bridges * boxes)
    yield from _needed_rows(bill.obstacles, box.obstacles, boxes)
    for side in Side:
        yield from _army_rows(bill, side, box.figures, boxes)
    yield from _needed_rows(bill.badges, box.badge_faces, boxes)
    for medal_side, number in bill.medals.items():
        yield ComponentRow(_MEDALS[medal_side], number, box.medals * boxes)
    for side, cards in bill.cards.items():
        yield ComponentRow(_CARDS[side], cards, None)


def boxes_not_owned(bill: ComponentBill, owned_boxes: OwnedBoxes) -> Mapping[str, PieceCounts]:
    """Return the numbers of pieces needed from boxes not owned, keyed by the code of the box.

    User packs, which come in no box, are left out.
    """
    boxes = {code: box_with_code(code) for code in bill.other_box_pieces}
    missing_boxes = {
        code for code, box in boxes.items() if box is not None and not owned_boxes.has_box(box.name)
    }
    return {code: pieces for code, pieces in bill.other_box_pieces.items() if code in missing_boxes}


def figures_component(side: Side, unit_class: UnitClass) -> Message:
    """Return the component name of the figures of a class and side."""
    return _ARMIES[side, unit_class][1]


def medals_component(side: Side | None) -> Message:
    """Return the component name of the medals of a side; *side* is None for medals open to both."""
    return _MEDALS[side]


def _needed_rows(
    needed_counts: Mapping[str, int], available_counts: Mapping[str, int], boxes: int
) -> Iterator[ComponentRow]:
    """Yield a row for each needed component, in the order of the box; kinds not in it come last."""
    for kind, number in available_counts.items():
        if needed_counts.get(kind):
            yield ComponentRow(component_name(kind), needed_counts[kind], number * boxes)
    yield from (
        ComponentRow(component_name(kind), number, None)
        for kind, number in needed_counts.items()
        if kind not in available_counts
    )


def _army_rows(
    bill: ComponentBill, side: Side, figures: Mapping[UnitClass, int], boxes: int
) -> Iterator[ComponentRow]:
    for unit_class, force in bill.forces[side].items():
        units_name, figures_name = _ARMIES[side, unit_class]
        yield ComponentRow(units_name, force.units, None)
        available_figures = figures.get(unit_class, 0) * boxes
        yield ComponentRow(figures_name, force.figures, available_figures)


def component_name(kind: str) -> Message:
    """Return the component name of a kind of piece; an unknown kind is returned as its own name."""
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
    "german-badge": message_in("component", "German badge"),
    "us-badge": message_in("component", "US Rangers badge"),
    "british-badge": message_in("component", "British airborne badge"),
    "resistance-badge": message_in("component", "French Resistance badge"),
    "allied-badge": message_in("component", "Allied badge"),
    "bunker": message_in("component", "bunker"),
    "bridge": message_in("component", "bridge"),
}
_MEDALS: Mapping[Side | None, Message] = {
    Side.AXIS: message_in("component", "Axis medals"),
    Side.ALLIES: message_in("component", "Allied medals"),
    None: message_in("component", "medals for either side"),
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


class PiecesLeft:
    """The number of pieces left in the boxes once a scenario is set up.

    Args:
        bill: The bill of the scenario.
        owned_boxes: The boxes the user owns; None if unknown.
    """

    def __init__(self, bill: ComponentBill, owned_boxes: OwnedBoxes | None) -> None:
        self._bill = bill
        self._owned = owned_boxes
        self._boxes = bill.base_boxes(owned_boxes)

    def count_left(self, element: Element) -> int | None:
        """Return how many more of a piece can be placed; negative if there are too many already.

        The number is 0 if the piece comes from a box the user does not own, and None if unknown:
        the contents of boxes other than the base box are not counted. If the user owns such boxes,
        the result is None instead of a negative number. A unit needs its full number of figures.
        """
        if element.component is None:
            return self._left_in_other_box(element)
        remaining_count = self._left_in_base_box(element)
        others_may_bring_more = self._owned is not None and not self._owned.has_only_base_boxes
        return (
            None
            if remaining_count is None or (remaining_count < 0 and others_may_bring_more)
            else remaining_count
        )

    def _left_in_other_box(self, element: Element) -> int | None:
        box = box_with_code(element.expansion)
        is_missing = (
            self._owned is not None and box is not None and not self._owned.has_box(box.name)
        )
        return 0 if is_missing else None

    def _left_in_base_box(self, element: Element) -> int | None:
        bill, box, kind = self._bill, load_base_box(), element.component or ""
        match element.layer:
            case Layer.TERRAIN:
                return self._tiles_left(element)
            case Layer.STRUCTURE:
                return self._remaining(box.bunkers_and_bridges, sum(bill.structures.values()))
            case Layer.OBSTACLE:
                return self._remaining(box.obstacles.get(kind), bill.obstacles.get(kind, 0))
            case Layer.UNIT:
                return self._units_left(element)
            case Layer.BADGE:
                return self._remaining(box.badge_faces.get(kind), bill.badges.get(kind, 0))
            case Layer.TAG:
                return self._remaining(box.medals, sum(bill.medals.values()))

    def _tiles_left(self, element: Element) -> int | None:
        """Return the number of a tile that can still be placed; None if unknown.

        The tile itself, its kind and all tiles together are limited (B-COMP-01, 04).
        """
        bill, box, kind = self._bill, load_base_box(), element.component or ""
        left_of_kind = self._remaining(box.faces.get(kind), bill.tiles.get(kind, 0))
        left_of_tile = self._remaining(
            box.elements.get(element.name), bill.elements.get(element.name, 0)
        )
        left_of_all = self._remaining(box.tiles, sum(bill.tiles.values()))
        return min(
            (n for n in (left_of_kind, left_of_tile, left_of_all) if n is not None), default=None
        )

    def _units_left(self, element: Element) -> int | None:
        side = element.nation.side if element.nation else None
        if side is None or element.unit_class is None or not element.figures:
            return None
        force = self._bill.forces[side].get(element.unit_class)
        available_figures = load_base_box().figures.get(element.unit_class)
        figures = self._remaining(available_figures, force.figures if force else 0)
        return None if figures is None else figures // element.figures

    def _remaining(self, available_count: int | None, needed_count: int) -> int | None:
        return None if available_count is None else available_count * self._boxes - needed_count
