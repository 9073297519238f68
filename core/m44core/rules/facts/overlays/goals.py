"""How far it is to what wins, who holds it, and which cards order whom."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from m44core.catalogue.types import Side
from m44core.messages.message import Message, message
from m44core.rules.board.grid import BOTTOM, TOP, indexes
from m44core.rules.facts.overlays.asked import Asked, unknown
from m44core.rules.facts.overlays.basis import Basis
from m44core.rules.facts.overlays.values import Area, Overlay, Role
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.goals.objectives import rightful_holder
from m44core.rules.numbers import HexNo, HexSet

_NEAR = 3  # hexes: what armor goes in a turn


def distances(basis: Basis, asked: Asked) -> Overlay:
    """Return how many hexes it is from each hex to the nearest objective or exit (B-BOARD-05).

    Hexes are counted as they lie; what stands in the way is not.
    """
    game = basis.game
    if isinstance(game, Message):
        return unknown(game)
    medals = _union(objective.hexes for objective in game.field.objectives)
    exits = game.field.exits[TOP] | game.field.exits[BOTTOM]
    if not medals | exits:
        return Overlay(message("There are no objectives and no exits"))
    far = _steps_from(basis, medals | exits)
    near = sum(1 << end for end, steps in far.items() if 0 < steps <= _NEAR)
    areas = (
        Area(Role.OPEN, basis.hexes(medals | exits), message("an objective or an exit")),
        Area(Role.HALF, basis.hexes(near), message("up to three hexes away")),
    )
    every = basis.grid.board.hexes
    marks = {every[end]: str(steps) for end, steps in far.items() if steps}
    return Overlay(_to_both(basis, asked, medals, exits), areas, marks)


def sections(basis: Basis, asked: Asked) -> Overlay:
    """Return what section cards for the hex pointed at reach, and how many units they may order.

    A hex on the line between two sections belongs to both (B-SECT-02, B-SECT-03).
    """
    hex_ = asked.hex_on(basis)
    if hex_ is None:
        return Overlay(message("Point at a hex to see its sections"))
    where = basis.grid.sections[BOTTOM]
    own = where[basis.grid.board.index[hex_]]
    inside = sum(1 << end for end, kinds in enumerate(where) if kinds & own == kinds)
    shared = sum(1 << end for end, kinds in enumerate(where) if kinds & own) & ~inside
    areas = (
        Area(Role.OPEN, basis.hexes(inside), message("ordered by cards for this section")),
        Area(Role.HALF, basis.hexes(shared), message("and by those for the next section")),
    )
    return Overlay(_ordered(basis, asked, inside | shared), areas)


def control(basis: Basis, asked: Asked) -> Overlay:
    """Return who holds the objectives as the units stand (V-MED-02, V-MED-06)."""
    del asked
    game = basis.game
    if isinstance(game, Message):
        return unknown(game)
    held = dict.fromkeys((TOP, BOTTOM, NOBODY), 0)
    numbers = dict(held)
    for number, objective in enumerate(game.field.objectives):
        holder = rightful_holder(game, number)
        numbers[holder] += 1
        held[holder] |= objective.hexes & ~_union(held.values())
    axis, allies = game.field.player(Side.AXIS), game.field.player(Side.ALLIES)
    areas = (
        Area(Role.OPEN, basis.hexes(held[allies]), message("held by the Allies")),
        Area(Role.HALF, basis.hexes(held[NOBODY]), message("held by nobody")),
        Area(Role.CLOSED, basis.hexes(held[axis]), message("held by the Axis")),
    )
    said = message(
        "Objectives held by the Allies {allies}, by the Axis {axis}, by nobody {nobody}",
        allies=numbers[allies],
        axis=numbers[axis],
        nobody=numbers[NOBODY],
    )
    return Overlay(said, areas)


def _union(sets: Iterable[HexSet]) -> HexSet:
    return reduce(or_, sets, 0)


def _steps_from(basis: Basis, goals: HexSet) -> dict[HexNo, int]:
    """Return the distance of every hex from the nearest of some."""
    found = dict.fromkeys(indexes(goals), 0)
    edge, known, steps = goals, goals, 0
    while edge:
        steps += 1
        edge = basis.grid.spread(edge) & ~known
        known |= edge
        found |= dict.fromkeys(indexes(edge), steps)
    return found


def _to_both(basis: Basis, asked: Asked, medals: HexSet, exits: HexSet) -> Message:
    hex_ = asked.hex_on(basis)
    if hex_ is None:
        return message("Point at a hex to hear how far it is to objectives and exits")
    at = basis.grid.board.index[hex_]
    said = message("From {hex}", hex=basis.grid.names[at])
    for goals, text in (
        (medals, message("to the nearest objective")),
        (exits, message("to the nearest exit")),
    ):
        if goals:
            steps = _steps_from(basis, goals)[at]
            said = message("{first}, {what} {steps}", first=said, what=text, steps=steps)
    return said


def _ordered(basis: Basis, asked: Asked, hexes: HexSet) -> Message:
    hex_, game = asked.hex_on(basis), basis.game
    assert hex_ is not None, "it was asked for"
    name = basis.grid.board.name(hex_)
    if isinstance(game, GameState):
        top, bottom = ((units & hexes).bit_count() for units in game.occupied)
    else:
        return message("Sections of {hex}; who orders whom is not known: {why}", hex=name, why=game)
    return message(
        "Section cards at {hex} order units of the top player {top}, of the bottom {bottom}",
        hex=name,
        top=top,
        bottom=bottom,
    )
