"""The emblems of the tactic cards, each in a box of 84 by 64 units about the origin."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.drawing.shapes.paths import (
    arrow,
    circle,
    cross,
    ellipse,
    polygon,
    rectangle,
    rounded_rectangle,
    star,
)
from m44core.drawing.shapes.piece_colours import Livery
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.structures.obstacles import BAG
from m44core.drawing.units.guns import gun
from m44core.drawing.units.infantry import assault_soldier
from m44core.drawing.units.planes import plane
from m44core.drawing.units.tanks import tank

_LIVERY = Livery("us")
_INK, _EDGE = "piece-ink", "piece-timber-edge"


def _burst(x: float, y: float, r: float) -> Drawing:
    """Return an explosion of radius *r* around ``(x, y)``."""
    return (
        Shape(star(x, y, r, 9, 0.55), fill="piece-orange", stroke="piece-red-dark", width=1),
        Shape(star(x, y, r * 0.55, 7, 0.5), fill="piece-yellow"),
    )


def _bomb(x: float, y: float, turn: float = 0) -> Group:
    """Return a bomb falling nose first."""
    shapes = (
        Shape("M-2.4 -7L2.4 -7L1.4 -3L-1.4 -3Z", fill=_INK),
        Shape(ellipse(0, 1.6, 2.8, 6), fill=_INK),
    )
    return Group(shapes, dx=x, dy=y, turn=turn)


def _ground_strip(y: float) -> Shape:
    return Shape(rounded_rectangle(-38, y, 76, 4, top=2), fill="piece-leaf", opacity=0.7)


def _air_power() -> Drawing:
    return (
        Group(plane(_LIVERY), dx=-8, dy=-6, scale=1.15),
        *(_bomb(x, y, -20) for x, y in ((18, 4), (26, 14), (10, 18))),
        *_burst(30, 25, 7),
    )


def _ambush() -> Drawing:
    leaves = ((-27, 14, 12), (-12, 4, 15), (4, 16, 12), (-20, -8, 10), (-4, 22, 11))
    eyes = (Shape(ellipse(x, 5, 3.4, 2.2), fill="piece-white") for x in (-17, -8))
    return (
        Shape("M-10 14L27 6", stroke=_INK, width=3.4),
        *_burst(34, 4, 9),
        *(Shape(circle(x, y, r), fill="piece-leaf-dark") for x, y, r in leaves),
        *(Shape(circle(x - 2, y - 2, r - 3), fill="piece-leaf") for x, y, r in leaves),
        Shape(rounded_rectangle(-24, -1, 22, 12, top=6), fill="piece-leaf-dark"),
        *eyes,
        *(Shape(circle(x, 5, 1.5), fill=_INK) for x in (-16, -7)),
    )


def _armor_assault() -> Drawing:
    speed = "M-40 -6L-31 -6M-42 3L-33 3M-39 12L-32 12"
    return (
        _ground_strip(21),
        Shape(speed, stroke=_INK, width=2, opacity=0.6),
        Group(tank(_LIVERY), dx=4, dy=0, scale=1.32),
        *_burst(39, -11, 5),
    )


def _artillery_bombard() -> Drawing:
    arcs = "M20 -20C24 -27 30 -29 36 -29M24 -14C28 -19 33 -21 39 -21"
    return (
        _ground_strip(22),
        Group(gun(_LIVERY), dx=-8, dy=1, scale=1.25),
        Shape(arcs, stroke="piece-red", width=2, dash=(3, 2.4)),
        *_burst(22, -16, 6),
    )


def _barrage() -> Drawing:
    return (
        _ground_strip(22),
        *_burst(-24, 14, 13),
        *_burst(22, 16, 11),
        *_burst(0, 8, 16),
        *(_bomb(x, y) for x, y in ((-24, -14), (0, -24), (23, -10))),
    )


def _behind_enemy_lines() -> Drawing:
    wire = "".join(f"M{x} -9L{x + 8} 3M{x + 8} -9L{x} 3" for x in range(-40, 34, 15))
    way = "M-22 30C-26 4 -18 -26 0 -26C16 -26 22 -8 20 12"
    return (
        Shape("M-42 -3L42 -3", stroke=_INK, width=1.6),
        Shape(wire, stroke=_INK, width=1.4),
        Shape(way, stroke="piece-paper", width=9),
        Shape(way, stroke="piece-blue", width=5.5),
        Shape("M10 11L30 13L19 29Z", fill="piece-blue", stroke="piece-paper", width=1.4),
    )


def _rifle() -> Drawing:
    return (
        Shape("M0 -32L2 -16L-2 -16Z", fill="piece-silver", stroke=_INK, width=0.8),
        Shape("M0 -17L0 4", stroke="piece-steel-dark", width=3),
        Shape("M-2.6 -4L2.6 -4L3 10L6 31L-4 31L-3 10Z", fill="piece-timber", stroke=_EDGE, width=1),
    )


def _close_assault() -> Drawing:
    return (
        *_burst(0, -4, 19),
        Group(_rifle(), dx=2, dy=1, turn=42),
        Group(_rifle(), dx=-2, dy=1, turn=-42),
    )


def _counter_attack() -> Drawing:
    arrow_there, arrow_back = "M-34 -16C-10 -30 10 -24 17 -11", "M34 16C10 30 -10 24 -17 11"
    return (
        Shape(arrow_there, stroke="piece-red", width=8),
        Shape("M3 -11L29 -15L19 6Z", fill="piece-red"),
        Shape(arrow_back, stroke="piece-green", width=8),
        Shape("M-3 11L-29 15L-19 -6Z", fill="piece-green"),
    )


def _dig_in() -> Drawing:
    bags = ((-30, 22), (-11, 22), (8, 22), (27, 22), (-21, 12), (-2, 12), (17, 12), (-11, 2))
    shovel = (
        Shape("M0 -30L0 8", stroke="piece-timber", width=3.4),
        Shape("M-5 -30L5 -30", stroke="piece-timber-dark", width=3.4),
        Shape("M-7 6L7 6L7 16C7 22 3 26 0 28C-3 26 -7 22 -7 16Z", fill="piece-steel"),
    )
    return (
        Group(shovel, dx=24, dy=-7, turn=24, scale=0.82),
        *(Group(BAG, dx=x, dy=y, scale=1.12) for x, y in reversed(bags)),
    )


def _direct_from_hq() -> Drawing:
    handset = "M-30 -14C-30 -26 30 -26 30 -14L24 -8L16 -13C10 -16 -10 -16 -16 -13L-24 -8Z"
    return (
        Shape(
            rounded_rectangle(-24, -6, 48, 34, top=3), fill="piece-timber", stroke=_EDGE, width=1.4
        ),
        Shape(rounded_rectangle(-20, -2, 40, 26, top=2), fill="piece-timber-light"),
        Shape(handset, fill=_INK),
        Shape(circle(0, 11, 9), fill="piece-paper", stroke=_INK, width=2),
        Shape(star(0, 11.4, 6), fill="piece-red"),
        Shape("M24 12L33 12L33 20", stroke="piece-steel-dark", width=3),
        Shape(circle(33, 21, 3), fill=_INK),
    )


def _firefight() -> Drawing:
    lines = "M-42 -18L-22 -18M-36 -13L-22 -13M-40 2L-12 2M-34 7L-12 7M-42 20L-24 20M-37 25L-24 25"
    return (
        Shape(lines, stroke=_INK, width=1.8, opacity=0.6),
        *(Group(_CARTRIDGE, dx=x, dy=y) for x, y in ((2, -15), (12, 5), (0, 23))),
    )


_CARTRIDGE: Drawing = (
    Shape(rectangle(-20, -5.4, 26, 10.8), fill="piece-gold", stroke="piece-gold-dark", width=1),
    Shape("M6 -5C14 -5 21 -2.4 26 0C21 2.4 14 5 6 5Z", fill="piece-bronze", stroke=_EDGE, width=1),
    Shape("M-17 -2.4L4 -2.4", stroke="piece-gold-light", width=2),
)


def _infantry_assault() -> Drawing:
    ink, mid = _LIVERY.ink, _LIVERY.mid
    return (
        _ground_strip(22),
        Group(assault_soldier(_LIVERY, mid), dx=-23, dy=5, scale=0.9),
        Group(assault_soldier(_LIVERY, mid), dx=19, dy=3, scale=0.98),
        Group(assault_soldier(_LIVERY, ink), dx=-3, dy=2, scale=1.12),
    )


def _medics_and_mechanics() -> Drawing:
    wrench = (
        "M-4.5 26L-4.5 -10C-11 -13 -13 -21 -8 -28L-4 -21L4 -21L8 -28C13 -21 11 -13 4.5 -10L4.5 26"
        "C4.5 31 -4.5 31 -4.5 26Z"
    )
    return (
        Group((Shape(wrench, fill="piece-steel", stroke=_INK, width=1),), dx=14, dy=0, turn=38),
        Shape(
            rounded_rectangle(-34, -14, 42, 40, top=6), fill="piece-green", stroke=_INK, width=1.4
        ),
        Shape("M-22 -14L-22 -20L-4 -20L-4 -14", stroke=_INK, width=2.6),
        Shape(cross(-13, 6, 14, 9.6), fill="piece-white"),
    )


def _move_out() -> Drawing:
    steps = ((-27, 20), (-17, 4), (-3, 12), (6, -5), (18, 0))
    return (
        *(Group(_BOOT_SOLE, dx=x, dy=y, turn=58, scale=0.92) for x, y in steps),
        Group((Shape(arrow(30, 24, 8), fill="piece-green"),), dx=28, dy=-18, turn=58),
    )


_BOOT_SOLE: Drawing = (
    Shape("M0 -12C5 -12 6 -6 4.6 0L-4.6 0C-6 -6 -5 -12 0 -12Z", fill=_INK),
    Shape("M-4.2 3L4.2 3C4.6 10 -4.6 10 -4.2 3Z", fill=_INK),
)


def _their_finest_hour() -> Drawing:
    marks = (
        polygon(((0, -24), (0, -20)), closed=False),
        polygon(((24, 0), (20, 0)), closed=False),
        polygon(((0, 24), (0, 20)), closed=False),
        polygon(((-24, 0), (-20, 0)), closed=False),
    )
    return (
        Shape(star(0, 0, 32, 12, 0.8), fill="piece-gold", stroke="piece-gold-dark", width=1.2),
        Shape(circle(0, 0, 24), fill="piece-paper", stroke=_INK, width=2),
        Shape(star(0, 0.6, 11), fill="piece-red", opacity=0.55),
        Shape("".join(marks), stroke=_INK, width=2.4),
        Shape("M0 0L0 -16", stroke=_INK, width=3.6),
        Shape("M0 0L-9 -17", stroke=_INK, width=2.2),
        Shape(circle(0, 0, 2.6), fill=_INK),
    )


# By the keys of the tactic cards in the catalogue.
EMBLEMS: Mapping[str, Drawing] = {
    "air-power": _air_power(),
    "ambush": _ambush(),
    "armor-assault": _armor_assault(),
    "artillery-bombard": _artillery_bombard(),
    "barrage": _barrage(),
    "behind-enemy-lines": _behind_enemy_lines(),
    "close-assault": _close_assault(),
    "counter-attack": _counter_attack(),
    "dig-in": _dig_in(),
    "direct-from-hq": _direct_from_hq(),
    "firefight": _firefight(),
    "infantry-assault": _infantry_assault(),
    "medics-and-mechanics": _medics_and_mechanics(),
    "move-out": _move_out(),
    "their-finest-hour": _their_finest_hour(),
}
