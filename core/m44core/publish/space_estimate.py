"""Estimates whether a sheet fits on its paper, without typesetting it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from m44core.board import BOARDS, BoardType
from m44core.publish.paper_and_ink import Paper
from m44core.publish.sheet_layout import MILLIMETRES_PER_POINT, sheet_layout

_GUTTER = 6.0  # millimetres between the columns: as in scenario.typ
_LATIN, _CYRILLIC = 0.42, 0.51  # ems: average letter width
_LINE = 1.2  # ems, as in scenario.typ; so are those below
_CHINESE = 1.13  # scale of heights: Chinese has more space between lines, see look.typ
_HEADING_LINES = 2.42
_GAP = 0.12  # between paragraphs
_STEP, _WIDE_STEP = 1.75, 2.29  # heading of a group of the setup, in small and in large type
_ITEM = 1.16
_PICTURE, _WIDE_PICTURE = 1.75, 2.35  # the least height of an item with a picture
_LARGE_TYPE = 9.0  # points: from here on, a sheet of two pages has larger pictures
_ROW = 0.6  # above a group of the setup in two languages
_PAD = 0.28  # around the lines of an item beside its picture
_ABOVE_PLAIN = 0.25  # above an item without a picture
_INSET = 1.0  # indent of an item, and padding of the reference
_BESIDE_PICTURE = 3.1
_BADGE = 2.3  # further indent beside a badge
_CREDITS = 0.85
_LEFT_EMPTY = 0.98  # correction of the estimated capacity, as measured in en, ru, zh-Hans, fr+de
_SECOND_FULL = 0.95  # the same for the second page
_FIRST_FULL = 0.93  # share of the first page that can be filled without breaking a block
_ONE_PAGE = 0.9  # scale of heights: lines are closer on a sheet of one page
_OF_TWO = 1.04  # the same for two languages, where the shorter paragraph leaves a gap


class _Block(NamedTuple):
    """A block of lines in a column; lengths are in ems."""

    width: float  # of all its letters in one line
    line: float = _LINE
    above: float = 0.0
    scale: float = 1.0
    inset: float = 0.0
    least: float = 0.0
    pad: float = 0.0

    def height(self, column: float) -> float:
        lines = ceil(self.width * self.scale / (column - self.inset)) or 1
        return self.above + max(lines * self.line * self.scale + self.pad, self.least)


class SpaceEstimate:
    """Estimates whether a sheet fits on its paper.

    Only typesetting gives the exact answer, but takes a hundred times as long. With a good estimate
    as the first guess, two attempts at typesetting are enough.

    Args:
        data: The data of the sheet template.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        board = BOARDS[BoardType[data["board"].upper()]]
        layout = sheet_layout(board, Paper(data["paper"]))
        self._across, self._down = (
            length / MILLIMETRES_PER_POINT for length in layout.printable_area
        )
        self._map, self._parts = layout.map_size[1] / MILLIMETRES_PER_POINT, len(layout.parts)
        self._columns, self._min_pages = layout.columns, 1 if layout.fits_on_one_page else 2
        languages: Sequence[Mapping[str, Any]] = data["languages"]
        self._header_blocks = tuple(_head_blocks(languages))
        self._sides = tuple(map(_side_block, languages[0]["sides"]))
        self._texts = [tuple(_text_blocks(each["sections"])) for each in languages]
        row = _ROW if len(languages) > 1 else 0.0
        small, large = (_STEP + row, _PICTURE), (_WIDE_STEP + row, _WIDE_PICTURE)
        self._scales = [_CHINESE if each["code"].startswith("zh") else 1.0 for each in languages]
        self._lists = [_ListBlocks.of(each, *small) for each in languages]
        self._wide_lists = [_ListBlocks.of(each, *large) for each in languages]

    def fits(self, size: float, pages: int) -> bool:
        """Return whether the sheet probably fits on *pages* pages in type of *size* points."""
        if pages < self._min_pages:
            return False
        first_page, other_page = self._available_heights(size)
        is_large = pages > 1 and size >= _LARGE_TYPE
        texts, boxes, setup = self._heights(size, self._wide_lists if is_large else self._lists)
        left_empty = _OF_TWO if len(self._texts) > 1 else _LEFT_EMPTY
        if pages == 1:
            return (texts + boxes + setup) * _ONE_PAGE <= first_page * left_empty
        if len(self._texts) > 1:  # everything flows on to the next page
            return texts + boxes + setup <= (first_page + (pages - 1) * other_page) * left_empty
        overflow = max(
            0.0, texts + boxes - first_page * _FIRST_FULL
        )  # the setup begins on the second page
        return overflow + setup <= (pages - 1) * other_page * _SECOND_FULL

    def _available_heights(self, size: float) -> tuple[float, float]:
        """Return the column height available on the first page and on the others, in ems."""
        page_width = self._across / size
        head = sum(block.height(page_width) for block in self._header_blocks)
        if self._sides:
            head += 1.2 + max(side.height(page_width / 2 - 1) for side in self._sides)
        first = (self._down - self._map) / size - head - 1.7
        further = self._down / size
        return first, further - (self._map / size + 1 if self._parts > 1 else 0)

    def _heights(self, size: float, all_lists: Sequence[_ListBlocks]) -> tuple[float, float, float]:
        """Return the column height that texts, boxes and setup need, in ems."""
        gutters = (self._columns - 1) * _GUTTER / MILLIMETRES_PER_POINT
        column = (self._across - gutters) / self._columns / size
        block_lists = (
            self._texts,
            [each.boxes for each in all_lists],
            [each.setup for each in all_lists],
        )
        texts, boxes, setup = (
            [
                sum(block.height(column) for block in blocks) * scale
                for blocks, scale in zip(each, self._scales, strict=True)
            ]
            for each in block_lists
        )
        if len(texts) > 1:  # Two languages are side by side, so the longer one determines.
            return max(texts), max(boxes), max(setup)
        return texts[0] / self._columns, boxes[0] / self._columns, setup[0] / self._columns


