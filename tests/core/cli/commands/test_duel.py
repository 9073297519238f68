"""``m44 duel``."""

from __future__ import annotations

import re

import pytest

from m44core.cli.main import main
from m44core.resources import scenarios_folder

FILES = [str(scenarios_folder() / f"{name}.yaml") for name in ("pegasus-bridge", "vassieux")]
Output = pytest.CaptureFixture[str]


def test_a_duel_is_reported_by_scenario_and_in_total(capsys: Output) -> None:
    assert main(["duel", "sergeant", "recruit", *FILES, "--games", "10", "--seed", "2"]) == 0
    header, _, _, *rows = capsys.readouterr().out.splitlines()
    assert header == (
        "sergeant against recruit: simulated games, with sides swapped in every second game; seed 2"
    )
    names = ["Pegasus Bridge", "Vassieux", "total"]
    numbers = [re.findall(r"[\d.]+", row[len("Pegasus Bridge") :]) for row in rows]
    assert [row.startswith(name) for row, name in zip(rows, names, strict=True)] == [True] * 3
    assert [int(row[0]) for row in numbers] == [6, 4, 10]
    assert sum(int(row[1]) for row in numbers[:2]) == int(numbers[2][1])


@pytest.mark.bulk
def test_the_table_does_not_depend_on_the_number_of_jobs(capfd: Output) -> None:
    tables = []
    for jobs in ("1", "2"):
        assert main(["duel", "sergeant", "recruit", *FILES, "--games", "8", "--jobs", jobs]) == 0
        tables.append(capfd.readouterr().out)
    assert tables[0] == tables[1]


@pytest.mark.parametrize(("first", "second", "status"), [(0, 1, 0), (1, 0, 1)])
def test_a_level_that_wins_too_few_games_gives_status_1(
    first: int, second: int, status: int
) -> None:
    levels = ("sergeant", "recruit")
    arguments = [levels[first], levels[second], FILES[0], "--games", "6", "--at-least", "70"]
    assert main(["duel", *arguments]) == status


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["general", "general", FILES[0]],
            ("general against general is not a comparison; name two different players"),
        ),
        (["general", "captain", FILES[0]], "unknown player 'captain'; known: "),
        (["general", "recruit", "missing.m44"], "There is no file missing.m44"),
        (["general", "recruit", *FILES, "--games", "2"], "2 games cannot be played in pairs"),
    ],
)
def test_invalid_duels_are_refused(arguments: list[str], message: str, capsys: Output) -> None:
    assert main(["duel", *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("number", ["-1", "101", "most", "nan"])
def test_the_at_least_option_must_be_a_percentage(number: str, capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["duel", "general", "recruit", FILES[0], "--at-least", number])
    assert "is not a percentage" in capsys.readouterr().err
