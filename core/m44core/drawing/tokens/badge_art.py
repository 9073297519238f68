"""Badges and equipment: round tokens at a unit's upper left that show its kind or its load."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from pathlib import Path

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.catalogue.packs.pack import PackError
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.glyphs import draw_digits
from m44core.drawing.shapes.paths import circle, cross, star
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.svg_import import import_svg
from m44core.drawing.tokens import badge_emblems as arms
from m44core.drawing.tokens import badge_emblems as crests

_BADGE_POSITION = (-28.0, -25.0)
_RADIUS = 13.6
_ICON_SCALE = 3.0  # a badge shown alone fills the hex


@dataclass(frozen=True, slots=True)
class Badge:
    """A round token.

    Attributes:
        ground: Color of the disc.
        rim: Color of its edge.
        emblem: The emblem, within 9 units of the center.
    """

    ground: str
    rim: str
    emblem: Drawing


def _engineers_badge(ground: str, rim: str, colour: str, mark: Drawing) -> Badge:
    return Badge(ground, rim, (*arms.engineers(colour), Group(mark, dy=8.2)))


def _sniper_badge(ground: str, rim: str, colour: str, mark: Drawing) -> Badge:
    return Badge(ground, rim, (*arms.sniper(colour), Group(mark, dx=7.4, dy=7.4)))


def _numbered_badge(number: int, ground: str, colour: str) -> Badge:
    return Badge(ground, "piece-grey", draw_digits(str(number), 0, 0, 12, colour))


_GERMAN = (
    Shape(cross(0, 0, 3.8, 3.4), fill="piece-white"),
    Shape(cross(0, 0, 3.8, 1.8), fill="piece-black"),
)
_AMERICAN = (Shape(star(0, 0, 4.6), fill="piece-white", stroke="piece-ink", width=0.6),)
_SOVIET = (Shape(star(0, 0, 4.8, inner=0.45), fill="piece-red", stroke="piece-white", width=0.8),)
_BRITISH = (
    Shape(circle(0, 0, 3.6), fill="piece-blue-dark"),
    Shape(circle(0, 0, 2.3), fill="piece-white"),
    Shape(circle(0, 0, 1.1), fill="piece-red"),
)
_ITALIAN = (
    Shape("M-4.4 -2.6L-1.5 -2.6L-1.5 2.6L-4.4 2.6Z", fill="piece-green"),
    Shape("M-1.5 -2.6L1.5 -2.6L1.5 2.6L-1.5 2.6Z", fill="piece-white"),
    Shape("M1.5 -2.6L4.4 -2.6L4.4 2.6L1.5 2.6Z", fill="piece-red"),
)
_JAPANESE = (Shape(circle(0, 0, 3.1), fill="piece-red", stroke="piece-white", width=1.1),)

_BADGES: Mapping[str, Badge] = {
    "badge1": Badge("piece-red-dark", "piece-blue-light", crests.winged_horse("piece-blue-light")),
    "badge2": Badge("piece-blue-dark", "piece-gold", crests.lozenge("piece-gold-light")),
    "badge3": Badge("piece-white", "piece-blue", crests.lorraine_cross("piece-red")),
    "badge4": Badge("piece-black", "piece-silver", crests.oak_leaf("piece-silver-light")),
    "badge5": Badge("piece-gold", "piece-ink", arms.big_gun("piece-ink")),
    "badge6": _engineers_badge("piece-steel-dark", "piece-silver", "piece-white", _GERMAN),
    "badge7": _engineers_badge("piece-green-dark", "piece-white", "piece-gold-light", _ITALIAN),
    "badge8": _engineers_badge("side-brit", "side-brit-rim", "piece-ink", _BRITISH),
    "badge9": Badge("piece-black", "piece-gold", crests.eagle_head("piece-white")),
    "badge10": Badge("piece-sand-light", "piece-sand-dark", crests.palm("piece-green-dark")),
    "badge12": _engineers_badge("side-us", "side-us-rim", "piece-ink", _AMERICAN),
    "badge13": Badge("piece-grey", "piece-black", crests.straight_cross("piece-black")),
    "badge14": Badge("piece-black", "piece-silver-light", crests.fern("piece-silver-light")),
    "badge15": Badge(
        "piece-paper",
        "piece-blue-dark",
        crests.parted_shield("piece-blue-dark", "M0 -12L12 -12L12 12L0 12Z"),
    ),
    "badge16": Badge(
        "piece-bronze-light", "piece-timber-edge", crests.rising_sun("piece-timber-edge")
    ),
    "badge17": Badge("piece-blue-dark", "piece-white", crests.white_sun("piece-white")),
    "badge18": Badge(
        "piece-paper",
        "piece-red-dark",
        crests.parted_shield("piece-red", "M-9 5L0 -3L9 5L9 0L0 -8L-9 0Z"),
    ),
    "badge19": Badge(
        "piece-paper",
        "piece-green-dark",
        crests.parted_shield("piece-green-dark", "M-9 -9L0 -9L0 0L9 0L9 11L0 11L0 0L-9 0Z"),
    ),
    "badge20": Badge("piece-white", "piece-ink", crests.striped_star("piece-red")),
    "badge21": Badge("piece-red", "piece-white", crests.spread_eagle("piece-white")),
    "badge22": Badge("piece-paper", "piece-blue-dark", crests.map_of_france("piece-ink")),
    "badge23": Badge("piece-blue-light", "piece-blue-dark", arms.dagger("piece-blue-dark")),
    "badge24": Badge("piece-blue-dark", "piece-red", crests.globe("piece-gold-light")),
    "badge25": Badge("piece-white", "piece-red-dark", crests.guards_star("piece-red")),
    "badge26": _sniper_badge("piece-ink", "piece-silver", "piece-white", _GERMAN),
    "badge27": _sniper_badge("piece-green-light", "piece-red-dark", "piece-ink", _SOVIET),
    "badge28": _engineers_badge("piece-gold", "piece-red-dark", "piece-red-dark", _SOVIET),
    "badge29": Badge("piece-timber-light", "piece-timber-edge", arms.cavalry("piece-timber-edge")),
    "badge30": Badge("piece-white", "piece-blue", arms.ski_troops("piece-blue")),
    "badge31": _engineers_badge("piece-white", "piece-red", "side-jp", _JAPANESE),
    "badge32": Badge("piece-red", "piece-gold", crests.anchor("piece-gold-light")),
    "badge33": Badge("piece-ink", "piece-orange", arms.flame("piece-orange")),
    "badge34": Badge("piece-white", "piece-red", crests.sun_rays("piece-red")),
    "badge35": Badge("piece-leaf", "piece-white", arms.mobile_artillery("piece-white")),
    "badge36": Badge("piece-paper", "piece-gold-dark", crests.star_medal("piece-gold")),
    "badge37": Badge("piece-red-dark", "piece-white", arms.anti_tank_rocket("piece-white")),
    "badge38": Badge("piece-silver-light", "piece-green-dark", crests.tricolour("piece-ink")),
    "badge39": Badge("piece-silver-light", "piece-ink", crests.boxed_cross("piece-ink")),
    "badge40": Badge("piece-steel-dark", "piece-gold", crests.gate("piece-gold-light")),
    "badge41": Badge("piece-yellow", "piece-ink", arms.mortar("piece-ink")),
    "badge42": Badge("piece-steel-light", "piece-ink", arms.half_track("piece-ink")),
    "badge43": Badge("piece-green", "piece-white", arms.personnel_carrier("piece-white")),
    "badge44": Badge("piece-steel-dark", "piece-yellow", arms.tank_destroyer("piece-yellow")),
    "badge45": Badge("piece-white", "piece-orange", arms.machine_gun("piece-ink")),
    "badge46": Badge("piece-steel-dark", "piece-white", draw_digits("88", 0, 0, 13, "piece-white")),
    "badge47": Badge("piece-blue", "piece-white", arms.lightning_bolt("piece-white")),
    "badge48": _numbered_badge(48, "piece-paper", "piece-ink"),
    "badge49": _numbered_badge(49, "piece-ink", "piece-paper"),
    "badge50": _numbered_badge(50, "piece-stone-dark", "piece-white"),
}


def draw_token(badge: Badge) -> Drawing:
    """Return the disc of a badge about the origin, with a radius of 13.6 units."""
    return (
        Shape(circle(0.6, 1.2, _RADIUS), fill="piece-shadow", opacity=0.28),
        Shape(circle(0, 0, _RADIUS - 1), fill=badge.ground, stroke=badge.rim, width=1.9),
        Shape(circle(0, 0, _RADIUS), stroke="piece-ink", width=0.9),  # clear of any counter
        *badge.emblem,
    )


TOKENS: Mapping[str, Drawing] = {name: draw_token(badge) for name, badge in _BADGES.items()}


def draw_badge(name: str, catalogue: Catalogue | None = None) -> Drawing:
    """Return a badge at a unit's upper left; an empty drawing for an unknown name.

    Badges of user packs are looked up in *catalogue*; None if there are no packs.
    """
    disc = TOKENS.get(name) or draw_pack_badge(name, catalogue)
    return (Group(disc, dx=_BADGE_POSITION[0], dy=_BADGE_POSITION[1]),) if disc else ()


@lru_cache(maxsize=256)
def draw_pack_badge(name: str, catalogue: Catalogue | None) -> Drawing:
    """Return the disc of a user-pack badge; empty without a catalogue or if it has no picture."""
    element = catalogue.get(name, Layer.BADGE) if catalogue else None
    if element is None or not element.picture:
        return ()
    if not element.picture.endswith(".svg"):
        return TOKENS.get(element.picture, ())
    ground = "piece-paper" if element.side is None else _GROUNDS[element.side]
    try:
        emblem = import_svg(Path(element.picture), _EMBLEM_SIZE, _EMBLEM_SIZE)
    except PackError:
        emblem = ()
    return draw_token(Badge(ground, "piece-ink", emblem))


_EMBLEM_SIZE = 19.0
_GROUNDS = {Side.ALLIES: "piece-green-light", Side.AXIS: "piece-silver"}


def _icon_painter(disc: Drawing) -> Callable[[Art], Drawing]:
    drawing = (Group(disc, scale=_ICON_SCALE),)
    return lambda _: drawing


PAINTERS: Mapping[str, Callable[[Art], Drawing]] = {
    name: _icon_painter(disc) for name, disc in TOKENS.items()
}


_POSITION_WITHOUT_BADGE = (-28.0, -25.0)
_POSITION_BELOW_BADGE = (-28.5, -1.0)


def _wheel() -> Drawing:
    """Return a wheel with its tire and five lug nuts."""
    nuts = ((4.4 * cos(i * 0.4 * pi), 4.4 * sin(i * 0.4 * pi)) for i in range(5))
    return (
        Shape(circle(0, 0, 8.2), fill="piece-paper", stroke="piece-ink", width=4),
        Shape("".join(circle(x, y, 1.2) for x, y in nuts), fill="piece-ink"),
        Shape(circle(0, 0, 1.9), fill="piece-ink"),
    )


def _ace() -> Drawing:
    """Return a tank barrel with kill rings, under a star."""
    rings = "M-3.4 -3.6L-3.4 3.6M-0.2 -3.6L-0.2 3.6M3 -3.6L3 3.6"
    barrel = (
        Shape(
            "M-9.4 -3L7.6 -1.9L7.6 -3.4L11 -3.4L11 3.4L7.6 3.4L7.6 1.9L-9.4 3Z", fill="piece-ink"
        ),
        Shape(rings, stroke="piece-white", width=1.7, round=False),
    )
    return (
        Group(barrel, turn=-38, dy=1.6),
        Shape(star(-4.6, -5, 5), fill="piece-red-dark"),
    )


EQUIPMENT_TOKENS: Mapping[str, Drawing] = {
    "motorized": draw_token(Badge("piece-sand", "piece-ink", _wheel())),
    "wittmann": draw_token(Badge("piece-yellow", "piece-ink", _ace())),
}


def draw_equipment_token(equipment: str, *, has_badge: bool) -> Drawing:
    """Return the token of a unit's equipment at its upper left, or below its badge if *has_badge*.

    The drawing is empty for equipment without a token.
    """
    if equipment not in EQUIPMENT_TOKENS:
        return ()
    x, y = _POSITION_BELOW_BADGE if has_badge else _POSITION_WITHOUT_BADGE
    return (Group(EQUIPMENT_TOKENS[equipment], dx=x, dy=y),)
