"""Lines of sight as plain data: who would see what, and where units are in the way."""

from __future__ import annotations

from dataclasses import replace

from m44core.rules.battle import sees
from m44core.rules.grid import FAR, indexes
from m44core.rules.state import GameState


def lines_of_sight(state: GameState) -> dict[str, object]:
    """Return all lines between hexes up to :data:`~m44core.rules.grid.FAR` apart (B-LOS-02)."""
    empty = _without_units(state)
    lines, units_block = [], []
    for start in range(len(state.field.grid.names)):
        clear: list[int] = []
        blocked: list[int] = []
        for end in _in_range(state, start):
            (clear if sees(state, start, end) else blocked).append(end)
        lines.append([start, clear, blocked])
        units_block += [[start, end] for end in blocked if sees(empty, start, end)]
    return {"los": lines, "los_unit_blocked": units_block}


def _in_range(state: GameState, start: int) -> list[int]:
    near = 0
    for ring in state.field.grid.rings(start)[1 : FAR + 1]:
        near |= ring
    return indexes(near)


def _without_units(state: GameState) -> GameState:
    """Return the position with every unit lifted off the board."""
    empty = state.clone()
    empty.occupied = [0, 0]
    empty.field = replace(state.field, bystanders=0)
    return empty
