"""Entries of hexes in files: their hex and sort order, and the orientations of their pieces."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import TypeVar

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.model.scenario_parts import Piece, Unit

T = TypeVar("T")

_HEX_NAME = re.compile(r"[A-Za-z]\d{1,2}")


@lru_cache(maxsize=1024)
def bare_piece(name: str, orientation: int) -> Piece:
    """Return a piece with only a name and an orientation; the same object every time."""
    return Piece(name, orientation)


@lru_cache(maxsize=256)
def bare_unit(name: str) -> Unit:
    """Return a unit with only a name; the same object every time."""
    return Unit(name)


def orientation_parser(name: str, catalogue: Catalogue) -> Callable[[object], int | None]:
    """Return a function that returns a piece's orientation, or None for an invalid value.

    For a piece that the catalogue does not know, the orientations 2 to 9 are valid; 1 is not,
    because it is the same as no orientation.
    """
    return _orientation_parser(orientation_count(name, catalogue))


@cache
def _orientation_parser(count: int | None) -> Callable[[object], int | None]:
    """Return the parser for pieces with *count* orientations; None stands for an unknown piece."""

    def parse_orientation(raw: object) -> int | None:
        if type(raw) is not int or isinstance(raw, bool):
            return None
        low, high = (1, count) if count else (2, 9)
        return raw if low <= raw <= high else None

    return parse_orientation


def orientation_count(name: str, catalogue: Catalogue) -> int | None:
    """Return the number of orientations of a piece; None if the catalogue does not know it."""
    element = catalogue.get(name)
    return element.orientations if element else None


def parse_hex(name: object, board: Board) -> Hex | None:
    """Return the hex with a given name; None if the board has no such hex."""
    if not isinstance(name, str) or not _HEX_NAME.fullmatch(name):
        return None
    try:
        return board.hex(name)
    except NotationError:
        return None


def hex_of_entry(raw: object, board: Board) -> Hex | None:
    """Return the hex at the row and column of an entry; None if the board has no such hex."""
    if not isinstance(raw, dict):
        return None
    row, col = raw.get("row"), raw.get("col")
    if type(row) is not int or type(col) is not int:
        return None
    hex_ = Hex(col, row)
    return hex_ if hex_ in board.index else None


def sorted_row_by_row(by_hex: dict[Hex, T]) -> dict[Hex, T]:
    """Return a mapping, keyed by hex, sorted row by row as in a scenario."""
    return dict(sorted(by_hex.items(), key=lambda item: (item[0].row, item[0].col)))


def row_and_column(entry: object) -> tuple[int, int] | None:
    """Return an entry's row and column as integers, even if written as 2.0; None without both."""
    if not isinstance(entry, dict):
        return None
    row, col = (_whole_number(entry.get(key)) for key in ("row", "col"))
    return None if row is None or col is None else (row, col)


def _whole_number(number: object) -> int | None:
    if type(number) is float and number.is_integer():
        return int(number)
    return number if type(number) is int else None


def entry_sort_key(entry: object) -> tuple[int, int]:
    """Return the sort key of an entry: row by row, with entries without row and column last."""
    return row_and_column(entry) or (10**9, 0)


def numbered_list(raw: object) -> list[object] | None:
    """Return the values of an object with numeric keys, as PHP writes lists; otherwise None."""
    if not isinstance(raw, dict) or not raw:
        return None
    if not all(isinstance(key, str) and key.isdigit() and key.isascii() for key in raw):
        return None
    return [raw[key] for key in sorted(raw, key=int)]


def wrapped_list(raw: object) -> list[object] | None:
    """Return the list in an object with the single key ``item``; otherwise None.

    Servers export lists that way; a value in it that is not a list counts as its only item.
    """
    if not isinstance(raw, dict) or list(raw) != ["item"]:
        return None
    inner = raw["item"]
    return inner if isinstance(inner, list) else [inner]
