"""Writes hex names into lists and tables that give columns and rows separately.

``Column A: inf 9, tank 7`` becomes ``inf: A9; tank: A7``, ``Row 9: forest A, B`` becomes ``forest:
A9, B9``, and the cells of the columns "column" and "row" of a table become one cell with the hex.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from m44core.catalogue.search_words import fold_text
from m44core.setup_list.line_parser import names_hex, plain_text
from m44core.setup_list.list_vocabulary import HAN, Vocabulary
from m44core.values import dataclass

_MIN_LINES = 2  # minimum lines with a column or a row, to tell them from "A: yes"
_SEPARATORS = tuple(map(re.compile, (r"\|", ";", r"\t", ",")))
_LINE_OF_COLUMN = re.compile(
    r"\s*(?:[-*+]\s+)?(?:(?P<word>[^\W\d_]{2,12})\s+)?(?P<column>[A-Z])\s*[:=)-]\s*(?P<rest>\S.*)"
)
_LINE_OF_ROW = re.compile(
    r"\s*(?:[-*+]\s+)?(?:(?P<word>[^\W\d_]{1,12})\s*)?(?P<row>\d{1,2})"
    r"(?:\.?\s*(?P<after>[^\W\d_]{1,12}))?\s*[:=)-]\s*(?P<rest>\S.*)"
)
_MAX_PART_LENGTH = 80  # maximum characters of the words for a piece with its columns or rows
_NOTE = r"(?:\s*\([^()]*\))?"
_NUMBERS = rf"\d{{1,2}}{_NOTE}(?:(?:\s*[-&+]\s*|\s+)\d{{1,2}}{_NOTE})*"
_LETTERS = rf"[A-Za-z](?!\w){_NOTE}(?:(?:\s*[-&+]\s*|\s+)[A-Za-z](?!\w){_NOTE})*"
_COORDINATE = re.compile(
    rf"(?P<from>\d{{1,2}}|[A-Za-z])(?:\s*-\s*(?P<to>\d{{1,2}}|[A-Za-z]))?(?P<note>{_NOTE})"
)


@dataclass(frozen=True, slots=True)
class NumberedTable:
    """A table whose columns and rows are numbers.

    Attributes:
        line: The line number of its head, from 1.
        example: The column, row and hex of its first row.
    """

    line: int
    example: tuple[str, str, str]


def with_hex_names(
    lines: Sequence[str], vocabulary: Vocabulary
) -> tuple[list[str], list[NumberedTable]]:
    """Return lines in which hexes are named, and the tables whose hexes had to be guessed."""
    result = list(lines)
    numbered_columns = [*_name_hexes_of_tables(result, vocabulary)]
    for pattern in (_LINE_OF_COLUMN, _LINE_OF_ROW):
        named_lines = dict(_lines_of_coordinates(result, pattern, vocabulary))
        if len(named_lines) >= _MIN_LINES:
            for n, line in named_lines.items():
                result[n] = line
    return result, numbered_columns


def _lines_of_coordinates(
    lines: Sequence[str], pattern: re.Pattern[str], vocabulary: Vocabulary
) -> Iterator[tuple[int, str]]:
    """Yield the index of each line of a column or row, and the line with hex names."""
    for n, line in enumerate(lines):
        match = pattern.match(plain_text(line)) if ":" in plain_text(line) or "-" in line else None
        if match is None or names_hex(line, vocabulary) or not _is_labelled(match, vocabulary):
            continue
        pieces = [*_pieces_and_hexes(match)]
        if pieces and None not in pieces:
            yield (
                n,
                "; ".join(f"{what}: {', '.join(names)}" for what, names in filter(None, pieces)),
            )


def _is_labelled(match: re.Match[str], vocabulary: Vocabulary) -> bool:
    """Return whether the words around a column or row say that it is one.

    A column needs no such word, a row does.
    """
    words = vocabulary.columns if "column" in match.groupdict() else vocabulary.rows
    labels = [fold_text(match[name]) for name in ("word", "after") if match.groupdict().get(name)]
    if "row" in match.groupdict() and not labels:
        return False
    return all(label in words or label.removeprefix("第") in {*words, ""} for label in labels)


def _pieces_and_hexes(match: re.Match[str]) -> Iterator[tuple[str, list[str]] | None]:
    """Yield the words for pieces with their hexes; None for a part that is not understood."""
    is_column = "column" in match.groupdict()
    coordinates = _NUMBERS if is_column else _LETTERS
    fixed = match["column" if is_column else "row"]
    last: tuple[str, list[str]] | None = None
    for part in re.split(r"\s*[;/,]\s*", match["rest"].rstrip(" .,;")):
        if last and len(part) <= _MAX_PART_LENGTH and re.fullmatch(coordinates, part):
            last[1].extend(_hex_names(part, fixed))
            continue
        if last:
            yield last
        if len(part) > _MAX_PART_LENGTH:
            yield None
            return
        found = re.fullmatch(
            rf"(?P<what>.*[^\W\d_].*?)(?:\s*[:=]\s*|\s+|(?<=[{HAN}]))(?P<at>{coordinates})",
            part,
        )
        first = re.fullmatch(
            r"(?P<at>\d{1,2}|[A-Z])(?:\s*[:=]\s*|\s+)(?P<what>[^\W\d_]{2,}.*)", part
        )
        if not found and first and first["at"].isdecimal() is is_column:
            found = first
        if not found:
            yield None
            return
        last = found["what"], _hex_names(found["at"], fixed)
    if last:
        yield last


def _hex_names(text: str, fixed: str) -> list[str]:
    """Return the names of hexes from their rows or columns and the column or row they share."""
    names = []
    for match in _COORDINATE.finditer(text):
        first, last = match["from"], match["to"] or match["from"]
        if first.isdecimal() is not last.isdecimal():
            continue
        numbers = [int(each) if each.isdecimal() else ord(each.upper()) for each in (first, last)]
        for number in range(min(numbers), max(numbers) + 1):
            name = f"{fixed}{number}" if first.isdecimal() else f"{chr(number)}{fixed}"
            names.append(f"{name}{match['note']}")
    return names


def _name_hexes_of_tables(lines: list[str], vocabulary: Vocabulary) -> Iterator[NumberedTable]:
    """Write hexes into the tables with columns for both coordinates; yield the numbered ones."""
    n = 0
    while n < len(lines):
        head = _coordinate_table_head(lines[n], vocabulary)
        end = n + 1
        if head:
            while end < len(lines) and lines[end].strip():
                end += 1
            rows = _TableRows(*head, lines[n + 1 : end])
            if rows.have_numbered_columns:
                yield NumberedTable(n + 1, rows.example())
            lines[n:end] = [rows.with_hex(lines[n], "hex"), *map(rows.named, lines[n + 1 : end])]
        n = end


def _coordinate_table_head(
    line: str, vocabulary: Vocabulary
) -> tuple[re.Pattern[str], int, int] | None:
    """Return the separator of a table and the indexes of its columns for columns and rows.

    Return None if the line is not the head of such a table.
    """
    for separator in _SEPARATORS:
        cells = [fold_text(cell.strip()) for cell in separator.split(line)]
        columns = [n for n, cell in enumerate(cells) if cell in vocabulary.columns]
        rows = [n for n, cell in enumerate(cells) if cell in vocabulary.rows]
        if len(columns) == len(rows) == 1:
            return separator, columns[0], rows[0]
    return None


@dataclass(frozen=True)
class _TableRows:
    """The rows of a table with columns for both coordinates.

    Attributes:
        separator: What separates the cells.
        column: The index of the cell with the column of the hex.
        row: The index of the cell with the row of the hex.
        lines: The rows.
    """

    separator: re.Pattern[str]
    column: int
    row: int
    lines: Sequence[str]

    @property
    def have_numbered_columns(self) -> bool:
        """Whether columns are numbers rather than letters."""
        return any(column.isdecimal() for column, _ in self._coordinates)

    def example(self) -> tuple[str, str, str]:
        """Return the column, the row and the hex of the first row with numbers."""
        column, row = next(pair for pair in self._coordinates if pair[0].isdecimal())
        return column, row, self._hex_name(column, row)

    def named(self, line: str) -> str:
        """Return a row with its hex in a single cell; unchanged if it names no hex."""
        pair = self._coordinates_of(line)
        return self.with_hex(line, self._hex_name(*pair)) if pair else line

    def with_hex(self, line: str, text: str) -> str:
        """Return a line with a text in place of the two cells; unchanged if either is missing."""
        cells = [cell.strip() for cell in self.separator.split(line)]
        kept = [text if n == self.column else c for n, c in enumerate(cells) if n != self.row]
        return " | ".join(kept) if max(self.column, self.row) < len(cells) else line

    def _hex_name(self, column: str, row: str) -> str:
        if not column.isdecimal():
            return f"{column}{row}"
        offset = 1 - self._first_number
        return f"{chr(ord('A') + min(int(column) + offset - 1, 25))}{int(row) + offset}"

    @cached_property
    def _first_number(self) -> int:
        """The number of the first column and row: 0 or 1."""
        return 0 if any("0" in pair for pair in self._coordinates) else 1

    @cached_property
    def _coordinates(self) -> list[tuple[str, str]]:
        return [pair for pair in map(self._coordinates_of, self.lines) if pair]

    def _coordinates_of(self, line: str) -> tuple[str, str] | None:
        cells = [cell.strip() for cell in self.separator.split(line)]
        if max(self.column, self.row) >= len(cells):
            return None
        column, row = cells[self.column], cells[self.row]
        is_hex = re.fullmatch(r"[A-Za-z]|\d{1,2}", column) and re.fullmatch(r"\d{1,2}", row)
        return (column, row) if is_hex else None
