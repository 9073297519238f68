"""Military buildings: camps, depots, hospitals, headquarters and strongholds."""

from __future__ import annotations

from math import cos, pi, sin

from m44core.drawing.ground.hex_tile import Painters
from m44core.drawing.ground.printed_ground import Nodes
from m44core.drawing.shapes.paths import Point, polyline
from m44core.drawing.shapes.shapes import Drawing, Shape
from m44core.drawing.terrain import trees
from m44core.drawing.terrain.landmarks import painter_on_ground, placed_drawing, yard
from m44core.drawing.terrain.solids import (
    box,
    cone,
    cylinder,
    flagpole,
    gabled_house,
    project,
    pyramid_roof,
    slits,
    windows,
)


def _crate(colour: str) -> Drawing:
    return box(9, 9, 8, colour)


_BARREL = cylinder(4, 9, "iron")


def _depot() -> Nodes:
    shed = gabled_house(40, 19, 10, 6, "timber", "iron")
    crates = ((-26, 14), (-18, 18), (-22, 10), (22, 20), (30, 16))
    barrels = ((-4, 30), (5, 34), (5, 26), (14, 30), (-13, 34))
    return (
        placed_drawing(shed, 10, -20),
        placed_drawing(shed, -14, -6),
        *(placed_drawing(_crate("plank"), x, y) for x, y in crates[2::-1]),
        *(placed_drawing(_crate("plank"), x, y) for x, y in crates[3:]),
        *(placed_drawing(_BARREL, x, y) for x, y in sorted(barrels, key=lambda p: p[1])),
    )


def _watchtower() -> Drawing:
    legs = "M-5 0L-3 -18M5 0L3 -18M-1 3L-1 -16M-4 -6L4 -12M4 -6L-4 -12"
    return (
        Shape(legs, stroke="timber-deep", width=1.4),
        placed_drawing(box(10, 10, 7, "timber"), 0, -18),
        placed_drawing(pyramid_roof(13, 13, 0, 6, "timber"), 0, -25),
    )


def _prison_camp() -> Nodes:
    fence = [(-38, -8), (0, -30), (38, -8), (38, 18), (0, 41), (-38, 18)]
    posts = "".join(
        polyline(
            [
                (x + (u - x) * t / 4, y + (v - y) * t / 4),
                (x + (u - x) * t / 4, y + (v - y) * t / 4 - 8),
            ]
        )
        for (x, y), (u, v) in zip(fence, [*fence[1:], fence[0]], strict=True)
        for t in range(4)
    )
    wires = polyline([(x, y - 3) for x, y in fence], closed=True)
    wires += polyline([(x, y - 7) for x, y in fence], closed=True)
    hut = gabled_house(30, 11, 6, 5, "plank", "thatch")
    return (
        Shape(polyline(fence, closed=True), "earth-light", opacity=0.7),
        placed_drawing(hut, -10, -8),
        placed_drawing(hut, 4, 4),
        placed_drawing(hut, 18, 15),
        Shape(posts, stroke="timber-deep", width=1.3),
        Shape(wires, stroke="ink", width=0.7),
        placed_drawing(_watchtower(), -2, -22),
        placed_drawing(_watchtower(), -35, 16),
        placed_drawing(_watchtower(), 35, 16),
    )


def _barracks() -> Nodes:
    hut = (
        *gabled_house(54, 15, 8, 6, "wall", "canvas"),
        windows(54, 15, 6, 3, 3),
    )
    return (
        placed_drawing(hut, 14, -22),
        placed_drawing(hut, 0, -2),
        placed_drawing(hut, -12, 20),
        placed_drawing(flagpole(34, "red"), 30, 34),
    )


def _round_tower(height: float, radius: float, colour: str, roof: str | None) -> Drawing:
    crown = "".join(
        polyline([(radius * 0.86 * cos(i * pi / 4), -height + radius * 0.4 * sin(i * pi / 4))] * 2)
        for i in range(8)
    )
    top: Drawing = (
        (cone(radius * 1.2, height, radius * 2, roof),)
        if roof
        else (Shape(crown, stroke=f"{colour}-deep", width=3),)
    )
    return (*cylinder(radius, height, colour), *top, slits((-2, -height * 0.45, 5)))


def _curtain_wall(a: Point, b: Point, height: float, colour: str) -> Shape:
    (x, y), (u, v) = a, b
    path = polyline([(x, y), (u, v), (u, v - height), (x, y - height)], closed=True)
    return Shape(path, colour, stroke="ink", width=0.6)


