"""The columns of tables in setup lists whose heads name a side or the number of figures."""

from __future__ import annotations

import re
from collections.abc import Iterator

from m44core.setup_list.list_vocabulary import FILLER, Vocabulary, stems, terms_of_words
from m44core.values import dataclass

_SPACES = re.compile(r"\s{3,}")
_SEPARATORS = (
    *map(re.compile, (r"\s*\|\s*", r"\s*;\s*", r"\t")),
    _SPACES,
    re.compile(r"\s*,\s*"),
)
_SPACED_CELL = re.compile(r"\S+(?:\s{1,2}\S+)*")
_MAX_WORDS = 4  # maximum words in a cell of a head


@dataclass(frozen=True, slots=True)
class TableHead:
    """The head of a table.

    Attributes:
        separator: The pattern of what separates the cells.
        owners: The side or nation that each column is for; empty strings for other columns.
        figures_column: The index of the column with the figures; -1 if there is none.
        starts: The position at which each column starts, if spaces separate the cells.
    """

    separator: re.Pattern[str]
    owners: tuple[str, ...]
    figures_column: int = -1
    starts: tuple[int, ...] = ()


def read_table_head(text: str, vocabulary: Vocabulary) -> TableHead | None:
    """Return the head of a table in a line without hexes; None if its columns do not matter."""
    starts = tuple(match.start() for match in _SPACED_CELL.finditer(text))
    text = text.strip().removeprefix("|").removesuffix("|")
    for separator in _SEPARATORS:
        cells = [cell.strip() for cell in separator.split(text)]
        if len(cells) < 2 or any(len(stems(cell)) > _MAX_WORDS for cell in cells):
            continue
        owners = tuple(cell if names_owner(cell, vocabulary) else "" for cell in cells)
        figures = [n for n, cell in enumerate(cells) if {*stems(cell)} & vocabulary.figures]
        if len(figures) == 1 or sum(map(bool, owners)) > 1:
            is_spaced = separator is _SPACES
            return TableHead(
                separator, owners, figures[0] if figures else -1, starts if is_spaced else ()
            )
    return None


def names_owner(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether a text names only a single side or nation."""
    terms = terms_of_words(text, vocabulary)
    owners = {(term.nation, term.side) for term in terms if term and (term.nation or term.side)}
    return len(owners) == 1 and all(
        term is not None and (term == FILLER or not (term.names or term.badge)) for term in terms
    )


def names_both_sides(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether a text names both sides, as in ``Axis and Allies``."""
    terms = terms_of_words(text, vocabulary)
    return len({term.side for term in terms if term and term.side}) > 1


def with_column_meanings(text: str, head: TableHead, vocabulary: Vocabulary) -> str:
    """Return a row in which each cell says what its column means.

    A row with more cells than the head is returned unchanged.
    """
    row = text.rstrip()
    if row.lstrip().startswith("|"):
        row = row.strip().removeprefix("|").removesuffix("|").strip()
    cells = _cells_below(row, head.starts) if head.starts else head.separator.split(row)
    if len(cells) > len(head.owners):
        return text
    return " | ".join(_named_cells(cells, head, vocabulary))


def _cells_below(row: str, starts: tuple[int, ...]) -> list[str]:
    """Return the text below each column of a head whose cells are separated by spaces."""
    cells = [""] * len(starts)
    for match in _SPACED_CELL.finditer(row):
        column = min(range(len(starts)), key=lambda n: abs(starts[n] - match.start()))
        cells[column] = f"{cells[column]} {match[0]}".strip()
    return cells


def _named_cells(cells: list[str], head: TableHead, vocabulary: Vocabulary) -> Iterator[str]:
    for column, (cell, owner) in enumerate(zip(cells, head.owners, strict=False)):
        if column == head.figures_column and cell.strip().isdecimal():
            yield f"{cell} {min(vocabulary.figures)}"
        elif owner and re.search(r"\w", cell):
            yield f"{owner}: {cell}"
        else:
            yield cell
