"""Two executors that keep one contract: one works in a thread, the other in processes."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from threading import Lock, Thread, current_thread
from typing import Any, Self, TypeVar

from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.work.progress import hear
from m44core.work.worker import Initializer, Said, hold_back_interrupts, serve

T = TypeVar("T")

MOST = 31
"""How many processes there may be: Windows waits for 63 things at once, and each process is two."""

_ROUNDS = 16  # how often each process is given jobs, where there are many
_BATCH = 8  # jobs that a process is given at once, at most


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
    """

    def __init__(self, call: tuple[Any, ...], stop: Callable[[Job[Any]], bool]) -> None:
        super().__init__()
        self.share = 0.0
        self._call, self._stop = call, stop
        self.attempts = 0  # that ended the process
        self._begun = False

    def cancel(self) -> bool:
        """Have it not done, or not to its end; return whether it was not done yet.

        If it has begun, its result is a :class:`CancelledError` once it has stopped.
        """
        return super().cancel() or self._stop(self)

    def begin(self) -> bool:
        """Return whether it is to be done; executors ask before they do it."""
        self._begun = self._begun or self.set_running_or_notify_cancel()
        return self._begun

    def drop(self) -> None:
        """Have it never done; executors say so."""
        if super().cancel():
            self.set_running_or_notify_cancel()
        elif not self.done():
            self.set_exception(CancelledError())

    def do(self) -> None:
        """Do it here."""
        work, given, named = self._call
        try:
            result = work(*given, **named)
        except BaseException as error:
            self.set_exception(error)
        else:
            self.set_result(result)

    def packed(self) -> bytes:
        """Return it as it is sent to a process."""
        return pickle.dumps(self._call)


class InProcess(Executor):
    """Does one job after the other in a thread of this process."""

    def __init__(self, name: str = "jobs") -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._jobs: set[Job[Any]] = set()
        self._unwanted: set[Job[Any]] = set()

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Job[T]:  # noqa: ANN401 - as it is declared
        """Have *work* done, and return what is to come of it."""
        job: Job[T] = Job((work, args, kwargs), self._stop)
        self._thread.submit(self._do, job)
        self._jobs.add(job)
        job.add_done_callback(self._forget)
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

    def _do(self, job: Job[Any]) -> None:
        if job.begin():
            hear(partial(self._take_share, job))
            job.do()

    def _take_share(self, job: Job[Any], share: float) -> None:
        job.share = share
        if job in self._unwanted:
            raise CancelledError

    def _stop(self, job: Job[Any]) -> bool:
        if not job.done():
            self._unwanted.add(job)
        return not job.done()

    def _forget(self, job: Future[Any]) -> None:
        self._jobs.discard(job)
        self._unwanted.discard(job)


class _Worker:
    """A process that works for this one.

    Attributes:
        jobs: What it was given: it does the first, and the others after it.
        ready: Whether it has said that it can be given some.
        done: How many it has done.
    """

    def __init__(self, how: str, initializer: Initializer | None, given: tuple[Any, ...]) -> None:
        context = multiprocessing.get_context(how)
        with _starting:
            self.connection, theirs = context.Pipe()
            self.process = context.Process(  # type: ignore[attr-defined] # every context has it
                target=serve, args=(theirs, initializer, given), name="m44-worker", daemon=True
            )
            try:
                self.process.start()
            finally:
                theirs.close()
        self.jobs: deque[Job[Any]] = deque()
        self.ready, self.done = False, 0

    def give(self, jobs: Iterable[Job[Any]]) -> None:
        """Hand jobs to the process, in one message: it reads that before it answers."""
        calls = []
        for job in jobs:
            try:
                calls.append(job.packed())
            except Exception as error:  # it cannot be pickled
                job.set_exception(error)
            else:
                self.jobs.append(job)
        with suppress(OSError):  # it has died, and its sentinel says so
            if calls:
                self.connection.send(calls)

    def hear(self) -> bool:
        """Take what the process has said; return whether it can go on to say something."""
        alive = self.process.is_alive()  # asked first: what it says before its end is not missed
        try:
            while self.connection.poll():
                self._take(self.connection.recv_bytes())
        except (EOFError, OSError):
            return False
        return bool(alive)

    def _take(self, said: bytes) -> None:
        try:
            kind, *what = pickle.loads(said)
        except Exception as error:  # the result cannot be made here
            kind, what = Said.ERROR, [error, ""]
        if kind is Said.READY:
            self.ready = True
        elif kind is Said.SHARE:
            self.jobs[0].share = what[0]
        else:
            self.done += 1
            job = self.jobs.popleft()
            if kind is Said.RESULT:
                job.set_result(what[0])
            else:
                what[0].__cause__ = what[0].__cause__ or _TracebackError(what[1])
                job.set_exception(what[0])

    def end(self) -> None:
        """End the process: in order if it has nothing to do, else at once."""
        with suppress(OSError):  # it has ended
            if self.ready and not self.jobs:
                self.connection.send(None)
            else:
                self.process.terminate()

    def join(self) -> None:
        """Wait until the process has ended."""
        self.process.join()
        self.connection.close()


