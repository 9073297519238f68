"""The layout of a sheet: the size of its map on each paper, chosen so that it is legible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from math import ceil, floor

from m44core.board import Board, BoardType
from m44core.drawing.board.board_layout import board_size
from m44core.drawing.board.scenario_drawing import ALL_LAYERS, VisibleLayers
from m44core.drawing.shapes.extents import Extent
from m44core.drawing.units.unit_counter import COUNTER_BOX
from m44core.publish.half_maps import half_extents
from m44core.publish.paper_and_ink import Paper
from m44core.values import dataclass

MIN_COUNTER_MILLIMETRES = 7.0
"""The smallest legible width of a counter on a printed map, in millimeters."""
MIN_TYPE_POINTS = 6.0
"""The smallest legible type on a printed map, in points."""
MILLIMETRES_PER_POINT = 25.4 / 72
"""Millimeters per point."""
MARGINS = 24.0
"""Left and right margins of a sheet together, in millimeters; also its top and bottom margins."""
_HEAD = 40.0  # millimetres: title and sides above the map
_COLUMN = 95.0  # millimetres: a wider column has lines that are too long to read
_COMPACT_MARGINS = 16.0  # millimetres, across and down
_COMPACT_MAP_WIDTH_SHARE = 0.81  # share of the width that the map of a compact sheet takes
_LARGE_TITLE = 14.0  # millimetres: the title above a map in large print
_LARGE_MIN_TYPE_POINTS = 9.0  # points: the smallest type on a map in large print
_ONE_PAGE = 0.62  # share of a page: a higher map leaves no room for the rest


class SheetStyle(StrEnum):
    """The style of a sheet; the value is its name in ``--template``."""

    CLASSIC = "classic"
    COMPACT = "compact"
    LARGE = "large-print"


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The layout of a sheet.

    Attributes:
        paper: The paper size.
        is_landscape: Whether the longer side of the paper is at the top.
        parts: The parts of the map in units, each at the top of a page: one, or two for a spread.
        unit: The length of a unit of the map, in millimeters.
        columns: The number of columns of text.
        fits_on_one_page: Whether the map leaves room on its page for everything else.
        style: The style of the sheet.
        margins: Its left and right margins together, in millimeters; also the top and bottom ones.
        min_type: The smallest type on the map, in points.
    """

    paper: Paper
    is_landscape: bool
    parts: tuple[Extent, ...]
    unit: float
    columns: int
    fits_on_one_page: bool
    style: SheetStyle = SheetStyle.CLASSIC
    margins: float = MARGINS
    min_type: float = MIN_TYPE_POINTS

    @property
    def printable_area(self) -> tuple[float, float]:
        """Width and height of a page between its margins, in millimeters."""
        return _printable_area(self.paper, self.is_landscape, self.margins)

    @property
    def counter(self) -> float:
        """Width of a counter on the map, in millimeters."""
        return self.unit * COUNTER_BOX[2]

    @property
    def is_legible(self) -> bool:
        """Whether counters are large enough."""
        return self.counter >= MIN_COUNTER_MILLIMETRES

    @property
    def map_size(self) -> tuple[float, float]:
        """Width and height of the largest part of the map, in millimeters."""
        part = self.parts[0]
        return part.width * self.unit, part.height * self.unit

    def layers(self, show: VisibleLayers = ALL_LAYERS) -> VisibleLayers:
        """Return the layers of the map: legible labels, and no title, which is above the map."""
        return replace(
            show,
            title=False,
            label_size=float(ceil(self.min_type * MILLIMETRES_PER_POINT / self.unit)),
        )

    def as_data(self) -> Mapping[str, object]:
        """Return the layout as data for a template."""
        return {
            "paper": self.paper.value,
            "flipped": self.is_landscape,
            "columns": self.columns,
            "map-width": self.map_size[0],
            "map-height": self.map_size[1],
            "one-page": self.fits_on_one_page,
            "style": self.style.value,
            "margin": self.margins / 2,
        }


def sheet_layout(board: Board, paper: Paper, style: SheetStyle = SheetStyle.CLASSIC) -> SheetLayout:
    """Return the layout of a sheet: the first in which the counters are legible.

    The candidates are a map across the page, a landscape page, and (for Overlord) a spread of two
    pages. If the paper is too small for all, the one with the largest counters is returned. In
    large print, maps have pages of their own. If a board is too large for half a page, a compact
    sheet has the layout of a classic one.
    """
    if style is SheetStyle.LARGE:
        return _large_layout(board, paper)
    if style is SheetStyle.COMPACT and board.type is BoardType.STANDARD:
        return _compact_layout(board, paper)
    layouts = tuple(_candidate_layouts(board, paper))
    legible = next((layout for layout in layouts if layout.is_legible), None)
    return legible or max(layouts, key=lambda layout: layout.unit)


def _compact_layout(board: Board, paper: Paper) -> SheetLayout:
    """Return the layout of two scenarios on a page, each with its map and a column next to it."""
    part = Extent(0, 0, *board_size(board))
    across, _ = _printable_area(paper, False, _COMPACT_MARGINS)
    unit = across * _COMPACT_MAP_WIDTH_SHARE / part.width
    return SheetLayout(paper, False, (part,), unit, 2, True, SheetStyle.COMPACT, _COMPACT_MARGINS)


def _large_layout(board: Board, paper: Paper) -> SheetLayout:
    """Return the layout with each part of the map on a page of its own, below a title."""
    is_wide = board.type is BoardType.OVERLORD
    parts = half_extents(board) if is_wide else (Extent(0, 0, *board_size(board)),)
    is_landscape = parts[0].width > parts[0].height
    across, down = _printable_area(paper, is_landscape, MARGINS)
    unit = min(across / parts[0].width, (down - _LARGE_TITLE) / parts[0].height)
    return SheetLayout(
        paper,
        is_landscape,
        parts,
        unit,
        2,
        False,
        SheetStyle.LARGE,
        min_type=_LARGE_MIN_TYPE_POINTS,
    )


def _candidate_layouts(board: Board, paper: Paper) -> Iterator[SheetLayout]:
    whole = (Extent(0, 0, *board_size(board)),)
    yield _layout_of_parts(paper, whole, is_landscape=False)
    yield _layout_of_parts(paper, whole, is_landscape=True)
    if board.type is BoardType.OVERLORD:
        yield _layout_of_parts(paper, half_extents(board), is_landscape=False)


def _layout_of_parts(paper: Paper, parts: tuple[Extent, ...], *, is_landscape: bool) -> SheetLayout:
    across, down = _printable_area(paper, is_landscape)
    part = parts[0]
    unit = min(across / part.width, (down - _HEAD) / part.height)
    fits_on_one_page = len(parts) == 1 and part.height * unit <= _ONE_PAGE * down
    columns = max(2, floor(across / _COLUMN))
    return SheetLayout(paper, is_landscape, parts, unit, columns, fits_on_one_page)


def _printable_area(
    paper: Paper, is_landscape: bool, margins: float = MARGINS
) -> tuple[float, float]:
    short, long = paper.size
    across, down = (long, short) if is_landscape else (short, long)
    return across - margins, down - margins
