"""The printed faces of the board, and the ground under tiles."""

from __future__ import annotations

from random import Random

from m44core.board import Face, Zone
from m44core.drawing.ground.hex_edges import edges_of_mask, region_outline
from m44core.drawing.ground.hex_tile import (
    Painters,
    filled_hex,
    scattered_points,
    seeded_random,
    tile,
)
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.paths import Point, closed_curve, open_curve, polyline
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape
from m44core.hexes import Direction

Nodes = tuple[Node, ...]
_ALL_DIRECTIONS = frozenset(Direction)


def bare_ground(climate: str, variant: int = 0, busy: bool = False) -> Nodes:
    """Return the bare ground of a climate.

    Args:
        climate: ``grass``, ``winter``, ``desert``, ``pacific``, ``sand`` or ``ocean``.
        variant: One of the six variants, which differ in details.
        busy: Whether to leave out the texture because much will be drawn on it.
    """
    if busy:
        return (filled_hex(climate),)
    return (filled_hex(climate), *_TEXTURES[climate](seeded_random(climate, variant), variant))


def _streaks(rng: Random, colour: str, opacity: float) -> Shape:
    """Return brush strokes that make the ground slightly lighter or darker."""
    strokes = []
    for x, y in scattered_points(rng, 3, 30, 34):
        length, thickness = rng.uniform(13, 24), rng.uniform(3, 6)
        strokes.append(
            closed_curve(
                [
                    (x - length, y + 2),
                    (x - 3, y - thickness),
                    (x + length, y - 1),
                    (x + 4, y + thickness),
                ]
            )
        )
    return Shape("".join(strokes), colour, opacity=opacity)


def _tufts(points: list[Point], size: float) -> str:
    return "".join(
        polyline(
            [(x - size * 0.6, y - size * 0.7), (x - size * 0.1, y), (x + size * 0.5, y - size)]
        )
        for x, y in points
    )


def _grass_texture(rng: Random, variant: int) -> Nodes:
    tufts = Shape(
        _tufts(scattered_points(rng, 8, 19), 3), stroke="grass-dark", width=0.8, opacity=0.6
    )
    if variant == 2:
        return Group(_field(rng), dx=11, dy=-9, scale=0.62, flip=True), tufts
    if variant == 3:
        return (*_field(rng), tufts)
    tone = "grass-light" if variant % 2 else "grass-dark"
    return (
        _streaks(rng, tone, 0.3 if variant % 2 else 0.12),
        Shape(_dots(rng, 7, 0.8), "grass-dark", opacity=0.45),
        tufts,
    )


def _dots(rng: Random, count: int, size: float) -> str:
    return "".join(
        polyline([(x - size, y), (x, y - size), (x + size, y), (x, y + size)], closed=True)
        for x, y in scattered_points(rng, count, 14)
    )


def _field(rng: Random) -> Nodes:
    """Return a field with furrows, drawn over the grass."""
    lean = rng.uniform(-7, 7)
    corners = [(-33, -17 + lean), (24, -28 - lean), (35, 14 - lean), (-23, 27 + lean)]
    rows = []
    for i in range(1, 9):
        t = i / 9
        a = (-33 + 10 * t, -17 + lean + 44 * t)
        b = (24 + 11 * t, -28 - lean + 42 * t)
        rows.append(polyline([a, b]))
    return (
        Shape(polyline(corners, closed=True), "field", stroke="field", width=3, opacity=0.26),
        Shape("".join(rows), stroke="grass-dark", width=0.8, opacity=0.24),
    )


def _pacific_texture(rng: Random, variant: int) -> Nodes:
    points = scattered_points(rng, 8 + variant % 2, 18)
    blades = Shape(_tufts(points, 4.2), stroke="pacific-dark", width=0.9, opacity=0.6)
    tone = "pacific-light" if variant % 2 else "pacific-dark"
    return _streaks(rng, tone, 0.3 if variant % 2 else 0.14), blades


def _winter_texture(rng: Random, variant: int) -> Nodes:
    drifts = "".join(
        open_curve([(x - 12, y + 1), (x - 3, y - 3), (x + 5, y + 2), (x + 13, y)])
        for x, y in scattered_points(rng, 3 + variant % 3, 27, 38)
    )
    tone = ("snow", 0.7) if variant % 2 else ("winter-dark", 0.08)
    return (
        _streaks(rng, *tone),
        Shape(drifts, stroke="winter-dark", width=1, opacity=0.34),
        Shape(_dots(rng, 4, 0.7), "winter-dark", opacity=0.5),
    )


def _desert_texture(rng: Random, variant: int) -> Nodes:
    ripples = "".join(
        open_curve([(x - 13, y + 2), (x - 4, y - 3), (x + 5, y + 1), (x + 14, y - 2)])
        for x, y in scattered_points(rng, 4 + variant % 3, 24, 38)
    )
    tone = ("desert-light", 0.4) if variant % 2 else ("desert-dark", 0.1)
    return (
        _streaks(rng, *tone),
        Shape(ripples, stroke="desert-grain", width=0.9, opacity=0.34),
        Shape(_dots(rng, 5, 0.9), "desert-grain", opacity=0.5),
    )


