"""``m44 play`` without a window."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.system_requirements import open_pseudo_terminal

from m44core.arguments.parser import Parser
from m44core.cli.commands.play import add_options, play_games_of_plan, replay_command
from m44core.cli.main import main
from m44core.errors import M44Error
from m44core.io.files.read_scenario import read_scenario
from m44core.playtest.games.simulation import SimulationPlan
from m44core.resources import scenarios_folder, schema_folder
from m44core.rules.game.state import GameState
from m44core.rules.play.recorded_game import parse_recorded_game

PEGASUS = str(scenarios_folder() / "pegasus-bridge.yaml")
M44 = (sys.executable, "-m", "m44core.cli.main")
Output = pytest.CaptureFixture[str]


def play_output(capsys: Output, *arguments: str) -> str:
    """Return the output of ``m44 play`` for Pegasus Bridge, which must succeed."""
    assert main(["play", PEGASUS, *arguments]) == 0
    return capsys.readouterr().out


def json_results(capsys: Output, *arguments: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(play_output(capsys, "--format", "json", *arguments))
    return document


def test_the_output_of_one_game_names_the_winner(capsys: Output) -> None:
    assert main(["play", PEGASUS, "--seed", "3", "--ai", "recruit:sergeant"]) == 0
    outcome_line, simulation_line = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"The (Axis|Allies) wins? with 4 medals\. \d+ turns\.", outcome_line)
    assert simulation_line == "Simulated: recruit (Axis), sergeant (Allies); seed 3, game 1."


def test_many_games_report_how_often_each_side_won(capsys: Output) -> None:
    out = play_output(capsys, "--games", "4", "--check")
    assert out.startswith(
        "Pegasus Bridge: 4 simulated games\nsergeant (Axis), sergeant (Allies); seed 1\n"
    )
    win_counts = re.findall(r"^(?:Axis|Allies) +(\d+) +[\d.]+%  +[\d.]+% to +[\d.]+%$", out, re.M)
    assert sum(map(int, win_counts)) == 4
    assert re.search(r"^moves first +Allies, in every game$", out, re.M)
    assert re.search(
        r"^turns +[\d.]+ \(median\), half of the games [\d.]+ to [\d.]+, all ", out, re.M
    )
    assert re.search(r"^medals +Axis: [\d.]+ per game \([\d.]+ units, .* objectives, ", out, re.M)
    assert re.search(r"^[\d.]+ games per second$", out, re.M)


def test_results_are_called_simulated_and_never_a_playtest(capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    output = capsys.readouterr().out + play_output(capsys, "--games", "2")
    assert "simulated" in output
    assert "playtest" not in output


def test_the_json_document_follows_its_schema(capsys: Output) -> None:
    schema = json.loads((schema_folder() / "play.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    arguments = ["--ai", "axis=general,allies=recruit", "--swap", "--games", "4"]
    document = json_results(capsys, *arguments, "--set", "takes-ground=no", "--turn-limit", "6")
    Draft202012Validator(schema).validate(document)
    assert document["settings"] == {"takes-ground": "no", "turn-limit": "6"}
    assert document["results"][1]["players"] == {"axis": "recruit", "allies": "general"}
    assert document["summary"]["levels"]["general"]["games"] == 4


@pytest.mark.bulk
def test_the_document_does_not_depend_on_the_number_of_jobs(capfd: Output) -> None:
    arguments = (
        "--format",
        "json",
        "--games",
        "12",
        "--swap",
        "--ai",
        "recruit:sergeant",
        "--seed",
        "9",
    )
    outputs = [play_output(capfd, *arguments, "--jobs", jobs) for jobs in ("1", "3")]
    assert outputs[0] == outputs[1]


@pytest.mark.bulk
def test_a_game_does_not_depend_on_the_other_games(capsys: Output) -> None:
    arguments = ("--seed", "4", "--swap", "--ai", "general:recruit", "--turn-limit", "4")
    all_results = json_results(capsys, *arguments, "--games", "4")["results"]
    assert json_results(capsys, *arguments, "--games", "2")["results"] == all_results[:2]
    assert json_results(capsys, *arguments, "--only", "4")["results"] == all_results[3:]


def test_another_seed_gives_other_games(capsys: Output) -> None:
    first, second = (
        json_results(capsys, "--games", "5", "--seed", s)["results"] for s in ("1", "2")
    )
    assert [game["turns"] for game in first] != [game["turns"] for game in second]


def test_any_game_of_many_can_be_recorded_alone(tmp_path: Path, capsys: Output) -> None:
    third_game = json_results(capsys, "--games", "3", "--seed", "5")["results"][2]
    record = tmp_path / "game.txt"
    play_output(capsys, "--seed", "5", "--only", "3", "--record", str(record))
    game = parse_recorded_game(record.read_text("utf-8"))
    assert (game.seed, dict(game.players)) == ("5/3", {"AXIS": "sergeant", "ALLIES": "sergeant"})
    assert main(["replay", str(record), "--quiet"]) == 0
    assert capsys.readouterr().out.strip() == third_game["reason"]


def test_a_recording_replaces_no_file_without_force(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "game.txt"
    path.write_text("mine")
    assert main(["play", PEGASUS, "--record", str(path)]) == 2
    assert "game.txt already exists; add --force to replace it" in capsys.readouterr().err
    assert path.read_text() == "mine"
    assert main(["play", PEGASUS, "--record", str(path), "--force"]) == 0
    assert (tmp_path / "game.txt~").read_text() == "mine"


def test_a_record_never_replaces_its_scenario(tmp_path: Path, capsys: Output) -> None:
    scenario = Path(shutil.copy(PEGASUS, tmp_path))
    before = scenario.read_bytes()
    link = tmp_path / "link.txt"
    link.symlink_to(scenario)
    for path in (scenario, link):
        assert main(["play", str(scenario), "--record", str(path), "--force"]) == 2
        assert (
            "is the scenario; choose another file for the recorded game" in capsys.readouterr().err
        )
        assert scenario.read_bytes() == before


def test_a_short_limit_leaves_games_unfinished(capsys: Output) -> None:
    out = play_output(capsys, "--turn-limit", "1")
    assert out.startswith("No winner after 1 turn. 1 turn.\n")
    out = play_output(capsys, "--ai", "recruit", "--turn-limit", "2", "--games", "3")
    assert re.search(r"^unfinished +3 +100.0%", out, re.M)


def test_unsupported_rules_are_listed_in_json_and_on_standard_error(
    tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "told.yaml"
    scenario = Path(PEGASUS).read_text("utf-8")
    path.write_text(
        scenario.replace('rules: "', 'rules: "There is a minefield on A1. ', 1), "utf-8"
    )
    for file, count in ((PEGASUS, 0), (str(path), 1)):
        assert main(["play", file, "--format", "json"]) == 0
        output = capsys.readouterr()
        unplayed_rules = json.loads(output.out)["not_played"]
        assert [
            f"not supported: {sentence}" for sentence in unplayed_rules
        ] == output.err.splitlines()
        assert (
            sum("minefields" in sentence for sentence in unplayed_rules)
            == len(unplayed_rules)
            == count
        )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.m44", "--ai", "general"], "m44: There is no file missing.m44"),
        ([PEGASUS, "--ai", "major"], "m44: unknown player 'major'; known: recruit,"),
        ([PEGASUS, "--set", "fog=yes"], "m44: unknown setting 'fog'; choose from deck,"),
        ([PEGASUS, "--set", "plateau"], "m44: --set plateau: use NAME=VALUE, as in takes-ground"),
        (
            [PEGASUS, "--games", "2", "--record", "x.txt"],
            "m44: --record saves one game; choose it with --only\n",
        ),
        (
            [PEGASUS, "--games", "3", "--swap"],
            "m44: --swap plays games in pairs; use an even number",
        ),
        (
            [PEGASUS, "--record", "nowhere/x.txt"],
            "m44: nowhere/x.txt was not saved and is unchanged: its folder does not exist",
        ),
    ],
)
def test_invalid_options_give_a_message_and_status_2(
    arguments: list[str], message: str, capsys: Output
) -> None:
    assert main(["play", *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--games", "--jobs", "--only", "--turn-limit"])
@pytest.mark.parametrize("number", ["0", "-1", "many", "٣", "9" * 5000])
def test_options_with_a_count_refuse_numbers_below_one(
    option: str, number: str, capsys: Output
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["play", PEGASUS, option, number])
    assert stopped.value.code == 2
    assert option in capsys.readouterr().err


def test_an_empty_scenario_cannot_be_played(tmp_path: Path, capsys: Output) -> None:
    empty_file = tmp_path / "empty.yaml"
    empty_file.write_text(
        "format: 1\nboard: {type: standard, face: country}\nbriefing: {}\nhexes: {}\n"
    )
    for jobs in ("1", "2"):
        assert main(["play", str(empty_file), "--games", "4", "--jobs", jobs]) == 2
        assert "there are no playable units for the Axis side" in capsys.readouterr().err


def interrupt_command(*arguments: str) -> tuple[str, str]:
    """Interrupt a command with Ctrl-C once it shows its progress.

    Return its output and the text on the screen.

    The output ends only when all processes that could write to it have ended.
    """
    screen, end = open_pseudo_terminal()
    command = [*M44, "play", PEGASUS, "--games", "100000", *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=end, start_new_session=True
    ) as process:
        os.close(end)
        try:
            screen_output = b""
            while b" of 100000 games" not in screen_output:
                screen_output += os.read(screen, 1000)
            os.killpg(process.pid, signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    screen_output += os.read(screen, 10_000)
    os.close(screen)
    assert process.returncode == -signal.SIGINT
    return out.decode(), screen_output.decode()


@pytest.mark.usefixtures("handle_interrupts")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_reports_finished_games_and_ends_all_processes(jobs: str) -> None:
    out, screen_text = interrupt_command("--jobs", jobs, "--ai", "recruit", "--format", "json")
    games = json.loads(out)["games"]
    assert games["asked"] == 100_000
    assert 0 < games["played"] < 100_000
    assert f"m44: interrupted after {games['played']} of 100000 games" in screen_text
    assert "Traceback" not in screen_text


@pytest.mark.usefixtures("handle_interrupts")
def test_progress_is_shown_with_a_bar() -> None:
    _, screen_text = interrupt_command()
    assert re.search(r"\[\.{24}\] \d+ of 100000 games, \d+ min left", screen_text)


def parse_arguments(*arguments: str) -> argparse.Namespace:
    parser = Parser("m44 play")
    add_options(parser)
    return parser.parse_args(arguments)


def test_the_repeat_command_has_all_relevant_options() -> None:
    arguments = ["my map.yaml", "--ai", "general", "--seed", "4", "--games", "50", "--jobs", "2"]
    arguments += ["--set", "takes-ground=no", "--turn-limit", "70", "--swap", "--check"]
    repeated_arguments = shlex.split(replay_command(parse_arguments(*arguments), 17))
    assert repeated_arguments[:2] == ["m44", "play"]
    assert parse_arguments(*repeated_arguments[2:]) == parse_arguments(
        *arguments[:5], *arguments[9:], "--only", "17"
    )


@dataclass(frozen=True, slots=True)
class PlanWithMissingCard(SimulationPlan):
    """A plan whose games start with a card missing from the deck."""

    def start(self) -> GameState:
        start = SimulationPlan.start(self)
        start.deck = start.deck[1:]
        return start


def test_a_broken_game_is_recorded_and_named_with_the_command_that_repeats_it(
    tmp_path: Path,
) -> None:
    record = tmp_path / "game.txt"
    plan = PlanWithMissingCard(read_scenario(PEGASUS), range(5, 6), check=True)
    repeat_command_line = f"m44 play {PEGASUS} --check --only 5"
    with pytest.raises(M44Error, match=f"game 5: action 1 .*\nto repeat it: {repeat_command_line}"):
        play_games_of_plan(plan, parse_arguments(PEGASUS, "--check", "--record", str(record)))
    assert parse_recorded_game(record.read_text("utf-8")).seed == "1/5"
