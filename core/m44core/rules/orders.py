"""Which units a card may order (rules 4.3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from m44core.board import Section
from m44core.catalogue.cards import Contact
from m44core.rules.command import ARMOR, INFANTRY, Command, slots_hold
from m44core.rules.grid import indexes
from m44core.rules.state import NOWHERE, GameState


def orderable(state: GameState) -> list[int]:
    """Return the units of the active player that may be ordered in addition (B-ORD-01..04)."""
    command = state.command
    assert command is not None, "a card is in play"
    ordered = newly_ordered(state)
    if ordered.bit_count() >= command.total:
        return []
    kinds = _kinds(state, command)
    room = _with_room(_counts(state, command, ordered), command.alternatives)
    hexes = sum(mask for where, mask in enumerate(kinds) if where in room)
    return [
        unit
        for unit in eligible(state, command, hexes)
        if not state.ordered >> unit & 1 and _has_slot(state, command, (unit,))
    ]


def newly_ordered(state: GameState) -> int:
    """Return the units ordered by the command in hand, not by another general's."""
    ordered = state.ordered
    for _, units in state.issued:
        ordered &= ~units
    return ordered


def eligible(state: GameState, command: Command, among: int = -1) -> list[int]:
    """Return the units of the active player on some hexes that a card is about."""
    units = state.field.units
    hexes = standing(state, command.contact) & among
    own = sorted(state.unit_at[index] for index in indexes(hexes))
    return [unit for unit in own if command.classes >> units[unit].number_of_class & 1]


def standing(state: GameState, contact: Contact) -> int:
    """Return the hexes of the active player's units that are in contact as asked."""
    own, enemies = state.occupied[state.active], state.occupied[1 - state.active]
    match contact:
        case Contact.ANY:
            return own
        case Contact.ADJACENT:
            return own & state.field.grid.spread(enemies)
        case Contact.APART:
            return own & ~state.field.grid.spread(enemies)


def most_before_battle(state: GameState, unit: int) -> int:
    """Return how many hexes a unit may move and still battle, by its own rules or the card's."""
    command = state.command_of(unit)
    move = command.move if command else None
    return state.field.units[unit].rules.move_and_battle if move is None else move.and_battle


def moving_again(state: GameState) -> list[int]:
    """Return the units that may still move once more after the battles (B-CARD-BEL)."""
    if not state.issued:
        move = state.command.move if state.command else None
        units = state.ordered if move and move.again else 0
    else:
        units = sum(mask for command, mask in state.issued if command.move and command.move.again)
    return [u for u in indexes(units & ~state.moved_again) if state.place[u] != NOWHERE]


def names_any(state: GameState, command: Command) -> bool:
    """Tell whether there is any unit of the classes a card names (B-CARD-10).

    The whole army counts, in Overlord all units of the general.
    """
    units = state.field.units
    own = state.occupied[state.active] & (-1 if command.general is None else area(state, command))
    return any(
        command.classes >> units[state.unit_at[index]].number_of_class & 1 for index in indexes(own)
    )


def area(state: GameState, command: Command) -> int:
    """Return the hexes in the sections a command is about."""
    wanted = command.sections
    return sum(mask for where, mask in enumerate(_kinds(state, command)) if where & wanted)


def all_fit(state: GameState, units: list[int]) -> bool:
    """Tell whether all of *units* may be ordered together in addition."""
    command = state.command
    assert command is not None, "a card is in play"
    ordered = newly_ordered(state)
    if ordered.bit_count() + len(units) > command.total:
        return False
    for unit in units:
        ordered |= 1 << unit
    counts = _counts(state, command, ordered)
    fit = any(fits(counts, limits) for limits in command.alternatives)
    return fit and _has_slot(state, command, units)


@cache
def fits(counts: tuple[int, ...], limits: tuple[int, ...]) -> bool:
    """Tell whether units can be shared out among the sections of a card (B-ORD-04).

    ``counts[m]`` is how many units stand in exactly the sections of *m*. They
    fit if for every set of sections no more units stand only there than the
    card orders there (Hall's condition).
    """
    for chosen in range(1, 1 << len(limits)):
        inside = sum(n for where, n in enumerate(counts) if not where & ~chosen)
        room = sum(limit for section, limit in enumerate(limits) if chosen >> section & 1)
        if inside > room:
            return False
    return True


@cache
def _with_room(
    counts: tuple[int, ...], alternatives: tuple[tuple[int, ...], ...]
) -> frozenset[int]:
    """Return the kinds of hexes on which one more unit may be ordered.

    A hex lies in one section, or on a line between two.
    """
    sections = len(alternatives[0])
    kinds = [*(1 << i for i in range(sections)), *(3 << i for i in range(sections - 1))]
    return frozenset(
        where
        for where in kinds
        if any(fits(_one_more(counts, where), limits) for limits in alternatives)
    )


def _kinds(state: GameState, command: Command) -> tuple[int, ...]:
    """Return the hexes by the sections they lie in, or by the sub-sections of Overlord."""
    grid = state.field.grid
    kinds = grid.kinds if len(command.limits) == len(Section) else grid.subkinds
    return kinds[state.active]


def _counts(state: GameState, command: Command, units: int) -> tuple[int, ...]:
    """Count units by the sections they stand in: where they are now (B-ORD-06)."""
    hexes = sum(1 << state.place[unit] for unit in indexes(units))
    return tuple((mask & hexes).bit_count() for mask in _kinds(state, command))


def _one_more(counts: tuple[int, ...], where: int) -> tuple[int, ...]:
    return (*counts[:where], counts[where] + 1, *counts[where + 1 :])


def _has_slot(state: GameState, command: Command, more: Iterable[int]) -> bool:
    """Tell whether the dice of Their Finest Hour order *more* units besides those ordered."""
    if command.slots is None:
        return True
    ordered = newly_ordered(state)
    for unit in more:
        ordered |= 1 << unit
    classes = [state.field.units[unit].number_of_class for unit in indexes(ordered)]
    infantry, armor = classes.count(INFANTRY), classes.count(ARMOR)
    return slots_hold(command.slots, infantry, armor, len(classes) - infantry - armor)
