"""Tiles and the printed face under them (M509, M511)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from m44core.board import Face, Zone
from m44core.catalogue.types import Layer
from m44core.data_files import yaml_file
from m44core.errors import CatalogueError
from m44core.hexes import Hex
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put, remove
from m44core.validation.placed import PlacedPiece

_FILE = Path(__file__).parent / "faces.yaml"
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


@check("M511")
def tile_of_another_face(context: Context) -> Iterator[Problem]:
    """Tiles of snow or sand on a board that has none (LINT-G9)."""
    found: dict[Face, list[Hex]] = {}
    tiles = [placed for placed in context.pieces if placed.layer is Layer.TERRAIN]
    for placed in tiles:
        face = _printed_for().get(placed.element.name)
        if face and face is not context.scenario.face:
            found.setdefault(face, []).append(placed.hex)
    for face, hexes in found.items():
        most = 2 * len(hexes) > len(tiles) > 1
        repairs = (
            (put(f"{face.value.lower()}-face", "/board/face", face.value.lower()),) if most else ()
        )
        place = context.pointer(hexes[0], "terrain")
        yield problem(face.value.lower(), place, hexes[0], *repairs, hexes=context.names(hexes))


@cache
def _printed_for() -> Mapping[str, Face]:
    """Return the tiles that are printed for one face only."""
    try:
        said: Any = yaml_file(_FILE)
        return {name: Face[face.upper()] for face, names in said.items() for name in names}
    except (OSError, ValueError, KeyError, AttributeError) as error:
        raise CatalogueError(f"{_FILE.name} is wrong: {error}") from error


CHECKS = (tile_against_the_face, tile_of_another_face)
