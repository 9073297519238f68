"""The silhouettes of the 35 units, in their nation's colours, facing the enemy."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from m44core.catalogue.types import Side
from m44core.drawing.shapes.livery import Livery
from m44core.drawing.shapes.shapes import Drawing, Group
from m44core.drawing.units.equipment import MADE
from m44core.drawing.units.guns import gun
from m44core.drawing.units.infantry import (
    lone_rifleman,
    lone_stormer,
    special_forces,
    squad,
)
from m44core.drawing.units.planes import plane
from m44core.drawing.units.tanks import heavy_tank, tank
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
LONE: Mapping[str, Callable[[Livery], Drawing]] = {"inf": lone_rifleman, "inf2": lone_stormer}
ELITE = frozenset({"inf2", "tank2"})


def silhouette(kind: str, livery: Livery, *, lone: bool = False, equipment: str = "") -> Drawing:
    """Return the figures of a kind; the Allies face right and the Axis left.

    A *lone* soldier stands for a unit of one figure. Some *equipment* makes another unit of it.
    """
    draw = LONE.get(kind, KINDS[kind]) if lone else KINDS[kind]
    draw = MADE.get((kind, equipment), draw)
    return (Group(draw(livery), flip=livery.side is Side.AXIS),)
