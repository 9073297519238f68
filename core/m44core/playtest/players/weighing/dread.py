"""What ground that does something to units makes them dread to enter it."""

from __future__ import annotations

from typing import NamedTuple

from m44core.catalogue.hazards import Costs
from m44core.playtest.players.odds import hitting_faces
from m44core.rules.board.grid import indexes
from m44core.rules.game.march import MarchKind, Peril
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.numbers import HexNo, UnitNo
from m44core.rules.play.chance import DIE
from m44core.rules.units.marching import is_mined, may_clear_mines, perils_in
from m44core.rules.units.movement import travel_of

_MINE_CLEARED = 0.3  # what it is worth to clear a mine


class Dread(NamedTuple):
    """What units have in common that dread the same hexes.

    Attributes:
        kind: The number of their kind.
        free: Whether nothing befalls who moves as they do.
        clears: Whether they clear mines.
        place: The hex they need not enter, for one stands there; ``NOWHERE`` if none would matter.
    """

    kind: int
    free: bool
    clears: bool
    place: HexNo


def dread_of(position: GameState, kind: int, unit: UnitNo) -> Dread:
    """Return what a unit of a kind has in common with others."""
    place = position.place[unit]
    standing = place if position.ground.hazards >> place & 1 else NOWHERE
    command, rules = position.command_of(unit), position.field.units[unit].rules
    may_be = rules.sails or (command is not None and command.move is not None)
    free = may_be and travel_of(position, unit).free
    return Dread(kind, free, may_clear_mines(position, unit), standing)


def dreaded(position: GameState, unit: UnitNo) -> dict[HexNo, float]:
    """Return what figures it costs a unit to enter mines and ice (TH-MINE-02, TH-ICE-02).

    Of hidden mines it knows no more than which strengths are left. To clear one is a gain.
    """
    ground, clears = position.ground, may_clear_mines(position, unit)
    free, found = travel_of(position, unit).free, {}
    for index in indexes(ground.hazards & ~(1 << position.place[unit])):
        if clears and is_mined(position, unit, index):
            found[index] = -_MINE_CLEARED
        elif not free and (perils := tuple(perils_in(position, unit, MarchKind.MOVE, index))):
            found[index] = sum(_cost(position, unit, peril) for peril in perils)
    return found


def hiding(worth: list[float], place: HexNo, spared: float) -> list[float]:
    """Return what hexes are worth to a unit that stays camouflaged where it is (TH-CAMO-02)."""
    hidden = worth.copy()
    hidden[place] += spared
    return hidden


def _cost(position: GameState, unit: UnitNo, peril: Peril) -> float:
    """Return the figures that a peril costs on average."""
    left = position.mine_pools[peril.pool] if peril.pool >= 0 else (peril.dice,)
    faces = hitting_faces(position.field.units[unit].rules)
    hit = faces if peril.costs is Costs.HITS else 1.0
    return hit * sum(left) / max(1, len(left)) / len(DIE)
