"""Playing the games of a plan and recording each, in this process or others."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Container, Generator, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from m44core.balance_lab.game_facts import FactsGatherer
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.luck_meter import LuckMeter
from m44core.balance_lab.run_times import game_seconds
from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.messages.message import Message, Value, several
from m44core.messages.renderers import message_of_error
from m44core.playtest.games.match import play_match
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import Agent, make_agent
from m44core.rules.game.actions import Action
from m44core.rules.game.state import GameState
from m44core.work.parallel_map import OrderedResults

if TYPE_CHECKING:
    from concurrent.futures import Executor

_JOB_SECONDS = 0.5  # about how long a job takes in another process
_JOBS_AHEAD = 32  # jobs submitted in advance, which are cancelled when there are enough games


@runtime_checkable
class JobSizingExecutor(Protocol):
    """An executor that decides how many games each job has, such as one on other machines."""

    @property
    def ahead(self) -> int:
        """The number of jobs to submit in advance."""

    def games_per_job(self, packed: bytes, estimate: float, submitted: int) -> int:
        """Return the number of games of the next job.

        Args:
            packed: The pickled plan.
            estimate: About how many seconds a game takes.
            submitted: The number of games submitted before.
        """
        ...


class FailedGame(NamedTuple):
    """A game without a record.

    Attributes:
        number: Its number.
        reason: The reason why it has none.
    """

    number: int
    reason: Value


Played = GameRecord | FailedGame


def failed_games_message(failed: Sequence[FailedGame]) -> Message:
    """Return a message about games (at least one) that failed, with the first one's reason."""
    return several(
        "{number} game could not be played: {reason}",
        "{number} games could not be played: {reason}",
        len(failed),
        reason=failed[0].reason,
    )


def record_game(
    plan: SimulationPlan,
    start: GameState,
    number: int,
    agent_of: Callable[[str, Side], Agent] = lambda level, _: make_agent(level),
) -> GameRecord:
    """Play one game of a plan from its start and return its record.

    Args:
        plan: The plan.
        start: The state in which its games start.
        number: The number of the game.
        agent_of: Returns a player of a given level for a side.

    Raises:
        M44Error: a player or the engine broke the rules.
    """
    levels = plan.levels_of(number)
    top, bottom = (agent_of(levels.of(side), side) for side in start.field.sides)
    luck = LuckMeter(start)
    facts = FactsGatherer(start, luck)

    def watch(state: GameState, action: Action | None) -> None:
        luck.before(state, action)
        facts.before(state, action)

    result = play_match(start, (top, bottom), plan.seed_of(number), watch)
    return GameRecord(
        number=number,
        seed=plan.seed,
        levels=levels,
        winner=result.winner,
        unfinished=result.unfinished,
        turns=result.turns,
        first=result.first,
        medals=result.medals,
        luck=tuple(round(each, 5) for each in luck.luck),  # as it is stored
        facts=facts.facts,
    )


def record_games(
    plan: SimulationPlan, jobs: int = 1, executor: Executor | None = None, skip: Container[int] = ()
) -> Generator[Played]:
    """Play games of a plan and yield a record or a `FailedGame` for each, in numerical order.

    The records do not depend on the number of processes. Closing the generator ends the games
    that are being played.

    If the executor cannot continue, the games that are finished are yielded before its exception is
    raised; some with lower numbers may be missing.

    Args:
        plan: The plan; its range of numbers can be long, since games are played on demand.
        jobs: The number of processes.
        executor: The executor to use instead of processes that end with the last game.
        skip: The numbers of games not to play.
    """
    tasks = _job_arguments(
        plan, skip, executor if isinstance(executor, JobSizingExecutor) else None
    )
    if executor is not None:
        yield from _play_on_executor(executor, tasks)
    elif jobs == 1:
        for task in tasks:
            yield from play_batch(*task)
    else:
        from m44core.work.executors import ProcessExecutor  # slow to import

        processes = ProcessExecutor(jobs)
        try:
            yield from _play_on_executor(processes, tasks)
        finally:
            processes.terminate()


def play_batch(packed: bytes, numbers: Sequence[int]) -> list[Played]:
    """Play some games of a pickled plan, in any process.

    Returns:
        One record per game; a :class:`FailedGame` if the engine or a player failed in it.
    """
    plan, start = _load_plan(packed)
    return [_record_or_failure(plan, start, number) for number in numbers]


def _record_or_failure(plan: SimulationPlan, start: GameState, number: int) -> Played:
    try:
        with boundary():
            return record_game(plan, start, number)
    except M44Error as error:
        return FailedGame(number, message_of_error(error))


def _job_arguments(
    plan: SimulationPlan, skip: Container[int], sizes: JobSizingExecutor | None
) -> Iterator[tuple[bytes, tuple[int, ...]]]:
    """Yield the arguments of :func:`play_batch`, for jobs of about half a second by default."""
    seconds = game_seconds(plan.levels)
    size = max(1, round(_JOB_SECONDS / seconds))
    packed = pickle.dumps(plan)
    numbers = (number for number in plan.numbers if number not in skip)
    submitted = 0
    while True:
        if sizes is not None:
            size = sizes.games_per_job(packed, seconds, submitted)
        if not (batch := tuple(islice(numbers, size))):
            return
        submitted += len(batch)
        yield packed, batch


def _play_on_executor(
    executor: Executor, tasks: Iterator[tuple[bytes, tuple[int, ...]]]
) -> Generator[Played]:
    jobs_ahead = (
        partial(getattr, executor, "ahead")
        if isinstance(executor, JobSizingExecutor)
        else _JOBS_AHEAD
    )
    results: OrderedResults[list[Played]] = OrderedResults(
        executor, play_batch, _failed_games, tasks, jobs_ahead
    )
    try:
        for played in results:
            yield from played
    except M44Error:  # the executor cannot go on
        for played in results.finished_results():
            yield from played
        raise
    finally:
        results.cancel()


def _failed_games(error: M44Error, _: bytes, numbers: Sequence[int]) -> list[Played]:
    return [FailedGame(number, message_of_error(error)) for number in numbers]


@lru_cache(maxsize=4)  # plans are played one after the other
def _load_plan(packed: bytes) -> tuple[SimulationPlan, GameState]:
    """Unpickle a plan, and return it with the start of its games."""
    plan: SimulationPlan = pickle.loads(packed)
    return plan, plan.start()
