"""Why a unit cannot act now, or cannot act on a hex, in a sentence."""

from __future__ import annotations

from m44core.catalogue.command_cards import Contact
from m44core.messages.message import Message, message
from m44core.messages.nouns import hexes
from m44core.rules.board.hex_grid import indexes
from m44core.rules.cards.card_command import EVERY_CLASS, Command
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.index_types import HexNo, UnitNo
from m44core.rules.units.battle import (
    field_of_fire,
    may_close_assault,
    may_target,
    not_camouflaged,
    rules_in_place,
    targets,
)
from m44core.rules.units.movement import movement_map_of, travel_of
from m44core.rules.units.orders import hexes_in_contact, newly_ordered, section_hexes

_MOVING = (Phase.MOVE, Phase.MOVE_AGAIN)
_AIMING = (Phase.BATTLE, Phase.OVERRUN)
_ELSEWHERE = {
    Phase.RETREAT: message("It cannot retreat there."),
    Phase.TARGET: message("The card cannot be used on that hex."),
}


def illegal_reason(state: GameState, selected: UnitNo, index: HexNo) -> Message | None:
    """Return why nothing can be done with a hex; None if it is obvious or unknown.

    Args:
        state: The game.
        selected: The selected unit, or NOBODY.
        index: The hex.
    """
    if state.phase in _ELSEWHERE:
        return _ELSEWHERE[state.phase]
    unit = state.unit_at[index]
    own = unit != NOBODY and state.field.units[unit].player == state.active
    if own and unit != selected:
        return _unselectable_reason(state, unit)
    if unit == selected:
        return None  # an empty hex where no unit is chosen, or the unit itself
    if selected == NOBODY:
        first = unit != NOBODY and state.phase is Phase.BATTLE
        return message("First click the unit that battles it.") if first else None
    if state.phase in _MOVING:
        return _unreachable_reason(state, selected, index)
    if state.phase in _AIMING:
        return _no_battle_reason(state, selected, index)
    return None


def _unselectable_reason(state: GameState, unit: UnitNo) -> Message | None:
    """Return why one of the active player's units cannot be selected now."""
    if state.phase is Phase.ORDER and state.command is not None:
        return _no_order_reason(state, state.command, unit)
    if state.phase not in (*_MOVING, Phase.BATTLE):
        return None
    if not state.ordered >> unit & 1:
        return message("It is not ordered.")
    if state.phase is Phase.MOVE:
        moved = state.moved >> unit & 1
        return message("It has moved already.") if moved else message("It cannot move from there.")
    if state.phase is Phase.BATTLE:
        return _no_target_reason(state, unit)
    return message("It may not move again.")


def _unreachable_reason(state: GameState, unit: UnitNo, index: HexNo) -> Message:
    """Return why a unit cannot move to a hex that is out of its reach."""
    if state.unit_at[index] != NOBODY:
        return message("Another unit is there.")
    passable = movement_map_of(state, unit).passable[state.field.units[unit].class_number]
    if not passable >> index & 1:
        return message("The ground there is closed to it.")
    longest = travel_of(state, unit).longest
    if state.field.grid.distance(state.place[unit], index) > longest:
        return message("Too far: it may move {hexes}.", hexes=hexes(longest))
    return message("Out of its reach: ground or units in between stop or bar it.")


def _no_battle_reason(state: GameState, unit: UnitNo, index: HexNo) -> Message:
    """Return why a unit that may still battle cannot battle a hex."""
    grid, start, combatant = state.field.grid, state.place[unit], state.field.units[unit]
    if not state.occupied[1 - combatant.player] >> index & 1:
        return message("No enemy is there.")
    distance, rules = grid.distance(start, index), rules_in_place(state, unit)
    if not rules.dice or not may_target(rules, state, index):
        return message("It cannot battle such a unit.")
    if distance > len(rules.dice):
        return message("Out of range: it battles up to {hexes}.", hexes=hexes(len(rules.dice)))
    if distance > state.visibility:
        return message("Too dark: battles reach {hexes}.", hexes=hexes(state.visibility))
    if distance > 1:
        if state.occupied[1 - combatant.player] & grid.near[start]:
            return message("It must battle the enemy next to it.")
        if not not_camouflaged(state, 1 << index):
            return message("The unit there is camouflaged.")
        if not field_of_fire(state, unit, start) >> index & 1:
            return message("No line of sight.")
    return message("The ground leaves it no dice there.")


def _no_order_reason(state: GameState, command: Command, unit: UnitNo) -> Message:
    bit, units = 1 << state.place[unit], newly_ordered(state)
    if state.ordered >> unit & 1:
        return message("It is ordered already.")
    if units.bit_count() + len(state.spent) >= command.max_units:
        return message("All orders of the card are given.")
    if not bit & section_hexes(state, command):
        return message("The card orders nobody in its section.")
    if not bit & hexes_in_contact(state, command.contact):
        if command.contact is Contact.ADJACENT:
            return message("The card orders units next to an enemy alone.")
        return message("The card orders no unit next to an enemy.")
    of_class = command.classes >> state.field.units[unit].ordered_as & 1
    if command.classes != EVERY_CLASS and not of_class:
        return message("The card does not order such a unit.")
    if state.resting_until and state.resting >> unit & 1:
        return message("It cannot be ordered this turn.")
    return message("The card has no order left for it.")


def _no_target_reason(state: GameState, unit: UnitNo) -> Message | None:
    """Return why an ordered unit has no target; None if it has one."""
    if state.battled >> unit & 1:
        return message("It has battled already.")
    command, place = state.command_of(unit), state.place[unit]
    if (command is not None and not command.battles) or state.on_the_move >> unit & 1:
        return message("The card lets it move only.")
    if state.barred >> unit & 1:
        return _barred_reason(state, unit)
    if state.ground.no_battle[state.field.units[unit].class_number] >> place & 1:
        return message("The ground it is on does not let it battle.")
    if targets(state, unit):
        return None
    enemies = state.occupied[1 - state.field.units[unit].player]
    reach = min(len(rules_in_place(state, unit).dice), state.visibility)
    near = enemies & state.field.grid.within(place, reach)
    if not near:
        return message("No enemy is in range.")
    close = bool(near & state.field.grid.near[place])
    if close and not may_close_assault(state, unit):
        return message("The card does not let it close assault.")
    if not close and state.charging >> unit & 1:
        return message("It has moved too far for anything but a close assault.")
    if not close and not any(field_of_fire(state, unit, place) >> at & 1 for at in indexes(near)):
        return message("It has no line of sight to an enemy in range.")
    return message("It can battle no enemy from there.")


def _barred_reason(state: GameState, unit: UnitNo) -> Message:
    """Return why a unit is barred from battling this turn."""
    number, ground = state.field.units[unit].class_number, state.ground
    closed = ground.no_battle_on_entry[number] | ground.no_battle_if_late[number]
    if closed >> state.place[unit] & 1:
        return message("It cannot battle after entering such ground.")
    others = (
        ground.no_battle_on_leave[number] or state.field.carried_units or state.field.supply_units
    )
    if state.moved >> unit & 1 and not others:
        return message("It has moved too far to battle.")
    return message("It may not battle after what it did this turn.")
