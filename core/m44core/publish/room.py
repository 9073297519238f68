"""How much of its paper a sheet takes, reckoned from its words.

Only typesetting tells. But it takes a hundred times as long, and where it begins with a good guess
two tries are enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from m44core.publish.paper import Paper

_POINT = 25.4 / 72  # millimetres
_MARGINS = 24.0  # millimetres across, and as much down: as in sheet.typ
_GUTTER = 6.0  # millimetres between the columns
_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')
_LATIN, _CYRILLIC = 0.41, 0.48  # of an em square, on average
_LINE = 1.17  # times the size of the letters, as in scenario.typ; so are those below
_HEADING = 2.4
_GAP = 0.1  # between paragraphs
_SMALL = 0.93  # of the size of the letters: reference and set-up
_STEP = 1.6  # the heading of a step of the set-up
_ITEM = 1.12
_INSET = 1.0  # of an item, or of the frame of the reference
_CREDITS = 0.85
_LEFT_EMPTY = 1.06  # what is reckoned to be full may hold so much: seen in nine languages and pairs
_OF_TWO = 1.0  # the same of two languages: the shorter of two paragraphs leaves a gap


class _Block(NamedTuple):
    """Some lines in a column; heights in sizes of the letters."""

    width: float  # of all its letters
    line: float = _LINE
    above: float = 0.0
    scale: float = 1.0
    inset: float = 0.0

    def height(self, column: float) -> float:
        lines = ceil(self.width * self.scale / (column - self.inset)) or 1
        return self.above + lines * self.line * self.scale


class Room:
    """The room on the paper of a sheet, and what is to be put there.

    Args:
        data: What the template of sheets is given.
        frame: The map, or a picture of its size, as SVG.
    """

    def __init__(self, data: Mapping[str, Any], frame: str) -> None:
        across, down = Paper(data["paper"]).size
        self._across = (across - _MARGINS) / _POINT
        self._down = (down - _MARGINS) / _POINT
        self._map = self._height_of_map(data["map-height"], frame)
        self._head = tuple(_head(data["languages"]))
        self._sides = tuple(map(_side, data["languages"][0]["sides"]))
        texts = [tuple(_texts(language["sections"])) for language in data["languages"]]
        self._texts = texts
        self._lists = tuple(_lists(data))

    def holds(self, size: float, pages: int) -> bool:
        """Tell whether it is likely to fit on so many pages in letters of that size, in points."""
        column = (self._across - _GUTTER / _POINT) / 2 / size
        heights = [sum(block.height(column) for block in blocks) for blocks in self._texts]
        # Two languages stand beside each other: the longer one decides.
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
        found = _SIZE.search(frame)
        assert found, "a map without a size"
        width, height = map(float, found.groups())
        return self._across * height / width


def _head(languages: Sequence[Mapping[str, Any]]) -> Iterator[_Block]:
    yield _Block(0, 2.6)
    yield _Block(_width(" · ".join(languages[0]["facts"])), 1.3)
    if len({language["title"] for language in languages}) > 1:
        yield _Block(0, 1.8)


def _side(side: Mapping[str, Any]) -> _Block:
    return _Block(_width(" · ".join(side["has"])), 1.25, above=1.25)


def _texts(sections: Sequence[Mapping[str, Any]]) -> Iterator[_Block]:
    for section in sections:
        yield _Block(0, _HEADING)
        for paragraph in section["paragraphs"]:
            yield _Block(_width(paragraph), above=_GAP)


def _lists(data: Mapping[str, Any]) -> Iterator[_Block]:
    """Yield goals, reference, set-up and credits."""
    if data["goals"]:
        yield _Block(0, _HEADING)
        for goal in data["goals"]:
            yield _Block(_width(goal["lead"] + ", ".join(goal["where"])), inset=_INSET)
    if data["reference"]:
        yield _Block(0, _HEADING)
        for line in data["reference"]:
            words = _width(line["lead"] + line["does"])
            yield _Block(words, above=_GAP, scale=_SMALL, inset=_INSET)
    yield _Block(0, _HEADING)
    for step in data["setup"]:
        yield _Block(0, _STEP, scale=_SMALL)
        for item in step["items"]:
            words = _width(f"{item['what']} {', '.join(item['where'])}")
            yield _Block(words, _ITEM, scale=_SMALL, inset=_INSET)
    for language in data["languages"]:
        yield from (_Block(_width(said), 1.0, scale=_CREDITS) for said in language["credits"])


def _width(text: str) -> float:
    """Return how wide some words are in one line, in sizes of the letters."""
    return sum(map(_width_of, text))


def _width_of(sign: str) -> float:
    if "\u0400" <= sign <= "\u04ff":
        return _CYRILLIC
    return _LATIN if sign < "\u1100" or east_asian_width(sign) not in "WF" else 1.0
