"""Scripted chance: files, and the command-line option."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.editor.playtest.conftest import read_shipped_scenario

from m44core.cli.main import main
from m44core.errors import ReadError
from m44core.resources import scenarios_folder
from m44core.rules.game.actions import DrawCard, Play, Roll
from m44core.rules.play.chance import DIE
from m44core.rules.play.game_setup import new_game
from m44editor.playtest.game.game_files import load_script


def test_any_recorded_game_can_be_a_script_with_its_seed(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("seed: 44\n\ndraw ambush\nplay recon-left\ndraw barrage\n", "utf-8")
    script, seed = load_script(path)
    state = new_game(read_shipped_scenario("pegasus-bridge"))
    assert seed == "44"
    assert script.next_outcome(state, []) == DrawCard("ambush")
    assert script.next_outcome(state, [DrawCard("ambush"), Play("recon-left")]) == DrawCard(
        "barrage"
    )
    assert script.next_outcome(state, [DrawCard("ambush"), DrawCard("barrage")]) is None
    assert script.next_outcome(state, [Roll((DIE[0],))]) == DrawCard("ambush")


def test_an_invalid_script_is_rejected_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("draw ambush\nthrow six\n", "utf-8")
    with pytest.raises(ReadError, match="line 2: 'throw six' is not a valid action"):
        load_script(tmp_path / "game.txt")
    with pytest.raises(ReadError, match=r"cannot read .*nowhere\.txt: no such file"):
        load_script(tmp_path / "nowhere.txt")


def test_a_script_is_refused_for_simulated_games(capsys: pytest.CaptureFixture[str]) -> None:
    pegasus = str(scenarios_folder() / "pegasus-bridge.m44")
    assert main(["play", pegasus, "--script", "game.txt", "--games", "2"]) == 2
    assert (
        "--script works only in the window; use --seed for simulated games"
        in capsys.readouterr().err
    )
