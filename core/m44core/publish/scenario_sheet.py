"""The sheet of a scenario: map, briefing, rules in effect and set-up, on one page or two."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from m44core.board import BoardType
from m44core.drawing.svg_export import empty_svg
from m44core.messages.message import Words
from m44core.model.scenario import Scenario
from m44core.publish.content.sheet_content import sheet_content
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.printed_map import PrintedMap
from m44core.publish.typesetter import Typeset, Typesetter

SHEET_TEMPLATE = "sheet.typ"
"""The template of sheets."""
_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5)  # points; smaller type is hard to read on a table
_LARGE = (11.0, 10.5)  # points: larger type, to fill two pages
_CHOICES = (  # type size and number of pages, the best first
    *((size, 1) for size in _SIZES),
    *((size, 2) for size in (*_LARGE, *_SIZES)),
)
_UNLIMITED_PAGES = 3  # any number above 2: the template then does not limit the pages
_WITHOUT_LIMIT = 9.0  # points: type size of a sheet of more than two pages
_HEIGHT = {BoardType.BREAKTHROUGH: 150.0}  # millimetres: height of a tall map on the first page


def typeset_sheet(
    typesetter: Typesetter,
    scenario: Scenario,
    languages: Sequence[Words],
    paper: Paper = Paper.A4,
    ink: Ink = Ink.COLOUR,
    map_: PrintedMap | None = None,
) -> Typeset:
    """Return the sheet of a scenario: on one page if it fits in legible type.

    Otherwise it takes two pages in the largest type that fits, or as many pages as needed;
    nothing is ever cut off.

    Args:
        typesetter: The typesetter, with its templates.
        scenario: The scenario.
        languages: One language or two.
        paper: The paper size.
        ink: How much ink the map uses.
        map_: The map with that ink in the first language, if it was drawn already; None to draw it.

    Raises:
        TypesettingError: Typst cannot typeset the template.
    """
    data = sheet_data(scenario, languages, paper, ink)
    pictures = {"map": (map_ or PrintedMap(scenario, languages[0], ink)).svg}
    tries = _FitAttempts(typesetter, data, pictures)
    likely = tries.likely
    sheet = tries.sheet(likely)
    is_enough = sheet.pages <= _choice(likely)[1]
    first = _first_fitting(
        lambda place: is_enough if place == likely else tries.fits(place), likely, len(_CHOICES)
    )
    return sheet if first == likely else tries.sheet(first)


def sheet_data(
    scenario: Scenario, languages: Sequence[Words], paper: Paper, ink: Ink
) -> dict[str, object]:
    """Return the data of the sheet template, without the type size."""
    return {
        **sheet_content(scenario, languages),
        "paper": paper.value,
        "ink": ink.value,
        "author": str(scenario.meta.get("author") or ""),
        "map-height": _HEIGHT.get(scenario.board.type),
    }


def find_fit(
    typesetter: Typesetter,
    data: dict[str, object],
    pictures: dict[str, str],
    near: tuple[float, int] | None = None,
) -> tuple[float, int]:
    """Return the type size, in points, and the most pages of the best layout that fits.

    Fewer pages are better, then larger type. If nothing fits on two pages, return 9 points and
    3 pages, which stand for any number.

    Args:
        typesetter: The typesetter.
        data: The data of the sheet.
        pictures: The map.
        near: The result for a similar sheet, from which the search starts; None to start from an
            estimate.
    """
    tries = _FitAttempts(typesetter, data, pictures)
    guess = _CHOICES.index(near) if near in _CHOICES else tries.likely
    return _choice(_first_fitting(tries.fits, guess, len(_CHOICES)))


class _FitAttempts:
    """Typesets a sheet with several choices of type size and pages.

    Attributes:
        likely: The choice that is estimated to be the first that fits.
    """

    def __init__(
        self, typesetter: Typesetter, data: dict[str, object], pictures: Mapping[str, str]
    ) -> None:
        self._typesetter, self._data, self._pictures = typesetter, data, pictures
        self._frames = {name: empty_svg(svg) for name, svg in pictures.items()}
        room = SpaceEstimate(data, self._frames["map"])
        may_fit = (place for place, choice in enumerate(_CHOICES) if room.fits(*choice))
        self.likely = next(may_fit, len(_CHOICES) - 1)

    def fits(self, choice_index: int) -> bool:
        """Return whether the sheet fits with a choice.

        It is tried with empty pictures of the same size, which takes half the time.
        """
        return self._typeset(choice_index, self._frames).pages <= _choice(choice_index)[1]

    def sheet(self, choice_index: int) -> Typeset:
        """Return the sheet typeset with a choice; the index after the last has no page limit."""
        return self._typeset(choice_index, self._pictures)

    def _typeset(self, choice_index: int, pictures: Mapping[str, str]) -> Typeset:
        size, pages = _choice(choice_index)
        data = {**self._data, "size": size, "pages": pages}
        return self._typesetter.typeset(SHEET_TEMPLATE, data, pictures)


def _choice(index: int) -> tuple[float, int]:
    return _CHOICES[index] if index < len(_CHOICES) else (_WITHOUT_LIMIT, _UNLIMITED_PAGES)


def _first_fitting(fits: Callable[[int], bool], guess: int, count: int) -> int:
    """Return the first of *count* choices that fits, or *count* if none does.

    If one fits, all after it do. The search starts at the guess: two tries confirm a right guess,
    and a near miss takes few more.
    """
    low, high, step, place = 0, count, 1, min(guess, count - 1)
    while low < high:
        if fits(place):
            high, place = place, place - step
        else:
            low, place = place + 1, place + step
        step *= 2
        seen_both = low > 0 and high < count
        place = (low + high) // 2 if seen_both else min(max(place, low), high - 1)
    return low


_POINT = 25.4 / 72  # millimetres
_MARGINS = 24.0  # millimetres across, and as much down: as in sheet.typ
_GUTTER = 6.0  # millimetres between the columns
_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')
_LATIN, _CYRILLIC = 0.41, 0.48  # ems: average letter width
_LINE = 1.17  # ems, as in scenario.typ; so are those below
_HEADING_LINES = 2.4
_GAP = 0.1  # between paragraphs
_SMALL = 0.93  # scale of the type of reference and set-up
_STEP = 1.6  # heading of a step of the set-up
_ITEM = 1.12
_INSET = 1.0  # indent of an item, and padding of the reference
_CREDITS = 0.85
_LEFT_EMPTY = 1.06  # correction of the estimated capacity, measured in nine languages and pairs
_OF_TWO = 1.0  # the same for two languages, where the shorter paragraph leaves a gap


class _Block(NamedTuple):
    """A block of lines in a column; lengths are in ems."""

    width: float  # of all its letters in one line
    line: float = _LINE
    above: float = 0.0
    scale: float = 1.0
    inset: float = 0.0

    def height(self, column: float) -> float:
        lines = ceil(self.width * self.scale / (column - self.inset)) or 1
        return self.above + lines * self.line * self.scale


class SpaceEstimate:
    """Estimates whether a sheet fits on its paper.

    Only typesetting gives the exact answer, but takes a hundred times as long. With a good estimate
    as the first guess, two tries of typesetting are enough.

    Args:
        data: The data of the sheet template.
        frame: The map, or an empty picture of its size, as SVG.
    """

    def __init__(self, data: Mapping[str, Any], frame: str) -> None:
        across, down = Paper(data["paper"]).size
        self._across = (across - _MARGINS) / _POINT
        self._down = (down - _MARGINS) / _POINT
        self._map = self._height_of_map(data["map-height"], frame)
        self._head = tuple(_head_blocks(data["languages"]))
        self._sides = tuple(map(_side_block, data["languages"][0]["sides"]))
        texts = [tuple(_text_blocks(language["sections"])) for language in data["languages"]]
        self._texts = texts
        self._lists = tuple(_list_blocks(data))

    def fits(self, size: float, pages: int) -> bool:
        """Return whether the sheet probably fits on *pages* pages in type of *size* points."""
        column = (self._across - _GUTTER / _POINT) / 2 / size
        heights = [sum(block.height(column) for block in blocks) for blocks in self._texts]
        # Two languages are side by side, so the longer one determines the height.
        texts = max(heights) * 2 if len(heights) > 1 else sum(heights)
        needed = (texts + sum(block.height(column) for block in self._lists)) / 2
        wide = self._across / size
        head = sum(block.height(wide) for block in self._head)
        if self._sides:
            head += 1.2 + max(side.height(wide / 2 - 1) for side in self._sides)
        first = (self._down - self._map) / size - head - 1.7
        left_empty = _OF_TWO if len(self._texts) > 1 else _LEFT_EMPTY
        return needed <= (first + (pages - 1) * self._down / size) * left_empty

    def _height_of_map(self, millimetres: float | None, frame: str) -> float:
        if millimetres is not None:
            return millimetres / _POINT
        match = _SIZE.search(frame)
        assert match, "a map without a size"
        width, height = map(float, match.groups())
        return self._across * height / width


def _head_blocks(languages: Sequence[Mapping[str, Any]]) -> Iterator[_Block]:
    yield _Block(0, 2.6)
    yield _Block(_text_width(" · ".join(languages[0]["facts"])), 1.3)
    if len({language["title"] for language in languages}) > 1:
        yield _Block(0, 1.8)


def _side_block(side: Mapping[str, Any]) -> _Block:
    return _Block(_text_width(" · ".join(side["has"])), 1.25, above=1.25)


def _text_blocks(sections: Sequence[Mapping[str, Any]]) -> Iterator[_Block]:
    for section in sections:
        yield _Block(0, _HEADING_LINES)
        for paragraph in section["paragraphs"]:
            yield _Block(_text_width(paragraph), above=_GAP)


def _list_blocks(data: Mapping[str, Any]) -> Iterator[_Block]:
    """Yield the blocks of goals, reference, set-up and credits."""
    if data["goals"]:
        yield _Block(0, _HEADING_LINES)
        for goal in data["goals"]:
            yield _Block(_text_width(goal["lead"] + ", ".join(goal["where"])), inset=_INSET)
    if data["reference"]:
        yield _Block(0, _HEADING_LINES)
        for line in data["reference"]:
            words = _text_width(line["lead"] + line["does"])
            yield _Block(words, above=_GAP, scale=_SMALL, inset=_INSET)
    yield _Block(0, _HEADING_LINES)
    for step in data["setup"]:
        yield _Block(0, _STEP, scale=_SMALL)
        for item in step["items"]:
            words = _text_width(f"{item['what']} {', '.join(item['where'])}")
            yield _Block(words, _ITEM, scale=_SMALL, inset=_INSET)
    for language in data["languages"]:
        yield from (
            _Block(_text_width(credit), 1.0, scale=_CREDITS) for credit in language["credits"]
        )


def _text_width(text: str) -> float:
    """Estimate the width of text in one line, in ems."""
    return sum(map(_character_width, text))


def _character_width(character: str) -> float:
    if "\u0400" <= character <= "\u04ff":
        return _CYRILLIC
    return _LATIN if character < "\u1100" or east_asian_width(character) not in "WF" else 1.0
