"""``m44 replay``."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from m44core.cli.main import main
from m44core.resources import scenarios_folder
from m44core.rules.play.recorded_game import PROGRAM, RULES_EDITION

PEGASUS = scenarios_folder() / "pegasus-bridge.yaml"


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The file of a recorded game, with its scenario in the same folder."""
    scenario = tmp_path / "pegasus.yaml"
    shutil.copy(PEGASUS, scenario)
    path = tmp_path / "game.txt"
    arguments = ["--seed", "3", "--record", str(path)]
    assert main(["play", str(scenario), *arguments]) == 0
    capsys.readouterr()
    return path


def test_a_game_is_described_from_the_first_card_to_the_last_medal(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record)]) == 0
    output = capsys.readouterr()
    lines = output.out.splitlines()
    assert lines[0] == "The Axis draws a card."
    assert "Turn 1: Allies." in lines
    assert lines[-1].endswith("with 4 medals.")
    assert output.err == ""


def test_a_game_is_described_with_the_reasons_of_the_computer_players(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record)]) == 0
    lines_without_reasons = capsys.readouterr().out.splitlines()
    assert main(["replay", str(record), "--reasons"]) == 0
    lines = capsys.readouterr().out.splitlines()
    reasons = [line for line in lines if line.startswith("    ")]
    assert [line for line in lines if line not in reasons] == lines_without_reasons
    assert any(re.search(r"can usefully order \d+ units?.*: ", line) for line in reasons)
    assert all(line.endswith(".") for line in reasons)


def test_no_reasons_are_printed_for_human_players(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = record.read_text("utf-8").replace("sergeant", "person")
    record.write_text(text, "utf-8")
    assert main(["replay", str(record), "--reasons"]) == 0
    assert not any(line.startswith("    ") for line in capsys.readouterr().out.splitlines())


def test_a_game_is_described_in_the_chosen_language(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record), "--language", "fr"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "L'Axe pioche une carte."
    assert "Tour 1\xa0: Alliés." in lines
    assert lines[-1].endswith("avec 4 médailles.")


def test_the_log_of_a_game_is_fully_translated(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(record), "--language", "qps"]) == 0
    latin_word = re.compile(r"[A-Za-z]{2,}")
    assert [line for line in capsys.readouterr().out.splitlines() if latin_word.search(line)] == []


def test_quiet_prints_only_the_result(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--quiet"]) == 0
    assert capsys.readouterr().out.count("\n") == 1


def test_a_scenario_that_has_moved_can_be_given_as_an_option(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (record.parent / "pegasus.yaml").unlink()
    assert main(["replay", str(record)]) == 2
    assert "pegasus.yaml" in capsys.readouterr().err
    assert main(["replay", str(record), "--scenario", str(PEGASUS)]) == 0


def test_a_scenario_of_any_name_is_found_again(tmp_path: Path) -> None:
    scenario = tmp_path / "map #2: night.yaml"
    shutil.copy(PEGASUS, scenario)
    assert main(["play", str(scenario), "--record", str(tmp_path / "game.txt")]) == 0
    assert main(["replay", str(tmp_path / "game.txt")]) == 0


def test_a_scenario_in_a_folder_of_any_name_is_found_again(tmp_path: Path) -> None:
    folder = tmp_path / "two\nlines \udcff"
    folder.mkdir()
    shutil.copy(PEGASUS, folder / " a.yaml")
    record = tmp_path / "game.txt"
    assert main(["play", str(folder / " a.yaml"), "--record", str(record)]) == 0
    assert main(["replay", str(record)]) == 0


def test_a_changed_scenario_is_noticed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replace_in_file(record.parent / "pegasus.yaml", "facing: sw-nw", "facing: sw-e", 1)
    assert main(["replay", str(record)]) == 0
    assert "this one has changed since; it can be replayed anyway" in capsys.readouterr().err


def test_a_record_of_another_scenario_is_refused_with_the_line(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = scenarios_folder() / "vassieux.yaml"
    assert main(["replay", str(record), "--scenario", str(other)]) == 2
    output = capsys.readouterr().err
    number = int(output.partition("game.txt: line ")[2].partition(":")[0])
    line = record.read_text("utf-8").splitlines()[number - 1]
    assert f"line {number}: '{line}' is not possible" in output
    assert output.endswith("recorded with a different scenario, or this one has changed since\n")


def test_a_failed_replay_names_the_older_program_of_the_recording(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replace_in_file(
        record, f"program: {PROGRAM}\nrules: {RULES_EDITION}", "program: m44 0.0.1\nrules: 1"
    )
    assert main(["replay", str(record), "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    replace_in_file(record, "\nplay ", "\nend-battles\nplay ", 1)
    assert main(["replay", str(record), "--quiet"]) == 2
    output = capsys.readouterr().err
    assert f"recorded by m44 0.0.1, whose rules differ from those of {PROGRAM}" in output


def test_a_truncated_recording_is_replayed_up_to_its_end(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record.read_text("utf-8").splitlines()
    record.write_text("\n".join(lines[:40]), "utf-8")
    assert main(["replay", str(record)]) == 0
    output = capsys.readouterr()
    assert "Turn 1: Allies." in output.out
    assert output.err == "m44: the recording ends before the game does\n"


def test_a_game_is_replayed_with_its_own_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.txt"
    arguments = ["--set", "takes-ground=no", "--turn-limit", "3", "--record", str(record)]
    assert main(["play", str(PEGASUS), *arguments]) == 0
    assert "\ntakes-ground: no\nturn-limit: 3\n" in record.read_text("utf-8")
    assert main(["replay", str(record), "--quiet"]) == 0
    assert capsys.readouterr().out.endswith("No winner after 3 turns.\n")


def test_windows_line_ends_and_a_byte_order_mark_are_accepted(record: Path) -> None:
    text = record.read_bytes().replace(b"\n", b"\r\n")
    record.write_bytes(b"\xef\xbb\xbf" + text)
    assert main(["replay", str(record), "--quiet"]) == 0


def replace_in_file(path: Path, before: str, after: str, times: int = -1) -> None:
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, times), "utf-8")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "scenario: pegasus.yaml\nmarch on\n",
            ("game.txt: line 2: 'march on' is not a valid action"),
        ),
        ("draw recon-left\n", "does not name a scenario; add --scenario FILE"),
        (
            "scenario: moved.yaml\n",
            "game.txt names this file; if it is somewhere else, add --scenario",
        ),
        (
            'scenario: "a\\u0000b"\n',
            ("is not a valid file name; check it for unprintable characters"),
        ),
        (f"roll{' star' * 9999}\n", " star star ...' is not a valid action"),
        (
            "scenario: pegasus.yaml\nplay recon-left\n",
            "game.txt: line 2: 'play recon-left' is not possible",
        ),
    ],
)
def test_an_unreplayable_game_is_refused_with_the_line(
    record: Path, text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_text(text, encoding="utf-8")
    assert main(["replay", str(record)]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read: no such file or folder"),
        (b"\xff\xfe", "cannot be read: it is not UTF-8 text"),
        (b"\n" * 2_100_000, "cannot be read: it is too large for a recorded game"),
        (b"turn-limit: " + b"9" * 5000, "is not a whole number from 1 to 999999999"),
    ],
)
def test_an_unreadable_recording_is_refused(
    tmp_path: Path, content: bytes | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    if content is not None:
        path.write_bytes(content)
    assert main(["replay", str(path)]) == 2
    assert message in capsys.readouterr().err
