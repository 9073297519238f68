"""Chance as a player: its actions are dice and draws. Only this module uses random numbers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

from m44core.rules.game.actions import (
    ChanceAction,
    DieFace,
    DrawCard,
    LandFigure,
    LoseCard,
    Roll,
    UncoverMinefield,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.special.airdrop import random_drift_hex
from m44core.rules.units.hazard_marches import mine_strengths_left

_T = TypeVar("_T")

DIE = (
    DieFace.INFANTRY,
    DieFace.INFANTRY,
    DieFace.ARMOR,
    DieFace.GRENADE,
    DieFace.FLAG,
    DieFace.STAR,
)


class Chance(Protocol):
    """Decides the outcome of dice and draws."""

    def choose(self, state: GameState) -> ChanceAction:
        """Return the outcome of the draw or roll that is due in *state*."""


class RandomChance:
    """Fair dice and shuffled cards; the same seed gives the same game."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def choose(self, state: GameState) -> ChanceAction:
        """Return a random outcome."""
        if state.phase is Phase.DRAW:
            return DrawCard(self._pick(state.deck))
        if state.phase is Phase.LAND:
            index = random_drift_hex(state, self._random)
            return LandFigure("" if index == NOWHERE else state.field.grid.names[index])
        if state.phase is Phase.UNCOVER:
            return UncoverMinefield(self._pick(mine_strengths_left(state)))
        if state.phase is Phase.LOSS:
            return LoseCard(self._pick(state.hands[state.pending_losses[0][1]]))
        return Roll(tuple([self._pick(DIE) for _ in range(state.dice)]))

    def _pick(self, choices: Sequence[_T]) -> _T:
        """Return one of *choices*, all equally likely."""
        return choices[int(self._random.random() * len(choices))]
