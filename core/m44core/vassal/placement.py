"""Assigning counters to hexes, and finding the position of the board on the map."""

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

_MIN_TOLERANCE, _MAX_TOLERANCE = (
    0.08,
    0.25,
)  # hex widths: limits of the distance within which a hex is certain
_LIMIT_FACTOR, _LIMIT_SUMMAND = (
    2.2,
    0.03,
)  # factor and summand for that distance, from the median of all
_DOUBTFUL_DISTANCE = 0.4  # hex widths: beyond this distance, a counter could be on the next hex
_MAX_CERTAIN_OFFSET = 0.22  # hex widths: offset of a kind that could be on the next hex


@dataclass(frozen=True, slots=True)
class CounterHex:
    """The hex on which a counter is.

    Attributes:
        cell: The column and the row of its hex; None if it is between hexes.
        is_doubtful: Whether it could be on a different hex.
    """

    cell: Cell | None
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class _Alignment:
    """A grid, the offset of each kind of counter, and the distance up to which a hex is certain."""

    grid: Lattice
    offsets: Offsets
    usual_distance: float

    def hex_of_counter(self, kind: str, point: Point) -> CounterHex:
        across, down = self.offsets[kind]
        moved_point = point[0] - across, point[1] - down
        cell, hex_width = self.grid.cell(moved_point), 2 * self.grid.half
        distance = self.grid.distance(cell, moved_point) / hex_width
        if distance > _DOUBTFUL_DISTANCE:
            return CounterHex(None)
        is_far = hypot(across, down) / hex_width > _MAX_CERTAIN_OFFSET or cell != self.grid.cell(
            point
        )
        return CounterHex(cell, distance > self.usual_distance or is_far)


def assign_hexes(grid: Lattice, kinds: CounterPoints) -> Mapping[tuple[str, Point], CounterHex]:
    """Return the hex of each counter, keyed by its kind and its position on the map.

    All counters of a kind can have the same small offset. A counter farther from the center than
    most is doubtful, and one near the edge of a hex is not assigned to a hex.
    """
    offsets = counter_offsets(grid, kinds)
    distances = [
        distance / (2 * grid.half) for distance in _distances_from_centres(grid, kinds, offsets)
    ]
    limit = _LIMIT_FACTOR * median(distances) + _LIMIT_SUMMAND if distances else _MIN_TOLERANCE
    alignment = _Alignment(grid, offsets, max(_MIN_TOLERANCE, min(limit, _MAX_TOLERANCE)))
    return {
        (kind, point): alignment.hex_of_counter(kind, point)
        for kind, places in kinds.items()
        for point in places
    }


def _distances_from_centres(
    grid: Lattice, kinds: CounterPoints, offsets: Offsets
) -> Iterator[float]:
    for kind, places in kinds.items():
        across, down = offsets[kind]
        for x, y in {*places}:
            moved_point = x - across, y - down
            yield grid.distance(grid.cell(moved_point), moved_point)


_MIN_ON_BOARD_SHARE = 0.9  # share of the counters that must be on a board to choose it
_MIN_AROUND, _MAX_AROUND_BOARD = (
    -1.0,
    6.0,
)  # hexes: margin of a picture around its board, both sides
_FIRST_ROW_OFFSET = 2 / 3  # row distances: from the edge of a board to the center of its first row


@dataclass(frozen=True, slots=True)
class BoardPlacement:
    """A board placed on the grid of a map.

    Attributes:
        board: The board that was placed.
        grid: The hexes of the map.
        start: The column and row, on the map, of the first hex of the board.
        ways: The number of placements that are about as likely, including this one.
    """

    board: Board
    grid: Lattice
    start: tuple[int, int]
    ways: int

    def hex_of(self, cell: Cell) -> Hex | None:
        """Return the hex of the board at a hex of the map; None if that is off the board."""
        hex_ = Hex(cell[0] - self.start[0], cell[1] - self.start[1])
        return hex_ if hex_ in self.board else None


def place_board(
    weights: Mapping[Cell, int],
    grid: Lattice,
    boards: Sequence[Board],
    size: tuple[int, int] | None = None,
) -> BoardPlacement:
    """Return the best placement of the first board that is large enough for the counters.

    Args:
        weights: The number of counters on each hex of the map.
        grid: The hexes of the map.
        boards: The boards to try, in order.
        size: The width and height, in pixels, of the picture in which the board is centered;
            None to assume that the board starts near the corner of the map.
    """
    if size is not None and (placement := _centred_placement(weights, grid, boards, size)):
        return placement
    total = sum(weights.values())
    placements = []
    for board in boards:
        placement = _best_placement(weights, grid, board, size)
        number = _counter_count_on_board(placement, weights)
        if number < total:  # some counters are off the board, so its position is uncertain
            placement = replace(placement, ways=max(2, placement.ways))
        if number >= _MIN_ON_BOARD_SHARE * total:
            return placement
        placements.append((number, placement))
    return max(placements, key=lambda each: each[0])[1]


