"""The main job by mouse and keyboard: open, paint, fix, save, play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.end_to_end.conftest import Start
from tests.end_to_end.program import Program

from m44core.catalogue.catalogue_types import Layer, Side
from m44core.io.files.file_reader import FileFormat, read_file
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece
from m44core.rules.play.recorded_game import parse_recorded_game, replay_game

pytestmark = pytest.mark.gui

TITLE = "pegasus-bridge.m44"
CHANGED_TITLE = "pegasus-bridge.m44*"
WOOD = ("H7", "I7", "J7")  # a stroke of the mouse, on empty hexes
BUNKER = "H5"
MESSAGE = "the bunker has no owner and no unit in it"
OWN_TURNS = 3


@pytest.fixture
def editor(start: Start, pegasus_file: Path) -> Program:
    """The editor with Pegasus Bridge."""
    program = start("edit", str(pegasus_file))
    program.wait_for_window(TITLE)
    return program


def test_a_scenario_is_painted_fixed_undone_redone_saved_and_played(
    editor: Program, pegasus_file: Path
) -> None:
    paint_a_wood(editor)
    place_a_bunker(editor)
    fix_missing_owner(editor)
    undo_and_redo_all(editor)
    saved_file = pegasus_file.with_suffix(".yaml")
    save_as(editor, saved_file)
    assert read_file(saved_file).format is FileFormat.YAML
    assert read_saved_scenario(saved_file) == expected_scenario(read_saved_scenario(pegasus_file))
    play_three_turns(editor)
    recording_file = pegasus_file.with_name("game.txt")
    save_game(editor, recording_file)
    state = replay_game(
        parse_recorded_game(recording_file.read_text("utf-8")), read_saved_scenario(saved_file)
    )
    assert state.turn > 2 * OWN_TURNS


def read_saved_scenario(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario is not None
    return scenario


def expected_scenario(before: Scenario) -> Scenario:
    board = before.board
    wooded_scenario = edits.paint(before, Layer.TERRAIN, Piece("woods"), map(board.hex, WOOD))
    bunker = Piece("bunker", owner=Side.ALLIES)
    return edits.paint(wooded_scenario, Layer.STRUCTURE, bunker, [board.hex(BUNKER)])


def select_palette_piece(editor: Program, piece: str) -> None:
    """Select a piece in the palette by searching for it."""
    editor.press("ctrl+f")
    editor.wait_until(lambda answer: answer[1] == "Search pieces", "window")
    editor.type(piece)
    editor.click(piece)


def paint_a_wood(editor: Program) -> None:
    select_palette_piece(editor, "Forest")
    editor.drag_over(*WOOD)
    editor.wait_for([1, 1, False], "document")
    editor.wait_for_window(CHANGED_TITLE)


def place_a_bunker(editor: Program) -> None:
    assert owner_problem(editor) is None
    select_palette_piece(editor, "Bunker")
    editor.click_hex(BUNKER)
    editor.wait_for([2, 2, False], "document")


def owner_problem(editor: Program) -> list[str] | None:
    rows: list[list[str]] = editor.ask("problems")
    return next((row for row in rows if MESSAGE in row[0].lower()), None)


def fix_missing_owner(editor: Program) -> None:
    """Click the problem, open its fixes by keyboard, and apply the second."""
    rows = editor.wait_until(
        lambda rows: any(MESSAGE in row[0].lower() for row in rows), "problems"
    )
    (row,) = (row for row in rows if MESSAGE in row[0].lower())
    assert BUNKER in row[1]
    editor.click(row[0])
    editor.press("ctrl+period")
    editor.wait_until(bool, "menu")
    editor.click("Give the bunker to the Allies")
    editor.wait_for([3, 3, False], "document")
    editor.wait_until(lambda rows: not any(MESSAGE in row[0].lower() for row in rows), "problems")


def undo_and_redo_all(editor: Program) -> None:
    editor.press("ctrl+z", "ctrl+z", "ctrl+z")
    editor.wait_for([0, 3, True], "document")
    editor.wait_for_window(TITLE)
    editor.press("ctrl+shift+z", "ctrl+shift+z", "ctrl+y")
    editor.wait_for([3, 3, False], "document")


def save_as(editor: Program, path: Path) -> None:
    editor.press("ctrl+shift+s")
    answer_file_dialog(editor, "Save Scenario", path)
    editor.wait_for([3, 3, True], "document")
    editor.wait_for_window(path.name)


def answer_file_dialog(program: Program, title: str, path: Path) -> None:
    program.wait_for_window(title)
    program.press("ctrl+a")
    program.type(str(path))
    program.click("Save")


def play_three_turns(editor: Program) -> None:
    """Start a game as the Allies, who move first, and play until their fourth turn."""
    editor.press("F5")
    editor.wait_for_window("Playtest: Pegasus Bridge")
    editor.click("Start Game")
    editor.wait_until(lambda game: game is not None, "game")
    editor.press("ctrl+t")
    game = next_decision(editor, 0)
    while game["turn"] <= 2 * OWN_TURNS and not game["over"]:
        acted = decide(editor, game)
        game = next_decision(editor, game["actions"] + acted)
    assert not game["over"], "three turns do not decide this game"


def next_decision(editor: Program, actions: int) -> dict[str, Any]:
    """Return the game once *actions* actions have been taken and it waits for the person."""
    answer: dict[str, Any] = editor.wait_until(
        lambda game: game["actions"] >= actions and (game["waits"] or game["over"]), "game"
    )
    return answer


def decide(editor: Program, game: dict[str, Any]) -> bool:
    """Click something clickable, and return whether it was an action of the game."""
    if game["cards"]:
        editor.click(game["cards"][0])
    elif game["hexes"]:
        editor.click_hex(game["hexes"][0])
    elif game["units"] and not game["chosen"]:
        editor.click_hex(game["units"][0])
        editor.wait_until(lambda now: now["chosen"], "game")
        return False
    else:
        editor.click(game["buttons"][-1])
    return True


def save_game(editor: Program, path: Path) -> None:
    editor.press("ctrl+s")
    answer_file_dialog(editor, "Save Game", path)
    editor.wait_until(lambda _: path.is_file(), "window")
