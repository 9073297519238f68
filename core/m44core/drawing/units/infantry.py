"""Soldiers: an advancing infantry squad, and assaulting special forces.

A figure faces right, with its boots near y = 19, and fits 26 units left and right of the origin.
Nations differ by their helmets.
"""

from __future__ import annotations

from m44core.drawing.shapes.piece_colours import Livery
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape

# Helmets about the center of the head, facing right.
_HELMETS = {
    "us": "M-6 1.2C-6.6 -8 6.2 -8.2 6.2 0.2L7.6 1.6L-6 1.6Z",
    "brit": (
        "M-4.8 -1C-4.6 -7.4 4.6 -7.4 4.8 -1L9 0.2C9.4 1.8 7 2 5 1.6L-5 1.6C-7 2 -9.4 1.8 -9 0.2Z"
    ),
    "ru": (
        "M-5.6 -5.4C-4.6 -7.4 4.6 -7.4 5.6 -5.4L6 -0.2L4.8 1.6L0.4 1.4L-0.4 4.6"
        "C-2.6 5.6 -4.8 5 -5.4 3.4L-6.2 -0.8Z"
    ),
    "ger": (
        "M-6 3.8C-8 4.6 -8.6 4.2 -7.6 2.2C-6.2 -0.6 -6.4 -7.4 0.2 -7.4C6 -7.4 6 -2.2 6.2 -0.2"
        "L8 1.4L2.6 1.6L0.6 3.6Z"
    ),
    "jp": "M-5.4 -0.6C-5.4 -7 4.6 -7.6 5 -1.2L9 0.6L4.6 1L-3.4 1L-4 4L-6.4 9.2L-11 7.6L-7.4 3.4Z",
}


def _limb(path: str, width: float, colour: str) -> Shape:
    return Shape(path, stroke=colour, width=width)


def _head(livery: Livery, colour: str, x: float, y: float) -> Node:
    face = Shape("M-3.4 -1C-3.4 5.4 4.4 5.6 4.2 0Z", fill=colour)
    return Group((face, Shape(_HELMETS[livery.nation], fill=colour)), dx=x, dy=y)


def rifleman(livery: Livery, colour: str) -> Drawing:
    """Return a soldier walking with his rifle at the hip."""
    return (
        _limb("M-1.5 2L-4.6 10.4L-10.6 17.2", 4.6, colour),
        _limb("M-10.6 17.2L-8 18.4", 3.6, colour),
        _limb("M0 2.4L5.4 9.4L4 17.6", 4.8, colour),
        _limb("M4 18L8 18.2", 3.4, colour),
        Shape("M-4.6 4.6L-4.4 -6C-3.6 -9.6 4.6 -10 6 -6.4L3.4 4.8Z", fill=colour),
        Shape("M-4.6 -7L-8.6 -6.2L-9.2 1.2L-4 2Z", fill=colour),
        _limb("M3.4 -6L5 0.6L11.4 -1.6", 3.6, colour),
        _limb("M-5.4 3.2L21.6 -6.2", 1.7, colour),
        _limb("M-7.2 4L1.4 0.8", 3.3, colour),
        _head(livery, colour, 3.2, -13.2),
    )


def assault_soldier(livery: Livery, colour: str) -> Drawing:
    """Return a soldier rushing forward, firing from the shoulder."""
    return (
        _limb("M-3 3L-10 8.6L-18.4 9.6", 4.6, colour),
        _limb("M-18.4 9.4L-19.6 13", 3.4, colour),
        _limb("M-2 3.4L6.6 6.6L8.4 17.4", 4.9, colour),
        _limb("M8.4 18L12.6 18.2", 3.4, colour),
        Shape("M-6.4 4.4L-2 -6.4C0 -9.8 7.4 -9.4 8.4 -5.6L2 6.2Z", fill=colour),
        Shape("M-3.4 -8L-8.6 -5.6L-9.4 1L-5 2Z", fill=colour),
        _limb("M7 -5.6L12.4 -1L16.4 -6.4", 3.5, colour),
        _limb("M4.6 -6.6L23.6 -8.8", 2.2, colour),
        _limb("M3.6 -6L8.6 -6.6", 3.6, colour),
        _limb("M14.8 -7L15.8 -1.6", 2.2, colour),
        _head(livery, colour, 7, -13),
    )


def gunner(livery: Livery, colour: str) -> Drawing:
    """Return a soldier kneeling behind his gun."""
    return (
        _limb("M-2 7L-7 17L-12 18", 4.8, colour),
        _limb("M-1 7L7 9L6.4 18.2L9.4 18.4", 4.8, colour),
        Shape("M-5.6 8.4L-4.6 -4.4C-3.6 -8 5 -8 6 -4.6L3.4 8.4Z", fill=colour),
        _limb("M3.6 -4L9 2.4L14.4 -0.6", 3.6, colour),
        _head(livery, colour, 3.4, -11.4),
    )


def squad(livery: Livery) -> Drawing:
    """Return the silhouette of an infantry unit."""
    return (
        Group(rifleman(livery, livery.mid), dx=-13.5, dy=2.2, scale=0.88),
        Group(rifleman(livery, livery.ink), dx=4.5),
    )


def lone_rifleman(livery: Livery) -> Drawing:
    """Return the silhouette of an infantry unit's last figure."""
    return rifleman(livery, livery.ink)


def lone_assault_soldier(livery: Livery) -> Drawing:
    """Return the silhouette of a special-forces unit's last figure."""
    return assault_soldier(livery, livery.ink)


def special_forces(livery: Livery) -> Drawing:
    """Return the silhouette of special forces."""
    return (
        Group(assault_soldier(livery, livery.mid), dx=-9, dy=2.2, scale=0.88),
        Group(assault_soldier(livery, livery.ink), dx=3.5),
    )
