"""The 24 rectangular pieces: bunkers, bridges, barriers, trains and ships."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.glyphs import owner_mark
from m44core.drawing.shapes.shapes import Drawing
from m44core.drawing.structures import barriers, bridges, bunkers, trains_and_ships

Painter = Callable[[Art], Drawing]


def _along(draw: Callable[[float], Drawing], first: float, step: float) -> Painter:
    """Return a painter with bearing *first* at orientation 1 and *step* degrees more for each."""
    return lambda art: draw(first + (art.orientation - 1) * step)


def _bridge(draw: Callable[[float], Drawing]) -> Painter:
    return _along(draw, 0, 30)


def _owned(draw: Callable[[int], Drawing], *, asks: bool = False) -> Painter:
    """Return a painter that adds the mark of the owner if the art names one."""

    def paint(art: Art) -> Drawing:
        owner = str(art.detail[0]) if art.detail else ""
        mark = owner_mark(owner, needs_owner=asks and bool(art.detail))
        return (*draw(art.orientation), *mark)

    return paint


def _winter_bunker(orientation: int) -> Drawing:
    return (
        *bunkers.bunker(orientation, bunkers.CONCRETE),
        *bunkers.snow_cap(orientation),
    )


PAINTERS: Mapping[str, Painter] = {
    "bunker": _owned(lambda o: bunkers.bunker(o, bunkers.CONCRETE), asks=True),
    "wbunker": _owned(_winter_bunker),
    "dbunker": _owned(lambda o: bunkers.bunker(o, bunkers.STONE)),
    "pbunker": _owned(lambda _: (*bunkers.round_bunker(bunkers.TIMBER), *bunkers.log_roof())),
    "casemate": _owned(lambda _: bunkers.casemate()),
    "bridge": _bridge(bridges.timber_bridge),
    "wbridge": _bridge(lambda bearing: bridges.timber_bridge(bearing, snow=True)),
    "pbridge": _bridge(bridges.rope_bridge),
    "brkbridge": _bridge(bridges.broken_bridge),
    "pontoon": _bridge(bridges.pontoon),
    "wpontoon": _bridge(lambda bearing: bridges.pontoon(bearing, snow=True)),
    "railbridge": _along(bridges.rail_bridge, 90, 60),
    "wrailbridge": _along(lambda bearing: bridges.rail_bridge(bearing, snow=True), 90, 60),
    "ford": _along(bridges.ford, 0, -60),
    "roadblock": _along(barriers.roadblock, 0, -60),
    "droadblock": _along(barriers.desert_roadblock, 0, -60),
    "wroadblock": _along(barriers.winter_roadblock, 0, -60),
    "dragonteeth": _along(barriers.dragon_teeth, 90, -60),
    "abatis": _along(barriers.abatis, 90, -60),
    "wagon": _along(trains_and_ships.wagon, 90, -60),
    "loco": _along(trains_and_ships.locomotive, 270, -60),
    "barge": lambda _: trains_and_ships.barge(),
    "pdestroyer": _owned(lambda _: trains_and_ships.destroyer()),
    "pcarrier": lambda _: trains_and_ships.carrier(),
}
