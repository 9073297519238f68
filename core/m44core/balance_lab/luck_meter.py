"""The luck of a game: how its dice and draws differed from the average outcome.

Luck is a sum over all chance events: the estimated chance of winning after the outcome, minus the
mean of that chance over all possible outcomes. For any players, the mean of luck over all games is
0, however good or bad the estimate; therefore results minus luck have the same mean as the results
and less variance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb, exp, inf
from operator import mul
from typing import NamedTuple

from m44core.balance_lab.hand_estimate import HandEstimate
from m44core.balance_lab.win_estimate import (
    BattleEstimate,
    BattleOutcome,
    PendingBattles,
    win_estimate,
)
from m44core.balance_lab.win_weights import WinWeights, win_weights
from m44core.catalogue.command_cards import CardEffect
from m44core.rules.game.actions import Action, Battle, DieFace, DrawCard, Play, Roll
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOWHERE, FightKind, GameState
from m44core.rules.index_types import PlayerNo, UnitNo
from m44core.rules.play.chance import DIE
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.units.battle import battle_dice, count_hits, faces_that_hit_now, symbol_of
from m44core.rules.units.retreat import (
    forced_retreats,
    mandatory_ignored_flags,
    max_ignored_flags,
)

LUCK_LEVELS: tuple[float, ...] = (-2.0, -1.0, 0.0, 1.0, 2.0)
"""The levels for which luck is kept: logits of the Allies' chance of winning before the game."""

_FACTORS = tuple(exp(-level) for level in LUCK_LEVELS)
_LOST_GAME = 1e300  # exp(-balance) of a lost game
_MAX_CACHED_ROLLS = 4096  # kinds of rolls; about 2 MB


