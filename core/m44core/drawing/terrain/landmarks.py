"""Distinctive single buildings: church, factory, lighthouse, ruins ..."""

from __future__ import annotations

from m44core.drawing.ground.hex_tile import Painter, Painters, tile
from m44core.drawing.ground.printed_ground import Nodes, tile_ground
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.paths import Point, circle, closed_curve, ellipse, polyline
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape
from m44core.drawing.terrain import trees
from m44core.drawing.terrain.roads import incoming_roads
from m44core.drawing.terrain.solids import (
    box,
    cone,
    cylinder,
    gabled_house,
    project,
    pyramid_roof,
    slits,
    windows,
)


def placed_drawing(drawing: Drawing, x: float, y: float, scale: float = 1.0) -> Group:
    """Return a drawing scaled and moved to ``(x, y)`` on the tile."""
    return Group(drawing, dx=x, dy=y, scale=scale)


def painter_on_ground(climate: str, *nodes: Node) -> Painter:
    """Return a painter of *nodes* on the ground of a climate, with the roads that arrive there."""

    def paint(art: Art) -> Drawing:
        return tile(*tile_ground(art, climate), *incoming_roads(art, climate), *nodes)

    return paint


def yard(colour: str, opacity: float = 0.5) -> Shape:
    """Return the bare ground around a building."""
    points = [(-42, -14), (-20, -38), (22, -38), (43, -8), (36, 30), (4, 44), (-32, 34)]
    return Shape(closed_curve(points), colour, opacity=opacity)


def _cross(x: float, y: float, size: float, colour: str, width: float) -> Shape:
    s = size
    path = f"M{x:.1f} {y:.1f}V{y - s:.1f}M{x - s * 0.32:.1f} {y - s * 0.66:.1f}H{x + s * 0.32:.1f}"
    return Shape(path, stroke=colour, width=width, round=False)


def _church(wall: str, roof: str) -> Nodes:
    nave = (*gabled_house(44, 24, 15, 15, wall, roof), windows(44, 24, 4, 4, 8))
    tower = (
        *box(16, 16, 38, wall),
        windows(16, 16, 1, 25, 7),
        *pyramid_roof(17, 17, 38, 25, roof),
        _cross(0, -61, 12, "ink", 1.8),
    )
    return placed_drawing(nave, 9, 19, 0.92), placed_drawing(tower, -15, 10, 0.82)


_CHURCHYARD = trees.plant_at(trees.oaks(), ((38, -18), (-40, 22), (-30, -24)), 0.8)


def _chimney(height: float, smoke: str) -> Drawing:
    puffs = ((2, -4, 5), (8, -10, 6.5), (17, -14, 8))
    cloud = "".join(circle(x, y - height, r) for x, y, r in puffs)
    return (*cylinder(4.6, height, "brick", 0.75), Shape(cloud, smoke, opacity=0.8))


def _sawtooth_hall(wall: str, roof: str) -> Drawing:
    """Return a hall with three north lights."""
    hall = box(50, 34, 13, wall, f"{roof}-dark")
    teeth: list[Node] = []
    for i in (-1, 0, 1):
        a, b = i * 16.5 - 8, i * 16.5 + 8
        slope = [(b, -17.0, 13.0), (b, 17.0, 13.0), (a, 17.0, 24.0), (a, -17.0, 24.0)]
        side = [(a, 17.0, 13.0), (b, 17.0, 13.0), (a, 17.0, 24.0)]
        teeth.append(
            Shape(
                polyline([project(*p) for p in slope], closed=True), roof, stroke="ink", width=0.6
            )
        )
        teeth.append(
            Shape(
                polyline([project(*p) for p in side], closed=True),
                f"{wall}-light",
                stroke="ink",
                width=0.6,
            )
        )
    return (*hall, *teeth, windows(50, 34, 6, 3.5, 5))


def _factory(roof: str, smoke: str) -> Nodes:
    return (
        placed_drawing(_chimney(34, smoke), -22, -3, 0.9),
        placed_drawing(_chimney(28, smoke), -5, -9, 0.9),
        placed_drawing(_sawtooth_hall("brick", roof), 2, 20, 0.92),
    )


