"""The frame every tile is drawn in: its ground, cut to its hex."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.paths import HEX_CORNERS, polygon
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape

Painter = Callable[[Art], Drawing]
Painters = Mapping[str, Painter]

OVERLAP = 1.004  # tiles reach a fifth of a unit over their edges, or the joints would shine
CLIP = polygon((x * OVERLAP, y * OVERLAP) for x, y in HEX_CORNERS)


def tile(*nodes: Node) -> Drawing:
    """Return a drawing cut to the hex."""
    return (Group(nodes, clip=CLIP),)


def filled(colour: str) -> Shape:
    """Return the whole hex in one colour."""
    return Shape(CLIP, fill=colour)
