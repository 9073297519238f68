"""Tiles and the printed face under them (M509)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.board import Face, Zone
from m44core.catalogue.types import Layer
from m44core.hexes import Hex
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import remove
from m44core.validation.placed import PlacedPiece

_COAST = "coast"  # the palette group of beaches, piers and shores


@check("M509")
def tile_against_the_face(context: Context) -> Iterator[Problem]:
    """Tiles of land in the printed sea, and tiles of a coast inland (V-57, B-FACE-03, B-FACE-04).

    A coast of tiles is information: scenarios of the Pacific are published with beaches at the
    edge of the countryside.
    """
    found: dict[str, list[Hex]] = {}
    for placed in context.pieces:
        key = _misplaced(context, placed) if placed.layer is Layer.TERRAIN else None
        if key:
            found.setdefault(key, []).append(placed.hex)
    for key, hexes in found.items():
        pointers = [context.pointer(hex_, "terrain") for hex_ in hexes]
        repairs = (remove("remove", *pointers),) if key == "sea" else ()
        yield problem(key, pointers[0], hexes[0], *repairs, hexes=context.names(hexes))


def _misplaced(context: Context, placed: PlacedPiece) -> str | None:
    """Return the message why a tile does not go with what is printed under it, or None."""
    scenario, coast = context.scenario, placed.element.group == _COAST
    if scenario.face is not Face.BEACH:
        return "coast" if coast else None
    sea = scenario.board.zone(scenario.face, placed.hex) is Zone.OCEAN
    return "sea" if sea and not coast else None


CHECKS = (tile_against_the_face,)