def _power_plant() -> Nodes:
    waist = "M-15 0C-10 -16 -10 -24 -12 -38H12C10 -24 10 -16 15 0C12 8 -12 8 -15 0Z"
    tower = (
        Shape(polyline([(0, 0), (15, 4), (40, 16), (36, 6)], closed=True), "shadow", opacity=0.3),
        Shape(waist, "concrete-light", stroke="ink", width=0.7),
        Shape("M3 5.6C12 5 15 3 15 0C10 -16 10 -24 12 -38H5C4 -20 4 -10 3 5.6Z", "concrete-dark"),
        Shape(ellipse(0, -38, 12, 4), "concrete-deep", stroke="ink", width=0.7),
        Shape(ellipse(3, -46, 9, 5) + ellipse(11, -52, 9, 5.5), "white", opacity=0.85),
    )
    mast = (
        polyline([(-6, 20), (0, -22), (6, 20)])
        + "M-10 -12H10M-8 -4H8M-4 8L5 14M4 8L-5 14M-3 -2L4 6"
    )
    bolt = "M2 -13L-7 2H-1L-4 13L7 -3H1Z"
    return (
        placed_drawing(tower, -19, 9, 0.9),
        placed_drawing(tower, 8, 12, 0.82),
        placed_drawing(box(34, 18, 12, "brick"), -9, 31),
        placed_drawing((Shape(mast, stroke="iron-dark", width=1.6),), 33, 14),
        placed_drawing((Shape(bolt, "lamp", stroke="ink", width=1),), -15, 30, 0.9),
    )


def _radar() -> Nodes:
    dish = "M-24 -26C-30 -2 -8 24 20 22C2 10 -14 -10 -24 -26Z"
    inner = "M-24 -26C-14 -10 2 10 20 22C24 4 -2 -30 -24 -26Z"
    spokes = "M-4 -4L15 -22M-19 -18L15 -22M11 12L15 -22"
    legs = "M0 -2L-12 26M0 -2L14 24M0 -2L2 32M-7 14L8 12"
    waves = "M20 -31C23 -29 25 -25 24 -21M24 -37C30 -33 33 -25 31 -18"
    return (
        Shape(ellipse(14, 32, 27, 9), "shadow", opacity=0.3),
        placed_drawing(box(34, 26, 9, "concrete"), 2, 25),
        placed_drawing((Shape(legs, stroke="iron-dark", width=3),), 0, -4),
        placed_drawing(
            (
                Shape(dish, "iron-dark", stroke="ink", width=0.8),
                Shape(inner, "stone-light", stroke="ink", width=1),
                Shape(spokes, stroke="ink", width=1.6),
                Shape(circle(15, -22, 3.4), "red", stroke="ink", width=0.7),
                Shape(waves, stroke="ink", width=2),
            ),
            -5,
            -4,
            1.05,
        ),
    )


def _lighthouse() -> Nodes:
    tower = (
        *cylinder(12, 52, "white", 0.66),
        Shape(
            "M-11.2 -9C-8 -4 8 -4 11.2 -9L10.4 -19C7 -14 -7 -14 -10.4 -19Z",
            "red",
            stroke="ink",
            width=0.5,
        ),
        Shape(
            "M-9.7 -29C-7 -24 7 -24 9.7 -29L8.8 -40C6 -36 -6 -36 -8.8 -40Z",
            "red",
            stroke="ink",
            width=0.5,
        ),
        placed_drawing(cylinder(5.6, 9, "lamp")[1:], 0, -52),
        placed_drawing((cone(7.6, 0, 9, "red"),), 0, -60),
    )
    beam = "M4 -33L54 -52V-22ZM-4 -33L-54 -52V-22Z"
    rocks = closed_curve([(-34, 24), (-20, 12), (4, 8), (26, 14), (38, 26), (20, 40), (-14, 42)])
    return (
        Shape(beam, "lamp", opacity=0.55),
        Shape(rocks, "rock", stroke="rock-deep", width=0.9),
        Shape("M-22 26L-10 32L2 30M8 36L22 28", stroke="rock-deep", width=1.2),
        placed_drawing(gabled_house(22, 14, 8, 6, "white", "slate"), 18, 22),
        placed_drawing(tower, -2, 24),
    )


