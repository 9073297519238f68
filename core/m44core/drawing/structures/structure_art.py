"""The 24 rectangular pieces: bunkers, bridges, barriers, trains and ships."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.glyphs import owner_mark
from m44core.drawing.shapes.shapes import Drawing
from m44core.drawing.structures import barriers, bridges, bunkers, trains_and_ships

Painter = Callable[[Art], Drawing]


def _painter_by_bearing(
    draw: Callable[[float], Drawing], first_bearing: float, step: float
) -> Painter:
    """Return a painter of a piece that turns *step* degrees per orientation.

    *first_bearing* is its bearing in orientation 1.
    """
    return lambda art: draw(first_bearing + (art.orientation - 1) * step)


def _bridge_painter(draw: Callable[[float], Drawing]) -> Painter:
    return _painter_by_bearing(draw, 0, 30)


def _painter_with_owner(draw: Callable[[int], Drawing], *, needs_owner: bool = False) -> Painter:
    """Return a painter that adds the mark of the owner if the art names one.

    If *needs_owner* and the piece has none, the mark is a ``?``.
    """

    def paint(art: Art) -> Drawing:
        owner = str(art.detail[0]) if art.detail else ""
        mark = owner_mark(owner, needs_owner=needs_owner and bool(art.detail))
        return (*draw(art.orientation), *mark)

    return paint


def _winter_bunker(orientation: int) -> Drawing:
    return (
        *bunkers.bunker(orientation, bunkers.CONCRETE),
        *bunkers.snow_cap(orientation),
    )


PAINTERS: Mapping[str, Painter] = {
    "bunker": _painter_with_owner(lambda o: bunkers.bunker(o, bunkers.CONCRETE), needs_owner=True),
    "wbunker": _painter_with_owner(_winter_bunker),
    "dbunker": _painter_with_owner(lambda o: bunkers.bunker(o, bunkers.STONE)),
    "pbunker": _painter_with_owner(
        lambda _: (*bunkers.round_bunker(bunkers.TIMBER), *bunkers.log_roof())
    ),
    "casemate": _painter_with_owner(lambda _: bunkers.casemate()),
    "bridge": _bridge_painter(bridges.timber_bridge),
    "wbridge": _bridge_painter(lambda bearing: bridges.timber_bridge(bearing, snow=True)),
    "pbridge": _bridge_painter(bridges.rope_bridge),
    "brkbridge": _bridge_painter(bridges.broken_bridge),
    "pontoon": _bridge_painter(bridges.pontoon),
    "wpontoon": _bridge_painter(lambda bearing: bridges.pontoon(bearing, snow=True)),
    "railbridge": _painter_by_bearing(bridges.rail_bridge, 90, 60),
    "wrailbridge": _painter_by_bearing(
        lambda bearing: bridges.rail_bridge(bearing, snow=True), 90, 60
    ),
    "ford": _painter_by_bearing(bridges.ford, 0, -60),
    "roadblock": _painter_by_bearing(barriers.roadblock, 0, -60),
    "droadblock": _painter_by_bearing(barriers.desert_roadblock, 0, -60),
    "wroadblock": _painter_by_bearing(barriers.winter_roadblock, 0, -60),
    "dragonteeth": _painter_by_bearing(barriers.dragon_teeth, 90, -60),
    "abatis": _painter_by_bearing(barriers.abatis, 90, -60),
    "wagon": _painter_by_bearing(trains_and_ships.wagon, 90, -60),
    "loco": _painter_by_bearing(trains_and_ships.locomotive, 270, -60),
    "barge": lambda _: trains_and_ships.barge(),
    "pdestroyer": _painter_with_owner(lambda _: trains_and_ships.destroyer()),
    "pcarrier": lambda _: trains_and_ships.aircraft_carrier(),
}