class LuckMeter:
    """Measures the luck of a game: a watcher of :func:`m44core.playtest.games.match.play_match`.

    It never changes the game. Luck that cannot be measured exactly is left out.
    """

    def __init__(self, start: GameState, weights: WinWeights | None = None) -> None:
        self._estimate = win_estimate(start.field, weights or win_weights())
        self._luck = [0.0] * len(LUCK_LEVELS)
        self._pending: PendingBattles = {}
        self._cards = {*start.deck, *start.discards, *start.hands[0], *start.hands[1]}
        self._cards |= {*start.drawn, start.token, start.card} - {""}
        self._hands: dict[PlayerNo, tuple[HandEstimate, float]] = {}

    @property
    def luck(self) -> tuple[float, ...]:
        """The luck of the Allies so far, as a share of a win, for each of LUCK_LEVELS."""
        return tuple(self._luck)

    def before(self, state: GameState, action: Action | None) -> None:
        """Measure the luck of a chance action that is about to be applied."""
        kind = action.__class__
        if kind is DrawCard:
            assert isinstance(action, DrawCard)
            self._measure_draw(state, action)
        elif kind is Roll:
            assert isinstance(action, Roll)
            self._hands.clear()
            if state.phase is Phase.ROLL or state.phase is Phase.REROLL:
                self._measure_battle(state, action)
            elif state.phase is Phase.CARD_ROLL:
                self._measure_healing(state, action)
        elif kind is Battle:
            assert isinstance(action, Battle)
            if state.phase is Phase.BATTLE:
                self._pending = _battles_after(state, action)
        elif kind is Play and state.phase is Phase.PLAY:
            self._pending = {}
            self._hands.clear()

    # battles

    def _measure_battle(self, state: GameState, roll: Roll) -> None:
        outcomes = battle_outcomes(state)
        if len(outcomes.changes) > 1:
            estimate = BattleEstimate(self._estimate, state, self._battles_left(state))
            balances = estimate.logits_after_each(outcomes.changes)
            self._add_outcome(balances, outcomes.chances, outcomes.number_of(roll.faces))

    def _battles_left(self, state: GameState) -> PendingBattles:
        """Return the battles that can still follow in this turn."""
        fight, battled = state.fight, state.battled
        assert fight is not None
        if fight.kind is FightKind.STRIKE:
            return {-1 - n: ((unit, fight.dice),) for n, unit in enumerate(state.targets)}
        battles_left = {
            unit: options
            for unit, options in self._pending.items()
            if not battled >> unit & 1 and unit != fight.attacker
        }
        if fight.kind is FightKind.AMBUSH and state.ambushed is not None:
            battles_left[fight.target] = ((fight.attacker, state.ambushed.dice),)
        return battles_left

    def _measure_healing(self, state: GameState, roll: Roll) -> None:
        """Measure the luck of a roll for Medics & Mechanics."""
        command, unit = state.command, state.healed
        if (
            command is None
            or command.effect is not CardEffect.MEDICS
            or state.bridge_to_blow != NOWHERE
        ):
            return
        combatant, figures = state.field.units[unit], state.figures[unit]
        symbol = symbol_of(combatant.rules.unit_class)
        symbols = frozenset({DieFace.STAR, symbol or DieFace.STAR})
        lost_figures = combatant.figures - figures
        if lost_figures <= 0:
            return
        chances = chances_of_hits(count_hits(DIE, symbols), state.dice, lost_figures)
        weights, balance = self._estimate.unit_weights[unit], self._estimate.balance(state)
        balances = [
            balance + weights[figures + n] - weights[figures] for n in range(lost_figures + 1)
        ]
        self._add_outcome(balances, chances, min(lost_figures, count_hits(roll.faces, symbols)))

    # cards

    def _measure_draw(self, state: GameState, draw: DrawCard) -> None:
        player = state.drawing[0] if state.drawing else state.active
        deck = state.deck
        if deck[0] == deck[-1] or state.field.options.banned:  # the deck is sorted
            return
        estimate, balance = self._hand_estimate(state, player)
        gain = estimate.luck(draw.card, deck, () if state.drawing else state.drawn)
        self._add_gain(balance, self._estimate.signs[player] * gain)

    def _hand_estimate(self, state: GameState, player: PlayerNo) -> tuple[HandEstimate, float]:
        """Return the value of cards to a player, and the balance; cached until units change."""
        cached_estimate = self._hands.get(player)
        if cached_estimate is None:
            hand = HandEstimate(self._estimate, state, player, self._cards)
            cached_estimate = self._hands[player] = hand, self._estimate.balance(state)
        return cached_estimate

    # sums

    def _add_outcome(
        self, balances: Sequence[float], chances: Sequence[float], outcome: int
    ) -> None:
        """Add the luck of one of several outcomes, given the balance after each and its chance."""
        odds = [_LOST_GAME if balance == -inf else exp(-balance) for balance in balances]
        luck = self._luck
        for number, factor in enumerate(_FACTORS):
            chances_to_win = [1.0 / (1.0 + factor * each) for each in odds]
            luck[number] += chances_to_win[outcome] - sum(map(mul, chances, chances_to_win))

    def _add_gain(self, balance: float, gain: float) -> None:
        """Add the luck of a small gain in logits with mean 0, using the slope of the chance."""
        odds, luck = exp(-balance), self._luck
        for number, factor in enumerate(_FACTORS):
            chance = 1.0 / (1.0 + factor * odds)
            luck[number] += chance * (1.0 - chance) * gain


def _battles_after(state: GameState, battle: Battle) -> PendingBattles:
    """Return the battles of the other units that are possible now, with their dice."""
    index, unit_at = state.field.grid.index, state.unit_at
    battles: dict[UnitNo, list[tuple[UnitNo, int]]] = {}
    for action in legal_actions(state):
        if isinstance(action, Battle) and action.attacker != battle.attacker:
            unit, target = unit_at[index[action.attacker]], index[action.target]
            dice = battle_dice(state, unit, target)
            battles.setdefault(unit, []).append((unit_at[target], dice))
    return battles


class RollOutcomes(NamedTuple):
    """The possible effects of a roll on a unit.

    Attributes:
        changes: The distinct effects.
        chances: The chance of each effect.
        numbers: The index of the effect, keyed by the numbers of hits and of flags.
        hitting: The faces that hit.
        are_flags_counted: Whether flags count.
    """

    changes: tuple[BattleOutcome, ...]
    chances: tuple[float, ...]
    numbers: Mapping[tuple[int, int], int]
    hitting: frozenset[DieFace]
    are_flags_counted: bool

    def number_of(self, faces: Sequence[DieFace]) -> int:
        """Return the index of the effect that a roll has."""
        flags = faces.count(DieFace.FLAG) if self.are_flags_counted else 0
        return self.numbers[count_hits(faces, self.hitting), flags]


