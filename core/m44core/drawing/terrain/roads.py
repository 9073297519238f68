"""Roads, railways and runways."""

from __future__ import annotations

from collections.abc import Iterable

from m44core.drawing.ground.hex_edges import (
    connected_edges,
    edges_of_mask,
    network_lines,
    toward,
    unit_vector,
)
from m44core.drawing.ground.hex_tile import Painters, tile
from m44core.drawing.ground.printed_ground import Nodes, tile_ground
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.paths import Point, polyline, xy
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.terrain import trees
from m44core.drawing.terrain.hills import contoured_hill
from m44core.drawing.terrain.solids import gabled_house, windows
from m44core.hexes import Direction


def roadway(paths: Iterable[str], colour: str, rim: str, rut: str) -> Nodes:
    """Return a road along some paths, with ruts."""
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
    """Return a desert road: pale, between rows of stones."""
    lines = tuple(paths)
    stones = Shape("".join(lines), stroke="earth-deep", width=22, dash=(2.4, 8), round=False)
    cover = Shape("".join(lines), stroke="desert", width=17)
    return stones, cover, *roadway(lines, "desert-light", "earth", "earth")


def slushy_road(paths: Iterable[str]) -> Nodes:
    """Return a road of dark mud through snow."""
    return roadway(paths, "mudroad", "earth-dark", "earth-dark")


_ROADS = {"desert": desert_track, "winter": slushy_road}


def incoming_roads(art: Art, climate: str) -> Nodes:
    """Return the roads that arrive from neighbors and end on this hex."""
    edges = edges_of_mask(int(art.detail[4])) if len(art.detail) > 4 else frozenset()
    paths = [f"M{xy(toward(edge, 57))}L0 0" for edge in sorted(edges)]
    return _ROADS.get(climate, dirt_road)(paths) if paths else ()


_SWAYS = (4.0, -3.0, 1.5, -4.0, 2.5, -1.5)


def _network_paths(art: Art, network: str) -> tuple[str, ...]:
    return network_lines(connected_edges(art, network), _SWAYS[art.variant % len(_SWAYS)])


def _road(art: Art) -> Drawing:
    return tile(*tile_ground(art, "grass"), *dirt_road(_network_paths(art, "road")))


def _desert_road(art: Art) -> Drawing:
    return tile(*tile_ground(art, "desert"), *desert_track(_network_paths(art, "road")))


def _winter_road(art: Art) -> Drawing:
    return tile(*tile_ground(art, "winter"), *slushy_road(_network_paths(art, "road")))


def _hill_road(art: Art) -> Drawing:
    hill = contoured_hill(art, "hill")
    return tile(
        *tile_ground(art, "grass", busy=True), *hill, *dirt_road(_network_paths(art, "road"))
    )


def railway(paths: Iterable[str], bed: str) -> Nodes:
    """Return a railway along some paths: bed, ties and two rails."""
    path = "".join(paths)
    return (
        Shape(path, stroke="shadow", width=17, opacity=0.2),
        Shape(path, stroke=bed, width=15),
        Shape(path, stroke="timber-dark", width=12.5, dash=(2.4, 3.6), round=False),
        Shape(path, stroke="rail-deep", width=8),
        Shape(path, stroke=bed, width=5),
        Shape(path, stroke="timber-dark", width=5, dash=(2.4, 3.6), round=False),
    )


def _rail(art: Art) -> Drawing:
    return tile(
        *tile_ground(art, "grass"), *railway(network_lines(connected_edges(art, "rail")), "stone")
    )


def _winter_rail(art: Art) -> Drawing:
    return tile(
        *tile_ground(art, "winter"), *railway(network_lines(connected_edges(art, "rail")), "snow")
    )


def _level_crossing(art: Art) -> Drawing:
    road = dirt_road(network_lines(connected_edges(art, "road")))
    rail = railway(network_lines(connected_edges(art, "rail")), "stone")
    return tile(*tile_ground(art, "grass"), *road, *rail, *_barriers(art))


def _winter_level_crossing(art: Art) -> Drawing:
    road = slushy_road(network_lines(connected_edges(art, "road")))
    rail = railway(network_lines(connected_edges(art, "rail")), "snow")
    return tile(*tile_ground(art, "winter"), *road, *rail, *_barriers(art))


def _barriers(art: Art) -> Nodes:
    """Return the barriers of a level crossing, on either side of the rails."""
    nodes: list[Shape] = []
    for edge in sorted(connected_edges(art, "road")):
        x, y = (value * 21 for value in unit_vector(edge))
        rx, ry = unit_vector(min(connected_edges(art, "rail")))
        ends = [(x - rx * 11, y - ry * 11), (x + rx * 11, y + ry * 11)]
        nodes.append(Shape(polyline(ends), stroke="ink", width=4.4))
        nodes.append(Shape(polyline(ends), stroke="white", width=3))
        nodes.append(Shape(polyline(ends), stroke="red", width=3, dash=(3.5, 3.5), round=False))
    return tuple(nodes)


