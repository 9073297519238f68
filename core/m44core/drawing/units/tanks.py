"""Tanks from the side, facing right: two for each nation, and Hobart's Churchills.

They stand on y = 17 and fit 27 units left and right of the origin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from m44core.drawing.shapes.paths import circle, rounded_rectangle
from m44core.drawing.shapes.piece_colours import Livery
from m44core.drawing.shapes.shapes import Drawing, Shape

_GROUND = 17.0


@dataclass(frozen=True, slots=True)
class Tank:
    """The parts of a tank.

    Attributes:
        hull: Path of the hull above the tracks.
        turret: Path of the turret.
        gun: Path of the center line of the barrel.
        calibre: Thickness of the barrel, in units.
        brake: Path of the center line of the muzzle brake; None for no brake.
        tracks: Left, right and top of the tracks.
        wheels: Number of road wheels.
        radius: Radius of the road wheels, in units.
        skirt: Path of the armor skirt over the tracks; None for open wheels.
        details: Paths of thin lines cut into the silhouette.
    """

    hull: str
    turret: str
    gun: str
    calibre: float
    tracks: tuple[float, float, float]
    wheels: int
    radius: float
    brake: str | None = None
    skirt: str | None = None
    details: tuple[str, ...] = ()


_COMMON_TANKS = {
    "us": Tank(
        hull="M-22 6L-23 -1L-15 -3L9 -3L20 2L23 7L20 9L-21 9Z",
        turret="M-10 -3L-11 -9C-9 -14 4 -15 8 -11L9 -3ZM-7 -12L-7 -15L0 -15L0 -12Z",
        gun="M8 -8L22 -8",
        calibre=2.8,
        tracks=(-23, 22, 5),
        wheels=6,
        radius=2.9,
        details=("M-10 -3L9 -3", "M-21 3.2L18 3.2"),
    ),
    "brit": Tank(
        hull="M-23 4L-22 -1L-8 -1L-6 -3L12 -3L14 0L24 2L24 6L20 9L-21 9Z",
        turret="M-9 -3L-13 -8L-8 -13L5 -13L11 -8L8 -3Z",
        gun="M9 -8L24 -8.5",
        calibre=2.0,
        tracks=(-24, 24, 4),
        wheels=5,
        radius=4.6,
        details=("M-10 -3L9 -3",),
    ),
    "ru": Tank(
        hull="M-25 5L-18 -3L8 -3L24 5L20 8L-21 8Z",
        turret="M-8 -3L-5 -11C0 -13.5 8 -13 12 -9L14 -3Z",
        gun="M13 -7L27 -7.4",
        calibre=2.7,
        tracks=(-23, 22, 5),
        wheels=5,
        radius=4.9,
        details=("M-8 -3L14 -3",),
    ),
    "ger": Tank(
        hull="M-24 5L-24 -1L-20 -4L15 -4L16 0L23 1L23 6L20 9L-21 9Z",
        turret=(
            "M-14 -4L-15 -12L-4 -12.5L-4 -15L1 -15L1 -12.5L7 -12L10 -4ZM-15 -11L-20 -11L-20 -5"
            "L-14 -5Z"
        ),
        gun="M9 -8.5L26 -8.5",
        calibre=2.1,
        brake="M23 -8.5L26 -8.5",
        tracks=(-24, 23, 5),
        wheels=8,
        radius=2.3,
        details=("M-14 -4L10 -4", "M-22 3L20 3"),
    ),
    "jp": Tank(
        hull="M-21 5L-20 0L-13 -2L-11 -3L10 -3L13 1L20 3L21 7L18 9L-19 9Z",
        turret="M-6 -3L-5 -11L7 -11L9 -3ZM-2 -11L-2 -14L4 -14L4 -11Z",
        gun="M8 -7L17 -7.4",
        calibre=2.6,
        tracks=(-21, 20, 5),
        wheels=6,
        radius=2.9,
        details=("M-6 -3L9 -3",),
    ),
}
_HEAVY_TANKS = {
    "us": Tank(
        hull="M-24 6L-25 0L-14 -2L10 -2L22 3L24 7L21 9L-22 9Z",
        turret="M-13 -2L-18 -5L-18 -11L-8 -13C0 -15.5 8 -14 12 -9L12 -2Z",
        gun="M11 -8L27 -8.4",
        calibre=2.8,
        brake="M24.5 -8.4L27 -8.4",
        tracks=(-24, 23, 5),
        wheels=6,
        radius=3.4,
        details=("M-13 -2L12 -2", "M-22 3.4L20 3.4"),
    ),
    "brit": Tank(
        hull="M-20 5L-18 -3L14 -3L17 3L10 8L-16 8Z",
        turret="M-9 -3L-10 -12L8 -12L10 -3Z",
        gun="M9 -8L23 -8",
        calibre=2.4,
        tracks=(-26, 26, -1),
        wheels=9,
        radius=2.0,
        skirt="M-25 1L-19 -2L19 -2L25.5 2L24 7L-24 7Z",
        details=("M-12 3.4L-4 3.4", "M4 3.4L12 3.4", "M-9 -3L10 -3"),
    ),
    "ru": Tank(
        hull="M-25 5L-21 -2L10 -2L25 5L21 8L-21 8Z",
        turret="M-13 -2L-13 -9C-11 -15 6 -16 11 -9L12 -2Z",
        gun="M11 -8L28 -8.4",
        calibre=3.2,
        brake="M24 -8.4L28 -8.4",
        tracks=(-24, 23, 5),
        wheels=6,
        radius=3.3,
        details=("M-13 -2L12 -2", "M-21 3L18 3"),
    ),
    "ger": Tank(
        hull="M-25 5L-25 -4L17 -4L17.6 0L24 1L24 7L21 9L-22 9Z",
        turret=(
            "M-14 -4L-15 -13L-7 -13.4L-7 -16L-1 -16L-1 -13.4L9 -13L11 -4ZM-15 -12L-20 -11.6"
            "L-20 -6L-14 -5Z"
        ),
        gun="M10 -9L28 -9",
        calibre=2.9,
        brake="M24.4 -9L28 -9",
        tracks=(-25, 24, 4),
        wheels=5,
        radius=5.0,
        details=("M-14 -4L11 -4", "M-23 1.6L21 1.6"),
    ),
    "jp": Tank(
        hull="M-24 5L-23 0L-14 -1L-12 -3L13 -3L16 1L22 3L23 7L20 9L-22 9Z",
        turret="M-10 -3L-11 -12L10 -12L12 -3ZM-6 -12L-6 -15L0 -15L0 -12Z",
        gun="M11 -8L25 -8.4",
        calibre=2.4,
        tracks=(-24, 22, 5),
        wheels=6,
        radius=3.2,
        details=("M-10 -3L12 -3", "M-21 3L18 3"),
    ),
}


def tank(livery: Livery) -> Drawing:
    """Return the silhouette of the nation's common tank."""
    return _draw_tank(_COMMON_TANKS[livery.nation], livery)


