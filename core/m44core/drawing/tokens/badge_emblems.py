"""Emblems on badges, within 9 units of the origin: weapons and troops, nations and formations."""

from __future__ import annotations

from math import cos, pi, sin

from m44core.drawing.shapes.paths import (
    circle,
    cross,
    flared_cross,
    polygon,
    rounded_rectangle,
    star,
)
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
    """Return the crosshairs of a telescopic sight."""
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
    """Return two crossed skis between ski poles."""
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
    """Return a self-propelled gun, aiming up."""
    return (
        Shape(rounded_rectangle(-8.6, 2.6, 16, 6, top=2.8), fill=colour),
        Shape("M-8 2L-8 -3.4L-1.6 -3.4L1.6 2Z", fill=colour),
        _line("M-3 -1L8.4 -8.4", 2.2, colour),
    )


def anti_tank_rocket(colour: str) -> Drawing:
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
        Shape(rounded_rectangle(-9.4, 2.2, 11.6, 5, top=2.4), fill=colour),
        Shape(circle(6, 4.8, 2.6), fill=colour),
    )


def personnel_carrier(colour: str) -> Drawing:
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
        Shape(rounded_rectangle(-9.4, 2.6, 15.6, 5, top=2.4), fill=colour),
    )


def dagger(colour: str) -> Drawing:
    """Return a dagger between wings."""
    return (
        Shape("M0 9.6L-1.6 7L-1.6 -3L1.6 -3L1.6 7Z", fill=colour),
        _line("M-3.6 -3L3.6 -3M0 -3L0 -8.6", 1.8, colour),
        Shape("M-2.4 0C-5 -2.6 -8 -2.6 -9.8 -3.4C-9.6 0.6 -6.8 3.8 -2.4 4.2Z", fill=colour),
        Shape("M2.4 0C5 -2.6 8 -2.6 9.8 -3.4C9.6 0.6 6.8 3.8 2.4 4.2Z", fill=colour),
    )


def lightning_bolt(colour: str) -> Drawing:
    """Return a lightning bolt below a parachute."""
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


def winged_horse(colour: str) -> Drawing:
    """Return a horse's head and neck in front of a raised wing."""
    wing = (
        "M-2.4 3C-7.4 2 -9.8 -2.6 -9.4 -8.4L-6.4 -5.4L-5.8 -8.8L-3.4 -5L-2 -7.4"
        "C-1 -4.4 -1 -1 -0.6 1Z"
    )
    head = (
        "M-2 9C-2 4.4 -1 0.6 1.6 -2.4L1.6 -5.4L3.8 -3.6C6 -2.4 7.2 0 8.8 3"
        "C8.8 4.6 7.8 5.2 6.8 4.8L4.6 3.2L3.8 3.6C4 5.6 5.6 7 6 9Z"
    )
    return Shape(wing, fill=colour), Shape(head, fill=colour)


def lozenge(colour: str) -> Drawing:
    """Return a lozenge with a bar."""
    return (
        Shape("M0 -8L9.4 0L0 8L-9.4 0Z", stroke=colour, width=2, round=False),
        Shape("M-5 -1.5L5 -1.5L5 1.5L-5 1.5Z", fill=colour),
    )


def lorraine_cross(colour: str) -> Drawing:
    """Return the cross of Lorraine, with two bars."""
    return (Shape("M0 -9L0 9M-4 -4.6L4 -4.6M-6.4 0L6.4 0", stroke=colour, width=2.6, round=False),)


def oak_leaf(colour: str) -> Drawing:
    """Return an oak leaf."""
    half = (
        "M0 -9.4C2.6 -9 3.4 -7 2.8 -5.4C5.4 -5.6 6.4 -3 4.4 -1.4C7 -1.2 7.4 2 4.4 2.8"
        "C5.4 5 3 6.6 0 5.6Z"
    )
    leaf = Shape(half, fill=colour)
    return leaf, Group((leaf,), flip=True), Shape("M0 -2L0 9.4", stroke=colour, width=1.6)


def palm(colour: str) -> Drawing:
    """Return a palm tree."""
    frond = "M0 0C2.6 -4 6.8 -3.6 8.4 0.6C5.6 -1.4 3 -1 0 0.6Z"
    crown = tuple(
        Group((Shape(frond, fill=colour),), dy=-4, turn=turn, flip=flip)
        for turn, flip in (
            (8, False),
            (-8, True),
            (-42, False),
            (42, True),
            (48, False),
            (-48, True),
        )
    )
    return (
        Shape("M-1 -4C1 0 0.6 5 -0.8 9L2.4 9C3 5 2.4 0 1 -4Z", fill=colour),
        *crown,
    )


