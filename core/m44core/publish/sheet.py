"""The sheet of a scenario: map, briefing, rules in effect and set-up on a page, or on two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from m44core.board import BoardType
from m44core.drawing.shapes.svg import frame_of
from m44core.messages.message import Words
from m44core.model.scenario import Scenario
from m44core.publish.content.sheet import sheet_content
from m44core.publish.inks import Ink
from m44core.publish.maps import PrintedMap
from m44core.publish.paper import Paper
from m44core.publish.room import Room
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
    tries = _Tries(typesetter, data, pictures)
    likely = tries.likely
    whole = tries.whole(likely)
    is_enough = whole.pages <= _choice(likely)[1]
    first = _first_that(
        lambda place: is_enough if place == likely else tries.fits(place), likely, len(_CHOICES)
    )
    return whole if first == likely else tries.whole(first)


def sheet_data(
    scenario: Scenario, every: Sequence[Words], paper: Paper, ink: Ink
) -> dict[str, object]:
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
    data: dict[str, object],
    pictures: dict[str, str],
    near: tuple[float, int] | None = None,
) -> tuple[float, int]:
    """Return the largest letters, in points, that leave a sheet on the fewest pages, and these.

    Args:
        typesetter: What typesets it.
        data: What it says.
        pictures: Its map.
        near: What fitted a sheet that was much the same: tried first, with what is beside it.
    """
    tries = _Tries(typesetter, data, pictures)
    guess = _CHOICES.index(near) if near in _CHOICES else tries.likely
    return _choice(_first_that(tries.fits, guess, len(_CHOICES)))


class _Tries:
    """Typesets a sheet in letters of several sizes.

    Attributes:
        likely: Which of the choices is likely to be the first that fits.
    """

    def __init__(
        self, typesetter: Typesetter, data: dict[str, object], pictures: Mapping[str, str]
    ) -> None:
        self._typesetter, self._data, self._pictures = typesetter, data, pictures
        self._frames = {name: frame_of(svg) for name, svg in pictures.items()}
        room = Room(data, self._frames["map"])
        may_fit = (place for place, choice in enumerate(_CHOICES) if room.holds(*choice))
        self.likely = next(may_fit, len(_CHOICES) - 1)

    def fits(self, place: int) -> bool:
        """Tell whether one of the choices leaves it on its pages.

        What is in the pictures takes half of the time and no room: their frames are tried.
        """
        return self._typeset(place, self._frames).pages <= _choice(place)[1]

    def whole(self, place: int) -> Typeset:
        """Return it as one of the choices has it, or as it comes where there is none."""
        return self._typeset(place, self._pictures)

    def _typeset(self, place: int, pictures: Mapping[str, str]) -> Typeset:
        size, pages = _choice(place)
        data = {**self._data, "size": size, "pages": pages}
        return self._typesetter.typeset(SHEET, data, pictures)


def _choice(place: int) -> tuple[float, int]:
    return _CHOICES[place] if place < len(_CHOICES) else (_WITHOUT_LIMIT, _MANY)


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