def heavy_tank(livery: Livery) -> Drawing:
    """Return the silhouette of the nation's heavy tank."""
    return _draw_tank(_HEAVY_TANKS[livery.nation], livery)


def _draw_tank(tank: Tank, livery: Livery) -> Drawing:
    shapes = [
        *_running_gear(tank, livery),
        Shape(tank.hull, fill=livery.ink),
        Shape(tank.turret, fill=livery.ink),
        Shape(tank.gun, stroke=livery.ink, width=tank.calibre, round=False),
    ]
    if tank.brake:
        shapes.append(Shape(tank.brake, stroke=livery.ink, width=tank.calibre * 1.8, round=False))
    if tank.skirt:
        shapes.append(Shape(tank.skirt, fill=livery.ink))
    shapes += [Shape(d, stroke=livery.plate, width=0.9, round=False) for d in tank.details]
    return tuple(shapes)


def _running_gear(tank: Tank, livery: Livery) -> list[Shape]:
    left, right, top = tank.tracks
    height = _GROUND - top
    track = rounded_rectangle(
        left, top, right - left, height, top=height * 0.42, bottom=height * 0.48
    )
    y = _GROUND - tank.radius - 1.4
    first, last = left + height * 0.42 + 0.5, right - height * 0.42 - 0.5
    step = (last - first) / (tank.wheels - 1)
    wheels = "".join(circle(first + i * step, y, tank.radius) for i in range(tank.wheels))
    hubs = "".join(circle(first + i * step, y, tank.radius * 0.45) for i in range(tank.wheels))
    return [
        Shape(track, fill=livery.ink),
        Shape(wheels, fill=livery.mid, stroke=livery.plate, width=0.7),
        Shape(hubs, fill=livery.ink),
    ]


