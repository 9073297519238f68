"""Games are recorded alike in every process, and a failed game does not stop the others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.luck_meter import LUCK_LEVELS
from m44core.balance_lab.record_games import FailedGame, record_game, record_games
from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error
from m44core.playtest.games.simulation import SimulationPlan, play_games
from m44core.playtest.players.levels import AGENTS, Levels, Recruit
from m44core.rules.game.actions import Action
from m44core.rules.game.player_view import PlayerView
from m44core.work.executors import ThreadExecutor


class PlayerFailingEveryThirdGame(Recruit):
    """A player with a fault in every third game."""

    games = 0

    def __init__(self) -> None:
        type(self).games += 1
        self._is_faulty = self.games % 3 == 0

    def choose(self, view: PlayerView, actions: Sequence[Action], rng: random.Random) -> Action:
        if self._is_faulty:
            raise ZeroDivisionError
        return super().choose(view, actions, rng)


def test_records_agree_with_the_games_played_without_the_lab(sergeant_plan: SimulationPlan) -> None:
    records = list(record_games(sergeant_plan))
    assert len(records) == len(sergeant_plan.numbers)
    for record, game in zip(records, play_games(sergeant_plan), strict=True):
        assert isinstance(record, GameRecord)
        result = game.result
        assert record.number == game.number
        assert (record.winner, record.turns, record.first) == (
            result.winner,
            result.turns,
            result.first,
        )
        assert record.medals == result.medals
        assert len(record.luck) == len(LUCK_LEVELS)


def test_records_do_not_depend_on_the_number_of_processes(sergeant_plan: SimulationPlan) -> None:
    plan = replace(sergeant_plan, numbers=range(1, 25))
    single_process_games = list(record_games(plan))
    assert list(record_games(plan, jobs=2)) == single_process_games
    executor = ThreadExecutor()
    try:
        assert list(record_games(plan, executor=executor)) == single_process_games
    finally:
        executor.terminate()


class GrowingBatchExecutor(ThreadExecutor):
    """An executor each of whose jobs has one game more than the job before."""

    ahead = 2

    def games_per_job(self, _packed: bytes, _estimate: float, submitted: int) -> int:
        return 1 + submitted


def test_an_executor_can_decide_how_many_games_a_job_has(sergeant_plan: SimulationPlan) -> None:
    executor = GrowingBatchExecutor()
    try:
        games = list(record_games(sergeant_plan, executor=executor))
    finally:
        executor.terminate()
    assert games == list(record_games(sergeant_plan))


class FailingExecutor(ThreadPoolExecutor):
    """An executor with jobs of two games that fails at the second job, once the first is done."""

    ahead = 3

    def games_per_job(self, _packed: bytes, _estimate: float, _submitted: int) -> int:
        return 2

    def submit(self, work: Any, /, *args: Any, **named: Any) -> Future[Any]:  # noqa: ANN401 - as it is declared
        return super().submit(_raise_error if 3 in args[1] else work, *args, **named)


def _raise_error(*_: object) -> None:
    raise M44Error("the scheduler is gone")


def test_finished_games_are_kept_if_the_executor_fails(sergeant_plan: SimulationPlan) -> None:
    plan, numbers = replace(sergeant_plan, numbers=range(1, 7)), []
    executor = FailingExecutor(1)
    games = record_games(plan, executor=executor)
    numbers.append(next(games).number)
    executor.shutdown()  # once all jobs are done
    with pytest.raises(M44Error, match="the scheduler is gone"):
        numbers.extend(game.number for game in games)
    assert numbers == [1, 2, 5, 6]


def test_played_games_are_skipped(sergeant_plan: SimulationPlan) -> None:
    played_games = record_games(sergeant_plan, skip={1, 2, 5})
    assert [game.number for game in played_games] == [3, 4, 6, 7, 8]


def test_a_very_long_plan_can_be_stopped_at_any_time(sergeant_plan: SimulationPlan) -> None:
    games = record_games(replace(sergeant_plan, numbers=range(1, 10**9)), jobs=2)
    assert [game.number for game in islice(games, 3)] == [1, 2, 3]
    games.close()


def test_a_failed_game_is_named_and_the_others_continue(
    sergeant_plan: SimulationPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(AGENTS, "faulty", PlayerFailingEveryThirdGame)
    PlayerFailingEveryThirdGame.games = 0
    games = list(record_games(replace(sergeant_plan, levels=Levels("faulty", "recruit"))))
    assert [game.number for game in games if isinstance(game, FailedGame)] == [3, 6]
    assert sum(isinstance(game, GameRecord) for game in games) == len(sergeant_plan.numbers) - 2


@pytest.mark.parametrize(("winner", "result"), [(Side.ALLIES, 1.0), (Side.AXIS, 0.0), (None, 0.5)])
def test_a_game_without_a_winner_counts_half(
    sergeant_plan: SimulationPlan, winner: Side | None, result: float
) -> None:
    record = record_game(sergeant_plan, sergeant_plan.start(), 1)
    assert replace(record, winner=winner).allied_result == result
