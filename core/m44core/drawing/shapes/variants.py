"""Chance that is always the same: which variant a hex shows, where a tree stands."""

from __future__ import annotations

from random import Random

from m44core.hexes import Hex

_ALL_BITS = (1 << 64) - 1
VARIANTS = 6  # how many of a kind are told apart


def variant_of(hex_: Hex, count: int = VARIANTS) -> int:
    """Return which of *count* variants a hex shows."""
    mixed = (hex_.col * 0x9E3779B97F4A7C15 + hex_.row * 0xC2B2AE3D27D4EB4F) & _ALL_BITS
    mixed = ((mixed ^ (mixed >> 31)) * 0xBF58476D1CE4E5B9) & _ALL_BITS
    return ((mixed ^ (mixed >> 29)) >> 17) % count


def dice(name: str, variant: int = 0) -> Random:
    """Return a source of numbers that depends on nothing but its arguments."""
    return Random(f"{name}/{variant}")


def scattered(
    chance: Random, count: int, apart: float, radius: float = 47.0
) -> list[tuple[float, float]]:
    """Return up to *count* points of a hex, at least *apart* from each other, from the top down."""
    points: list[tuple[float, float]] = []
    for _ in range(count * 12):
        x, y = chance.uniform(-radius, radius), chance.uniform(-1.15 * radius, 1.15 * radius)
        inside = abs(y) + abs(x) * 0.577 <= 1.1547 * radius
        if inside and all((x - u) ** 2 + (y - v) ** 2 >= apart**2 for u, v in points):
            points.append((round(x, 1), round(y, 1)))
        if len(points) == count:
            break
    return sorted(points, key=lambda point: point[1])
