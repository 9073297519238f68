"""Findings an author lets stand: adding, removing and moving the allowances of a scenario."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from m44core.board import Board
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.model.edits.contents import unless_equal
from m44core.model.parts import Allowance
from m44core.model.scenario import Scenario


def allow(scenario: Scenario, allowance: Allowance) -> Scenario:
    """Return the scenario with one more allowance, in place of one for the same check and place."""
    around = list(scenario.allowed)
    index = next((n for n, each in enumerate(around) if _same(each, allowance)), len(around))
    around[index : index + 1] = [allowance]
    return unless_equal(scenario, replace(scenario, allowed=tuple(around)))


def disallow(scenario: Scenario, allowance: Allowance) -> Scenario:
    """Return the scenario without what it allows of the check and at the place of *allowance*."""
    kept = tuple(each for each in scenario.allowed if not _same(each, allowance))
    return unless_equal(scenario, replace(scenario, allowed=kept))


def moved_allowances(
    allowed: tuple[Allowance, ...],
    before: Board,
    after: Board,
    place: Callable[[Hex], Hex | None],
) -> tuple[Allowance, ...]:
    """Return allowances whose hexes lie elsewhere now; those of hexes that are gone, go.

    Args:
        allowed: The allowances.
        before: The board their hexes are named on.
        after: The board they come to lie on.
        place: Returns where a hex lies now, or None where it is gone.
    """
    moved = (_moved(allowance, before, after, place) for allowance in allowed)
    return tuple(allowance for allowance in moved if allowance)


def _moved(
    allowance: Allowance, before: Board, after: Board, place: Callable[[Hex], Hex | None]
) -> Allowance | None:
    way = (allowance.at or "").split("/")
    step = 2 if way[:2] in (["", "hexes"], ["", "labels"]) else 0
    try:
        hex_ = before.hex(way[step]) if step < len(way) else None
    except NotationError:
        hex_ = None
    if hex_ is None:
        return allowance
    there = place(hex_)
    if there is None:
        return None
    way[step] = after.name(there)
    return replace(allowance, at="/".join(way))


def _same(one: Allowance, other: Allowance) -> bool:
    return (one.check, one.at) == (other.check, other.at)
