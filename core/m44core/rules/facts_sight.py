"""Lines of sight as plain data: who would see what, and where units are in the way."""

from __future__ import annotations

from m44core.rules.command import ARMOR, INFANTRY
from m44core.rules.grid import FAR, indexes
from m44core.rules.state import GameState

_Pairs = list[list[int]]


def lines_of_sight(state: GameState) -> dict[str, object]:
    """Return all lines between hexes up to :data:`~m44core.rules.grid.FAR` apart (B-LOS-02)."""
    looking = state.field.sights(state.ground).looking
    lines: list[object] = []
    units_block: _Pairs = []
    armor_differs: _Pairs = []
    for start in range(len(state.field.grid.names)):
        seen = looking[INFANTRY].seen(start, state.everyone)
        hidden = state.field.grid.within(start, FAR) & ~(1 << start) & ~seen
        lines.append([start, indexes(seen), indexes(hidden)])
        by_units = looking[INFANTRY].seen(start, 0) & hidden
        units_block += [[start, end] for end in indexes(by_units)]
        armor = looking[ARMOR].seen(start, state.everyone)
        armor_differs += [[start, end, armor >> end & 1] for end in indexes(seen ^ armor)]
    found: dict[str, object] = {"los": lines, "los_unit_blocked": units_block}
    return found | ({"los_armor_differs": armor_differs} if armor_differs else {})
