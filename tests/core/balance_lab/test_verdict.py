"""A verdict reaches the requested precision, reuses earlier games, and reports failed ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from m44core.balance_lab.intervals import UNKNOWN
from m44core.balance_lab.results_database import ResultsDatabase
from m44core.balance_lab.verdict import Verdict, VerdictRun
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import AGENTS, Levels, Recruit
from m44core.rules.game.actions import Action
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game_settings import RuleSettings


def run_verdict(
    plan: SimulationPlan, database: ResultsDatabase, precision: float, jobs: int = 1
) -> Verdict:
    run = VerdictRun(plan, database, precision)
    for _ in run.play(jobs):
        pass
    return run.verdict


def test_a_run_ends_as_soon_as_the_interval_is_precise_enough(
    sergeant_plan: SimulationPlan,
) -> None:
    with ResultsDatabase() as database:
        run = VerdictRun(sergeant_plan, database, 0.2)
        assert run.verdict.allies is UNKNOWN
        for verdict in run.play():
            assert not verdict.is_precise or run.is_over
        verdict = run.verdict
    assert verdict.is_precise
    assert verdict.allies.half_width <= 0.2
    assert verdict.effective_games >= len(verdict.records) == run.games


@pytest.mark.bulk
def test_a_run_is_the_same_for_any_number_of_processes(sergeant_plan: SimulationPlan) -> None:
    with ResultsDatabase() as one, ResultsDatabase() as other:
        serial_verdict, parallel_verdict = (
            run_verdict(sergeant_plan, one, 0.2),
            run_verdict(sergeant_plan, other, 0.2, jobs=2),
        )
    assert parallel_verdict == serial_verdict


def test_an_interrupted_run_continues_to_the_same_games(
    sergeant_plan: SimulationPlan, tmp_path: Path
) -> None:
    with ResultsDatabase() as database:
        whole_run = run_verdict(sergeant_plan, database, 0.15)
    with ResultsDatabase(tmp_path / "games.sqlite3") as database:
        for _ in islice(VerdictRun(sergeant_plan, database, 0.15).play(), 17):
            pass
        assert len(database.games(whole_run.setup)) == 17
    with ResultsDatabase(tmp_path / "games.sqlite3") as database:
        continued_run = run_verdict(sergeant_plan, database, 0.15)
    assert [game.number for game in continued_run.records] == [
        game.number for game in whole_run.records
    ]
    assert continued_run.allies.mean == pytest.approx(whole_run.allies.mean, abs=1e-4)


def test_a_killed_process_loses_only_the_games_being_played(
    sergeant_plan: SimulationPlan, tmp_path: Path
) -> None:
    path = tmp_path / "games.sqlite3"
    with ResultsDatabase(path) as database:
        run = VerdictRun(sergeant_plan, database, 0.15)
        games = run.play()
        for _ in islice(games, 3):
            pass
        with ResultsDatabase(path) as other:  # what another process sees while this one plays
            assert len(other.games(run.verdict.setup)) == 3
        games.close()


def test_a_stored_verdict_is_returned_without_playing(sergeant_plan: SimulationPlan) -> None:
    with ResultsDatabase() as database:
        first_verdict = run_verdict(sergeant_plan, database, 0.2)
        run = VerdictRun(sergeant_plan, database, 0.2)
        assert run.is_over
        assert not list(run.play())
        assert run.verdict.allies.mean == first_verdict.allies.mean


@pytest.mark.bulk
def test_a_refined_verdict_accounts_for_the_earlier_look(sergeant_plan: SimulationPlan) -> None:
    with ResultsDatabase() as first_database, ResultsDatabase() as second_database:
        direct_verdict = run_verdict(sergeant_plan, first_database, 0.14)
        run_verdict(sergeant_plan, second_database, 0.2)
        refined_verdict = run_verdict(sergeant_plan, second_database, 0.14)
    assert len(refined_verdict.records) > len(direct_verdict.records)


def test_a_coarser_verdict_asked_for_later_does_not_widen_the_finer_one(
    sergeant_plan: SimulationPlan,
) -> None:
    with ResultsDatabase() as database:
        fine_verdict = run_verdict(sergeant_plan, database, 0.14)
        run_verdict(sergeant_plan, database, 0.2)
        assert database.shown_precisions(fine_verdict.setup) == [0.14]
        same_verdict = run_verdict(sergeant_plan, database, 0.14)
    assert len(same_verdict.records) == len(fine_verdict.records)


def test_a_run_stops_at_the_maximum_number_of_games(sergeant_plan: SimulationPlan) -> None:
    with ResultsDatabase() as database:
        run = VerdictRun(sergeant_plan, database, 0.01, most_games=30)
        assert len(list(run.play())) == 30
        assert run.is_over
        assert not run.verdict.is_precise


def test_unfinished_games_are_counted(sergeant_plan: SimulationPlan) -> None:
    plan = replace(sergeant_plan, settings=RuleSettings(turn_limit=2))
    with ResultsDatabase() as database:
        verdict = run_verdict(plan, database, 0.2)
    assert verdict.unfinished.rate > 0.9
    assert verdict.allies.mean == pytest.approx(0.5, abs=0.1)


class FaultyPlayer(Recruit):
    """A player who fails at every decision."""

    def choose(self, _view: PlayerView, _actions: Sequence[Action], _: random.Random) -> Action:
        raise ZeroDivisionError


def test_a_run_whose_games_all_fail_ends_with_a_report(
    sergeant_plan: SimulationPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(AGENTS, "faulty", FaultyPlayer)
    with ResultsDatabase() as database:
        run = VerdictRun(replace(sergeant_plan, levels=Levels("faulty", "faulty")), database, 0.2)
        assert not list(run.play())
    assert run.is_over
    assert len(run.verdict.failed_games) > 10


def test_levels_are_part_of_the_verdict_key(sergeant_plan: SimulationPlan) -> None:
    with ResultsDatabase() as database:
        run_verdict(sergeant_plan, database, 0.2)
        stronger_plan = replace(sergeant_plan, levels=Levels("recruit", "sergeant"))
        assert VerdictRun(stronger_plan, database, 0.2).games == 0
