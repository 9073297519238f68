"""The reasons for decisions of computer players, in recorded and running games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from m44core.messages.message import Message
from m44core.model.scenario import Scenario
from m44core.playtest.players.levels import LEVELS, Agent, make_agent
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.cards.command_cards import cards
from m44core.rules.game.actions import Action, Play
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.play.recorded_game import GameRecording


class DecisionReasons(NamedTuple):
    """The reason for an action of a computer player.

    Attributes:
        why: The reason.
        rejected: The simulated plans for other cards that were rejected, the best first.
    """

    why: Message
    rejected: tuple[Message, ...] = ()


def tie_break_rng(seed: str, number: int) -> Random:
    """Return the random generator with which a computer player breaks ties at action *number*."""
    return Random(f"{seed}:{number}:choice")


def reasons_of_recording(
    game: GameRecording, scenario: Scenario
) -> Iterator[DecisionReasons | None]:
    """Yield, for each action of a recorded game, the reasons of the computer player.

    Yield None if a person or chance decided, or if there was no choice.

    Raises:
        IllegalActionError: an action is not possible.
    """
    state = new_game(scenario, game.settings)
    for number, action in enumerate(game.actions):
        yield _reasons_at(state, game, number)
        apply_action(state, action)


def public_reason(level: str, state: GameState, action: Action) -> Message:
    """Return why a level would take *action*, without revealing secrets to its enemy (B-SETUP-07).

    The reason depends only on what the enemy knows and on the card played, not on the rest of the
    hand; it leaves out the chance of winning, which depends on the hand.
    """
    return make_agent(level).explain(
        PlayerView(_position_known_to_enemy(state, action), state.player), action
    )


def _position_known_to_enemy(state: GameState, action: Action) -> GameState:
    """Return the position as the enemy knows it, with a hand of copies of the card played."""
    player = state.player
    enemy_view = PlayerView(state, 1 - player).position.clone()
    card = action.card if isinstance(action, Play) else state.card or next(iter(cards()))
    enemy_view.hands[player] = (card,) * len(state.hands[player])
    if state.token and state.field.commissar == player:
        enemy_view.token = card
    enemy_view.phase, enemy_view.legal = state.phase, None
    return enemy_view


def explain_decision(
    agent: Agent, view: PlayerView, actions: Sequence[Action], action: Action, rng: Random
) -> DecisionReasons:
    """Return why a player would take *action*; for a card, also the rejected plans, best first."""
    rejected_alternatives = (
        agent.rejected_alternatives(view, actions, rng) if isinstance(action, Play) else ()
    )
    return DecisionReasons(agent.explain(view, action), rejected_alternatives)


def _reasons_at(state: GameState, game: GameRecording, number: int) -> DecisionReasons | None:
    level = game.players.get(state.side, "") if state.side and state.player != CHANCE else ""
    actions = legal_actions(state)
    if level not in LEVELS or len(actions) < 2:
        return None
    view, rng = PlayerView(state.clone(), state.player), tie_break_rng(game.seed, number)
    return explain_decision(make_agent(level), view, actions, game.actions[number], rng)
