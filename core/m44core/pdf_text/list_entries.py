"""Turns the rows of a block into the lines of a list, and rejoins entries broken across lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from statistics import median

from m44core.pdf_text.page_tables import HEX, Row, row_height

_PARAGRAPH_GAP = 1.75  # smallest distance between base lines, in heights, that is an empty line
_SAME_HEIGHT = 0.3  # largest difference of heights in a paragraph, in heights
_ITEM = re.compile(
    r"\s*(?:\d+\s*[x\u00d7\u2715]|[x\u00d7]\s*\d|[\u2022\u25aa\u25e6\u2610\u25a1*\u2013-]\s)",
    re.IGNORECASE,
)
"""The beginning of an entry: a quantity or a bullet."""
_MAX_ENTRY_ROWS = 3  # below the first, up to which an entry has its hexes
_FIRST_IDEOGRAPH = "\u2e80"  # with punctuation
_OPEN = re.compile(r"[,:\uff0c\uff1a\u3001]\s*$")
_NAMED_LIST = re.compile(r"\s*\d+ [x\u00d7]\s(?P<name>[^:\uff1a]*\w[^:\uff1a]*?) ?[:\uff1a]\s*")
_ITEM_WITHOUT_NAME = re.compile(
    r"\s*(?P<count>\d+ [x\u00d7]) (?P<hexes>[A-Za-z]\d{1,2}(?:, ?[A-Za-z]\d{1,2})*)\s*"
)


def named_items(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines; an item with a picture in place of a name gets the name above it."""
    name = ""
    for line in lines:
        heading, item = _NAMED_LIST.fullmatch(line), _ITEM_WITHOUT_NAME.fullmatch(line)
        if heading:
            name = heading["name"]
        elif name and item:
            yield f"{item['count']} {name}: {item['hexes']}"
            continue
        elif line:
            name = ""
        yield line


def plain_lines(rows: Sequence[Row]) -> Iterator[str]:
    """Yield rows as lines; a row that continues the line before is joined to it."""
    usual = median(row_height(row) for row in rows) if rows else 0.0
    right = max((piece.right for row in rows for piece in row), default=0.0)
    line, before = "", None
    for at, row in enumerate(rows):
        text = reduce(join_text, (piece.text for piece in row))
        if before is not None:
            distance = row[0].base - before[0].base
            if _continues_entry(line, before, rows[at : at + _MAX_ENTRY_ROWS], right):
                line = join_text(line, text)
                before = row
                continue
            yield line
            if distance > _PARAGRAPH_GAP * max(usual, row_height(before)):
                yield ""
        line, before = text, row
    if before is not None:
        yield line


def join_text(text: str, more: str) -> str:
    """Join two texts with a space; in Chinese and Japanese, without one."""
    return f"{text}{more}" if min(text[-1], more[0]) >= _FIRST_IDEOGRAPH else f"{text} {more}"


def _continues_entry(line: str, before: Row, rows: Sequence[Row], right: float) -> bool:
    """Return whether the first of some rows continues an entry that did not fit on its line."""
    row = rows[0]
    text = row[0].text
    room = right - before[-1].right
    first_word = text.split(maxsplit=1)[0]
    width = (row[0].right - row[0].left) * len(first_word) / len(text)
    is_full = room < width + 0.4 * row[0].height
    if _ITEM.match(text) or abs(row[0].height - before[0].height) > _SAME_HEIGHT * before[0].height:
        return False
    if _OPEN.search(line) and HEX.match(text):
        return True
    if not _ITEM.match(line) or (HEX.search(line) and not _OPEN.search(line)):
        return False
    near = row[0].base - before[0].base < _PARAGRAPH_GAP * row[0].height
    return is_full or (near and _ends_with_hexes(rows))


def _ends_with_hexes(rows: Sequence[Row]) -> bool:
    """Return whether the rows up to the next entry have hexes."""
    for row in rows:
        if _ITEM.match(row[0].text):
            return False
        if any(HEX.search(piece.text) for piece in row):
            return True
    return False
