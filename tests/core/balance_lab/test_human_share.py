"""The estimated human win rate follows the simulated one, with an honest error."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.balance_lab.played_results import played_results

from m44core.balance_lab.human_share import (
    MAP_FILE,
    CalibrationRow,
    HumanShare,
    HumanShareModel,
    accuracy_sentence,
    built_in_features,
    built_in_rows,
    calibration_sentence,
    correlation,
    features_of,
    fit_and_measure_error,
    fit_model,
    human_share,
    human_share_models,
    human_share_sentence,
    leave_one_out_shares,
    rank_correlation,
    read_models,
    reliability_warnings,
    share_with_games,
    share_with_games_sentence,
    unreliability_sentence,
    user_models_path,
    user_models_problem,
    write_models,
)
from m44core.balance_lab.human_share_words import (
    human_estimate_sentences,
    logged_games_sentences,
    people_sentences,
)
from m44core.balance_lab.intervals import UNKNOWN, Interval
from m44core.balance_lab.logged_games import GamesSummary, games_path, games_sentence
from m44core.catalogue.catalogue_types import Side
from m44core.errors import CatalogueError
from m44core.io.files.read_scenario import read_scenario
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44core.playtest.players.levels import SERGEANTS, Levels
from m44core.resources import scenarios_folder

DOCUMENTS = Path(__file__).parents[3] / "docs"


@pytest.fixture(autouse=True)
def own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Use an empty data folder, so that models fitted by the tester have no effect."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
            patch.setenv(name, str(tmp_path_factory.mktemp("data")))
        yield


shares = st.floats(0, 1)
rows = st.builds(
    CalibrationRow,
    scenario=st.just("Hill"),
    human=shares,
    human_games=st.none() | st.integers(1, 500),
    simulated=shares,
    simulated_error=st.floats(0, 0.2),
)


def scenario(name: str) -> Scenario:
    """Return a shipped scenario."""
    return read_scenario(str(scenarios_folder() / f"{name}.yaml"))


@given(st.lists(rows, max_size=8))
def test_any_fitted_model_is_monotone_and_stays_between_0_and_1(
    known_rows: list[CalibrationRow],
) -> None:
    model = fit_model(known_rows)
    shares = [model.predicted_share(number / 20, 0.03) for number in range(21)]
    assert all(one.share <= two.share for one, two in pairwise(shares))
    assert all(0 < each.low < each.share < each.high < 1 for each in shares)


@given(st.lists(rows, min_size=1, max_size=8), st.randoms())
def test_the_order_of_scenarios_does_not_matter(
    known_rows: list[CalibrationRow], shuffler: random.Random
) -> None:
    shuffled_rows = list(known_rows)
    shuffler.shuffle(shuffled_rows)
    fitted_model, shuffled_model = fit_model(known_rows), fit_model(shuffled_rows)
    assert fitted_model.offset == pytest.approx(shuffled_model.offset)
    assert fitted_model.slope == pytest.approx(shuffled_model.slope)


@given(st.lists(rows, min_size=2, max_size=8), rows)
def test_a_scenario_that_is_left_out_does_not_change_its_own_estimate(
    known_rows: list[CalibrationRow], other: CalibrationRow
) -> None:
    first_row, *other_rows = known_rows
    changed_row = replace(first_row, human=other.human, human_games=other.human_games)
    assert (
        leave_one_out_shares([changed_row, *other_rows])[0]
        == leave_one_out_shares([first_row, *other_rows])[0]
    )


def synthetic_rows(seed: int, number: int, scatter: float) -> list[CalibrationRow]:
    """Return *number* invented rows whose human win rates scatter around a line.

    The line has the offset 0.2 and the slope 0.5.
    """
    rng, generated_rows = random.Random(seed), []
    for _ in range(number):
        simulated = rng.uniform(0.15, 0.85)
        line = HumanShareModel(0.2 + rng.gauss(0, scatter), 0.5, 0, 0, 0, 0, 0)
        human = line.predicted_share(simulated).share
        observed_share = human + rng.gauss(0, sqrt(human * (1 - human) / 400))
        generated_rows.append(CalibrationRow("", observed_share, 400, simulated))
    return generated_rows


def test_fitting_many_scenarios_recovers_the_original_line() -> None:
    model = fit_and_measure_error(synthetic_rows(1, 300, 0.3))
    assert model.offset == pytest.approx(0.2, abs=0.06)
    assert model.slope == pytest.approx(0.5, abs=0.08)
    assert model.scatter == pytest.approx(0.3, abs=0.06)


def test_the_error_on_left_out_scenarios_matches_that_on_new_ones() -> None:
    errors, measured = [], []
    for seed in range(60):
        *known, new = synthetic_rows(seed, 11, 0.4)
        model = fit_and_measure_error(known)
        measured.append(model.mean_error)
        errors.append(abs(model.predicted_share(new.simulated).share - new.human))
    assert fmean(measured) == pytest.approx(fmean(errors), abs=0.02)


def test_the_interval_contains_four_of_five_new_scenarios() -> None:
    hit_count = 0
    for seed in range(400):
        *known, new = synthetic_rows(seed, 8, 0.4)
        share = fit_model(known).predicted_share(new.simulated)
        hit_count += share.low <= new.human <= share.high
    assert 0.76 <= hit_count / 400 <= 0.88


def test_a_less_certain_simulated_share_has_a_wider_interval() -> None:
    model = fit_and_measure_error(built_in_rows()["general"])
    exact_estimate, rough_estimate = model.predicted_share(0.6), model.predicted_share(0.6, 0.1)
    assert rough_estimate.share == exact_estimate.share
    assert rough_estimate.high - rough_estimate.low > exact_estimate.high - exact_estimate.low


def test_the_shipped_models_match_the_shipped_results() -> None:
    for level, known in built_in_rows().items():
        model, stored_model = fit_and_measure_error(known), read_models(MAP_FILE)[level]
        assert len(known) == 7
        for name in ("offset", "slope", "scatter", "mean_error", "correlation", "covariance"):
            assert getattr(stored_model, name) == pytest.approx(getattr(model, name), abs=1e-3)


def test_a_verdict_gets_a_share_only_between_players_of_the_same_known_level() -> None:
    verdict = Interval(0.7, 0.65, 0.75, 200, 200)
    share = human_share(verdict, Levels("general", "general"))
    assert share is not None
    assert share.low < share.share < 0.7
    assert human_share(verdict, Levels("sergeant", "general")) is None
    assert human_share(verdict, Levels("recruit", "recruit")) is None
    assert human_share(UNKNOWN, Levels("general", "general")) is None


def test_the_models_of_the_user_are_used_and_a_damaged_file_is_reported() -> None:
    assert user_models_problem() is None
    write_models(
        {"general": fit_and_measure_error(built_in_rows()["general"][:4])}, user_models_path()
    )
    assert [human_share_models()[level].results for level in ("general", "sergeant")] == [4, 7]
    assert user_models_problem() is None
    user_models_path().write_text("maps: {general: {slope: steep}}")
    assert human_share_models() == read_models(MAP_FILE)
    assert "human_map.yaml is damaged" in str(user_models_problem())


@pytest.mark.parametrize("text", ["", "maps: 3\n", "maps: {general: 3}\n", "maps: {general: {}}\n"])
def test_a_file_without_valid_models_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "maps.yaml").write_text(text)
    with pytest.raises(CatalogueError, match=r"maps\.yaml is wrong"):
        read_models(tmp_path / "maps.yaml")


def test_boards_unlike_those_with_results_raise_doubts() -> None:
    share = HumanShare(0.6, 0.5, 0.7)
    assert reliability_warnings(scenario("sword-beach"), share) == ()
    warnings = " ".join(map(str, reliability_warnings(scenario("examples/sidi-haneish"), share)))
    assert "Night attack" in warnings
    assert "desert" in warnings


def test_rules_that_only_the_text_states_raise_a_doubt() -> None:
    share, sword_beach = HumanShare(0.6, 0.5, 0.7), scenario("sword-beach")
    mined = replace(sword_beach, texts={"en": Texts(rules="There is a minefield on A1.")})
    (doubt,) = reliability_warnings(mined, share)
    assert str(doubt) == "the simulated games leave out some of the scenario's rules"


@pytest.mark.parametrize("side", Side)
def test_a_scenario_that_favors_a_side_more_than_those_with_results_raises_a_doubt(
    side: Side,
) -> None:
    model = read_models(MAP_FILE)["general"]
    simulated = model.highest + 0.06 if side is Side.ALLIES else model.lowest - 0.06
    share = model.predicted_share(simulated)
    (doubt,) = reliability_warnings(scenario("sword-beach"), share)
    assert f"favor {side.noun} this much" in str(unreliability_sentence([doubt]))
    assert model.predicted_share(simulated + (0.02 if side is Side.AXIS else -0.02)).beyond is None


def test_the_known_features_are_those_of_the_scenarios_with_results() -> None:
    scenarios_with_results = (
        "pegasus-bridge",
        "sword-beach",
        "mont-mouchet",
        "arracourt",
        "saverne-gap",
    )
    assert (
        set().union(*(features_of(scenario(name)) for name in scenarios_with_results))
        == built_in_features()
    )


def test_the_estimate_and_its_accuracy_are_stated_in_sentences() -> None:
    share = HumanShare(0.701, 0.581, 0.821)
    assert str(human_share_sentence(share)) == (
        "Estimate for human players: the Allies win about 70% (±12 points)."
    )
    assert str(human_share_sentence(share, Side.AXIS)) == (
        "Estimate for human players: the Axis wins about 30% (±12 points)."
    )
    model = HumanShareModel(
        0, 1, 0, 0, 0, 0, 7, mean_error=0.081, guess_error=0.116, correlation=0.4
    )
    assert "7 scenarios. In leave-one-out tests, the estimate was off by 8 points" in str(
        calibration_sentence(model)
    )
    assert "8.1 points (always guessing the mean: 11.6). Rank correlation: 0.40." in str(
        accuracy_sentence(model)
    )
    poor_model = HumanShareModel(0, 1, 0, 0, 0, 0, 7, mean_error=0.12, guess_error=0.116)
    assert "do not help yet" in str(accuracy_sentence(poor_model))


def test_the_estimate_comes_with_its_error_and_its_doubts() -> None:
    verdict, levels = Interval(0.7, 0.65, 0.75, 200, 200), Levels("general", "general")
    estimate, reason = map(str, human_estimate_sentences(verdict, levels, scenario("sword-beach")))
    assert estimate.startswith("Estimate for human players: the Allies win about 6")
    assert reason.startswith("Estimated from human results")
    doubted_estimate = human_estimate_sentences(verdict, levels, scenario("examples/sidi-haneish"))
    assert str(doubted_estimate[1]).startswith(
        "Do not rely on this estimate: there are no results from"
    )
    assert human_estimate_sentences(verdict, Levels("general", "recruit"), scenario("toulon")) == []


@given(st.floats(0.1, 0.9), st.integers(0, 500), st.floats(0, 1))
def test_games_between_people_draw_the_estimate_towards_their_result(
    expected: float, games: int, won: float
) -> None:
    estimate = HumanShareModel(0, 1, 0.04, 0.04, 0, 0.4, 7).predicted_share(expected)
    combined = share_with_games(estimate, won * games, games)
    low, high = sorted((estimate.share, won if games else estimate.share))
    assert low - 1e-4 <= combined.share <= high + 1e-4
    assert combined.half_width <= estimate.half_width + 0.12
    assert combined.low < combined.share < combined.high


def test_few_games_between_people_prove_little_and_many_decide() -> None:
    estimate = HumanShare(0.26, 0.1, 0.46)
    few, many = share_with_games(estimate, 3, 3), share_with_games(estimate, 300, 500)
    assert 0.28 < few.share < 0.5
    assert many.share == pytest.approx(0.6, abs=0.02)
    assert many.half_width < few.half_width


@pytest.mark.bulk
def test_games_on_the_current_board_are_combined_with_the_estimate(tmp_path: Path) -> None:
    path, results = tmp_path / "hill.yaml", played_results()
    setup = replace(results.verdict.setup, levels=SERGEANTS)
    verdict, hill = replace(results.verdict, setup=setup), results.plan.scenario
    [estimate] = people_sentences(verdict, hill, path, with_source=False)
    earlier = "{winner: allies, board: x}"
    current = f"{{winner: axis, board: '{setup.fingerprint}'}}"
    games_path(path).write_text(f"games: [{earlier}, {current}]")
    first, logged, combined = people_sentences(verdict, hill, path, with_source=False)
    assert first == estimate
    assert "1 game used an earlier version of the board" in str(logged)
    assert str(combined).startswith("Estimate with these human games: the ")
    games_path(path).write_text(f"games: [{earlier}]")
    assert len(people_sentences(verdict, hill, path, with_source=False)) == 2


def test_the_page_about_balance_quotes_the_sentences_of_the_program() -> None:
    page = " ".join((DOCUMENTS / "balance.md").read_text("utf-8").split())
    share = HumanShare(0.64, 0.50, 0.78)
    for sentence in (
        human_share_sentence(share),
        calibration_sentence(human_share_models()["sergeant"]),
        games_sentence(GamesSummary(allies=6, axis=3, draws=0, earlier=2)),
        share_with_games_sentence(share_with_games(share, 5, 7)),
    ):
        assert str(sentence) in page


def test_logged_games_are_reported_with_their_unreadable_entries(tmp_path: Path) -> None:
    path = tmp_path / "hill.yaml"
    assert logged_games_sentences(None) == logged_games_sentences(path) == []
    games_path(path).write_text("games: [{winner: axis}, {winner: Ben}]")
    summary, problem = map(str, logged_games_sentences(path))
    assert summary == "1 human game: Allies 0, Axis 1."
    assert "hill.games.yaml:1: winner must be" in problem


def test_a_constant_correlates_with_nothing() -> None:
    assert correlation([1, 1, 1], [1, 2, 3]) == 0
    assert correlation([1, 2, 3], [2, 4, 6]) == pytest.approx(1)


def test_rank_correlation_depends_only_on_the_order_of_the_values() -> None:
    assert rank_correlation([1, 2, 9], [0.1, 0.7, 0.8]) == pytest.approx(1)
    assert rank_correlation([1, 2, 2], [2, 1, 1]) == pytest.approx(-1)
    assert rank_correlation([1, 2, 3, 4], [1, 3, 2, 4]) == pytest.approx(0.8)
