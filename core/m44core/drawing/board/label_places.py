"""Places of labels, chosen so that no label touches a counter, a marker or an obstacle.

On printed maps, a label in legible type can be wider than its hex. It is therefore broken, raised
or moved sideways if it would touch a unit, a medal or another label there or on a neighboring hex.
A label in small type stays on its hex, and moves up there if something is in its usual place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from m44core.drawing.board.board_layout import hex_centre
from m44core.drawing.board.hex_labels import (
    SMALL_PLACES,
    LabelBoxes,
    LabelPlace,
    Level,
    label_boxes,
    small_label_boxes,
)
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.extents import Extent, drawing_extent
from m44core.drawing.shapes.shapes import Drawing, Group
from m44core.hexes import Hex
from m44core.model.scenario import Scenario

_WIDTHS = (136.0, 112.0, 94.0)  # units: longest line; the first is that of a label with room
_WIDEST = (160.0, 196.0)  # units: for labels that would be cut; a hex is 100 wide
_SHIFTS = (0.0, 8.0, -8.0, 16.0, -16.0, 26.0, -26.0)  # units to the right
_LOW, _MIDDLE, _TOP = 30.0, 6.0, -36.0  # middle of the last line, or at the top of the first
_BELOW_UNIT, _SINGLE_BELOW_UNIT = 38.0, 42.0  # middle of the first line, clear of the figures
_BELOW_DISC, _ABOVE_UNIT = 45.0, -30.0  # the same clear of the disc; middle of the last line
_ROOM = Extent(-100.0, -75.0, 100.0, 85.0)  # where labels of a hex may be
_WEIGHTS = {
    PaintingPlane.UNIT: 10.0,
    PaintingPlane.TAG: 10.0,
    PaintingPlane.NAME: 10.0,
    PaintingPlane.OBSTACLE: 4.0,
}
_WEIGHT_OF_STRUCTURE, _WEIGHT_OF_LABEL = 0.7, 10.0
_SMALL_WEIGHTS = {
    **_WEIGHTS,
    PaintingPlane.UNIT: 2.0,  # the usual place of a wide label touches the rim of the disc
    PaintingPlane.LABEL: _WEIGHT_OF_LABEL,
}
_SMALL_COSTS = {Level.LOW: 0.0, Level.MIDDLE: 1.0, Level.TOP: 1.5}
_IGNORED = {PaintingPlane.GROUND, PaintingPlane.LABEL}
_COST_OF_CUT = 1000.0
_HALF_HEX = 50.0  # units: more of a label is over a neighboring hex


def label_places(
    scenario: Scenario, size: float, arts: Mapping[Hex, Iterable[Art]]
) -> dict[Hex, LabelPlace]:
    """Return the place of each label of a printed map, by hex.

    Args:
        scenario: The scenario, with the labels to print.
        size: The type size, in units.
        arts: The pictures on each hex.
    """
    chooser = _PlaceChooser(scenario, size, arts)
    return {hex_: chooser.choose(hex_, lines) for hex_, lines in scenario.labels.items() if lines}


@lru_cache(maxsize=2000)
def is_usual_place_clear(lines: tuple[str, ...], arts: tuple[Art, ...]) -> bool:
    """Return whether a label in small type at its usual place is clear of the pictures there."""
    boxes = [(box, 1.0) for art in arts if art.plane not in _IGNORED for box in art_boxes(art)]
    return not _covering_cost(small_label_boxes(lines, SMALL_PLACES[0]), boxes)


@lru_cache(maxsize=500)
def small_label_place(
    lines: tuple[str, ...], arts_near: tuple[tuple[float, float, Art], ...]
) -> int:
    """Return the index of the best of SMALL_PLACES for a label.

    Args:
        lines: The lines of the label.
        arts_near: What it should not cover: pictures on its hex and on the neighboring ones, each
            with the distance of its hex to the right and down, in units.
    """
    boxes_near = [
        (moved_box(box, x, y), _SMALL_WEIGHTS.get(art.plane, _WEIGHT_OF_STRUCTURE))
        for x, y, art in arts_near
        if art.plane is not PaintingPlane.GROUND
        for box in art_boxes(art)
    ]
    costs = [
        _SMALL_COSTS[place.level]
        + 0.03 * abs(place.shift)
        + _covering_cost(small_label_boxes(lines, place), boxes_near)
        for place in SMALL_PLACES
    ]
    return costs.index(min(costs))


class _PlaceChooser:
    """Chooses the places of labels, each clear of those chosen before."""

    def __init__(self, scenario: Scenario, size: float, arts: Mapping[Hex, Iterable[Art]]) -> None:
        self._scenario = scenario
        self._size = size
        self._arts = arts
        self._label_boxes: list[Extent] = []

    def choose(self, hex_: Hex, lines: tuple[str, ...]) -> LabelPlace:
        """Return the place with the lowest cost for the label of a hex; later labels avoid it.

        A label that would be cut in all usual places is wider, or has more lines.
        """
        content = self._scenario.at(hex_)
        heights = bool(content.unit or content.structure), content.obstacle is not None
        boxes_near = [*self._boxes_near(hex_)]
        best_place, cost = self._best_place(lines, _candidate_places(*heights), boxes_near)
        if cost >= _COST_OF_CUT:
            larger_places = _larger_candidate_places(*heights)
            best_place, _ = self._best_place(lines, larger_places, boxes_near)
        x, y = hex_centre(hex_)
        self._label_boxes += [
            Extent(box.left + x, box.top + y, box.right + x, box.bottom + y)
            for box in label_boxes(lines, self._size, best_place).boxes
        ]
        return best_place

    def _best_place(
        self,
        lines: tuple[str, ...],
        places: Iterable[tuple[float, LabelPlace]],
        boxes_near: Iterable[tuple[Extent, float]],
    ) -> tuple[LabelPlace, float]:
        """Return the place with the lowest cost, and the cost."""
        best_place, lowest_cost = LabelPlace(), float("inf")
        for place_cost, place in places:
            if place_cost >= lowest_cost:
                break
            boxes = label_boxes(lines, self._size, place)
            cost = place_cost + _shape_cost(boxes) + _covering_cost(boxes.boxes, boxes_near)
            cost += _COST_OF_CUT * boxes.is_cut
            if cost < lowest_cost:
                best_place, lowest_cost = place, cost
        return best_place, lowest_cost

    def _boxes_near(self, hex_: Hex) -> Iterator[tuple[Extent, float]]:
        """Yield the boxes that a label should not cover, each with the cost of covering it."""
        x, y = hex_centre(hex_)
        for near_hex in (hex_, *self._scenario.board.neighbours[hex_]):
            near_x, near_y = hex_centre(near_hex)
            for art in self._arts[near_hex]:
                if art.plane not in _IGNORED:
                    weight = _WEIGHTS.get(art.plane, _WEIGHT_OF_STRUCTURE)
                    for box in art_boxes(art):
                        box_here = moved_box(box, near_x - x, near_y - y)
                        if common_area(box_here, _ROOM):
                            yield box_here, weight
        for box in self._label_boxes:
            if common_area(box_here := moved_box(box, -x, -y), _ROOM):
                yield box_here, _WEIGHT_OF_LABEL


@lru_cache
def _candidate_places(on_unit: bool, on_obstacle: bool) -> list[tuple[float, LabelPlace]]:
    """Return the places to try on a hex, with the cost of each, the best first."""
    return _ranked_places(_candidate_heights(on_unit, on_obstacle), _WIDTHS)


@lru_cache
def _larger_candidate_places(on_unit: bool, on_obstacle: bool) -> list[tuple[float, LabelPlace]]:
    """Return wider and taller places, for a label that would be cut off in all the usual ones."""
    heights = [
        (cost + 0.5 * extra, y, max_lines + extra, hangs)
        for cost, y, max_lines, hangs in _candidate_heights(on_unit, on_obstacle)
        for extra in (0, 1, 2)
    ]
    return _ranked_places(heights, (*_WIDTHS, *_WIDEST))


def _ranked_places(
    heights: Iterable[tuple[float, float, int, bool]], widths: Iterable[float]
) -> list[tuple[float, LabelPlace]]:
    ranked = [
        (cost + 0.03 * abs(shift), LabelPlace(y, width, max_lines, shift, hangs))
        for (cost, y, max_lines, hangs), width, shift in product(heights, widths, _SHIFTS)
    ]
    return sorted(ranked, key=lambda each: each[0])


def _candidate_heights(on_unit: bool, on_obstacle: bool) -> list[tuple[float, float, int, bool]]:
    """Return the heights to try: cost, y, number of lines, and whether further lines hang."""
    if on_unit:
        return [
            (0.0, _SINGLE_BELOW_UNIT, 1, True),
            (0.1, _BELOW_UNIT, 2, True),
            (0.9, _BELOW_DISC, 2, True),
            (1.5, _TOP, 1, False),
            (1.8, _ABOVE_UNIT, 2, False),
        ]
    low, middle = (_LOW, 0.0), (_MIDDLE, 1.0)
    if on_obstacle:
        low, middle = (_LOW, 1.0), (_MIDDLE, 0.0)
    return [
        *((cost, y, lines, False) for y, cost in (low, middle) for lines in (2, 3)),
        (1.5, _TOP, 1, True),
        (1.5, _TOP, 2, True),
    ]


def _shape_cost(boxes: LabelBoxes) -> float:
    """Return the cost of a label's lines: for their number, and for what is beyond the hex."""
    beyond = max(
        (max(0.0, -_HALF_HEX - box.left, box.right - _HALF_HEX) for box in boxes.boxes),
        default=0.0,
    )
    return 0.4 * len(boxes.boxes) + 0.02 * beyond


