"""Human results are read from tables and logged games, and paired with simulated games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from m44core.balance_lab.calibration import (
    HumanResult,
    calibrate,
    calibrated_models,
    calibration_rows,
    merged_calibration_rows,
    read_results,
    result_of_games,
)
from m44core.balance_lab.human_share import (
    MAP_FILE,
    CalibrationRow,
    built_in_rows,
    human_share_models,
    read_models,
    user_models_path,
)
from m44core.balance_lab.logged_games import (
    GamesSummary,
    LoggedGame,
    LoggedGames,
    add_games,
    games_path,
)
from m44core.balance_lab.record_games import record_game
from m44core.balance_lab.results_database import ResultsDatabase, setup_of
from m44core.catalogue.catalogue_types import Side
from m44core.errors import ReadError
from m44core.io.files.read_scenario import read_scenario
from m44core.io.files.save import save
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan
from m44core.resources import scenarios_folder


@pytest.fixture(scope="module")
def maquis() -> Scenario:
    """Return a scenario whose games are short."""
    return read_scenario(str(scenarios_folder() / "vassieux.yaml"))


@pytest.fixture(scope="module")
def database(maquis: Scenario) -> Iterator[ResultsDatabase]:
    """Yield a database with 32 games between sergeants."""
    plan = SimulationPlan(maquis, range(1, 33))
    start = plan.start()
    with ResultsDatabase() as filled:
        filled.add(setup_of(plan), [record_game(plan, start, n) for n in plan.numbers])
        yield filled


def write_table(folder: Path, text: str) -> Path:
    """Write a table of results and return its path."""
    path = folder / "results.csv"
    path.write_text(text, "utf-8")
    return path


BAD_LINES = {
    ",50,3": "the scenario is missing",
    "Wood,120,3": "from 0 to 100, such as 55, not '120'",
    "Wood,x,": "from 0 to 100",
    "Wood": "from 0 to 100",
    "Wood,0.6,": "a percentage such as 55, not a fraction such as 0.6",
    "Wood,60,many": "games must be a whole number",
    "Wood,60,0": "games must be a whole number",
    "Wood,62,7,51": "4 values, but the header has 3 columns",
    "hill 12,62,": "hill 12 already has a result on an earlier line",
}


@pytest.mark.parametrize("line", BAD_LINES)
def test_an_invalid_line_is_reported_with_what_to_do(tmp_path: Path, line: str) -> None:
    text = f"scenario,allies_percent,games\nHill 12,60,20\n\n{line}\nBridge,55%,\n"
    results, (problem,) = read_results(write_table(tmp_path, text))
    assert results == (HumanResult("Hill 12", 0.6, 20), HumanResult("Bridge", 0.55))
    assert "results.csv:4: " in str(problem)
    assert BAD_LINES[line] in str(problem)


@pytest.mark.parametrize(
    "text",
    ["\ufeffgames;scenario;allies_percent\n51;Gué;62,7\n", "Scenario\tallies_percent\nGué\t62.7"],
)
def test_a_table_exported_from_a_spreadsheet_is_read(tmp_path: Path, text: str) -> None:
    (result,), problems = read_results(write_table(tmp_path, text))
    assert result.scenario == "Gué"
    assert result.share == pytest.approx(0.627)
    assert not problems


def test_a_table_without_the_required_columns_is_refused(tmp_path: Path) -> None:
    for text, message_part in (
        ("title,share\n", "scenario"),
        ("", "empty"),
        ("scenario\n", "percent"),
    ):
        with pytest.raises(ReadError, match=message_part):
            read_results(write_table(tmp_path, text))
    with pytest.raises(ReadError, match=r"results\.csv:2.*quotation"):
        read_results(write_table(tmp_path, f'scenario,allies_percent\n"{200_000 * "x"}",5\n'))


def test_results_are_paired_with_simulated_games_of_the_same_title(
    database: ResultsDatabase,
) -> None:
    result = HumanResult("VASSIEUX!", 0.4, 90)
    row = calibration_rows((result, HumanResult("Elsewhere", 0.5)), database, "sergeant")[result]
    assert (row.human, row.human_games) == (0.4, 90)
    assert 0 < row.simulated < 1
    assert row.simulated_error > 0.02


def test_only_the_levels_that_played_are_fitted(database: ResultsDatabase) -> None:
    models, problems = calibrated_models((HumanResult("Vassieux", 0.4, 90),), database)
    assert list(models) == ["sergeant"]
    assert models["sergeant"].results == 8
    assert problems == ()


def test_a_new_result_for_a_known_scenario_needs_no_simulated_games() -> None:
    with ResultsDatabase() as empty_database:
        models, problems = calibrated_models((HumanResult("Sword Beach", 0.5, 90),), empty_database)
    assert [model.results for model in models.values()] == [7, 7]
    assert models["sergeant"].mean_error < read_models(MAP_FILE)["sergeant"].mean_error
    assert problems == ()


def test_a_result_without_simulated_games_says_what_to_do(database: ResultsDatabase) -> None:
    results = (HumanResult("Elsewhere", 0.5), HumanResult("Vasieux", 0.5))
    models, (unknown_scenario, misspelled_name) = calibrated_models(results, database)
    assert models == {}
    assert str(unknown_scenario).endswith("run m44 balance on the scenario file first")
    assert "did you mean Vassieux?" in str(misspelled_name)


def test_a_result_with_too_few_simulated_games_is_reported(maquis: Scenario) -> None:
    plan = SimulationPlan(maquis, range(1, 3))
    start = plan.start()
    with ResultsDatabase() as database_with_few_games:
        database_with_few_games.add(
            setup_of(plan), [record_game(plan, start, n) for n in plan.numbers]
        )
        _, (problem,) = calibrated_models((HumanResult("Vassieux", 0.5),), database_with_few_games)
    assert "only 2 simulated games from this version, but 30 are needed" in str(problem)


def test_the_fitted_models_are_stored_where_verdicts_look_for_them(
    tmp_path: Path, database: ResultsDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    general_model = human_share_models()["general"]
    lines = write_table(tmp_path, "scenario,allies_percent\nVassieux,34\nWood,x\n")
    calibration = calibrate([lines], database)
    assert human_share_models()["sergeant"].results == 8
    assert human_share_models()["sergeant"].slope == pytest.approx(
        calibration.models["sergeant"].slope, abs=1e-3
    )
    assert human_share_models()["general"] == general_model
    error_sentence, stored_sentence = map(str, calibration.sentences)
    assert error_sentence.startswith("sergeant: Leave-one-out error: ")
    assert f"delete {user_models_path()}" in stored_sentence
    assert len(calibration.problems) == 1


def test_nothing_is_stored_if_no_result_can_be_used(
    tmp_path: Path, database: ResultsDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    calibration = calibrate(
        [write_table(tmp_path, "scenario,allies_percent\nElsewhere,34\n")], database
    )
    assert (calibration.models, len(calibration.problems), calibration.sentences) == ({}, 1, [])
    assert not user_models_path().exists()


def test_logged_games_count_as_human_results(
    tmp_path: Path, database: ResultsDatabase, maquis: Scenario
) -> None:
    path = tmp_path / "raid.yaml"
    save(maquis, path)
    add_games(path, LoggedGames(tuple(LoggedGame(f"g{n}", Side.AXIS) for n in range(4))))
    assert read_results(games_path(path)) == ((HumanResult("Vassieux", 0.1, 4),), ())
    calibration = calibrate([games_path(path)], database, tmp_path / "maps.yaml")
    assert read_models(tmp_path / "maps.yaml")["sergeant"].results == 8
    assert calibration.problems == ()


def test_logged_games_without_their_scenario_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "raid.yaml"
    add_games(path, LoggedGames((LoggedGame("g1", Side.AXIS),)))
    results, problems = read_results(games_path(path))
    assert results == ()
    assert "there is no scenario file next to it" in str(problems[0])


def test_a_new_result_replaces_the_known_result_of_its_scenario() -> None:
    built_in = built_in_rows()["general"]
    row = CalibrationRow("juno beach", 0.5, 200, 0.6)
    assert len(merged_calibration_rows([row], built_in)) == 7
    assert merged_calibration_rows([row], built_in)[0] is row


def test_the_share_of_a_few_logged_games_is_pulled_towards_half() -> None:
    result = result_of_games("Hill", GamesSummary(3, 0, 0))
    assert result == HumanResult("Hill", 0.875, 3)
