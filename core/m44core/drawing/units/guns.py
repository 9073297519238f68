"""Guns in firing position, one for each nation, aiming up to the right, with a gunner."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from m44core.drawing.shapes.paths import circle, polygon
from m44core.drawing.shapes.piece_colours import Livery
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.units.infantry import gunner

_GROUND = 18.0


@dataclass(frozen=True, slots=True)
class Gun:
    """The parts of a gun.

    Attributes:
        barrel: Path of the center line of the barrel.
        calibre: Thickness of the barrel, in units.
        brake: Path of the center line of the muzzle brake; None for no brake.
        shield: Path of the shield; None for no shield.
        trail: Path of the center line of the trail.
        wheel: Horizontal center of the wheel, and its radius.
        spokes: Number of spokes; 0 for a disc wheel.
        cradle: Path of the cradle that carries the barrel.
    """

    barrel: str
    calibre: float
    trail: str
    wheel: tuple[float, float]
    spokes: int
    cradle: str
    shield: str | None = None
    brake: str | None = None


_GUNS = {
    "us": Gun(
        barrel="M-8 5L20 -12",
        calibre=3.6,
        trail="M-2 9L-25 16.5",
        wheel=(2, 8.6),
        spokes=0,
        cradle="M-9 9.4L8 -0.6",
        shield="M5.5 7L9.5 6L4.5 -9L1.5 -8Z",
    ),
    "brit": Gun(
        barrel="M-9 4L17 -9",
        calibre=3.4,
        brake="M14.6 -7.8L18.6 -9.8",
        trail="M-3 9C-9 8 -12 16 -25 16",
        wheel=(3, 9.2),
        spokes=0,
        cradle="M-9 8L11 -1.8",
        shield="M1 8L13.5 8L8.5 -15L4.5 -15Z",
    ),
    "ru": Gun(
        barrel="M-10 1L23 -6.4",
        calibre=2.5,
        brake="M20.6 -5.8L25.6 -7",
        trail="M-2 7L-25 16",
        wheel=(1, 8.2),
        spokes=8,
        cradle="M-10 4.6L12 -0.6",
        shield="M2 10L7 9L9 -7L-1 -10Z",
    ),
    "ger": Gun(
        barrel="M-13 6L21 -15.5",
        calibre=2.7,
        brake="M18.4 -13.8L22.8 -16.6",
        trail="M-3 9L-25 16.5",
        wheel=(2, 8.8),
        spokes=12,
        cradle="M-12 9.6L9 -3.6",
        shield="M3 8L11 3L6 -13L-3.5 -8Z",
    ),
    "jp": Gun(
        barrel="M-8 3L13 -5.5",
        calibre=4.2,
        trail="M-2 8L-22 16.6",
        wheel=(1, 10.4),
        spokes=10,
        cradle="M-6 6L6 1",
    ),
}


def gun(livery: Livery) -> Drawing:
    """Return the silhouette of the nation's gun and its gunner."""
    gun = _GUNS[livery.nation]
    shapes: list[Shape | Group] = [
        Group(gunner(livery, livery.mid), dx=-14.5, dy=2.6, scale=0.84),
        Shape(gun.trail, stroke=livery.ink, width=3.4),
        Shape(gun.barrel, stroke=livery.ink, width=gun.calibre, round=False),
        Shape(gun.cradle, stroke=livery.ink, width=4.4),
    ]
    if gun.brake:
        shapes.append(Shape(gun.brake, stroke=livery.ink, width=gun.calibre * 1.9, round=False))
    if gun.shield:
        shapes.append(Shape(gun.shield, fill=livery.ink, stroke=livery.plate, width=0.7))
    return (*shapes, *_wheel(gun, livery))


def _wheel(gun: Gun, livery: Livery) -> list[Shape]:
    x, r = gun.wheel
    y = _GROUND - r
    if not gun.spokes:
        return [
            Shape(circle(x, y, r), fill=livery.ink, stroke=livery.plate, width=0.8),
            Shape(circle(x, y, r * 0.58), fill=livery.mid),
            Shape(circle(x, y, r * 0.24), fill=livery.ink),
        ]
    spokes = "".join(
        polygon(
            [
                (x, y),
                (
                    x + r * 0.86 * cos(2 * pi * i / gun.spokes),
                    y + r * 0.86 * sin(2 * pi * i / gun.spokes),
                ),
            ],
            closed=False,
        )
        for i in range(gun.spokes)
    )
    return [
        Shape(circle(x, y, r), fill=livery.plate),
        Shape(circle(x, y, r - 1.2), stroke=livery.ink, width=2.4),
        Shape(spokes, stroke=livery.ink, width=1.2),
        Shape(circle(x, y, r * 0.26), fill=livery.ink),
    ]