def battle_outcomes(state: GameState) -> RollOutcomes:
    """Return the possible effects of a battle's next roll on its target.

    The target's owner is assumed to ignore as many flags as possible. A target whose hits are
    rerolled has a single outcome until the reroll.
    """
    fight = state.fight
    assert fight is not None, "dice fall in a fight"
    target, faces, dice = state.field.units[fight.target], faces_that_hit_now(state), state.dice
    figures = state.figures[fight.target]
    if state.phase is Phase.REROLL:
        return roll_outcomes(faces, dice, figures, 0, 0, False)
    if target.rules.rerolls_hits:
        return roll_outcomes(faces, 0, figures, 0, 0, False)
    retreat_hexes = dice - forced_retreats(state, fight.target, dice).losses
    ignored_flags = max_ignored_flags(state, fight.target)
    ignored_flags += mandatory_ignored_flags(state, fight.target, dice)
    return roll_outcomes(faces, dice, figures, retreat_hexes, ignored_flags, True)


@lru_cache(_MAX_CACHED_ROLLS)
def roll_outcomes(
    hitting: frozenset[DieFace],
    dice: int,
    figures: int,
    retreat_hexes: int,
    ignored_flags: int,
    are_flags_counted: bool,  # a keyword takes longer to look up in the cache
) -> RollOutcomes:
    """Return the possible effects of a roll on a unit.

    Args:
        hitting: The faces of a die that hit the unit.
        dice: The number of dice.
        figures: The number of the unit's figures.
        retreat_hexes: The number of hexes that the unit can retreat.
        ignored_flags: The number of flags that the unit can ignore.
        are_flags_counted: Whether flags count.
    """
    outcomes: dict[BattleOutcome, float] = {}
    changes: dict[tuple[int, int], BattleOutcome] = {}
    faces, flag_faces = count_hits(DIE, hitting), 1 if are_flags_counted else 0
    for hits in range(dice + 1):
        for flags in range(dice - hits + 1 if are_flags_counted else 1):
            misses = dice - hits - flags
            ways = comb(dice, hits) * comb(dice - hits, flags)
            ways *= faces**hits * (len(DIE) - faces - flag_faces) ** misses
            change = _outcome_after_hits(
                figures - hits, max(0, flags - ignored_flags), retreat_hexes
            )
            changes[hits, flags] = change
            outcomes[change] = outcomes.get(change, 0.0) + ways / len(DIE) ** dice
    order = {change: number for number, change in enumerate(outcomes)}
    numbers = {roll: order[change] for roll, change in changes.items()}
    return RollOutcomes(
        tuple(outcomes), tuple(outcomes.values()), numbers, hitting, are_flags_counted
    )


def _outcome_after_hits(figures_left: int, flags_due: int, retreat_hexes: int) -> BattleOutcome:
    """Return the change of a unit after hits, given its flags and retreat path (B-RET-06).

    Args:
        figures_left: The number of figures left after hits.
        flags_due: The number of flags that are not ignored.
        retreat_hexes: The number of hexes that the unit can retreat.
    """
    if figures_left <= 0:
        return BattleOutcome(0)
    figures_left = max(0, figures_left - max(0, flags_due - retreat_hexes))
    return BattleOutcome(figures_left, is_driven=bool(figures_left and flags_due and retreat_hexes))


@lru_cache(_MAX_CACHED_ROLLS)
def chances_of_hits(faces: int, dice: int, most: int) -> tuple[float, ...]:
    """Return the chances of 0, 1, 2 ... hits; the last is of *most* hits or more."""
    hit_chance = faces / len(DIE)
    chances = [comb(dice, n) * hit_chance**n * (1 - hit_chance) ** (dice - n) for n in range(most)]
    return (*chances, 1.0 - sum(chances))
