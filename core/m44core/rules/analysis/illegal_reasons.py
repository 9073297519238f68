"""Sentences that explain why a unit cannot act now, or cannot act on a hex."""

from __future__ import annotations

from m44core.catalogue.command_cards import Contact
from m44core.messages.message import Message, message
from m44core.messages.nouns import hexes
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.cards.card_command import EVERY_CLASS, Command
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.index_types import HexNo, UnitNo
from m44core.rules.units.battle import (
    field_of_fire,
    may_close_assault,
    may_target,
    rules_in_place,
    targets_with_dice,
    uncamouflaged_hexes,
)
from m44core.rules.units.movement import movement_allowance_of, movement_map_of
from m44core.rules.units.orders import newly_ordered_units, own_hexes_in_contact, section_hexes

_MOVE_PHASES = (Phase.MOVE, Phase.MOVE_AGAIN)
_AIM_PHASES = (Phase.BATTLE, Phase.OVERRUN)
_REASONS_BY_PHASE = {
    Phase.RETREAT: message("The unit cannot retreat there."),
    Phase.TARGET: message("The card cannot be used on that hex."),
}


def illegal_reason(state: GameState, selected_unit: UnitNo, index: HexNo) -> Message | None:
    """Return why no action is possible on a hex, as a sentence; None if it is obvious or unknown.

    Args:
        state: The game.
        selected_unit: The selected unit, or NOBODY.
        index: The hex.
    """
    if state.phase in _REASONS_BY_PHASE:
        return _REASONS_BY_PHASE[state.phase]
    unit = state.unit_at[index]
    is_own_unit = unit != NOBODY and state.field.units[unit].player == state.active
    if is_own_unit and unit != selected_unit:
        return _unselectable_reason(state, unit)
    if unit == selected_unit:
        return None  # an empty hex while no unit is selected, or the selected unit itself
    if selected_unit == NOBODY:
        is_target = unit != NOBODY and state.phase is Phase.BATTLE
        return message("First click the unit that will battle this enemy.") if is_target else None
    if state.phase in _MOVE_PHASES:
        return _unreachable_reason(state, selected_unit, index)
    if state.phase in _AIM_PHASES:
        return _no_battle_reason(state, selected_unit, index)
    return None


def _unselectable_reason(state: GameState, unit: UnitNo) -> Message | None:
    """Return why one of the active player's units cannot be selected now; None if unknown."""
    if state.phase is Phase.ORDER and state.command is not None:
        return _no_order_reason(state, state.command, unit)
    if state.phase not in (*_MOVE_PHASES, Phase.BATTLE):
        return None
    if not state.ordered >> unit & 1:
        return message("The unit has not been ordered.")
    if state.phase is Phase.MOVE:
        has_moved = state.moved >> unit & 1
        return (
            message("The unit has already moved.")
            if has_moved
            else message("The unit cannot move from there.")
        )
    if state.phase is Phase.BATTLE:
        return _no_target_reason(state, unit)
    return message("The unit cannot move again.")


def _unreachable_reason(state: GameState, unit: UnitNo, index: HexNo) -> Message:
    """Return why a unit cannot move to a hex that is out of its reach."""
    if state.unit_at[index] != NOBODY:
        return message("Another unit is there.")
    passable = movement_map_of(state, unit).passable[state.field.units[unit].class_number]
    if not passable >> index & 1:
        return message("The unit cannot enter that terrain.")
    max_move = movement_allowance_of(state, unit).longest
    if state.field.grid.distance(state.place[unit], index) > max_move:
        return message("Too far: the unit can move {hexes}.", hexes=hexes(max_move))
    return message("Out of reach: terrain or units in between stop the unit or block its way.")


