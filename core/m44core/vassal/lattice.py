"""The hexes of a map, found by where the counters lie: each in the middle of one."""

from __future__ import annotations

from cmath import exp, phase
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import hypot, pi, sqrt

from m44core.values import dataclass

Point = tuple[int, int]

_ROWS = 18.0, 300.0  # pixels from row to row: the least and the most
_HALVES = 10.0, 180.0  # pixels of half a hex
_FINER = 1.002  # of distances that are tried
_PIXELS, _SHARE = 1.5, 0.03  # how far a counter may lie off the middle of its hex
_MOST_EXPLAINED = 0.9  # of the counters
_MOST_VALUES = 150
_REGULAR = sqrt(3)  # of the distance of rows to half a hex
_STRETCHED = 1.25


@dataclass(frozen=True, slots=True)
class Lattice:
    """Hexes in rows that are shifted by half a hex from one to the next.

    Attributes:
        x: The middle of the hex that is the first column of the first row.
        y: The same.
        half: Half the width of a hex.
        row: The distance from row to row.
    """

    x: float
    y: float
    half: float
    row: float

    def cell(self, point: Point) -> tuple[int, int]:
        """Return the column and the row of the hex a point lies on, in doubled columns."""
        return min(self._near(point), key=lambda cell: self._distance(cell, point))

    def fits(self, points: Collection[Point]) -> bool:
        """Tell whether most points lie near the middle of a hex."""
        off = (self._distance(self.cell(point), point) for point in points)
        return 2 * sum(distance <= self.half / 2 for distance in off) >= len(points)

    def _near(self, point: Point) -> Iterator[tuple[int, int]]:
        low = int((point[1] - self.y) // self.row)
        for row in (low, low + 1):
            across = (point[0] - self.x) / self.half
            yield 2 * round((across - row % 2) / 2) + row % 2, row

    def _distance(self, cell: tuple[int, int], point: Point) -> float:
        col, row = cell
        return hypot(self.x + col * self.half - point[0], self.y + row * self.row - point[1])


def lattice_of(points: Iterable[Point]) -> Lattice | None:
    """Return the hexes that explain where counters lie: the largest that do.

    None where nothing does, or too little to tell.
    """
    there = sorted(set(points))
    rows = _spacings([y for _, y in there], _ROWS)
    if not rows:
        return None
    halves = _spacings([x for x, _ in there], _HALVES)
    for row, y in rows:
        for half, x in halves:
            if 1 / _STRETCHED <= row / (half * _REGULAR) <= _STRETCHED:
                odd = _oddness(there, Lattice(x, y, half, row))
                if odd is not None:
                    return Lattice(x + odd * half, y, half, row)
    return None


def _oddness(points: Sequence[Point], grid: Lattice) -> int | None:
    """Return what columns and rows of all hexes sum up to, even or odd; None where they differ."""
    sums = Counter(
        (round((x - grid.x) / grid.half) + round((y - grid.y) / grid.row)) % 2 for x, y in points
    )
    ((odd, number),) = sums.most_common(1)
    return odd if number >= _MOST_EXPLAINED * len(points) else None


def _spacings(values: Sequence[int], limits: tuple[float, float]) -> list[tuple[float, float]]:
    """Return the distances at which values recur, the largest first, each with where it begins."""
    weights = dict(Counter(values).most_common(_MOST_VALUES))
    found: list[tuple[float, float]] = []
    for distance in _tried(limits):
        exact = _exact(weights, distance) if _explains(weights, distance) else None
        if exact and not any(abs(exact[0] / other[0] - 1) < 0.02 for other in found):
            found.append(exact)
    return found


def _tried(limits: tuple[float, float]) -> Iterator[float]:
    least, distance = limits
    while distance >= least:
        yield distance
        distance /= _FINER


def _explains(weights: dict[int, int], distance: float) -> bool:
    return _explained(weights, distance, _beginning(weights, distance)) >= _MOST_EXPLAINED


def _beginning(weights: dict[int, int], distance: float) -> float:
    """Return where values begin that recur at a distance: their mean on a circle of its length."""
    turned = sum(weight * exp(2j * pi * value / distance) for value, weight in weights.items())
    return phase(turned) / (2 * pi) * distance


def _explained(weights: dict[int, int], distance: float, start: float) -> float:
    """Return the share of values that lie where they should."""
    reach = _PIXELS + _SHARE * distance
    near = (
        weight
        for value, weight in weights.items()
        if abs(value - start - round((value - start) / distance) * distance) <= reach
    )
    return sum(near) / sum(weights.values())


def _exact(weights: dict[int, int], distance: float) -> tuple[float, float] | None:
    """Return the distance and the beginning that fit best; None where all values are the same."""
    start = _beginning(weights, distance)
    total = sum(weights.values())
    steps = {value: round((value - start) / distance) for value in weights}
    middle = sum(weight * steps[value] for value, weight in weights.items()) / total
    mean = sum(weight * value for value, weight in weights.items()) / total
    spread = sum(weight * (steps[value] - middle) ** 2 for value, weight in weights.items())
    if not spread:
        return None
    along = (weight * (steps[v] - middle) * (v - mean) for v, weight in weights.items())
    exact = sum(along) / spread
    if exact <= 0:
        return None
    return exact, mean - middle * exact
