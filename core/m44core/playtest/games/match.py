"""Playing one game between two computer players."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message
from m44core.playtest.players.levels import Agent
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Action
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import Chance, RandomChance
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.victory.game_end import medals_by_source

Watcher = Callable[[GameState, Action | None], None]


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game.

    Attributes:
        winner: The side that won; None for a draw.
        reason: The reason why the game ended, as a sentence.
        unfinished: Whether the turn limit ended the game.
        turns: The number of turns of both players.
        first: The side that moved first.
        medals: The medals of each side at the end.
        sources: The medals of each side by source, as
            :func:`m44core.rules.victory.game_end.medals_by_source` counts them.
        seed: The seed of its dice, draws and tie-breaks.
        actions: All actions, including those of chance.
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
    """Play one game from *start*, which is not changed, and return its result.

    Args:
        start: A new game, which many matches can share.
        agents: The top and the bottom player.
        seed: The seed of dice, draws and tie-breaks; the same seed gives the same game.
        watch: Called before each action, and with None once the game is over.
    """
    state = start.clone()
    chance = RandomChance(seed)
    tie_break_rng = random.Random(f"players of {seed}")
    actions: list[Action] = []
    while state.result is None:
        action = _choose_action(state, agents, chance, tie_break_rng)
        if watch:
            watch(state, action)
        apply_action(state, action)
        actions.append(action)
    if watch:
        watch(state, None)
    return _game_result(state, seed, tuple(actions))


def _choose_action(
    state: GameState, agents: tuple[Agent, Agent], chance: Chance, tie_break_rng: random.Random
) -> Action:
    """Return the action of the acting player, or of chance."""
    player = state.player
    if player == CHANCE:
        return chance.choose(state)
    return agents[player].choose(PlayerView(state, player), legal_actions(state), tie_break_rng)


def _game_result(state: GameState, seed: int | str, actions: tuple[Action, ...]) -> GameResult:
    """Return the result of a finished game."""
    outcome, field = state.result, state.field
    assert outcome is not None, "the game is over"
    return GameResult(
        winner=outcome.winner,
        reason=outcome.reason,
        unfinished=outcome.winner is None and state.turn >= field.settings.turn_limit,
        turns=state.turn,
        first=field.sides[field.first_player],
        medals={side: state.medals(player) for player, side in enumerate(field.sides)},
        sources={
            side: medals_by_source(state, player)._asdict()
            for player, side in enumerate(field.sides)
        },
        seed=seed,
        actions=actions,
    )
