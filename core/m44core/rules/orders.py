"""Which units a card may order (rules 4.3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from m44core.catalogue.cards import Contact
from m44core.catalogue.types import UnitRules
from m44core.rules.command import ARMOR, INFANTRY, Command, slots_hold
from m44core.rules.grid import indexes
from m44core.rules.state import GameState

_SETS_OF_SECTIONS = range(1, 8)  # bit 0 left, bit 1 centre, bit 2 right
_KINDS_OF_HEXES = (0b001, 0b011, 0b010, 0b110, 0b100)  # in one section, or on a line between two


def orderable(state: GameState) -> list[int]:
    """Return the units of the active player that may be ordered in addition (B-ORD-01..04)."""
    command = state.command
    assert command is not None, "a card is in play"
    if state.ordered.bit_count() >= command.total:
        return []
    sections = state.field.grid.sections[state.active]
    room = _with_room(_counts(state), command.limits)
    return [
        unit
        for unit in eligible(state, command)
        if not state.ordered >> unit & 1
        and sections[state.place[unit]] in room
        and _has_slot(state, command, (unit,))
    ]


def eligible(state: GameState, command: Command) -> list[int]:
    """Return the units of the active player a card is about, wherever they stand."""
    units = state.field.units
    hexes = standing(state, command.contact)
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


def most_before_battle(state: GameState, rules: UnitRules) -> int:
    """Return how many hexes a unit may move and still battle, by its own rules or the card's."""
    move = state.command.move if state.command else None
    return rules.move_and_battle if move is None else move.and_battle


def commands_any(state: GameState, player: int, classes: int) -> bool:
    """Tell whether a player has any unit of some classes on the board (B-CARD-10)."""
    units = state.field.units
    return any(
        classes >> units[state.unit_at[index]].number_of_class & 1
        for index in indexes(state.occupied[player])
    )


def all_fit(state: GameState, units: list[int]) -> bool:
    """Tell whether all of *units* may be ordered together in addition."""
    command = state.command
    assert command is not None, "a card is in play"
    if state.ordered.bit_count() + len(units) > command.total:
        return False
    sections = state.field.grid.sections[state.active]
    counts = list(_counts(state))
    for unit in units:
        counts[sections[state.place[unit]]] += 1
    return fits(tuple(counts), command.limits) and _has_slot(state, command, units)


@cache
def fits(counts: tuple[int, ...], limits: tuple[int, int, int]) -> bool:
    """Tell whether units can be shared out among the sections of a card (B-ORD-04).

    ``counts[m]`` is how many units stand in exactly the sections of *m*. They
    fit if for every set of sections no more units stand only there than the
    card orders there (Hall's condition).
    """
    for chosen in _SETS_OF_SECTIONS:
        inside = sum(n for where, n in enumerate(counts) if not where & ~chosen)
        room = sum(limit for section, limit in enumerate(limits) if chosen >> section & 1)
        if inside > room:
            return False
    return True


@cache
def _with_room(counts: tuple[int, ...], limits: tuple[int, int, int]) -> frozenset[int]:
    """Return the kinds of hexes on which one more unit may be ordered."""
    return frozenset(where for where in _KINDS_OF_HEXES if fits(_one_more(counts, where), limits))


def _counts(state: GameState) -> tuple[int, ...]:
    """Count the ordered units by the sections they stand in: where they are now (B-ORD-06)."""
    counts = [0] * 8
    sections = state.field.grid.sections[state.active]
    for unit in indexes(state.ordered):
        counts[sections[state.place[unit]]] += 1
    return tuple(counts)


def _one_more(counts: tuple[int, ...], where: int) -> tuple[int, ...]:
    return (*counts[:where], counts[where] + 1, *counts[where + 1 :])


def _has_slot(state: GameState, command: Command, more: Iterable[int]) -> bool:
    """Tell whether the dice of Their Finest Hour order *more* units besides those ordered."""
    if command.slots is None:
        return True
    classes = [state.field.units[unit].number_of_class for unit in (*indexes(state.ordered), *more)]
    infantry, armor = classes.count(INFANTRY), classes.count(ARMOR)
    return slots_hold(command.slots, infantry, armor, len(classes) - infantry - armor)