def straight_cross(colour: str) -> Drawing:
    """Return a broad cross with an outline."""
    return Shape(cross(0, 0, 8.6, 6.4), fill="piece-white"), Shape(
        cross(0, 0, 8.6, 3.4), fill=colour
    )


def boxed_cross(colour: str) -> Drawing:
    """Return a cross in a box."""
    box = "M-7 -7L7 -7L7 7L-7 7Z"
    return (
        Shape(box, stroke=colour, width=1.8, round=False),
        Shape(flared_cross(0, 0, 5.2, 1.6, 4.4), fill=colour),
    )


def fern(colour: str) -> Drawing:
    """Return a fern frond."""
    leaves = "".join(
        f"M{x} {y}L{x - 5.6 + i * 0.7} {y - 2.8}M{x} {y}L{x + 1.4} {y - 6 + i * 0.8}"
        for i, (x, y) in enumerate(((-4.4, 5), (-2, 2.2), (0.6, -0.6), (3.2, -3.2)))
    )
    return (
        Shape("M-7.4 8.4C-4 4 2 -2 7.4 -8", stroke=colour, width=1.5),
        Shape(leaves, stroke=colour, width=2.1),
    )


def rising_sun(colour: str) -> Drawing:
    """Return half a sun with seven rays over the horizon."""
    rays = "".join(
        polygon(
            [
                (0, 5),
                (11 * cos(a - 0.13), 5 - 11 * sin(a - 0.13)),
                (11 * cos(a + 0.13), 5 - 11 * sin(a + 0.13)),
            ]
        )
        for a in (pi * (i + 0.5) / 7 for i in range(7))
    )
    return (
        Shape(rays, fill=colour),
        Shape("M-4.2 5C-4.2 -0.6 4.2 -0.6 4.2 5Z", fill=colour),
        Shape("M-8.6 6.8L8.6 6.8", stroke=colour, width=1.8),
    )


def white_sun(colour: str) -> Drawing:
    """Return a sun with twelve short rays."""
    return (
        Shape(star(0, 0, 9.2, points=12, inner=0.62), fill=colour),
        Shape(circle(0, 0, 5.2), stroke="piece-blue-dark", width=1.3),
    )


def sun_rays(colour: str) -> Drawing:
    """Return a disc with broad rays to the rim."""
    rays = "".join(
        polygon(
            [(0, 0), (11 * cos(a - 0.2), 11 * sin(a - 0.2)), (11 * cos(a + 0.2), 11 * sin(a + 0.2))]
        )
        for a in (pi * i / 4 for i in range(8))
    )
    return Shape(rays, fill=colour), Shape(
        circle(0, 0, 4.6), fill=colour, stroke="piece-white", width=0.9
    )


def striped_star(colour: str) -> Drawing:
    """Return a star on three stripes."""
    stripes = (
        Shape("M-11.6 -4L11.6 -4L11.6 4L-11.6 4Z", fill="piece-blue"),
        Shape(
            "M-10.8 4L10.8 4C8.4 9.4 4.4 11.4 0 11.4C-4.4 11.4 -8.4 9.4 -10.8 4Z",
            fill="piece-red-dark",
        ),
    )
    return (
        *stripes,
        Shape(star(0, 0.4, 8, inner=0.42), fill=colour, stroke="piece-white", width=1.1),
    )


def spread_eagle(colour: str) -> Drawing:
    """Return an eagle with spread wings."""
    wing = (
        "M0.6 -4C4 -4.6 6.4 -6.6 9 -8.4C9.6 -4.6 8.8 -2 8.6 0.4L6.6 -0.4L6.4 2.8L4.4 1.6L4 4.6"
        "L0.6 2Z"
    )
    body = "M-2 -6.4C-2 -9.6 2.4 -9.4 2 -6.4L3.2 -5.8L1.6 -4.6L2 4L3.6 9L0 7.4L-3.6 9L-2 4Z"
    side = Shape(wing, fill=colour)
    return side, Group((side,), flip=True), Shape(body, fill=colour)


def eagle_head(colour: str) -> Drawing:
    """Return an eagle's head."""
    head = (
        "M-7.6 8.6C-9 -1 -5 -8 1.4 -7.8C5 -7.6 7 -5.4 9 -2.6C9.6 -1 9 1.4 8.4 2.2"
        "C7.6 0.4 6 -0.2 3.6 0"
        "C2 0.4 2 2.4 3.6 5L1 4L1.6 7.4L-1.4 5.6L-2 9L-4.4 6.6Z"
    )
    return Shape(head, fill=colour), Shape(circle(2.4, -3.6, 1.2), fill="piece-black")