_starting = Lock()  # else a fork by another thread would hold the end of the worker open


def _taken(jobs: deque[Job[Any]], most: int) -> list[Job[Any]]:
    """Take some jobs that are to be done, and forget those that are not."""
    taken: list[Job[Any]] = []
    while jobs and len(taken) < most:
        job = jobs.popleft()
        if job.begin():
            taken.append(job)
    return taken


class _TracebackError(Exception):
    """Where an exception was raised in another process."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


class Processes(Executor):
    """Does jobs in processes: as many at a time as there may be, begun when there is work.

    A thread of its own begins the processes, feeds and ends them, for each of that takes longer
    than a window may.

    Args:
        number: How many processes there may be; all processors but one, at most four, if 0.
        how: How processes start: a method of :mod:`multiprocessing`. Only the first processes are
            forked, by the thread that submits the first job; later ones are spawned.
        initializer: Is called in each process before its first job.
        initargs: What it is called with.
        idle: Seconds without work after which the processes end.
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
        self.number = min(number or _usual_number(), MOST)
        self._how, self._initializer = how, (initializer, initargs)
        self._idle, self._most_jobs = idle, most_jobs
        self._lock = Lock()  # for what follows, but for the workers: they belong to the thread
        self._waiting: deque[Job[Any]] = deque()
        self._suspects: deque[Job[Any]] = deque()  # each ended a process, and is tried alone
        self._unwanted: list[Job[Any]] = []
        self._least = 0  # processes that are to be there without work
        self._ending = self._at_once = self._is_woken = False
        self._workers: list[_Worker] = []
        self._thread: Thread | None = None

    @property
    def children(self) -> list[BaseProcess]:
        """The processes there are now."""
        return [worker.process for worker in self._workers]

    @property
    def ready(self) -> bool:
        """Whether a process has begun, so that a job is done at once."""
        return any(worker.ready for worker in self._workers)

    def begin(self) -> None:
        """Begin a process before there is work."""
        with self._lock:
            if not self._ending:
                self._least = 1
                self._go_on()

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Job[T]:  # noqa: ANN401 - as it is declared
        """Have *work* done in a process, and return what is to come of it."""
        job: Job[T] = Job((work, args, kwargs), self._stop)
        with self._lock:
            if self._ending:
                raise RuntimeError("cannot submit a job after shutdown")
            self._waiting.append(job)
            self._go_on()
        return job

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more jobs; end the processes once those there are have been done."""
        self._end(at_once=False, cancel=cancel_futures)
        if wait and self._thread is not None and self._thread is not current_thread():
            self._thread.join()

    def terminate(self) -> None:
        """Take no more jobs, cancel all there are, and end the processes at once."""
        self._end(at_once=True, cancel=True)
        self.shutdown()

    def __enter__(self) -> Self:
        """Return this executor, which is terminated if the block raises anything."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.shutdown()
        else:
            self.terminate()

    def _end(self, *, at_once: bool, cancel: bool) -> None:
        with self._lock:
            self._ending, self._at_once = True, self._at_once or at_once
            left = list(self._waiting) if cancel else []
            if self._thread is not None:
                self._wake()
        for job in left:
            Future.cancel(job)

    def _stop(self, job: Job[Any]) -> bool:
        with self._lock:
            if not job.done():
                self._unwanted.append(job)
                self._wake()
        return not job.done()

    # Holding the lock

    def _go_on(self) -> None:
        """Let the thread see what there is to do; begin it if there is none yet."""
        if self._thread is not None:
            self._wake()
            return
        if self._how == "fork":
            hold_back_interrupts(hold=True)
            try:
                self._workers = [self._started("fork") for _ in range(self.number)]
            finally:
                hold_back_interrupts(hold=False)
        self._woken, self._waker = multiprocessing.Pipe(duplex=False)
        self._thread = Thread(target=self._manage, name="processes", daemon=True)
        self._thread.start()
        atexit.register(self.terminate)  # before multiprocessing ends what the thread would replace

    def _wake(self) -> None:
        if not self._is_woken:
            self._is_woken = True
            with suppress(OSError):  # the thread has ended
                self._waker.send_bytes(b"")

    def _next_jobs(self) -> tuple[int, list[list[Job[Any]]]]:
        """Return how many processes there are to be, and jobs for those that have none."""
        busy = [worker for worker in self._workers if worker.jobs]
        free = sum(worker.ready for worker in self._workers) - len(busy)
        if any(job.attempts for worker in busy for job in worker.jobs):
            return 0, []  # it is alone
        if self._suspects:
            return 1, [_taken(self._suspects, 1)] if free and not busy else []
        size = max(1, min(_BATCH, len(self._waiting) // (self.number * _ROUNDS)))
        batches = [_taken(self._waiting, size) for _ in range(free)]
        return max(self._least, min(self.number, len(busy) + free + len(self._waiting))), batches

    # In the thread

    def _manage(self) -> None:
        hold_back_interrupts(hold=True)
        try:
            while self._is_wanted():
                self._listen(self._hand_out())
        finally:
            self._close()

    def _is_wanted(self) -> bool:
        with self._lock:
            jobs = self._waiting or self._suspects or any(each.jobs for each in self._workers)
            return not self._at_once and (bool(jobs) or not self._ending)

    def _hand_out(self) -> bool:
        """Begin processes and give them jobs; return whether all of them are idle."""
        with self._lock:
            number, batches = self._next_jobs()
        free = [each for each in self._workers if each.ready and not each.jobs]
        for worker, jobs in zip(free, batches, strict=False):
            worker.give(jobs)
        if any(jobs and not worker.jobs for worker, jobs in zip(free, batches, strict=False)):
            return self._hand_out()  # none of what a process was to have could be sent
        for _ in range(number - len(self._workers)):
            try:
                self._workers.append(self._started("spawn" if self._how == "fork" else self._how))
            except (OSError, RuntimeError) as error:  # no process is to be had
                if not self._workers:
                    self._fail_next(error)
                break
        return not any(each.jobs or not each.ready for each in self._workers)

    def _started(self, how: str) -> _Worker:
        return _Worker(how, *self._initializer)

    def _listen(self, is_idle: bool) -> None:
        """Wait until something is heard of the processes, or there is something else to do."""
        sources: dict[Any, _Worker] = {each.connection: each for each in self._workers}
        sources |= {each.process.sentinel: each for each in self._workers}
        heard = wait([self._woken, *sources], self._idle if is_idle and self._workers else None)
        if self._woken in heard:
            with self._lock:
                self._woken.recv_bytes()
                self._is_woken = False
                unwanted, self._unwanted = self._unwanted, []
            for job in unwanted:
                self._cancel(job)
        spoke = {id(worker) for worker in map(sources.get, heard) if worker}
        for worker in [each for each in self._workers if id(each) in spoke]:
            if not worker.hear():
                self._bury(worker)
            elif not worker.jobs and worker.done >= (self._most_jobs or sys.maxsize):
                self._dismiss([worker])
        if not heard:
            self._least = 0
            self._dismiss(self._workers)

    def _dismiss(self, workers: list[_Worker]) -> None:
        """End some processes, and wait until they have ended."""
        for worker in workers:
            worker.end()
        for worker in workers:
            worker.join()
        self._workers = [each for each in self._workers if each not in workers]

    def _bury(self, worker: _Worker) -> None:
        """Have the job that ended a process tried again alone, and those after it done later."""
        self._least = 0
        self._dismiss([worker])
        with self._lock:
            jobs = worker.jobs if worker.ready else self._next_alone()
            suspect = jobs.popleft() if jobs else None
            self._waiting.extendleft(reversed(jobs))
            if suspect is not None:
                suspect.attempts += 1
                if suspect.attempts == 1:
                    self._suspects.append(suspect)
        if suspect is not None and suspect.attempts > 1:
            suspect.set_exception(LostError())

    def _cancel(self, job: Job[Any]) -> None:
        """End the process that does a job; what it was to do afterwards is done by another."""
        for worker in [each for each in self._workers if job in each.jobs]:
            self._dismiss([worker])
            with self._lock:
                self._waiting.extendleft(reversed(worker.jobs))
        with self._lock, suppress(ValueError):
            (self._suspects if job.attempts else self._waiting).remove(job)
        job.drop()

    def _next_alone(self) -> deque[Job[Any]]:
        """Take the job that comes next; the lock is held."""
        return deque(_taken(self._waiting or self._suspects, 1))

    def _fail_next(self, error: Exception) -> None:
        with self._lock:
            jobs = self._next_alone()
        for job in jobs:
            job.set_exception(error)

    def _close(self) -> None:
        with self._lock:
            self._ending = True
            left = [*self._suspects, *self._waiting]
            left += [job for worker in self._workers for job in worker.jobs]
        self._dismiss(self._workers)
        for job in left:
            job.drop()
        with self._lock:
            self._woken.close()
            self._waker.close()
        atexit.unregister(self.terminate)


def quick_start() -> str:
    """Return how processes start quickest where it is safe: frozen programs can only spawn them."""
    return "spawn" if getattr(sys, "frozen", False) else multiprocessing.get_start_method()


def _usual_number() -> int:
    """Return how many processes to use: the program and the desktop go on beside them."""
    return max(1, min(4, (os.cpu_count() or 2) - 1))
