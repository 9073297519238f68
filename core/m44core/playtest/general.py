"""The General: plays its best cards on in its head, through the answer, before it chooses."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp

from m44core.playtest.cards_worth import Prospect, Table
from m44core.playtest.judgement import STEADY, Judgement, Temper
from m44core.playtest.sergeant import Sergeant
from m44core.rules.actions import Action, Play
from m44core.rules.apply import apply
from m44core.rules.chance import RandomChance
from m44core.rules.grid import CHANCE, indexes
from m44core.rules.legal import legal_actions
from m44core.rules.overlord import is_overlord
from m44core.rules.state import GameState, Phase
from m44core.rules.view import View

_CANDIDATES = 3
_WORLDS = 40  # how often each candidate is played on, with other dice and another enemy hand
_TURNS = 2  # the own turn and the enemy's
_TRUST = 0.02  # what a figure of the plan's worth counts beside what came of playing on

# How much units by their figures, and missing medals, weigh for who wins: logits fitted to games.
_WORTH_OF_UNITS = ((0.0, -0.15, 0.01, 0.26, 0.31), (0.0, 0.02, 0.06, 0.22, 0.25), (0.0, 0.28, 0.69))
_WORTH_OF_MISSING = (9.0, 2.4, 1.21, 0.26, -0.55, -1.3, -2.0, -2.7, -3.3, -4.0, -4.5, -5.0, -5.5)


class General(Sergeant):
    """Plans like a Sergeant of its temper; in doubt about the card it looks two turns ahead.

    It knows no more than its view: the enemy's hand is drawn anew from the cards
    it has not seen, for each time it plays on.
    """

    def __init__(self, temper: Temper = STEADY, worlds: int = _WORLDS) -> None:
        super().__init__(temper)
        self._worlds = worlds
        self._adjutant = Sergeant(temper)

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return the action that looks best, cards judged by what comes of them."""
        position = view.position
        if position.phase is not Phase.PLAY or is_overlord(position.field):
            return super().choose(view, actions, rng)
        candidates = self._candidates(Judgement(position, view.player, self._temper), actions)
        if len(candidates) < 2:
            return super().choose(view, actions, rng)
        chosen = self._best_in_the_end(view, candidates, rng)
        self._remember(position, chosen.play.card, chosen.plan)
        return chosen.play

    def _candidates(self, judgement: Judgement, actions: Sequence[Action]) -> list[Prospect]:
        """Return the few most promising cards, the best first."""
        table = Table(judgement)
        prospects = [table.prospect(a) for a in actions if isinstance(a, Play)]
        return sorted(prospects, key=lambda each: each.merit, reverse=True)[:_CANDIDATES]

    def _best_in_the_end(
        self, view: View, candidates: Sequence[Prospect], rng: random.Random
    ) -> Prospect:
        """Return the candidate after which the game stands best on average."""
        totals = [_TRUST * self._worlds * each.merit for each in candidates]
        for _ in range(self._worlds):
            world, seed = _imagined(view, rng), rng.random()
            for number, each in enumerate(candidates):
                totals[number] += self._played_on(world, view.player, each.play, seed)
        return candidates[totals.index(max(totals))]

    def _played_on(self, world: GameState, player: int, play: Play, seed: float) -> float:
        """Return the chance to win once a card was played and the enemy has answered."""
        state = world.clone()
        last = state.turn + _TURNS
        chance, moods = RandomChance(str(seed)), random.Random(seed)
        apply(state, play)
        while state.result is None and state.turn < last:
            if state.player == CHANCE:
                apply(state, chance.choose(state))
            else:
                view = View(state, state.player)
                apply(state, self._adjutant.choose(view, legal_actions(state), moods))
        return _chance_to_win(state, player)


def _imagined(view: View, rng: random.Random) -> GameState:
    """Return the position with a hand for the enemy from the cards nobody has seen."""
    world = view.position.clone()
    deck = list(world.deck)
    rng.shuffle(deck)
    held = view.enemy_cards
    world.hands[1 - view.player] = tuple(sorted(deck[:held]))
    world.deck = tuple(sorted(deck[held:]))
    world.legal = None
    return world


def _chance_to_win(state: GameState, player: int) -> float:
    """Return how likely a player wins from a position, by units and missing medals alone."""
    if state.result is not None:
        winner = state.result.winner
        return 0.5 if winner is None else float(state.field.sides[player] is winner)
    return 1 / (1 + exp(_standing(state, 1 - player) - _standing(state, player)))


def _standing(state: GameState, player: int) -> float:
    units, figures = state.field.units, state.figures
    standing = 0.0
    for index in indexes(state.occupied[player]):
        unit = state.unit_at[index]
        worths = _WORTH_OF_UNITS[min(units[unit].number_of_class, len(_WORTH_OF_UNITS) - 1)]
        standing += worths[min(figures[unit], len(worths) - 1)]
    missing = state.field.medals_needed[player] - state.medals(player)
    return standing + _WORTH_OF_MISSING[min(missing, len(_WORTH_OF_MISSING) - 1)]
