"""Trucks, one for each nation, driving right."""

from __future__ import annotations

from dataclasses import dataclass

from m44core.drawing.shapes.paths import circle, rounded_rectangle, star
from m44core.drawing.shapes.piece_colours import Livery
from m44core.drawing.shapes.shapes import Drawing, Shape

_GROUND = 17.0


@dataclass(frozen=True, slots=True)
class Truck:
    """The parts of a truck.

    Attributes:
        body: Path of hood, cab and bed.
        load: Path of the canvas or the load.
        wheels: Horizontal centers of the wheels.
        window: Path of the window cut out of the cab.
        lines: Path of thin lines cut into the silhouette.
        track: Left and right end of a track that replaces the rear wheels; None if there is none.
    """

    body: str
    load: str
    wheels: tuple[float, ...]
    window: str
    lines: str
    track: tuple[float, float] | None = None


_TRUCKS = {
    "us": Truck(
        body="M-24 12L-24 2L4 2L4 -8L13 -8L15 0L24 1L25 12Z",
        load="M-24 2L-24 -9C-22 -14 1 -14 3 -9L3 2Z",
        wheels=(-18, -9, 18),
        window="M7 -5.6L11.6 -5.6L13 0L7 0Z",
        lines="M-17.5 -11.8L-17.5 1M-10.5 -12.6L-10.5 1M-3.5 -11.8L-3.5 1",
    ),
    "brit": Truck(
        body="M-24 12L-24 1L8 1L8 -10L20 -10L24 0L24 12Z",
        load="M-24 1L-24 -10L-22 -13L5 -13L6 -10L6 1Z",
        wheels=(-14, 15),
        window="M12 -7L18.4 -7L20.8 -1L12 -1Z",
        lines="M-24 -4.6L6 -4.6",
    ),
    "ru": Truck(
        body="M-24 11L-24 4L3 4L3 -7L12 -7L12 0L23 1L24 11Z",
        load="M-23.5 4L-25 1L0 -14.6L2.4 -10.6L-14 0.2L-12 4Z",
        wheels=(-17, -8.4, 17),
        window="M5.6 -4.4L9.6 -4.4L9.6 0L5.6 0Z",
        lines="M-23.6 1.8L1.2 -13",
    ),
    "ger": Truck(
        body="M-25 11L-25 -4L-20 -7L4 -7L9 -1L23 1L25 5L23 11Z",
        load="M-9 -7L-7 -10.6L0 -10.6L2 -7ZM-1 -10L7 -11.6L7 -10.2L0 -8.6Z",
        wheels=(18,),
        window="M1.6 -4.6L4.4 -4.6L6 -2L1.6 -2Z",
        lines="M-25 2.6L22 2.6M-10 -7L-10 2",
        track=(-24, 8),
    ),
    "jp": Truck(
        body="M-24 11L-24 5L4 5L4 -6L14 -6L14 0L22 1L23 11Z",
        load=(
            "M-24 5L-24 -1L3 -1L3 5ZM-22 -1L-22 -16L-20.8 -16L-20.8 -1ZM-20.8 -16L-8 -16L-8 -8"
            "L-20.8 -8Z"
        ),
        wheels=(-14, 16),
        window="M6.6 -3.4L11.4 -3.4L11.4 0.6L6.6 0.6Z",
        lines="M-17 -1L-17 5M-10 -1L-10 5M-3 -1L-3 5",
    ),
}
_RADIUS = 5.2


def truck(livery: Livery) -> Drawing:
    """Return the silhouette of the nation's truck."""
    truck = _TRUCKS[livery.nation]
    shapes = [
        Shape(truck.body, fill=livery.ink),
        Shape(truck.load, fill=livery.ink),
        Shape(truck.window, fill=livery.plate),
        Shape(truck.lines, stroke=livery.plate, width=0.9, round=False),
    ]
    if truck.track:
        shapes += _track(*truck.track, livery)
    for x in truck.wheels:
        shapes += _wheel(x, livery)
    return (*shapes, *_nation_sign(livery))


def _wheel(x: float, livery: Livery) -> list[Shape]:
    y = _GROUND - _RADIUS
    return [
        Shape(circle(x, y, _RADIUS), fill=livery.ink, stroke=livery.plate, width=1),
        Shape(circle(x, y, _RADIUS * 0.45), fill=livery.mid),
    ]


def _track(left: float, right: float, livery: Livery) -> list[Shape]:
    top = 7.0
    band = rounded_rectangle(left, top, right - left, _GROUND - top, top=5)
    step = (right - left - 10) / 4
    wheels = "".join(circle(left + 5 + i * step, 12.6, 3.1) for i in range(5))
    return [
        Shape(band, fill=livery.ink, stroke=livery.plate, width=0.9),
        Shape(wheels, fill=livery.mid),
    ]


def _nation_sign(livery: Livery) -> list[Shape]:
    if livery.nation == "us":
        return [Shape(star(-7, -4.6, 4.6), fill=livery.light)]
    if livery.nation == "jp":
        return [Shape(circle(-14.4, -12, 2.5), fill=livery.plate)]
    return []
