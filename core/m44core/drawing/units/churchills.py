"""Silhouettes of tanks with the accessories of Hobart's Churchills, facing right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from m44core.drawing.shapes.livery import Livery
from m44core.drawing.shapes.outlines import plate
from m44core.drawing.shapes.paths import circle
from m44core.drawing.shapes.shapes import Drawing, Shape

_WHEELS = 9


def bridge_layer(livery: Livery) -> Drawing:
    """Return a tank that carries a bridge of girders before and above its turret."""
    girder = "M-26 -18L27 -10L27 -5.4L-26 -13.4Z"
    struts = "M-20 -17L-14 -12L-8 -15.4L-2 -10.2L4 -13.6L10 -8.4L16 -11.8L22 -6.6"
    return (
        *_churchill(livery),
        Shape("M-18 -2L-20 -14M14 0L20 -8", stroke=livery.ink, width=2.6),
        Shape(girder, fill=livery.ink, stroke=livery.plate, width=0.8),
        Shape(struts, stroke=livery.plate, width=1.2),
    )


def bobbin(livery: Livery) -> Drawing:
    """Return a tank with a great roll of canvas before it."""
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
    """Return a tank with the tines of a plough before its tracks."""
    return (
        *_churchill(livery),
        _turret(livery),
        Shape("M4 -8L17 -8.4", stroke=livery.ink, width=2.2),
        Shape("M10 6L21 1L26 3", stroke=livery.ink, width=3),
        Shape("M20 2L18 17M24 2.4L23 17M28 4L28.6 17", stroke=livery.ink, width=2.4),
        Shape("M15.6 17L31 17", stroke=livery.ink, width=2.4),
    )


def petard(livery: Livery) -> Drawing:
    """Return a tank with a short mortar of a wide bore, and its bomb in the air."""
    return (
        *_churchill(livery),
        _turret(livery),
        Shape("M5 -8L13 -9.4", stroke=livery.ink, width=8, round=False),
        Shape("M21 -15.6L27 -16.8", stroke=livery.ink, width=7),
        Shape("M17 -14.8L19 -15.2", stroke=livery.mid, width=4),
    )


def _churchill(livery: Livery) -> list[Shape]:
    """Return a long hull between tracks that run all around it."""
    wheels = "".join(circle(-19 + i * 4.7, 13, 2.3) for i in range(_WHEELS))
    return [
        Shape(plate(-26, -2, 50, 19, top=7.4, bottom=8.4), fill=livery.ink),
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
"""What a tank looks like instead, by what it carries."""
