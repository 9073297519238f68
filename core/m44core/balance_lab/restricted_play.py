"""Restricted play: a side never plays some cards, never orders some units, or ignores a section.

Everything else stays as it is. :mod:`m44core.balance_lab.restriction_run` measures the cost.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from m44core.balance_lab.game_facts import unit_keys
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.record_games import FailedGame, Played, record_game
from m44core.board import Section
from m44core.catalogue.catalogue_types import Side, UnitClass
from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.messages.message import Message
from m44core.messages.renderers import message_of_error
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import Agent, make_agent
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.actions import Action, BlowUpBridge, OnTheMove, Order, OrderAll, Play
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import UNTIL_CALLED, GameState
from m44core.rules.index_types import UnitSet


@dataclass(frozen=True, slots=True)
class Restriction:
    """The cards, units and sections a side may not use; its player enforces this, not the rules.

    Attributes:
        side: The side.
        cards: The keys of cards it does not play, unless it has no others.
        section: The section, as its own player sees it, in which it orders no unit; units on a
            line between sections can be ordered.
        classes: The classes of units it never orders.
        units: Further units it never orders, by their first hexes.
    """

    side: Side
    cards: frozenset[str] = frozenset()
    section: Section | None = None
    classes: frozenset[UnitClass] = frozenset()
    units: frozenset[str] = frozenset()


class RestrictedAgent:
    """A player who observes a restriction whenever there is an alternative.

    It plans without the forbidden units, as if they could not be ordered yet.

    Args:
        agent: The player who chooses among the allowed actions.
        restriction: The restriction, for the side of this player.
    """

    def __init__(self, agent: Agent, restriction: Restriction) -> None:
        self._agent, self._restriction = agent, restriction

    def choose(self, view: PlayerView, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return one of *actions* that observes the restriction, if there is one."""
        return self._agent.choose(view, self._restrict(view, actions), rng)

    def explain(self, view: PlayerView, action: Action) -> Message:
        """Return the reason that the deciding player gives."""
        return self._agent.explain(view, action)

    def rejected_alternatives(
        self, view: PlayerView, actions: Sequence[Action], rng: random.Random
    ) -> tuple[Message, ...]:
        """Return the rejected plans that observe the restriction."""
        return self._agent.rejected_alternatives(view, self._restrict(view, actions), rng)

    def _restrict(self, view: PlayerView, actions: Sequence[Action]) -> Sequence[Action]:
        """Return the actions that observe the restriction (all if none does); update *view* too."""
        position = view.position
        banned_units = _units_in_ignored_section(position, self._restriction)
        allowed_actions = [
            each for each in actions if self._is_allowed(position, each, banned_units)
        ]
        if banned_units:
            resting_units = tuple((unit, UNTIL_CALLED) for unit in bit_indexes(banned_units))
            position.resting_until = (*position.resting_until, *resting_units)
        if not allowed_actions or len(allowed_actions) == len(actions):
            return actions
        position.legal = tuple(allowed_actions)
        return allowed_actions

    def _is_allowed(self, position: GameState, action: Action, banned_units: UnitSet) -> bool:
        match action:
            case Play() | BlowUpBridge():
                return action.card not in self._restriction.cards
            case Order() | OnTheMove():
                unit = position.unit_at[position.field.grid.index[action.hex]]
                return not banned_units >> unit & 1
            case OrderAll():
                return not banned_units
            case _:
                return True


def _units_in_ignored_section(state: GameState, restriction: Restriction) -> UnitSet:
    """Return the restricted side's units in the section it ignores; 0 without such a section."""
    if restriction.section is None:
        return 0
    player = state.field.player(restriction.side)
    hexes = state.field.grid.hexes_by_sections[player][1 << restriction.section]
    return sum(1 << state.unit_at[index] for index in bit_indexes(state.occupied[player] & hexes))


def restricted_start(start: GameState, restriction: Restriction) -> GameState:
    """Return the start of a game in which the units of a restriction can never be ordered."""
    state, keys = start.clone(), unit_keys(start.field)
    never_ordered = (
        (unit.number, UNTIL_CALLED)
        for unit in start.field.units
        if unit.side is restriction.side
        and (unit.rules.unit_class in restriction.classes or keys[unit.number] in restriction.units)
    )
    state.resting_until = (*state.resting_until, *never_ordered)
    return state


def play_restricted_games(plan: SimulationPlan, restriction: Restriction) -> list[GameRecord]:
    """Return the records of the games of a plan with a restriction; failed games are left out."""
    played = play_restricted_batch(pickle.dumps(plan), plan.numbers, restriction)
    return [game for game in played if isinstance(game, GameRecord)]


def play_restricted_batch(
    packed: bytes, numbers: Sequence[int], restriction: Restriction | None = None
) -> list[Played]:
    """Play some games of a pickled plan, in any process.

    Args:
        packed: The pickled plan.
        numbers: The numbers of the games.
        restriction: The restriction, if any.

    Returns:
        One record per game; a :class:`FailedGame` if the engine or a player failed in it.
    """
    plan, start = _load_plan(packed, restriction)
    agent_of, games = partial(_agent_with_restriction, restriction), list[Played]()
    for number in numbers:
        try:
            with boundary():
                games.append(record_game(plan, start, number, agent_of))
        except M44Error as error:
            games.append(FailedGame(number, message_of_error(error)))
    return games


@lru_cache(maxsize=4)  # a plan, with and without its restriction
def _load_plan(packed: bytes, restriction: Restriction | None) -> tuple[SimulationPlan, GameState]:
    plan: SimulationPlan = pickle.loads(packed)
    start = plan.start()
    return plan, start if restriction is None else restricted_start(start, restriction)


def _agent_with_restriction(restriction: Restriction | None, level: str, side: Side) -> Agent:
    agent = make_agent(level)
    if restriction is None or side is not restriction.side:
        return agent
    return RestrictedAgent(agent, restriction)
