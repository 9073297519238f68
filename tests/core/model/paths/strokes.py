"""Strokes of the path brush, written as a sequence of hex names."""

from __future__ import annotations

from m44core.hexes import Direction, Hex
from m44core.model.paths import Route, extend_route
from m44core.model.paths.path_families import PathFamily
from m44core.model.scenario import Scenario


def route_of(scenario: Scenario, family: PathFamily, stroke: str) -> Route:
    """Return the route of a stroke, which may begin and end off the board.

    ``from-NE`` is the hex northeast of the next one, ``to-W`` the hex west of the previous one.
    """
    names = stroke.split()
    route: Route = ()
    for number, name in enumerate(names):
        route = extend_route(
            scenario.board, family, route, _stroke_hex(scenario, names, number, name)
        )
    return route


def _stroke_hex(scenario: Scenario, names: list[str], number: int, name: str) -> Hex:
    if name.startswith("from-"):
        first = scenario.board.hex(names[number + 1])
        return first.neighbour(Direction(name.removeprefix("from-")))
    if name.startswith("to-"):
        previous_hex = scenario.board.hex(names[number - 1])
        return previous_hex.neighbour(Direction(name.removeprefix("to-")))
    return scenario.board.hex(name)
