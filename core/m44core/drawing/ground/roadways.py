"""How a road looks in each climate, and the roads that lead into towns and to rivers."""

from __future__ import annotations

from collections.abc import Iterable

from m44core.drawing.ground.faces import Nodes
from m44core.drawing.ground.networks import toward
from m44core.drawing.ground.regions import edges_in
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.curves import at
from m44core.drawing.shapes.shapes import Group, Shape


def roadway(paths: Iterable[str], colour: str, rim: str, rut: str) -> Nodes:
    """Return a road along some lines, with its ruts."""
    path = "".join(paths)
    return (
        Group((Shape(path, stroke="shadow", width=15, opacity=0.2),), dx=1.2, dy=1.5),
        Shape(path, stroke=rim, width=14.4),
        Shape(path, stroke=colour, width=11.6),
        Shape(path, stroke=rut, width=5.4, opacity=0.4),
        Shape(path, stroke=colour, width=3.4),
    )


def dirt_road(paths: Iterable[str]) -> Nodes:
    """Return a country road."""
    return roadway(paths, "road", "earth", "earth")


def desert_track(paths: Iterable[str]) -> Nodes:
    """Return a road in the desert: pale, between rows of stones."""
    lines = tuple(paths)
    stones = Shape("".join(lines), stroke="earth-deep", width=22, dash=(2.4, 8), round=False)
    cover = Shape("".join(lines), stroke="desert", width=17)
    return stones, cover, *roadway(lines, "desert-light", "earth", "earth")


def slushy_road(paths: Iterable[str]) -> Nodes:
    """Return a road through snow: dark mud."""
    return roadway(paths, "mudroad", "earth-dark", "earth-dark")


_ROADS = {"desert": desert_track, "winter": slushy_road}


def approaches(art: Art, climate: str) -> Nodes:
    """Return the roads that come in from neighbours and end on this hex."""
    edges = edges_in(int(art.detail[4])) if len(art.detail) > 4 else frozenset()
    paths = [f"M{at(toward(edge, 57))}L0 0" for edge in sorted(edges)]
    return _ROADS.get(climate, dirt_road)(paths) if paths else ()
