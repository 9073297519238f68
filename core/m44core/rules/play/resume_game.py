"""Resume a game from the position stored in a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from m44core.board import Section
from m44core.model.game_position import GamePosition
from m44core.rules.cards.card_command import Command, command_in_section, command_of_card
from m44core.rules.cards.command_cards import cards
from m44core.rules.game.state import NOBODY, GameState, Generals
from m44core.rules.index_types import HexNo
from m44core.rules.play.overlord import command_of_general, is_overlord
from m44core.rules.play.turn import begin_next_step_before_first_turn
from m44core.rules.special.night import restore_visibility
from m44core.rules.special.smoke_rules import restore_smoke
from m44core.rules.special.turn_start import continue_turn_start
from m44core.rules.victory.objective_control import update_objectives

_SECTIONS = {section.name.lower(): section for section in Section}


def resume_from(state: GameState, position: GamePosition) -> None:
    """Resume a new game at the start of the turn that a position stores.

    The draw pile gets the cards that are neither in a hand nor discarded; cards that the deck
    does not have are left out.
    """
    sides = state.field.sides
    state.eliminated = [position.medals.get(side, 0) for side in sides]
    index = state.field.grid.board.index
    state.dams = tuple((index[hex_], hits) for hex_, hits in position.dams.items())
    _restore_objectives(state, position)
    remaining_cards = Counter(state.deck)
    state.hands = [_take_cards(position.hands.get(side, ()), remaining_cards) for side in sides]
    if state.field.commissar is not None:
        state.token = "".join(_take_cards([position.token], remaining_cards))
    state.discards = _take_cards(position.discards, remaining_cards)
    state.hands = [tuple(sorted(hand)) for hand in state.hands]
    state.deck = tuple(sorted(remaining_cards.elements()))
    top, bottom = (_command_of_played_card(position.played.get(side, ())) for side in sides)
    state.last_commands = (top, bottom)
    _restore_units(state, position)
    state.drawing, state.active = (), sides.index(position.side)
    state.turn = position.turn - 1
    own_turns = [position.turns_of(side) - (side is position.side) for side in sides]
    state.own_turns = (own_turns[0], own_turns[1])
    restore_smoke(state, position)
    begin_next_step_before_first_turn(state, [])
    if position.opened:
        state.turn_start_rolls, state.special_roll = (), None
        continue_turn_start(state)
    if position.visibility is not None:
        restore_visibility(state, position.visibility)


def _restore_units(state: GameState, position: GamePosition) -> None:
    """Restore the strength of units and everything else the board does not show."""
    scenario, index = state.field.scenario, state.field.grid.board.index
    for hex_ in position.strength:
        unit = state.unit_at[index[hex_]]
        placed_unit = scenario.at(hex_).unit
        if unit != NOBODY and placed_unit and placed_unit.figures is not None:
            state.figures[unit] = min(max(1, placed_unit.figures), state.figures[unit])
    for hex_, hits in position.hits.items():
        unit = state.unit_at[index[hex_]]
        if unit != NOBODY and state.field.units[unit].structure:
            state.figures[unit] = max(1, state.figures[unit] - hits)
    state.uncovered = tuple((index[hex_], strength) for hex_, strength in position.mines.items())
    guns = (
        (state.unit_at[index[gun]], crosshair_hexes)
        for gun, crosshair_hexes in position.cross_hairs.items()
    )
    state.cross_hairs = tuple(
        (HexNo(index[hex_]), gun) for gun, hexes in guns if gun != NOBODY for hex_ in hexes
    )
    state.captured = state.field.grid.mask(tuple(position.captured))
    looted_hexes = (hex_ for hex_, cards_lost in position.captured.items() if cards_lost)
    state.looted_headquarters = state.field.grid.mask(tuple(looted_hexes))
    state.aimed = state.field.grid.mask(position.aimed)
    resting_units = ((state.unit_at[index[hex_]], until) for hex_, until in position.rests.items())
    state.resting_until = (
        *state.resting_until,
        *(each for each in resting_units if each[0] != NOBODY),
    )
    top_side, bottom_side = state.field.sides
    state.wrecks = (position.wrecks.get(top_side, {}), position.wrecks.get(bottom_side, {}))
    if is_overlord(state.field):
        generals = position.generals
        state.generals = (
            _commands_of_generals(generals.get(top_side, ())),
            _commands_of_generals(generals.get(bottom_side, ())),
        )


def _commands_of_generals(played_cards: tuple[str, ...]) -> Generals:
    """Return the commands that a side's generals had last turn, from left to right."""
    cards_of_generals = (*played_cards, "", "", "")[:3]
    commands = [
        tuple(_commands_of_general(card_words, s))
        for card_words, s in zip(cards_of_generals, Section, strict=True)
    ]
    return commands[0], commands[1], commands[2]


def _commands_of_general(card_words: str, general: Section) -> Iterator[Command]:
    """Yield the commands of a general from card keys, each with or without "/1" or "/2".

    The number is the general's sub-section. Unknown cards are left out.
    """
    for word in card_words.split():
        key, _, half = word.partition("/")
        if key in cards():
            command = command_of_general(key, general)
            subsection = 2 * general + (half == "2")
            exact_limits = [
                limits for limits in command.alternatives if half and limits[subsection]
            ]
            single_limits = command.either and exact_limits
            yield replace(command, limits=exact_limits[0], either=()) if single_limits else command


def _restore_objectives(state: GameState, position: GamePosition) -> None:
    """Restore the holders of objectives, then update them for the units on the board."""
    board_hexes = state.field.grid.board.hexes
    for number, objective in enumerate(state.field.objectives):
        for player in objective.players:
            held_hexes = position.held.get(state.field.sides[player], ())
            if not objective.leaves_board and board_hexes[objective.hex] in held_hexes:
                state.holders[number] = player
    update_objectives(state, state.field.objective_hexes, [])


def _take_cards(wanted_cards: Iterable[str], available_cards: Counter[str]) -> tuple[str, ...]:
    """Take cards out of *available_cards* and return the cards that were there."""
    taken_cards = []
    for card in wanted_cards:
        if available_cards[card]:
            available_cards[card] -= 1
            taken_cards.append(card)
    return tuple(taken_cards)


def _command_of_played_card(played_cards: tuple[str, ...]) -> Command | None:
    """Return the command of a card and its section, if any; None if there is no such card."""
    card, section = (*played_cards, "", "")[:2]
    if card not in cards():
        return None
    if section in _SECTIONS and cards()[card].names_section:
        return command_in_section(card, _SECTIONS[section])
    return command_of_card(card)
