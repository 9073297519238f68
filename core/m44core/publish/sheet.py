"""The sheet of a scenario: map, briefing, rules in effect and set-up on a page, or on two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from m44core.board import BoardType
from m44core.drawing.board.board import EVERYTHING, board_size, draw_scenario
from m44core.drawing.shapes.svg import to_svg
from m44core.messages.words import Words
from m44core.model.scenario import Scenario
from m44core.publish.content.sheet import sheet_content
from m44core.publish.inks import Ink, palette_of
from m44core.publish.paper import Paper
from m44core.publish.typesetting.typesetter import Typeset, Typesetter

SHEET = "sheet.typ"
"""The template of sheets."""
_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5)  # points; smaller letters are hard to read on a table
_PAGES = (1, 2)
_MANY = 3  # any number above: the template then lays it out as it comes
_WITHOUT_LIMIT = 9.0  # points, where the texts need more than two pages
_HEIGHT = {BoardType.BREAKTHROUGH: 150.0}  # millimetres a tall map may take of the first page


def typeset_sheet(
    typesetter: Typesetter,
    scenario: Scenario,
    every: Sequence[Words],
    paper: Paper = Paper.A4,
    ink: Ink = Ink.COLOUR,
) -> Typeset:
    """Return the sheet of a scenario: on one page where it fits in letters that can be read.

    Else on two with the largest letters that fit there, else on as many as it needs: nothing is
    ever cut off.

    Args:
        typesetter: What typesets it, with its templates.
        scenario: What it is about.
        every: One language or two.
        paper: The paper.
        ink: How much ink the map takes.

    Raises:
        TypesettingError: Typst cannot typeset the template.
    """
    data = sheet_data(scenario, every, paper, ink)
    pictures = {"map": map_of(scenario, every[0], ink)}
    size, pages = fitting(typesetter, data, pictures)
    return typesetter.typeset(SHEET, {**data, "size": size, "pages": pages}, pictures)


def sheet_data(
    scenario: Scenario, every: Sequence[Words], paper: Paper, ink: Ink
) -> dict[str, Any]:
    """Return what the template of sheets is given, but for the size of the letters."""
    return {
        **sheet_content(scenario, every),
        "paper": paper.value,
        "ink": ink.value,
        "author": str(scenario.meta.get("author") or ""),
        "map-height": _HEIGHT.get(scenario.board.type),
    }


def fitting(
    typesetter: Typesetter,
    data: dict[str, Any],
    pictures: dict[str, str],
    near: tuple[float, int] | None = None,
) -> tuple[float, int]:
    """Return the largest letters, in points, that leave a sheet on the fewest pages, and these.

    Args:
        typesetter: What typesets it.
        data: What it says.
        pictures: Its map.
        near: What fitted a sheet that was much the same: tried first.
    """

    def fits(size: float, pages: int) -> bool:
        laid = {**data, "size": size, "pages": pages}
        return typesetter.typeset(SHEET, laid, pictures).pages <= pages

    if near is not None and _still_fits(fits, *near):
        return near
    for pages in _PAGES:
        if fits(_SIZES[-1], pages):
            return _largest(partial(fits, pages=pages)), pages
    return _WITHOUT_LIMIT, _MANY


def _still_fits(fits: Callable[[float, int], bool], size: float, pages: int) -> bool:
    """Tell whether letters of a size are the largest on the fewest pages, by their neighbours."""
    if size not in _SIZES or not fits(size, pages):
        return False
    larger = _SIZES[_SIZES.index(size) - 1] if size != _SIZES[0] else None
    if larger is not None and fits(larger, pages):
        return False
    return pages == _PAGES[0] or not fits(_SIZES[-1], pages - 1)


def _largest(fits: Callable[[float], bool]) -> float:
    """Return the largest letters that fit, found by halving what is left to try."""
    best, sizes = _SIZES[-1], list(_SIZES[:-1])
    while sizes:
        middle = len(sizes) // 2
        if fits(sizes[middle]):
            best, sizes = sizes[middle], sizes[:middle]
        else:
            sizes = sizes[middle + 1 :]
    return best


def map_of(scenario: Scenario, told: Words, ink: Ink) -> str:
    """Return the map of a scenario as an SVG document, in the colours it is printed in."""
    drawing = draw_scenario(scenario, EVERYTHING, told)
    title = scenario.title_in(told.language.code)
    return to_svg(drawing, *board_size(scenario.board), palette_of(ink), title=title)
