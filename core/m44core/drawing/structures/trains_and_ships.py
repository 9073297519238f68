"""Trains and ships from above."""

from __future__ import annotations

from m44core.drawing.shapes.paths import circle, rectangle, rounded_rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.structures.bridges import track, turned_to_bearing


def locomotive(bearing: float) -> Drawing:
    """Return a steam engine that heads along its bearing."""
    body = rounded_rectangle(-44, -13, 88, 26, top=3)
    drawing = (
        *track(44.5),
        Shape(body, fill="piece-steel-dark", stroke="piece-slit", width=1.6),
        Shape(
            rounded_rectangle(-8, -9, 50, 18, top=8),
            fill="piece-steel",
            stroke="piece-slit",
            width=1.2,
        ),
        Shape("M-4 -4L38 -4", stroke="piece-steel-light", width=2.4),
        Shape(circle(32, 0, 5.6), fill="piece-slit", stroke="piece-silver", width=1.6),
        Shape(circle(16, 0, 3.8), fill="piece-gold", stroke="piece-slit", width=1),
        Shape(circle(4, 0, 3), fill="piece-steel-dark", stroke="piece-slit", width=1),
        Shape(rectangle(-26, -13, 17, 26), fill="piece-red", stroke="piece-slit", width=1.4),
        Shape("M-26 -4L-9 -4M-26 4L-9 4", stroke="piece-red-dark", width=1.2),
        Shape(rectangle(-43, -11, 15, 22), fill="piece-slit"),
        Shape("M-41 -4L-35 -8L-30 -2L-34 5L-41 4Z", fill="piece-steel-dark"),
        Shape("M44 -11L46 -11L46 11L44 11Z", fill="piece-red"),
    )
    return turned_to_bearing(drawing, bearing, body)


def wagon(bearing: float) -> Drawing:
    """Return an open wagon with crates and a tarpaulin."""
    body = rounded_rectangle(-42, -14, 84, 28, top=2)
    drawing = (
        *track(44.5),
        Shape(body, fill="piece-timber-dark", stroke="piece-slit", width=1.6),
        Shape(rectangle(-38, -10, 76, 20), fill="piece-timber"),
        Shape(
            rectangle(-36, -9, 18, 18),
            fill="piece-timber-light",
            stroke="piece-timber-edge",
            width=1.2,
        ),
        Shape("M-36 -9L-18 9M-18 -9L-36 9", stroke="piece-timber-edge", width=1.2),
        Shape(
            rounded_rectangle(-14, -9.6, 30, 19.2, top=4),
            fill="piece-leaf",
            stroke="piece-leaf-dark",
            width=1.4,
        ),
        Shape("M-6 -9L-4 9M6 -9L8 9", stroke="piece-leaf-dark", width=1.2),
        Shape(
            rectangle(20, -9, 17, 18),
            fill="piece-timber-light",
            stroke="piece-timber-edge",
            width=1.2,
        ),
        Shape("M20 0L37 0M28.5 -9L28.5 9", stroke="piece-timber-edge", width=1.2),
    )
    return turned_to_bearing(drawing, bearing, body)


def barge() -> Drawing:
    """Return a landing craft, its ramp up, large enough to carry a unit."""
    hull = (
        "M-30 -33L30 -33L38 -20L38 24C38 31 30 34 24 37"
        "L10 43L-10 43L-24 37C-30 34 -38 31 -38 24L-38 -20Z"
    )
    wake = "M-41 6C-43 18 -40 28 -33 34M41 6C43 18 40 28 33 34"
    return (
        Shape(wake, stroke="piece-white", width=2.4, opacity=0.8),
        *_shadow(hull),
        Shape(hull, fill="piece-hull", stroke="piece-hull-dark", width=2),
        Shape("M-31 -25L31 -25L33 -19L33 23L-33 23L-33 -19Z", fill="piece-steel-dark"),
        Shape("M-33 -12L33 -12M-33 0L33 0M-33 12L33 12", stroke="piece-steel", width=1.2),
        Shape(
            "M-24 -41L24 -41L29 -28L-29 -28Z",
            fill="piece-hull-light",
            stroke="piece-hull-dark",
            width=1.6,
        ),
        Shape(
            "M-18 -39L-20 -30M-6 -39L-7 -30M6 -39L7 -30M18 -39L20 -30",
            stroke="piece-hull-dark",
            width=1.6,
        ),
        Shape(
            rounded_rectangle(-14, 29, 28, 9, top=3),
            fill="piece-hull-light",
            stroke="piece-hull-dark",
            width=1.4,
        ),
    )


