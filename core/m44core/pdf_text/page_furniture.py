"""Removes headers, footers, page numbers and the text in maps from pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from m44core.pdf_text.page_words import Page, Word, text_lines

_OUTER = 0.1  # part of the height of the text at its top and bottom that may repeat on each page
_MIN_COLUMNS = 7  # letters of a row along the edge of a map
_PAGE_NUMBER = re.compile(r"^\W*\d{1,3}(?!\w)|(?<!\d)\d{1,3}\W*\w{0,3}\W*$")
_FAR = 2.2  # distance of a page number from the text, in heights of its line
_NUMBER = re.compile(r"\d+")
_HEX = re.compile(r"(?<!\w)[A-Za-z](?:\d|1\d)(?!\w)")


def without_furniture(pages: Sequence[Page]) -> list[list[Word]]:
    """Return pages without headers, footers, page numbers, and the text in maps."""
    edges = [_edge_lines(page) for page in pages]
    counts = Counter(
        text for page_edges in edges for text in {_repeated_line_key(line) for line in page_edges}
    )
    result = []
    seen: set[str] = set()
    for page, page_edges in zip(pages, edges, strict=True):
        left_out = {
            id(word)
            for line in page_edges
            if _repeated_line_key(line) in seen or _is_page_number(line, page)
            for word in line
        }
        seen |= {
            _repeated_line_key(line) for line in page_edges if counts[_repeated_line_key(line)] > 1
        }
        result.append(_without_maps([word for word in page if id(word) not in left_out]))
    return result


def _edge_lines(page: Page) -> list[Sequence[Word]]:
    """Return the lines at the top and at the bottom of a page."""
    if not page:
        return []
    top, bottom = min(word.base for word in page), max(word.base for word in page)
    outer = _OUTER * (bottom - top)
    return [
        line
        for line in text_lines(page)
        if line[0].base - top <= outer or bottom - line[0].base <= outer
    ]


def _repeated_line_key(line: Sequence[Word]) -> str:
    """Return a key that is the same for a repeated line on every page, whatever its page number."""
    return _NUMBER.sub("0", " ".join(word.text for word in line)) + f" {line[0].left:.0f}"


def _is_page_number(line: Sequence[Word], page: Page) -> bool:
    """Return whether a line is the last one, well below the text, and ends in a number."""
    text = " ".join(word.text for word in line)
    if _HEX.search(text) or not _PAGE_NUMBER.search(text):
        return False
    above = max((word.base for word in page if word.base < line[0].base - 1), default=None)
    below = any(word.base > line[0].base + line[0].height for word in page)
    return not below and above is not None and line[0].base - above > _FAR * line[0].height


def _without_maps(words: list[Word]) -> list[Word]:
    """Return the words that are not in maps; a map has column letters along two edges."""
    open_row: Sequence[Word] | None = None
    for line in text_lines(words):
        letters = _letter_row(line)
        if not letters:
            continue
        words = [word for word in words if word not in letters]
        if open_row is None or not _are_aligned(open_row, letters):
            open_row = letters
            continue
        top, bottom = open_row[0].base, letters[0].base
        margin = 2 * (letters[1].left - letters[0].left)  # of the numbers of rows
        left, right = letters[0].left - margin, letters[-1].right + margin
        words = [
            word
            for word in words
            if not (top < word.base < bottom and left < word.left and word.right < right)
        ]
        open_row = None
    return words


def _letter_row(line: Sequence[Word]) -> list[Word]:
    """Return the words of a line that are single letters in alphabetical order, if many are."""
    letters = [word for word in line if len(word.text) == 1 and word.text.isalpha()]
    keys = [word.text.casefold() for word in letters]
    is_row = len(set(keys)) >= _MIN_COLUMNS and keys == sorted(keys)
    return letters if is_row and 2 * len(letters) > len(line) else []


def _are_aligned(one: Sequence[Word], other: Sequence[Word]) -> bool:
    step = other[1].left - other[0].left
    return abs(one[0].left - other[0].left) < step and abs(one[-1].left - other[-1].left) < step
