"""Checks whether game records from other machines can be trusted.

Every result must have the requested records. One game of some results is replayed here. The Allied
win rate must be the same on every worker.
"""

from __future__ import annotations

import math
import pickle
import random
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import Any, cast

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.luck_meter import LUCK_LEVELS
from m44core.balance_lab.record_games import FailedGame, Played, play_batch
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, message, percent, several
from m44core.playtest.games.simulation import SimulationPlan
from m44core.work.executors import ProcessExecutor

_REPLAY_SHARE = 0.05  # of the time, to play games again here
_MAX_PLANS = 8  # of which the pace is known
_MIN_VARIANCE = 0.01  # of results: a few equal results prove nothing
_MAX_RESIDUAL = (
    4.5  # standard deviations of a residual that is not chance, also of one of 100 workers
)
_MIN_GAMES = 30  # of a worker, to suspect it


@dataclass(frozen=True, slots=True)
class WorkerResidual:
    """The difference of a worker's results from those of all others.

    Attributes:
        worker: The worker.
        games: The number of its games.
        share: The share of these games that the Allies won.
        others_share: The share of the others' games that the Allies won.
        deviation: The difference in standard deviations.
    """

    worker: str
    games: int
    share: float
    others_share: float
    deviation: float

    @property
    def is_suspect(self) -> bool:
        """Whether the difference is too large for chance."""
        return self.games >= _MIN_GAMES and abs(self.deviation) > _MAX_RESIDUAL

    @property
    def sentence(self) -> Message:
        """A warning about a suspect worker."""
        return message(
            "worker {worker} may be giving wrong results: the Allies win {share} of its "
            "{games} games, but {rest} of those on other workers",
            worker=self.worker,
            share=percent(self.share),
            games=self.games,
            rest=percent(self.others_share),
        )


@dataclass(slots=True)
class _WorkerTally:
    """The games of a worker."""

    games: int = 0
    results: float = 0.0
    squares: float = 0.0
    jobs: int = 0
    checks: int = 0
    unchecked_games: int = 0  # games since the last check
    held: list[Future[Message | None]] = field(default_factory=list)  # answers, until a check ends

    def add(self, records: Sequence[GameRecord]) -> None:
        """Add the games of a job."""
        values = [record.allied_result for record in records]
        self.games += len(values)
        self.results += sum(values)
        self.squares += sum(value * value for value in values)
        self.jobs += 1


class GameChecker:
    """Checks records of games from other machines, and tallies the results of each worker."""

    def __init__(self) -> None:
        self._tallies: dict[str, _WorkerTally] = {}
        self._paces: dict[bytes, tuple[float, int]] = {}  # of plans: seconds and games
        self._replays = ProcessExecutor()
        self._lock = Lock()  # for what is held
        self._started_at, self._replay_seconds = time.monotonic(), 0.0  # seconds

    def end(self) -> None:
        """End the process that replays games."""
        self._replays.terminate()

    def seconds_per_game(self, packed: bytes) -> float | None:
        """Return how long a game of a pickled plan takes on the workers; None if unknown."""
        seconds, games = self._paces.get(packed, (0.0, 0))
        return seconds / games if games else None

    def problem(
        self, worker: str, arguments: tuple[Any, ...], result: object
    ) -> Message | Future[Message | None] | None:
        """Return the problem with the records of a job; None if they are valid.

        If a game has to be replayed first, return a future of the answer. Jobs that do not play
        games are not checked.
        """
        if not _is_game_job(arguments):
            return None
        packed, numbers = arguments
        try:
            problem = _result_problem(_unpickle_plan(packed), numbers, result)
        except (AttributeError, TypeError, ValueError, KeyError):  # records with other content
            problem = _NO_RECORDS
        if problem is not None:
            return problem
        tally, outcome = self._tally(worker), Future[Message | None]()
        with self._lock:
            is_checking = bool(tally.held)
            if not (is_checking or self._is_replay_due(tally)):
                return None
            tally.held.append(outcome)
        if not is_checking:
            self._replay(tally, packed, cast("list[Played]", result))
        return outcome

    def accept(
        self, worker: str, arguments: tuple[Any, ...], result: object, seconds: float
    ) -> None:
        """Count the games of an accepted job, and the seconds it took; ignore other jobs."""
        if not _is_game_job(arguments):
            return
        packed, numbers = arguments
        if len(self._paces) > _MAX_PLANS:
            self._paces.clear()
        before, games = self._paces.get(packed, (0.0, 0))
        self._paces[packed] = before + seconds, games + len(numbers)
        played = cast("list[Played]", result)
        self._tally(worker).add([game for game in played if isinstance(game, GameRecord)])
        self._tally(worker).unchecked_games += len(numbers)

    def residuals(self) -> list[WorkerResidual]:
        """Return how the results of each worker differ from those of all others."""
        return _worker_residuals(dict(self._tallies))

    def _tally(self, worker: str) -> _WorkerTally:
        return self._tallies.setdefault(worker, _WorkerTally())

    def _is_replay_due(self, tally: _WorkerTally) -> bool:
        """Return whether a game of a result should be replayed on this machine.

        It is due for the first, second, fourth, eighth ... result of a worker, and for others if
        there is time.
        """
        share = self._replay_seconds / max(1.0, time.monotonic() - self._started_at)
        return tally.jobs + 1 >= 2**tally.checks or share < _REPLAY_SHARE

    def _replay(self, tally: _WorkerTally, packed: bytes, result: list[Played]) -> None:
        """Replay one game; until it is done, hold back the results of its worker."""
        failed = [game for game in result if isinstance(game, FailedGame)]
        game = random.choice(failed or result)

        def compare(replay: Future[list[Played]]) -> None:
            self._replay_seconds += self.seconds_per_game(packed) or 0.0
            is_played = not replay.cancelled() and replay.exception() is None
            if is_played and not _replay_matches(game, replay.result()[0]):
                problem = _contradiction_message(game.number, tally.unchecked_games)
            else:  # the same, or it could not be played here
                problem, tally.checks, tally.unchecked_games = None, tally.checks + 1, 0
            with self._lock:
                held_answers, tally.held = tally.held, []
            for outcome in held_answers:
                outcome.set_result(problem)

        self._replays.submit(play_batch, packed, (game.number,)).add_done_callback(compare)


