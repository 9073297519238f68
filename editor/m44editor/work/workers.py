"""Processes that do what takes long; they are begun, fed and ended by a thread of their own.

To begin a process takes longer than a frame may, so no window does it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from m44core.catalogue.packs.in_use import pack_folders
from m44core.processes import serve_parent

_MOST = 4

Work = Callable[[Any, Any], Any]

Came = Callable[[Any, Any, BaseException | None], object]
"""Is called with what was found, or with why nothing was; in any thread."""


class Workers:
    """Some processes, as many as there is work for.

    Args:
        work: What they do: a function of the folders of packs and of a job. Its module is loaded
            when they begin.
        number: How many there may be; some, if 0.
        name: What the thread is called that feeds them.

    Attributes:
        number: How many there may be.
    """

    def __init__(self, work: Work, number: int = 0, name: str = "workers") -> None:
        self._work = work
        self.number = number or _usual_number()
        self._hand = ThreadPoolExecutor(1, f"{name}-hand")
        self._pool: ProcessPoolExecutor | None = None
        self._warm: Future[None] | None = None
        self._closed = False

    @property
    def children(self) -> list[BaseProcess]:
        """The processes there are now."""
        return processes_of(self._pool) if self._pool is not None else []

    @property
    def ready(self) -> bool:
        """Whether one has begun, so that what it is given is done at once."""
        return self._warm is not None and self._warm.done()

    def submit(self, job: object, came: Came) -> None:
        """Have something done."""
        if not self._closed:
            self._hand.submit(self._submit, pack_folders(), job, came)

    def rest(self) -> None:
        """End the processes; others begin when there is work again."""
        if not self._closed:
            self._hand.submit(self._end)

    def close(self) -> None:
        """End the processes and the thread; what they were still to do is left."""
        if not self._closed:
            self._closed = True
            self._hand.submit(self._end)
            self._hand.shutdown(wait=True)

    # In the thread

    def _submit(self, packs: tuple[Path, ...], job: object, came: Came) -> None:
        if self._closed:
            return
        try:
            future = self._submitted(packs, job)
        except (OSError, RuntimeError) as error:  # no process is to be had
            came(job, None, error)
        else:
            future.add_done_callback(partial(_hand_on, job, came))

    def _submitted(self, packs: tuple[Path, ...], job: object) -> Future[Any]:
        try:
            return self._begun().submit(self._work, packs, job)
        except BrokenProcessPool:  # one of them was ended from outside
            self._end()
            return self._begun().submit(self._work, packs, job)

    def _begun(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(self.number, context, initializer=serve_parent)
            for _ in range(self.number):
                self._warm = self._pool.submit(_warm_up, self._work)
        return self._pool

    def _end(self) -> None:
        if self._pool is not None:
            end(self._pool)
        self._pool = self._warm = None


def _warm_up(work: Work) -> None:
    """Have the module of the work loaded, so that the first job is done as soon as the rest."""


def processes_of(pool: ProcessPoolExecutor) -> list[BaseProcess]:
    """Return the processes of a pool; another one may begin its own at the same moment."""
    return list((pool._processes or {}).values())  # it has no public way


def end(pool: ProcessPoolExecutor) -> None:
    """End a pool, and what it is doing, at once.

    A process that is ended while it sends what it found leaves a part of it in the pipe, whose
    other end is held here too: the pool would wait for the rest for ever.
    """
    children = processes_of(pool)
    for child in children:
        child.terminate()
    for child in children:
        child.join()
    if children:
        pool._result_queue._writer.close()  # type: ignore[attr-defined]
    pool.shutdown(cancel_futures=True)


def _hand_on(job: object, came: Came, future: Future[Any]) -> None:
    error = BrokenProcessPool() if future.cancelled() else future.exception()
    came(job, None if error else future.result(), error)


def _usual_number() -> int:
    """Return how many processes to use: the editor and the desktop go on beside them."""
    return max(1, min(_MOST, (os.cpu_count() or 2) - 1))
