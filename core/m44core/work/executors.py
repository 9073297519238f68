"""Two executors that keep one contract: one works in a thread, the other in processes."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import pickle
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from threading import Condition, Lock, Thread, current_thread
from typing import Any, TypeVar

from m44core.errors import M44Error
from m44core.interrupts import Uninterrupted
from m44core.messages.message import message
from m44core.work.job_progress import set_listener
from m44core.work.worker import Initializer, Reply, run_worker

T = TypeVar("T")

MAX_PROCESSES = 61
"""How many processes there may be: a thread feeds each."""


class LostError(M44Error):
    """A job ended its process, also when it was tried again alone."""

    def __init__(self) -> None:
        super().__init__(
            message(
                "the process that worked on it ended unexpectedly, twice; memory may have run out"
            )
        )

    def __reduce__(self) -> tuple[type[LostError], tuple[()]]:
        return LostError, ()


class Job(Future[T]):
    """What is to come of a job.

    Attributes:
        share: How much of it is done, from 0 to 1, as it reported.
        unwanted: Whether it was cancelled after it had begun.
        attempts: How many of its processes it ended.
    """

    def __init__(self, call: tuple[Any, ...], stop: Callable[[Job[Any]], None]) -> None:
        super().__init__()
        self.share, self.is_unwanted, self.attempts = 0.0, False, 0
        self.call, self._stop, self._begun = call, stop, False

    def cancel(self) -> bool:
        """Have it not done, or not to its end; return whether it was not done yet.

        If it has begun, its result is a :class:`CancelledError` once it has stopped.
        """
        if super().cancel():
            return True
        self.is_unwanted = not self.done()
        if self.is_unwanted:
            self._stop(self)
        return self.is_unwanted

    def begin(self) -> bool:
        """Return whether it is to be done; executors ask before each attempt."""
        if self._begun and self.is_unwanted:
            self.set_exception(CancelledError())
        elif not self._begun:
            self._begun = self.set_running_or_notify_cancel()
        return self._begun and not self.done()

    def do(self) -> None:
        """Do it in this thread."""
        work, given, named = self.call
        set_listener(self._take_share)
        try:
            result = work(*given, **named)
        except BaseException as error:  # the caller gets it, whatever it is
            self.set_exception(error)
        else:
            self.set_result(result)

    def _take_share(self, share: float) -> None:
        self.share = share
        if self.is_unwanted:
            raise CancelledError


class InProcess(Executor):
    """Does one job after the other in a thread of this process."""

    def __init__(self, name: str = "jobs") -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._jobs: set[Future[Any]] = set()

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Job[T]:  # noqa: ANN401 - as it is declared
        """Have *work* done, and return what is to come of it."""
        job: Job[T] = Job((work, args, kwargs), _ask_to_stop)
        self._thread.submit(_do_here, job)
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        return job

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more jobs."""
        if cancel_futures:
            for job in list(self._jobs):
                Future.cancel(job)
        self._thread.shutdown(wait=wait)

    def terminate(self) -> None:
        """Take no more jobs, cancel all there are, and wait until the one that runs has stopped."""
        for job in list(self._jobs):
            job.cancel()
        self._thread.shutdown()


def _do_here(job: Job[Any]) -> None:
    if job.begin():
        job.do()


def _ask_to_stop(_: Job[Any]) -> None:
    """Do no more: the job itself stops where it next reports its progress."""