def _covering_cost(lines: Sequence[Extent], boxes_near: Iterable[tuple[Extent, float]]) -> float:
    """Return the cost of covering boxes with the lines of a label."""
    return sum(
        weight * common_area(line, box) / 100 for box, weight in boxes_near for line in lines
    )


def common_area(one: Extent, other: Extent) -> float:
    """Return the area of the intersection of two boxes; 0 if they do not overlap."""
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0.0, width) * max(0.0, height)


def moved_box(box: Extent, x: float, y: float) -> Extent:
    """Return a box moved to the right and down."""
    return Extent(box.left + x, box.top + y, box.right + x, box.bottom + y)


@lru_cache(maxsize=2000)
def art_boxes(art: Art) -> tuple[Extent, ...]:
    """Return the boxes of the parts of a picture, without those inside others."""
    boxes = sorted(set(_boxes_of_nodes(draw_art(art))), key=lambda box: -box.width * box.height)
    kept_boxes: list[Extent] = []
    for box in boxes:
        if not any(_is_inside(box, other) for other in kept_boxes):
            kept_boxes.append(box)
    return tuple(kept_boxes)


def _boxes_of_nodes(nodes: Drawing) -> Iterator[Extent]:
    for node in nodes:
        if isinstance(node, Group) and _is_only_moved(node):
            yield from (moved_box(box, node.dx, node.dy) for box in _boxes_of_nodes(node.children))
        else:
            yield drawing_extent((node,))


def _is_only_moved(group: Group) -> bool:
    return group.scale == 1 and not (group.turn or group.flip or group.clip)


def _is_inside(box: Extent, other: Extent) -> bool:
    return (
        other.left <= box.left
        and other.top <= box.top
        and box.right <= other.right
        and box.bottom <= other.bottom
    )
