"""Lines of sight as plain data: who would see what, and where units are in the way."""

from __future__ import annotations

from m44core.catalogue.types import UnitClass
from m44core.rules.board.grid import FAR, indexes
from m44core.rules.board.hex_ground import NUMBER
from m44core.rules.game.state import GameState
from m44core.rules.numbers import HexNo, HexSet

_Pair = list[int]


def lines_of_sight(state: GameState) -> dict[str, object]:
    """Return all lines between hexes up to ``FAR`` apart (B-LOS-02)."""
    looking = state.field.sights(state.ground).looking
    infantry, armor = (looking[NUMBER[c]] for c in (UnitClass.INFANTRY, UnitClass.ARMOR))
    lines: list[list[object]] = []
    behind_units: list[_Pair] = []
    differing: list[_Pair] = []
    for start in range(len(state.field.grid.names)):
        near = state.field.grid.within(start, FAR) & ~(1 << start)
        seen, other = (sight.seen(start, state.everyone) for sight in (infantry, armor))
        lines.append([start, [*indexes(seen)], [*indexes(near & ~seen)]])
        behind_units += _pairs(start, infantry.seen(start, 0) & ~seen)
        differing += [[*pair, other >> pair[1] & 1] for pair in _pairs(start, seen ^ other)]
    known: dict[str, object] = {"los": lines, "los_unit_blocked": behind_units}
    return known | ({"los_armor_differs": differing} if differing else {})


def _pairs(start: HexNo, ends: HexSet) -> list[_Pair]:
    return [[start, end] for end in indexes(ends)]
