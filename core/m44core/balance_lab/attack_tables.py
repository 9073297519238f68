"""The value of attacks in the next turn, from tables shared by all games on a board."""

from __future__ import annotations

from functools import cache
from math import log
from typing import NamedTuple

from m44core.playtest.players.board_tables import board_tables
from m44core.playtest.players.dice_odds import MAX_DICE, attack_odds, hitting_faces
from m44core.rules.game.battlefield import Battlefield
from m44core.rules.game.state import GameState
from m44core.rules.index_types import HexNo, HexSet, PlayerNo, UnitNo

KILL_VALUE = 3.0
"""The value of a kill, in figures."""
_MAX_KILL_CHANCE = 0.99  # the greatest chance of a kill that counts
_MAX_DICE = 32  # entries of a table; those above MAX_DICE repeat the one for MAX_DICE
_MAX_FIGURES = 8

AttackDice = tuple[int, ...]
"""The number of dice with which a unit could attack each hex, indexed by hex."""


class TargetTable(NamedTuple):
    """The value of attacks on a unit, indexed by the number of dice.

    Attributes:
        values: The expected losses in figures, with a bonus for a kill.
        kills: Minus the logarithm of the chance that the unit survives: it adds up over attacks.
    """

    values: tuple[float, ...]
    kills: tuple[float, ...]


class Attacker(NamedTuple):
    """A unit on the board, with the attacks it could make.

    Attributes:
        unit: The unit.
        hex: Its hex.
        dice: The number of dice with which it could attack each hex in its next turn.
        attackable_hexes: The hexes that it could attack with at least one die.
    """

    unit: UnitNo
    hex: HexNo
    dice: AttackDice
    attackable_hexes: HexSet


@cache
def _target_table(faces: float, figures: int) -> TargetTable:
    """Return the table of a unit of *figures* figures that is hit by *faces* faces of a die."""
    odds_by_dice = [attack_odds(faces, min(dice, MAX_DICE), figures) for dice in range(_MAX_DICE)]
    return TargetTable(
        tuple(each.losses + KILL_VALUE * each.kill for each in odds_by_dice),
        tuple(-log(1.0 - min(each.kill, _MAX_KILL_CHANCE)) for each in odds_by_dice),
    )


class AttackTables:
    """The attacks that units can make in their next turn, including after a move.

    Attributes:
        targets: For each unit, its tables as a target, indexed by its number of figures from 0.
    """

    def __init__(self, field: Battlefield) -> None:
        self._field = field
        self._tables = board_tables(field)
        self.targets = tuple(
            tuple(_target_table(hitting_faces(unit.rules), n) for n in range(_MAX_FIGURES + 1))
            for unit in field.units
        )
        self._attackers_by_visibility: dict[int, list[dict[HexNo, Attacker]]] = {}

    def units(self, state: GameState, player: PlayerNo) -> list[UnitNo]:
        """Return a player's units that are on the board."""
        figures, place = state.figures, state.place
        return [u for u in self._field.units_of[player] if figures[u] and place[u] >= 0]

    def attackers(self, state: GameState, player: PlayerNo) -> list[Attacker]:
        """Return a player's units that are on the board, with the hexes they can attack."""
        attackers_by_place = self._attackers_by_visibility.get(state.visibility)
        if attackers_by_place is None:
            attackers_by_place = self._attackers_by_visibility[state.visibility] = [
                {} for _ in self._field.units
            ]
        figures, place, attackers = state.figures, state.place, []
        for unit in self._field.units_of[player]:
            if figures[unit] and (hex_ := place[unit]) >= 0:
                attackers.append(
                    attackers_by_place[unit].get(hex_)
                    or self._attacker(state.visibility, unit, hex_)
                )
        return attackers

    def _attacker(self, visibility: int, unit: UnitNo, hex_: HexNo) -> Attacker:
        dice = self._tables.threat_dice(self._tables.kind_of[unit], hex_, visibility)
        reach = sum(1 << index for index, number in enumerate(dice) if number > 0)
        attacker = self._attackers_by_visibility[visibility][unit][hex_] = Attacker(
            unit, hex_, dice, reach
        )
        return attacker
