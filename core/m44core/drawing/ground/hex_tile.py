"""The frame of every hex tile: its clip, its fill, and the variant and random details of a hex."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.paths import HEX_CORNERS, polygon
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape
from m44core.hexes import Hex

Painter = Callable[[Art], Drawing]
Painters = Mapping[str, Painter]

OVERLAP = 1.004  # tiles extend a fifth of a unit beyond their edges to hide the joints
CLIP = polygon((x * OVERLAP, y * OVERLAP) for x, y in HEX_CORNERS)


def tile(*nodes: Node) -> Drawing:
    """Return a drawing of the nodes, clipped to the hex."""
    return (Group(nodes, clip=CLIP),)


def filled_hex(colour: str) -> Shape:
    """Return the hex filled with one color."""
    return Shape(CLIP, fill=colour)


_ALL_BITS = (1 << 64) - 1
VARIANTS = 6  # number of variants of each kind of ground


def variant_of(hex_: Hex, count: int = VARIANTS) -> int:
    """Return which of *count* variants a hex shows; the result for a hex never changes."""
    mixed_bits = (hex_.col * 0x9E3779B97F4A7C15 + hex_.row * 0xC2B2AE3D27D4EB4F) & _ALL_BITS
    mixed_bits = ((mixed_bits ^ (mixed_bits >> 31)) * 0xBF58476D1CE4E5B9) & _ALL_BITS
    return ((mixed_bits ^ (mixed_bits >> 29)) >> 17) % count


def seeded_random(name: str, variant: int = 0) -> Random:
    """Return a random generator seeded by the arguments alone, so that pictures never change."""
    return Random(f"{name}/{variant}")


def scattered_points(
    rng: Random, count: int, min_distance: float, radius: float = 47.0
) -> list[tuple[float, float]]:
    """Return up to *count* random points in a hex, *min_distance* or more apart, top to bottom."""
    points: list[tuple[float, float]] = []
    for _ in range(count * 12):
        x, y = rng.uniform(-radius, radius), rng.uniform(-1.15 * radius, 1.15 * radius)
        is_inside = abs(y) + abs(x) * 0.577 <= 1.1547 * radius
        if is_inside and all((x - u) ** 2 + (y - v) ** 2 >= min_distance**2 for u, v in points):
            points.append((round(x, 1), round(y, 1)))
        if len(points) == count:
            break
    return sorted(points, key=lambda point: point[1])