def _sand_texture(rng: Random, variant: int) -> Nodes:
    tone = ("sand-light", 0.45) if variant % 2 else ("sand-dark", 0.08)
    return _streaks(rng, *tone), Shape(_dots(rng, 14, 0.7), "sand-grain", opacity=0.45)


def _ocean_texture(rng: Random, variant: int) -> Nodes:
    crests, troughs = (
        "".join(
            open_curve([(x - 9, y), (x - 5, y - 3.4), (x, y), (x + 5, y + 1.6), (x + 9, y - 1)])
            for x, y in scattered_points(rng, count, 24, 41)
        )
        for count in (3 + variant % 3, 4)
    )
    tone = ("ocean-light", 0.16) if variant % 2 else ("ocean-dark", 0.16)
    return (
        _streaks(rng, *tone),
        Shape(troughs, stroke="ocean-grain", width=1.1, opacity=0.4),
        Shape(crests, stroke="foam", width=1.1, opacity=0.5),
    )


_TEXTURES = {
    "grass": _grass_texture,
    "pacific": _pacific_texture,
    "winter": _winter_texture,
    "desert": _desert_texture,
    "sand": _sand_texture,
    "ocean": _ocean_texture,
}
_LAND_BY_FACE = {Face.WINTER: "winter", Face.DESERT: "desert"}
_ZONES = {Zone.BEACH: "sand", Zone.OCEAN: "ocean"}


GROUND_NAMES = ("grass", "sand", "winter", "desert", "ocean")  # printed grounds under a tile
_SHOWS_THROUGH = ("sand", "winter", "desert")


def ground_colour(face: Face, zone: Zone) -> str:
    """Return the palette color of a face in a zone, which is also the name of its texture."""
    return _ZONES.get(zone) or _LAND_BY_FACE.get(face, "grass")


def _draw_printed_ground(art: Art) -> Drawing:
    face, zone, water, sand = (*art.detail, 0, 0)[:4]
    land = bare_ground(ground_colour(Face(str(face)), Zone(str(zone))), art.variant)
    rng = seeded_random("shore", art.variant)
    if zone == Zone.OCEAN:
        return tile(*land, *_shallows(edges_of_mask(int(sand)), rng))
    if zone == Zone.BEACH:
        return tile(*_with_sea_edges(land, edges_of_mask(int(water)), rng))
    return tile(*_with_beach_edges(land, edges_of_mask(int(sand)), rng))


def tile_ground(art: Art, climate: str, *, busy: bool = False) -> Nodes:
    """Return the ground of a tile at its position on the board, without texture if *busy*.

    Tiles of a mild climate use the printed beach, snow or sand as their ground, so that the map
    looks uniform. The detail of the Art holds the printed ground and the edges of sea and beach;
    see :func:`m44core.drawing.ground.tile_joins.tile_detail`.
    """
    _, water, sand, under, *_ = (*(int(part) for part in art.detail), 0, 0, 0, 0)
    if climate in ("grass", "pacific") and GROUND_NAMES[under] in _SHOWS_THROUGH:
        climate = GROUND_NAMES[under]
    rng = seeded_random("shore", art.variant)
    land = bare_ground(climate, art.variant, busy)
    land = _with_beach_edges(land, edges_of_mask(sand), rng) if climate != "sand" else land
    return _with_sea_edges(land, edges_of_mask(water), rng)


def _with_sea_edges(land: Nodes, water: frozenset[Direction], rng: Random) -> Nodes:
    """Return land with the sea along some edges."""
    return (
        (*land, *surrounding_sea(region_outline(_ALL_DIRECTIONS - water, 13, 5, rng, 5.5)))
        if water
        else land
    )


def _shallows(sand: frozenset[Direction], rng: Random) -> Nodes:
    """Return the paler water along a beach."""
    deep_outlines = (
        region_outline(_ALL_DIRECTIONS - sand, inset, inset * 0.7, rng, 4) for inset in (17, 31)
    )
    bands = (Shape(_WHOLE_AREA + path, "ocean-light", opacity=0.22) for path in deep_outlines)
    return tuple(bands) if sand else ()


def surrounding_sea(land_path: str) -> Nodes:
    """Return the sea around the area of land inside a path, from wet sand to deep water."""
    return (
        Shape(land_path, stroke="sand-light", width=19, opacity=0.55),
        Shape(land_path, stroke="sand-grain", width=9, opacity=0.35),
        Shape(_WHOLE_AREA + land_path, "ocean"),
        Shape(land_path, stroke="ocean-light", width=6, opacity=0.6),
        Shape(land_path, stroke="foam", width=1.8),
    )


def _with_beach_edges(land: Nodes, sand: frozenset[Direction], rng: Random) -> Nodes:
    """Return land with a beach along some edges."""
    if not sand:
        return land
    dry = region_outline(_ALL_DIRECTIONS - sand, 11, 4, rng, 5.5)
    return (
        *land,
        Shape(_WHOLE_AREA + dry, "sand"),
        Shape(dry, stroke="sand-grain", width=4, opacity=0.3),
        Shape(dry, stroke="grass-dark", width=2.2, dash=(0.1, 3.2), opacity=0.8),
    )


_WHOLE_AREA = "M-80 -80V80H80V-80Z"  # counterclockwise: a clockwise outline inside is a hole

PAINTERS: Painters = {"ground": _draw_printed_ground}
