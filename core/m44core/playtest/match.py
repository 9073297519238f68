"""Playing games without a window."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from m44core.catalogue.types import Side
from m44core.playtest.agents import Agent
from m44core.rules.actions import Action
from m44core.rules.apply import apply
from m44core.rules.chance import Chance, RandomChance
from m44core.rules.grid import BOTTOM, CHANCE, TOP
from m44core.rules.legal import legal_actions
from m44core.rules.state import GameState
from m44core.rules.view import View

Watcher = Callable[[GameState, Action | None], None]


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended.

    Attributes:
        winner: The side that won; None for a draw.
        reason: One sentence.
        turns: How many turns it took, both players' counted.
        medals: The medals of the top and of the bottom player.
        seed: What its dice, its draws and its players' moods came from.
        turn_limit: The turn after which it would have been a draw.
        actions: Everything that was done, chance included.
    """

    winner: Side | None
    reason: str
    turns: int
    medals: tuple[int, int]
    seed: int
    turn_limit: int
    actions: tuple[Action, ...]


def play_match(
    start: GameState, agents: tuple[Agent, Agent], seed: int, watch: Watcher | None = None
) -> GameResult:
    """Play one game from *start*, which is left as it is; equal seeds give equal games.

    Args:
        start: A new game; the same one may serve for many matches.
        agents: Who plays at the top and at the bottom edge.
        seed: What dice, draws and the players' choices among equals come from.
        watch: Called before each action, and with None once the game is over.
    """
    state = start.clone()
    chance = RandomChance(seed)
    moods = random.Random(f"players of {seed}")
    actions: list[Action] = []
    while state.result is None:
        action = _choice(state, agents, chance, moods)
        if watch:
            watch(state, action)
        apply(state, action)
        actions.append(action)
    if watch:
        watch(state, None)
    medals = (state.medals(TOP), state.medals(BOTTOM))
    result = state.result
    return GameResult(
        result.winner,
        result.reason,
        state.turn,
        medals,
        seed,
        state.field.turn_limit,
        tuple(actions),
    )


def _choice(
    state: GameState, agents: tuple[Agent, Agent], chance: Chance, moods: random.Random
) -> Action:
    """Return what the player who acts does, or what chance does."""
    player = state.player
    if player == CHANCE:
        return chance.choose(state)
    return agents[player].choose(View(state, player), legal_actions(state), moods)
