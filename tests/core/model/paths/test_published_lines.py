"""Redrawn lines of published boards get exactly their original tiles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.core.model.paths.strokes import route_of
from tests.reference_data import board_file, load_yaml

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.model.paths import draw_line
from m44core.model.paths.path_families import PathFamily, load_path_families
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece

CASES = load_yaml(Path(__file__).parent / "strokes.yaml")
LEFT_OUT = {("6369-OperationAmherst", "E1")}  # a fork that leaves the board twice


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['board']}-{case['family']}")
def test_a_published_line_is_redrawn_in_few_strokes(case: Any) -> None:  # noqa: ANN401 - YAML of any shape
    family = load_path_families()[case["family"]]
    published_board = read_file(board_file(case["board"])).scenario
    assert published_board is not None
    redrawn_board = without_lines(published_board, family)
    for stroke in case["strokes"]:
        ends_open = stroke.startswith("open ")
        route = route_of(redrawn_board, family, stroke.removeprefix("open "))
        redrawn_board = draw_line(redrawn_board, family, route, choice=int(ends_open)).scenario
    assert len(case["strokes"]) <= 6
    assert tiles_and_structures(redrawn_board, case["board"]) == tiles_and_structures(
        published_board, case["board"]
    )


def tiles_and_structures(scenario: Scenario, board: str) -> dict[str, tuple[object, ...]]:
    """Return the tiles and structures of a board, keyed by hex name, except ``LEFT_OUT``."""
    content_by_name = {
        scenario.board.name(hex_): content for hex_, content in scenario.hexes.items()
    }
    return {
        name: tuple(piece and (piece.name, piece.orientation) for piece in ground_pieces(content))
        for name, content in content_by_name.items()
        if any(ground_pieces(content)) and (board, name) not in LEFT_OUT
    }


def ground_pieces(content: HexContent) -> tuple[Piece | None, Piece | None]:
    return content.terrain, content.structure


def without_lines(scenario: Scenario, family: PathFamily) -> Scenario:
    """Return a scenario without the lines of a family and its pieces that cross other lines."""
    return scenario.with_hexes(
        {hex_: _without_path(scenario, hex_, family) for hex_ in scenario.hexes}
    )


def _without_path(scenario: Scenario, hex_: Hex, family: PathFamily) -> HexContent:
    content = scenario.at(hex_)
    tile = base_catalogue().get(content.terrain.name) if content.terrain else None
    if tile and family.network in tile.edges:
        tile_below = family.ground_of(tile.name)
        return replace(content, terrain=Piece(tile_below) if tile_below else None)
    crossing_names = {name for names in family.crossings.values() for name in names}
    crossing = content.structure and content.structure.name in crossing_names
    return replace(content, structure=None) if crossing else content
