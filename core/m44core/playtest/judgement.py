"""What a simple computer player thinks of a position: rules of thumb, counted in figures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from math import comb

from m44core.catalogue.types import UnitClass
from m44core.rules.battle import dice_at, hits, sees, targets
from m44core.rules.chance import DIE
from m44core.rules.grid import indexes
from m44core.rules.movement import reach
from m44core.rules.state import NOBODY, NOWHERE, GameState

KILL = 3.0  # what an eliminated unit is worth, in figures
MEDAL = 5.0  # what an objective is worth, in figures
FEAR = 0.25  # how much of a figure that may be lost counts
STEP = 0.3  # what a hex nearer to a goal is worth

_FAR_AWAY = 30


class Judgement:
    """What the player who acts thinks of one position; asks nothing he may not know."""

    def __init__(self, position: GameState, player: int) -> None:
        self.position = position
        self.player = player
        self._distances: dict[int, list[int]] = {}

    def attack(self, unit: int, target: int) -> float:
        """Return what a battle of a unit against the one on *target* is worth."""
        start = self.position.place[unit]
        distance = self.position.field.grid.distance(start, target)
        return self._worth(target, dice_at(self.position, unit, start, target, distance))

    def _worth(self, target: int, dice: int) -> float:
        enemy = self.position.unit_at[target]
        figures = self.position.figures[enemy]
        unit_class = self.position.field.units[enemy].rules.unit_class
        value = dice * 0.1 * (2 if self._held(target, 1 - self.player) else 1)
        for struck in range(1, dice + 1):
            chance = _chance_of(unit_class, dice, struck)
            value += chance * (min(struck, figures) + (KILL if struck >= figures else 0))
        return value

    def best_attack(self, unit: int) -> float:
        """Return the worth of the best battle a unit has from where it stands."""
        found = targets(self.position, unit)
        return max((self._worth(target, dice) for target, dice in found), default=0.0)

    def place(self, unit: int, hex_: int) -> float:
        """Return what standing on a hex is worth to a unit, without any battle."""
        return (
            self._objective(hex_)
            - FEAR * self._danger(unit, hex_)
            - STEP * self._distance(unit, hex_)
        )

    def gain(self, unit: int) -> float:
        """Return what ordering a unit is worth: its best move and battle over standing still."""
        return self.best_move(unit)[1] - self.place(unit, self.position.place[unit])

    def best_move(self, unit: int) -> tuple[int, float]:
        """Return where a unit should go and what that is worth; its own hex to stay."""
        start = self.position.place[unit]
        best = (start, self.place(unit, start) + self.battle_after(unit, start, 0))
        for steps, hexes in enumerate(reach(self.position, unit), start=1):
            for end in indexes(hexes):
                value = self.place(unit, end) + self.battle_after(unit, end, steps)
                if value > best[1] + 1e-9:
                    best = (end, value)
        return best

    def battle_after(self, unit: int, end: int, steps: int) -> float:
        """Return the worth of the best battle a unit would have on *end* after a move."""
        rules = self.position.field.units[unit].rules
        number = self.position.field.units[unit].number_of_class
        ground = self.position.ground
        if steps > rules.move_and_battle or ground.no_battle >> end & 1:
            return 0.0
        barred = ground.no_battle_on_entry[number] >> end & 1 and not rules.battles_on_entry
        if steps and barred:
            return 0.0
        with self._standing_on(unit, end):
            return self.best_attack(unit)

    @contextmanager
    def _standing_on(self, unit: int, hex_: int) -> Iterator[None]:
        """Put a unit elsewhere for a moment."""
        position, start = self.position, self.position.place[unit]
        swap = (1 << start) ^ (1 << hex_)
        position.place[unit] = hex_
        position.occupied[self.player] ^= swap
        yield
        position.place[unit] = start
        position.occupied[self.player] ^= swap

    def _objective(self, hex_: int) -> float:
        """Return what the objectives on a hex are worth to the player."""
        if not self.position.field.objective_hexes >> hex_ & 1:
            return 0.0
        return sum(
            MEDAL * objective.medals / objective.needed
            for number, objective in enumerate(self.position.field.objectives)
            if objective.hexes >> hex_ & 1 and self._counts(number)
        )

    def _counts(self, number: int) -> bool:
        """Tell whether standing on an objective still gains or keeps it."""
        objective = self.position.field.objectives[number]
        gone = objective.permanent and self.position.holders[number] != NOBODY
        return self.player in objective.players and not gone

    def _held(self, hex_: int, player: int) -> bool:
        """Tell whether a player holds an objective by standing on a hex."""
        return any(
            objective.hexes >> hex_ & 1 and holder == player and not objective.permanent
            for objective, holder in zip(
                self.position.field.objectives, self.position.holders, strict=True
            )
        )

    def _danger(self, unit: int, hex_: int) -> float:
        """Return how many figures a unit may lose on a hex to the enemies that reach it now."""
        position = self.position
        enemies = position.occupied[1 - self.player]
        unit_class = position.field.units[unit].rules.unit_class
        rings = position.field.grid.rings(hex_)
        dice = 0
        for distance in (1, 2, 3):
            for index in indexes(rings[distance] & enemies):
                enemy = position.unit_at[index]
                if distance <= len(position.field.units[enemy].rules.dice) and (
                    distance == 1 or sees(position, index, hex_)
                ):
                    dice += max(0, dice_at(position, enemy, index, hex_, distance))
        weakness = 1.5 if position.figures[unit] == 1 else 1.0
        return dice * _chance_of_a_hit(unit_class) * weakness

    def _distance(self, unit: int, hex_: int) -> int:
        """Return how far the next goal is by the ways open to a unit, units left aside."""
        number = self.position.field.units[unit].number_of_class
        if number not in self._distances:
            self._distances[number] = self._distances_to_goals(number)
        return self._distances[number][hex_]

    def _distances_to_goals(self, number: int) -> list[int]:
        """Return for each hex how many hexes the next enemy or open objective is away."""
        grid, passable = self.position.field.grid, self.position.ground.passable[number]
        distances = [_FAR_AWAY] * len(grid.names)
        seen = frontier = self._goals()
        for distance in range(_FAR_AWAY):
            for index in indexes(frontier):
                distances[index] = distance
            frontier = grid.spread(frontier) & passable & ~seen
            seen |= frontier
        return distances

    def _goals(self) -> int:
        goals = self.position.occupied[1 - self.player]
        for number, objective in enumerate(self.position.field.objectives):
            if self._counts(number) and self.position.holders[number] != self.player:
                goals |= objective.hexes
        return goals


def own_units(position: GameState, player: int) -> list[int]:
    """Return the units a player has on the board."""
    return [
        unit.number
        for unit in position.field.units
        if unit.player == player and position.place[unit.number] != NOWHERE
    ]


@cache
def _chance_of_a_hit(unit_class: UnitClass) -> float:
    return hits(unit_class, DIE) / len(DIE)


@cache
def _chance_of(unit_class: UnitClass, dice: int, struck: int) -> float:
    """Return the chance of exactly so many hits."""
    chance = _chance_of_a_hit(unit_class)
    return float(comb(dice, struck) * chance**struck * (1 - chance) ** (dice - struck))
