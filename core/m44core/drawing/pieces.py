"""One definition of every picture: from an :class:`Art` to its shapes."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from m44core.drawing.art import Art, Plane
from m44core.drawing.ground import ground
from m44core.drawing.shapes import Drawing, Text
from m44core.drawing.tiles import Painter, tile

_MODULES = (
    "ground",
    "terrain_woods",
    "terrain_hills",
    "terrain_towns",
    "terrain_sites",
    "terrain_water",
    "terrain_roads",
    "terrain_gullies",
    "structures",
    "obstacles",
    "units",
    "badges",
    "tags",
    "labels",
)


def _painters() -> dict[str, Painter]:
    found: dict[str, Painter] = {}
    for module in _MODULES:
        name = f"m44core.drawing.{module}"
        if find_spec(name):
            found.update(import_module(name).PAINTERS)
    return found


PAINTERS = _painters()


@lru_cache(maxsize=4096)
def draw(art: Art) -> Drawing:
    """Return the shapes of a picture around the centre of its hex.

    An unknown name draws as a piece with its name on it: a scenario may hold
    elements newer than this program.
    """
    painter = PAINTERS.get(art.name, _unknown)
    return painter(art)


def icon(name: str) -> Drawing:
    """Return the picture of an element for a palette or a list."""
    return draw(Art(Plane.GROUND, name))


def _unknown(art: Art) -> Drawing:
    words = Text(art.name, 0, 0, 16, "ink", halo="white")
    return tile(*ground("grass"), words) if art.plane is Plane.GROUND else (words,)
