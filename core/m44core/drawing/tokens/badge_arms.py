"""Emblems of special weapons and troops, drawn 9 units about the origin in one colour."""

from __future__ import annotations

from m44core.drawing.shapes.outlines import plate
from m44core.drawing.shapes.paths import circle
from m44core.drawing.shapes.shapes import Drawing, Group, Shape


def engineers(colour: str) -> Drawing:
    """Return a crossed pick and shovel."""
    pick = (
        _line("M0 8.4L0 -5", 1.9, colour),
        Shape("M-7 -2.4C-4.6 -7.4 4.6 -7.4 7 -2.4C3.6 -5 -3.6 -5 -7 -2.4Z", fill=colour),
    )
    shovel = (
        _line("M0 8.4L0 -3", 1.9, colour),
        Shape(
            "M-2.8 -3L-2.8 -6.6C-2.4 -8.6 -1 -9.4 0 -9.8C1 -9.4 2.4 -8.6 2.8 -6.6L2.8 -3Z",
            fill=colour,
        ),
    )
    return Group(pick, turn=42, dy=-0.6), Group(shovel, turn=-42, dy=-0.6)


def sniper(colour: str) -> Drawing:
    """Return the cross-hairs of a sight."""
    return (
        Shape(circle(0, 0, 6.2), stroke=colour, width=1.8),
        _line("M0 -9.4L0 -3.2M0 3.2L0 9.4M-9.4 0L-3.2 0M3.2 0L9.4 0", 1.8, colour),
        Shape(circle(0, 0, 1.3), fill=colour),
    )


def big_gun(colour: str) -> Drawing:
    """Return two crossed barrels."""
    barrel = (
        Shape("M-1.5 -9L1.5 -9L2.4 7L1.6 8.6L-1.6 8.6L-2.4 7Z", fill=colour),
        Shape("M-2.2 -9.4L2.2 -9.4L2.2 -7.4L-2.2 -7.4Z", fill=colour),
    )
    return Group(barrel, turn=45), Group(barrel, turn=-45)


def cavalry(colour: str) -> Drawing:
    """Return a horse's head."""
    head = (
        "M-5.6 9C-5.8 3.4 -4.6 -1.6 -1.6 -5.2L-1.8 -9L1.2 -6.8C4 -5.4 5.4 -2.6 7.6 1.2"
        "C8 2.6 7 4.2 5.4 4L2.2 1.8L0.8 2.2C1 5 3.4 6.2 4 9Z"
    )
    return (Shape(head, fill=colour),)


def ski_troops(colour: str) -> Drawing:
    """Return two crossed skis between sticks."""
    ski = (Shape("M0 9.4L0 -6.4C0 -8.6 -1.4 -9.6 -3 -9.2", stroke=colour, width=2.3),)
    sticks = "M-8.6 -2L-5.4 8M-8.6 5L-4.2 6.6M8.6 -2L5.4 8M8.6 5L4.2 6.6"
    return (
        Group(ski, turn=30),
        Group(ski, turn=-30, flip=True),
        Shape(sticks, stroke=colour, width=1.2),
    )


def flame(colour: str) -> Drawing:
    """Return a flame."""
    outer = (
        "M0.6 -9.6C2 -5.6 7 -3 6.8 2.6C6.6 6.8 3.6 9 0 9C-3.8 9 -6.8 6.6 -6.8 2.4"
        "C-6.8 -0.6 -4.8 -2 -4.4 -4.6C-2.8 -3.8 -2.2 -2.6 -2 -1C-0.2 -3.2 1 -6 0.6 -9.6Z"
    )
    inner = (
        "M0.4 0.4C1 2.4 3 3.4 2.8 5.8C2.6 7.4 1.4 8.2 0 8.2C-1.6 8.2 -2.8 7.2 -2.8 5.6"
        "C-2.6 3.6 0 3 0.4 0.4Z"
    )
    return Shape(outer, fill=colour), Shape(inner, fill="piece-yellow")


def mobile_artillery(colour: str) -> Drawing:
    """Return a gun on tracks that aims up."""
    return (
        Shape(plate(-8.6, 2.6, 16, 6, top=2.8), fill=colour),
        Shape("M-8 2L-8 -3.4L-1.6 -3.4L1.6 2Z", fill=colour),
        _line("M-3 -1L8.4 -8.4", 2.2, colour),
    )


