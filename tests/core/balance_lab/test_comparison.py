"""A comparison ends as soon as it is decided, and is seldom wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import ceil
from statistics import fmean

import pytest
from tests.core.balance_lab.quick_games import quick_plan

from m44core.balance_lab.changed_play import ChangedPlay, PlayChange, PlayStatisticKind
from m44core.balance_lab.comparison import (
    FALSE_DIFFERENCE,
    MISSED_DIFFERENCE,
    Comparison,
    ComparisonRun,
    Outcome,
    SequentialTest,
)
from m44core.balance_lab.comparison_words import (
    changed_play_lines,
    comparison_headline,
    comparison_lines,
)
from m44core.balance_lab.results_database import ResultsDatabase, setup_of
from m44core.balance_lab.verdict import VerdictRun
from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error
from m44core.model.edits.briefing_edits import set_text
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan
from m44core.rules.game_settings import RuleSettings

TRIALS = 400


@pytest.fixture(scope="module")
def first_plan() -> SimulationPlan:
    """Return a plan of games that the Allies mostly win."""
    return quick_plan(axis=4, allies=2)


@pytest.fixture(scope="module")
def second_plan() -> SimulationPlan:
    """Return a plan of the same games that the Allies mostly lose."""
    return quick_plan(axis=2, allies=4)


def compare_plans(
    one: SimulationPlan,
    other: SimulationPlan,
    database: ResultsDatabase,
    tolerance: float = 0.4,
    jobs: int = 1,
) -> Comparison:
    run = ComparisonRun(one, other, database, tolerance)
    for _ in run.play(jobs):
        pass
    assert run.is_over
    return run.comparison


@pytest.fixture(scope="module")
def clear_comparison(first_plan: SimulationPlan, second_plan: SimulationPlan) -> Comparison:
    """Return a comparison in which the Allies need many more medals in the second scenario."""
    with ResultsDatabase() as database:
        return compare_plans(first_plan, second_plan, database)


def random_test_outcomes(difference: float, tolerance: float, seed: int) -> Iterator[Outcome]:
    """Yield the outcomes of sequential tests on random results, with shares *difference* apart."""
    rng = random.Random(seed)
    for _ in range(TRIALS):
        test, first_values, second_values = SequentialTest(tolerance), [], []
        while test.outcome is Outcome.OPEN:
            first_values += [float(rng.random() < 0.5) for _ in range(16)]
            second_values += [float(rng.random() < 0.5 + difference) for _ in range(16)]
            test.add(first_values, second_values)
        yield test.outcome


@pytest.mark.bulk
def test_equal_scenarios_are_seldom_called_different() -> None:
    all_outcomes = list(random_test_outcomes(0.0, 0.3, seed=1))
    wrong_share = sum(outcome is not Outcome.SAME for outcome in all_outcomes) / TRIALS
    assert wrong_share <= FALSE_DIFFERENCE + 0.02  # two standard errors of this many trials


@pytest.mark.bulk
def test_a_difference_as_large_as_the_tolerance_is_seldom_missed() -> None:
    all_outcomes = list(random_test_outcomes(-0.3, 0.3, seed=2))
    missed_share = sum(outcome is not Outcome.LESS for outcome in all_outcomes) / TRIALS
    assert missed_share <= MISSED_DIFFERENCE + 0.015


def test_a_sequential_test_is_decided_within_the_planned_number_of_pairs() -> None:
    test, rng = SequentialTest(0.3), random.Random(3)
    first_values: list[float] = []
    second_values: list[float] = []
    while test.outcome is Outcome.OPEN:
        first_values.append(rng.random())
        second_values.append(rng.random())
        test.add(first_values, second_values)
    assert len(first_values) <= test.difference.planned + 1


def test_a_large_difference_is_found_early(clear_comparison: Comparison) -> None:
    assert clear_comparison.outcome is Outcome.LESS
    assert clear_comparison.difference.high < 0
    assert clear_comparison.pairs < clear_comparison.difference.planned
    assert clear_comparison.units
    assert {side for side, _ in clear_comparison.units[0]} == set(Side)
    assert fmean(clear_comparison.values[1]) < fmean(clear_comparison.values[0])
    assert "points less often than A (" in str(comparison_headline(clear_comparison, "A", "B"))
    sentences = [str(each) for each in comparison_lines(clear_comparison, "A", "B")]
    assert any(each.startswith("B: the Allies win ") for each in sentences)


def test_the_interval_of_a_share_ends_at_100_points() -> None:
    change = PlayChange(PlayStatisticKind.UNIT_LOST, Side.AXIS, "c3", 0.0, 0.88, 0.69, 1.06)
    line, _ = changed_play_lines(ChangedPlay((change,), (30, 30)))
    assert "in 88% of games instead of 0% (difference +69 to +100 points)" in str(line)


def test_a_difference_in_counts_has_signs_like_one_in_points() -> None:
    change = PlayChange(PlayStatisticKind.HEX_LOSSES, Side.AXIS, "c3", 3.0, 0.0, -3.7, -0.3)
    line, _ = changed_play_lines(ChangedPlay((change,), (30, 30)))
    assert "(difference \N{MINUS SIGN}3.7 to \N{MINUS SIGN}0.3)" in str(line)


def test_differences_in_play_are_introduced_by_the_names_of_both_scenarios(
    clear_comparison: Comparison,
) -> None:
    sentences = [str(each) for each in comparison_lines(clear_comparison, "A", "B")]
    has_differences = any("instead of" in each for each in sentences)
    assert ("In B, compared with A:" in sentences) is has_differences


def test_swapping_the_scenarios_flips_the_sign(
    first_plan: SimulationPlan, second_plan: SimulationPlan, clear_comparison: Comparison
) -> None:
    with ResultsDatabase() as database:
        for setup, records in zip(clear_comparison.setups, clear_comparison.records, strict=True):
            database.add(setup, records)
        run = ComparisonRun(second_plan, first_plan, database, 0.4)
        assert run.is_over
    assert run.comparison.outcome is Outcome.MORE
    assert run.comparison.difference.mean == pytest.approx(
        -clear_comparison.difference.mean, abs=0.01
    )


def test_games_of_a_pair_have_the_same_number_and_deal(clear_comparison: Comparison) -> None:
    for one, other in zip(*clear_comparison.records, strict=True):
        assert (one.seed, one.number) == (other.seed, other.number)
        assert one.facts["hands"] == other.facts["hands"]


def test_a_negligible_difference_is_reported_as_no_difference(first_plan: SimulationPlan) -> None:
    with ResultsDatabase() as database:
        comparison = compare_plans(
            first_plan, replace(first_plan, settings=RuleSettings(turn_limit=599)), database
        )
    assert comparison.outcome is Outcome.SAME
    largest_difference = max(abs(comparison.difference.low), abs(comparison.difference.high))
    assert largest_difference <= comparison.tolerance
    assert f"at most {ceil(100 * largest_difference)} points" in str(
        comparison_headline(comparison, "A", "B")
    )


def test_scenarios_that_differ_in_texts_only_are_not_played(first_plan: SimulationPlan) -> None:
    other = replace(
        first_plan, scenario=set_text(first_plan.scenario, "en", "name", "Another title")
    )
    with ResultsDatabase() as database:
        run = ComparisonRun(first_plan, other, database)
        assert run.is_over
        assert not list(run.play())
        assert not database.setups()
    assert run.comparison.has_identical_play
    [sentences] = comparison_lines(run.comparison, "A", "B")
    assert str(sentences) == "A and B play identically."


def test_a_comparison_is_the_same_for_any_number_of_processes(
    first_plan: SimulationPlan, second_plan: SimulationPlan, clear_comparison: Comparison
) -> None:
    with ResultsDatabase() as database:
        comparison = compare_plans(first_plan, second_plan, database, jobs=2)
    assert comparison.difference == clear_comparison.difference
    assert comparison.records == clear_comparison.records


def test_a_comparison_continues_from_stored_games_and_stores_new_ones(
    first_plan: SimulationPlan, second_plan: SimulationPlan
) -> None:
    with ResultsDatabase() as database:
        for _ in islice(VerdictRun(first_plan, database).play(), 10):
            pass
        for _ in islice(ComparisonRun(first_plan, second_plan, database).play(), 1):
            pass
        assert len(database.games(setup_of(first_plan))) == 10
        assert len(database.games(setup_of(second_plan))) == 8
        assert ComparisonRun(first_plan, second_plan, database).comparison.pairs == 8


def test_a_run_stops_at_the_maximum_number_of_pairs(
    first_plan: SimulationPlan, second_plan: SimulationPlan
) -> None:
    with ResultsDatabase() as database:
        run = ComparisonRun(first_plan, second_plan, database, 0.01, most_pairs=8)
        assert len(list(run.play())) == 1
    assert run.is_over
    assert run.comparison.outcome is Outcome.OPEN
    assert str(comparison_headline(run.comparison, "A", "B")) == "Not enough games for a result yet"


def test_a_scenario_without_units_cannot_be_compared(first_plan: SimulationPlan) -> None:
    plan_without_units = replace(first_plan, scenario=Scenario())
    with ResultsDatabase() as database, pytest.raises(M44Error, match="no playable units"):
        ComparisonRun(first_plan, plan_without_units, database)