_NO_RECORDS = message("its results are not game records")


def _is_game_job(arguments: tuple[Any, ...]) -> bool:
    """Return whether a job plays games; only the results of such jobs can be checked."""
    return len(arguments) == 2 and isinstance(arguments[0], bytes)


def _result_problem(plan: SimulationPlan, numbers: Sequence[int], result: object) -> Message | None:
    """Return the obvious problem with the result of a job; None if it looks valid."""
    if not isinstance(result, list) or not all(isinstance(game, Played) for game in result):
        return _NO_RECORDS
    if [game.number for game in result] != [*numbers]:
        return message("its results are for other games")
    records = [game for game in result if isinstance(game, GameRecord)]
    return None if all(_fits_plan(plan, record) for record in records) else _NO_RECORDS


def _fits_plan(plan: SimulationPlan, record: GameRecord) -> bool:
    """Return whether a record can belong to a plan."""
    return (
        (record.seed, record.levels) == (plan.seed, plan.levels_of(record.number))
        and record.winner in (None, *Side)
        and record.turns >= 0
        and all(record.medals[side] >= 0 for side in (Side.AXIS, Side.ALLIES))
        and len(record.luck) == len(LUCK_LEVELS)
        and all(map(math.isfinite, record.luck))
    )


def _replay_matches(game: Played, replay: Played) -> bool:
    """Return whether a replay matches the game; two failed games may differ in the reason."""
    return game == replay or (isinstance(game, FailedGame) and isinstance(replay, FailedGame))


def _contradiction_message(number: int, unchecked: int) -> Message:
    if unchecked == 0:
        return message("replaying game {game} here gives a different result", game=number)
    return several(
        "replaying game {game} on this machine gives a different result; {number} earlier "
        "game from this worker was not checked",
        "replaying game {game} on this machine gives a different result; {number} earlier "
        "games from this worker were not checked",
        unchecked,
        game=number,
    )


@lru_cache(maxsize=4)  # plans are played one after the other
def _unpickle_plan(packed: bytes) -> SimulationPlan:
    plan: SimulationPlan = pickle.loads(packed)
    return plan


def _worker_residuals(tallies: Mapping[str, _WorkerTally]) -> list[WorkerResidual]:
    """Return how the results of each worker differ from those of all others."""
    active_tallies = {worker: tally for worker, tally in tallies.items() if tally.games}
    games = sum(tally.games for tally in active_tallies.values())
    results = sum(tally.results for tally in active_tallies.values())
    squares = sum(tally.squares for tally in active_tallies.values())
    residuals = []
    for worker, tally in active_tallies.items():
        others = games - tally.games
        if not others:
            continue
        share, others_share = tally.results / tally.games, (results - tally.results) / others
        variance = max(squares / games - (results / games) ** 2, _MIN_VARIANCE)
        error = math.sqrt(variance * (1 / tally.games + 1 / others))
        residuals.append(
            WorkerResidual(worker, tally.games, share, others_share, (share - others_share) / error)
        )
    return residuals
