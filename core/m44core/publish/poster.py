"""The poster of a scenario: its map at the size of the game, on one page or on several."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

from m44core.drawing.board.board import EVERYTHING, Show, board_size, draw_scenario
from m44core.drawing.shapes.shapes import HEX_WIDTH
from m44core.drawing.shapes.svg import to_svg
from m44core.messages.message import decimal, message, thousands
from m44core.messages.words import Words
from m44core.model.scenario import Scenario
from m44core.publish.inks import Ink, palette_of
from m44core.publish.paper import Paper
from m44core.publish.typesetting.typesetter import Typeset, Typesetter
from m44core.values import dataclass

HEX = 53.0
"""Millimetres from flat to flat of a hex of the game."""
_MARGIN = 10.0  # millimetres at each edge that printers may not reach, for marks
OVERLAP = 8.0
"""Millimetres that neighbouring pages both show."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a map is spread over pages.

    Attributes:
        page: Width and height of a page, in millimetres.
        part: Width and height of the map each page shows, in millimetres.
        columns: How many pages beside each other.
        rows: How many pages one above the other.
    """

    page: tuple[float, float]
    part: tuple[float, float]
    columns: int
    rows: int

    @property
    def pages(self) -> int:
        """How many pages there are, the plan apart."""
        return self.columns * self.rows


def tiling_of(size: tuple[float, float], paper: Paper, overlap: float = OVERLAP) -> Tiling:
    """Return how a map of a size in millimetres needs the fewest pages, upright or lying.

    Args:
        size: Width and height of the map.
        paper: The paper.
        overlap: What neighbouring pages both show.
    """
    wide, high = paper.size
    return min((_tiling(size, page, overlap) for page in ((wide, high), (high, wide))), key=_pages)


def _pages(tiling: Tiling) -> int:
    return tiling.pages


def _tiling(size: tuple[float, float], page: tuple[float, float], overlap: float) -> Tiling:
    part = page[0] - 2 * _MARGIN, page[1] - 2 * _MARGIN
    columns, rows = (
        max(1, ceil((length - overlap) / (shown - overlap)))
        for length, shown in zip(size, part, strict=True)
    )
    return Tiling(page, part, columns, rows)


def typeset_poster(
    typesetter: Typesetter,
    scenario: Scenario,
    told: Words,
    paper: Paper | None = Paper.A4,
    ink: Ink = Ink.COLOUR,
    hex_width: float = HEX,
    show: Show = EVERYTHING,
) -> Typeset:
    """Return the poster of a scenario.

    Args:
        typesetter: What typesets it, with its templates.
        scenario: What it is about.
        told: The language of the frame and of the plan.
        paper: The paper of the pages; None for one page as large as the map.
        ink: How much ink the map takes.
        hex_width: Millimetres from flat to flat of a hex.
        show: Which layers.

    Raises:
        TypesettingError: Typst cannot typeset the template.
    """
    wide, high = board_size(scenario.board)
    scale = hex_width / HEX_WIDTH
    size = wide * scale, high * scale
    drawing = draw_scenario(scenario, show, told)
    title = scenario.title_in(told.language.code)
    svg = to_svg(drawing, wide, high, palette_of(ink), title=title)
    data = {
        **_words(scenario, told, size, hex_width),
        "ink": ink.value,
        "width": size[0],
        "height": size[1],
        **(_large(size) if paper is None else _tiled(size, paper)),
    }
    return typesetter.typeset("poster.typ", data, {"map": svg})


def _large(size: tuple[float, float]) -> dict[str, Any]:
    return {"page": [size[0] + 2 * _MARGIN, size[1] + 2 * _MARGIN], "margin": _MARGIN, "parts": []}


def _tiled(size: tuple[float, float], paper: Paper) -> dict[str, Any]:
    tiling = tiling_of(size, paper)
    return {
        "page": list(tiling.page),
        "margin": _MARGIN,
        "overlap": OVERLAP,
        "part": list(tiling.part),
        "columns": tiling.columns,
        "rows": tiling.rows,
        "parts": list(_parts(tiling)),
    }


def _parts(tiling: Tiling) -> Iterator[dict[str, Any]]:
    """Yield the pages row by row: the name of each, and where its part of the map begins."""
    across, down = (shown - OVERLAP for shown in tiling.part)
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            name = f"{chr(ord('A') + row)}{column + 1}"
            yield {"name": name, "left": column * across, "top": row * down}


def _words(
    scenario: Scenario, told: Words, size: tuple[float, float], hex_width: float
) -> dict[str, Any]:
    title = scenario.title_in(told.language.code) or told.render(message("(no title)"))
    glue = message("Cut along the marks where a page has one to its left or above, and glue.")
    width, height = (thousands(round(length)) for length in size)
    measures = message(
        "The map is {width} by {height} mm; a hex is {hex} mm wide.",
        width=width,
        height=height,
        hex=decimal(hex_width),
    )
    return {
        "title": title,
        "author": str(scenario.meta.get("author") or ""),
        "code": told.language.code,
        "alt": told.render(message("Map of the scenario {title}", title=title)),
        "plan": told.render(message("How the pages lie")),
        "glue": told.render(glue),
        "size": told.render(measures),
    }
