"""Scenarios are written as VASSAL saved games and read back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.core.vassal.vassal_writer import Grid, Piece, VassalGame, store_saved_game, write_module

from m44core.board import BoardType
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent
from m44core.resources import shipped_scenarios
from m44core.setup_list.list_placement import place_setup_list
from m44core.setup_list.list_reader import RemarkKind, read_setup_list
from m44core.vassal.saved_game import SavedGame, read_saved_game

FREE_NAMES = {
    "woods": "Forest_1",
    "sand": "Sandbags token",
    "hedgerow": "Hedgerow.png",
    "wire": "Wire 2",
}
"""Names that the author of a module could give to counters."""


def counter_name(name: str) -> str:
    return FREE_NAMES.get(name) or renderer_in("en").render(base_catalogue().elements[name].title)


def names_on(content: HexContent) -> list[str]:
    """Return the names of all pieces on a hex, from the bottom up."""
    pieces = [content.terrain, content.structure, content.obstacle]
    names = [piece.name for piece in pieces if piece]
    if content.unit:
        names += filter(None, (content.unit.name, content.unit.badge))
    return names + [tag.name for tag in content.tags]


def pieces_of(scenario: Scenario, grid: Grid) -> Iterator[Piece]:
    for hex_, content in scenario.hexes.items():
        x, y = grid.middle(hex_.col, hex_.row)
        for name in names_on(content):
            yield Piece(counter_name(name), "Main Map", x, y)


def names_by_hex(scenario: Scenario) -> dict[str, set[str]]:
    names = {scenario.board.name(h): {*names_on(c)} for h, c in scenario.hexes.items()}
    return {name: pieces for name, pieces in names.items() if pieces}


def imported_scenario(scenario: Scenario, saved_game: SavedGame) -> Scenario:
    """Return a new scenario with all pieces of a saved game, all of which are understood."""
    board = new_scenario(saved_game.board, scenario.face)
    setup_list = read_setup_list(saved_game.text, board, "en", is_literal=True)
    assert [str(r.message) for r in setup_list.remarks if r.kind is RemarkKind.ERROR] == []
    return place_setup_list(board, setup_list)


@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.name)
def test_a_scenario_is_read_back_with_its_module(path: Path, tmp_path: Path) -> None:
    scenario = read_file(path).scenario
    assert scenario is not None
    grid = Grid()
    boards = [("Main Map", "Any")]
    game = store_saved_game(
        VassalGame([*pieces_of(scenario, grid)], boards=boards).text(), tmp_path / "a.vsav"
    )
    size = 140 + scenario.board.last_col * 45, 160 + (scenario.board.rows - 1) * 78
    with_hexes = write_module(tmp_path / "a.vmod", {"Any": grid, "Other": Grid(50, 60, 0, 0)}, size)
    saved_game = read_saved_game(game, new_scenario(), "en", with_hexes)
    assert saved_game.board is scenario.board.type
    assert names_by_hex(imported_scenario(scenario, saved_game)) == names_by_hex(scenario)


@pytest.mark.bulk
def test_published_layouts_are_read_back_from_counters_alone(
    reference_material: Path, tmp_path: Path
) -> None:
    paths = sorted((reference_material / "corpus" / "boards").glob("*.m44"))[::4]
    wrong_counters = []
    for path in paths:
        scenario = read_file(path).scenario
        assert scenario is not None
        if len(scenario.hexes) < 20:
            continue
        grid = Grid(62.35, 72.0, 48, 36)
        game = store_saved_game(
            VassalGame([*pieces_of(scenario, grid)]).text(), tmp_path / "a.vsav"
        )
        saved_game = read_saved_game(game, new_scenario(), "en")
        if saved_game.board is not scenario.board.type or names_by_hex(
            imported_scenario(scenario, saved_game)
        ) != names_by_hex(scenario):
            wrong_counters.append((path.name, saved_game.notes))
    assert wrong_counters == []


def test_counters_that_need_a_larger_board_are_reported(tmp_path: Path) -> None:
    grid = Grid()
    places = [grid.middle(col, row) for row in range(17) for col in range(row % 2, 25, 4)]
    pieces = [Piece("Forest", "Main Map", x, y) for x, y in places]
    game = store_saved_game(VassalGame(pieces).text(), tmp_path / "a.vsav")
    saved_game = read_saved_game(game, new_scenario(), "en")
    assert saved_game.board is BoardType.BREAKTHROUGH
    assert str(saved_game.notes[0]).startswith("The saved game needs another board (Breakthrough)")