_WHEELS = 9


def bridge_layer(livery: Livery) -> Drawing:
    """Return a tank that carries a girder bridge above its turret."""
    girder = "M-26 -18L27 -10L27 -5.4L-26 -13.4Z"
    struts = "M-20 -17L-14 -12L-8 -15.4L-2 -10.2L4 -13.6L10 -8.4L16 -11.8L22 -6.6"
    return (
        *_churchill(livery),
        Shape("M-18 -2L-20 -14M14 0L20 -8", stroke=livery.ink, width=2.6),
        Shape(girder, fill=livery.ink, stroke=livery.plate, width=0.8),
        Shape(struts, stroke=livery.plate, width=1.2),
    )


def bobbin(livery: Livery) -> Drawing:
    """Return a tank with a large roll of canvas in front."""
    return (
        *_churchill(livery),
        _turret(livery),
        Shape("M8 3L21 -4", stroke=livery.ink, width=2.6),
        Shape(circle(20, -4, 9.6), fill=livery.ink, stroke=livery.plate, width=1),
        Shape(circle(20, -4, 6.4) + circle(20, -4, 3.2), stroke=livery.plate, width=1.2),
        Shape("M28 1C29.4 8 28 12 26 17", stroke=livery.ink, width=2.2),
    )


def fascine(livery: Livery) -> Drawing:
    """Return a tank with a bundle of brushwood over its nose."""
    ring = [(4.6 * cos(turn), 4.6 * sin(turn)) for turn in (i * pi / 3 for i in range(6))]
    ends = "".join(circle(16 + x, -9 + y, 2.2) for x, y in [*ring, (0.0, 0.0)])
    return (
        *_churchill(livery),
        _turret(livery),
        Shape("M9 2L13 -3M24 6L21 -2", stroke=livery.ink, width=2),
        Shape(circle(16, -9, 8.8), fill=livery.ink, stroke=livery.plate, width=1),
        Shape(ends, fill=livery.mid),
    )


def mine_digger(livery: Livery) -> Drawing:
    """Return a tank with the tines of a plow in front of its tracks."""
    return (
        *_churchill(livery),
        _turret(livery),
        Shape("M4 -8L17 -8.4", stroke=livery.ink, width=2.2),
        Shape("M10 6L21 1L26 3", stroke=livery.ink, width=3),
        Shape("M20 2L18 17M24 2.4L23 17M28 4L28.6 17", stroke=livery.ink, width=2.4),
        Shape("M15.6 17L31 17", stroke=livery.ink, width=2.4),
    )


def petard(livery: Livery) -> Drawing:
    """Return a tank with a short, wide mortar, and its bomb in the air."""
    return (
        *_churchill(livery),
        _turret(livery),
        Shape("M5 -8L13 -9.4", stroke=livery.ink, width=8, round=False),
        Shape("M21 -15.6L27 -16.8", stroke=livery.ink, width=7),
        Shape("M17 -14.8L19 -15.2", stroke=livery.mid, width=4),
    )


def _churchill(livery: Livery) -> list[Shape]:
    """Return a long hull between tracks that run around it."""
    wheels = "".join(circle(-19 + i * 4.7, 13, 2.3) for i in range(_WHEELS))
    return [
        Shape(rounded_rectangle(-26, -2, 50, 19, top=7.4, bottom=8.4), fill=livery.ink),
        Shape("M-15 -2L-13 -5L11 -5L13 -2Z", fill=livery.ink),
        Shape("M-21 4.6L18 4.6M-21 8.6L18 8.6", stroke=livery.plate, width=1, round=False),
        Shape(wheels, fill=livery.mid, stroke=livery.plate, width=0.6),
    ]


def _turret(livery: Livery) -> Shape:
    return Shape(
        "M-10 -4L-12 -12L-9 -14L-6 -14L-6 -16.4L-1 -16.4L-1 -14L5 -13.4L8 -5Z", fill=livery.ink
    )


CHURCHILLS: Mapping[tuple[str, str], Callable[[Livery], Drawing]] = {
    ("tank", "hobart-bridge"): bridge_layer,
    ("tank", "hobart-bobbin"): bobbin,
    ("tank", "hobart-fascine"): fascine,
    ("tank", "hobart-mine-digger"): mine_digger,
    ("tank", "hobart-petard"): petard,
}
"""The silhouettes of tanks with equipment, keyed by kind of unit and equipment."""