def _centred_placement(
    weights: Mapping[Cell, int], grid: Lattice, boards: Sequence[Board], size: tuple[int, int]
) -> BoardPlacement | None:
    """Return the board centered in its picture; None if that contradicts the counters.

    Some counters can be off the board. If a neighboring placement has more counters on the board,
    it counts as about as likely.
    """
    fitting_boards = (board for board in boards if _is_board_picture(grid, board, size))
    if (board := next(fitting_boards, None)) is None:
        return None
    centred = _place_in_centre(grid, board, size)
    number = _counter_count_on_board(centred, weights)
    if number < _MIN_ON_BOARD_SHARE * sum(weights.values()):
        return None
    col, row = centred.start
    neighbours = (
        replace(centred, start=(col + across, row + down))
        for across, down in ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
    )
    better_count = sum(_counter_count_on_board(each, weights) > number for each in neighbours)
    return replace(centred, ways=1 + better_count)


def _place_in_centre(grid: Lattice, board: Board, size: tuple[int, int]) -> BoardPlacement:
    expected_x, expected_y = _expected_first_hex_centre(grid, board, size)
    col, row = grid.cell((round(expected_x), round(expected_y)))
    return BoardPlacement(board, grid, (col, row), 1)


def _is_board_picture(grid: Lattice, board: Board, size: tuple[int, int]) -> bool:
    """Return whether a picture has about the size of a board with a margin."""
    across = size[0] / grid.half / 2 - board.last_col / 2 - 1
    down = size[1] / grid.row - board.rows - 1 / 3
    return all(_MIN_AROUND <= around <= _MAX_AROUND_BOARD for around in (across, down))


def _counter_count_on_board(placement: BoardPlacement, weights: Mapping[Cell, int]) -> int:
    """Return the number of counters on a placed board."""
    return sum(weight for cell, weight in weights.items() if placement.hex_of(cell))


def _best_placement(
    weights: Mapping[Cell, int], grid: Lattice, board: Board, size: tuple[int, int] | None
) -> BoardPlacement:
    cols = _heaviest_starts([(col, weight) for (col, _), weight in weights.items()], board.last_col)
    rows = _heaviest_starts([(row, weight) for (_, row), weight in weights.items()], board.rows - 1)
    starts = [(col, row) for col in cols for row in rows if (col + row) % 2 == 0]
    starts = starts or [(col + 1, row) for col in cols for row in rows]
    expected_x, expected_y = _expected_first_hex_centre(grid, board, size)
    start = min(
        starts, key=lambda each: _distance_from_expected(each, grid, expected_x, expected_y)
    )
    return BoardPlacement(board, grid, start, len(starts))


def _expected_first_hex_centre(
    grid: Lattice, board: Board, size: tuple[int, int] | None
) -> tuple[float, float]:
    """Return the expected position, on the map, of the center of the board's first hex."""
    if size is None:
        return grid.half, grid.row * _FIRST_ROW_OFFSET
    width, height = size
    across, down = board.last_col * grid.half, (board.rows - 1) * grid.row
    return (width - across) / 2, (height - down) / 2


def _distance_from_expected(
    start: tuple[int, int], grid: Lattice, expected_x: float, expected_y: float
) -> float:
    """Return the distance of a hex of the map from the expected position of the first hex.

    The result is the sum of the distances across and down, in half widths and in rows.
    """
    across = grid.x + start[0] * grid.half - expected_x
    down = grid.y + start[1] * grid.row - expected_y
    return abs(across) / grid.half + abs(down) / grid.row


def _heaviest_starts(numbers: Sequence[tuple[int, int]], length: int) -> list[int]:
    """Return the starts of all ranges of a given length with the greatest total weight.

    Args:
        numbers: Numbers with their weights.
        length: The difference between the last and the first number of a range.
    """
    sorted_numbers = sorted(numbers)
    ordered_numbers = [number for number, _ in sorted_numbers]
    sums = [0, *accumulate(weight for _, weight in sorted_numbers)]
    weights = [
        sums[bisect_right(ordered_numbers, number + length)]
        - sums[bisect_left(ordered_numbers, number)]
        for number in ordered_numbers
    ]
    first = bisect_left(ordered_numbers, ordered_numbers[weights.index(max(weights))])
    last = bisect_right(ordered_numbers, ordered_numbers[first] + length) - 1
    return list(range(ordered_numbers[last] - length, ordered_numbers[first] + 1))
