"""Two executors with the same interface: one runs jobs in a thread, the other in processes."""

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
from m44core.interrupts import DeferredSignals
from m44core.messages.message import message
from m44core.work.job_progress import set_progress_listener
from m44core.work.worker import Initializer, ReplyKind, run_worker

T = TypeVar("T")

MAX_PROCESSES = 61
"""The maximum number of processes; each has a feeder thread."""


class ProcessDiedError(M44Error):
    """The process of a job died, and died again when the job was retried alone."""

    def __init__(self) -> None:
        super().__init__(
            message("the worker process ended unexpectedly twice; memory may have run out")
        )

    def __reduce__(self) -> tuple[type[ProcessDiedError], tuple[()]]:
        return ProcessDiedError, ()


class Job(Future[T]):
    """The future of a job.

    Attributes:
        progress: The reported progress, from 0 to 1.
        is_unwanted: Whether it was canceled after it had started.
        deaths: The number of attempts in which its process died.
    """

    def __init__(self, call: tuple[Any, ...], stop: Callable[[Job[Any]], None]) -> None:
        super().__init__()
        self.progress, self.is_unwanted, self.deaths = 0.0, False, 0
        self.call, self._stop, self._has_begun = call, stop, False

    def cancel(self) -> bool:
        """Cancel the job, even if it is running; return False if it was already done.

        The future of a running job raises :class:`CancelledError` once the job has stopped.
        """
        if super().cancel():
            return True
        self.is_unwanted = not self.done()
        if self.is_unwanted:
            self._stop(self)
        return self.is_unwanted

    def begin(self) -> bool:
        """Start an attempt; return False if the job was canceled."""
        if self._has_begun and self.is_unwanted:
            self.set_exception(CancelledError())
        elif not self._has_begun:
            self._has_begun = self.set_running_or_notify_cancel()
        return self._has_begun and not self.done()

    def run(self) -> None:
        """Run the job in this thread, and set its result or exception."""
        work, arguments, keyword_arguments = self.call
        set_progress_listener(self._set_progress)
        try:
            result = work(*arguments, **keyword_arguments)
        except BaseException as error:  # any exception is passed to the caller
            self.set_exception(error)
        else:
            self.set_result(result)

    def _set_progress(self, fraction: float) -> None:
        self.progress = fraction
        if self.is_unwanted:
            raise CancelledError


class ThreadExecutor(Executor):
    """Runs jobs one after the other in a thread of this process."""

    def __init__(self, name: str = "jobs") -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._jobs: set[Future[Any]] = set()

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Job[T]:  # noqa: ANN401 - as it is declared
        """Submit a job and return its future."""
        job: Job[T] = Job((work, args, kwargs), _do_nothing)
        self._thread.submit(_run_job, job)
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        return job

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop accepting jobs, and if *wait* is set, wait for those submitted.

        If *cancel_futures* is set, jobs that have not started are canceled.
        """
        if cancel_futures:
            for job in list(self._jobs):
                Future.cancel(job)
        self._thread.shutdown(wait=wait)

    def terminate(self) -> None:
        """Stop accepting jobs, cancel all, and wait until the running one has stopped."""
        for job in list(self._jobs):
            job.cancel()
        self._thread.shutdown()


def _run_job(job: Job[Any]) -> None:
    if job.begin():
        job.run()


def _do_nothing(_: Job[Any]) -> None:
    """Do nothing, because the job stops when it next reports its progress."""


class _TracebackError(Exception):
    """The traceback of an exception in a worker process, as the cause of that exception."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


class _Worker:
    """A worker process, which runs one job at a time."""

    def __init__(
        self,
        start_method: str,
        initializer: Initializer | None,
        initializer_arguments: tuple[Any, ...],
    ) -> None:
        context = multiprocessing.get_context(start_method)
        if start_method != "fork" and os.name == "posix":
            with DeferredSignals("SIGINT"):  # starting it unblocks interrupts in this thread
                resource_tracker.ensure_running()
        with (
            _start_lock,
            DeferredSignals("SIGINT"),
        ):  # the process ignores interrupts from the start
            self._connection, worker_connection = context.Pipe()
            self.process = context.Process(  # type: ignore[attr-defined] # every context has it
                target=run_worker,
                args=(worker_connection, initializer, initializer_arguments),
                name="m44-worker",
                daemon=True,
            )
            try:
                self.process.start()
            finally:
                worker_connection.close()
        self.is_ready, self.jobs_done = False, 0

    def begin(self) -> None:
        """Wait until the process is ready to accept jobs.

        Raises:
            EOFError, OSError: it has ended.
        """
        if not self.is_ready:
            self._connection.recv()
            self.is_ready = True

    def do(self, job: Job[Any], call: bytes) -> None:
        """Run a job in the process.

        Raises:
            EOFError, OSError: the process has ended.
        """
        self._connection.send_bytes(call)
        while not job.done():
            reply = self._connection.recv_bytes()
            try:
                kind, *values = pickle.loads(reply)
            except Exception as error:  # the result cannot be unpickled
                kind, values = ReplyKind.ERROR, [error, ""]
            if kind is ReplyKind.PROGRESS:
                job.progress = values[0]
            elif kind is ReplyKind.RESULT:
                job.set_result(values[0])
            else:
                values[0].__cause__ = values[0].__cause__ or _TracebackError(values[1])
                job.set_exception(values[0])
        self.jobs_done += 1

    def end(self) -> None:
        """End the idle process cleanly and wait until it has ended."""
        with suppress(OSError):  # it has already ended
            self._connection.send_bytes(b"")
        self.process.join()
        self._connection.close()


