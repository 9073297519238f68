"""Joins the cells of tables that were copied one below the other, as from a PDF file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from m44core.setup_list.line_parser import is_hex_name, names_hex
from m44core.setup_list.list_vocabulary import Vocabulary, terms_of_words, words_of_text
from m44core.setup_list.table_columns import names_owner
from m44core.values import dataclass

_MIN_ROWS = 4
_MAX_CELLS = 4  # maximum cells of a row besides its hex
_MAX_CELL_WORDS = 4


@dataclass(frozen=True, slots=True)
class JoinedLines:
    """Lines in which a hex and the cells below it are one row.

    Attributes:
        lines: As many lines as before.
        unclear: The hexes that follow each other before the first cell, so that the cells cannot be
            assigned to them, each preceded by its line number, from 1.
        side_columns: The line number of the first row of a table with a column for each side; units
            in it belong to no side unless they name one. 0 if there is no such table.
    """

    lines: list[str]
    unclear: list[tuple[int, str]]
    side_columns: int = 0


def with_joined_cells(lines: Sequence[str], vocabulary: Vocabulary) -> JoinedLines:
    """Return the lines; in a table with one cell per line, each hex is joined with its cells."""
    result, unclear = list(lines), list[tuple[int, str]]()
    hex_lines = [n for n, line in enumerate(lines) if is_hex_name(line, vocabulary)]
    if not _begins_with_hex(lines, hex_lines, vocabulary):
        return JoinedLines(result, unclear)
    has_side_columns = _has_side_columns(lines, hex_lines, vocabulary)
    is_chain = False
    for n, end in pairwise([*hex_lines, len(lines)]):
        below = [*_cell_indexes_below(lines, n + 1, end, vocabulary)]
        is_chain = is_chain or (not below and end in hex_lines)
        if is_chain:
            unclear.append((n + 1, lines[n].strip()))
            result[n] = ""
        elif below:
            result[n] = " | ".join([lines[n].strip(), *(lines[each].strip() for each in below)])
        for each in below:
            result[each] = ""
        is_chain = is_chain and not below
    if has_side_columns:
        for n in range(hex_lines[0], hex_lines[-1]):
            result[n] = "" if names_owner(result[n], vocabulary) else result[n]
    return JoinedLines(result, unclear, hex_lines[0] + 1 if has_side_columns else 0)


def _has_side_columns(
    lines: Sequence[str], hex_lines: Sequence[int], vocabulary: Vocabulary
) -> bool:
    """Return whether sides head columns of the table, rather than groups of rows."""
    before = next((line for line in reversed(lines[: hex_lines[0]]) if line.strip()), "")
    between = lines[hex_lines[0] : hex_lines[-1]]
    return not names_owner(before, vocabulary) and any(
        names_owner(line, vocabulary) for line in between
    )


def _begins_with_hex(
    lines: Sequence[str], hex_lines: Sequence[int], vocabulary: Vocabulary
) -> bool:
    """Return whether each row of a table begins with a line that contains only a hex."""
    if len(hex_lines) < _MIN_ROWS:
        return False
    before = [line for line in lines[: hex_lines[0]] if line.strip()]
    after = [line for line in lines[hex_lines[-1] + 1 :] if line.strip()]
    return (
        bool(after)
        and _names_piece(after[0], vocabulary)
        and not (before and _names_piece(before[-1], vocabulary))
    )


def _cell_indexes_below(
    lines: Sequence[str], start: int, end: int, vocabulary: Vocabulary
) -> Iterator[int]:
    """Yield the indexes of the cells between a hex and the next one, up to a heading or prose."""
    cells = [n for n in range(start, end) if lines[n].strip()]
    for count, n in enumerate(cells):
        words = words_of_text(lines[n], vocabulary)
        is_heading = n == cells[-1] and names_owner(lines[n], vocabulary)
        is_prose = len(words) > _MAX_CELL_WORDS or names_hex(lines[n], vocabulary)
        if is_heading or is_prose or count == _MAX_CELLS:
            return
        yield n


def _names_piece(line: str, vocabulary: Vocabulary) -> bool:
    terms = terms_of_words(line, vocabulary)
    return any(term is not None and (term.names or term.badge) for term in terms)
