"""Simulating games in several processes at once.

Each process sets every scenario up once and is then handed the numbers of games, some at a
time. Results come in the order of the plans and of the numbers, so that they do not depend on
how many processes there are. Nothing here needs the system to be able to fork.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import active_children, get_context
from pathlib import Path
from types import FrameType
from typing import Any

from m44core.catalogue.packs.in_use import pack_folders
from m44core.catalogue.packs.nearby import use_folders
from m44core.errors import M44Error
from m44core.faults import FaultError, boundary
from m44core.messages.message import Message, message
from m44core.messages.words import reason
from m44core.playtest.games.batch import Plan, SimulatedGame, play_game, play_games
from m44core.processes import heard, serve_parent
from m44core.rules.game.state import GameState
from m44core.worker_pool import LostError, WorkerPool

Numbered = tuple[int, SimulatedGame]  # the number of the plan, from 0, and a game of it
Task = tuple[int, int]  # the number of the plan, and that of a game

_MOST_JOBS = 61  # more than that Windows cannot wait for
_CHUNKS = 16  # how often each process asks for more work
_LARGEST_CHUNK = 8  # games; what is under way is lost when somebody interrupts
_PATIENCE = 0.1  # seconds until an interrupt is noticed


@dataclass(frozen=True, slots=True)
class LostGame:
    """A game that ended its process, also when it was played again alone.

    Attributes:
        plan: The number of its plan, from 0.
        number: Its own number.
        why: What happened.
    """

    plan: int
    number: int
    why: LostError

    @classmethod
    def of(cls, task: Task) -> LostGame:
        """Return the game of a task."""
        return cls(*task, LostError())

    @property
    def sentence(self) -> Message:
        """What to say about it."""
        return message("game {number}: {what}", number=self.number, what=reason(self.why))


@dataclass(frozen=True, slots=True)
class _Failed:
    """A fault of the program that ended a plan."""

    plan: int
    error: FaultError


Played = Numbered | LostGame | _Failed

OnFault = Callable[[int, FaultError], None]
"""Called with the number of a plan that a fault of the program ended, and the fault."""

OnLost = Callable[[LostGame], None]
"""Called with a game that could not be finished."""


def simulate(
    plans: Sequence[Plan],
    jobs: int = 1,
    on_fault: OnFault | None = None,
    on_lost: OnLost | None = None,
) -> Generator[Numbered]:
    """Play all games of some plans and yield them in order, without their actions.

    An interrupt (Ctrl-C) stops all processes: games that were done by then are
    yielded before :class:`KeyboardInterrupt` is raised.

    Args:
        plans: What is played.
        jobs: How many processes play.
        on_fault: Called for each plan that a fault ends, while the other plans go on; games of it
            may have been yielded before.
        on_lost: Called for each game that ended its process twice, while the others go on.

    Raises:
        BrokenGameError: a game broke the rules; no game before it did.
        FaultError: the program failed with a game, and there is no *on_fault*.
        M44Error: a game ended its process twice, and there is no *on_lost*.
    """
    chunks = list(_chunks(plans, jobs))
    on_fault = on_fault or _raise_fault
    if jobs == 1 or len(chunks) < 2:
        return _one_by_one(plans, on_fault)
    processes = min(jobs, len(chunks), _MOST_JOBS)
    return _together(plans, chunks, processes, on_fault, on_lost or _raise_lost)


def _one_by_one(plans: Sequence[Plan], on_fault: OnFault) -> Generator[Numbered]:
    for number, plan in enumerate(plans):
        games = play_games(plan)
        try:
            while True:
                with boundary():
                    game = next(games, None)
                if game is None:
                    break
                yield number, game.without_actions()
        except FaultError as error:
            on_fault(number, error)


def _chunks(plans: Sequence[Plan], jobs: int) -> Iterator[list[Task]]:
    """Cut the games into pieces of work, each of one plan."""
    games = sum(len(plan.numbers) for plan in plans)
    size = max(1, min(_LARGEST_CHUNK, games // (jobs * _CHUNKS)))
    for number, plan in enumerate(plans):
        for first in range(0, len(plan.numbers), size):
            yield [(number, game) for game in plan.numbers[first : first + size]]


def _together(
    plans: Sequence[Plan],
    chunks: Sequence[Sequence[Task]],
    jobs: int,
    on_fault: OnFault,
    on_lost: OnLost,
) -> Generator[Numbered]:
    ended: set[int] = set()
    with ExitStack() as stack:
        interrupt = stack.enter_context(_Interrupt())
        start = partial(_started, plans)
        pool = WorkerPool(start, jobs, _play, chunks, LostGame.of, interrupt.wait_for)
        stack.callback(pool.shutdown)
        stack.enter_context(_terminating_on_failure())
        try:
            for result in pool.results():
                if isinstance(result, LostGame):
                    on_lost(result)
                elif isinstance(result, _Failed):
                    if result.plan not in ended:
                        on_fault(result.plan, result.error)
                    ended.add(result.plan)
                else:
                    yield result
        except KeyboardInterrupt:
            yield from (done for done in pool.finished() if isinstance(done, tuple))
            raise


def _raise_fault(_: int, error: FaultError) -> None:
    raise error


def _raise_lost(game: LostGame) -> None:
    raise M44Error(game.sentence)


def _started(plans: Sequence[Plan], jobs: int) -> ProcessPoolExecutor:
    """Return a pool of processes that know the plans."""
    given = tuple(plans), pack_folders()
    return _DeafPool(jobs, get_context("spawn"), initializer=_begin, initargs=given)


class _DeafPool(ProcessPoolExecutor):
    """Processes that hear no interrupts, from their first moment."""

    def submit(self, *work: Any, **named: Any) -> Future[Any]:  # noqa: ANN401 - as it is declared
        """Hand out work; a process may be started for it."""
        with _Deaf():
            return super().submit(*work, **named)


@contextmanager
def _terminating_on_failure() -> Iterator[None]:
    """End processes started meanwhile at once if anything is raised."""
    others = set(active_children())
    try:
        yield
    except BaseException:
        for process in set(active_children()) - others:
            process.terminate()
        raise


class _Interrupt:
    """Notes an interrupt instead of raising it: amid the pool's own work that could hang.

    Attributes:
        came: Whether there was one.
    """

    def __init__(self) -> None:
        self.came = False

    def __enter__(self) -> _Interrupt:
        self._before = _handle_interrupts(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        _handle_interrupts(self._before)

    def wait_for(self, future: Future[Any]) -> None:
        """Wait until a future is done.

        Raises:
            KeyboardInterrupt: an interrupt came.
        """
        while not future.done() and not self.came:
            wait([future], timeout=_PATIENCE)
        if self.came:
            raise KeyboardInterrupt

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self.came = True


class _Deaf:
    """Makes processes that are started meanwhile deaf to interrupts, from their first moment.

    An interrupt that comes meanwhile is heard afterwards. Where signals cannot be
    held back (Windows), processes are deaf once they have begun.
    """

    def __enter__(self) -> None:
        _hold_back_interrupts(hold=True)

    def __exit__(self, *_: object) -> None:
        _hold_back_interrupts(hold=False)


def _hold_back_interrupts(*, hold: bool) -> None:
    if hasattr(signal, "pthread_sigmask"):
        how = signal.SIG_BLOCK if hold else signal.SIG_UNBLOCK
        signal.pthread_sigmask(how, {signal.SIGINT})


def _handle_interrupts(handler: Any) -> Any:  # noqa: ANN401 - what the signal module calls a handler
    """Set how interrupts are handled, unless they are ignored; return how they were.

    Only the main thread may.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    if handler is None or not in_main_thread or not heard([signal.SIGINT]):
        return None
    return signal.signal(signal.SIGINT, handler)


_plans: Sequence[Plan] = ()  # in a worker: what it plays


def _begin(plans: Sequence[Plan], packs: Sequence[Path]) -> None:
    """Make a process ready to play with some packs; it ends with the one that started it."""
    global _plans
    _plans = plans
    use_folders(packs)
    serve_parent()


@lru_cache(maxsize=4)  # plans are played one after the other
def _start(number: int) -> GameState:
    return _plans[number].start()


def _play(tasks: Sequence[Task]) -> list[Played]:
    """Play games in a process that knows their plans, until a fault ends one."""
    played: list[Played] = []
    for number, game in tasks:
        try:
            with boundary():
                start = _start(number)
                played.append((number, play_game(_plans[number], start, game).without_actions()))
        except FaultError as error:
            return [*played, _Failed(number, error)]
    return played
