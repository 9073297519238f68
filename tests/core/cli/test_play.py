"""``m44 play`` without a window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from m44core.cli.main import main
from m44core.resources import scenarios_folder
from m44core.rules.replay import read_game

PEGASUS = str(scenarios_folder() / "pegasus-bridge.yaml")


def test_one_game_says_who_won(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", PEGASUS, "--seed", "3"]) == 0
    said = capsys.readouterr()
    assert re.fullmatch(r"The (Axis|Allies) wins? with 4 medals\. \d+ turns, seed 3\.\n", said.out)
    assert said.err.startswith("not played: Only the 40 section cards are played")


def test_many_games_say_who_won_how_often(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", PEGASUS, "--games", "4", "--check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"4 games, [\d.]+ turns on average\.", lines[0])
    wins = [int(re.findall(r"won (\d)", line)[0]) for line in lines[1:3]]
    assert sum(wins) == 4
    assert re.fullmatch(r"[\d.]+ games a second\.", lines[-1])


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    records = [tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "c.txt"]
    for record, seed in zip(records, ("5", "5", "6"), strict=True):
        main(["play", PEGASUS, "--computer", "both", "--seed", seed, "--record", str(record)])
    texts = [record.read_text(encoding="utf-8") for record in records]
    assert texts[0] == texts[1]
    assert read_game(texts[0]).actions != read_game(texts[2]).actions


def test_a_record_replaces_no_file_unasked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("mine")
    assert main(["play", PEGASUS, "--record", str(path)]) == 2
    assert "game.txt is there already; add --force to replace it" in capsys.readouterr().err
    assert path.read_text() == "mine"
    assert main(["play", PEGASUS, "--record", str(path), "--force"]) == 0
    assert (tmp_path / "game.txt~").read_text() == "mine"


def test_a_draw_says_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", PEGASUS, "--turn-limit", "1"]) == 0
    assert capsys.readouterr().out == "Nobody has won after 1 turn. 1 turn, seed 1.\n"


def test_a_short_limit_ends_in_a_draw(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--computer", "random", "--turn-limit", "2", "--games", "3"]
    assert main(["play", PEGASUS, *words]) == 0
    assert "Nobody won 3." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["missing.m44", "--computer", "both"], "m44: There is no file missing.m44"),
        (
            [PEGASUS, "--computer", "both", "--games", "2", "--record", "x.txt"],
            "m44: --record writes one game; leave --games out\n",
        ),
        (
            [PEGASUS, "--computer", "both", "--record", "nowhere/x.txt"],
            "m44: nowhere/x.txt was not saved, and is as it was: its folder does not exist",
        ),
    ],
)
def test_what_cannot_be_done_is_said(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("games", ["0", "-1", "many"])
def test_games_are_counted_from_one(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["play", PEGASUS, "--computer", "both", "--games", games])
    assert stopped.value.code == 2
    assert "--games" in capsys.readouterr().err


def test_an_empty_scenario_cannot_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.yaml"
    empty.write_text("format: 1\nboard: {type: standard, face: country}\nbriefing: {}\nhexes: {}\n")
    assert main(["play", str(empty), "--computer", "both"]) == 2
    assert "has no unit that can be played" in capsys.readouterr().err