def _cemetery() -> Nodes:
    wall = [(-36, -20), (0, -40), (36, -20), (36, 20), (0, 40), (-36, 20)]
    rows = [(x + (y % 2) * 6, -18 + y * 13.5) for y in range(4) for x in range(-24, 25, 12)]
    inside = [(x, y) for x, y in rows if abs(x) < 31 and abs(y) + abs(x) * 0.5 < 38]
    stones = tuple(_cross(x, y + 6, 12, "white", 3.2) for x, y in inside)
    dim = tuple(_cross(x + 1.3, y + 6.8, 12, "shadow", 3.4) for x, y in inside)
    shade = Group(dim, opacity=0.55)
    return (
        Shape(polyline(wall, closed=True), "leaf-light", opacity=0.75),
        Shape(polyline(wall, closed=True), stroke="stone-deep", width=4.6),
        Shape(polyline(wall, closed=True), stroke="stone-light", width=2.6),
        shade,
        *stones,
    )


def _ruin(width: float, heights: tuple[float, ...], colour: str) -> Drawing:
    """Return a house without a roof, with jagged walls."""
    left = _jagged_edge((-width, 0), (0, width * 0.5), heights)
    right = _jagged_edge((0, width * 0.5), (width, 0), heights[::-1])
    back = _jagged_edge((-width, 0), (0, -width * 0.5), heights[1:])
    return (
        Shape(
            polyline(
                [(-width, 0), (0, -width / 2), (width * 1.5, 4), (0, width * 0.62)], closed=True
            ),
            "shadow",
            opacity=0.35,
        ),
        Shape(polyline(back, closed=True), f"{colour}-dark", stroke="ink", width=0.6),
        Shape(polyline(left, closed=True), colour, stroke="ink", width=0.6),
        Shape(polyline(right, closed=True), f"{colour}-deep", stroke="ink", width=0.6),
        slits((-width * 0.6, width * 0.16, 6), (-width * 0.25, width * 0.34, 6)),
    )


def _jagged_edge(a: Point, b: Point, heights: tuple[float, ...]) -> list[Point]:
    n = len(heights) - 1
    along = [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(n + 1)]
    return [a, *((x, y - h) for (x, y), h in zip(along, heights, strict=True)), b]


_RUINS = (
    _ruin(19, (18, 9, 22, 12, 5), "brick"),
    _ruin(17, (6, 14, 8, 20, 24), "stone"),
    _ruin(15, (4, 10, 17, 8, 12), "brick"),
    _ruin(20, (22, 12, 6, 13, 4), "stone"),
)
_PLOTS = ((-16, -12), (22, -18), (-20, 24), (18, 17))
_RUBBLE = (
    *((-34, 20), (-26, 25), (8, 34), (16, 30), (34, -4)),
    *((38, 2), (-6, -2), (2, 2), (24, 34)),
)


def _ruins(art: Art) -> Drawing:
    heaps = "".join(
        polyline([(x - 4, y), (x - 1, y - 4), (x + 3, y - 1), (x + 2, y + 2)], closed=True)
        for x, y in _RUBBLE
    )
    houses = (_RUINS[(i + art.variant) % 4] for i in range(4))
    return tile(
        *tile_ground(art, "winter"),
        *incoming_roads(art, "winter"),
        yard("rock", 0.4),
        *(placed_drawing(house, x, y) for house, (x, y) in zip(houses, _PLOTS, strict=True)),
        Shape(heaps, "rock", stroke="ink", width=0.6),
        Shape("M-36 2L-28 -2M30 34L38 30M-4 38H6", stroke="snow", width=3),
    )


PAINTERS: Painters = {
    "church": painter_on_ground(
        "grass", yard("road", 0.45), *_CHURCHYARD, *_church("wall", "slate")
    ),
    "wchurch": painter_on_ground("winter", yard("winter-dark", 0.4), *_church("wall", "snow")),
    "factory": painter_on_ground("grass", yard("earth", 0.5), *_factory("slate", "smoke")),
    "wfactory": painter_on_ground("winter", yard("winter-dark", 0.5), *_factory("snow", "smoke")),
    "powerplant": painter_on_ground("grass", yard("concrete", 0.6), *_power_plant()),
    "radar": painter_on_ground("grass", yard("road", 0.45), *_radar()),
    "lighthouse": painter_on_ground("grass", *_lighthouse()),
    "cemetery": painter_on_ground("grass", *_cemetery()),
    "wruins": _ruins,
}
