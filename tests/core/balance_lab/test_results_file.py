"""The results as data, which follow their schema, and their file next to a scenario."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.core.balance_lab.played_results import SCENARIO, played_results, results_without_games

from m44core.balance_lab.balance_results import BalanceResults
from m44core.balance_lab.results_file import (
    read_results,
    results_path,
    verdict_data,
    verdict_json,
    write_results,
)
from m44core.catalogue.catalogue_types import Side
from m44core.errors import ReadError
from m44core.io.files.scenario_files import is_scenario
from m44core.io.schema.schemas import read_schema


def make_strict(schema: object) -> object:
    """Return a schema whose objects allow only the properties it describes."""
    if isinstance(schema, dict):
        no_other_keys = {"additionalProperties": False} if "properties" in schema else {}
        return no_other_keys | {key: make_strict(value) for key, value in schema.items()}
    return list(map(make_strict, schema)) if isinstance(schema, list) else schema


@pytest.mark.parametrize("results", [played_results, results_without_games])
def test_the_data_match_a_schema_that_describes_every_property(results: Any) -> None:  # noqa: ANN401 - a cached function
    schema = read_schema("balance")
    Draft202012Validator.check_schema(schema)
    strict_schema = make_strict(schema)
    assert isinstance(strict_schema, dict)
    Draft202012Validator(strict_schema).validate(json.loads(verdict_json(results())))


def test_the_data_match_the_verdict() -> None:
    results, data = played_results(), verdict_data(played_results())
    assert data["allies"]["share"] == pytest.approx(results.verdict.allies.mean, abs=1e-4)  # type: ignore[index]  # plain data
    games = {"allies": 2, "axis": 1, "draws": 0, "earlier": 1, "earlier_wins": 1.0}
    assert data["people"]["games"] == games  # type: ignore[index]  # plain data
    assert sum(data["turns"]["games"].values()) == len(results.verdict.records)  # type: ignore[index]  # plain data
    assert data["medals"]["allies"]["average"] == pytest.approx(  # type: ignore[index]  # plain data
        sum(game.medals[Side.ALLIES] for game in results.verdict.records) / 40, abs=1e-3
    )


def write_results_file(tmp_path: Path, results: BalanceResults) -> Path:
    scenario = tmp_path / "pegasus.yaml"
    shutil.copy(SCENARIO, scenario)
    write_results(results, scenario)
    return scenario


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    results = played_results()
    stored_results = read_results(write_results_file(tmp_path, results))
    assert stored_results
    assert stored_results.share == pytest.approx(results.verdict.allies.mean, abs=1e-4)
    assert stored_results.levels == results.verdict.setup.levels
    assert (stored_results.games, stored_results.turns) == (40, results.verdict.turns.median)
    assert stored_results.logged == results.logged_games


def test_a_file_of_results_is_not_a_scenario(tmp_path: Path) -> None:
    path = results_path(write_results_file(tmp_path, played_results()))
    assert path.name == "pegasus.balance.json"
    assert not is_scenario(path)


def test_there_are_no_results_without_a_file_or_games(tmp_path: Path) -> None:
    assert read_results(tmp_path / "other.yaml") is None
    assert read_results(write_results_file(tmp_path, results_without_games())) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "Expecting"),
        ("[]", "is not of type 'object'"),
        ('{"version": 1}', "required property"),
        ('{"version": 2}', "newer version of the program"),
        ("\ud800", ""),
    ],
)
def test_a_damaged_file_is_reported(tmp_path: Path, text: str, reason: str) -> None:
    results_path(tmp_path / "a.m44").write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(ReadError, match=rf"a\.balance\.json cannot be read: .*{reason}"):
        read_results(tmp_path / "a.m44")


def test_an_impossible_share_is_reported_with_its_place(tmp_path: Path) -> None:
    scenario = write_results_file(tmp_path, played_results())
    data = json.loads(results_path(scenario).read_text("ascii"))
    data["allies"]["high"] = 7
    results_path(scenario).write_text(json.dumps(data), "ascii")
    with pytest.raises(ReadError, match="allies > high: 7 is greater than"):
        read_results(scenario)
