"""Marks on a printed map for what no piece shows: steep edges to beaches, and unmarked traits."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.board import Zone
from m44core.catalogue.catalogue_types import Layer, SlopeFoot
from m44core.drawing.board.board_layout import hex_centre
from m44core.drawing.ground.hex_edges import unit_vector
from m44core.drawing.shapes.paths import circle, format_number
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape, Text
from m44core.hexes import Direction, Hex
from m44core.model.scenario import Scenario
from m44core.model.unit_profiles import unit_profile_on
from m44core.model.unmarked_traits import is_unmarked

NOTE = "*"
"""The sign on a unit with a trait that nothing else on the board shows."""
_NOTE_POSITION = (-27.0, 0.0)  # at the left edge of a counter, below the badge
_EDGE_DISTANCE = 48.0  # units from the center of a hex to an edge
_HALF_EDGE = 28.0  # units: half the length of an edge
_TOOTH_COUNT, _TOOTH_LENGTH = 6, 7.0


def draw_beach_slopes(scenario: Scenario) -> Drawing:
    """Return a comb along each edge where a cliff or a bluff borders on a beach (S-CLIFF, S-BLUFF).

    Its teeth point downhill.
    """
    return tuple(
        _comb(hex_centre(hex_), direction)
        for hex_ in scenario.hexes
        if _is_beach_slope(scenario, hex_)
        for direction in Direction
        if _is_beach(scenario, hex_.neighbour(direction))
    )


def draw_slope_sample() -> Drawing:
    """Return the combs along the lower edges of a tile, for the picture of a cliff or a bluff."""
    return tuple(_comb((0.0, 0.0), direction) for direction in (Direction.SW, Direction.SE))


def _comb(centre: tuple[float, float], direction: Direction) -> Shape:
    return Shape(_comb_path(centre, direction), stroke="piece-ink", width=2.4, round=False)


def _is_beach_slope(scenario: Scenario, hex_: Hex) -> bool:
    tile = scenario.at(hex_).terrain
    rules = tile and scenario.catalogue.terrain_rules(Layer.TERRAIN, tile.name, tile.behavior)
    return bool(rules and rules.slope and rules.slope.foot is SlopeFoot.BEACH)


def _is_beach(scenario: Scenario, hex_: Hex) -> bool:
    if hex_ not in scenario.board:
        return False
    tile = scenario.at(hex_).terrain
    if tile is None:
        return scenario.board.zone(scenario.face, hex_) is Zone.BEACH
    rules = scenario.catalogue.terrain_rules(Layer.TERRAIN, tile.name, tile.behavior)
    return rules is not None and rules.beach


def _comb_path(centre: tuple[float, float], direction: Direction) -> str:
    x, y = centre
    u, v = unit_vector(direction)
    x, y = x + u * _EDGE_DISTANCE, y + v * _EDGE_DISTANCE
    path = [
        _line_path(x - v * _HALF_EDGE, y + u * _HALF_EDGE, x + v * _HALF_EDGE, y - u * _HALF_EDGE)
    ]
    for number in range(_TOOTH_COUNT):
        along = _HALF_EDGE * (2 * number + 1 - _TOOTH_COUNT) / _TOOTH_COUNT
        a, b = x + v * along, y - u * along
        path.append(_line_path(a, b, a + u * _TOOTH_LENGTH, b + v * _TOOTH_LENGTH))
    return "".join(path)


def _line_path(x1: float, y1: float, x2: float, y2: float) -> str:
    a, b, c, d = map(format_number, (x1, y1, x2, y2))
    return f"M{a} {b}L{c} {d}"


def draw_unmarked_trait_signs(scenario: Scenario) -> Iterator[Node]:
    """Yield the sign on each unit with a trait that nothing else on the board shows."""
    for hex_, _ in scenario.units():
        profile = unit_profile_on(scenario, hex_)
        if profile and any(map(is_unmarked, profile.specials)):
            x, y = hex_centre(hex_)
            yield Group(_NOTE_SIGN, dx=x + _NOTE_POSITION[0], dy=y + _NOTE_POSITION[1])


_NOTE_SIGN = (
    Shape(circle(0, 0, 8.5), fill="piece-yellow", stroke="piece-ink", width=1.4),
    Text(NOTE, 0, 4.2, 21, "piece-ink", bold=True),
)
