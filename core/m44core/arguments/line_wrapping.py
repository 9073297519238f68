"""Lines of a terminal, whose letters fill one cell or, in Chinese, two.

``wcwidth`` says the same of every letter of our languages. It takes 131 million instructions to
import, which is more than half of a whole ``m44 --help``.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from unicodedata import category, east_asian_width

_SIGN = r"\u2e80-\uffef"  # Chinese, and its marks
_OPEN = r"\uff08\u300a\u300c\u300e\u201c"  # brackets and quotation marks, of the same
_PIECE = re.compile(rf"[{_OPEN}]*(?:[^\s{_SIGN}]+|[{_SIGN}])[^\w\s{_OPEN}]*\s*|\s+")
"""What a line is not broken within: a word, or a Chinese sign with the marks about it."""


def cell_width(text: str) -> int:
    """Return how many cells of a terminal a text fills."""
    if text.isascii():
        return len(text)
    return sum(map(_cells, text))


def _cells(character: str) -> int:
    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def wrap_text(text: str, width: int, indent: str = "") -> list[str]:
    """Return the lines of a paragraph, each at most so many cells wide if it can be.

    Between words, and between Chinese signs, a line may be broken; its end is never blank.
    """
    if cell_width(text) == len(text):
        lines = textwrap.wrap(text, width - len(indent), break_on_hyphens=False)
        return [indent + line for line in lines]
    return [indent + line.rstrip() for line in _broken(text, width - len(indent))]


def _broken(text: str, width: int) -> Iterator[str]:
    line = ""
    for piece in _PIECE.findall(text):
        if line and cell_width(f"{line}{piece}".rstrip()) > width:
            yield line
            line = ""
        line += piece
    if line:
        yield line
