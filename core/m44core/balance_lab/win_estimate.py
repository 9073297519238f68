"""The estimated chance of winning, used to measure luck: a logistic sum of a few weights.

It considers the options of both players, because it estimates the game and not one player's view.
Only its level is set per scenario, by :mod:`m44core.balance_lab.luck_adjustment`. The value of
hands is estimated by :mod:`m44core.balance_lab.hand_estimate`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, inf, log
from typing import NamedTuple

from m44core.balance_lab.attack_tables import AttackTables
from m44core.balance_lab.win_weights import WinWeights
from m44core.catalogue.catalogue_types import Side
from m44core.rules.board.hex_grid import BOTTOM, TOP
from m44core.rules.game.battlefield import Battlefield
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.game.victory_terms import Objective
from m44core.rules.index_types import HexSet, PlayerNo, UnitNo

_MAX_CACHED_BOARDS = 16
_MAX_FIGURES = 8
_MAX_ATTACKS = 4  # of a turn, that count together
_MAX_KILLS = -log(0.01)
_MAX_PENDING_KILLS = -log(0.005)

PendingBattles = Mapping[UnitNo, Sequence[tuple[UnitNo, int]]]
"""For each unit that can still battle in this turn, its targets with the number of dice."""


class _ObjectiveWithDiscs(NamedTuple):
    """An objective, with the hexes up to one, two, three ... hexes away from it."""

    number: int
    objective: Objective
    discs: tuple[HexSet, ...]


class BattleOutcome(NamedTuple):
    """The effect of a battle on its target.

    Attributes:
        figures_left: The figures it has left.
        is_driven: Whether it survives but has to leave its hex.
    """

    figures_left: int
    is_driven: bool = False


class WinEstimate:
    """The estimate for the positions of one board, in logits of the Allies.

    Everything is linear in the weights; ``packaging/fit_win_weights.py`` relies on that.
    """

    def __init__(self, field: Battlefield, weights: WinWeights) -> None:
        self.weights = weights
        self.attacks = AttackTables(field)
        self.allies: PlayerNo = field.sides.index(Side.ALLIES)
        self.signs = tuple(1.0 if player == self.allies else -1.0 for player in (TOP, BOTTOM))
        self.field = field
        self.unit_weights = [
            self._weights_by_figures(unit.class_number, self.signs[unit.player])
            for unit in field.units
        ]
        self._missing_weights = [
            [sign * weights.missing[max(0, n - 1)] for n in range(len(weights.missing) + 1)]
            for sign in self.signs
        ]
        self._goals = [
            _ObjectiveWithDiscs(number, each, self._discs(each.hexes))
            for number, each in enumerate(field.objectives)
            if each.hexes and not each.sections_to_clear
        ]

    def _weights_by_figures(self, class_number: int, sign: float) -> list[float]:
        weights = self.weights.units[class_number]
        return [sign * weights[min(n, len(weights) - 1)] for n in range(_MAX_FIGURES + 1)]

    def _discs(self, hexes: HexSet) -> tuple[HexSet, ...]:
        discs = [hexes]
        for _ in self.weights.near:
            discs.append(discs[-1] | self.field.grid.spread(discs[-1]))
        return tuple(discs[1:])

    def balance(self, state: GameState, player_to_move: PlayerNo | None = None) -> float:
        """Return the Allies' chance of winning, in logits, in a position between two turns.

        The hands of the players are ignored.

        Args:
            state: The position.
            player_to_move: The player who has the next turn; by default the one after the
                current turn.
        """
        missing_medals = self.missing_medals(state)
        player_to_move = next_player(state) if player_to_move is None else player_to_move
        balance = self.material_weight(state) + self.signs[player_to_move] * self.weights.initiative
        balance += self.missing_medals_weight(
            TOP, missing_medals[TOP]
        ) + self.missing_medals_weight(BOTTOM, missing_medals[BOTTOM])
        if 0 < missing_medals[player_to_move] <= len(self.weights.kill_next):
            kills = sum(sorted(self._kills(state, player_to_move))[-_MAX_ATTACKS:])
            balance += self.kills_weight(player_to_move, missing_medals[player_to_move], kills)
        return balance + self.objectives_weight(state) if self._goals else balance

    def material_weight(self, state: GameState) -> float:
        """Return the weight of all units, in logits of the Allies."""
        return sum(
            [weights[n] for weights, n in zip(self.unit_weights, state.figures, strict=True)]
        )

    def missing_medals(self, state: GameState) -> list[int]:
        """Return the number of medals each player still needs."""
        needed = self.field.medals_needed
        return [needed[TOP] - state.medals(TOP), needed[BOTTOM] - state.medals(BOTTOM)]

    def missing_medals_weight(self, player: PlayerNo, missing_medals: int) -> float:
        """Return the weight of a player's missing medals."""
        weights = self._missing_weights[player]
        if missing_medals < 0:
            return weights[0]
        return weights[missing_medals] if missing_medals < len(weights) else weights[-1]

    def kills_weight(self, player: PlayerNo, missing_medals: int, kills: float) -> float:
        """Return the weight of a player's possible kills in the next turn."""
        weight = self.weights.kill_next[missing_medals - 1]
        return self.signs[player] * (kills if kills < _MAX_KILLS else _MAX_KILLS) * weight

    def _kills(self, state: GameState, player: PlayerNo) -> list[float]:
        """Return the value of the best kill of each of a player's units that can attack.

        The value is minus the logarithm of the chance that the target survives.
        """
        attacks, place, figures = self.attacks, state.place, state.figures
        hexes = state.occupied[1 - player]
        enemies = attacks.units(state, 1 - player)
        targets = [(place[unit], attacks.targets[unit][figures[unit]].kills) for unit in enemies]
        return [
            max([kills[dice[hex_]] for hex_, kills in targets], default=0.0)
            for _, _, dice, attackable_hexes in attacks.attackers(state, player)
            if attackable_hexes & hexes
        ]

    def objectives_weight(
        self, state: GameState, killed_hex: HexSet = 0, retreated_hex: HexSet = 0
    ) -> float:
        """Return the weight of objectives that can be gained or lost.

        Args:
            state: The position.
            killed_hex: The hex of an eliminated unit, as a set; empty if there is none.
            retreated_hex: The hex of a unit that retreats from it, as a set; empty if there is
                none.
        """
        weights, occupied, total = self.weights, state.occupied, 0.0
        vacated_hexes = killed_hex | retreated_hex
        for number, objective, discs in self._goals:
            holder, medals = state.holders[number], objective.medals
            if holder != NOBODY:
                if objective.permanent:
                    continue
                if not occupied[holder] & objective.hexes & vacated_hexes:
                    total += self.signs[holder] * medals * weights.held
            for player in objective.players:
                own_hexes = occupied[player] & ~killed_hex
                if holder == player:
                    continue
                for distance, disc in enumerate(discs):
                    if own_hexes & disc:
                        total += self.signs[player] * medals * weights.near[distance]
                        break
        return total


