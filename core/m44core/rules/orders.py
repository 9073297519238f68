"""Which units a card may order (rules 4.3)."""

from __future__ import annotations

from functools import cache

from m44core.rules.cards import order_limits
from m44core.rules.grid import indexes
from m44core.rules.state import GameState

_SETS_OF_SECTIONS = range(1, 8)  # bit 0 left, bit 1 centre, bit 2 right
_KINDS_OF_HEXES = (0b001, 0b011, 0b010, 0b110, 0b100)  # in one section, or on a line between two


def orderable(state: GameState) -> list[int]:
    """Return the units of the active player that may be ordered in addition (B-ORD-01..04)."""
    sections = state.field.grid.sections[state.active]
    room = _with_room(_counts(state), order_limits(state.card))
    own = (state.unit_at[index] for index in indexes(state.occupied[state.active]))
    return sorted(
        unit
        for unit in own
        if not state.ordered >> unit & 1 and sections[state.place[unit]] in room
    )


def all_fit(state: GameState, units: list[int]) -> bool:
    """Tell whether all of *units* may be ordered together in addition."""
    sections = state.field.grid.sections[state.active]
    counts = list(_counts(state))
    for unit in units:
        counts[sections[state.place[unit]]] += 1
    return fits(tuple(counts), order_limits(state.card))


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
