"""Finds the columns of a page that form a table, and writes its rows with tabs between cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from m44core.pdf_text.page_words import Word

Row = Sequence[Word]
"""The pieces of text on one line of a block, without the gaps between them."""
Column = Sequence[Row]
"""The rows of a column; those without text in it are empty."""

HEX = re.compile(r"(?<!\w)[A-Za-z\u0410-\u043c][ ]?\d{1,2}(?!\w)")
_CELL_GAP = 1.12  # distance of table rows in those of lines within a cell
_LINE_GAP = 1.5  # largest distance of lines in a cell, in heights
_CELL_TOKEN = re.compile(r"[A-Za-z\u0410-\u043c]?\d{1,2}|[A-Za-z]|and|und|et|\([^()]*\)")
_BETWEEN_TOKENS = re.compile(r"[\s,;\u3001\uff0c/+\u2013-]+")
_ENDS_OPEN = (",", "\u3001", "\uff0c")
_MAX_CELL = 40  # characters of most cells with words
_TABLES = re.compile(r"(WH)(?:WH)+|(HW)(?:HW)+|[WH]*H[WH]*|[WHP]")
"""Columns of words and of hexes that are tables next to each other, one table, or no table."""


def row_height(row: Row) -> float:
    """Return the height of the tallest text in a row."""
    return max(piece.height for piece in row)


def table_groups(columns: Sequence[Column]) -> Iterator[Sequence[Column]]:
    """Yield groups of columns: neighbors that form a table, and each other column alone.

    A table has a column of hexes or numbers, and words without hexes on the same lines.
    """
    kinds = [_column_kind(column) for column in columns]
    for match in _TABLES.finditer("".join(kinds)):
        period = 2 if match[1] or match[2] else match.end() - match.start()
        for start in range(match.start(), match.end(), period):
            yield from _aligned(columns[start : start + period])


def _aligned(group: Sequence[Column]) -> Iterator[Sequence[Column]]:
    """Yield columns as one table if their rows are on the same lines, else each alone."""
    taken = [{n for n, row in enumerate(column) if row} for column in group]
    fewest = min(taken, key=len)
    shared = [len(fewest & each) for each in taken]
    if len(group) > 1 and min(shared) >= 0.5 * len(fewest):
        yield group
    else:
        yield from ([column] for column in group)


def _column_kind(column: Column) -> str:
    """Return H for a column of hexes or numbers, W for words without hexes, P for others."""
    texts = [" ".join(piece.text for piece in row) for row in column if row]
    hexes = sum(map(_has_only_hexes, texts))
    if hexes >= 0.6 * len(texts) or (hexes >= 1 and hexes == len(texts) - 1):
        return "H"
    entries = sum(bool(HEX.search(text)) for text in texts)
    is_short = median(map(len, texts)) <= _MAX_CELL
    return "W" if entries <= 0.2 * len(texts) and is_short else "P"


def _has_only_hexes(text: str) -> bool:
    """Return whether a table cell contains only hexes, numbers or a column letter."""
    tokens = [token for token in _BETWEEN_TOKENS.split(text) if token]
    return all(map(_CELL_TOKEN.fullmatch, tokens)) and bool(tokens)


def table_lines(columns: Sequence[Column]) -> Iterator[str]:
    """Yield the rows of a table with a tab between cells; lines of one cell are joined."""
    rows = [row for row in zip(*columns, strict=True) if any(row)]
    bases = [min(piece.base for cell in row for piece in cell) for row in rows]
    distances = [below - above for above, below in pairwise(bases)]
    closest = min(distances, default=0.0)
    height = median(row_height(cell) for row in rows for cell in row if cell)
    has_space = closest < _LINE_GAP * height and max(distances, default=0.0) > _CELL_GAP * closest
    cells: list[str] = []
    for number, row in enumerate(rows):
        texts = [" ".join(piece.text for piece in cell) for cell in row]
        is_near = number > 0 and has_space and distances[number - 1] <= _CELL_GAP * closest
        are_full = all(cells) and all(texts)
        if cells and (
            (is_near and not are_full) or (not has_space and _continues_cells(cells, texts))
        ):
            cells = [f"{cell} {text}".strip() for cell, text in zip(cells, texts, strict=True)]
        else:
            if cells:
                yield "\t".join(cells).rstrip()
            cells = texts
    if cells:
        yield "\t".join(cells).rstrip()


def _continues_cells(cells: Sequence[str], texts: Sequence[str]) -> bool:
    """Return whether a row only continues cells of the row before."""
    begun = [cell.rstrip() for cell, text in zip(cells, texts, strict=True) if text]
    return all(cell.endswith(_ENDS_OPEN) for cell in begun) or (not texts[0] and all(begun))
