"""Labels of a board on a screen whose usual type is too small to read, as at a low zoom.

As on the map of a navigation program, they keep a readable size however small the board is. Each is
next to its hex where it covers the least, and hidden if it would cover another label or too much of
the units.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from m44core.drawing.board.board_layout import board_size, hex_centre
from m44core.drawing.board.hex_labels import label_line_text, text_width, usual_label_size
from m44core.drawing.board.label_places import art_boxes, common_area, moved_box
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.extents import Extent
from m44core.drawing.shapes.shapes import Drawing
from m44core.hexes import Hex
from m44core.model.scenario import Scenario

_LEADING, _CAP_HEIGHT = 1.0, 0.84  # ems: distance of base lines, and height of a line
_WIDTH = 1.06  # share of the estimated width
_MIN_WIDTH_OF_TWO = 6.0  # ems: shorter labels are not broken
_UNIT_RADIUS = 34.0  # units: half the height and width of a unit
_EDGE = 4.0  # units between a label and the edge of the board
_CELL = 100.0  # units: width of the cells in which boxes are looked up
_WEIGHTS = {
    PaintingPlane.UNIT: 1.0,
    PaintingPlane.TAG: 1.0,
    PaintingPlane.NAME: 1.0,
    PaintingPlane.OBSTACLE: 0.6,
    PaintingPlane.STRUCTURE: 0.4,
}
_MAX_COVERED = 0.3  # share of a label that may be over pieces, by weight


class ScreenLabel(NamedTuple):
    """A label on a board.

    Attributes:
        lines: Its lines.
        x, y: Its middle, in units from the upper left corner of the board.
    """

    lines: tuple[str, ...]
    x: float
    y: float


def is_label_too_small(lines: Sequence[str], min_size: float) -> bool:
    """Return whether the usual type of a label is smaller than *min_size* units."""
    return usual_label_size(lines) < min_size


def screen_labels(
    scenario: Scenario, size: float, min_size: float, arts: Mapping[Hex, Iterable[Art]]
) -> dict[Hex, ScreenLabel]:
    """Return the labels to show in place of those that are too small, by hex.

    Args:
        scenario: The scenario.
        size: Their type size, in units.
        min_size: The type size below which a label is too small, in units.
        arts: The pictures on each hex.
    """
    small = {
        hex_: lines
        for hex_, lines in scenario.labels.items()
        if lines and is_label_too_small(lines, min_size)
    }
    placer = _Placer(scenario, size, _Boxes(arts, small.keys()))
    labels = ((hex_, placer.place(hex_, lines)) for hex_, lines in small.items())
    return {hex_: label for hex_, label in labels if label is not None}


def draw_screen_label(lines: Sequence[str], size: float) -> Drawing:
    """Return a label around its middle, in type of *size* units."""
    top = -(len(lines) - 1) / 2 * size * _LEADING
    return tuple(
        label_line_text(line, top + number * size * _LEADING, size)
        for number, line in enumerate(lines)
    )


def screen_label_extent(label: ScreenLabel, size: float) -> Extent:
    """Return the rectangle that a label in type of *size* units covers on the board."""
    half_width = max(map(text_width, label.lines)) * size * _WIDTH / 2
    half_height = ((len(label.lines) - 1) * _LEADING + _CAP_HEIGHT) * size / 2
    return Extent(
        label.x - half_width, label.y - half_height, label.x + half_width, label.y + half_height
    )


class _Boxes:
    """The boxes of all pieces on a board, and of the labels that are large enough."""

    def __init__(self, arts: Mapping[Hex, Iterable[Art]], small: Iterable[Hex]) -> None:
        self._cells: dict[tuple[int, int], list[tuple[Extent, float]]] = defaultdict(list)
        small_hexes = set(small)
        for hex_, pieces in arts.items():
            for art in pieces:
                if art.plane is PaintingPlane.LABEL and hex_ not in small_hexes:
                    self._add(hex_, art, float("inf"))
                elif art.plane in _WEIGHTS:
                    self._add(hex_, art, _WEIGHTS[art.plane])

    def _add(self, hex_: Hex, art: Art, weight: float) -> None:
        for box in art_boxes(art):
            self.add(moved_box(box, *hex_centre(hex_)), weight)

    def add(self, box: Extent, weight: float) -> None:
        """Add a box with the cost of covering it."""
        for cell in _cells_of(box):
            self._cells[cell].append((box, weight))

    def covered_share(self, area: Extent) -> float:
        """Return the share of an area that boxes cover, weighted by their cost."""
        near = dict.fromkeys(each for cell in _cells_of(area) for each in self._cells.get(cell, ()))
        covered = ((common_area(box, area), weight) for box, weight in near)
        return sum(common * weight for common, weight in covered if common) / (
            area.width * area.height
        )


def _cells_of(box: Extent) -> Iterator[tuple[int, int]]:
    columns = range(int(box.left // _CELL), int(box.right // _CELL) + 1)
    rows = range(int(box.top // _CELL), int(box.bottom // _CELL) + 1)
    return product(columns, rows)


class _Placer:
    """Places labels, each clear of those placed before."""

    def __init__(self, scenario: Scenario, size: float, boxes: _Boxes) -> None:
        self._scenario, self._size, self._boxes = scenario, size, boxes
        self._board_size = board_size(scenario.board)

    def place(self, hex_: Hex, lines: tuple[str, ...]) -> ScreenLabel | None:
        """Return the label at its best place; None if it covers too much everywhere."""
        best, lowest_cost = None, float("inf")
        for label, cost in self._candidates(hex_, lines):
            covered = self._boxes.covered_share(screen_label_extent(label, self._size))
            if covered <= _MAX_COVERED and cost + covered < lowest_cost:
                best, lowest_cost = label, cost + covered
        if best is not None:
            self._boxes.add(screen_label_extent(best, self._size), float("inf"))
        return best

    def _candidates(self, hex_: Hex, lines: tuple[str, ...]) -> Iterator[tuple[ScreenLabel, float]]:
        """Yield the label at each place to try, with the cost of the place."""
        x, y = hex_centre(hex_)
        content = self._scenario.at(hex_)
        is_free = not (content.unit or content.structure or content.tags)
        for broken_lines, cost in _breakings(lines):
            extent = screen_label_extent(ScreenLabel(broken_lines, 0.0, 0.0), self._size)
            down, right = _UNIT_RADIUS + extent.bottom, _UNIT_RADIUS + extent.right
            places = [(0.0, 0.0, 0.0 if is_free else 0.3), (0.0, down, 0.1), (0.0, -down, 0.15)]
            places += [(right, 0.0, 0.2), (-right, 0.0, 0.22)]
            places += [(dx, dy, 0.25) for dx in (right / 2, -right / 2) for dy in (down, -down)]
            for dx, dy, place_cost in places:
                yield self._on_board(broken_lines, x + dx, y + dy, extent), cost + place_cost

    def _on_board(self, lines: tuple[str, ...], x: float, y: float, extent: Extent) -> ScreenLabel:
        """Return a label at a place, or the nearest one where it is wholly on the board."""
        width, height = self._board_size
        return ScreenLabel(
            lines,
            max(_EDGE + extent.right, min(x, width - _EDGE - extent.right)),
            max(_EDGE + extent.bottom, min(y, height - _EDGE - extent.bottom)),
        )


def _breakings(lines: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield a label in one line and broken into two, with the cost of each."""
    joined = " ".join(" ".join(lines).split())
    if not joined:
        return
    yield (joined,), 0.0
    words = joined.split(" ")
    if len(words) > 1 and text_width(joined) >= _MIN_WIDTH_OF_TWO:
        halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
        yield min(halves, key=lambda each: max(map(text_width, each))), 0.05
