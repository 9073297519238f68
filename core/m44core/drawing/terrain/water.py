"""Rivers, lakes, coasts, dams and piers."""

from __future__ import annotations

from collections.abc import Iterable

from m44core.drawing.ground.hex_edges import (
    connected_edges,
    edge_to_edge_path,
    edges_of_mask,
    network_lines,
    region_outline,
    toward,
    unit_vector,
)
from m44core.drawing.ground.hex_tile import Painters, seeded_random, tile
from m44core.drawing.ground.printed_ground import Nodes, surrounding_sea, tile_ground
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.paths import Point, ellipse, open_curve, polyline, xy
from m44core.drawing.shapes.shapes import Drawing, Gradient, Group, Shape
from m44core.drawing.terrain.roads import incoming_roads
from m44core.hexes import Direction

_SWAYS = (8.0, -6.0, 2.5, -9.0, 5.0, -2.5)


def stream(paths: Iterable[str], width: float = 25.0) -> Nodes:
    """Return flowing water along some paths: banks, water, glints."""
    path = "".join(paths)
    return (
        Shape(path, stroke="mud", width=width + 5, opacity=0.55),
        Group((Shape(path, stroke="water-dark", width=width + 1),), dx=-0.6, dy=-0.6),
        Shape(path, stroke="water", width=width - 1),
        Group(
            (Shape(path, stroke="water-light", width=width * 0.5, opacity=0.35),), dx=1.5, dy=1.5
        ),
        *_streaks(path, width, "foam", 1),
    )


def _streaks(path: str, width: float, colour: str, thickness: float) -> Nodes:
    """Return uneven glints on both sides of the middle; even ones would look like a road."""
    return tuple(
        Group(
            (Shape(path, stroke=colour, width=thickness, dash=dash, opacity=0.6),),
            dx=side,
            dy=side / 2,
        )
        for side, dash in ((width * 0.2, (4, 31, 8, 47)), (-width * 0.17, (7, 52, 3, 24)))
    )


def frozen_water(paths: Iterable[str], width: float = 25.0) -> Nodes:
    """Return frozen water along some paths."""
    path = "".join(paths)
    return (
        Shape(path, stroke="winter-dark", width=width + 6, opacity=0.7),
        Shape(path, stroke="snow", width=width + 3),
        Shape(path, stroke="water-dark", width=width - 1, opacity=0.8),
        Shape(path, stroke="ice", width=width - 3.4),
        *_streaks(path, width, "snow", 1.8),
    )


def _river_paths(art: Art) -> tuple[str, ...]:
    """Return the paths of a river and of its tributaries."""
    tributaries = edges_of_mask(int(art.detail[5])) if len(art.detail) > 5 else frozenset()
    arms = (f"M{xy(toward(edge, 57))}L{xy(toward(edge, 13))}" for edge in sorted(tributaries))
    return (*network_lines(connected_edges(art, "river"), _SWAYS[art.variant % len(_SWAYS)]), *arms)


def _river(art: Art) -> Drawing:
    return tile(
        *tile_ground(art, "grass"), *incoming_roads(art, "grass"), *stream(_river_paths(art))
    )


def _frozen_river(art: Art) -> Drawing:
    return tile(
        *tile_ground(art, "winter"),
        *incoming_roads(art, "winter"),
        *frozen_water(_river_paths(art)),
    )


def _still_water(path: str) -> Nodes:
    """Return still water within an outline, with the shadow of the bank at the upper left."""
    shade = Shape(path, stroke="water-dark", width=9, opacity=0.5)
    light = Shape(path, stroke="water-light", width=7, opacity=0.55)
    return (
        Shape(path, stroke="mud", width=5, opacity=0.55),
        Shape(path, "water"),
        Group((Group((light,), dx=-3, dy=-3), Group((shade,), dx=1.5, dy=1.5)), clip=path),
        Shape(path, stroke="water-dark", width=1.2),
    )


