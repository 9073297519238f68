"""Tokens other than medals: battle stars, mines, exits, camouflage, numbers, crosshairs, smoke."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from m44core.drawing.shapes.glyphs import draw_digits, side_mark
from m44core.drawing.shapes.paths import arrow, circle, polygon, rounded_rectangle, star
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class SideColours:
    """The colors of a side's token: ground, symbol, rim."""

    ground: str
    ink: str
    rim: str


_COLOURS: Mapping[str, SideColours] = {
    "ALLIES": SideColours("side-us-light", "side-us-ink", "side-us-ink"),
    "AXIS": SideColours("side-ger", "side-ger-ink", "side-ger-rim"),
    "": SideColours("piece-paper", "piece-red", "piece-red-dark"),
}


def side_colours(side: str) -> SideColours:
    """Return the colors of a side's tokens; for other values, those of tokens without a side."""
    return _COLOURS.get(side, _COLOURS[""])


def battle_star(_: str) -> Drawing:
    """Return a white star on a black disc."""
    return (
        *_disc_shadow(),
        Shape(circle(0, 0, 13), fill="piece-black", stroke="piece-white", width=1.6),
        Shape(star(0, 0.6, 11.4, inner=0.42), fill="piece-white"),
    )


def mine(side: str) -> Drawing:
    """Return a spiked mine on a warning triangle, with the mark of its side, if any."""
    spikes = "".join(
        polygon(
            [(2 * cos(a), 4 + 2 * sin(a)), (7 * cos(a), 4 + 7 * sin(a))],
            closed=False,
        )
        for a in (i * pi / 4 for i in range(8))
    )
    triangle = "M0 -10.5L11.2 9L-11.2 9Z"
    owner = (Group(side_mark(side), dx=8.6, dy=7, scale=0.78),) if side else ()
    return (
        Group(
            (Shape(triangle, fill="piece-shadow", stroke="piece-shadow", width=5, opacity=0.3),),
            dx=0.7,
            dy=1.3,
        ),
        Shape(triangle, fill="piece-yellow", stroke="piece-ink", width=4.4),
        Shape(triangle, fill="piece-yellow", stroke="piece-yellow", width=2),
        Shape(spikes, stroke="piece-ink", width=1.9),
        Shape(circle(0, 4, 4.4), fill="piece-ink"),
        *owner,
    )


def exit_marker(side: str, turn: float) -> Drawing:
    """Return a double-headed arrow on a plate, in the colors of the side that can exit here.

    It points up and down unless turned; *turn* is in degrees clockwise.
    """
    colours = side_colours(side)
    body = rounded_rectangle(-9, -13, 18, 26, top=4)
    heads = (
        Group((Shape(arrow(12.4, 13, 5), fill=colours.ink),), dy=-5.6),
        Group((Shape(arrow(12.4, 13, 5), fill=colours.ink),), dy=5.6, turn=180),
    )
    token = (Shape(body, fill=colours.ground, stroke=colours.rim, width=1.8), *heads)
    shade = Shape(body, fill="piece-shadow", stroke="piece-shadow", width=2, opacity=0.3)
    return Group((Group((shade,), turn=turn),), dx=0.7, dy=1.3), Group(token, turn=turn)


def camouflage(_: str, ground: str, blot: str, deep: str) -> Drawing:
    """Return a disc with camouflage blotches."""
    blots = (
        "M-13 -4C-8 -10 -3 -6 -4 -2C-5 3 -10 2 -13 1ZM2 -13C8 -13 11 -8 8 -5C4 -2 0 -6 2 -13Z"
        "M-6 13C-8 8 -3 4 2 6C6 8 4 12 2 13Z"
    )
    dark = (
        "M0 -3C5 -3 7 1 12 -1L13 4C9 8 4 6 1 3C-1 1 -2 -2 0 -3ZM-11 5C-7 5 -7 9 -8 12L-12 8Z"
        "M-8 -12C-4 -13 -2 -11 -2 -9C-5 -7 -8 -9 -8 -12Z"
    )
    clip = circle(0, 0, 12.6)
    return (
        *_disc_shadow(),
        Shape(circle(0, 0, 12.8), fill=ground),
        Group((Shape(blots, fill=blot), Shape(dark, fill=deep)), clip=clip),
        Shape(circle(0, 0, 12.8), stroke=deep, width=2),
    )


def numbered_token(_: str, number: int, ground: str, ink: str) -> Drawing:
    """Return a square token with a number, whose meaning is defined by the scenario."""
    body = rounded_rectangle(-11.4, -11.4, 22.8, 22.8, top=5)
    shade = Shape(body, fill="piece-shadow", stroke="piece-shadow", width=2, opacity=0.3)
    return (
        Group((shade,), dx=0.7, dy=1.3),
        Shape(body, fill=ground, stroke=ink, width=2),
        *draw_digits(str(number), 0, 0, 15 if number < 10 else 12.8, ink),
    )


def _disc_shadow() -> Drawing:
    return (Shape(circle(0.7, 1.4, 14), fill="piece-shadow", opacity=0.3),)


_RINGS = (11.0, 5.0)
_BARS = (((0, -16), (0, -3)), ((0, 3), (0, 16)), ((-16, 0), (-3, 0)), ((3, 0), (16, 0)))


def cross_hair() -> Drawing:
    """Return the crosshairs that a big gun places on a hex it hit (E-BIGGUN-03)."""
    rings = (Shape(circle(0, 0, radius), stroke="#b3382c", width=2) for radius in _RINGS)
    bars = (Shape(polygon(bar, closed=False), stroke="#6b1c14", width=2.2) for bar in _BARS)
    disc = Shape(circle(0, 0, 16.5), fill="#fffdf6", stroke="#6b1c14", width=1.4)
    return (disc, *rings, *bars, Shape(circle(0, 0, 1.6), fill="#b3382c"))


_PUFFS = ((-15.0, 5.0, 13.0), (13.0, 6.0, 12.0), (-3.0, -7.0, 15.0), (4.0, 9.0, 11.0))
_DARK, _LIGHT, _RIM = "#5d5f63", "#c9ccd1", "#33353a"
_EDGE = "#f4f3ee"  # visible on dark ground, as the rim is on light ground


def smoke(*, thin: bool) -> Drawing:
    """Return a smoke token (E-SMOKE-01): a dark cloud, or a light one once the smoke is thin."""
    fill, count = (_LIGHT, 3) if thin else (_DARK, 4)
    edges = (Shape(circle(x, y, r + 3.4), fill=_EDGE) for x, y, r in _PUFFS[:count])
    rims = (Shape(circle(x, y, r + 1.6), fill=_RIM) for x, y, r in _PUFFS[:count])
    puffs = (Shape(circle(x, y, r), fill=fill) for x, y, r in _PUFFS[:count])
    return (*edges, *rims, *puffs)
