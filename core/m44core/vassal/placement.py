"""Which hex each counter lies on, and where on the map the board begins."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from math import hypot
from statistics import median

from m44core.board import Board
from m44core.hexes import Hex
from m44core.values import dataclass
from m44core.vassal.lattice import Cell, CounterPoints, Lattice, Offsets, Point, counter_offsets

_LEAST, _MOST = 0.08, 0.25  # of a hex: how far off its middle a counter certainly lies on it
_TIMES, _MORE = 2.2, 0.03  # that distance, from the median of all
_DOUBTFUL = 0.4  # of a hex: beyond it, a counter may as well lie on the next hex
_FAR_OFF = 0.22  # of a hex: the offset of a kind that may belong to the next hex


@dataclass(frozen=True, slots=True)
class CounterHex:
    """Where a counter lies.

    Attributes:
        cell: The column and the row of its hex; None where it lies between hexes.
        doubtful: Whether it may lie on another one.
    """

    cell: Cell | None
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class _Alignment:
    """The hexes, how far each kind of counter lies off them, and how far is usual."""

    grid: Lattice
    offsets: Offsets
    usual: float

    def spotted(self, kind: str, point: Point) -> CounterHex:
        across, down = self.offsets[kind]
        moved = point[0] - across, point[1] - down
        cell, wide = self.grid.cell(moved), 2 * self.grid.half
        off = self.grid.distance(cell, moved) / wide
        if off > _DOUBTFUL:
            return CounterHex(None)
        far = hypot(across, down) / wide > _FAR_OFF or cell != self.grid.cell(point)
        return CounterHex(cell, off > self.usual or far)


def assign_hexes(grid: Lattice, kinds: CounterPoints) -> Mapping[tuple[str, Point], CounterHex]:
    """Return where each counter lies, by its kind and its place on the map.

    Those of a kind may all lie a little aside; a single one that lies farther off than most do is
    doubtful, and one near the edge of a hex lies on none.
    """
    offsets = counter_offsets(grid, kinds)
    distances = [off / (2 * grid.half) for off in _distances(grid, kinds, offsets)]
    usual = _TIMES * median(distances) + _MORE if distances else _LEAST
    alignment = _Alignment(grid, offsets, max(_LEAST, min(usual, _MOST)))
    return {
        (kind, point): alignment.spotted(kind, point)
        for kind, there in kinds.items()
        for point in there
    }


def _distances(grid: Lattice, kinds: CounterPoints, offsets: Offsets) -> Iterator[float]:
    for kind, there in kinds.items():
        across, down = offsets[kind]
        for x, y in {*there}:
            moved = x - across, y - down
            yield grid.distance(grid.cell(moved), moved)


_MOST_ON_BOARD = 0.9  # of the counters, for a board to be the right one
_LEAST_AROUND, _MOST_AROUND = -1.0, 6.0  # hexes a picture has more than its board, both sides
_RISE = 2 / 3  # of the distance of rows: from the edge of a board to the middle of its first row


@dataclass(frozen=True, slots=True)
class BoardPlacement:
    """A board that lies on a map.

    Attributes:
        board: The board.
        grid: The hexes of the map.
        start: Column and row of the one that is the first of the board.
        ways: In how many ways it could lie there, as likely or nearly so.
    """

    board: Board
    grid: Lattice
    start: tuple[int, int]
    ways: int

    def hex_of(self, cell: Cell) -> Hex | None:
        """Return the hex of the board that a hex of the map is; None beside the board."""
        found = Hex(cell[0] - self.start[0], cell[1] - self.start[1])
        return found if found in self.board else None


def place_board(
    weights: Mapping[Cell, int],
    grid: Lattice,
    boards: Sequence[Board],
    size: tuple[int, int] | None = None,
) -> BoardPlacement:
    """Return the first of the boards that has room for the counters, where it lies best.

    Args:
        weights: How many counters lie on each hex of the map.
        grid: The hexes of the map.
        boards: The boards to try.
        size: Width and height of the picture of the board, which lies in its middle; without it,
            the board is taken to begin in a corner of the map, where all counters have room.
    """
    if size is not None and (found := _in_the_middle(weights, grid, boards, size)):
        return found
    total = sum(weights.values())
    tried = []
    for board in boards:
        found = _on_board(weights, grid, board, size)
        number = _held(found, weights)
        if number < total:  # what lies beside it may lie there for good reason, or the board does
            found = replace(found, ways=max(2, found.ways))
        if number >= _MOST_ON_BOARD * total:
            return found
        tried.append((number, found))
    return max(tried, key=lambda each: each[0])[1]


def _in_the_middle(
    weights: Mapping[Cell, int], grid: Lattice, boards: Sequence[Board], size: tuple[int, int]
) -> BoardPlacement | None:
    """Return the board a picture is of, in the middle of it; None where counters say otherwise.

    Some may lie beside it. Where a place next to it holds more, it is a guess.
    """
    fitting = (board for board in boards if _fits(grid, board, size))
    if (board := next(fitting, None)) is None:
        return None
    found = _centred(grid, board, size)
    number = _held(found, weights)
    if number < _MOST_ON_BOARD * sum(weights.values()):
        return None
    col, row = found.start
    beside = (
        replace(found, start=(col + across, row + down))
        for across, down in ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
    )
    better = sum(_held(each, weights) > number for each in beside)
    return replace(found, ways=1 + better)


def _centred(grid: Lattice, board: Board, size: tuple[int, int]) -> BoardPlacement:
    left, top = _expected(grid, board, size)
    col, row = grid.cell((round(left), round(top)))
    return BoardPlacement(board, grid, (col, row), 1)


def _fits(grid: Lattice, board: Board, size: tuple[int, int]) -> bool:
    """Tell whether a picture has room for a board, and no more around it than a frame takes."""
    across = size[0] / grid.half / 2 - board.last_col / 2 - 1
    down = size[1] / grid.row - board.rows - 1 / 3
    return all(_LEAST_AROUND <= around <= _MOST_AROUND for around in (across, down))


def _held(laid: BoardPlacement, weights: Mapping[Cell, int]) -> int:
    """Return how many counters lie on a board."""
    return sum(weight for cell, weight in weights.items() if laid.hex_of(cell))


def _on_board(
    weights: Mapping[Cell, int], grid: Lattice, board: Board, size: tuple[int, int] | None
) -> BoardPlacement:
    cols = _starts([(col, weight) for (col, _), weight in weights.items()], board.last_col)
    rows = _starts([(row, weight) for (_, row), weight in weights.items()], board.rows - 1)
    starts = [(col, row) for col in cols for row in rows if (col + row) % 2 == 0]
    starts = starts or [(col + 1, row) for col in cols for row in rows]
    left, top = _expected(grid, board, size)
    start = min(starts, key=lambda each: _off(each, grid, left, top))
    return BoardPlacement(board, grid, start, len(starts))


def _expected(grid: Lattice, board: Board, size: tuple[int, int] | None) -> tuple[float, float]:
    """Return where on the map the middle of the first hex is to be expected."""
    if size is None:
        return grid.half, grid.row * _RISE
    wide, high = size
    across, down = board.last_col * grid.half, (board.rows - 1) * grid.row
    return (wide - across) / 2, (high - down) / 2


def _off(start: tuple[int, int], grid: Lattice, left: float, top: float) -> float:
    """Return how far a hex of the map lies from where the first one is expected."""
    across = grid.x + start[0] * grid.half - left
    down = grid.y + start[1] * grid.row - top
    return abs(across) / grid.half + abs(down) / grid.row


def _starts(numbers: Sequence[tuple[int, int]], length: int) -> list[int]:
    """Return where a stretch of this length may begin so that it holds most of the numbers."""
    ordered = sorted(numbers)
    places = [number for number, _ in ordered]
    sums = [0, *accumulate(weight for _, weight in ordered)]
    held = [
        sums[bisect_right(places, number + length)] - sums[bisect_left(places, number)]
        for number in places
    ]
    first = bisect_left(places, places[held.index(max(held))])
    last = bisect_right(places, places[first] + length) - 1
    return list(range(places[last] - length, places[first] + 1))
