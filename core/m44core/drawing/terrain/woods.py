"""Woods, hedges, fields and marshes."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import hypot
from random import Random

from m44core.drawing.ground.hex_edges import edges_of_mask, region_outline, toward
from m44core.drawing.ground.hex_tile import Painters, scattered_points, seeded_random, tile
from m44core.drawing.ground.printed_ground import Nodes, bare_ground, tile_ground
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.paths import Point, circle, ellipse, open_curve, polyline
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.terrain import trees
from m44core.hexes import Direction


def joined_edges_of(art: Art) -> frozenset[Direction]:
    """Return the edges over which a tile continues into its neighbors."""
    return edges_of_mask(int(art.detail[0])) if art.detail else frozenset()


def tree_stand(
    art: Art, kinds: tuple[Drawing, ...], count: int, min_distance: float, scale: float = 1.0
) -> Nodes:
    """Return a stand of trees that continues into the joined neighbors."""
    inner = _tree_points(art.name, art.variant, count, min_distance, 36 - 3 * scale)
    border = [point for edge in sorted(joined_edges_of(art)) for point in _edge_tree_points(edge)]
    free_points = [
        p for p in inner if all(hypot(p[0] - x, p[1] - y) > min_distance * 0.8 for x, y in border)
    ]
    plants = (
        *trees.plant_at(kinds, free_points, scale),
        *trees.plant_at(kinds[:1], border, scale),  # the neighbor draws the other half
    )
    return tuple(sorted(plants, key=lambda plant: plant.dy))


@cache
def _tree_points(
    name: str, variant: int, count: int, min_distance: float, radius: float
) -> tuple[Point, ...]:
    """Return the positions of trees within a hex, independent of its neighbors."""
    return tuple(scattered_points(seeded_random(name, variant), count, min_distance, radius))


def _edge_tree_points(edge: Direction) -> list[Point]:
    """Return the positions of trees on an edge, the same for both hexes that share it."""
    x, y = toward(edge, 50)
    nx, ny = toward(edge, 1)
    return [(round(x - ny * part, 1), round(y + nx * part, 1)) for part in (-11, 11)]


def _undergrowth(art: Art, colour: str, opacity: float, inset: float = 8.0) -> Shape:
    rng = seeded_random(art.name, art.variant)
    path = region_outline(joined_edges_of(art), inset, 7, rng, 3)
    return Shape(path, colour, opacity=opacity)


def _woods(art: Art) -> Drawing:
    floor = _undergrowth(art, "leaf-dark", 0.55)
    return tile(
        *tile_ground(art, "grass", busy=True), floor, *tree_stand(art, trees.oaks(), 26, 12)
    )


def _winter_forest(art: Art) -> Drawing:
    floor = _undergrowth(art, "needle", 0.35)
    firs = tree_stand(art, trees.snowy_firs(), 24, 12)
    return tile(*tile_ground(art, "winter", busy=True), floor, *firs)


def _palm_forest(art: Art) -> Drawing:
    floor = _undergrowth(art, "sand", 0.8, 7)
    palms = tree_stand(art, trees.palms(), 12, 19)
    return tile(*tile_ground(art, "pacific", busy=True), floor, *palms)


def _jungle(art: Art) -> Drawing:
    floor = _undergrowth(art, "jungle-deep", 0.9, 4)
    crowns = tree_stand(art, (*trees.jungle_trees(), *trees.dark_palms()), 26, 11.5)
    return tile(*tile_ground(art, "pacific", busy=True), floor, *crowns)


_FIELDS: tuple[tuple[list[Point], list[Point]], ...] = (
    ([(-3, -70), (-14, -16), (6, 12), (-4, 70)], [(-70, -2), (-40, -8), (-12, -6)]),
    ([(-66, -34), (-20, -12), (12, 4), (70, 26)], [(18, -70), (10, -40), (2, -2)]),
    ([(-66, 30), (-20, 10), (14, -10), (66, -34)], [(10, 70), (12, 40), (4, -2)]),
    ([(-70, 4), (-24, -6), (20, 8), (70, -2)], [(-24, -70), (-14, -40), (-16, -6)]),
)


def _hedgerow(art: Art) -> Drawing:
    hedges = _FIELDS[art.variant % len(_FIELDS)]
    rng = seeded_random("hedgerow", art.variant)
    crops = (
        Shape(polyline(_hedge_side(hedges[0], 1), closed=True), "crop", opacity=0.75),
        Shape(polyline(_hedge_side(hedges[0], -1), closed=True), "field", opacity=0.75),
    )
    rim = region_outline(frozenset(), 9, 0, rng, 2)
    path = "".join(open_curve(h) for h in hedges)
    bushes = [p for h in (*hedges, _hex_ring()) for p in _points_every(h, 10.6)]
    hedge = trees.plant_at(trees.bushes(), sorted(bushes, key=lambda p: p[1]), 1.2)
    return tile(
        *tile_ground(art, "grass", busy=True),
        Group(
            (*crops, Shape(_paddy_rows(rng), stroke="grass-dark", width=0.8, opacity=0.5)),
            clip=rim,
        ),
        Shape(path, stroke="leaf-dark", width=6, opacity=0.6),
        Shape(rim, stroke="leaf-dark", width=6, opacity=0.4),
        *hedge,
    )


def _hex_ring() -> list[Point]:
    corners = [(0.0, -49.0), (42.5, -24.5), (42.5, 24.5), (0, 49), (-42.5, 24.5), (-42.5, -24.5)]
    return [*corners, corners[0]]


def _hedge_side(hedge: list[Point], sign: int) -> list[Point]:
    horizontal = abs(hedge[0][0] - hedge[-1][0]) > abs(hedge[0][1] - hedge[-1][1])
    far_points: list[Point] = (
        [(70, 80 * sign), (-70, 80 * sign)] if horizontal else [(80 * sign, 70), (80 * sign, -70)]
    )
    return [*hedge, *far_points]


def _points_every(points: list[Point], step: float) -> list[Point]:
    spaced: list[Point] = []
    for (x, y), (u, v) in pairwise(points):
        length = hypot(u - x, v - y)
        for i in range(int(length / step)):
            t = (i + 0.5) * step / length
            point = (x + (u - x) * t, y + (v - y) * t)
            if abs(point[1]) + abs(point[0]) * 0.577 < 53 and abs(point[0]) < 46:
                spaced.append((round(point[0], 1), round(point[1], 1)))
    return spaced


def _paddy_rows(rng: Random) -> str:
    x, y = rng.uniform(-20, -10), rng.uniform(-14, 6)
    return "".join(polyline([(x + i * 5, y), (x + i * 5 + 6, y + 22)]) for i in range(6))


def _paddies(art: Art) -> Drawing:
    rng = seeded_random("price", art.variant)
    ponds, shoots = [], []
    for row in range(4):
        for col in range(3):
            x, y = -45 + col * 31 + (row % 2) * 7, -46 + row * 24
            ponds.append(_pond(rng, x, y))
            shoots += [(x + 6 + i * 6, y + 8 + j * 8) for i in range(4) for j in range(2)]
    water = "".join(ponds)
    blades = "".join(
        polyline([(x, y), (x, y - 4.5)]) + polyline([(x - 2, y - 4), (x, y)]) for x, y in shoots
    )
    field = region_outline(joined_edges_of(art), 3, 3, rng, 1)
    dykes = (
        Shape(field, "mud-light"),
        Shape(water, "water-light", stroke="mud", width=2.6),
        Shape(water, stroke="mud-light", width=0.8),
        Shape(blades, stroke="leaf-dark", width=1.4),
    )
    return tile(*tile_ground(art, "pacific", busy=True), Group(dykes, clip=field))


def _pond(rng: Random, x: float, y: float) -> str:
    def pond_point(u: float, v: float) -> Point:
        return x + u + rng.uniform(-2, 2), y + v + rng.uniform(-1.5, 1.5)

    return polyline(
        [pond_point(0, 0), pond_point(27, 0), pond_point(27, 20), pond_point(0, 20)], closed=True
    )


def _reeds(points: list[Point]) -> str:
    return "".join(
        polyline([(x, y), (x - 2.5, y - 9)])
        + polyline([(x, y), (x + 0.5, y - 11)])
        + polyline([(x, y), (x + 3.5, y - 8)])
        for x, y in points
    )


def _bog(art: Art, climate: str, wash: str, pool: str, rim: str, reed: str) -> Drawing:
    rng = seeded_random(art.name, art.variant)
    wet = _undergrowth(art, wash, 0.45, 7)
    places = scattered_points(rng, 6, 26, 36)
    pools = "".join(ellipse(x, y, rng.uniform(11, 16), rng.uniform(4.5, 7)) for x, y in places)
    glints = "".join(polyline([(x - 6, y - 1), (x + 3, y - 1)]) for x, y in places)
    clumps = sorted(scattered_points(rng, 9, 18, 40), key=lambda p: p[1])
    heads = "".join(circle(x + 0.5, y - 11.5, 1.4) for x, y in clumps)
    return tile(
        *tile_ground(art, climate, busy=True),
        wet,
        Shape(pools, pool, stroke=rim, width=1.4),
        Shape(glints, stroke="foam", width=1.1, opacity=0.8),
        Shape(_reeds(clumps), stroke=reed, width=1.4),
        Shape(heads, "timber-dark"),
    )


def _marshes(art: Art) -> Drawing:
    return _bog(art, "grass", "grass-dark", "water", "mud", "leaf-dark")


def _winter_marshes(art: Art) -> Drawing:
    return _bog(art, "winter", "snowhill-dark", "ice", "slate", "timber")


def _beach(art: Art) -> Drawing:
    rng = seeded_random("pbeach", art.variant)
    ripples = "".join(
        open_curve([(x - 10, y), (x - 4, y - 2.5), (x + 3, y + 1), (x + 10, y - 1)])
        for x, y in scattered_points(rng, 8, 18, 40)
    )
    shells = "".join(circle(x, y, 1.5) for x, y in scattered_points(rng, 5, 26, 38))
    palm = trees.plant_at(trees.palms(), [(rng.uniform(-20, 20), -8)], 0.9)
    shore = region_outline(joined_edges_of(art), 5, 4, rng, 3)
    beach = (
        *bare_ground("sand", art.variant),
        Shape(ripples, stroke="sand-dark", width=1.1, opacity=0.6),
        Shape(shells, "foam", stroke="sand-dark", width=0.5),
        *palm,
    )
    return tile(*tile_ground(art, "pacific"), Group(beach, clip=shore), *_rim(shore))


def _rim(path: str) -> Nodes:
    return (Shape(path, stroke="pacific-dark", width=2, dash=(0.1, 3.2), opacity=0.7),)


def _oasis(art: Art) -> Drawing:
    rng = seeded_random("oasis", art.variant)
    green = region_outline(frozenset(), 15, 0, rng, 3)
    pool = region_outline(frozenset(), 29, 0, rng, 2)
    palm_points = [(-24, -16), (2, -26), (25, -12), (-30, 8), (31, 12), (-14, 27), (14, 29)]
    return tile(
        *tile_ground(art, "desert"),
        Shape(green, "leaf-light", opacity=0.8),
        Shape(pool, "water", stroke="leaf-dark", width=1.6),
        Shape(
            polyline([(-9, -2), (2, -2)]) + polyline([(-2, 5), (9, 5)]), stroke="foam", width=1.2
        ),
        *trees.plant_at(trees.palms(), palm_points, 0.95),
    )


PAINTERS: Painters = {
    "woods": _woods,
    "wforest": _winter_forest,
    "palmtrees": _palm_forest,
    "pjungle": _jungle,
    "hedgerow": _hedgerow,
    "price": _paddies,
    "marshes": _marshes,
    "wmarshes": _winter_marshes,
    "pbeach": _beach,
    "oasis": _oasis,
}
