"""The balance of a scenario on its page and its card, from the files next to the scenario."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.core.site.conftest import Build, write_game_results
from tests.core.site.pages import ParsedPage

from m44core.api import read
from m44core.balance_lab.logged_games import LoggedGame, LoggedGames, add_games, games_path
from m44core.balance_lab.results_file import results_path
from m44core.catalogue.catalogue_types import Side
from m44core.messages.renderers import renderer_in
from m44core.resources import scenarios_folder
from m44core.site.balance_entry import (
    NO_BALANCE,
    TURNS_VALUES,
    BalanceProblem,
    balance_entry,
    balance_value,
    turns_label,
    turns_value,
)
from m44core.site.site_files import BalanceEntry
from m44core.site.sources import PageSource


@pytest.fixture
def scenario_path(tmp_path: Path) -> Path:
    """A scenario file without companion files."""
    folder = tmp_path / "mine"
    folder.mkdir()
    return Path(shutil.copy(scenarios_folder() / "pegasus-bridge.yaml", folder))


def entry_and_problems(path: Path) -> tuple[BalanceEntry, list[BalanceProblem]]:
    scenario = read(path).scenario
    assert scenario
    return balance_entry(PageSource(str(path), path.name, path.stem), scenario, renderer_in("en"))


def test_a_scenario_without_files_has_no_balance(scenario_path: Path) -> None:
    assert entry_and_problems(scenario_path) == (NO_BALANCE, [])


@pytest.mark.bulk
def test_results_are_summarized_in_one_line(scenario_path: Path) -> None:
    write_game_results(scenario_path, 0.584, 14)
    entry, problems = entry_and_problems(scenario_path)
    assert entry["said"] == "Allies 58% (53 to 63), 14 turns, recruit AI"
    assert entry["people"] == "3 human games: Allies 2, Axis 1"
    assert (entry["share"], entry["turns"], entry["note"]) == (0.584, 14, "")
    assert not problems


def test_human_games_next_to_the_file_replace_those_in_the_results(scenario_path: Path) -> None:
    write_game_results(scenario_path, 0.584, 14)
    add_games(scenario_path, LoggedGames((LoggedGame("g1", Side.AXIS), LoggedGame("g2", None))))
    assert (
        entry_and_problems(scenario_path)[0]["people"] == "2 human games: Allies 0, Axis 1, draws 1"
    )


def test_human_games_are_shown_without_results(scenario_path: Path) -> None:
    add_games(scenario_path, LoggedGames((LoggedGame("g1", Side.AXIS),)))
    entry, _ = entry_and_problems(scenario_path)
    assert (entry["said"], entry["people"]) == ("", "1 human game: Allies 0, Axis 1")


def test_results_of_an_earlier_version_are_marked_and_not_compared(scenario_path: Path) -> None:
    write_game_results(scenario_path, 0.5, 14, fingerprint="2:another")
    entry, problems = entry_and_problems(scenario_path)
    assert entry["said"].startswith("Allies 50%")
    assert entry["note"] == "Measured on an earlier version of the map"
    assert (balance_value(entry), turns_value(entry), problems) == ("", "", [])


def test_results_of_another_scenario_are_left_out_with_a_message(scenario_path: Path) -> None:
    write_game_results(scenario_path, 0.5, 14, fingerprint="2:another", title="Kollaa")
    entry, problems = entry_and_problems(scenario_path)
    assert entry == NO_BALANCE
    assert [str(each.why) for each in problems] == [
        "pegasus-bridge.balance.json: it has the results of another scenario, Kollaa"
    ]


def test_damaged_files_are_reported(scenario_path: Path) -> None:
    results_path(scenario_path).write_text('{"version": 1}', "utf-8")
    entry, problems = entry_and_problems(scenario_path)
    assert entry == NO_BALANCE
    assert "pegasus-bridge.balance.json cannot be read" in str(problems[0].why)
    results_path(scenario_path).unlink()
    games_path(scenario_path).write_text("games:\n  - winner: nobody\n", "utf-8")
    (problem,) = entry_and_problems(scenario_path)[1]
    assert "winner must be allies, axis or draw" in str(problem.why)
    assert not problem.failed


@pytest.mark.parametrize(
    ("share", "value"),
    [(0.3, "axis-clear"), (0.4, "axis"), (0.45, "even"), (0.56, "allies"), (0.8, "allies-clear")],
)
def test_the_balance_is_filtered_by_favored_side(share: float, value: str) -> None:
    assert balance_value({**NO_BALANCE, "share": share}) == value


def test_the_length_is_filtered_by_turns() -> None:
    values = [turns_value({**NO_BALANCE, "turns": turns}) for turns in (4, 10, 10.5, 18, 30)]
    assert values == ["10", "10", "14", "18", "19"]
    assert [str(turns_label(value)) for value in TURNS_VALUES] == [
        *("Up to 10 turns", "11 to 14 turns", "15 to 18 turns", "19 turns or more")
    ]


@pytest.mark.bulk
def test_a_site_shows_the_balance_on_card_and_page(built_site: Path) -> None:
    balance_text = "Allies 73% (68 to 78), 13 turns, recruit AI"
    assert any(balance_text in text for text in ParsedPage(built_site / "index.html").texts)
    page = ParsedPage(built_site / "scenarios/pegasus-bridge/index.html")
    assert balance_text in page.texts
    assert page.find_all("svg", **{"class": "bar"})
    cards = ParsedPage(built_site / "index.html").find_all("li", **{"class": "card"})
    assert sorted(card["data-b"] for card in cards if "data-b" in card) == ["0.48", "0.73"]


def test_new_results_rebuild_the_page_and_damaged_ones_do_not_stop_the_site(
    scenario_path: Path, tmp_path: Path, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    build(scenario_path.parent)
    write_game_results(scenario_path, 0.584, 14)
    assert build(scenario_path.parent) == 0
    page = tmp_path / "out/scenarios/pegasus-bridge/index.html"
    assert "Allies 58%" in page.read_text("utf-8")
    results_path(scenario_path).write_text("{", "utf-8")
    assert build(scenario_path.parent) == 1
    assert "pegasus-bridge.balance.json cannot be read" in capsys.readouterr().err
    assert "Allies 58%" not in page.read_text("utf-8")
