"""A killed editor loses nothing: the next one restores its work."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.end_to_end.conftest import Start
from tests.end_to_end.program import Program

from m44core.catalogue.catalogue_types import Layer
from m44core.io.files.file_reader import read_file
from m44core.model import edits
from m44core.model.scenario_parts import Piece

pytestmark = pytest.mark.gui

HEX = "H7"


def snapshots(home: Path) -> list[Path]:
    return sorted(home.glob("m44-workshop/recovery/*.json"))


def test_unsaved_changes_of_a_killed_editor_are_restored_in_their_tab(
    start: Start, pegasus_file: Path, tmp_path: Path
) -> None:
    before, home = pegasus_file.read_bytes(), tmp_path / "home"
    first_editor = start("edit", str(pegasus_file))
    paint_a_hex(first_editor)
    first_editor.wait_until(lambda _: bool(snapshots(home)), "document")
    first_editor.process.kill()
    first_editor.process.wait()
    assert pegasus_file.read_bytes() == before

    second_editor = start("edit")
    second_editor.wait_for_window("pegasus-bridge.m44*")
    second_editor.wait_for([0, 0, False], "document")
    second_editor.press("ctrl+s")
    second_editor.wait_for([0, 0, True], "document")
    second_editor.press("ctrl+q")
    assert second_editor.process.wait() == 0
    assert not snapshots(home)

    backup_file = pegasus_file.with_name(pegasus_file.name + "~")
    assert backup_file.read_bytes() == before
    old, new = read_file(backup_file).scenario, read_file(pegasus_file).scenario
    assert old is not None
    assert new == edits.paint(old, Layer.TERRAIN, Piece("woods"), [old.board.hex(HEX)])


def test_a_game_of_a_killed_editor_continues(
    start: Start, pegasus_file: Path, tmp_path: Path
) -> None:
    first_editor = start("edit", str(pegasus_file))
    first_editor.wait_for_window("pegasus-bridge.m44")
    first_editor.press("F5")
    game = play_until_killed(first_editor, tmp_path / "home")

    second_editor = start("edit")
    second_editor.wait_for_window("Recover Unsaved Work")
    second_editor.click("Recover")
    second_editor.wait_for_window("Playtest: Pegasus Bridge*")
    second_editor.wait_for(game, "game")


def test_a_killed_playtest_continues_in_the_window_of_the_next(
    start: Start, pegasus_file: Path, tmp_path: Path
) -> None:
    game = play_until_killed(start("play", str(pegasus_file)), tmp_path / "home")
    second_playtest = start("play", str(pegasus_file))
    second_playtest.wait_for_window("Recover Unsaved Work")
    second_playtest.click("Recover")
    second_playtest.wait_for_window("Playtest: Pegasus Bridge*")
    second_playtest.wait_for(game, "game")


def play_until_killed(program: Program, home: Path) -> object:
    """Start a game, play a card, kill the program, and return the game it had."""
    program.wait_for_window("Playtest: Pegasus Bridge")
    program.press("alt+n")  # the number of the game
    program.press("ctrl+a")
    program.type("7")
    program.click("Start Game")
    program.wait_until(lambda game: game and game["cards"], "game")
    program.click("Probe (center)")
    game: object = program.wait_until(lambda game: not game["cards"], "game")
    copies = home / "m44-workshop" / "recovery" / "games"
    program.wait_until(lambda _: any(copies.glob("*.json")), "game")
    program.process.kill()
    program.process.wait()
    return game


def paint_a_hex(editor: Program) -> None:
    editor.wait_for_window("pegasus-bridge.m44")
    editor.press("b")
    editor.click_hex(HEX)
    editor.wait_for([1, 1, False], "document")
