"""The silhouettes of the 35 units, in their nation's colours, facing the enemy."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from m44core.catalogue.types import Side
from m44core.drawing.livery import NATIONS, Livery
from m44core.drawing.shapes import Drawing, Group
from m44core.drawing.unit_guns import gun
from m44core.drawing.unit_infantry import special_forces, squad
from m44core.drawing.unit_planes import plane
from m44core.drawing.unit_tanks import heavy_tank, tank
from m44core.drawing.unit_vehicles import truck

KINDS: Mapping[str, Callable[[Livery], Drawing]] = {
    "inf": squad,
    "inf2": special_forces,
    "tank": tank,
    "tank2": heavy_tank,
    "gun": gun,
    "veh": truck,
    "pln": plane,
}
ELITE = frozenset({"inf2", "tank2"})


def silhouette(kind: str, livery: Livery) -> Drawing:
    """Return the figure of a kind; the Allies face right and the Axis left."""
    return (Group(KINDS[kind](livery), flip=livery.side is Side.AXIS),)


SILHOUETTES: Mapping[str, Drawing] = {
    f"{kind}{nation}": silhouette(kind, Livery(nation)) for kind in KINDS for nation in NATIONS
}
