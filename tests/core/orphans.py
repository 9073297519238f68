"""Pools of processes whose parent is killed: programs that say which processes they have."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context

from m44core.processes import serve_parent


def _say(processes: Iterable[int | None]) -> None:
    """Write the numbers of processes in a line."""
    os.write(1, f"{' '.join(map(str, processes))}\n".encode())


def _say_children() -> None:
    _say(child.pid for child in active_children())


def _say_and_never_return(_: int) -> None:
    """Write the number of this process, and then hold the interpreter in C for ever."""
    _say([os.getpid()])
    ctypes.PyDLL(None).pause()


def _wait() -> None:
    sys.stdin.read()


def side_by_side() -> None:
    """The processes of ``m44 check``, ``site`` and ``library``."""
    from m44core.cli.side_by_side import each
    from m44core.messages.words import words

    with each(abs, abs, 2, words("en"), range(40)) as results:
        next(results)
        _say_children()
        _wait()


def games() -> None:
    """The processes of ``m44 play`` and ``duel``."""
    from m44core.model.scenario import Scenario
    from m44core.playtest.games.batch import Plan
    from m44core.playtest.games.workers import _started

    with _started([Plan(Scenario(), range(1, 3))], 2) as pool:
        for number in range(2):
            pool.submit(abs, number).result()
        _say_children()
        _wait()


def checks() -> None:
    """The process that checks beside the editor."""
    from m44editor.checks.process import CheckWorker

    worker = CheckWorker()
    worker.begin()
    assert worker._begun
    worker._begun.result()
    _say_children()
    _wait()


def workers() -> None:
    """The processes of the editor's library."""
    from m44editor.work.workers import Workers

    worker = Workers(_nothing, 2)
    worker.submit(0, lambda *_: _say_children())
    _wait()


def _nothing(_packs: object, _job: object) -> None:
    pass


def in_c() -> None:
    """A process that is in a library which never returns to Python."""
    how = sys.argv[2]
    with ProcessPoolExecutor(1, get_context(how), initializer=serve_parent) as pool:
        pool.submit(_say_and_never_return, 0)
        _wait()


POOLS: dict[str, Callable[[], None]] = {
    each.__name__: each for each in (side_by_side, games, checks, workers, in_c)
}

if __name__ == "__main__":
    POOLS[sys.argv[1]]()
