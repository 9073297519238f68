"""Wadis, gullies and trenches: lines cut into the ground."""

from __future__ import annotations

from m44core.drawing.ground.hex_edges import network_lines, single_network_edges, unit_vector
from m44core.drawing.ground.hex_tile import Painters, tile
from m44core.drawing.ground.printed_ground import Nodes, tile_ground
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.paths import Point, polyline
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.hexes import Direction

_SWAYS = (7.0, -7.0, 5.0, -5.0)


def _steep_cut(paths: tuple[str, ...], floor: str, wall: str, rim: str, width: float) -> Nodes:
    """Return a cut with steep walls; the wall towards the light is in the shade."""
    path = "".join(paths)
    return (
        Shape(path, stroke=rim, width=width + 9, opacity=0.9),
        Shape(path, stroke=f"{wall}-deep", width=width + 15, dash=(1.1, 4.6), round=False),
        Shape(path, stroke=rim, width=width + 6),
        Shape(path, stroke=f"{wall}-deep", width=width + 4),
        Group((Shape(path, stroke=wall, width=width),), dx=2.2, dy=2.6),
        Group((Shape(path, stroke=floor, width=width - 8),), dx=2.0, dy=2.4),
        Shape(
            path, stroke=f"{wall}-deep", width=width + 5, dash=(1.2, 6.5), round=False, opacity=0.5
        ),
        Group((Shape(path, stroke=floor, width=width - 8),), dx=1.4, dy=1.6),
    )


def _network_paths(art: Art) -> tuple[str, ...]:
    return network_lines(single_network_edges(art), _SWAYS[art.variant % len(_SWAYS)])


def _wadi(art: Art) -> Drawing:
    stones = (
        polyline([(0, 0), (0.1, 0)])
        + polyline([(14, 3), (14.1, 3)])
        + polyline([(-13, -2), (-13.1, -2)])
    )
    return tile(
        *tile_ground(art, "desert"),
        *_steep_cut(_network_paths(art), "desert-light", "dune", "desert-light", 24),
        Shape(stones, stroke="rock", width=2.6),
    )


def _gully(art: Art) -> Drawing:
    return tile(
        *tile_ground(art, "grass"),
        *_steep_cut(_network_paths(art), "earth-dark", "earth", "hill", 22),
    )


def _winter_gully(art: Art) -> Drawing:
    return tile(
        *tile_ground(art, "winter"), *_steep_cut(_network_paths(art), "rock", "rock", "snow", 22)
    )


def _trenches(art: Art, climate: str, parapet: str) -> Drawing:
    edges = single_network_edges(art)
    first = min(edges)
    zigzag = _zigzag(first)
    return tile(
        *tile_ground(art, climate),
        Shape(zigzag, stroke="shadow", width=19, opacity=0.25),
        Shape(zigzag, stroke=f"{parapet}-dark", width=17, round=False),
        Shape(zigzag, stroke=parapet, width=15, round=False),
        Shape(zigzag, stroke="earth-deep", width=8, round=False),
        Shape(zigzag, stroke="timber-light", width=5, dash=(2, 3), round=False),
        Shape(
            zigzag, stroke=f"{parapet}-deep", width=14, dash=(0.8, 4.5), round=False, opacity=0.35
        ),
        Shape(zigzag, stroke="earth-deep", width=8, round=False, opacity=0.65),
        Shape(zigzag, stroke="timber-light", width=4.4, dash=(1.8, 3), round=False),
    )


def _zigzag(edge: Direction) -> str:
    x, y = unit_vector(edge)
    steps: tuple[Point, ...] = (
        (-57, 0),
        (-40, 0),
        (-32, 12),
        (-14, 12),
        (-6, -12),
        (12, -12),
        (20, 8),
        (38, 8),
    )
    steps += ((44, 0), (57, 0))
    return polyline([(x * a - y * b, y * a + x * b) for a, b in steps])


def _winter_trenches(art: Art) -> Drawing:
    return _trenches(art, "winter", "snow")


def _pacific_trenches(art: Art) -> Drawing:
    return _trenches(art, "pacific", "earth")


PAINTERS: Painters = {
    "wadi": _wadi,
    "wcurve": _wadi,
    "ravine": _gully,
    "cravine": _gully,
    "wravine": _winter_gully,
    "ptrenches": _pacific_trenches,
    "wtrenches": _winter_trenches,
}
