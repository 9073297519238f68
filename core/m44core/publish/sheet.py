"""The sheet of a scenario: map, briefing, rules in effect and set-up on a page, or on two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from unicodedata import east_asian_width

from m44core.board import BoardType
from m44core.drawing.shapes.svg import frame_of
from m44core.messages.words import Words
from m44core.model.scenario import Scenario
from m44core.publish.content.sheet import sheet_content
from m44core.publish.inks import Ink
from m44core.publish.maps import PrintedMap
from m44core.publish.paper import Paper
from m44core.publish.typesetting.typesetter import Typeset, Typesetter

SHEET = "sheet.typ"
"""The template of sheets."""
_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5)  # points; smaller letters are hard to read on a table
_LARGE = (11.0, 10.5)  # where there are two pages, they need not be half empty
_CHOICES = (  # the best first
    *((size, 1) for size in _SIZES),
    *((size, 2) for size in (*_LARGE, *_SIZES)),
)
_MANY = 3  # any number above: the template then lays it out as it comes
_WITHOUT_LIMIT = 9.0  # points, where the texts need more than two pages
_ROOM = 2000  # letters that fit on a page in the largest size, as seen in three languages
_ROOM_A_SIZE = 240  # letters more that fit in the next smaller one
_HEIGHT = {BoardType.BREAKTHROUGH: 150.0}  # millimetres a tall map may take of the first page


def typeset_sheet(
    typesetter: Typesetter,
    scenario: Scenario,
    every: Sequence[Words],
    paper: Paper = Paper.A4,
    ink: Ink = Ink.COLOUR,
    map_: PrintedMap | None = None,
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
        map_: The map in that ink and the first language, where it is there already.

    Raises:
        TypesettingError: Typst cannot typeset the template.
    """
    data = sheet_data(scenario, every, paper, ink)
    pictures = {"map": (map_ or PrintedMap(scenario, every[0], ink)).svg}
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
        near: What fitted a sheet that was much the same: tried first, with what is beside it.

    What is in the pictures takes half of the time and no room: their frames are tried.
    """
    frames = {name: frame_of(svg) for name, svg in pictures.items()}

    def fits(size: float, pages: int) -> bool:
        laid = {**data, "size": size, "pages": pages}
        return typesetter.typeset(SHEET, laid, frames).pages <= pages

    first = _first_that(
        lambda place: fits(*_CHOICES[place]),
        _CHOICES.index(near) if near in _CHOICES else _guess(data),
        len(_CHOICES),
    )
    return _CHOICES[first] if first < len(_CHOICES) else (_WITHOUT_LIMIT, _MANY)


def _guess(data: dict[str, Any]) -> int:
    """Return which of the choices may be the first that fits, by how much is to be read."""
    return max(0, int((_letters(data) - _ROOM) / _ROOM_A_SIZE))


def _letters(data: object) -> int:
    """Return how many letters there are in some data; those as wide as high count twice."""
    match data:
        case str():
            return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in data)
        case dict():
            return sum(map(_letters, data.values()))
        case list() | tuple():
            return sum(map(_letters, data))
    return 0


def _first_that(fits: Callable[[int], bool], guess: int, number: int) -> int:
    """Return the first of a number of choices that fits, or *number* where none does.

    Where one fits, all after it do. What is near the guess is tried first: it takes two tries to
    find that a guess was right, and few where it was nearly right.
    """
    low, high, step, place = 0, number, 1, min(guess, number - 1)
    while low < high:
        if fits(place):
            high, place = place, place - step
        else:
            low, place = place + 1, place + step
        step *= 2
        seen_both = low > 0 and high < number
        place = (low + high) // 2 if seen_both else min(max(place, low), high - 1)
    return low
