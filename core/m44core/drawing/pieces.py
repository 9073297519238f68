"""One definition of every picture: from an :class:`Art` to its shapes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Layer
from m44core.drawing import (
    badges,
    ground,
    labels,
    obstacles,
    structures,
    tags,
    terrain_camps,
    terrain_gullies,
    terrain_hills,
    terrain_roads,
    terrain_sites,
    terrain_towns,
    terrain_water,
    terrain_woods,
    units,
)
from m44core.drawing.art import Art, Plane
from m44core.drawing.paths import HEX_OUTLINE, polygon
from m44core.drawing.shapes import Drawing, Shape, Text
from m44core.drawing.tiles import Painters, filled, tile

PAINTERS: Mapping[Plane, Painters] = {
    Plane.GROUND: {
        **ground.PAINTERS,
        **terrain_woods.PAINTERS,
        **terrain_hills.PAINTERS,
        **terrain_towns.PAINTERS,
        **terrain_sites.PAINTERS,
        **terrain_camps.PAINTERS,
        **terrain_water.PAINTERS,
        **terrain_roads.PAINTERS,
        **terrain_gullies.PAINTERS,
    },
    Plane.STRUCTURE: structures.PAINTERS,
    Plane.OBSTACLE: obstacles.PAINTERS,
    Plane.UNIT: {**units.PAINTERS, **badges.PAINTERS},
    Plane.TAG: tags.PAINTERS,
    Plane.LABEL: labels.PAINTERS,
}
_PLANES = {
    Layer.TERRAIN: Plane.GROUND,
    Layer.STRUCTURE: Plane.STRUCTURE,
    Layer.OBSTACLE: Plane.OBSTACLE,
    Layer.UNIT: Plane.UNIT,
    Layer.BADGE: Plane.UNIT,
    Layer.TAG: Plane.TAG,
}


@lru_cache(maxsize=4096)
def draw(art: Art) -> Drawing:
    """Return the shapes of a picture around the centre of its hex.

    An unknown name draws as a piece with its name on it: a scenario may hold
    elements newer than this program. So does a piece where none of its kind
    can lie, such as a hill among the obstacles.
    """
    painter = PAINTERS[art.plane].get(art.name, _unknown)
    return painter(art)


def icon(name: str) -> Drawing:
    """Return the picture of an element for a palette or a list; it fits into a hex."""
    element = load_catalogue().get(name)
    plane = _PLANES[element.layer] if element else Plane.GROUND
    picture = draw(Art(plane, name))
    if plane is not Plane.GROUND:
        return picture
    return (*picture, Shape(HEX_OUTLINE, stroke="grid", width=1.6, opacity=0.7))


def _unknown(art: Art) -> Drawing:
    words = Text(art.name[:14], 0, 0, 12, "ink", halo="white")
    if art.plane is Plane.GROUND:
        return tile(filled("paper"), Shape(_STRIPES, stroke="grid", width=2, opacity=0.5), words)
    plate = polygon([(-40, -12), (40, -12), (40, 12), (-40, 12)])
    return Shape(plate, "paper", stroke="grid", dash=(4, 3)), words


_STRIPES = "".join(f"M{x} -60L{x - 70} 60" for x in range(-20, 100, 16))
