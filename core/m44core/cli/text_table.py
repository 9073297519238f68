"""Tables of text in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import combining, east_asian_width


def text_table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of equal length with their columns aligned: the first left, the others right."""
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_aligned_row(row, widths) for row in rows)


def display_width(text: str) -> int:
    """Return the number of columns a text takes in a terminal; Chinese characters take two each."""
    wide_count = sum(east_asian_width(character) in "WF" for character in text)
    return len(text) + wide_count - sum(combining(character) > 0 for character in text)


def _aligned_row(cells: Sequence[str], widths: Sequence[int]) -> str:
    paddings = [
        " " * (width - display_width(cell)) for cell, width in zip(cells, widths, strict=True)
    ]
    first = cells[0] + paddings[0]
    other_cells = [padding + cell for cell, padding in zip(cells[1:], paddings[1:], strict=True)]
    return "  ".join((first, *other_cells)).rstrip()


def left_aligned_table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of equal length with all their columns aligned left."""
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell + " " * (width - display_width(cell))
            for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    )
