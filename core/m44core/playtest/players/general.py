"""The General: simulates ways to play its turn, and the enemy's answer, before it chooses."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from math import inf
from operator import itemgetter
from statistics import fmean
from typing import NamedTuple

from m44core.messages.message import Message, message, percent
from m44core.playtest.players.action_reasons import rejected_plan_sentence
from m44core.playtest.players.card_values import CardValues, Prospect
from m44core.playtest.players.evaluation import PositionEvaluation
from m44core.playtest.players.personality import EVEN, PRESSING, STEADY, Personalities, Personality
from m44core.playtest.players.rehearsal import (
    Rehearsal,
    RehearsalPlayer,
    RehearsedHalf,
    imagined_position,
)
from m44core.rules.game.actions import Action, Play
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.index_types import PlayerNo
from m44core.rules.play.overlord import is_overlord

_MAX_CARDS = 4  # the number of cards considered
_CAREFUL_PERSONALITY = Personality(fear=0.8, step=0.15)
_LEAST_BATTLE_VALUES = (0.0, 0.3, 0.6)
_RANDOM_PERSONALITIES = 15  # the number of random personalities for each turn
_PERSONALITY_PENALTY = 0.1  # the penalty in figures for each further personality


def turn_proposals(
    position: GameState,
    player: PlayerNo,
    actions: Sequence[Action],
    max_count: int,
    rng: random.Random,
) -> list[Prospect]:
    """Return at most *max_count* different ways to play a turn, the most promising first.

    Cards are valued by the steady personality, whose choice comes first.
    """
    plays = [action for action in actions if isinstance(action, Play)]
    steady_prospects = {each.play: each for each in _prospects(position, player, plays, STEADY)}
    best_prospects = sorted(steady_prospects.values(), key=_merit, reverse=True)[:_MAX_CARDS]
    found = {_plan_key(each): (each.merit, each) for each in best_prospects}
    personalities = list(_personalities_to_try(PRESSING.of(position.field, player), rng))
    for number, personality in enumerate(personalities, start=1):
        penalty = number * _PERSONALITY_PENALTY
        least_merit = _least_merit(found.values(), max_count)
        plays = [each.play for each in best_prospects if each.merit - penalty > least_merit]
        for each in _prospects(position, player, plays, personality) if plays else ():
            if each.plan.intents:
                before = steady_prospects[each.play]
                revalued_prospect = each._replace(value=before.value, lost_later=before.lost_later)
                found.setdefault(
                    _plan_key(each), (revalued_prospect.merit - penalty, revalued_prospect)
                )
    ranked = sorted(found.values(), key=itemgetter(0), reverse=True)
    return [prospect for _, prospect in ranked[:max_count]]


def _least_merit(found: Collection[tuple[float, Prospect]], max_count: int) -> float:
    """Return the merit that a further proposal must exceed to be among the best *max_count*."""
    if len(found) < max_count:
        return -inf
    return sorted([merit for merit, _ in found], reverse=True)[max_count - 1]


def _personalities_to_try(pressing: Personality, rng: random.Random) -> Iterator[Personality]:
    yield from (pressing, _CAREFUL_PERSONALITY)
    for _ in range(_RANDOM_PERSONALITIES):
        yield Personality(
            medal=4.0 * rng.lognormvariate(0.0, 0.4),
            fear=0.45 * rng.lognormvariate(0.0, 0.6),
            focus=0.4 * rng.lognormvariate(0.0, 0.4),
            step=0.35 * rng.lognormvariate(0.0, 0.7),
            goal=0.4 * rng.lognormvariate(0.0, 0.6),
            denial=0.4 * rng.lognormvariate(0.0, 0.5),
            least=rng.choice(_LEAST_BATTLE_VALUES),
        )


def _prospects(
    position: GameState, player: PlayerNo, plays: Sequence[Play], personality: Personality
) -> list[Prospect]:
    table = CardValues(PositionEvaluation(position, player, personality))
    return [table.prospect(play) for play in plays]


def _merit(prospect: Prospect) -> float:
    return prospect.merit


def _plan_key(prospect: Prospect) -> object:
    """Return a key that is equal for plans with the same actions, whatever their values."""
    intents = prospect.plan.intents
    return prospect.play, frozenset((each.unit, each.end, each.target) for each in intents)


_MAX_PROPOSALS = 12
_CARD_VALUE_WEIGHT = (
    0.005  # the weight of a figure of a card's value, relative to the rehearsed chance
)
_MIDWAY_WEIGHT = 2  # the weight of the mean chance before the enemy's answer, in rehearsals


class Round(NamedTuple):
    """A round of rehearsals.

    Attributes:
        own_turns: The number of rehearsals of each plan by the end of the round.
        answers: The number of them that go on with the enemy's answer.
        max_remaining: The number of plans that advance to the next round.
    """

    own_turns: int
    answers: int
    max_remaining: int


_ROUNDS = (Round(2, 0, 7), Round(2, 2, 4), Round(5, 5, 2), Round(9, 9, 1))


class RehearsedTurn(NamedTuple):
    """A rehearsed way to play a turn.

    Attributes:
        prospect: The card and its plan.
        chance: The mean chance of winning in its rehearsals; there are fewer of them if the plan
            was rejected early.
    """

    prospect: Prospect
    chance: float


class General(RehearsalPlayer):
    """Plans with several personalities, and chooses the plan that does best in rehearsals.

    It knows only its view, so for each rehearsal the enemy's hand is drawn from the cards it has
    not seen.

    Args:
        personalities: The personalities with which it values cards and carries out its plans.
        rounds: The rounds of rehearsals.
    """

    def __init__(
        self,
        personalities: Personalities = EVEN,
        rounds: Sequence[Round] = _ROUNDS,
    ) -> None:
        super().__init__(personalities)
        self._rounds = rounds
        self._rehearsed: tuple[GameState | None, tuple[RehearsedTurn, ...]] = (None, ())

    def choose(self, view: PlayerView, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return the best action; cards are evaluated by rehearsals."""
        position = view.position
        if not self._rehearses(position):
            return super().choose(view, actions, rng)
        rehearsed = self.rehearse(view, actions, rng)
        if not rehearsed:
            return super().choose(view, actions, rng)
        chosen = rehearsed[0].prospect
        self.brief(position, chosen)
        return chosen.play

    def explain(self, view: PlayerView, action: Action) -> Message:
        """Return the reason for an action.

        For a card that was just rehearsed it includes the chance of winning.
        """
        reason = super().explain(view, action)
        position, rehearsed = self._rehearsed
        if position != view.position or len(rehearsed) < 2:
            return reason
        chances = (each.chance for each in rehearsed if each.prospect.play == action)
        chance = next(chances, None)
        if chance is None:
            return reason
        return message(
            "{reason} Chance of winning: {chance}.", reason=reason, chance=percent(chance)
        )

    def rejected_alternatives(
        self, view: PlayerView, actions: Sequence[Action], rng: random.Random
    ) -> tuple[Message, ...]:
        """Return the rehearsed plans that were rejected, the best first.

        The result is empty in Overlord, and in every step except playing a card.
        """
        if not self._rehearses(view.position):
            return ()
        judgement = self._judgement(view.position, view.player)
        rejected_turns = self.rehearse(view, actions, rng)[1:]
        return tuple(
            rejected_plan_sentence(judgement, each.prospect, each.chance) for each in rejected_turns
        )

    def _rehearses(self, position: GameState) -> bool:
        return position.phase is Phase.PLAY and not is_overlord(position.field)

    def rehearse(
        self, view: PlayerView, actions: Sequence[Action], rng: random.Random
    ) -> tuple[RehearsedTurn, ...]:
        """Rehearse ways to play a turn, and return them, the best first.

        All are rehearsed in the same positions with the same dice. After each round the worst are
        rejected, and the others are rehearsed more often.
        """
        proposed_plans = turn_proposals(view.position, view.player, actions, _MAX_PROPOSALS, rng)
        rehearsal = Rehearsal(self._personalities, PRESSING)
        remaining = [_Candidate(each, rehearsal) for each in proposed_plans]
        rejected: list[_Candidate] = []
        worlds: list[tuple[GameState, float]] = []
        for round_ in self._rounds:
            if len(remaining) < 2:
                break
            while len(worlds) < round_.own_turns:
                worlds.append((imagined_position(view, rng), rng.random()))
            for each in remaining:
                each.rehearse(worlds[: round_.own_turns], round_.answers)
            remaining.sort(key=_Candidate.estimate, reverse=True)
            count = min(round_.max_remaining, len(remaining) - 1)
            remaining, rejected = remaining[:count], remaining[count:] + rejected
        turns = tuple(
            RehearsedTurn(each.prospect, each.chance()) for each in (*remaining, *rejected)
        )
        self._rehearsed = (view.position, turns)
        return turns


