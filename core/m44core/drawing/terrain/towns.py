"""Towns and villages: a few houses, arranged differently from hex to hex."""

from __future__ import annotations

from functools import cache

from m44core.drawing.ground.hex_tile import Painters, tile
from m44core.drawing.ground.printed_ground import Nodes, tile_ground
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.paths import closed_curve, ellipse, translated_points
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.terrain import trees
from m44core.drawing.terrain.hills import contoured_hill
from m44core.drawing.terrain.roads import incoming_roads
from m44core.drawing.terrain.solids import (
    box,
    cylinder,
    dome,
    gabled_house,
    gabled_house_across,
    pyramid_roof,
    windows,
)

_Place = tuple[float, float, int]

_PLANS: tuple[tuple[_Place, ...], ...] = (
    ((-20, -26, 0), (14, -29, 3), (31, -6, 1), (-33, 0, 2), (-4, 3, 1), (21, 21, 0), (-17, 29, 3)),
    ((2, -32, 1), (-26, -18, 3), (28, -17, 0), (2, -3, 2), (-29, 12, 0), (29, 13, 3), (0, 29, 1)),
    ((-14, -30, 3), (20, -25, 1), (-33, -6, 0), (4, -5, 0), (34, 4, 2), (-20, 20, 1), (13, 25, 3)),
    ((16, -31, 0), (-18, -25, 1), (34, -4, 3), (-32, 4, 1), (3, 0, 3), (-10, 27, 0), (22, 24, 2)),
)


@cache
def houses(wall: str, roof: str, second_roof: str) -> tuple[Drawing, ...]:
    """Return the four kinds of houses of a village."""
    return (
        (*gabled_house(24, 15, 8, 8, wall, roof), windows(24, 15, 3)),
        (*gabled_house_across(15, 22, 9, 8, wall, roof), windows(15, 22, 2)),
        (*gabled_house(30, 14, 9, 8, wall, second_roof), windows(30, 14, 4)),
        (*gabled_house_across(16, 18, 8, 8, wall, second_roof), windows(16, 18, 2)),
    )


def _yard(colour: str, variant: int) -> Shape:
    points = [(-42, -14), (-20, -40), (22, -42), (44, -8), (36, 28), (4, 44), (-30, 36)]
    return Shape(
        closed_curve(translated_points(points, variant % 3 - 1, variant % 2)), colour, opacity=0.6
    )


def village(kinds: tuple[Drawing, ...], variant: int) -> Nodes:
    """Return houses arranged according to one of four plans."""
    plan = _PLANS[variant % len(_PLANS)]
    return tuple(Group(kinds[kind % len(kinds)], dx=x, dy=y) for x, y, kind in plan)


_GARDEN = ((-42, 20), (40, 30), (-8, -16), (42, -24))


def _town(art: Art) -> Drawing:
    garden = trees.plant_at(trees.bushes(), _GARDEN)
    return tile(
        *tile_ground(art, "grass", busy=True),
        _yard("road", art.variant),
        *incoming_roads(art, "grass"),
        *garden,
        *village(houses("wall", "tiles", "slate"), art.variant),
    )


def _snowy_houses() -> tuple[Drawing, ...]:
    return houses("wall", "snow", "snow")


def _winter_village(art: Art) -> Drawing:
    firs = trees.plant_at(trees.snowy_firs(), _GARDEN, 0.7)
    return tile(
        *tile_ground(art, "winter", busy=True),
        _yard("winter-dark", art.variant),
        *incoming_roads(art, "winter"),
        *firs,
        *village(_snowy_houses(), art.variant),
    )


@cache
def _hut() -> Drawing:
    stilts = "M-9 -2V5M-2 2V9M9 -2V5M3 1V8"
    base = box(17, 15, 6, "timber")
    return (
        base[0],
        Shape(stilts, stroke="timber-deep", width=1.3),
        Group((*base[1:], *pyramid_roof(24, 21, 5, 15, "thatch")), dy=-3),
    )


def _pacific_village(art: Art) -> Drawing:
    palms = trees.plant_at(trees.palms(), ((-40, -4), (40, 20), (40, -22)), 0.9)
    huts = [(x, y + 4, 0) for x, y, _ in _PLANS[art.variant % 4][:6]]
    return tile(
        *tile_ground(art, "pacific", busy=True),
        _yard("sand", art.variant),
        *incoming_roads(art, "pacific"),
        *palms[:2],
        *(Group(_hut(), dx=x, dy=y) for x, y, _ in huts),
    )


@cache
def _adobe_houses() -> tuple[Drawing, ...]:
    return (
        (*box(18, 16, 13, "adobe"), windows(18, 16, 2, 6)),
        (*box(22, 14, 9, "adobe"), windows(22, 14, 3)),
        (*box(17, 17, 10, "adobe"), windows(17, 17, 2), dome(6.5, 10.5, "white")),
        (*box(13, 13, 17, "adobe"), windows(13, 13, 2, 3), windows(13, 13, 2, 10)),
    )


def _minaret() -> Drawing:
    return (
        *cylinder(4, 30, "white", 0.85),
        *(Group(cylinder(2.6, 6, "white")[1:], dy=-30), Group((dome(3, 0, "tiles"),), dy=-36)),
    )


def _bled(art: Art) -> Drawing:
    cubes = village(_adobe_houses(), art.variant)
    return tile(
        *tile_ground(art, "desert"),
        _yard("desert-dark", art.variant),
        *incoming_roads(art, "desert"),
        *cubes[:4],
        Group(_minaret(), dx=8, dy=12),
        *cubes[5:],
        *trees.plant_at(trees.palms(), ((-40, 24), (42, 26)), 0.85),
    )


def _hill_village(art: Art) -> Drawing:
    places = ((-16, -14, 0), (15, -12, 1), (0, 10, 2), (-24, 14, 3))
    return tile(
        *tile_ground(art, "winter", busy=True),
        *contoured_hill(art, "snowhill"),
        *(Group(_snowy_houses()[kind], dx=x, dy=y, scale=0.95) for x, y, kind in places),
    )


_HILL_TREES = (
    *((-6, -26), (14, -20), (-24, -14), (2, -8), (24, -2)),
    *((-14, 4), (10, 10), (-26, 14), (-4, 24), (20, 22)),
)


def _hill_forest(art: Art) -> Drawing:
    return tile(
        *tile_ground(art, "winter", busy=True),
        *contoured_hill(art, "snowhill"),
        Shape(ellipse(0, 4, 34, 32), "needle", opacity=0.25),
        *trees.plant_at(trees.snowy_firs(), _HILL_TREES),
    )


PAINTERS: Painters = {
    "buildings": _town,
    "wvillage": _winter_village,
    "pvillage": _pacific_village,
    "bled": _bled,
    "whillvillage": _hill_village,
    "whillforest": _hill_forest,
}
