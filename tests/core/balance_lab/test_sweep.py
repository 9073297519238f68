"""A sweep finds the changes that bring a scenario to a target balance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import pytest
from tests.core.balance_lab.quick_games import quick_plan

from m44core.balance_lab.results_database import ResultsDatabase, setup_of
from m44core.balance_lab.sweep import FIRST_RACE_GAME, SweepResult, SweepRun, SweepStage
from m44core.balance_lab.sweep_candidates import ChangeFamily, RaceRound, SweepConfig, sweep_config
from m44core.balance_lab.sweep_words import progress_text, sweep_lines
from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import AGENTS, Levels, Recruit
from m44core.rules.game.actions import Action
from m44core.rules.game.player_view import PlayerView
from m44core.rules.play.game_setup import new_game

SHORT_SWEEP = SweepConfig(
    families=(
        ChangeFamily("medals-to-win", 1, 4, by=(1, -1), least=1),
        ChangeFamily("hand-size", 1, 4, by=(1, -1)),
    ),
    most=4,
    base_games=16,
    rounds=(RaceRound(4, 3), RaceRound(8, 2)),
    most_pairs=2,
    pair_round=RaceRound(4, 1),
    confirmed=2,
    fresh_games=12,
)


def run_sweep(
    plan: SimulationPlan,
    database: ResultsDatabase,
    aim: float | None = 0.5,
    configuration: SweepConfig = SHORT_SWEEP,
    jobs: int = 1,
) -> SweepResult:
    run = SweepRun(plan, database, aim, configuration)
    for _ in run.play(jobs):
        pass
    return run.result


@pytest.fixture(scope="module")
def lopsided() -> SimulationPlan:
    """Return a plan of games that the Axis, which needs fewer medals, mostly wins."""
    return quick_plan(axis=2, allies=3)


@pytest.fixture(scope="module")
def steps(lopsided: SimulationPlan) -> list[SweepResult]:
    """Return the results that a sweep of the lopsided plan yields."""
    with ResultsDatabase() as database:
        return list(SweepRun(lopsided, database, 0.5, SHORT_SWEEP).play())


@pytest.fixture(scope="module")
def result(steps: list[SweepResult]) -> SweepResult:
    """Return the final result of the sweep of the lopsided plan."""
    return steps[-1]


@pytest.mark.bulk
def test_a_sweep_helps_the_side_that_wins_less(result: SweepResult) -> None:
    assert result.is_over
    assert result.base
    assert result.base.mean < 0.4
    favored = {change.favors for tried in result.tried for change in tried.changes}
    assert favored == {Side.ALLIES}


def test_suggestions_are_tested_in_fresh_games(result: SweepResult) -> None:
    assert len(result.suggestions) == SHORT_SWEEP.confirmed
    for tried in result.suggestions:
        assert tried.is_fresh
        assert tried.share.games == SHORT_SWEEP.fresh_games
        assert tried.share.low <= tried.share.mean <= tried.share.high


def test_suggestions_that_reach_the_aim_come_first_smallest_change_first(
    result: SweepResult,
) -> None:
    are_on_aim = [result.reaches_aim(tried.share) for tried in result.suggestions]
    assert are_on_aim == sorted(are_on_aim, reverse=True)
    costs = [
        tried.cost
        for tried, reaches_aim in zip(result.suggestions, are_on_aim, strict=True)
        if reaches_aim
    ]
    assert costs == sorted(costs)


def test_the_two_best_changes_are_combined(result: SweepResult) -> None:
    pairs = [tried for tried in result.tried if len(tried.changes) == 2]
    assert 0 < len(pairs) <= SHORT_SWEEP.most_pairs
    for pair in pairs:
        assert pair.cost == 2
        assert pair.changes[0].part != pair.changes[1].part


def test_a_suggestion_has_the_edited_scenario(
    result: SweepResult, lopsided: SimulationPlan
) -> None:
    for tried in result.suggestions:
        edited = lopsided.scenario
        for change in tried.changes:
            edited = change.apply(edited)
        assert tried.scenario == edited != lopsided.scenario
        assert new_game(tried.scenario).field.units


def test_a_changed_number_that_the_text_states_is_noticed(result: SweepResult) -> None:
    text = "If the scenario's text states the old number, change it too."
    is_noticed = any(tried.text_problems for tried in result.suggestions)
    assert (text in map(str, sweep_lines(result))) is is_noticed


def test_the_sentences_name_the_changes_and_their_effects(result: SweepResult) -> None:
    effects = [str(line) for line in sweep_lines(result)]
    assert effects[0].startswith("The scenario as it is: the Allies win ")
    for tried in result.suggestions:
        start = " ".join(map(str, tried.sentences))
        assert any(line.startswith(f"{start} The Allies then win ") for line in effects)
    assert not any("playtested" in line for line in effects)


@pytest.mark.bulk
def test_a_sweep_is_the_same_for_any_number_of_processes(
    lopsided: SimulationPlan, result: SweepResult
) -> None:
    with ResultsDatabase() as database:
        assert run_sweep(lopsided, database, jobs=2) == result


@pytest.mark.bulk
def test_only_fresh_games_and_those_of_the_scenario_are_kept(lopsided: SimulationPlan) -> None:
    with ResultsDatabase() as database:
        sweep = run_sweep(lopsided, database)
        own_setup = setup_of(lopsided)
        for setup, _ in database.setups():
            numbers = [game.number for game in database.games(setup)]
            assert setup.key == own_setup.key or max(numbers) < FIRST_RACE_GAME
        second_result = run_sweep(lopsided, database)
    assert second_result.suggestions == sweep.suggestions
    assert second_result.played < sweep.played


def test_progress_names_the_stage_and_counts_the_games(steps: list[SweepResult]) -> None:
    assert list(dict.fromkeys(each.stage for each in steps)) == list(SweepStage)
    played_counts = [each.played for each in steps]
    assert played_counts == sorted(played_counts)
    assert played_counts[-1] <= steps[-1].planned
    assert str(progress_text(steps[-1])).startswith("Done: ")


def test_a_sweep_can_be_stopped_at_any_time(lopsided: SimulationPlan) -> None:
    with ResultsDatabase() as database:
        run = SweepRun(lopsided, database, 0.5, SHORT_SWEEP)
        steps = run.play(jobs=2)
        assert len(list(islice(steps, 2))) == 2
        steps.close()
        assert not run.result.is_over
        assert len(database.games(setup_of(lopsided))) == 16


def test_a_sweep_that_is_stopped_lists_the_best_changes_so_far(lopsided: SimulationPlan) -> None:
    with ResultsDatabase() as database:
        run = SweepRun(lopsided, database, 0.5, SHORT_SWEEP)
        steps = run.play()
        assert any(result.stage is SweepStage.PAIRS for result in steps)
        steps.close()
    assert max(change.share.games for change in run.result.tried) == 8
    base, heading, *lines = map(str, sweep_lines(run.result))
    assert base.startswith("The scenario as it is")
    assert heading.startswith("The search was stopped. The best changes so far, which look better")
    assert all("The Allies then win" in line for line in lines[:-1])
    assert len(lines) > 1


def test_a_scenario_on_target_is_not_changed(lopsided: SimulationPlan, result: SweepResult) -> None:
    assert result.base
    with ResultsDatabase() as database:
        run = SweepRun(lopsided, database, result.base.mean, SHORT_SWEEP, tolerance=0.2)
        list(run.play())
    assert run.result.is_on_target
    assert any("so no changes were tried" in str(line) for line in sweep_lines(run.result))


@pytest.mark.bulk
def test_without_an_aim_changes_for_both_sides_are_tried(lopsided: SimulationPlan) -> None:
    with ResultsDatabase() as database:
        sweep = run_sweep(lopsided, database, None)
    favored = {change.favors for tried in sweep.tried for change in tried.changes}
    assert favored == set(Side)
    effects = [abs(tried.effect.mean) for tried in sweep.suggestions]
    assert effects == sorted(effects, reverse=True)
    assert "The changes with the largest effect:" in map(str, sweep_lines(sweep))


def test_changes_that_make_the_scenario_invalid_are_dropped_and_counted(
    lopsided: SimulationPlan,
) -> None:
    too_many = ChangeFamily("hand-size", 1, 4, by=(1, 90), greatest=99)
    with ResultsDatabase() as database:
        sweep = run_sweep(lopsided, database, 0.5, replace(SHORT_SWEEP, families=(too_many,)))
    assert sweep.tried
    assert sweep.invalid >= 1
    assert any("would make the scenario invalid" in str(line) for line in sweep_lines(sweep))


def test_a_sweep_whose_changes_are_all_invalid_is_reported(lopsided: SimulationPlan) -> None:
    too_many = ChangeFamily("hand-size", 1, 4, by=(90,))
    with ResultsDatabase() as database, pytest.raises(M44Error, match="scenario invalid"):
        run_sweep(lopsided, database, 0.5, replace(SHORT_SWEEP, families=(too_many,)))


def test_a_sweep_whose_changes_all_play_the_same_is_refused(lopsided: SimulationPlan) -> None:
    unchanged = replace(SHORT_SWEEP, families=(ChangeFamily("hand-size", 1, 4, by=(0,)),))
    with ResultsDatabase() as database, pytest.raises(M44Error, match="play the same") as error:
        run_sweep(lopsided, database, 0.5, unchanged)
    assert "invalid" not in str(error.value)


def test_changes_that_play_the_same_are_counted(
    lopsided: SimulationPlan, result: SweepResult
) -> None:
    some_unchanged = ChangeFamily("hand-size", 1, 4, by=(0, 1))
    with ResultsDatabase() as database:
        sweep = run_sweep(lopsided, database, 0.5, replace(SHORT_SWEEP, families=(some_unchanged,)))
    assert sweep.same >= 1
    assert any("the scenario plays the same with" in str(line) for line in sweep_lines(sweep))
    assert not any("plays the same" in str(line) for line in sweep_lines(result))


def test_a_sweep_without_possible_changes_is_reported(lopsided: SimulationPlan) -> None:
    impossible_family = ChangeFamily("hand-size", 1, 4, by=(1,), least=50)
    with ResultsDatabase() as database, pytest.raises(M44Error, match="nothing to change"):
        run_sweep(lopsided, database, 0.5, replace(SHORT_SWEEP, families=(impossible_family,)))


def test_a_scenario_without_units_cannot_be_swept() -> None:
    with ResultsDatabase() as database, pytest.raises(M44Error, match="no playable units"):
        SweepRun(SimulationPlan(Scenario(), range(1)), database)


def test_an_aim_must_be_a_share(lopsided: SimulationPlan) -> None:
    with ResultsDatabase() as database, pytest.raises(M44Error, match="between 0% and 100%"):
        SweepRun(lopsided, database, 50)


class FaultyPlayer(Recruit):
    """A player who fails in games whose medals needed to win differ from *medals*."""

    medals = 2, 3

    def choose(self, view: PlayerView, actions: Sequence[Action], rng: random.Random) -> Action:
        if view.position.field.medals_needed != self.medals:
            raise ZeroDivisionError
        return super().choose(view, actions, rng)


@pytest.mark.bulk
def test_changes_whose_games_fail_are_not_suggested(
    lopsided: SimulationPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(AGENTS, "faulty", FaultyPlayer)
    with ResultsDatabase() as database:
        sweep = run_sweep(replace(lopsided, levels=Levels("faulty", "sergeant")), database)
    assert sweep.failed_games
    assert sweep.suggestions
    assert all("cards" in tried.changes[0].part for tried in sweep.suggestions)
    assert any("could not be played" in str(line) for line in sweep_lines(sweep))


def test_a_scenario_whose_games_all_fail_is_refused_with_the_reason(
    lopsided: SimulationPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(AGENTS, "faulty", FaultyPlayer)
    monkeypatch.setattr(FaultyPlayer, "medals", (0, 0))
    plan = replace(lopsided, levels=Levels("faulty", "sergeant"))
    with ResultsDatabase() as database, pytest.raises(M44Error, match="ZeroDivisionError"):
        run_sweep(plan, database)


def test_the_declared_sweep_fits_into_ten_minutes_on_two_cores() -> None:
    with ResultsDatabase() as database:
        games = SweepRun(quick_plan(2, 3), database).result.planned
    assert sweep_config().most == 40
    assert games * 0.1 / 2 < 600  # a game between sergeants takes at most a tenth of a second
