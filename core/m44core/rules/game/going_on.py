"""A game as a scenario from which it can go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from m44core.catalogue.types import Side
from m44core.model.position import Position
from m44core.model.scenario import Scenario
from m44core.rules.board.grid import BOTTOM, TOP
from m44core.rules.cards.command import Command
from m44core.rules.cards.deck import cards
from m44core.rules.game.arrivals import ArrivalKind
from m44core.rules.game.position import scenario_of
from m44core.rules.game.state import GameState, Phase
from m44core.rules.numbers import PlayerNo

T = TypeVar("T")


def resumable(state: GameState) -> Scenario:
    """Return the scenario of a position, with all that it takes to play on from it.

    A position is the beginning of a turn. In the middle of one the units stay where they
    are, the card in play goes back to hand, and the turn begins anew. Before the first
    turn, and once the game is over, there is nothing but the board.
    """
    begun = state.turn > 0 and state.phase is not Phase.OVER
    return replace(scenario_of(state), position=_position(state) if begun else None)


def _position(state: GameState) -> Position:
    discards, in_play = _cards_in_play(state)
    sides = state.field.sides

    def by_side(value: Callable[[PlayerNo], T]) -> dict[Side, T]:
        """Return what is so of the players, by their sides; nothing of nothing."""
        return {sides[p]: said for p in (TOP, BOTTOM) if (said := value(p))}

    def hand(player: PlayerNo) -> tuple[str, ...]:
        back = in_play if player == state.active else ()
        return tuple(sorted((*state.hands[player], *back)))

    board = state.field.grid.board
    return Position(
        turn=state.turn,
        side=sides[state.active],
        medals=by_side(lambda player: _medals_for_good(state, player)),
        held=by_side(lambda player: tuple(board.hexes[i] for i in _held(state, player))),
        exited=by_side(state.exit_medals),
        hands=by_side(hand),
        discards=discards,
        played=by_side(lambda player: _played(state.represented[player])),
        dropped=tuple(sides[player] for player in (TOP, BOTTOM) if _has_dropped(state, player)),
        arrived=by_side(lambda player: _arrived(state, player)),
    )


def _cards_in_play(state: GameState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the discards without the cards of this turn, and those."""
    if state.phase in (Phase.DRAW, Phase.KEEP) and not state.ambushed and state.discards:
        return state.discards[:-1], state.discards[-1:]
    in_play = (state.card,) if state.card and state.card not in state.laid else ()
    return state.discards, (*in_play, *state.laid)


def _medals_for_good(state: GameState, player: PlayerNo) -> int:
    """Return the medals that nothing on the board tells."""
    held = zip(state.field.objectives, state.holders, strict=True)
    taken = sum(each.medals for each, holder in held if each.permanent and holder == player)
    gained = state.eliminated[player] + state.deeds[player]
    return gained + state.exit_medals(player) + taken


def _held(state: GameState, player: PlayerNo) -> Iterator[int]:
    for objective, holder in zip(state.field.objectives, state.holders, strict=True):
        if holder == player and not objective.permanent:
            yield objective.hex


def _played(command: Command | None) -> tuple[str, ...]:
    """Return the card of a turn, and its section where the card leaves it open."""
    if command is None:
        return ()
    if command.section is not None and cards()[command.card].names_section:
        return command.card, command.section.name.lower()
    return (command.card,)


def _has_dropped(state: GameState, player: PlayerNo) -> bool:
    """Tell whether the drop of a player has come down, or had before this game began."""
    field = state.field
    before = field.scenario.position
    if before is not None and field.sides[player] in before.dropped:
        return True
    return state.turn > 0 and any(drop.player == player for drop in field.drops)


def _arrived(state: GameState, player: PlayerNo) -> int:
    """Return how many units have come that come during the game, before this game began too."""
    before, side = state.field.scenario.position, state.field.sides[player]
    came = [
        unit
        for unit in state.field.units
        if unit.arrival and unit.arrival.kind is not ArrivalKind.DROP
        if unit.player == player and state.came >> unit.number & 1
    ]
    return len(came) + (before.arrived.get(side, 0) if before else 0)
