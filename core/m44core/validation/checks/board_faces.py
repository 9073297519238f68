"""Checks of tiles, ships and armies against the printed face (M113, M114, M509, M511)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from m44core.board import BoardType, Face, Zone
from m44core.catalogue.catalogue_types import Layer, UnitClass
from m44core.data_files import read_yaml_mapping
from m44core.errors import CatalogueError
from m44core.findings.finding_kinds import Phrase, PhraseValue, phrase
from m44core.hexes import Hex
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import (
    Problem,
    check,
    problem,
    removal_repair,
    value_repair,
)
from m44core.validation.placed_pieces import PlacedPiece

_FILE = Path(__file__).parent / "faces.yaml"
_COAST = "coast"  # the palette group of beaches, piers and shores


@check("M509")
def tile_unsuited_to_zone(context: CheckContext) -> Iterator[Problem]:
    """Land tiles at sea, and coast tiles on boards without sea (V-57, B-FACE-03, B-FACE-04).

    Coast tiles are only a note: published Pacific scenarios have beaches at the edge of the
    countryside board.
    """
    hexes_by_key: dict[str, list[Hex]] = {}
    for placed_piece in context.pieces:
        key = _misplaced_key(context, placed_piece) if placed_piece.layer is Layer.TERRAIN else None
        if key:
            hexes_by_key.setdefault(key, []).append(placed_piece.hex)
    for key, hexes in hexes_by_key.items():
        pointers = [context.pointer(hex_, "terrain") for hex_ in hexes]
        repairs = (removal_repair("remove", *pointers),) if key == "sea" else ()
        yield problem(key, pointers[0], hexes[0], *repairs, hexes=context.hex_list(hexes))


def _misplaced_key(context: CheckContext, placed_piece: PlacedPiece) -> str | None:
    """Return the message key for a tile that does not suit the printed board; None if it does."""
    scenario, is_coast_tile = context.scenario, placed_piece.element.group == _COAST
    if scenario.face is not Face.BEACH:
        return "coast" if is_coast_tile else None
    is_at_sea = scenario.board.zone(scenario.face, placed_piece.hex) is Zone.OCEAN
    return "sea" if is_at_sea and not is_coast_tile else None


@check("M511")
def tile_for_different_face(context: CheckContext) -> Iterator[Problem]:
    """Snow or sand tiles on a board without snow or sand (LINT-G9)."""
    hexes_by_face: dict[Face, list[Hex]] = {}
    tiles = [placed_piece for placed_piece in context.pieces if placed_piece.layer is Layer.TERRAIN]
    for placed_piece in tiles:
        face = _faces_of_tiles().get(placed_piece.element.name)
        if face and face is not context.scenario.face:
            hexes_by_face.setdefault(face, []).append(placed_piece.hex)
    for face, hexes in hexes_by_face.items():
        is_majority = 2 * len(hexes) > len(tiles) > 1
        repairs = (
            (value_repair(f"{face.value.lower()}-face", "/board/face", face.value.lower()),)
            if is_majority
            else ()
        )
        place = context.pointer(hexes[0], "terrain")
        yield problem(face.value.lower(), place, hexes[0], *repairs, hexes=context.hex_list(hexes))


@cache
def _faces_of_tiles() -> Mapping[str, Face]:
    """Return the face of each tile that is printed for a single face, keyed by tile name; cached.

    Raises:
        CatalogueError: the data of the program is wrong.
    """
    try:
        data = read_yaml_mapping(_FILE)
        return {name: Face[face.upper()] for face, names in data.items() for name in names}
    except (OSError, ValueError, KeyError, AttributeError) as error:
        raise CatalogueError(f"{_FILE.name} is wrong: {error}") from error


@check("M113")
def landing_without_a_sea(context: CheckContext) -> Iterator[Problem]:
    """Ships, or an army set up in the surf, on a board without a sea (LINT-G11, B-FACE-03).

    Breakthrough boards are skipped. A single ship is left to M410.
    """
    scenario = context.scenario
    if scenario.face is Face.BEACH or scenario.board.type is BoardType.BREAKTHROUGH:
        return
    repairs = (value_repair("beach-face", "/board/face", Face.BEACH.value.lower()),)
    vessels = [placed_piece for placed_piece in context.pieces if _needs_sea(placed_piece)]
    has_water = any(
        placed_piece.element.group in (_COAST, _WATER) for placed_piece in context.pieces
    )
    if len(vessels) > 1 and not has_water:  # M410 reports a single one
        hexes = context.hex_list(placed_piece.hex for placed_piece in vessels)
        values: dict[str, PhraseValue] = {"piece": vessels[0].element.noun, "hexes": hexes}
        yield problem("ships", "/board/face", None, *repairs, **values, face=_face_phrase(context))
    elif _has_landing_setup(context):
        yield problem("landing", "/board/face", None, *repairs, face=_face_phrase(context))


_WATER = "water"  # the palette group of rivers and lakes


def _face_phrase(context: CheckContext) -> Phrase:
    return phrase(f"{context.scenario.face.value.lower()}-board")


def _needs_sea(placed_piece: PlacedPiece) -> bool:
    """Return whether a piece floats: a landing craft or a ship."""
    sails = placed_piece.element.abilities and placed_piece.element.abilities.get("sails")
    return bool(sails) or placed_piece.element.name == _LANDING_CRAFT


_LANDING_CRAFT = "barge"


def _has_landing_setup(context: CheckContext) -> bool:
    """Return whether the bottom rows are set up as for the beach face, on a different face.

    There are hedgehogs, all of them on hexes that would be beach or ocean. On the hexes that would
    be ocean, there are units of only one side, and no pieces but hedgehogs.
    """
    scenario = context.scenario
    zones = {hex_: scenario.board.zone(Face.BEACH, hex_) for hex_ in scenario.board.hexes}
    hedgehogs = [p.hex for p in context.pieces if _is_closed_to_armor(p)]
    at_sea = [
        placed_piece for placed_piece in context.pieces if zones[placed_piece.hex] is Zone.OCEAN
    ]
    sides = Counter(unit.side for unit in context.units if zones[unit.hex] is Zone.OCEAN)
    return (
        len(hedgehogs) >= _MIN_LANDING_SIZE
        and all(zones[hex_] is not Zone.LAND for hex_ in hedgehogs)
        and all(placed_piece.hex in hedgehogs for placed_piece in at_sea)
        and len(sides) == 1
        and sum(sides.values()) >= _MIN_LANDING_SIZE
    )


_MIN_LANDING_SIZE = 3  # minimum of hedgehogs on a beach, and of units in a landing


def _is_closed_to_armor(placed_piece: PlacedPiece) -> bool:
    rules = placed_piece.element.terrain
    return bool(
        placed_piece.layer is Layer.OBSTACLE and rules and UnitClass.ARMOR in rules.impassable
    )


@check("M114")
def board_larger_than_its_battle(context: CheckContext) -> Iterator[Problem]:
    """Large boards whose battle would fit on a standard board (LINT-G12, V-01)."""
    board = context.scenario.board
    if board.type is BoardType.STANDARD:
        return
    used_hexes = [*context.scenario.hexes, *context.scenario.labels]
    if not context.units or not context.shows_all_units:
        return
    rows, cols = ([getattr(hex_, axis) for hex_ in used_hexes] for axis in ("row", "col"))
    if max(rows) - min(rows) < _ROWS and max(cols) - min(cols) <= _LAST_COL:
        yield problem("larger", "/board/type", None, board=phrase(board.type.value.lower()))


_ROWS, _LAST_COL = 9, 24  # of a standard board
