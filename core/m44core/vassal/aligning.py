"""Which hex each counter lies on, and how certain that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot
from statistics import median

from m44core.values import dataclass
from m44core.vassal.lattice import Cell, Kinds, Lattice, Offsets, Point, offsets_of

_LEAST, _MOST = 0.08, 0.25  # of a hex: how far off its middle a counter certainly lies on it
_TIMES, _MORE = 2.2, 0.03  # that distance, from the median of all
_DOUBTFUL = 0.4  # of a hex: beyond it, a counter may as well lie on the next hex
_FAR_OFF = 0.22  # of a hex: the offset of a kind that may belong to the next hex


@dataclass(frozen=True, slots=True)
class Spotted:
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

    def spotted(self, kind: str, point: Point) -> Spotted:
        across, down = self.offsets[kind]
        moved = point[0] - across, point[1] - down
        cell, wide = self.grid.cell(moved), 2 * self.grid.half
        off = self.grid.distance(cell, moved) / wide
        if off > _DOUBTFUL:
            return Spotted(None)
        far = hypot(across, down) / wide > _FAR_OFF or cell != self.grid.cell(point)
        return Spotted(cell, off > self.usual or far)


def aligned(grid: Lattice, kinds: Kinds) -> Mapping[tuple[str, Point], Spotted]:
    """Return where each counter lies, by its kind and its place on the map.

    Those of a kind may all lie a little aside; a single one that lies farther off than most do is
    doubtful, and one near the edge of a hex lies on none.
    """
    offsets = offsets_of(grid, kinds)
    distances = [off / (2 * grid.half) for off in _distances(grid, kinds, offsets)]
    usual = _TIMES * median(distances) + _MORE if distances else _LEAST
    alignment = _Alignment(grid, offsets, max(_LEAST, min(usual, _MOST)))
    return {
        (kind, point): alignment.spotted(kind, point)
        for kind, there in kinds.items()
        for point in there
    }


def _distances(grid: Lattice, kinds: Kinds, offsets: Offsets) -> Iterator[float]:
    for kind, there in kinds.items():
        across, down = offsets[kind]
        for x, y in {*there}:
            moved = x - across, y - down
            yield grid.distance(grid.cell(moved), moved)