def _station(art: Art) -> Drawing:
    edges = connected_edges(art, "rail")
    x, y = unit_vector(min(edges))
    x, y = (x, y) if y <= 0 else (-x, -y)  # the platform lies behind the rails

    def point_beside(along: float, distance: float) -> Point:
        return x * along + y * distance, y * along - abs(x) * distance

    place = point_beside(4, 31)
    platform = polyline([point_beside(-34, 13), point_beside(34, 13)])
    house = (*gabled_house(34, 16, 11, 9, "brick", "slate"), windows(34, 16, 4, 3, 5))
    return tile(
        *tile_ground(art, "grass", busy=True),
        *incoming_roads(art, "grass"),
        Shape(platform, stroke="ink", width=9, round=False),
        Shape(platform, stroke="concrete-light", width=7.6, round=False),
        *railway(network_lines(edges), "stone"),
        Group(house, dx=place[0], dy=place[1], scale=1.15),
    )


def runway(
    paths: Iterable[str], surface: str, rim: str, mark: str, dash: tuple[float, ...]
) -> Nodes:
    """Return a runway along some paths, with a center line."""
    path = "".join(paths)
    return (
        Shape(path, stroke=rim, width=40, round=False, opacity=0.8),
        Shape(path, stroke=surface, width=36, round=False),
        Shape(path, stroke=mark, width=2.2, dash=dash, round=False),
    )


def _concrete_runway(art: Art) -> Drawing:
    strip = runway(
        network_lines(connected_edges(art, "runway")), "concrete", "concrete-dark", "white", (11, 8)
    )
    return tile(*tile_ground(art, "grass"), *strip)


def _grass_runway(art: Art) -> Drawing:
    paths = network_lines(connected_edges(art, "runway"))
    strip = runway(paths, "grass-light", "leaf", "grass-dark", (1, 4))
    sock = (
        Shape("M0 0V-20", stroke="ink", width=1.3),
        Shape("M0 -20L15 -17V-13L0 -11Z", "red", stroke="ink", width=0.6),
        Shape("M5 -19V-12M10 -18V-13", stroke="white", width=2, round=False),
    )
    place = _point_beside_runway(art)
    return tile(*tile_ground(art, "grass"), *strip, Group(sock, dx=place[0], dy=place[1]))


def _point_beside_runway(art: Art) -> Point:
    """Return a point beside a runway, towards an edge it does not use."""
    edges = connected_edges(art, "runway")
    free_edge = next(d for d in (Direction.NW, Direction.NE, Direction.E) if d not in edges)
    x, y = toward(free_edge, 36)
    return x, y + 7


def _coral_runway(art: Art) -> Drawing:
    path = "".join(network_lines(connected_edges(art, "runway")))
    strip = runway([path], "sand", "sand-dark", "sand-dark", (2, 3))
    plates = (
        Shape(path, stroke="iron-light", width=22, opacity=0.75, round=False),
        Shape(path, stroke="iron", width=22, dash=(0.9, 4.4), round=False),
    )
    palms = trees.plant_at(trees.palms(), [_point_beside_runway(art)], 0.8)
    return tile(*tile_ground(art, "pacific"), *strip, *plates, *palms)


def _snow_runway(art: Art) -> Drawing:
    path = "".join(network_lines(connected_edges(art, "runway")))
    banks = Shape(path, stroke="snow", width=46, round=False)
    strip = runway([path], "concrete-light", "winter-dark", "ink", (7, 9))
    return tile(*tile_ground(art, "winter"), banks, *strip)


def _desert_runway(art: Art) -> Drawing:
    path = "".join(network_lines(connected_edges(art, "runway")))
    strip = runway([path], "road", "earth", "earth", (3, 9))
    ruts = Shape(path, stroke="earth", width=14, opacity=0.3)
    return tile(*tile_ground(art, "desert"), *strip[:2], ruts, strip[2])


_TILE_NAMES: dict[str, tuple[str, ...]] = {
    "road": ("road", "roadcurve", "roadFL", "roadFR", "roadX", "roadY"),
    "droad": ("droad", "droadcurve", "droadFL", "droadFR", "droadX"),
    "wroad": ("wroad", "wroadcurve", "wroadFL", "wroadFR", "wroadX", "wroadY"),
    "rail": ("rail", "railcurve", "railFL", "railFR", "railX"),
    "wrail": ("wrail", "wrailcurve", "wrailFR"),
}
PAINTERS: Painters = {
    **dict.fromkeys(_TILE_NAMES["road"], _road),
    **dict.fromkeys(_TILE_NAMES["droad"], _desert_road),
    **dict.fromkeys(_TILE_NAMES["wroad"], _winter_road),
    **dict.fromkeys(_TILE_NAMES["rail"], _rail),
    **dict.fromkeys(_TILE_NAMES["wrail"], _winter_rail),
    "hillroad": _hill_road,
    "hillcurve": _hill_road,
    "railroad": _level_crossing,
    "wrailroad": _winter_level_crossing,
    "station": _station,
    "airfield": _concrete_runway,
    "airfieldX": _concrete_runway,
    "cairfield": _grass_runway,
    "pairfield": _coral_runway,
    "pairfieldX": _coral_runway,
    "wairfield": _snow_runway,
    "dairfield": _desert_runway,
    "dairfieldX": _desert_runway,
}
