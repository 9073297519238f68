"""Units that nobody fires at until they leave their hex or battle (TH-CAMO-01..03)."""

from __future__ import annotations

from m44core.rules.game.events import CamouflageLost, Event
from m44core.rules.game.state import GameState
from m44core.rules.numbers import HexNo, HexSet


def in_the_open(state: GameState, hexes: HexSet) -> HexSet:
    """Return the hexes whose units fire and cards can be aimed at (TH-CAMO-01)."""
    return hexes & ~state.camouflaged if state.camouflaged else hexes


def show(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Let the unit on a hex lose its camouflage, if it has any (TH-CAMO-02)."""
    if state.camouflaged >> index & 1:
        state.camouflaged ^= 1 << index
        log.append(CamouflageLost(state.field.grid.names[index]))
