"""Units: a silhouette on its nation's counter, the number of figures, and a badge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import cos, pi, sin

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Side
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.paths import circle
from m44core.drawing.shapes.piece_colours import NATIONS, Livery
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.units.guns import gun
from m44core.drawing.units.infantry import (
    assault_soldier,
    gunner,
    lone_assault_soldier,
    lone_rifleman,
    rifleman,
    special_forces,
    squad,
)
from m44core.drawing.units.planes import plane
from m44core.drawing.units.tanks import CHURCHILLS, heavy_tank, tank
from m44core.drawing.units.unit_counter import FIGURE_PLACE, draw_counter, figure_count, nation_mark
from m44core.drawing.units.vehicles import truck

KINDS: Mapping[str, Callable[[Livery], Drawing]] = {
    "inf": squad,
    "inf2": special_forces,
    "tank": tank,
    "tank2": heavy_tank,
    "gun": gun,
    "veh": truck,
    "pln": plane,
}
LAST_FIGURES: Mapping[str, Callable[[Livery], Drawing]] = {
    "inf": lone_rifleman,
    "inf2": lone_assault_soldier,
}
LONE_FIGURE = "lone"
"""The figure count of a counter that stands for a single figure and shows no number."""
ELITE = frozenset({"inf2", "tank2"})


def silhouette(
    kind: str, livery: Livery, *, is_alone: bool = False, equipment: str = ""
) -> Drawing:
    """Return the silhouette of a kind of unit; the Allies face right and the Axis left.

    With *is_alone*, infantry is drawn as a single soldier: the unit's last figure. Some *equipment*
    has a silhouette of its own.
    """
    draw = LAST_FIGURES.get(kind, KINDS[kind]) if is_alone else KINDS[kind]
    draw = EQUIPPED.get((kind, equipment), draw)
    return (Group(draw(livery), flip=livery.side is Side.AXIS),)


_GROUND = 17.0
_RADIUS = 6.4


def patrol_car(livery: Livery) -> Drawing:
    """Return an open car without doors, with a machine gun on a pivot behind the seats."""
    return (
        Shape("M-21 11L-21 1L-18 -1L-7 -1L-5 3L3 3L5 0L21 1L23 4L23 11Z", fill=livery.ink),
        Shape("M4.5 1L9 -11", stroke=livery.ink, width=2),  # the windscreen
        Shape("M-13 0L-13 -11", stroke=livery.ink, width=2.4),
        Shape("M-19 -10L6 -14", stroke=livery.ink, width=3.2, round=False),  # the gun
        Shape("M-15.4 -8.4L-9.4 -9.4L-9.4 -5L-15 -4Z", fill=livery.ink),
        Shape("M-4 3L-4 -2L-1 -6L2 -2L2 3Z", fill=livery.mid),  # the driver
        Shape(circle(-1, -7, 3.2), fill=livery.mid),
        Shape("M12 3.4L12 8M15 3.4L15 8M18 3.4L18 8", stroke=livery.plate, width=1, round=False),
        *_wheel(-14, livery),
        *_wheel(15, livery),
    )


def command_car(livery: Livery) -> Drawing:
    """Return an open staff car with officers, pennant and antenna."""
    return (
        Shape("M-24 11L-24 -1L-21 -4L3 -4L5 0L20 0L24 3L24 11Z", fill=livery.ink),
        Shape("M3 -3L8 -11", stroke=livery.ink, width=2),
        Shape("M-22 -3L-22 -20", stroke=livery.ink, width=1.6),
        Shape("M19 1L19 -17", stroke=livery.ink, width=1.8),
        Shape("M19 -17L5.4 -13.4L19 -9.4Z", fill=livery.ink),  # the pennant
        *_officer(-14, livery),
        *_officer(-3, livery),
        Shape("M-24 3L3 3M-9.6 -3.6L-9.6 9", stroke=livery.plate, width=1, round=False),
        *_wheel(-15, livery),
        *_wheel(16, livery),
    )


def nebelwerfer(livery: Livery) -> Drawing:
    """Return a rocket launcher: six barrels in a ring on a carriage, seen from the front."""
    ring = [(9.4 * cos(turn), -3 + 9.4 * sin(turn)) for turn in (i * pi / 3 for i in range(6))]
    barrels = "".join(circle(6 + x, y, 4.7) for x, y in ring)
    bores = "".join(circle(6 + x, y, 2.2) for x, y in ring)
    return (
        Group(gunner(livery, livery.mid), dx=-16.5, dy=2.6, scale=0.84),
        Shape("M0 8L-24 16.6M10 8L24 16.6", stroke=livery.ink, width=3),
        Shape(barrels, fill=livery.ink, stroke=livery.plate, width=0.8),
        Shape(bores, fill=livery.plate),
        Shape(circle(6, -3, 2.4), fill=livery.ink),
        Shape("M-3 9L-3 17.6M15 9L15 17.6", stroke=livery.ink, width=5),
    )


def squad_in_boat(livery: Livery) -> Drawing:
    """Return soldiers paddling a canvas boat."""
    return _soldiers_in_boat(rifleman, livery)


def assault_soldiers_in_boat(livery: Livery) -> Drawing:
    """Return special forces paddling a canvas boat."""
    return _soldiers_in_boat(assault_soldier, livery)


def _soldiers_in_boat(soldier: Callable[[Livery, str], Drawing], livery: Livery) -> Drawing:
    hull = "M-27 3L27 1L21.5 13.4L-20.5 14.4Z"
    return (
        Group(soldier(livery, livery.mid), dx=-10, dy=0, scale=0.74),
        Group(soldier(livery, livery.ink), dx=9, dy=-1, scale=0.8),
        Shape("M-2 -3L-12.5 18", stroke=livery.ink, width=2.2),  # a paddle
        Shape(hull, fill=livery.ink, stroke=livery.plate, width=1),
        Shape("M-24.6 6.4L24.4 4.4", stroke=livery.plate, width=1.2, round=False),
        Shape("M-12.5 18L-15 22.4", stroke=livery.ink, width=4),
        Shape(
            "M-26 18.4C-21 15.6 -17 15.6 -12 18.4C-7 21 -3 21 2 18.4C7 15.6 11 15.6 16 18.4"
            "C19 20.2 22 20.8 26 19.6",
            stroke=livery.mid,
            width=2,
        ),
    )


def _officer(x: float, livery: Livery) -> list[Shape]:
    return [
        Shape(f"M{x - 4} -4L{x - 3} -9L{x + 3} -9L{x + 4} -4Z", fill=livery.mid),
        Shape(circle(x, -11.6, 3), fill=livery.mid),
        Shape(
            f"M{x - 4.4} -13.4L{x + 4.8} -13.4L{x + 2.6} -16.6L{x - 3.4} -16.6Z", fill=livery.ink
        ),
    ]


def _wheel(x: float, livery: Livery) -> list[Shape]:
    y = _GROUND - _RADIUS
    return [
        Shape(circle(x, y, _RADIUS), fill=livery.ink, stroke=livery.plate, width=1),
        Shape(circle(x, y, _RADIUS * 0.42), fill=livery.mid),
    ]


EQUIPPED: Mapping[tuple[str, str], Callable[[Livery], Drawing]] = {
    ("veh", "patrol-car"): patrol_car,
    ("veh", "command-car"): command_car,
    ("gun", "nebelwerfer"): nebelwerfer,
    ("inf", "boat"): squad_in_boat,
    ("inf2", "boat"): assault_soldiers_in_boat,
    **CHURCHILLS,
}
"""The silhouettes of units with equipment, keyed by kind of unit and equipment."""


def _unit_painter(kind: str, nation: str) -> Callable[[Art], Drawing]:
    livery = Livery(nation)

    @cache  # made when first drawn, because making all 35 counters at start-up is slow
    def counter_parts() -> tuple[Drawing, Drawing, Group, Group]:
        ground, mark = draw_counter(livery, elite=kind in ELITE), nation_mark(livery)
        group, lone_soldier = (
            _silhouette_on_counter(kind, livery, is_alone=False),
            _silhouette_on_counter(kind, livery, is_alone=True),
        )
        return ground, mark, group, lone_soldier

    def paint(art: Art) -> Drawing:
        ground, mark, group, lone_soldier = counter_parts()
        figures, badge, equipment = (*art.detail, "", "", "")[:3]
        count = figure_count(figures) if isinstance(figures, int) else ()
        is_lone = figures in (1, LONE_FIGURE)
        figure = lone_soldier if is_lone else group
        if equipment:
            figure = _silhouette_on_counter(
                kind, livery, is_alone=is_lone, equipment=str(equipment)
            )
        signs = (
            _badge_and_equipment(str(badge), str(equipment), art.catalogue)
            if badge or equipment
            else ()
        )
        return (*ground, figure, *mark, *count, *signs)

    return paint


def _badge_and_equipment(badge: str, equipment: str, catalogue: Catalogue | None) -> Drawing:
    # many shapes, and few boards show badges
    from m44core.drawing.tokens.badge_art import draw_badge, draw_equipment_token  # 21 ms

    return (*draw_equipment_token(equipment, has_badge=bool(badge)), *draw_badge(badge, catalogue))


def _silhouette_on_counter(
    kind: str, livery: Livery, *, is_alone: bool, equipment: str = ""
) -> Group:
    x, y, scale = FIGURE_PLACE
    figures = silhouette(kind, livery, is_alone=is_alone, equipment=equipment)
    return Group(figures, dx=x, dy=y, scale=scale)


PAINTERS: Mapping[str, Callable[[Art], Drawing]] = {
    kind + nation: _unit_painter(kind, nation) for kind in KINDS for nation in NATIONS
}