_WAVES = (
    open_curve([(-12, -7), (-7, -10), (-2, -7), (3, -6)])
    + open_curve([(2, 6), (7, 3), (12, 6), (17, 7)])
    + open_curve([(-18, 10), (-14, 8), (-9, 10)])
)


def _glints() -> Shape:
    return Shape(_WAVES, stroke="foam", width=1.2, opacity=0.75)


def _lake_area(art: Art, edges: frozenset[Direction], inset: float = 17) -> str:
    return region_outline(edges, inset, 8, seeded_random("lake", art.variant), 3)


def _lake(art: Art) -> Drawing:
    area = _lake_area(art, connected_edges(art, "lake"))
    return tile(*tile_ground(art, "grass", busy=True), *_still_water(area), _glints())


def _lake_with_river(art: Art) -> Drawing:
    river = network_lines(connected_edges(art, "river"))
    area = _lake_area(art, connected_edges(art, "lake"), 26)
    banks, shade, water, *_ = stream(river)
    return tile(
        *tile_ground(art, "grass", busy=True), banks, shade, *_still_water(area), water, _glints()
    )


def _headwater(art: Art) -> Drawing:
    river = network_lines(connected_edges(art, "river"))
    spring = ellipse(0, 0, 21, 19)
    banks, shade, water, light, *_ = stream(river)
    reeds = (
        polyline([(16, -16), (19, -26)])
        + polyline([(19, -14), (24, -23)])
        + polyline([(13, -19), (13, -29)])
    )
    rocks = ellipse(-15, -17, 5, 3.5) + ellipse(18, 15, 6, 4) + ellipse(-2, 21, 4.5, 3)
    return tile(
        *tile_ground(art, "grass", busy=True),
        banks,
        shade,
        *_still_water(spring),
        water,
        light,
        Shape(rocks, "rock-light", stroke="rock-deep", width=0.8),
        Shape(reeds, stroke="leaf-dark", width=1.5),
        _glints(),
    )


def _dam(art: Art) -> Drawing:
    (river,) = connected_edges(art, "river")
    lake = _still_water(_lake_area(art, connected_edges(art, "lake"), 12))
    x, y = unit_vector(river)
    behind = [(x * a - y * b, y * a + x * b) for a, b in ((9, -80), (9, 80), (-99, 80), (-99, -80))]
    return tile(
        *tile_ground(art, "grass", busy=True),
        Group(lake, clip=polyline(behind, closed=True)),
        *stream([f"M{xy(toward(river, 57))}L{xy(toward(river, 22))}"])[:-1],
        *_dam_wall(river),
        Group((_glints(),), dx=-x * 20, dy=-y * 20),
    )


def _dam_wall(river: Direction) -> Nodes:
    """Return the wall of a dam, perpendicular to its river and curved towards the lake."""
    ux, uy = unit_vector(river)

    def point_at(along: float, aside: float) -> Point:
        return ux * along - uy * aside, uy * along + ux * aside

    crest = [point_at(16, -46), point_at(4, -20), point_at(4, 20), point_at(16, 46)]
    toe = [point_at(26, -46), point_at(16, -20), point_at(16, 20), point_at(26, 46)]
    ribs = "".join(polyline([point_at(9, s), point_at(17, s)]) for s in (-30, -18, -6, 6, 18, 30))
    bowl = open_curve(crest) + "L" + open_curve(toe[::-1])[1:] + "Z"
    return (
        Group((Shape(bowl, "shadow", opacity=0.35),), dx=3, dy=3),
        Shape(bowl, "concrete", stroke="ink", width=0.8),
        Shape(ribs, stroke="concrete-deep", width=1.6),
        Shape(open_curve(crest), stroke="concrete-light", width=4),
        Shape(
            polyline([point_at(18, -4), point_at(30, -6)])
            + polyline([point_at(18, 4), point_at(30, 6)]),
            stroke="foam",
            width=3,
        ),
    )