def _head_blocks(languages: Sequence[Mapping[str, Any]]) -> Iterator[_Block]:
    yield _Block(0, 2.6)
    yield _Block(_text_width(" · ".join(languages[0]["facts"])), 1.3)
    if len({language["title"] for language in languages}) > 1:
        yield _Block(0, 1.8)
    for language in languages:
        for note in language["notes"]:
            yield _Block(_text_width(note), 1.2)


def _side_block(side: Mapping[str, Any]) -> _Block:
    return _Block(_text_width(" · ".join(side["has"])), 1.25, above=1.25)


def _text_blocks(sections: Sequence[Mapping[str, Any]]) -> Iterator[_Block]:
    for section in sections:
        yield _Block(0, _HEADING_LINES)
        for paragraph in section["paragraphs"]:
            yield _Block(_text_width(paragraph), above=_GAP)


class _ListBlocks(NamedTuple):
    """The blocks of goals, rules and reference, and the blocks of the setup and the credits."""

    boxes: tuple[_Block, ...]
    setup: tuple[_Block, ...]

    @classmethod
    def of(cls, language: Mapping[str, Any], step_height: float, picture: float) -> _ListBlocks:
        """Return the blocks in a language, with the heights of steps and of pictures."""
        boxes, setup = _box_blocks(language, picture), _setup_blocks(language, step_height, picture)
        return cls(tuple(boxes), tuple(setup))


def _box_blocks(language: Mapping[str, Any], picture: float) -> Iterator[_Block]:
    if language["goals"]:
        yield _Block(0, _HEADING_LINES)
        for goal in language["goals"]:
            width = _text_width(goal["lead"] + ", ".join(goal["where"]) + goal["note"])
            yield _multiline_item_block(width, picture)
    for box in ("rules", "reference"):
        if language[box]:
            yield _Block(0, _HEADING_LINES)
            if box == "reference" and language["reference_note"]:
                width = _text_width(language["reference_note"])
                yield _Block(width, above=_GAP, inset=_INSET)
            for line in language[box]:
                width = _text_width(line["lead"] + line["does"])
                yield _Block(width, above=_GAP, inset=_INSET)


def _setup_blocks(
    language: Mapping[str, Any], step_height: float, picture: float
) -> Iterator[_Block]:
    yield _Block(0, _HEADING_LINES)
    for step in language["setup"]:
        yield _Block(0, step_height)
        for item in step["items"]:
            yield _item_block(item, picture)
            for tile in item["tiles"]:
                width = _text_width(f"9 × {', '.join(tile['where'])}")
                yield _Block(width, _ITEM, inset=_BESIDE_PICTURE, least=picture)
    yield from (_Block(_text_width(credit), 1.0, scale=_CREDITS) for credit in language["credits"])


def _item_block(item: Mapping[str, Any], picture: float) -> _Block:
    where = [] if item["tiles"] else item["where"]
    width = _text_width(f"{item['what']}  {', '.join(where)}")
    if not item["picture"] or item["tiles"]:
        return _Block(width, _ITEM, above=_ABOVE_PLAIN, inset=_INSET)
    return _multiline_item_block(width, picture, _BADGE if item["badge"] else 0.0)


def _multiline_item_block(width: float, picture: float, badge: float = 0.0) -> _Block:
    """Return the block of an item whose lines are next to its picture and perhaps its badge."""
    return _Block(width, _ITEM, inset=_BESIDE_PICTURE + badge, least=picture, pad=_PAD)


def _text_width(text: str) -> float:
    """Estimate the width of a text on one line, in ems."""
    return sum(map(_character_width, text))


def _character_width(character: str) -> float:
    if "\u0400" <= character <= "\u04ff":
        return _CYRILLIC
    return _LATIN if character < "\u1100" or east_asian_width(character) not in "WF" else 1.0