_start_lock = Lock()  # a concurrent fork would inherit the worker's end of the pipe


class _Feeder(Thread):
    """A thread that starts and ends a process, gives it jobs, and replaces it when it dies."""

    def __init__(self, work: Callable[[_Feeder], None], worker: _Worker | None) -> None:
        super().__init__(target=work, args=(self,), name="processes", daemon=True)
        self.worker = worker
        self.job: Job[Any] | None = None
        self.start()


class ProcessExecutor(Executor):
    """Runs jobs in processes, which are started on demand.

    Threads start, feed and end the processes, because each of these actions would block a window
    for too long.

    Args:
        max_processes: The maximum number of processes; 0 for one less than the number of
            processors, at most four.
        start_method: The start method of :mod:`multiprocessing`. With *fork*, only the first
            processes are forked, by the thread that submits the first job; later ones are spawned.
        initializer: Called in each process before its first job.
        initargs: The arguments of the initializer.
        idle_seconds: The seconds without work after which a process ends; None for never.
        max_jobs: The number of jobs after which a process is replaced; None for no limit.

    Attributes:
        max_processes: The maximum number of processes.
    """

    def __init__(
        self,
        max_processes: int = 0,
        start_method: str = "spawn",
        initializer: Initializer | None = None,
        initargs: tuple[Any, ...] = (),
        idle_seconds: float | None = None,
        max_jobs: int | None = None,
    ) -> None:
        self.max_processes = min(max_processes or _default_process_count(), MAX_PROCESSES)
        self._start_method, self._initializer = start_method, (initializer, initargs)
        self._idle_seconds, self._max_jobs = idle_seconds, max_jobs
        self._lock = Lock()  # for all below; no interrupt occurs between acquiring it and its block
        self._changed = Condition(self._lock)
        self._waiting: deque[Job[Any]] = deque()
        self._suspects: deque[Job[Any]] = deque()  # their processes died; each is tried alone
        self._feeders: list[_Feeder] = []
        self._leaving_feeders: set[_Feeder] = (
            set()
        )  # they take no more jobs, but their processes may run
        self._is_ending = self._is_terminated = False

    @property
    def children(self) -> list[BaseProcess]:
        """The current processes."""
        return [feeder.worker.process for feeder in list(self._feeders) if feeder.worker]

    @property
    def is_ready(self) -> bool:
        """Whether a process is running, in which case a job starts immediately."""
        workers = [feeder.worker for feeder in list(self._feeders)]
        return any(worker and worker.is_ready and worker.process.is_alive() for worker in workers)

    def begin(self) -> None:
        """Start a process in advance, by submitting a trivial job."""
        self.submit(int)

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Job[T]:  # noqa: ANN401 - as it is declared
        """Submit a job and return its future.

        Raises:
            RuntimeError: the executor has been shut down.
        """
        job: Job[T] = Job((work, args, kwargs), self._stop)
        with self._lock:
            if self._is_ending:
                raise RuntimeError("cannot submit a job after shutdown")
            self._waiting.append(job)
            self._add_feeder()
            self._changed.notify_all()
        return job

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop accepting jobs, and end the processes after the submitted jobs.

        If *wait* is set, this waits until the processes have ended. If *cancel_futures* is set,
        jobs that have not started are canceled.
        """
        with self._lock:
            self._is_ending = True
            self._changed.notify_all()
            feeders = [*self._feeders, *self._leaving_feeders]
            canceled_jobs = list(self._waiting) if cancel_futures else []
        for job in canceled_jobs:
            Future.cancel(job)
        for feeder in feeders:
            if wait and feeder is not current_thread():
                feeder.join()

    def terminate(self) -> None:
        """Stop accepting jobs, cancel all, and end the processes immediately.

        An interrupt that arrives meanwhile is raised once all are canceled, without waiting for the
        processes.
        """
        with DeferredSignals("SIGINT"):
            with self._lock:
                self._is_ending = self._is_terminated = True
                canceled_jobs = [*self._waiting, *self._suspects]
                self._waiting.clear()
                self._suspects.clear()
                for feeder in self._feeders:
                    self._terminate_job_process(feeder)
            for job in canceled_jobs:
                job.cancel()
                job.begin()
        self.shutdown()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End the processes; immediately if the block raised an exception."""
        self.shutdown() if kind is None else self.terminate()

    def _stop(self, job: Job[Any]) -> None:
        with self._lock:
            for feeder in self._feeders:
                if feeder.job is job:
                    self._terminate_job_process(feeder)

    # Holding the lock

    def _add_feeder(self) -> None:
        """Add a feeder and its process if there is work and the limit allows it.

        With the start method *fork*, the first call adds all of them.
        """
        if not self._feeders:
            atexit.register(self.terminate)  # before multiprocessing ends them
        if not self._feeders and self._start_method == "fork":
            workers = [self._start_worker("fork") for _ in range(self.max_processes)]
            self._start_method = "spawn"
            self._feeders = [_Feeder(self._serve, worker) for worker in workers]
        elif len(self._feeders) < min(self.max_processes, self._busy_count() + len(self._waiting)):
            self._feeders.append(_Feeder(self._serve, None))

    def _busy_count(self) -> int:
        return sum(feeder.job is not None for feeder in self._feeders)

    def _terminate_job_process(self, feeder: _Feeder) -> None:
        if feeder.job is not None and feeder.worker is not None:
            feeder.worker.process.terminate()

    def _take_job(self) -> Job[Any] | None:
        """Take the next job from the queue; None if there is none or others must finish first."""
        if any(feeder.job and feeder.job.deaths for feeder in self._feeders):
            return None  # a suspect runs alone
        if self._suspects:
            return None if self._busy_count() else self._suspects.popleft()
        return self._waiting.popleft() if self._waiting else None

    def _is_over(self) -> bool:
        is_done = not (self._waiting or self._suspects or self._busy_count())
        return self._is_terminated or (self._is_ending and is_done)

    # In the threads

    def _serve(self, feeder: _Feeder) -> None:
        """Run jobs in a process until it has been idle for too long or the executor ends."""
        while (job := self._next(feeder)) is not None:
            if job.begin():
                self._do(job, feeder)
            if feeder.worker and feeder.worker.jobs_done >= (self._max_jobs or sys.maxsize):
                feeder.worker.end()
                feeder.worker = None
        if feeder.worker is not None:
            feeder.worker.end()
        with self._lock:
            self._leaving_feeders.discard(feeder)

    def _next(self, feeder: _Feeder) -> Job[Any] | None:
        with self._lock:
            feeder.job = None
            self._changed.notify_all()
            while not self._is_over():
                if (job := self._take_job()) is not None:
                    feeder.job = job
                    return job
                notified = self._changed.wait(None if self._busy_count() else self._idle_seconds)
                if not (notified or self._waiting or self._suspects):
                    break
            self._feeders.remove(feeder)
            self._leaving_feeders.add(feeder)
            if not self._feeders:
                atexit.unregister(self.terminate)
            return None

    def _do(self, job: Job[Any], feeder: _Feeder) -> None:
        try:
            call = pickle.dumps(job.call)
            worker = self._ensure_worker(feeder, job)
        except Exception as error:  # it cannot be pickled, or no process can start
            job.set_exception(error)
            return
        try:
            worker.begin()
            worker.do(job, call)
        except (EOFError, OSError):
            worker.end()
            feeder.worker = None
            self._retry_or_fail(job)

    def _ensure_worker(self, feeder: _Feeder, job: Job[Any]) -> _Worker:
        """Return the worker of a feeder, starting one if needed; end it if the job is unwanted."""
        worker = feeder.worker
        if worker is None or not worker.process.is_alive():
            worker = self._start_worker(self._start_method)
        with self._lock:
            feeder.worker = worker
            if self._is_terminated or job.is_unwanted:
                worker.process.terminate()
        return worker

    def _start_worker(self, start_method: str) -> _Worker:
        return _Worker(start_method, *self._initializer)

    def _retry_or_fail(self, job: Job[Any]) -> None:
        """Queue a job whose process died for a second attempt, alone; fail it after that."""
        job.deaths += 1
        with self._lock:
            is_wanted = not (self._is_terminated or job.is_unwanted)
            if is_wanted and job.deaths == 1:
                self._suspects.append(job)
                return
        job.set_exception(ProcessDiedError() if is_wanted else CancelledError())


def preferred_start_method() -> str:
    """Return the start method for processes that share the state of this one, if possible.

    Since Python 3.14, the default on Linux is *forkserver*, whose processes see the environment
    as it was when the first of them started. A frozen program only supports *spawn*.
    """
    if getattr(sys, "frozen", False):
        return "spawn"
    return "fork" if sys.platform == "linux" else multiprocessing.get_start_method()


def _default_process_count() -> int:
    """Return the number of processes that leaves one processor for the program and the desktop."""
    return max(1, min(4, (os.cpu_count() or 2) - 1))
