"""Overlays about a hex: line of sight, distance to objectives and exits, sections, control."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from m44core.catalogue.catalogue_types import Side, UnitClass
from m44core.hexes import Hex
from m44core.messages.message import Message, message, message_in
from m44core.rules.board.hex_grid import BOTTOM, SIGHT_RANGE, TOP, bit_indexes
from m44core.rules.board.hex_ground import CLASS_NUMBERS
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.index_types import HexNo, HexSet
from m44core.rules.overlays.overlay_types import (
    Area,
    AreaRole,
    Overlay,
    OverlayContext,
    OverlayTarget,
    unknown_overlay,
)
from m44core.rules.victory.objective_control import rightful_holder

_OBSERVERS = {
    UnitClass.INFANTRY: message_in("eye", "infantry"),
    UnitClass.ARMOR: message_in("eye", "armor"),
    UnitClass.ARTILLERY: message_in("eye", "artillery"),
}


def sight_overlay(context: OverlayContext, target: OverlayTarget) -> Overlay:
    """Return the hexes visible from a hex to the unit there, else to infantry (B-LOS-02, B-LOS-05).

    Units hide the hexes behind them; hexes that the ground hides anyway count as hidden by it.
    """
    hex_ = target.hex_on(context)
    if hex_ is None:
        return Overlay(message("Point at a hex to see what is visible from it"))
    start, observer = context.grid.board.index[hex_], _observer_class(context, hex_)
    sight = context.sights.direct[CLASS_NUMBERS[observer]]
    near_hexes = context.grid.within(start, SIGHT_RANGE) & ~(1 << start)
    seen_hexes = sight.visible_hexes(start, context.occupied) & near_hexes
    hexes_in_sight = sight.visible_hexes(start, 0) & near_hexes
    areas = (
        Area(AreaRole.OPEN, context.hexes(seen_hexes), message("visible")),
        Area(
            AreaRole.HALF, context.hexes(hexes_in_sight & ~seen_hexes), message("hidden by units")
        ),
        Area(
            AreaRole.CLOSED,
            context.hexes(near_hexes & ~hexes_in_sight),
            message("hidden by terrain"),
        ),
    )
    return Overlay(_sight_summary(context, hex_, observer, areas), areas)


def _observer_class(context: OverlayContext, hex_: Hex) -> UnitClass:
    """Return the class of the unit on a hex; infantry if there is none or it is unknown."""
    unit = context.scenario.at(hex_).unit
    element = context.scenario.catalogue.get(unit.name) if unit else None
    unit_class = element.unit_class if element else None
    return (
        UnitClass.INFANTRY if unit_class is None or unit_class not in CLASS_NUMBERS else unit_class
    )


def _sight_summary(
    context: OverlayContext, hex_: Hex, observer: UnitClass, areas: tuple[Area, ...]
) -> Message:
    seen, units, ground = (len(area.hexes) for area in areas)
    return message(
        "Line of sight from {hex} ({eye}): {seen} visible, {units} hidden by units, {ground} "
        "by terrain",
        hex=context.scenario.board.name(hex_),
        eye=_OBSERVERS.get(observer, _OBSERVERS[UnitClass.INFANTRY]),
        seen=seen,
        units=units,
        ground=ground,
    )


_ARMOR_MOVE = 3  # hexes: the move of armor in a turn


def distance_overlay(context: OverlayContext, target: OverlayTarget) -> Overlay:
    """Return the distance in hexes from each hex to the nearest objective or exit (B-BOARD-05).

    Obstacles and units in the way are ignored.
    """
    game = context.game
    if isinstance(game, Message):
        return unknown_overlay(game)
    objectives = _union(objective.hexes for objective in game.field.objectives)
    exits = game.field.exits[TOP] | game.field.exits[BOTTOM]
    if not objectives | exits:
        return Overlay(message("There are no objectives or exits"))
    distances = _distances_from(context, objectives | exits)
    near_hexes = sum(1 << end for end, steps in distances.items() if 0 < steps <= _ARMOR_MOVE)
    areas = (
        Area(AreaRole.OPEN, context.hexes(objectives | exits), message("an objective or an exit")),
        Area(AreaRole.HALF, context.hexes(near_hexes), message("within three hexes")),
    )
    board_hexes = context.grid.board.hexes
    marks = {board_hexes[end]: str(steps) for end, steps in distances.items() if steps}
    return Overlay(_distance_summary(context, target, objectives, exits), areas, marks)


def section_overlay(context: OverlayContext, target: OverlayTarget) -> Overlay:
    """Return where cards for a hex's sections order units, and the number of units there.

    A hex on the line between two sections belongs to both (B-SECT-02, B-SECT-03).
    """
    hex_ = target.hex_on(context)
    if hex_ is None:
        return Overlay(message("Point at a hex to see its sections"))
    sections = context.grid.sections[BOTTOM]
    hex_sections = sections[context.grid.board.index[hex_]]
    hexes_inside = sum(
        1 << end for end, kinds in enumerate(sections) if kinds & hex_sections == kinds
    )
    shared_hexes = (
        sum(1 << end for end, kinds in enumerate(sections) if kinds & hex_sections) & ~hexes_inside
    )
    areas = (
        Area(
            AreaRole.OPEN, context.hexes(hexes_inside), message("ordered by cards for this section")
        ),
        Area(
            AreaRole.HALF,
            context.hexes(shared_hexes),
            message("also ordered by cards for the adjacent section"),
        ),
    )
    return Overlay(_sections_summary(context, target, hexes_inside | shared_hexes), areas)


def control_overlay(context: OverlayContext, target: OverlayTarget) -> Overlay:
    """Return who holds each objective, given the positions of the units (V-MED-02, V-MED-06)."""
    del target
    game = context.game
    if isinstance(game, Message):
        return unknown_overlay(game)
    held_hexes = dict.fromkeys((TOP, BOTTOM, NOBODY), 0)
    objective_counts = dict(held_hexes)
    for number, objective in enumerate(game.field.objectives):
        holder = rightful_holder(game, number)
        objective_counts[holder] += 1
        held_hexes[holder] |= objective.hexes & ~_union(held_hexes.values())
    axis, allies = game.field.player(Side.AXIS), game.field.player(Side.ALLIES)
    areas = (
        Area(AreaRole.OPEN, context.hexes(held_hexes[allies]), message("held by the Allies")),
        Area(AreaRole.HALF, context.hexes(held_hexes[NOBODY]), message("held by neither side")),
        Area(AreaRole.CLOSED, context.hexes(held_hexes[axis]), message("held by the Axis")),
    )
    summary = message(
        "Objectives held: Allies {allies}, Axis {axis}, neither side {nobody}",
        allies=objective_counts[allies],
        axis=objective_counts[axis],
        nobody=objective_counts[NOBODY],
    )
    return Overlay(summary, areas)


def _union(sets: Iterable[HexSet]) -> HexSet:
    return reduce(or_, sets, 0)


def _distances_from(context: OverlayContext, goals: HexSet) -> dict[HexNo, int]:
    """Return the distance of every hex from the nearest of *goals*."""
    by_hex = dict.fromkeys(bit_indexes(goals), 0)
    frontier, reached, steps = goals, goals, 0
    while frontier:
        steps += 1
        frontier = context.grid.spread(frontier) & ~reached
        reached |= frontier
        by_hex |= dict.fromkeys(bit_indexes(frontier), steps)
    return by_hex


def _distance_summary(
    context: OverlayContext, target: OverlayTarget, objectives: HexSet, exits: HexSet
) -> Message:
    hex_ = target.hex_on(context)
    if hex_ is None:
        return message("Point at a hex to see its distance to objectives and exits")
    index = context.grid.board.index[hex_]
    summary = message("From {hex}", hex=context.grid.names[index])
    for goals, text in (
        (objectives, message("to the nearest objective")),
        (exits, message("to the nearest exit")),
    ):
        if goals:
            steps = _distances_from(context, goals)[index]
            summary = message("{first}, {what}: {steps}", first=summary, what=text, steps=steps)
    return summary


def _sections_summary(context: OverlayContext, target: OverlayTarget, hexes: HexSet) -> Message:
    hex_, game = target.hex_on(context), context.game
    assert hex_ is not None, "it was asked for"
    name = context.grid.board.name(hex_)
    if isinstance(game, GameState):
        top, bottom = ((units & hexes).bit_count() for units in game.occupied)
    else:
        return message(
            "Sections of {hex}; which units section cards order there is unknown: {why}",
            hex=name,
            why=game,
        )
    return message(
        "Units ordered by section cards at {hex}: {top} (top player), {bottom} (bottom player)",
        hex=name,
        top=top,
        bottom=bottom,
    )
