"""The printed faces of the board and the ground that tiles stand on."""

from __future__ import annotations

from random import Random

from m44core.board import Face, Zone
from m44core.drawing.art import Art
from m44core.drawing.curves import Point, line, loop, strand
from m44core.drawing.paths import circle
from m44core.drawing.regions import edges_in, outline
from m44core.drawing.shapes import Drawing, Node, Shape
from m44core.drawing.tiles import Painters, filled, tile
from m44core.drawing.variants import dice, scattered
from m44core.hexes import Direction

Nodes = tuple[Node, ...]
_ALL = frozenset(Direction)


def ground(climate: str, variant: int = 0, busy: bool = False) -> Nodes:
    """Return the bare ground of a climate.

    Args:
        climate: ``grass``, ``winter``, ``desert``, ``pacific``, ``sand`` or ``ocean``.
        variant: One of four that differ in small things.
        busy: Whether the texture is left out because much will stand on it.
    """
    if busy:
        return (filled(climate),)
    return (filled(climate), *_TEXTURES[climate](dice(climate, variant), variant))


def _patch(chance: Random, colour: str, opacity: float) -> Shape:
    x, y = chance.uniform(-18, 18), chance.uniform(-18, 18)
    points = []
    for dx, dy in ((1, 0), (0.6, 0.8), (-0.5, 0.85), (-1, 0), (-0.6, -0.8), (0.5, -0.85)):
        r = chance.uniform(14, 25)
        points.append((x + dx * r * 1.15, y + dy * r * 0.8))
    return Shape(loop(points), colour, opacity=opacity)


def _tufts(points: list[Point], size: float) -> str:
    return "".join(
        line([(x - size * 0.6, y - size * 0.7), (x - size * 0.1, y), (x + size * 0.5, y - size)])
        for x, y in points
    )


def _grass(chance: Random, variant: int) -> Nodes:
    tufts = Shape(_tufts(scattered(chance, 9, 17), 3), stroke="grass-dark", width=0.8, opacity=0.7)
    patches = (_patch(chance, "grass-light", 0.45), _patch(chance, "grass-dark", 0.16))
    return (*patches, *(_furrows(chance) if variant == 3 else ()), tufts)


def _furrows(chance: Random) -> Nodes:
    """Return a field with its furrows, laid over the grass."""
    lean = chance.uniform(-8, 8)
    corners = [(-27, -18 + lean), (22, -26 - lean), (30, 15 - lean), (-20, 24 + lean)]
    rows = []
    for i in range(1, 8):
        t = i / 8
        a = (-27 + 7 * t, -18 + lean + 42 * t)
        b = (22 + 8 * t, -26 - lean + 41 * t)
        rows.append(line([a, b]))
    return (
        Shape(line(corners, closed=True), "field", opacity=0.55),
        Shape("".join(rows), stroke="grass-dark", width=0.7, opacity=0.4),
    )


def _pacific(chance: Random, variant: int) -> Nodes:
    points = scattered(chance, 8 + variant % 2, 17)
    blades = Shape(_tufts(points, 4.4), stroke="pacific-dark", width=0.9, opacity=0.7)
    return _patch(chance, "pacific-light", 0.45), _patch(chance, "pacific-dark", 0.2), blades


def _winter(chance: Random, variant: int) -> Nodes:
    drifts = "".join(
        strand([(x - 11, y + 1), (x - 3, y - 3), (x + 5, y + 2), (x + 12, y)])
        for x, y in scattered(chance, 5 + variant % 2, 26, 36)
    )
    dots = "".join(circle(x, y, 0.7) for x, y in scattered(chance, 4, 20))
    return (
        _patch(chance, "snow", 0.8),
        Shape(drifts, stroke="winter-dark", width=1, opacity=0.45),
        Shape(dots, "winter-dark", opacity=0.6),
    )


def _desert(chance: Random, variant: int) -> Nodes:
    ripples = "".join(
        strand([(x - 12, y + 2), (x - 4, y - 3), (x + 5, y + 1), (x + 13, y - 2)])
        for x, y in scattered(chance, 5 + variant % 2, 24, 36)
    )
    stones = "".join(circle(x, y, 0.9) for x, y in scattered(chance, 6, 18))
    return (
        _patch(chance, "desert-light", 0.5),
        Shape(ripples, stroke="desert-dark", width=0.9, opacity=0.4),
        Shape(stones, "desert-dark", opacity=0.6),
    )


def _sand(chance: Random, variant: int) -> Nodes:
    grains = "".join(circle(x, y, 0.7) for x, y in scattered(chance, 16, 13))
    return _patch(chance, "sand-light", 0.6), Shape(grains, "sand-dark", opacity=0.55)


def _ocean(chance: Random, variant: int) -> Nodes:
    crests, troughs = (
        "".join(
            strand([(x - 9, y), (x - 5, y - 3.4), (x, y), (x + 5, y + 1.6), (x + 9, y - 1)])
            for x, y in scattered(chance, count, 24, 42)
        )
        for count in (5, 4)
    )
    return (
        Shape(troughs, stroke="ocean-dark", width=1.1, opacity=0.45),
        Shape(crests, stroke="foam", width=1.1, opacity=0.55),
    )


_TEXTURES = {
    "grass": _grass,
    "pacific": _pacific,
    "winter": _winter,
    "desert": _desert,
    "sand": _sand,
    "ocean": _ocean,
}
_LANDS = {Face.WINTER: "winter", Face.DESERT: "desert"}
_ZONES = {Zone.BEACH: "sand", Zone.OCEAN: "ocean"}


def colour_of(face: Face, zone: Zone) -> str:
    """Return the colour of what a face shows in a zone; also the name of its texture."""
    return _ZONES.get(zone) or _LANDS.get(face, "grass")


def _printed(art: Art) -> Drawing:
    face, zone, water, sand = (*art.detail, 0, 0)[:4]
    land = ground(colour_of(Face(str(face)), Zone(str(zone))), art.variant)
    chance = dice("shore", art.variant)
    if zone == Zone.BEACH:
        return tile(*_washed(land, edges_in(int(water)), chance))
    return tile(*_sandy(land, edges_in(int(sand)), chance))


def _washed(land: Nodes, water: frozenset[Direction], chance: Random) -> Nodes:
    """Return land with the sea at some edges."""
    if not water:
        return land
    dry = outline(_ALL - water, 11, 11, chance, 3.5)
    return (*land, *surf(dry))


def surf(dry: str) -> Nodes:
    """Return the sea around an area of land, from deep water to wet sand."""
    sea = f"M-80 -80V80H80V-80Z{dry}"
    return (
        Shape(dry, stroke="sand-dark", width=9, opacity=0.35),
        Shape(sea, "ocean"),
        Shape(dry, stroke="ocean-light", width=5, opacity=0.6),
        Shape(dry, stroke="foam", width=1.8),
    )


def _sandy(land: Nodes, sand: frozenset[Direction], chance: Random) -> Nodes:
    """Return land that ends in a beach at some edges."""
    if not sand:
        return land
    dry = outline(_ALL - sand, 9, 9, chance, 3.5)
    beach = f"M-80 -80V80H80V-80Z{dry}"
    return (
        *land,
        Shape(beach, "sand"),
        Shape(dry, stroke="sand-dark", width=2.4, opacity=0.55),
        Shape(dry, stroke="grass-dark", width=1.6, dash=(1.2, 3), opacity=0.8),
    )


PAINTERS: Painters = {"ground": _printed}
