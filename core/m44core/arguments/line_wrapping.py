"""Wrapping lines for a terminal, in which a character takes one cell or, in Chinese, two.

``wcwidth`` gives the same widths for every character of our languages, but importing it takes
131 million instructions, more than half of ``m44 --help``.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from unicodedata import category, east_asian_width

_SIGN = r"\u2e80-\uffef"  # Chinese characters and punctuation
_OPENING_BRACKETS = (
    r"\uff08\u300a\u300c\u300e\u201c"  # opening Chinese brackets and quotation marks
)
_PIECE = re.compile(
    rf"[{_OPENING_BRACKETS}]*(?:[^\s{_SIGN}]+|[{_SIGN}])[^\w\s{_OPENING_BRACKETS}]*\s*|\s+"
)
"""A piece of text kept on one line: a word, or a Chinese character with its punctuation."""


def cell_width(text: str) -> int:
    """Return the width of a text in terminal cells."""
    if text.isascii():
        return len(text)
    return sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def wrap_text(text: str, width: int, indent: str = "") -> list[str]:
    """Wrap a paragraph into lines of at most *width* cells, if possible.

    Lines break between words and between Chinese characters, and never end in a space.
    """
    if cell_width(text) == len(text):
        lines = textwrap.wrap(text, width - len(indent), break_on_hyphens=False)
        return [indent + line for line in lines]
    return [indent + line.rstrip() for line in _wrap_wide_text(text, width - len(indent))]


def _wrap_wide_text(text: str, width: int) -> Iterator[str]:
    line = ""
    for piece in _PIECE.findall(text):
        if line and cell_width(f"{line}{piece}".rstrip()) > width:
            yield line
            line = ""
        line += piece
    if line:
        yield line
