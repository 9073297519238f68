"""Why the computer players of a recorded game did what they did."""

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
from m44core.rules.game.player_view import View
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.play.recorded_game import Recording


class Reasons(NamedTuple):
    """Why a computer player did something.

    Attributes:
        why: What spoke for it.
        besides: The ways to play a card that were rehearsed and given up, the best first.
    """

    why: Message
    rejected: tuple[Message, ...] = ()


def tie_break_rng(seed: str, number: int) -> Random:
    """Return the generator with which a computer player breaks ties at a moment of a game."""
    return Random(f"{seed}:{number}:choice")


def reasons_of_recording(game: Recording, scenario: Scenario) -> Iterator[Reasons | None]:
    """Yield for each action of a recorded game why a computer player did it.

    None where a person decided, or chance, or where there was nothing to decide.

    Raises:
        IllegalActionError: an action is not possible.
    """
    state = new_game(scenario, game.settings)
    for number, action in enumerate(game.actions):
        yield _reasons(state, game, number)
        apply(state, action)


def public_reason(level: str, state: GameState, action: Action) -> Message:
    """Return why a level would do *action*, as far as its enemy may hear it (B-SETUP-07).

    The reason follows from what the enemy knows and from the card played, whatever else is held;
    the chance to win by a card is left out, since it depends on the cards still in hand.
    """
    return make_agent(level).explain(View(_known_to_enemy(state, action), state.player), action)


def _known_to_enemy(state: GameState, action: Action) -> GameState:
    """Return a copy in which a hand of the same size is nothing but the card played."""
    player = state.player
    known = View(state, 1 - player).position.clone()
    card = action.card if isinstance(action, Play) else state.card or next(iter(cards()))
    known.hands[player] = (card,) * len(state.hands[player])
    if state.token and state.field.commissar == player:
        known.token = card
    known.phase, known.legal = state.phase, None
    return known


def explain_decision(
    decider: Agent, view: View, actions: Sequence[Action], action: Action, rng: Random
) -> Reasons:
    """Return why a player would do *action*, and what he would give up for it, the best first."""
    besides = decider.rejected_alternatives(view, actions, rng) if isinstance(action, Play) else ()
    return Reasons(decider.explain(view, action), besides)


def _reasons(state: GameState, game: Recording, number: int) -> Reasons | None:
    level = game.players.get(state.side, "") if state.side and state.player != CHANCE else ""
    actions = legal_actions(state)
    if level not in LEVELS or len(actions) < 2:
        return None
    view, rng = View(state.clone(), state.player), tie_break_rng(game.seed, number)
    return explain_decision(make_agent(level), view, actions, game.actions[number], rng)
