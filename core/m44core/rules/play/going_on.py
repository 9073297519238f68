"""Going on with a game from the position a scenario carries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from m44core.board import Section
from m44core.model.position import Position
from m44core.rules.cards.command import Command, command_of_card, in_section
from m44core.rules.cards.deck import cards
from m44core.rules.game.state import GameState
from m44core.rules.goals.objectives import occupy
from m44core.rules.play.turn import begin_game

_SECTIONS = {section.name.lower(): section for section in Section}


def go_on(state: GameState, position: Position) -> None:
    """Let a game that is set up go on with the turn a position begins with.

    The deck holds what is neither in a hand nor discarded; cards it does not have are left out.
    """
    sides = state.field.sides
    state.eliminated = [position.medals.get(side, 0) for side in sides]
    _hold(state, position)
    left = Counter(state.deck)
    state.hands = [_taken(position.hands.get(side, ()), left) for side in sides]
    state.discards = _taken(position.discards, left)
    state.hands = [tuple(sorted(hand)) for hand in state.hands]
    state.deck = tuple(sorted(left.elements()))
    top, bottom = (_command(position.played.get(side, ())) for side in sides)
    state.represented = (top, bottom)
    state.drawing, state.active = (), sides.index(position.side)
    state.turn = position.turn - 1
    before = [position.turns_of(side) - (side is position.side) for side in sides]
    state.own_turns = (before[0], before[1])
    begin_game(state, [])


def _hold(state: GameState, position: Position) -> None:
    """Give the objectives to who held them, then to whom they belong as the units stand."""
    places = state.field.grid.board.hexes
    for number, objective in enumerate(state.field.objectives):
        for player in objective.players:
            held = position.held.get(state.field.sides[player], ())
            if not objective.permanent and places[objective.hex] in held:
                state.holders[number] = player
    occupy(state, state.field.objective_hexes, [])


def _taken(wanted: Iterable[str], left: Counter[str]) -> tuple[str, ...]:
    """Return cards taken out of those that are left, as far as they are there."""
    found = []
    for card in wanted:
        if left[card]:
            left[card] -= 1
            found.append(card)
    return tuple(found)


def _command(played: tuple[str, ...]) -> Command | None:
    """Return what the card of a turn ordered, or None where there is no such card."""
    card, section = (*played, "", "")[:2]
    if card not in cards():
        return None
    if section in _SECTIONS and cards()[card].names_section:
        return in_section(card, _SECTIONS[section])
    return command_of_card(card)
