"""The value of cards and sections, measured by pairs of games."""

from __future__ import annotations

import pytest
from tests.core.balance_lab.gathered_games import scenario_named
from tests.core.balance_lab.quick_games import quick_plan

from m44core.balance_lab.restricted_play import Restriction
from m44core.balance_lab.restriction_run import RestrictionCost, RestrictionRun
from m44core.balance_lab.results_database import ResultsDatabase, setup_of
from m44core.board import Section
from m44core.catalogue.catalogue_types import Side, UnitClass
from m44core.playtest.games.simulation import SimulationPlan

BEST_CARDS = frozenset({"armor-assault", "close-assault"})
IGNORE = Restriction(Side.AXIS, section=Section.CENTRE)


def measured_costs(
    plan: SimulationPlan,
    *restrictions: Restriction,
    precision: float = 0.2,
    max_pairs: int = 200,
    jobs: int = 1,
) -> tuple[RestrictionCost, ...]:
    with ResultsDatabase() as database:
        run = RestrictionRun(plan, restrictions, database, precision, max_pairs)
        for _ in run.play(jobs):
            pass
        assert run.results.done_share == 1
        return run.results.costs


def plan_of(name: str) -> SimulationPlan:
    return SimulationPlan(scenario_named(name), range(0))


@pytest.mark.bulk
def test_the_stronger_side_wins_less_often_without_its_two_best_cards() -> None:
    restriction = Restriction(Side.AXIS, cards=BEST_CARDS)
    (measurement,) = measured_costs(plan_of("operation-cobra"), restriction, precision=0.1)
    assert measurement.free < 0.4  # the Axis is the stronger side
    points, low, high = measurement.cost
    assert low < 0.03 < points < high
    assert measurement.is_precise


@pytest.mark.bulk
def test_an_army_without_infantry_loses() -> None:
    restriction = Restriction(Side.ALLIES, classes=frozenset({UnitClass.INFANTRY}))
    (measurement,) = measured_costs(plan_of("sword-beach"), restriction)
    assert measurement.is_significant
    assert measurement.cost[1] > 0.1
    free, restricted = measurement.shares
    assert (free, restricted) == (measurement.free, measurement.restricted)


def test_a_restriction_that_never_applies_changes_no_game() -> None:
    restriction = Restriction(Side.AXIS, classes=frozenset({UnitClass.SHIP}))
    (measurement,) = measured_costs(quick_plan(1, 1), restriction)
    assert measurement.points == pytest.approx(0)
    assert measurement.low < 0 < measurement.high
    assert not measurement.is_significant


def test_results_do_not_depend_on_processes_or_stored_games() -> None:
    plan = quick_plan(1, 2)
    serial_costs = measured_costs(plan, IGNORE)
    assert serial_costs[0].pairs >= serial_costs[0].planned
    assert serial_costs == measured_costs(plan, IGNORE, jobs=2)
    with ResultsDatabase() as database:
        results = []
        for _ in range(2):
            run = RestrictionRun(plan, [IGNORE], database, 0.2)
            for _ in run.play():
                pass
            results.append(run.results.costs)
        assert results[0] == results[1] == serial_costs


def test_only_games_without_a_restriction_are_stored() -> None:
    plan = quick_plan(1, 1)
    with ResultsDatabase() as database:
        run = RestrictionRun(plan, [IGNORE], database, 0.2, most_pairs=16)
        for _ in run.play():
            pass
        stored_games = database.games(setup_of(plan))
        assert [game.number for game in stored_games] == list(range(1, 17))


def test_a_cost_belongs_to_the_restricted_side() -> None:
    cost = RestrictionCost(IGNORE, points=0.07, low=0.03, high=0.11, free=0.4, restricted=0.47)
    assert cost.cost == (0.07, 0.03, 0.11)
    assert cost.shares == (0.6, 0.53)
    allies = RestrictionCost(Restriction(Side.ALLIES, section=Section.LEFT), -0.07, -0.11, -0.03)
    assert allies.cost == (0.07, 0.03, 0.11)


def test_too_few_games_give_no_result() -> None:
    (measurement,) = measured_costs(quick_plan(1, 1), IGNORE, max_pairs=8)
    assert measurement.pairs == 0
    assert not measurement.is_precise


def test_the_run_reports_its_progress() -> None:
    other = Restriction(Side.ALLIES, section=Section.CENTRE)
    with ResultsDatabase() as database:
        run = RestrictionRun(quick_plan(1, 1), [IGNORE, other], database, 0.2)
        reported_steps = [(results.current, results.done_share) for results in run.play()]
    assert reported_steps == sorted(reported_steps)
    assert {number for number, _ in reported_steps} == {0, 1}
