"""Records from other machines are the requested ones, and agree with a replay here."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace

import pytest

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.record_games import FailedGame, Played, play_batch
from m44core.balance_lab.worker_check import GameChecker
from m44core.catalogue.catalogue_types import Side
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import Levels

NUMBERS = (1, 2)
TIMEOUT = 60


@pytest.fixture
def game_check() -> Iterator[GameChecker]:
    game_check = GameChecker()
    yield game_check
    game_check.end()


@pytest.fixture(scope="module")
def packed_plan(sergeant_plan: SimulationPlan) -> bytes:
    return pickle.dumps(sergeant_plan)


@pytest.fixture(scope="module")
def correct_games(packed_plan: bytes) -> list[Played]:
    return play_batch(packed_plan, NUMBERS)


def problem_text(
    game_check: GameChecker, packed_plan: bytes, result: object, worker: str = "laptop"
) -> str:
    """Return the problem with a result; empty if there is none."""
    problem = game_check.problem(worker, (packed_plan, NUMBERS), result)
    if isinstance(problem, Future):
        problem = problem.result(TIMEOUT)
    return "" if problem is None else str(problem)


def games_with_first_changed(games: list[Played], **changes: object) -> list[Played]:
    """Return the games with some values of the first one changed."""
    assert isinstance(games[0], GameRecord)
    return [replace(games[0], **changes), *games[1:]]  # type: ignore[arg-type] # any values


def test_correct_records_are_accepted(
    game_check: GameChecker, packed_plan: bytes, correct_games: list[Played]
) -> None:
    assert problem_text(game_check, packed_plan, correct_games) == ""


def test_results_that_are_not_records_are_refused(
    game_check: GameChecker,
    packed_plan: bytes,
    correct_games: list[Played],
    subtests: pytest.Subtests,
) -> None:
    rubbish: dict[str, object] = {
        "nothing": None,
        "text": "rubbish",
        "other values": [1, 2],
        "another seed": games_with_first_changed(correct_games, seed=99),
        "other players": games_with_first_changed(
            correct_games, levels=Levels("sergeant", "recruit")
        ),
        "a winner that is no side": games_with_first_changed(correct_games, winner="Allies"),
        "no medals": games_with_first_changed(correct_games, medals={}),
        "too little luck": games_with_first_changed(correct_games, luck=(0.1,)),
        "luck that is no number": games_with_first_changed(correct_games, luck=(float("nan"),) * 5),
        "turns that are no number": games_with_first_changed(correct_games, turns=None),
    }
    for name, result in rubbish.items():
        with subtests.test(name):
            assert (
                problem_text(game_check, packed_plan, result) == "its results are not game records"
            )


def test_records_of_other_games_are_refused(
    game_check: GameChecker, packed_plan: bytes, correct_games: list[Played]
) -> None:
    for result in (correct_games[:1], [*correct_games, correct_games[0]], correct_games[::-1], []):
        assert problem_text(game_check, packed_plan, result) == "its results are for other games"


def test_a_local_replay_exposes_a_wrong_record(
    game_check: GameChecker, packed_plan: bytes, correct_games: list[Played]
) -> None:
    wrong_games = [replace(game, turns=7) for game in correct_games if isinstance(game, GameRecord)]
    assert "gives a different result" in problem_text(game_check, packed_plan, wrong_games)


def test_a_game_that_fails_only_on_the_worker_is_a_wrong_record(
    game_check: GameChecker, packed_plan: bytes, correct_games: list[Played]
) -> None:
    wrong_games = [correct_games[0], FailedGame(2, "no memory")]
    assert (
        problem_text(game_check, packed_plan, wrong_games)
        == "replaying game 2 here gives a different result"
    )


def test_results_are_held_back_until_the_worker_is_checked(
    game_check: GameChecker, packed_plan: bytes, correct_games: list[Played]
) -> None:
    wrong_games = [replace(game, turns=7) for game in correct_games if isinstance(game, GameRecord)]
    held_back = [
        game_check.problem("laptop", (packed_plan, NUMBERS), each)
        for each in (wrong_games, correct_games)
    ]
    for future in held_back:
        assert isinstance(future, Future)
        assert "gives a different result" in str(future.result(TIMEOUT))


def test_a_worker_where_one_side_wins_far_too_often_is_suspect(
    game_check: GameChecker, packed_plan: bytes, correct_games: list[Played]
) -> None:
    winners = {"axis": Side.AXIS, "allies": Side.ALLIES}
    for worker, sides in {"good": winners, "fair": winners, "odd": {"allies": Side.ALLIES}}.items():
        for side in [*sides.values()] * (20 if len(sides) > 1 else 40):
            game_check.accept(
                worker,
                (packed_plan, NUMBERS),
                games_with_first_changed(correct_games, winner=side)[:1],
                1.0,
            )
    suspects = {each.worker: each for each in game_check.residuals() if each.is_suspect}
    assert suspects.keys() == {"odd"}
    assert str(suspects["odd"].sentence).startswith("worker odd may be giving wrong results")
    assert (suspects["odd"].games, suspects["odd"].share, suspects["odd"].others_share) == (
        40,
        1.0,
        0.5,
    )


def test_the_pace_of_workers_is_measured(
    game_check: GameChecker, packed_plan: bytes, correct_games: list[Played]
) -> None:
    assert game_check.seconds_per_game(packed_plan) is None
    game_check.accept("laptop", (packed_plan, NUMBERS), correct_games, 1.0)
    game_check.accept("desktop", (packed_plan, NUMBERS), correct_games, 3.0)
    assert game_check.seconds_per_game(packed_plan) == 1.0
