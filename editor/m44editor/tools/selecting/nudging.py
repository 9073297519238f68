"""Moving the selected hexes by keys, hex by hex."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from m44core.hexes import Direction, Hex
from m44core.messages.message import message_in
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.values import dataclass
from m44editor.documents.document import new_stroke
from m44editor.tools.tool import Bench


class Way(StrEnum):
    """Where a key moves the selection; straight up and down zigzag along the column."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    UP_LEFT = "up-left"
    UP_RIGHT = "up-right"
    DOWN_LEFT = "down-left"
    DOWN_RIGHT = "down-right"


_DIRECTIONS = {
    Way.LEFT: Direction.W,
    Way.RIGHT: Direction.E,
    Way.UP_LEFT: Direction.NW,
    Way.UP_RIGHT: Direction.NE,
    Way.DOWN_LEFT: Direction.SW,
    Way.DOWN_RIGHT: Direction.SE,
}
_ZIGZAG = {
    Way.UP: (Direction.NE, Direction.NW),
    Way.DOWN: (Direction.SE, Direction.SW),
}


@dataclass(frozen=True)
class _Run:
    """Some nudges one after the other.

    Attributes:
        base: The scenario before the first one.
        hexes: The hexes that are moved, where they were then.
        pieces: The pieces that are moved alone; none where all on the hexes is.
        start: One of them.
        end: Where that is now.
        after: The scenario after the last one.
        moved: The hexes that are moved, where they are now.
        stroke: The number that makes them one step.
    """

    base: Scenario
    hexes: frozenset[Hex]
    pieces: edits.Pieces
    start: Hex
    end: Hex
    after: Scenario
    moved: frozenset[Hex]
    stroke: int


class Nudging:
    """Moves hexes step by step. A run of steps is one undo step, and what they pass over stays."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._run: _Run | None = None

    def nudge(self, hexes: frozenset[Hex], way: Way) -> bool:
        """Move the selected pieces, else what lies on *hexes*; return whether there is room."""
        run = self._going_on(hexes)
        end = run.end.neighbour(_direction(run.end, way))
        moved = frozenset(_shifted(hex_, run.start, end) for hex_ in run.hexes)
        if not moved <= run.base.board.index.keys():
            return False
        after = self._bench.kept(_moved(run, end))
        self._run = replace(run, end=end, after=after, moved=moved)
        self._bench.edit(message_in("step", "Move"), after, run.stroke)
        if run.pieces:
            there = {_shifted(h, run.start, end): layers for h, layers in run.pieces.items()}
            self._bench.selection.select_pieces(there)
        else:
            self._bench.selection.select(moved)
        return True

    def _going_on(self, hexes: frozenset[Hex]) -> _Run:
        """Return the run that goes on, or a new one where anything else was done meanwhile."""
        run, now, pieces = self._run, self._bench.scenario, self._bench.selection.pieces
        goes_on = run is not None and bool(run.pieces) == bool(pieces)
        if goes_on and run is not None and hexes == run.moved and now == run.after:
            return run
        start = min(hexes)
        return _Run(now, hexes, pieces, start, start, now, hexes, new_stroke())


def _moved(run: _Run, end: Hex) -> Scenario:
    if run.pieces:
        return edits.move_pieces(run.base, run.pieces, run.start, end).scenario
    return edits.move_all(run.base, run.hexes, run.start, end).scenario


def _direction(at: Hex, way: Way) -> Direction:
    if way in _ZIGZAG:
        return _ZIGZAG[way][at.row % 2]
    return _DIRECTIONS[way]


def _shifted(hex_: Hex, start: Hex, end: Hex) -> Hex:
    return Hex(hex_.col + end.col - start.col, hex_.row + end.row - start.row)
