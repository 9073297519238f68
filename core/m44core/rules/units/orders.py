"""The units that a card can order (rules 4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from m44core.catalogue.command_cards import Contact
from m44core.rules.board.hex_grid import Grid, bit_indexes
from m44core.rules.cards.card_command import EVERY_CLASS, Command, slots_suffice
from m44core.rules.cards.command_cards import cards
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.index_types import HexSet, PlayerNo, UnitNo, UnitSet

_MAX_CACHED_ORDERS = 2048  # about half a MB; reused within one position


def orderable_units(state: GameState) -> list[UnitNo]:
    """Return the units of the active player that can still be ordered (B-ORD-01..04)."""
    return sorted(state.unit_at[index] for index in bit_indexes(orderable_hexes(state)))


def orderable_hexes(state: GameState) -> HexSet:
    """Return the hexes of the units that the current command can still order (B-ORD-01..04)."""
    command = state.command
    assert command is not None, "a card is in play"
    ordered_hexes = hexes_of_units(state, newly_ordered_units(state))
    spent_count = len(state.spent) if state.spent else 0
    if ordered_hexes.bit_count() + spent_count >= command.max_units:
        return 0
    hexes = own_hexes_in_contact(state, command.contact)
    hexes &= ~(
        hexes_of_units(state, state.ordered) if state.issued or state.on_the_move else ordered_hexes
    )
    hexes &= hexes_with_orders_left(state, command, ordered_hexes)
    if state.resting_until:
        hexes &= ~_hexes_on_board(state, state.resting_units)
    if state.field.refusals:
        hexes &= ~_hexes_on_board(state, _refusing_units(state, command))
    if command.classes != EVERY_CLASS or command.slots is not None:
        return _hexes_orderable_by_class(state, command, hexes, ordered_hexes)
    return hexes


def max_orders(state: GameState) -> int:
    """Return how many units the current command can order, including those already ordered.

    Units are assigned to sections and dice (Hall's condition), which makes the number independent
    of the order in which they are chosen.
    """
    command = state.command
    assert command is not None, "a card is in play"
    max_number, copy = 0, state.clone()
    for limits in command.alternatives:
        copy.ordered = state.ordered
        copy.command = replace(command, limits=limits, either=()) if command.either else command
        while hexes := orderable_hexes(copy):
            copy.ordered |= 1 << copy.unit_at[bit_indexes(hexes)[0]]
        max_number = max(max_number, newly_ordered_units(copy).bit_count())
    return max_number


def hexes_with_orders_left(state: GameState, command: Command, ordered_hexes: HexSet) -> HexSet:
    """Return the hexes in sections that have orders left after the *ordered_hexes*."""
    need_no_counts = command.one_section or not (ordered_hexes or state.spent)
    counts = () if need_no_counts else _section_counts(state, command, ordered_hexes)
    return _hexes_with_orders_left(state.field.grid, state.active, command, counts)


def placement_hexes(state: GameState, classes: int = EVERY_CLASS) -> HexSet:
    """Return the hexes in whose sections an order of the card can be spent without a unit.

    The card must order units of the *classes* whether or not they are near the enemy.
    """
    command = state.command
    if command is None or command.classes & classes != classes or command.slots is not None:
        return 0
    if command.contact is not Contact.ANY:
        return 0
    ordered_hexes = hexes_of_units(state, newly_ordered_units(state))
    if ordered_hexes.bit_count() + len(state.spent) >= command.max_units:
        return 0
    return hexes_with_orders_left(state, command, ordered_hexes)


def on_the_move_hexes(state: GameState) -> HexSet:
    """Return the hexes of the units that can be ordered on the move (BT-OTM-01, BT-OTM-02)."""
    command = state.command
    assert command is not None, "a card is in play"
    if state.on_the_move.bit_count() >= command.on_the_move:
        return 0
    unavailable = state.ordered | state.resting_units if state.resting_until else state.ordered
    return state.occupied[state.active] & ~_hexes_on_board(state, unavailable)


def newly_ordered_units(state: GameState) -> UnitSet:
    """Return the units ordered by the current command, without those ordered on the move."""
    ordered_units = state.ordered & ~state.on_the_move
    for _, units in state.issued:
        ordered_units &= ~units
    return ordered_units


def hexes_of_units(state: GameState, units: UnitSet) -> HexSet:
    """Return the current hexes of *units*, which must all be on the board (B-ORD-06)."""
    hexes = 0
    for unit in bit_indexes(units):
        hexes |= 1 << state.place[unit]
    return hexes


def _hexes_on_board(state: GameState, units: UnitSet) -> HexSet:
    """Return the current hexes of those *units* that are on the board."""
    hexes = 0
    for unit in bit_indexes(units):
        place = state.place[unit]
        hexes |= 1 << place if place != NOWHERE else 0
    return hexes


def units_orderable_by_card(state: GameState, command: Command) -> list[UnitNo]:
    """Return the units of the active player that a card can order, in any section."""
    units, hexes = state.field.units, own_hexes_in_contact(state, command.contact)
    own_units = sorted(state.unit_at[index] for index in bit_indexes(hexes))
    refusing_units = _refusing_units(state, command) | (
        state.resting_units if state.resting_until else 0
    )
    if command.classes == EVERY_CLASS and not refusing_units:
        return own_units
    return [
        u
        for u in own_units
        if command.classes >> units[u].order_class_number & ~(refusing_units >> u) & 1
    ]


def own_hexes_in_contact(state: GameState, contact: Contact) -> HexSet:
    """Return the hexes of the active player's units with the given *contact* with the enemy."""
    own_hexes, enemies = state.occupied[state.active], state.occupied[1 - state.active]
    if contact is Contact.ANY:
        return own_hexes
    hexes_near_enemies = state.field.grid.spread(enemies)
    return (
        own_hexes & hexes_near_enemies
        if contact is Contact.ADJACENT
        else own_hexes & ~hexes_near_enemies
    )


def max_move_to_battle(state: GameState, unit: UnitNo) -> int:
    """Return the number of hexes a unit can move and still battle, by its rules or the card's."""
    command = state.command_of(unit)
    move = command.move if command else None
    own_limit = state.field.units[unit].rules.move_and_battle
    if move is None or not own_limit:  # units that move or battle do so under any card
        return own_limit
    return max(own_limit, move.and_battle) if move.at_least else move.and_battle


def limit_battle_after_move(state: GameState, unit: UnitNo, steps: int) -> None:
    """If a unit moved too far, bar it from battling, or limit it to close assaults."""
    if steps <= max_move_to_battle(state, unit):
        return
    if steps > max_move_to_assault(state, unit):
        state.barred |= 1 << unit
    else:
        state.charging |= 1 << unit


def max_move_to_assault(state: GameState, unit: UnitNo) -> int:
    """Return the number of hexes a unit can move and still close assault (TH-JAP-03)."""
    command, rules = state.command_of(unit), state.field.units[unit].rules
    charges = rules.move_and_battle and (command is None or command.move is None)
    return max(max_move_to_battle(state, unit), rules.move_and_assault if charges else 0)


def units_moving_again(state: GameState) -> list[UnitNo]:
    """Return the units that can move again after the battles (B-CARD-BEL)."""
    if not state.issued:
        move = state.command.move if state.command else None
        units = state.ordered if move and move.again else 0
    else:
        units = sum(mask for command, mask in state.issued if command.move and command.move.again)
    return [u for u in bit_indexes(units & ~state.moved_again) if state.place[u] != NOWHERE]


def has_unit_of_named_class(state: GameState, command: Command) -> bool:
    """Return whether the player has any unit of the classes a card names (B-CARD-10).

    All the player's units count; in Overlord, all units of the general.
    """
    own_hexes = state.occupied[state.active]
    if command.general is not None:
        own_hexes &= section_hexes(state, command)
    if command.classes == EVERY_CLASS:
        return bool(own_hexes)
    units, refusing_units = state.field.units, _refusing_units(state, command)
    for index in bit_indexes(own_hexes):
        unit = state.unit_at[index]
        if command.classes >> units[unit].order_class_number & ~(refusing_units >> unit) & 1:
            return True
    return False


def _refusing_units(state: GameState, command: Command) -> UnitSet:
    """Return the units that a command cannot order, whatever their class (E-GEN-08)."""
    refusals = state.field.refusals
    return refusals.get(cards()[command.card].emblem, 0) if refusals else 0


def section_hexes(state: GameState, command: Command) -> HexSet:
    """Return the hexes in the sections of a command."""
    kinds, command_sections = (
        _hexes_by_sections_of(state.field.grid, command)[state.active],
        command.sections,
    )
    return sum(mask for section_bits, mask in enumerate(kinds) if section_bits & command_sections)


def can_order_all(state: GameState, hexes: HexSet) -> bool:
    """Return whether all units on a set of hexes can still be ordered together."""
    command = state.command
    assert command is not None, "a card is in play"
    hexes |= hexes_of_units(state, newly_ordered_units(state))
    if hexes.bit_count() + len(state.spent) > command.max_units:
        return False
    if not command.one_section:
        counts = _section_counts(state, command, hexes)
        if not any(fits_section_limits(counts, limits) for limits in command.alternatives):
            return False
    return _can_fill_slots(state, command, hexes)


def with_command_car_orders(state: GameState, command: Command) -> Command:
    """Return the command of a section card with the extra orders of command cars (E-CMDCAR-02).

    Each car adds an order in its section or, in Overlord, its sub-section; a car on the line
    between two sections adds its order in one of them.
    """
    cars = state.field.command_cars and state.field.command_cars & ~_lost_units(state)
    if not cars or not cards()[command.card].orders:
        return command
    sections = sections_of(state.field.grid, command)[state.active]
    alternatives = list(command.alternatives)
    for car in bit_indexes(cars):
        unit = state.field.units[car]
        if unit.player == state.active:
            extra_orders, car_sections = unit.rules.more_orders, sections[state.place[car]]
            alternatives = [
                new_limits
                for old_limits in alternatives
                for new_limits in tuple(
                    _limits_with_car_orders(old_limits, car_sections, extra_orders)
                )
                or (old_limits,)
            ]
    first, *other_limits = dict.fromkeys(alternatives)
    return replace(command, limits=first, either=tuple(other_limits))


def _lost_units(state: GameState) -> UnitSet:
    return sum(1 << unit for unit, place in enumerate(state.place) if place == NOWHERE)


def _limits_with_car_orders(
    limits: tuple[int, ...], sections: int, extra_orders: int
) -> Iterator[tuple[int, ...]]:
    """Yield the limits with extra orders in one section, for each of *sections* that has orders."""
    for section, limit in enumerate(limits):
        if sections >> section & 1 and limit:
            yield (*limits[:section], limit + extra_orders, *limits[section + 1 :])


@lru_cache(_MAX_CACHED_ORDERS)
def fits_section_limits(counts: tuple[int, ...], limits: tuple[int, ...]) -> bool:
    """Return whether units can be assigned to the sections of a card (B-ORD-04).

    ``counts[m]`` is the number of units in exactly the sections of *m*. They fit if, for every set
    of sections, no more units are in these alone than the card has orders there (Hall's condition).
    """
    for chosen_sections in range(1, 1 << len(limits)):
        unit_count = sum(
            n for section_bits, n in enumerate(counts) if not section_bits & ~chosen_sections
        )
        max_count = sum(
            limit for section, limit in enumerate(limits) if chosen_sections >> section & 1
        )
        if unit_count > max_count:
            return False
    return True


@lru_cache(_MAX_CACHED_ORDERS)
def _hexes_with_orders_left(
    grid: Grid, player: PlayerNo, command: Command, counts: tuple[int, ...]
) -> HexSet:
    """Return the hexes on which one more unit can be ordered.

    A hex lies in one section, or on a line between two. Empty *counts* mean no units.
    """
    sections = len(command.limits)
    counts = counts or (0,) * (1 << sections)
    possible_sections = [*(1 << i for i in range(sections)), *(3 << i for i in range(sections - 1))]
    kinds = _hexes_by_sections_of(grid, command)[player]
    return sum(
        kinds[section_bits]
        for section_bits in possible_sections
        if any(
            fits_section_limits(_with_unit_added(counts, section_bits), limits)
            for limits in command.alternatives
        )
    )


def sections_of(grid: Grid, command: Command) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return each hex's sections for each player, or sub-sections if the command has them."""
    return grid.subsections if command.in_subsections else grid.sections


def _hexes_by_sections_of(
    grid: Grid, command: Command
) -> tuple[tuple[HexSet, ...], tuple[HexSet, ...]]:
    """Return each player's hexes, indexed by the set of sections or sub-sections they lie in."""
    return grid.hexes_by_subsections if command.in_subsections else grid.hexes_by_sections


def _section_counts(state: GameState, command: Command, hexes: HexSet) -> tuple[int, ...]:
    """Return the number of *hexes* and of spent orders in each set of sections."""
    sections = sections_of(state.field.grid, command)[state.active]
    counts = [0] * (1 << len(command.limits))
    for index in (*bit_indexes(hexes), *state.spent):
        counts[sections[index]] += 1
    return tuple(counts)


def _with_unit_added(counts: tuple[int, ...], section_bits: int) -> tuple[int, ...]:
    return (*counts[:section_bits], counts[section_bits] + 1, *counts[section_bits + 1 :])


def _hexes_orderable_by_class(
    state: GameState, command: Command, hexes: HexSet, ordered_hexes: HexSet
) -> HexSet:
    """Return the *hexes* whose units a card can still order by class, given the *ordered_hexes*."""
    orderable = 0
    for index in bit_indexes(hexes):
        number = state.field.units[state.unit_at[index]].order_class_number
        if command.classes >> number & 1 and _can_fill_slots(
            state, command, ordered_hexes | 1 << index
        ):
            orderable |= 1 << index
    return orderable


def _can_fill_slots(state: GameState, command: Command, hexes: HexSet) -> bool:
    """Return whether the dice of a card can order the units on *hexes*; True without dice."""
    if command.slots is None:
        return True
    units = (state.unit_at[index] for index in bit_indexes(hexes))
    return slots_suffice(command.slots, [state.field.units[u].order_class_number for u in units])