def _no_battle_reason(state: GameState, unit: UnitNo, index: HexNo) -> Message:
    """Return why a unit that can still battle cannot attack a hex."""
    grid, start, combatant = state.field.grid, state.place[unit], state.field.units[unit]
    if not state.occupied[1 - combatant.player] >> index & 1:
        return message("There is no enemy unit there.")
    distance, rules = grid.distance(start, index), rules_in_place(state, unit)
    if not rules.dice or not may_target(rules, state, index):
        return message("The unit cannot battle units of this type.")
    if distance > len(rules.dice):
        return message("Out of range: the unit's range is {hexes}.", hexes=hexes(len(rules.dice)))
    if distance > state.visibility:
        return message("Too dark: visibility is {hexes}.", hexes=hexes(state.visibility))
    if distance > 1:
        if state.occupied[1 - combatant.player] & grid.near[start]:
            return message("The unit must battle the adjacent enemy.")
        if not uncamouflaged_hexes(state, 1 << index):
            return message("The enemy unit there is camouflaged.")
        if not field_of_fire(state, unit, start) >> index & 1:
            return message("No line of sight.")
    return message("The terrain there would leave the unit with no dice to roll.")


def _no_order_reason(state: GameState, command: Command, unit: UnitNo) -> Message:
    bit, units = 1 << state.place[unit], newly_ordered_units(state)
    if state.ordered >> unit & 1:
        return message("The unit has already been ordered.")
    if units.bit_count() + len(state.spent) >= command.max_units:
        return message("The card has no orders left.")
    if not bit & section_hexes(state, command):
        return message("The card does not order units in this unit's section.")
    if not bit & own_hexes_in_contact(state, command.contact):
        if command.contact is Contact.ADJACENT:
            return message("The card only orders units adjacent to an enemy.")
        return message("The card does not order units adjacent to an enemy.")
    is_of_class = command.classes >> state.field.units[unit].order_class_number & 1
    if command.classes != EVERY_CLASS and not is_of_class:
        return message("The card does not order units of this type.")
    if state.resting_until and state.resting_units >> unit & 1:
        return message("The unit cannot be ordered this turn.")
    return message("The card has no orders left for this unit.")


def _no_target_reason(state: GameState, unit: UnitNo) -> Message | None:
    """Return why an ordered unit has no target; None if it has one."""
    if state.battled >> unit & 1:
        return message("The unit has already battled.")
    command, place = state.command_of(unit), state.place[unit]
    if (command is not None and not command.battles) or state.on_the_move >> unit & 1:
        return message("The card lets the unit move but not battle.")
    if state.barred >> unit & 1:
        return _barred_reason(state, unit)
    if state.ground.no_battle[state.field.units[unit].class_number] >> place & 1:
        return message("The unit cannot battle from this terrain.")
    if targets_with_dice(state, unit):
        return None
    enemies = state.occupied[1 - state.field.units[unit].player]
    max_range = min(len(rules_in_place(state, unit).dice), state.visibility)
    enemies_in_range = enemies & state.field.grid.within(place, max_range)
    if not enemies_in_range:
        return message("No enemy is in range.")
    is_close = bool(enemies_in_range & state.field.grid.near[place])
    if is_close and not may_close_assault(state, unit):
        return message("The card does not allow the unit to close assault.")
    if not is_close and state.charging >> unit & 1:
        return message("The unit has moved too far for anything but a close assault.")
    if not is_close and not any(
        field_of_fire(state, unit, place) >> enemy_hex & 1
        for enemy_hex in bit_indexes(enemies_in_range)
    ):
        return message("The unit has no line of sight to an enemy in range.")
    return message("The unit cannot battle any enemy from there.")


def _barred_reason(state: GameState, unit: UnitNo) -> Message:
    """Return why a unit is barred from battling this turn."""
    number, ground = state.field.units[unit].class_number, state.ground
    barring_hexes = ground.no_battle_on_entry[number] | ground.no_battle_if_late[number]
    if barring_hexes >> state.place[unit] & 1:
        return message("The unit cannot battle after entering this terrain.")
    has_other_reasons = (
        ground.no_battle_on_leave[number] or state.field.carried_units or state.field.supply_units
    )
    if state.moved >> unit & 1 and not has_other_reasons:
        return message("The unit has moved too far to battle.")
    return message("The unit cannot battle because of something it did earlier this turn.")