def _river_mouth(art: Art) -> Drawing:
    (river,) = connected_edges(art, "river")
    (sea,) = connected_edges(art, "sea")
    banks, shade, water, *_ = stream(network_lines(frozenset({river})))
    shores = frozenset(Direction) - {sea, sea.turned(1), sea.turned(-1)}
    dry = region_outline(shores, 27, 8, seeded_random("mouth", art.variant), 2)
    return tile(
        *tile_ground(art, "grass", busy=True),
        banks,
        shade,
        *surrounding_sea(dry),
        water,
        *_river_mouth_water(sea),
        Shape(_WAVES, stroke="foam", width=1.2, opacity=0.7),
    )


def _river_mouth_water(sea: Direction) -> Nodes:
    """Return the mouth of a river, widening into the sea."""
    x, y = unit_vector(sea)

    def point_beside(along: float, side: float) -> Point:
        return x * along - y * side, y * along + x * side

    first_bank = [point_beside(*place) for place in ((-14, -12), (6, -12), (30, -34), (58, -40))]
    second_bank = [point_beside(*place) for place in ((58, 40), (30, 34), (6, 12), (-14, 12))]
    path = f"{open_curve(first_bank)}L{open_curve(second_bank)[1:]}Z"
    fading = Gradient(((0.0, "water"), (1.0, "ocean")), (x * -12, y * -12), (x * 34, y * 34))
    return (Shape(path, fading),)


def _coast(art: Art) -> Drawing:
    first_edge, second_edge = sorted(connected_edges(art, "shore"))
    sea = connected_edges(art, "sea")
    return tile(
        *tile_ground(art, "desert"),
        *_sea_along(edge_to_edge_path(first_edge, second_edge, 5), sea),
    )


def _sea_along(path: str, sea: frozenset[Direction]) -> Nodes:
    """Return the sea on the side of a path that faces the edges *sea*."""
    x, y = (sum(v) for v in zip(*(toward(d, 75) for d in sea), strict=True))
    area = f"{path}L{x * 2:.1f} {y * 2:.1f}Z"
    return (
        Shape(path, stroke="sand", width=22),
        Shape(path, stroke="sand-dark", width=7, opacity=0.4),
        Shape(area, "ocean"),
        Shape(path, stroke="ocean-light", width=4, opacity=0.7),
        Shape(path, stroke="foam", width=2),
    )


def _pier(art: Art) -> Drawing:
    planks = "".join(polyline([(-7, y), (7, y)]) for y in range(-60, 20, 4))
    head = "".join(polyline([(x, 18), (x, 32)]) for x in range(-24, 25, 4))
    posts = polyline([(-7, -50), (-7, 18)]) + polyline([(7, -50), (7, 18)])
    hull = "M16 -14C17 -24 27 -24 28 -14V2C27 8 17 8 16 2Z"
    deck = "M-7 -62H7V18H26V32H-26V18H-7Z"
    return tile(
        *tile_ground(art, "ocean"),
        Group((Shape(deck, "shadow", opacity=0.4),), dx=4, dy=5),
        Shape(deck, "timber-light", stroke="timber-deep", width=1.4),
        Shape(planks + head, stroke="timber-dark", width=1),
        Shape(posts, stroke="timber-deep", width=1.2, dash=(2.4, 8)),
        Group((Shape(hull, "shadow", opacity=0.35),), dx=2.5, dy=3),
        Shape(hull, "timber", stroke="ink", width=0.8),
        Shape("M18 -10H26M18 -2H26", stroke="timber-light", width=2),
    )


PAINTERS: Painters = {
    **dict.fromkeys(("river", "curve", "riverY", "riverFL", "riverFR"), _river),
    **dict.fromkeys(("wriver", "wcurved", "wriverFR"), _frozen_river),
    "lakeA": _lake,
    "lakeB": _lake,
    "lakeC": _lake_with_river,
    "pond": _headwater,
    "dam": _dam,
    "pmouth": _river_mouth,
    "coast": _coast,
    "coastcurve": _coast,
    "ppier": _pier,
}