@lru_cache(_MAX_CACHED_BOARDS)
def win_estimate(field: Battlefield, weights: WinWeights) -> WinEstimate:
    """Return the estimate for a board, which all its games share."""
    return WinEstimate(field, weights)


def next_player(state: GameState) -> PlayerNo:
    """Return the player who has the next turn; before the first turn, the first player."""
    return 1 - state.active if state.turn else state.field.starting_player


def chance_of_allies(
    state: GameState,
    estimate: WinEstimate,
    level: float = 0.0,
    player_to_move: PlayerNo | None = None,
) -> float:
    """Return the estimated chance of the Allies; their result if the game is over.

    Args:
        state: The position.
        estimate: The estimate for the board.
        level: The level, in logits of the Allies.
        player_to_move: The player who has the next turn; by default the one after the current turn.
    """
    if state.result is not None:
        winner = state.result.winner
        return 0.5 if winner is None else float(winner is Side.ALLIES)
    return 1.0 / (1.0 + exp(-level - estimate.balance(state, player_to_move)))


class BattleEstimate:
    """The estimate after each possible outcome of a roll in a battle, without rolling the dice.

    Args:
        estimate: The estimate for the board.
        state: The game when the dice are about to be rolled.
        pending: The battles that can still follow in this turn.
    """

    def __init__(self, estimate: WinEstimate, state: GameState, pending: PendingBattles) -> None:
        fight = state.fight
        assert fight is not None, "dice fall in a fight"
        self._estimate, self._state, self._target = estimate, state, fight.target
        unit = self._unit = estimate.field.units[fight.target]
        self._loser, self._winner = unit.player, 1 - unit.player
        self._target_hex = 1 << state.place[fight.target]
        self._missing_medals = estimate.missing_medals(state)
        self._target_weights = estimate.unit_weights[fight.target]
        self._next_player = next_player(state)
        others = estimate.material_weight(state) - self._target_weights[state.figures[fight.target]]
        self._others = others + estimate.signs[self._next_player] * estimate.weights.initiative
        self._goals_weight = estimate.objectives_weight(state) if estimate.field.objectives else 0.0
        self._winner_sign = estimate.signs[self._winner]
        fire_weight, assault_weight = estimate.weights.driven
        self._driven = self._winner_sign * (
            fire_weight + assault_weight if fight.close else fire_weight
        )
        self._pending = (
            _best_pending_battles(estimate, state, fight.target, pending) if pending else None
        )
        self._found_kills: list[tuple[UnitNo, float, int]] | None = None
        self._steady = (
            self._others
            + self._goals_weight
            + self._both_missing_medals_weight(self._missing_medals)
        )
        active = self._missing_medals[state.active]
        if self._pending is not None and not self._pending.concerned and active > 0:
            self._steady = self._steady + self._pending_weight(active, _NO_DAMAGE)
        is_steady = self._pending is None or not self._pending.concerned
        self._is_simple = is_steady and not self._do_kills_count(self._missing_medals)

    def logits_after_each(self, changes: Sequence[BattleOutcome]) -> list[float]:
        """Return the logits of the Allies after each outcome; infinite if it ends the game."""
        steady, target_weights, balances = self._steady, self._target_weights, []
        is_simple, is_on_goal = (
            self._is_simple,
            self._estimate.field.objective_hexes & self._target_hex,
        )
        for change in changes:
            figures_left, is_driven = change
            if not figures_left or (is_driven and is_on_goal):
                balances.append(self._logits_after_leaving(change))
                continue
            balance = steady + target_weights[figures_left]
            if is_driven:
                balance = balance + self._driven
            if not is_simple:
                balance = balance + self._attacks_weight(
                    self._missing_medals, change, only_changed=True
                )
            balances.append(balance)
        return balances

    def _logits_after_leaving(self, change: BattleOutcome) -> float:
        """Return the logits after an outcome that eliminates the target or drives it off."""
        estimate, missing_medals = self._estimate, self._missing_medals.copy()
        if not change.figures_left:
            missing_medals[self._winner] -= self._unit.medals
            if self._is_game_won(missing_medals[self._winner]):
                return self._winner_sign * inf
        balance = self._others + self._target_weights[change.figures_left]
        if change.is_driven:
            balance = balance + self._driven
        if estimate.field.objectives:
            balance = balance + self._abandoned_objectives_weight(missing_medals)
            killed_hex, retreated_hex = (
                (0, self._target_hex) if change.figures_left else (self._target_hex, 0)
            )
            balance = balance + estimate.objectives_weight(self._state, killed_hex, retreated_hex)
        balance = balance + self._both_missing_medals_weight(missing_medals)
        return balance + self._attacks_weight(missing_medals, change)

    def _both_missing_medals_weight(self, missing_medals: Sequence[int]) -> float:
        estimate = self._estimate
        return estimate.missing_medals_weight(
            TOP, missing_medals[TOP]
        ) + estimate.missing_medals_weight(BOTTOM, missing_medals[BOTTOM])

    def _is_game_won(self, missing_medals: int) -> bool:
        """Return whether a kill wins the game: by medals, or because no enemy is left."""
        if not self._state.occupied[self._loser] & ~self._target_hex:
            return True
        return missing_medals <= 0 and not self._estimate.field.exits_needed[self._winner]

    def _abandoned_objectives_weight(self, missing_medals: list[int]) -> float:
        """Return the weight of the objectives the target gives up.

        Medals lost with them are added to *missing_medals*.
        """
        estimate, total = self._estimate, 0.0
        fight = self._state.fight
        assert fight is not None
        for objective, holder in zip(estimate.field.objectives, self._state.holders, strict=True):
            is_fixed = objective.permanent and holder != NOBODY
            if is_fixed or objective.sections_to_clear or not objective.hexes & self._target_hex:
                continue
            if holder == self._loser and not (objective.permanent or objective.last_to_occupy):
                missing_medals[self._loser] += objective.medals
            if holder != self._winner and self._winner in objective.players:
                total += (
                    self._winner_sign * objective.medals * estimate.weights.vacated[fight.close]
                )
        return total

    # the attacks that follow

    def _do_kills_count(self, missing_medals: Sequence[int]) -> bool:
        return 0 < missing_medals[self._next_player] <= len(self._estimate.weights.kill_next)

    def _attacks_weight(
        self, missing_medals: Sequence[int], change: BattleOutcome, *, only_changed: bool = False
    ) -> float:
        """Return the weight of the battles of this turn and the next.

        Args:
            missing_medals: The number of medals each player still needs.
            change: The effect on the target.
            only_changed: Whether to leave out the battles of this turn if none of them depends on
                the target.
        """
        total = 0.0
        if self._do_kills_count(missing_medals):
            kills = self._kills(change)
            total = self._estimate.kills_weight(
                self._next_player, missing_medals[self._next_player], kills
            )
        active, pending = self._state.active, self._pending
        if (
            pending is None
            or (only_changed and not pending.concerned)
            or missing_medals[active] <= 0
        ):
            return total
        return total + self._pending_weight(missing_medals[active], change)

    def _kills(self, change: BattleOutcome) -> float:
        """Return the expected kills of the next player's best attacks after *change*."""
        if self._found_kills is None:
            self._found_kills = self._attackers_with_best_kills()
        if self._next_player == self._loser:
            is_standing = change.figures_left > 0
            each = [k for unit, k, _ in self._found_kills if is_standing or unit != self._target]
        elif change.figures_left:
            kills = self._estimate.attacks.targets[self._target][change.figures_left].kills
            each = [max(other, kills[dice]) for _, other, dice in self._found_kills]
        else:
            each = [other for _, other, _ in self._found_kills]
        each.sort()
        return sum(each[-_MAX_ATTACKS:])

    def _attackers_with_best_kills(self) -> list[tuple[UnitNo, float, int]]:
        """Return the next player's attackers, with their best other kill and dice on the target."""
        attacks, state = self._estimate.attacks, self._state
        place, figures, hexes = state.place, state.figures, state.occupied[1 - self._next_player]
        targets = [
            (place[unit], attacks.targets[unit][figures[unit]].kills)
            for unit in attacks.units(state, 1 - self._next_player)
            if unit != self._target
        ]
        target_hex = place[self._target]
        return [
            (
                unit,
                max([kills[dice[hex_]] for hex_, kills in targets], default=0.0),
                dice[target_hex],
            )
            for unit, _, dice, attackable_hexes in attacks.attackers(state, self._next_player)
            if attackable_hexes & hexes
        ]

    def _pending_weight(self, missing_medals: int, change: BattleOutcome) -> float:
        """Return the weight of the battles that can follow in this turn."""
        estimate, weights, target = self._estimate, self._estimate.weights, self._target
        assert self._pending is not None, "battles can follow"
        is_standing = change.figures_left and not change.is_driven
        table = estimate.attacks.targets[target][change.figures_left] if is_standing else None
        value, kill = self._pending.value, self._pending.kill
        for unit, other, other_kill, dice in self._pending.concerned:
            if unit == target and not is_standing:
                continue
            if table is None or not dice:
                value += other
                kill += other_kill
            else:
                value += max(other, table.values[dice])
                kill += max(other_kill, table.kills[dice])
        kill_weight = weights.pending_kill[min(missing_medals, len(weights.pending_kill)) - 1]
        total = value * weights.pending + min(kill, _MAX_PENDING_KILLS) * kill_weight
        return estimate.signs[self._state.active] * total


