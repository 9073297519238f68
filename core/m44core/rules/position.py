"""The position of a game as a scenario: to draw it, or to make a new scenario of it."""

from __future__ import annotations

from dataclasses import replace

from m44core.hexes import Hex
from m44core.model.parts import HexContent
from m44core.model.scenario import Scenario
from m44core.rules.grid import indexes
from m44core.rules.state import NOBODY, NOWHERE, GameState


def scenario_of(state: GameState) -> Scenario:
    """Return the scenario with its units, obstacles and medals as they stand now.

    Hexes on which nothing changed share their content with the scenario that
    was set up. Objective medals that are taken for good are gone from the board.
    """
    scenario = state.field.scenario
    hexes = state.field.grid.board.hexes
    changes: dict[Hex, HexContent] = {}
    for unit in state.field.units:
        hex_ = hexes[unit.start]
        changes[hex_] = replace(scenario.at(hex_), unit=None)
    for index in _cleared(state):
        hex_ = hexes[index]
        changes[hex_] = replace(changes.get(hex_, scenario.at(hex_)), obstacle=None)
    for hex_, tags in _taken(state).items():
        content = changes.get(hex_, scenario.at(hex_))
        left = tuple(tag for number, tag in enumerate(content.tags) if number not in tags)
        changes[hex_] = replace(content, tags=left)
    for unit in state.field.units:
        if state.place[unit.number] != NOWHERE:
            hex_ = hexes[state.place[unit.number]]
            figures = state.figures[unit.number]
            placed = unit.placed
            if figures != unit.figures:
                placed = replace(placed, figures=figures)
            changes[hex_] = replace(changes.get(hex_, scenario.at(hex_)), unit=placed)
    return scenario.with_hexes(changes)


def ordered_hexes(state: GameState) -> tuple[Hex, ...]:
    """Return where the units stand that have an order this turn."""
    places = (state.place[unit] for unit in indexes(state.ordered))
    return tuple(state.field.grid.board.hexes[place] for place in places if place != NOWHERE)


def _cleared(state: GameState) -> list[int]:
    """Return the hexes whose obstacle has been removed."""
    grounds = zip(state.field.ground.hexes, state.ground.hexes, strict=True)
    return [i for i, (before, now) in enumerate(grounds) if before is not now]


def _taken(state: GameState) -> dict[Hex, set[int]]:
    """Return the medals taken for good: their hexes and their numbers among the tags there."""
    taken: dict[Hex, set[int]] = {}
    for objective, holder in zip(state.field.objectives, state.holders, strict=True):
        if objective.permanent and holder != NOBODY:
            hex_ = state.field.grid.board.hexes[objective.hex]
            taken.setdefault(hex_, set()).add(objective.tag)
    return taken