class _Candidate:
    """A plan and its rehearsals.

    Attributes:
        prospect: The plan.
    """

    def __init__(self, prospect: Prospect, rehearsal: Rehearsal) -> None:
        self.prospect = prospect
        self._rehearsal = rehearsal
        self._own_turns: list[RehearsedHalf] = []
        self._ends: list[float] = []

    def rehearse(self, worlds: Sequence[tuple[GameState, float]], answers: int) -> None:
        """Rehearse it in further positions, and go on with the enemy's answer in some."""
        for world, seed in worlds[len(self._own_turns) :]:
            self._own_turns.append(self._rehearsal.own_turn(world, self.prospect, seed))
        for half in self._own_turns[len(self._ends) : answers]:
            self._ends.append(self._rehearsal.enemy_turn(half))

    def chance(self) -> float:
        """Return the mean chance after the enemy's answer; before it, without an answer.

        It is 0 without rehearsals.
        """
        return fmean(self._ends) if self._ends else self._midway()

    def estimate(self) -> float:
        """Return the chance for comparison with other plans, after at least one rehearsal.

        The mean chance midway counts like two more rehearsals, because it becomes reliable earlier.
        """
        chance = (sum(self._ends) + _MIDWAY_WEIGHT * self._midway()) / (
            len(self._ends) + _MIDWAY_WEIGHT
        )
        return chance + _CARD_VALUE_WEIGHT * self.prospect.merit

    def _midway(self) -> float:
        """Return the mean chance before the enemy's answer; 0 without rehearsals."""
        return fmean([each.chance for each in self._own_turns]) if self._own_turns else 0.0