def map_of_france(colour: str) -> Drawing:
    """Return the outline of France in three bands."""
    outline = (
        "M-1 -9L4 -7L8 -5L7 -1L6 2L8 6L3 7L-1 8.6L-5.4 6.4L-5 1L-9 -2L-5 -3.4L-4.4 -6L-1.4 -5.6Z"
    )
    bands = (
        Shape(outline, fill="piece-white"),
        Shape("M-12 -12L-3 -12L-3 12L-12 12Z", fill="piece-blue"),
        Shape("M3 -12L12 -12L12 12L3 12Z", fill="piece-red"),
    )
    return Group(bands, clip=outline), Shape(outline, stroke=colour, width=1.2)


def globe(colour: str) -> Drawing:
    """Return a globe in a wreath."""
    return (
        Shape(circle(0, -1, 5.4), stroke=colour, width=1.4),
        Shape(
            "M-5.4 -1L5.4 -1M0 -6.4C-3.6 -3 -3.6 1 0 4.4M0 -6.4C3.6 -3 3.6 1 0 4.4",
            stroke=colour,
            width=1.1,
        ),
        Shape(
            "M-8.4 -4C-9.6 3 -5 8.4 0 8.6C5 8.4 9.6 3 8.4 -4",
            stroke=colour,
            width=1.9,
            dash=(2.6, 1.4),
        ),
    )


def guards_star(colour: str) -> Drawing:
    """Return a star over a ribbon."""
    return (
        Shape(star(0, -0.6, 9.4, inner=0.42), fill=colour, stroke="piece-gold-light", width=1.2),
        Shape("M-8 5.4L8 5.4L6.4 7.4L8 9.4L-8 9.4L-6.4 7.4Z", fill="piece-gold-light"),
    )


def anchor(colour: str) -> Drawing:
    """Return an anchor."""
    return (
        Shape("M0 -4.4L0 8.4M-4.4 -2.4L4.4 -2.4", stroke=colour, width=2.1),
        Shape(circle(0, -6.8, 2), stroke=colour, width=1.6),
        Shape("M-8 2.4C-6.6 6.8 -3.6 8.4 0 8.6C3.6 8.4 6.6 6.8 8 2.4", stroke=colour, width=2.1),
        Shape("M-9.4 4.4L-8.2 0.8L-5.2 3.2ZM9.4 4.4L8.2 0.8L5.2 3.2Z", fill=colour),
    )


def star_medal(colour: str) -> Drawing:
    """Return a star that hangs on a ribbon."""
    return (
        Shape("M-4 -9.6L4 -9.6L2 -2.4L-2 -2.4Z", fill="piece-red"),
        Shape("M-1.2 -9.6L1.2 -9.6L0.7 -2.4L-0.7 -2.4Z", fill="piece-white"),
        Shape(star(0, 3.4, 7), fill=colour, stroke="piece-gold-dark", width=0.8),
    )


def tricolour(colour: str) -> Drawing:
    """Return three vertical bands in a shield."""
    shield = _SHIELD
    bands = (
        Shape(shield, fill="piece-white"),
        Shape("M-12 -12L-2.6 -12L-2.6 12L-12 12Z", fill="piece-green"),
        Shape("M2.6 -12L12 -12L12 12L2.6 12Z", fill="piece-red"),
    )
    return Group(bands, clip=shield), Shape(shield, stroke=colour, width=1.3)


def gate(colour: str) -> Drawing:
    """Return a gate of columns."""
    columns = "".join(
        polygon([(x, -2), (x + 2, -2), (x + 2, 7), (x, 7)]) for x in (-8, -3.4, 1.4, 6)
    )
    return (
        Shape(columns, fill=colour),
        Shape(
            "M-9.4 -5L9.4 -5L9.4 -2.4L-9.4 -2.4ZM-9 7L9 7L9 8.8L-9 8.8ZM-4 -6L-3 -9L3 -9L4 -6Z",
            fill=colour,
        ),
    )


_SHIELD = "M-7.4 -8L7.4 -8L7.4 0C7.4 4.6 3.4 7.6 0 9.6C-3.4 7.6 -7.4 4.6 -7.4 0Z"


def parted_shield(colour: str, part: str) -> Drawing:
    """Return a shield with the part inside a path filled."""
    return (
        Group((Shape(part, fill=colour),), clip=_SHIELD),
        Shape(_SHIELD, stroke=colour, width=1.7),
    )
