"""Estimating the hex grid of a map from the positions of its counters by a robust fit.

Candidate spacings come from two periodograms, of the columns and of the rows. Each pair of them is
fitted to all counters, and among the best fits, the one with the largest hexes is chosen.
"""

from __future__ import annotations

from cmath import exp, phase
from collections.abc import Iterator, Mapping, Sequence
from math import exp as real_exp
from math import hypot, log, pi, sqrt
from statistics import median

from m44core.values import dataclass

Point = tuple[int, int]
Cell = tuple[int, int]
CounterPoints = Mapping[str, Sequence[Point]]
"""The positions of the counters in pixels, keyed by name."""

_ROW_RANGE = 18.0, 300.0  # pixels between rows: smallest and largest
_HALF_RANGE = 10.0, 180.0  # pixels: smallest and largest half width of a hex
_STEPS_PER_PEAK = 5  # frequencies tried within the width of a peak
_MAX_FREQUENCIES = 2000
_MAX_PEAKS, _MAX_PAIRS = 30, 40
_MAX_POINTS = 400
_MIN_POINTS = 5  # number of points needed for an estimate
_REGULAR_RATIO = sqrt(3)  # ratio of row distance to half width in a regular hex
_MAX_STRETCH, _STRETCH_DEVIATION = 1.25, 0.2  # largest stretch; standard deviation of its logarithm
_FIT_ROUNDS = 5
_REACH = 0.25  # hex widths: a counter farther from the centre does not support the grid
_MAX_KIND_OFFSET, _MIN_OF_KIND = 0.3, 3  # hex widths: largest offset of a kind; counters needed
_SHIFTED_WEIGHT = 0.95  # weight of a counter whose kind has an offset
_GOOD_SHARE, _RIVAL_SHARE = 0.93, 0.97  # shares of the best score
_MIN_SCORE, _MIN_SCORE_OF_FEW = (
    0.6,
    0.6,
)  # lowest score; the second is divided by the root of the number
_MAX_DISAGREEMENT = 0.02  # share of the counters

