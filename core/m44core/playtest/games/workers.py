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
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from functools import lru_cache
from multiprocessing import active_children, get_context
from pathlib import Path
from types import FrameType
from typing import Any

from m44core.catalogue.packs.in_use import pack_folders
from m44core.catalogue.packs.nearby import use_folders
from m44core.errors import M44Error
from m44core.faults import FaultError, boundary
from m44core.messages.message import message
from m44core.playtest.games.batch import Plan, SimulatedGame, play_game, play_games
from m44core.processes import heard, serve_parent
from m44core.rules.game.state import GameState

Numbered = tuple[int, SimulatedGame]  # the number of the plan, from 0, and a game of it

_MOST_JOBS = 61  # more than that Windows cannot wait for
_CHUNKS = 16  # how often each process asks for more work
_LARGEST_CHUNK = 8  # games; what is under way is lost when somebody interrupts
_PATIENCE = 0.1  # seconds until an interrupt is noticed


OnFault = Callable[[int, FaultError], None]
"""Called with the number of a plan that a fault of the program ended, and the fault."""


def simulate(
    plans: Sequence[Plan], jobs: int = 1, on_fault: OnFault | None = None
) -> Generator[Numbered]:
    """Play all games of some plans and yield them in order, without their actions.

    An interrupt (Ctrl-C) stops all processes: games that were done by then are
    yielded before :class:`KeyboardInterrupt` is raised.

    Args:
        plans: What is played.
        jobs: How many processes play.
        on_fault: Called for each plan that a fault ends, while the other plans go on; games of it
            may have been yielded before.

    Raises:
        BrokenGameError: a game broke the rules; no game before it did.
        FaultError: the program failed with a game, and there is no *on_fault*.
        M44Error: a process ended by itself.
    """
    chunks = list(_chunks(plans, jobs))
    together = jobs > 1 and len(chunks) > 1
    if not together:
        return _one_by_one(plans, on_fault)
    return _together(plans, chunks, min(jobs, len(chunks), _MOST_JOBS), on_fault)


def _one_by_one(plans: Sequence[Plan], on_fault: OnFault | None) -> Generator[Numbered]:
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
            if on_fault is None:
                raise
            on_fault(number, error)


def _chunks(plans: Sequence[Plan], jobs: int) -> Iterator[tuple[int, range]]:
    """Cut the games into pieces of work: a plan's number, and numbers of its games."""
    games = sum(len(plan.numbers) for plan in plans)
    size = max(1, min(_LARGEST_CHUNK, games // (jobs * _CHUNKS)))
    for number, plan in enumerate(plans):
        for first in range(0, len(plan.numbers), size):
            yield number, plan.numbers[first : first + size]


def _together(
    plans: Sequence[Plan],
    chunks: Sequence[tuple[int, range]],
    jobs: int,
    on_fault: OnFault | None,
) -> Generator[Numbered]:
    ended: set[int] = set()
    with ExitStack() as stack:
        interrupt = stack.enter_context(_Interrupt())
        pool = stack.enter_context(_Pool(plans, jobs))
        futures = pool.submit(chunks)
        for done, future in enumerate(futures):
            while not future.done() and not interrupt.came:
                wait([future], timeout=_PATIENCE)
            if interrupt.came:
                yield from _finished(futures[done:])
                raise KeyboardInterrupt
            number = chunks[done][0]
            try:
                games = _result(future)
            except FaultError as error:
                if on_fault is None:
                    raise
                if number not in ended:
                    on_fault(number, error)
                ended.add(number)
            else:
                yield from games


def _result(future: Future[list[Numbered]]) -> list[Numbered]:
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise M44Error(message("a process that played games was ended from outside")) from error


def _finished(futures: Sequence[Future[list[Numbered]]]) -> Iterator[Numbered]:
    """Yield the games of those pieces of work that are done and went well."""
    for future in futures:
        if future.done() and not future.exception():
            yield from future.result()


class _Pool:
    """Processes that know the plans; they end with the block, at once if it fails."""

    def __init__(self, plans: Sequence[Plan], jobs: int) -> None:
        self._others = set(active_children())
        self._pool = ProcessPoolExecutor(
            jobs,
            get_context("spawn"),
            initializer=_begin,
            initargs=(tuple(plans), pack_folders()),
        )

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            for process in set(active_children()) - self._others:
                process.terminate()
        self._pool.shutdown(cancel_futures=True)

    def submit(self, chunks: Sequence[tuple[int, range]]) -> list[Future[list[Numbered]]]:
        """Start the processes and hand out the work."""
        with _Deaf():
            return [self._pool.submit(_play, *chunk) for chunk in chunks]


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


def _play(number: int, games: range) -> list[Numbered]:
    """Play some games of a plan, in a process that knows it."""
    with boundary():
        start = _start(number)
        return [(number, play_game(_plans[number], start, g).without_actions()) for g in games]