def anti_tank(colour: str) -> Drawing:
    """Return a rocket."""
    rocket = (
        Shape(
            "M0 -10.4C2.4 -8.2 3 -5.8 3 -3L1.6 -1L1.6 5L-1.6 5L-1.6 -1L-3 -3"
            "C-3 -5.8 -2.4 -8.2 0 -10.4Z",
            fill=colour,
        ),
        Shape("M-1.6 2.6L-4.6 6.4L-4.6 9.4L-1 6.6L1 6.6L4.6 9.4L4.6 6.4L1.6 2.6Z", fill=colour),
    )
    return (Group(rocket, turn=45),)


def mortar(colour: str) -> Drawing:
    """Return a mortar on its bipod."""
    return (
        _line("M-5.4 6L4.4 -7.4", 3.4, colour),
        _line("M1.4 -3.4L6.4 6.8M1.4 -3.4L2 6.8", 1.4, colour),
        Shape("M-8.6 6L-2 6L-2 8.2L-8.6 8.2Z", fill=colour),
    )


def machine_gun(colour: str) -> Drawing:
    """Return a machine gun on its tripod."""
    return (
        _line("M-8.6 -3.6L2.6 -3.6", 3.4, colour),
        _line("M2.6 -4L9.4 -4", 1.6, colour),
        _line("M-1.4 -2L-6.6 7.6M-1.4 -2L-0.6 7.6M-1.4 -2L5.4 7.6", 1.6, colour),
        Shape("M-3.6 -2.4L1 -2.4L1 2L-3.6 2Z", fill=colour),
    )


def half_track(colour: str) -> Drawing:
    """Return a half-track."""
    return (
        Shape("M-9 2.4L-9 -4.4L-1 -4.4L0.8 -1.6L7.4 -0.8L9 2.4Z", fill=colour),
        Shape(plate(-9.4, 2.2, 11.6, 5, top=2.4), fill=colour),
        Shape(circle(6, 4.8, 2.6), fill=colour),
    )


def carrier(colour: str) -> Drawing:
    """Return a personnel carrier with its passengers' heads."""
    heads = "".join(circle(x, -3.8, 2.1) for x in (-5.4, 0, 5.4))
    return (
        Shape(heads, fill=colour),
        Shape("M-9 -1L9 -1L7.4 4L-7.4 4Z", fill=colour),
        _line("M-6 6.6L6 6.6", 2.6, colour),
    )


def tank_destroyer(colour: str) -> Drawing:
    """Return a turretless tank with a long gun."""
    return (
        Shape("M-9 3L-6.4 -3.6L1 -3.6L5.4 3Z", fill=colour),
        _line("M1 -1.4L9.6 -1.4", 1.7, colour),
        Shape(plate(-9.4, 2.6, 15.6, 5, top=2.4), fill=colour),
    )


def dagger(colour: str) -> Drawing:
    """Return a dagger between wings."""
    return (
        Shape("M0 9.6L-1.6 7L-1.6 -3L1.6 -3L1.6 7Z", fill=colour),
        _line("M-3.6 -3L3.6 -3M0 -3L0 -8.6", 1.8, colour),
        Shape("M-2.4 0C-5 -2.6 -8 -2.6 -9.8 -3.4C-9.6 0.6 -6.8 3.8 -2.4 4.2Z", fill=colour),
        Shape("M2.4 0C5 -2.6 8 -2.6 9.8 -3.4C9.6 0.6 6.8 3.8 2.4 4.2Z", fill=colour),
    )


def bolt(colour: str) -> Drawing:
    """Return a flash of lightning below a parachute."""
    return (
        Shape(
            "M-8.4 -1.4C-8.4 -11.6 8.4 -11.6 8.4 -1.4C6.6 -3.2 4.4 -3.2 2.8 -1.4"
            "C1.2 -3.2 -1.2 -3.2 -2.8 -1.4C-4.4 -3.2 -6.6 -3.2 -8.4 -1.4Z",
            fill=colour,
        ),
        Shape("M1.6 -1.4L-3 4L-0.4 4L-2 9.8L3.6 3L0.8 3Z", fill=colour),
    )


def _line(path: str, width: float, colour: str) -> Shape:
    return Shape(path, stroke=colour, width=width)
