"""Playing games without a window."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from m44core.catalogue.types import Side
from m44core.messages.message import Message
from m44core.playtest.players.levels import Agent
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Action
from m44core.rules.game.player_view import View
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply
from m44core.rules.play.chance import Chance, RandomChance
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.victory.game_end import medals_by_source

Watcher = Callable[[GameState, Action | None], None]


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended.

    Attributes:
        winner: The side that won; None if nobody did.
        reason: One sentence.
        unfinished: Whether the game was ended by its turn limit.
        turns: How many turns it took, both players' counted.
        first: The side that moved first.
        medals: The medals of each side.
        sources: What each side's medals are for, as
            :func:`m44core.rules.victory.game_end.medals_by_source` counts them.
        seed: What its dice, its draws and its players' moods came from.
        actions: Everything that was done, chance included.
    """

    winner: Side | None
    reason: Message
    unfinished: bool
    turns: int
    first: Side
    medals: Mapping[Side, int]
    sources: Mapping[Side, Mapping[str, int]]
    seed: int | str
    actions: tuple[Action, ...]


def play_match(
    start: GameState,
    agents: tuple[Agent, Agent],
    seed: int | str,
    watch: Watcher | None = None,
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
    return _result(state, seed, tuple(actions))


def _choice(
    state: GameState, agents: tuple[Agent, Agent], chance: Chance, moods: random.Random
) -> Action:
    """Return what the player who acts does, or what chance does."""
    player = state.player
    if player == CHANCE:
        return chance.choose(state)
    return agents[player].choose(View(state, player), legal_actions(state), moods)


def _result(state: GameState, seed: int | str, actions: tuple[Action, ...]) -> GameResult:
    """Return how a game that is over ended."""
    outcome, field = state.result, state.field
    assert outcome is not None, "the game is over"
    return GameResult(
        winner=outcome.winner,
        reason=outcome.reason,
        unfinished=outcome.winner is None and state.turn >= field.settings.turn_limit,
        turns=state.turn,
        first=field.sides[field.first],
        medals={side: state.medals(player) for player, side in enumerate(field.sides)},
        sources={
            side: medals_by_source(state, player)._asdict()
            for player, side in enumerate(field.sides)
        },
        seed=seed,
        actions=actions,
    )