_Points = Sequence[tuple[str, Point]]
Offsets = Mapping[str, tuple[float, float]]
"""The offset of each kind of counter from the centers of their hexes, in pixels."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """A grid of hexes, with every second row shifted by half a hex; lengths are in pixels.

    Attributes:
        x: The x coordinate of the center of the first hex in the first row.
        y: The y coordinate of that center.
        half: Half the width of a hex.
        row: The distance between rows.
    """

    x: float
    y: float
    half: float
    row: float

    def cell(self, point: tuple[float, float]) -> Cell:
        """Return the doubled column and the row of the hex that contains a point."""
        return min(self._nearby_cells(point), key=lambda cell: self.distance(cell, point))

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Return the center of a hex, in pixels."""
        return self.x + cell[0] * self.half, self.y + cell[1] * self.row

    def distance(self, cell: Cell, point: tuple[float, float]) -> float:
        """Return the distance of a point from the center of a hex, in pixels."""
        x, y = self.centre(cell)
        return hypot(x - point[0], y - point[1])

    def _nearby_cells(self, point: tuple[float, float]) -> Iterator[Cell]:
        low = int((point[1] - self.y) // self.row)
        for row in (low, low + 1):
            across = (point[0] - self.x) / self.half
            yield 2 * round((across - row % 2) / 2) + row % 2, row


@dataclass(frozen=True, slots=True)
class LatticeEstimate:
    """A grid estimated from counters.

    Attributes:
        grid: The estimated grid.
        is_certain: Whether no other grid of about the same size fits the counters as well.
    """

    grid: Lattice
    is_certain: bool


def estimate_lattice(kinds: CounterPoints) -> LatticeEstimate | None:
    """Return the grid with the largest hexes that fits the positions of the counters.

    Return None if no grid fits, or if there are too few counters.
    """
    points = _sample_points(kinds)
    if len({point for _, point in points}) < _MIN_POINTS:
        return None
    fits = [_fit_grid(grid, points) for grid in _candidate_grids(points)]
    scored_grids = [
        (_fit_score(grid, points) * _shape_likelihood(grid), grid)
        for grid in fits
        if _is_plausible(grid)
    ]
    best_score = max((score for score, _ in scored_grids), default=0.0)
    if best_score < _MIN_SCORE + _MIN_SCORE_OF_FEW / sqrt(len(points)):
        return None
    good_grids = [
        (score, grid) for score, grid in scored_grids if score >= _GOOD_SHARE * best_score
    ]
    score, grid = max(good_grids, key=lambda each: (round(log(each[1].half), 1), each[0]))
    rivals = (other for other_score, other in scored_grids if other_score >= _RIVAL_SHARE * score)
    return LatticeEstimate(grid, not any(_contradicts(grid, other, points) for other in rivals))


def counter_offsets(grid: Lattice, kinds: CounterPoints) -> Offsets:
    """Return the offset of each kind of counter from the centers of the hexes.

    A kind with few counters gets the offset of all counters. Offsets so large that hexes could be
    confused are replaced by 0.
    """
    residuals = {
        kind: [_residual(grid, point) for point in places] for kind, places in kinds.items()
    }
    all_residuals = [each for kind_residuals in residuals.values() for each in kind_residuals]
    default = _median_offset(all_residuals, grid) if all_residuals else (0.0, 0.0)
    return {
        kind: _median_offset(kind_residuals, grid)
        if len(kind_residuals) >= _MIN_OF_KIND
        else default
        for kind, kind_residuals in residuals.items()
    }


def _sample_points(kinds: CounterPoints) -> _Points:
    """Return the distinct positions of each kind, evenly thinned out if there are very many."""
    points = [(kind, point) for kind, places in sorted(kinds.items()) for point in {*places}]
    points.sort(key=lambda each: (each[1], each[0]))
    return points[:: 1 + len(points) // _MAX_POINTS]


def _candidate_grids(points: _Points) -> list[Lattice]:
    """Return grids with the periods of the counters' columns and rows, likeliest first.

    Their origins are given by the phases of the three shortest vectors of the reciprocal lattice.
    """
    halves, rows = (
        _coherent_periods(points, 0, _HALF_RANGE),
        _coherent_periods(points, 1, _ROW_RANGE),
    )
    grids = []
    for half in halves:
        for row in rows:
            if 1 / _MAX_STRETCH <= row / (half * _REGULAR_RATIO) <= _MAX_STRETCH:
                grids.append(_anchored_grid(half, row, points))
    grids.sort(key=lambda each: -each[0])
    return [grid for _, grid in grids[:_MAX_PAIRS]]


def _anchored_grid(half: float, row: float, points: _Points) -> tuple[float, Lattice]:
    level = sum(exp(2j * pi * y / row) for _, (_, y) in points)
    rising = sum(exp(1j * pi * (x / half + y / row)) for _, (x, y) in points)
    falling = sum(exp(1j * pi * (x / half - y / row)) for _, (x, y) in points)
    y = phase(level) / (2 * pi) * row
    x = phase(rising) / pi * half - y / row * half
    strength = (abs(level) + abs(rising) + abs(falling)) / (3 * len(points))
    return strength, Lattice(x, y, half, row)


def _coherent_periods(points: _Points, axis: int, limits: tuple[float, float]) -> list[float]:
    """Return the periods of the columns (*axis* 0) or rows (1), in pixels, most coherent first."""
    values = sorted(point[axis] for _, point in points)
    low, high = values[len(values) // 20], values[-1 - len(values) // 20]
    step = 1 / (_STEPS_PER_PEAK * max(high - low, 2 * limits[0]))
    lowest_frequency, highest_frequency = 1 / limits[1], 1 / limits[0]
    step = max(step, (highest_frequency - lowest_frequency) / _MAX_FREQUENCIES)
    groups = _coordinate_groups(points, axis)
    frequencies = [
        lowest_frequency + number * step
        for number in range(-1, int((highest_frequency - lowest_frequency) / step) + 2)
    ]
    power = [_coherence(groups, frequency) for frequency in frequencies]
    peaks = [n for n in range(1, len(frequencies) - 1) if power[n - 1] <= power[n] >= power[n + 1]]
    peaks.sort(key=lambda n: -power[n])
    return [1 / _refined_frequency(groups, frequencies[n], step) for n in peaks[:_MAX_PEAKS]]


def _refined_frequency(groups: Sequence[Sequence[int]], frequency: float, step: float) -> float:
    """Return the frequency of a peak with higher precision than *step*."""
    for _ in range(3):
        step /= 2
        frequencies = (frequency - step, frequency, frequency + step)
        frequency = max(frequencies, key=lambda each: _coherence(groups, each))
    return frequency


def _coordinate_groups(points: _Points, axis: int) -> list[list[int]]:
    groups: dict[str, list[int]] = {}
    for kind, point in points:
        groups.setdefault(kind, []).append(point[axis])
    return list(groups.values())


def _coherence(groups: Sequence[Sequence[int]], frequency: float) -> float:
    """Return the coherence of the values at a frequency.

    The result is the sum of two terms: the coherence of all values together, and that within each
    group.
    """
    turn = 2j * pi * frequency
    vector_total, coherence_in_groups, pairs, number = 0j, 0.0, 0, 0
    for values in groups:
        vector_sum = sum(exp(turn * value) for value in values)
        vector_total += vector_sum
        coherence_in_groups += abs(vector_sum) ** 2 - len(values)
        pairs += len(values) * (len(values) - 1)
        number += len(values)
    among_all = (abs(vector_total) ** 2 - number) / (number * (number - 1))
    return among_all + (coherence_in_groups / pairs if pairs else among_all)


def _fit_grid(grid: Lattice, points: _Points) -> Lattice:
    """Return the grid moved and scaled to the best fit to the counters, ignoring outliers."""
    for _ in range(_FIT_ROUNDS):
        offsets = _relative_offsets(grid, points)
        placed_points = [(grid.cell(point), kind, point) for kind, point in points]
        near_points = [
            (cell, point[0] - offsets[kind][0], point[1] - offsets[kind][1])
            for cell, kind, point in placed_points
        ]
        near_points = [
            each
            for each in near_points
            if grid.distance(each[0], each[1:]) <= 2 * _REACH * grid.half
        ]
        if len(near_points) < _MIN_POINTS:
            break
        x, half = _fit_line([(cell[0], x) for cell, x, _ in near_points], grid.half)
        y, row = _fit_line([(cell[1], y) for cell, _, y in near_points], grid.row)
        grid = Lattice(x, y, half, row)
    return grid


def _relative_offsets(grid: Lattice, points: _Points) -> Offsets:
    kinds: dict[str, list[Point]] = {}
    for kind, point in points:
        kinds.setdefault(kind, []).append(point)
    residuals = [_residual(grid, point) for _, point in points]
    across, down = _median_offset(residuals, grid)
    return {kind: (x - across, y - down) for kind, (x, y) in counter_offsets(grid, kinds).items()}


def _fit_line(pairs: Sequence[tuple[int, float]], slope: float) -> tuple[float, float]:
    """Return the intercept and slope of the line of best fit; *slope* if that is undefined."""
    middle = sum(number for number, _ in pairs) / len(pairs)
    mean = sum(value for _, value in pairs) / len(pairs)
    spread = sum((number - middle) ** 2 for number, _ in pairs)
    if spread:
        slope = sum((number - middle) * (value - mean) for number, value in pairs) / spread
    return mean - slope * middle, slope


def _residual(grid: Lattice, point: Point) -> tuple[float, float]:
    x, y = grid.centre(grid.cell(point))
    return point[0] - x, point[1] - y


def _median_offset(residuals: Sequence[tuple[float, float]], grid: Lattice) -> tuple[float, float]:
    """Return the median of the residuals; (0, 0) if it is so large that hexes could be confused."""
    across, down = median(x for x, _ in residuals), median(y for _, y in residuals)
    return (across, down) if hypot(across, down) <= 2 * _MAX_KIND_OFFSET * grid.half else (0.0, 0.0)


def _fit_score(grid: Lattice, points: _Points) -> float:
    """Return how well a grid fits the counters, from 0 to 1; 1 if each is at a hex's center."""
    offsets = _relative_offsets(grid, points)
    total = 0.0
    for kind, point in points:
        x, y = offsets[kind]
        moved_point = point[0] - x, point[1] - y
        distance = grid.distance(grid.cell(moved_point), moved_point) / (2 * grid.half)
        is_shifted = hypot(x, y) > 0.04 * 2 * grid.half
        total += max(0.0, 1 - (distance / _REACH) ** 2) * (_SHIFTED_WEIGHT if is_shifted else 1.0)
    return total / len(points)


def _shape_likelihood(grid: Lattice) -> float:
    """Return the likelihood of a grid by the shape of its hexes, up to 1 for regular hexes."""
    return real_exp(-0.5 * (log(grid.row / (grid.half * _REGULAR_RATIO)) / _STRETCH_DEVIATION) ** 2)


def _is_plausible(grid: Lattice) -> bool:
    return (
        _HALF_RANGE[0] * 0.9 <= grid.half <= _HALF_RANGE[1] * 1.1
        and _ROW_RANGE[0] * 0.9 <= grid.row <= _ROW_RANGE[1] * 1.1
        and 1 / _MAX_STRETCH <= grid.row / (grid.half * _REGULAR_RATIO) <= _MAX_STRETCH
    )


def _contradicts(grid: Lattice, other: Lattice, points: _Points) -> bool:
    """Return whether *other*, a grid of about the same size, puts counters on different hexes."""
    if not 0.8 <= other.half / grid.half <= _MAX_STRETCH:
        return False
    cell_offsets = []
    for _, point in points:
        cell, other_cell = grid.cell(point), other.cell(point)
        cell_offsets.append((cell[0] - other_cell[0], cell[1] - other_cell[1]))
    most_common = max(map(cell_offsets.count, {*cell_offsets}))
    return len(cell_offsets) - most_common > _MAX_DISAGREEMENT * len(cell_offsets)