def destroyer() -> Drawing:
    """Return a slender ship with gun turrets fore and aft."""
    hull = (
        "M-47 0C-44 -12 -30 -14 -14 -14L18 -13C34 -12 43 -6 48 0C43 6 34 12 18 13L-14 14"
        "C-30 14 -44 12 -47 0Z"
    )
    turrets = tuple(_turret(x, turn) for x, turn in ((-34, 180), (20, 0), (33, 0)))
    return (
        Shape(
            "M-44 14C-30 22 10 22 36 16M-44 -14C-30 -22 10 -22 36 -16",
            stroke="piece-white",
            width=2,
            opacity=0.7,
        ),
        *_shadow(hull),
        Shape(hull, fill="piece-hull", stroke="piece-hull-dark", width=2),
        Shape(
            "M-40 0C-36 -8 -28 -9.6 -14 -9.6L18 -9C30 -8 38 -4 42 0",
            stroke="piece-hull-light",
            width=1.6,
        ),
        Shape(
            rounded_rectangle(-20, -8, 32, 16, top=4),
            fill="piece-hull-light",
            stroke="piece-hull-dark",
            width=1.4,
        ),
        Shape(
            circle(-12, 0, 4.4) + circle(-1, 0, 4.4),
            fill="piece-slit",
            stroke="piece-steel",
            width=1.4,
        ),
        Shape(
            rounded_rectangle(4, -6, 9, 12, top=2),
            fill="piece-steel",
            stroke="piece-hull-dark",
            width=1.2,
        ),
        *turrets,
    )


def aircraft_carrier() -> Drawing:
    """Return a flight deck with an island and planes ready to take off."""
    deck = "M-46 -18L30 -18L46 -12L46 14L38 20L-40 20L-46 14Z"
    planes = tuple(
        Group(_PLANE, dx=x, dy=y, turn=90, scale=0.75) for x, y in ((-34, -9), (-34, 10), (-20, 1))
    )
    return (
        Shape(
            "M-40 26C-20 31 20 31 38 26M-44 -23C-20 -27 10 -27 34 -23",
            stroke="piece-white",
            width=2,
            opacity=0.7,
        ),
        *_shadow(deck),
        Shape(deck, fill="piece-timber", stroke="piece-hull-dark", width=2.4),
        Shape(
            "M-44 -10L44 -10M-44 -2L44 -2M-44 6L44 6M-44 14L42 14",
            stroke="piece-timber-dark",
            width=0.7,
        ),
        Shape("M-8 2L42 2", stroke="piece-white", width=2, dash=(7, 4), round=False),
        Shape("M36 -10L36 14", stroke="piece-white", width=1.6),
        Shape(
            rounded_rectangle(2, -26, 22, 11, top=2),
            fill="piece-hull",
            stroke="piece-hull-dark",
            width=1.6,
        ),
        Shape(circle(9, -20.5, 3), fill="piece-slit"),
        Shape(rectangle(15, -24, 6, 7), fill="piece-hull-light"),
        *planes,
    )


_PLANE = (
    Shape(
        "M0 -9L2 -3L10 0L10 3L2 3L1 7L4 9L-4 9L-1 7L-2 3L-10 3L-10 0L-2 -3Z",
        fill="piece-blue-dark",
        stroke="piece-white",
        width=0.8,
    ),
)


def _turret(x: float, turn: float) -> Group:
    return Group(
        (
            Shape("M2 -2.4L13 -2.4M2 2.4L13 2.4", stroke="piece-slit", width=1.8),
            Shape(circle(0, 0, 5.2), fill="piece-steel-light", stroke="piece-hull-dark", width=1.4),
        ),
        dx=x,
        turn=turn,
    )


def _shadow(outline: str) -> Drawing:
    shade = Shape(outline, fill="piece-shadow", stroke="piece-shadow", width=1.4, opacity=0.28)
    return (Group((shade,), dx=1.1, dy=1.8),)