def _stronghold(colour: str, roof: str | None, keep: Drawing) -> Nodes:
    """Return a keep inside four walls with a tower at each corner.

    *roof* is the color of the roofs of the towers; None for flat ones.
    """
    north, east, south, west = (0, -24), (35, 0), (0, 26), (-35, 0)
    tower = _round_tower(20 if roof is None else 26, 9, colour, roof)
    return (
        Shape(
            polyline([north, east, (50, 10), (14, 38), south, west], closed=True),
            "shadow",
            opacity=0.3,
        ),
        Shape(polyline([north, east, south, west], closed=True), f"{colour}-light"),
        _curtain_wall(west, north, 12, f"{colour}-dark"),
        _curtain_wall(north, east, 12, colour),
        placed_drawing(tower, *north),
        placed_drawing(keep, 0, 2),
        placed_drawing(tower, *west),
        placed_drawing(tower, *east),
        _curtain_wall(west, south, 14, colour),
        _curtain_wall(south, east, 14, f"{colour}-dark"),
        Shape("M13 17V10C13 5 21 1 21 6V12Z", "ink"),
        placed_drawing(tower, *south),
    )


def _fortress() -> Nodes:
    keep = (*box(22, 22, 22, "stone"), slits((-7, -4, 5), (6, -4, 5)), *flagpole(38, "red"))
    return _stronghold("stone", None, keep)


def _castle() -> Nodes:
    keep = (
        *box(18, 18, 30, "stone"),
        *pyramid_roof(20, 20, 30, 20, "snow"),
        slits((-6, -10, 5), (5, -10, 5)),
    )
    return _stronghold("stone", "slate", keep)


def _ridge_tent(colour: str, has_cross: bool = False) -> Drawing:
    body = gabled_house(34, 24, 1.5, 17, colour, f"{colour}")
    plain = (body[0], body[3], *_canvas_roof(34, 24, 18.5, colour))
    red = (Shape("M-12 -9L-1 -3.4M-4.8 -11L-8.4 -0.6", stroke="red", width=4.2, round=False),)
    return (*plain, *(red if has_cross else ()))


def _canvas_roof(a: float, b: float, top: float, colour: str) -> Drawing:
    x, y = a / 2, b / 2
    near_slope = [project(-x, y), project(x, y), project(x, 0, top), project(-x, 0, top)]
    gable = [project(x, y), project(x, -y), project(x, 0, top)]
    flap = [project(x, 2.5), project(x, -2.5), project(x, 0, top * 0.75)]
    return (
        Shape(polyline(gable, closed=True), f"{colour}-dark", stroke="ink", width=0.7),
        Shape(polyline(flap, closed=True), "ink", opacity=0.8),
        Shape(polyline(near_slope, closed=True), f"{colour}-light", stroke="ink", width=0.7),
    )


def _antenna() -> Drawing:
    return (
        Shape("M0 0V-38M0 -38L-10 2M0 -38L11 0", stroke="ink", width=1.1),
        Shape("M-6 -38H6M-4 -33H4", stroke="ink", width=1.4),
    )


def _headquarters(colour: str, flag: str) -> Nodes:
    tent = _ridge_tent(colour)
    crates = ((-30, 18), (-21, 23), (-30, 10))
    return (
        placed_drawing(_antenna(), -28, -1),
        placed_drawing(tent, 16, -16, 0.9),
        placed_drawing(tent, -2, 12, 1.3),
        *(placed_drawing(_crate("plank"), x, y) for x, y in (crates[2], crates[0], crates[1])),
        placed_drawing(flagpole(34, flag), 33, 30),
    )


_PALM_GROVE = trees.plant_at(trees.palms(), ((-34, 36), (36, -18)))


def _hospital() -> Nodes:
    tent = _ridge_tent("white", has_cross=True)
    return placed_drawing(tent, 15, -20, 1.05), placed_drawing(tent, -4, 14, 1.55)


PAINTERS: Painters = {
    "depot": painter_on_ground("grass", yard("road", 0.8), *_depot()),
    "camp": painter_on_ground("grass", *_prison_camp()),
    "barracks": painter_on_ground("grass", yard("road", 0.7), *_barracks()),
    "fortress": painter_on_ground("grass", yard("road", 0.45), *_fortress()),
    "wcastle": painter_on_ground("winter", yard("winter-dark", 0.4), *_castle()),
    "phospital": painter_on_ground("pacific", yard("sand", 0.7), *_hospital()),
    "pheadquarter": painter_on_ground(
        "pacific", yard("sand"), *_headquarters("canvas", "red"), *_PALM_GROVE
    ),
    "dcamp": painter_on_ground("desert", yard("desert-light", 0.6), *_headquarters("tent", "red")),
}
