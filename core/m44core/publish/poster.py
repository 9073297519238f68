"""The poster of a scenario: its map at the size of the game, on one page or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from m44core.drawing.board.scenario_drawing import ALL_LAYERS, VisibleLayers, board_size
from m44core.drawing.shapes.extents import Extent, visible_nodes
from m44core.drawing.shapes.shapes import HEX_WIDTH
from m44core.messages.message import Renderer, message, one_decimal, with_thousands_separators
from m44core.model.credits import author_of
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.printed_map import PrintedMap
from m44core.publish.typesetter import TypesetDocument, Typesetter
from m44core.values import dataclass

HEX_MILLIMETRES = 53.0
"""Width of a hex of the game between two parallel edges, in millimeters."""
_MARGIN = 10.0  # millimetres: unprintable margin at each edge, with the cutting marks
OVERLAP_MILLIMETRES = 8.0
"""Overlap of neighboring pages, in millimeters."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """The distribution of a map over pages.

    Attributes:
        page: Width and height of a page, in millimeters.
        part: Width and height of the part of the map on each page, in millimeters.
        columns: Number of pages in a row.
        rows: Number of rows of pages.
    """

    page: tuple[float, float]
    part: tuple[float, float]
    columns: int
    rows: int

    @property
    def pages(self) -> int:
        """The number of pages, without the assembly plan."""
        return self.columns * self.rows


def best_tiling(
    size: tuple[float, float], paper: Paper, overlap: float = OVERLAP_MILLIMETRES
) -> Tiling:
    """Return the tiling with the fewest pages, in portrait or landscape.

    Args:
        size: Width and height of the map, in millimeters.
        paper: The paper size.
        overlap: Overlap of neighboring pages, in millimeters.
    """
    width, height = paper.size
    return min(
        (_tiling(size, page, overlap) for page in ((width, height), (height, width))),
        key=_page_count,
    )


def _page_count(tiling: Tiling) -> int:
    return tiling.pages


def _tiling(size: tuple[float, float], page: tuple[float, float], overlap: float) -> Tiling:
    part = page[0] - 2 * _MARGIN, page[1] - 2 * _MARGIN
    columns, rows = (
        max(1, ceil((length - overlap) / (part_length - overlap)))
        for length, part_length in zip(size, part, strict=True)
    )
    return Tiling(page, part, columns, rows)


def typeset_poster(
    typesetter: Typesetter,
    scenario: Scenario,
    renderer: Renderer,
    paper: Paper | None = Paper.A4,
    ink: Ink = Ink.COLOUR,
    hex_width: float = HEX_MILLIMETRES,
    show: VisibleLayers = ALL_LAYERS,
    map_: PrintedMap | None = None,
) -> TypesetDocument:
    """Return the poster of a scenario.

    Args:
        typesetter: The typesetter, with its templates.
        scenario: The scenario.
        renderer: Renders the texts of the frame and the plan.
        paper: The paper size; None for a single page as large as the map.
        ink: The amount of ink the map uses.
        hex_width: Width of a hex between two parallel edges, in millimeters.
        show: The layers to draw.
        map_: The map if it was already drawn with this ink and these layers; None to draw it.

    Raises:
        TypesettingError: Typst cannot typeset the template.
    """
    scale = hex_width / HEX_WIDTH
    width, height = board_size(scenario.board)
    size = width * scale, height * scale
    tiling = best_tiling(size, paper) if paper else None
    parts = list(_map_parts(size, tiling)) if tiling else []
    data = {
        **_poster_texts(scenario, renderer, size, hex_width),
        "ink": ink.value,
        "width": size[0],
        "height": size[1],
        **(_tiled_pages_data(tiling, parts) if tiling else _single_page_data(size)),
    }
    printed_map = map_ or PrintedMap(scenario, renderer, ink, show)
    pictures = {"map": printed_map.svg}
    if tiling:
        pictures |= {"plan": printed_map.small_svg, **_part_pictures(printed_map, parts, scale)}
    return typesetter.typeset("poster.typ", data, pictures)


def _single_page_data(size: tuple[float, float]) -> dict[str, object]:
    return {"page": [size[0] + 2 * _MARGIN, size[1] + 2 * _MARGIN], "margin": _MARGIN, "parts": []}


def _tiled_pages_data(tiling: Tiling, parts: Iterable[_MapPart]) -> dict[str, object]:
    return {
        "page": list(tiling.page),
        "margin": _MARGIN,
        "parts": [part._asdict() for part in parts],
    }


class _MapPart(NamedTuple):
    """The name of a page, and the part of the map on it, in millimeters."""

    name: str
    left: float
    top: float
    width: float
    height: float


def _map_parts(size: tuple[float, float], tiling: Tiling) -> Iterator[_MapPart]:
    """Yield the parts of the map row by row."""
    across, down = (part_length - OVERLAP_MILLIMETRES for part_length in tiling.part)
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            left, top = column * across, row * down
            yield _MapPart(
                f"{chr(ord('A') + row)}{column + 1}",
                left,
                top,
                min(tiling.part[0], size[0] - left),
                min(tiling.part[1], size[1] - top),
            )


def _part_pictures(
    printed_map: PrintedMap, parts: Sequence[_MapPart], scale: float
) -> dict[str, str]:
    """Return a picture of each part, keyed by name; the whole map per page would be too large."""
    boxes = [[side / scale for side in part[1:]] for part in parts]
    windows = [Extent(x, y, x + width, y + height) for x, y, width, height in boxes]
    nodes_by_window = visible_nodes(printed_map.drawing, windows)
    return {
        part.name: printed_map.part(nodes, window)
        for part, window, nodes in zip(parts, windows, nodes_by_window, strict=True)
    }


def _poster_texts(
    scenario: Scenario, renderer: Renderer, size: tuple[float, float], hex_width: float
) -> dict[str, object]:
    title = scenario.title_in(renderer.language.code) or renderer.render(message("(no title)"))
    glue = message(
        "Cut along the marks on pages that have a neighbor on the left or above, then glue "
        "the pages together."
    )
    width, height = (with_thousands_separators(round(length)) for length in size)
    measures = message(
        "The map is {width} by {height} mm; a hex is {hex} mm wide.",
        width=width,
        height=height,
        hex=one_decimal(hex_width),
    )
    return {
        "title": title,
        "author": author_of(scenario),
        "code": renderer.language.code,
        "alt": renderer.render(message("Map of the scenario {title}", title=title)),
        "plan": renderer.render(message("Page overview")),
        "glue": renderer.render(glue),
        "size": renderer.render(measures),
    }