class _TracebackError(Exception):
    """Where an exception was raised in another process."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


class _Worker:
    """A process that works for this one, one job at a time."""

    def __init__(self, how: str, initializer: Initializer | None, given: tuple[Any, ...]) -> None:
        context = multiprocessing.get_context(how)
        if how != "fork" and os.name == "posix":
            resource_tracker.ensure_running()  # it lets interrupts through when it begins
        with _starting, Uninterrupted("SIGINT"):  # the process is deaf from its first moment
            self._connection, theirs = context.Pipe()
            self.process = context.Process(  # type: ignore[attr-defined] # every context has it
                target=run_worker, args=(theirs, initializer, given), name="m44-worker", daemon=True
            )
            try:
                self.process.start()
            finally:
                theirs.close()
        self.ready, self.done = False, 0

    def begin(self) -> None:
        """Wait until the process can be given a job.

        Raises:
            EOFError, OSError: it has ended.
        """
        if not self.ready:
            self._connection.recv()
            self.ready = True

    def do(self, job: Job[Any], call: bytes) -> None:
        """Have a job done.

        Raises:
            EOFError, OSError: the process has ended.
        """
        self._connection.send_bytes(call)
        while not job.done():
            said = self._connection.recv_bytes()
            try:
                kind, *what = pickle.loads(said)
            except Exception as error:  # the result cannot be made here
                kind, what = Reply.ERROR, [error, ""]
            if kind is Reply.PROGRESS:
                job.share = what[0]
            elif kind is Reply.RESULT:
                job.set_result(what[0])
            else:
                what[0].__cause__ = what[0].__cause__ or _TracebackError(what[1])
                job.set_exception(what[0])
        self.done += 1

    def end(self) -> None:
        """End the process in order, and wait until it has ended; it has nothing to do."""
        with suppress(OSError):  # it has ended
            self._connection.send_bytes(b"")
        self.process.join()
        self._connection.close()


_starting = Lock()  # else a fork by another thread would hold the end of the worker open


class _Hand(Thread):
    """A thread that begins a process, feeds and ends it, and another one where it died."""

    def __init__(self, work: Callable[[_Hand], None], worker: _Worker | None) -> None:
        super().__init__(target=work, args=(self,), name="processes", daemon=True)
        self.worker = worker
        self.job: Job[Any] | None = None
        self.start()


class Processes(Executor):
    """Does jobs in processes: as many at a time as there may be, begun when there is work.

    Threads begin the processes, feed and end them: each of that takes longer than a window may.

    Args:
        number: How many processes there may be; all processors but one, at most four, if 0.
        how: How processes start: a method of :mod:`multiprocessing`. Only the first processes are
            forked, by the thread that submits the first job; later ones are spawned.
        initializer: Is called in each process before its first job.
        initargs: What it is called with.
        idle: Seconds without work after which a process ends.
        most_jobs: How many jobs a process does before another takes its place.

    Attributes:
        number: How many processes there may be.
    """

    def __init__(
        self,
        number: int = 0,
        how: str = "spawn",
        initializer: Initializer | None = None,
        initargs: tuple[Any, ...] = (),
        idle: float | None = None,
        most_jobs: int | None = None,
    ) -> None:
        self.number = min(number or _usual_number(), MAX_PROCESSES)
        self._how, self._initializer = how, (initializer, initargs)
        self._idle, self._most_jobs = idle, most_jobs
        self._lock = Lock()  # for what follows; no interrupt can come between it and its block
        self._changed = Condition(self._lock)
        self._waiting: deque[Job[Any]] = deque()
        self._suspects: deque[Job[Any]] = deque()  # each ended a process, and is tried alone
        self._hands: list[_Hand] = []
        self._ending = self._at_once = False

    @property
    def children(self) -> list[BaseProcess]:
        """The processes there are now."""
        return [hand.worker.process for hand in list(self._hands) if hand.worker]

    @property
    def ready(self) -> bool:
        """Whether there is a process that has begun, so that a job is done at once."""
        workers = [hand.worker for hand in list(self._hands)]
        return any(worker and worker.ready and worker.process.is_alive() for worker in workers)

    def begin(self) -> None:
        """Begin a process before there is work."""
        self.submit(int)

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Job[T]:  # noqa: ANN401 - as it is declared
        """Have *work* done in a process, and return what is to come of it."""
        job: Job[T] = Job((work, args, kwargs), self._stop)
        with self._lock:
            if self._ending:
                raise RuntimeError("cannot submit a job after shutdown")
            self._waiting.append(job)
            self._engage()
            self._changed.notify_all()
        return job

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more jobs; end the processes once those there are have been done."""
        with self._lock:
            self._ending = True
            self._changed.notify_all()
            hands, left = list(self._hands), list(self._waiting) if cancel_futures else []
        for job in left:
            Future.cancel(job)
        for hand in hands:
            if wait and hand is not current_thread():
                hand.join()

    def terminate(self) -> None:
        """Take no more jobs, cancel all there are, and end the processes at once."""
        with self._lock:
            self._ending = self._at_once = True
            left = [*self._waiting, *self._suspects]
            self._waiting.clear()
            self._suspects.clear()
            for hand in self._hands:
                self._end_job(hand)
        for job in left:
            job.cancel()
            job.begin()
        self.shutdown()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End the processes: at once if the block raised anything."""
        self.shutdown() if kind is None else self.terminate()

    def _stop(self, job: Job[Any]) -> None:
        with self._lock:
            for hand in self._hands:
                if hand.job is job:
                    self._end_job(hand)

    # Holding the lock

    def _engage(self) -> None:
        """Have another process, if there may be one and the others are busy."""
        if not self._hands:
            atexit.register(self.terminate)  # before multiprocessing ends what we would replace
        if not self._hands and self._how == "fork":
            workers = [self._started("fork") for _ in range(self.number)]
            self._how = "spawn"
            self._hands = [_Hand(self._serve, worker) for worker in workers]
        elif len(self._hands) < min(self.number, self._busy() + len(self._waiting)):
            self._hands.append(_Hand(self._serve, None))

    def _busy(self) -> int:
        return sum(hand.job is not None for hand in self._hands)

    def _end_job(self, hand: _Hand) -> None:
        if hand.job is not None and hand.worker is not None:
            hand.worker.process.terminate()

    def _choose(self) -> Job[Any] | None:
        """Take the job that is to be done next; None where others have to end first."""
        if any(hand.job and hand.job.attempts for hand in self._hands):
            return None  # it is alone
        if self._suspects:
            return None if self._busy() else self._suspects.popleft()
        return self._waiting.popleft() if self._waiting else None

    def _is_over(self) -> bool:
        is_done = not (self._waiting or self._suspects or self._busy())
        return self._at_once or (self._ending and is_done)

    # In the threads

    def _serve(self, hand: _Hand) -> None:
        """Have jobs done by a process, until there are none for long, or an end."""
        while (job := self._next(hand)) is not None:
            if job.begin():
                self._do(job, hand)
            if hand.worker and hand.worker.done >= (self._most_jobs or sys.maxsize):
                hand.worker.end()
                hand.worker = None
        if hand.worker is not None:
            hand.worker.end()

    def _next(self, hand: _Hand) -> Job[Any] | None:
        with self._lock:
            hand.job = None
            self._changed.notify_all()
            while not self._is_over():
                if (job := self._choose()) is not None:
                    hand.job = job
                    return job
                told = self._changed.wait(None if self._busy() else self._idle)
                if not (told or self._waiting or self._suspects):
                    break
            self._hands.remove(hand)
            if not self._hands:
                atexit.unregister(self.terminate)
            return None

    def _do(self, job: Job[Any], hand: _Hand) -> None:
        try:
            call = pickle.dumps(job.call)
            worker = self._worker_of(hand, job)
        except Exception as error:  # it cannot be pickled, or no process is to be had
            job.set_exception(error)
            return
        try:
            worker.begin()
            worker.do(job, call)
        except (EOFError, OSError):
            worker.end()
            hand.worker = None
            self._suspect(job)

    def _worker_of(self, hand: _Hand, job: Job[Any]) -> _Worker:
        """Return the process of a thread, which is begun where there is none."""
        worker = hand.worker
        if worker is None or not worker.process.is_alive():
            worker = self._started(self._how)
        with self._lock:
            hand.worker = worker
            if self._at_once or job.is_unwanted:
                worker.process.terminate()
        return worker

    def _started(self, how: str) -> _Worker:
        return _Worker(how, *self._initializer)

    def _suspect(self, job: Job[Any]) -> None:
        """Have a job tried again alone that ended its process, once."""
        job.attempts += 1
        with self._lock:
            is_wanted = not (self._at_once or job.is_unwanted)
            if is_wanted and job.attempts == 1:
                self._suspects.append(job)
                return
        job.set_exception(LostError() if is_wanted else CancelledError())


def fastest_start_method() -> str:
    """Return how processes start quickest where it is safe: frozen programs can only spawn them."""
    return "spawn" if getattr(sys, "frozen", False) else multiprocessing.get_start_method()


def _usual_number() -> int:
    """Return how many processes to use: the program and the desktop go on beside them."""
    return max(1, min(4, (os.cpu_count() or 2) - 1))
