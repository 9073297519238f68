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
    counts, free = _counts(state), _free(state)
    limits = order_limits(state.card)
    sections = _sections(state)
    fitting = {where: fits(_one_more(counts, where), limits) for where in set(sections.values())}
    return [unit for unit in free if fitting[sections[unit]]]


def all_fit(state: GameState, units: list[int]) -> bool:
    """Tell whether all of *units* may be ordered together in addition."""
    counts, sections = _counts(state), _sections(state)
    for unit in units:
        counts[sections[unit]] += 1
    return fits(counts, order_limits(state.card))


def fits(counts: list[int], limits: tuple[int, int, int]) -> bool:
    """Tell whether units can be shared out among the sections of a card (B-ORD-04).

    ``counts[m]`` is how many units stand in exactly the sections of *m*. They
    fit if for every set of sections no more units stand only there than the
    card orders there (Hall's condition).
    """
    return all(sum(counts[where] for where in inside) <= room for inside, room in _rooms(limits))


@cache
def _rooms(limits: tuple[int, int, int]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return each set of sections, as the kinds of hexes only in it, and how many it may order."""
    return tuple(
        (
            tuple(where for where in _KINDS_OF_HEXES if not where & ~chosen),
            sum(limit for section, limit in enumerate(limits) if chosen >> section & 1),
        )
        for chosen in _SETS_OF_SECTIONS
    )


def _free(state: GameState) -> list[int]:
    """Return the active player's units without an order."""
    units = (state.unit_at[index] for index in indexes(state.occupied[state.active]))
    return sorted(unit for unit in units if not state.ordered >> unit & 1)


def _sections(state: GameState) -> dict[int, int]:
    """Return the sections of each unit of the active player: where it stands now (B-ORD-06)."""
    sections = state.field.grid.sections[state.active]
    occupied = indexes(state.occupied[state.active])
    return {state.unit_at[index]: sections[index] for index in occupied}


def _counts(state: GameState) -> list[int]:
    """Count the ordered units by the sections they stand in."""
    counts = [0] * 8
    sections = state.field.grid.sections[state.active]
    for unit in indexes(state.ordered):
        counts[sections[state.place[unit]]] += 1
    return counts


def _one_more(counts: list[int], where: int) -> list[int]:
    more = counts.copy()
    more[where] += 1
    return more