class _PendingBattleValue(NamedTuple):
    """The battles that can follow in a turn.

    Attributes:
        value: The value of the battles that do not depend on the target.
        kill: The kills expected from these battles.
        concerned: For each unit that could battle the target, and for the target itself: the unit,
            its best value and kill against other units, and its dice against the target.
    """

    value: float
    kill: float
    concerned: list[tuple[UnitNo, float, float, int]]


_NO_DAMAGE = BattleOutcome(_MAX_FIGURES)


def _best_pending_battles(
    estimate: WinEstimate, state: GameState, target: UnitNo, pending: PendingBattles
) -> _PendingBattleValue:
    all_value = all_kill = 0.0
    concerned: list[tuple[UnitNo, float, float, int]] = []
    for unit, options in pending.items():
        value = kill = 0.0
        on_target = 0
        for enemy, dice in options:
            if enemy == target:
                on_target = max(on_target, dice)
            elif figures := state.figures[enemy]:
                table = estimate.attacks.targets[enemy][figures]
                value, kill = max(value, table.values[dice]), max(kill, table.kills[dice])
        if on_target or unit == target:
            concerned.append((unit, value, kill, on_target))
        else:
            all_value, all_kill = all_value + value, all_kill + kill
    return _PendingBattleValue(all_value, all_kill, concerned)
