"""An executor for jobs on other machines, based on Dask (https://distributed.dask.org).

Dask starts workers, authenticates them, carries jobs and results, and notices workers that die. It
has an executor for a client (``Client.get_executor``). :class:`DaskExecutor` uses one for each
worker, and decides itself which worker gets which job, because Dask does not:

- refuse a worker with a different version of the program, and check results;
- give a job to a second worker if the first is slow or its results are wrong;
- try a job again after the connection to the scheduler was lost.

A job is sent as bytes that a worker unpickles, so the scheduler needs Dask but not this program.
"""

from __future__ import annotations

import heapq
import pickle
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures import wait as wait_for_futures
from contextlib import suppress
from functools import partial
from importlib.metadata import version as installed_version
from queue import Empty, SimpleQueue
from statistics import median
from threading import Event, Thread
from typing import Any, TypeVar

from m44core.interrupts import DeferredSignals
from m44core.log import Log
from m44core.messages.message import Message, first_few, message
from m44core.work.dask_client import ClusterError, connect_to_scheduler
from m44core.work.executors import ProcessDiedError
from m44core.work.remote_jobs import (
    Attempt,
    RemoteCall,
    RemoteJob,
    RemoteWorker,
    ResultCheck,
    should_copy_to,
)

T = TypeVar("T")
_log = Log(__name__)

_DISTRIBUTION = "m44-workshop"
PATIENCE = 30.0  # seconds to wait for a scheduler, or for a worker
_RECONNECT_SECONDS = 5.0  # seconds for the connection to the scheduler to come back
_POLL_SECONDS = 1.0  # seconds between looks at the workers
_JOBS_PER_WORKER = 2  # jobs a worker has: one runs, one waits there
_JOBS_AHEAD_PER_WORKER = 4  # jobs for each worker that are worth submitting ahead
_SLOW_FACTOR = 3.0  # times the usual duration after which a job is also given to another worker
_MIN_SLOW_SECONDS = 1.0  # seconds
_MAX_DEATHS = 3  # of workers, after which their job is not tried again
_MAX_ERRORS = 2  # of a job on different workers
_MAX_FAILURES = 3  # of different jobs on a worker, in succession
_MAX_DURATIONS = 50  # of the last jobs, for the usual duration
_CLOSE_SECONDS = 5.0  # seconds to wait for the scheduler at the end


class DaskExecutor(Executor):
    """Runs jobs on the workers of a Dask cluster.

    A job is tried again, elsewhere if possible, if its worker dies, fails, or returns a wrong
    result, and after the connection to the scheduler was lost for a while. If a job is slow
    while another worker is idle, the idle worker gets it too, and the first result counts.

    Args:
        address: The address of the scheduler, ``tcp://192.168.1.20:8786``, or the path of a
            scheduler file. Certificates for ``tls://`` come from the configuration of Dask.
        version: Returns the version of the program, here and on a worker; workers with other
            versions are refused.
        check: Checks the results of other machines; None to accept them all.
        patience: The seconds to wait for the scheduler, or for a worker.

    Attributes:
        notices: Notices to users about why workers, or some of their threads, are not used.

    Raises:
        ClusterError: there is no Dask, no scheduler, or no worker that can be used.
    """

    def __init__(
        self,
        address: str,
        version: Callable[[], str],
        check: ResultCheck | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._address, self._patience = address, patience
        self._version, self._check = version, check
        self._our_version = version()
        self.notices: list[Message] = []
        self._client = connect_to_scheduler(address, patience)
        self._events: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._ready = Event()  # a worker was accepted, or none can be
        self._submitted_count = 0
        self._is_closing = False
        self._jobs: set[RemoteJob[Any]] = set()  # those that are not done
        # All below is used in the thread only.
        self._waiting: list[RemoteJob[Any]] = []  # a heap
        self._workers: dict[str, RemoteWorker] = {}
        self._durations: deque[float] = deque(maxlen=_MAX_DURATIONS)
        self._error: ClusterError | None = None
        self._last_connected = self._last_used = time.monotonic()  # to a worker that can be used
        self._thread = Thread(target=self._run, name="cluster", daemon=True)
        with DeferredSignals("SIGINT"):
            self._thread.start()
        self._wait_for_worker()

    # For callers

    @property
    def worker_count(self) -> int:
        """The number of workers in use."""
        return sum(worker.is_accepted for worker in list(self._workers.values()))

    @property
    def jobs_ahead(self) -> int:
        """The number of jobs to submit in advance, so that no worker has to wait."""
        return _JOBS_AHEAD_PER_WORKER * max(1, self.worker_count)

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:  # noqa: ANN401 - as it is declared
        """Submit a job and return its future.

        Args:
            work: A function at the top level of a module that workers have.
            *args: Its arguments, which must be picklable.
            **kwargs: Its keyword arguments, likewise.

        Raises:
            RuntimeError: the executor has been shut down.
        """
        if self._is_closing:
            raise RuntimeError("cannot submit a job after shutdown")
        self._submitted_count += 1
        function = partial(work, **kwargs) if kwargs else work
        call = pickle.dumps(RemoteCall(self._version, function, *args))
        job: RemoteJob[T] = RemoteJob(self._submitted_count, call, args)
        self._jobs.add(job)
        job.add_done_callback(partial(self._post_withdrawal, job))
        self._post(self._queue, job)
        return job

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop accepting jobs, wait for those that were submitted, and leave the cluster.

        If *cancel_futures* is set or *wait* is not, jobs without a result are canceled instead.
        """
        self._is_closing = True
        jobs = list(self._jobs)
        if cancel_futures or not wait:
            for job in jobs:
                job.cancel()
        elif self._thread.is_alive():
            wait_for_futures(jobs)
        with DeferredSignals("SIGINT"):
            self._disconnect()

    def terminate(self) -> None:
        """Cancel all jobs and leave the cluster."""
        self.shutdown(cancel_futures=True)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.shutdown(cancel_futures=kind is not None)

    def _wait_for_worker(self) -> None:
        """Wait until a worker is accepted.

        Raises:
            ClusterError: no worker was accepted in time, or none can be used.
        """
        try:
            self._ready.wait(self._patience + 2 * _POLL_SECONDS)
            if self._error is not None:
                raise self._error
            if not self.worker_count:
                raise self._no_worker_error()
        except BaseException:
            self.terminate()
            raise

    def _disconnect(self) -> None:
        self._post(self._end_thread)
        self._thread.join(_CLOSE_SECONDS)
        with suppress(Exception):  # there may be no scheduler any more
            self._client.close(timeout=_CLOSE_SECONDS)

    def _end_thread(self) -> None:
        raise _EndThread

    def _post(self, call: Callable[..., None], *arguments: object) -> None:
        """Call a function in the executor's thread."""
        self._events.put(partial(call, *arguments))

    def _post_withdrawal(self, job: RemoteJob[Any], _: Future[Any]) -> None:
        self._jobs.discard(job)
        self._post(self._withdraw_job, job)

    # In the thread

    def _run(self) -> None:
        try:
            while True:
                try:
                    self._update_workers()
                    self._copy_slow_jobs()
                    self._distribute()
                    self._handle_events(time.monotonic() + _POLL_SECONDS)
                except OSError as error:  # the connection breaks; the client notices it as well
                    _log.info("%s: %r", self._address, error)
                    self._handle_events(time.monotonic() + _POLL_SECONDS)
        except _EndThread:
            pass
        except Exception as error:  # callers must not wait forever
            _log.error("%s: %r", self._address, error)
            fault = message("internal error ({error}); please report this", error=repr(error))
            self._fail(ClusterError(fault))
            with suppress(_EndThread):
                while True:
                    self._events.get()()

    def _handle_events(self, end: float) -> None:
        """Handle events until the time *end*, and distribute the waiting jobs after each."""
        while (seconds_left := end - time.monotonic()) > 0:
            try:
                self._events.get(timeout=seconds_left)()
            except Empty:
                return
            self._distribute()

    @property
    def _is_connected(self) -> bool:
        return bool(self._client.status == "running")

    def _update_workers(self) -> None:
        """Add new workers, remove lost ones, and fail all jobs if the scheduler remains offline."""
        if self._error is not None:
            return
        if self._is_connected:
            self._last_connected = time.monotonic()
            threads: dict[str, int] = self._client.nthreads()
            for address in self._workers.keys() - threads.keys():
                self._remove(self._workers.pop(address))
            if new := threads.keys() - self._workers.keys():
                self._add_workers({address: threads[address] for address in new})
        elif time.monotonic() - self._last_connected > _RECONNECT_SECONDS:
            self._fail(_connection_lost_error(self._address))
            return
        self._give_up_without_usable_worker()

    def _add_workers(self, threads: dict[str, int]) -> None:
        scheduler_workers = self._client.scheduler_info()["workers"]
        for address, number in threads.items():
            name = str(scheduler_workers.get(address, {}).get("name", ""))
            executor = self._client.get_executor(workers=[address], pure=False)
            worker = RemoteWorker(address, name, number, executor)
            self._workers[address] = worker
            call = pickle.dumps(RemoteCall(self._version, str))
            self._send(call, worker, partial(self._on_version, worker))

    def _send(
        self, call: bytes, worker: RemoteWorker, on_done: Callable[..., None]
    ) -> Future[bytes]:
        future: Future[bytes] = worker.executor.submit(pickle.loads, call)
        future.add_done_callback(partial(self._post, on_done))
        return future

    def _on_version(self, worker: RemoteWorker, future: Future[bytes]) -> None:
        """Accept a worker with our version, and refuse others.

        If the worker cannot report its version, ask for the version of its installed package.
        """
        if future.cancelled():  # the connection was lost; ask again
            self._workers.pop(worker.address, None)
        elif future.exception() is None:
            self._accept_if_same_version(worker, str(pickle.loads(future.result())[0]))
        else:
            _log.info("%s: %r", worker.name, future.exception())
            installed = worker.executor.submit(installed_version, _DISTRIBUTION)
            installed.add_done_callback(
                partial(self._post, partial(self._on_package_version, worker))
            )

    def _on_package_version(self, worker: RemoteWorker, future: Future[str]) -> None:
        """Accept or refuse a worker by the version of its installed package."""
        if future.cancelled():
            self._workers.pop(worker.address, None)
        elif future.exception() is None:
            self._accept_if_same_version(worker, str(future.result()))
        else:
            self._refuse(worker, message("the program is not installed there"))

    def _accept_if_same_version(self, worker: RemoteWorker, version: str) -> bool:
        """Accept a worker with our version and refuse others; return whether it has our version."""
        if version != self._our_version:
            reason = message(
                "it has version {theirs}, not {ours}", theirs=version, ours=self._our_version
            )
            self._refuse(worker, reason)
            return False
        if not worker.is_accepted and worker.refusal is None:
            worker.is_accepted = True
            self._ready.set()
            _log.info("worker %s", worker.name)
            if worker.threads > 1:
                self.notices.append(
                    message(
                        "worker {worker} uses only one of its {number} threads; start it with "
                        "--nworkers {number} --nthreads 1 to use them all",
                        worker=worker.name,
                        number=worker.threads,
                    )
                )
        return True

    def _refuse(self, worker: RemoteWorker, reason: Message) -> None:
        """Stop using a worker, tell users why, and give its jobs to others."""
        if worker.refusal is None:
            worker.refusal, worker.is_accepted = reason, False
            self.notices.append(_worker_not_used_message(worker, reason))
        self._take_back_attempts(worker)

    def _remove(self, worker: RemoteWorker) -> None:
        """Give the jobs of a dead worker to others; the death counts against the running job."""
        _log.info("worker %s is gone", worker.name)
        if worker.attempts:
            worker.attempts[0].job.deaths += 1  # the others had not begun
        self._take_back_attempts(worker)

    def _take_back_attempts(self, worker: RemoteWorker) -> None:
        attempts, worker.attempts = worker.attempts, []
        for attempt in attempts:
            if attempt in attempt.job.attempts:
                attempt.job.attempts.remove(attempt)
            attempt.future.cancel()
            self._requeue(attempt.job)

    def _requeue(self, job: RemoteJob[Any]) -> None:
        """Queue a job again unless it is done, on another worker, or has a result being checked.

        A job that has killed too many workers fails.
        """
        if job.deaths >= _MAX_DEATHS:
            job.fail(ProcessDiedError())
        elif not (job.done() or job.attempts or job.is_being_checked):
            self._queue(job)

    def _queue(self, job: RemoteJob[Any]) -> None:
        if self._error is not None:
            job.fail(self._error)
        else:
            heapq.heappush(self._waiting, job)

    def _distribute(self) -> None:
        """Give waiting jobs to the workers with the fewest jobs."""
        while self._waiting and self._is_connected:
            job = self._waiting[0]
            worker = None if job.done() else self._worker_for(job)
            if worker is None and not job.done():
                return
            if worker is not None:
                self._assign(job, worker)
            heapq.heappop(self._waiting)

    def _worker_for(self, job: RemoteJob[Any]) -> RemoteWorker | None:
        """Return the worker with the fewest jobs, preferably one where this job has not failed.

        Return None if no worker can take another job.
        """
        free_workers = [
            worker
            for worker in self._workers.values()
            if worker.is_accepted and len(worker.attempts) < _JOBS_PER_WORKER
        ]
        return min(
            free_workers,
            key=lambda each: (each.address in job.failed_addresses, len(each.attempts)),
            default=None,
        )

    def _assign(self, job: RemoteJob[Any], worker: RemoteWorker) -> None:
        future: Future[bytes] = worker.executor.submit(pickle.loads, job.call)
        attempt = Attempt(job, worker, future)
        worker.attempts.append(attempt)
        job.attempts.append(attempt)
        future.add_done_callback(lambda _: self._post(self._on_reply, attempt))

    def _copy_slow_jobs(self) -> None:
        """Give slow jobs to idle workers as well; the first result counts."""
        if self._waiting or not self._is_connected:
            return
        usual_duration = (
            median(self._durations) if self._durations else self._patience / _SLOW_FACTOR
        )
        slow = max(_MIN_SLOW_SECONDS, _SLOW_FACTOR * usual_duration)
        for worker in self._workers.values():
            if worker.is_accepted and not worker.attempts:
                job = min(
                    (job for job in list(self._jobs) if should_copy_to(job, worker, slow)),
                    default=None,
                )
                if job is not None:
                    _log.info("job %d is also given to %s", job.number, worker.name)
                    self._assign(job, worker)

    def _on_reply(self, attempt: Attempt) -> None:
        """Handle the end of an attempt: a result, an exception, or a lost connection."""
        job, worker = attempt.job, attempt.worker
        if attempt not in job.attempts:  # it was taken back
            return
        job.attempts.remove(attempt)
        worker.attempts.remove(attempt)
        if attempt.future.cancelled():  # the connection was lost
            self._requeue(job)
        elif (error := attempt.future.exception()) is not None:
            self._on_failure(job, worker, error)
        else:
            self._durations.append(attempt.seconds)
            self._on_result(job, worker, attempt.future.result())

    def _on_failure(self, job: RemoteJob[Any], worker: RemoteWorker, error: BaseException) -> None:
        """Try a failed job on another worker, or pass the exception on after several errors.

        A worker on which several jobs in succession fail is refused.
        """
        _log.info("job %d on %s: %r", job.number, worker.name, error)
        if type(error).__name__ == "KilledWorker":  # of Dask: its worker died several times
            job.deaths += 1
        else:
            job.failed_addresses.add(worker.address)
            worker.failures += 1
        accepted_addresses = {each.address for each in self._workers.values() if each.is_accepted}
        if len(job.failed_addresses) >= min(
            _MAX_ERRORS, len(accepted_addresses | {worker.address})
        ):
            job.fail(error)
        if worker.failures >= _MAX_FAILURES and len(accepted_addresses) > 1:
            self._refuse(worker, message("its jobs fail: {error}", error=repr(error)))
        self._requeue(job)

    def _on_result(self, job: RemoteJob[Any], worker: RemoteWorker, reply: bytes) -> None:
        try:
            version, seconds, pickled = pickle.loads(reply)
            result = pickle.loads(pickled) if version == self._our_version else None
        except Exception as error:  # anything can come from another machine
            _log.info("%s: %r", worker.name, error)
            self._refuse(worker, message("its results cannot be read"))
            self._requeue(job)
            return
        if not self._accept_if_same_version(worker, version):  # it was started anew
            self._requeue(job)
            return
        check = self._check.problem(worker.name, job.arguments, result) if self._check else None
        end = partial(self._on_checked, job, worker, result, float(seconds))
        if isinstance(check, Future):
            job.is_being_checked = True
            check.add_done_callback(partial(self._post, end))
        else:
            end(check)

    def _on_checked(
        self,
        job: RemoteJob[Any],
        worker: RemoteWorker,
        result: object,
        seconds: float,
        check: Message | Future[Message | None] | None,
    ) -> None:
        """Accept a result, or refuse the worker it came from and retry the job."""
        job.is_being_checked = False
        problem = _problem_found_by_check(check) if isinstance(check, Future) else check
        if problem is not None:
            self._refuse(worker, problem)
            self._requeue(job)
        elif not job.done():
            worker.failures = 0
            if self._check is not None:
                self._check.accept(worker.name, job.arguments, result, seconds)
            job.finish(result)

    def _withdraw_job(self, job: RemoteJob[Any]) -> None:
        """Withdraw a finished job from the workers that still have it."""
        attempts, job.attempts = job.attempts, []
        for attempt in attempts:
            if attempt in attempt.worker.attempts:
                attempt.worker.attempts.remove(attempt)
            attempt.future.cancel()

    def _give_up_without_usable_worker(self) -> None:
        """Fail all jobs if no worker can be used.

        At the start this happens as soon as all workers have been refused, otherwise after waiting
        for as long as *patience* allows.
        """
        workers = self._workers.values()
        if any(worker.is_accepted for worker in workers):
            self._last_used = time.monotonic()
        elif workers and all(worker.refusal for worker in workers) and not self._ready.is_set():
            self._fail(self._no_worker_error())
        elif not self._jobs and self._ready.is_set():
            self._last_used = time.monotonic()
        elif time.monotonic() - self._last_used > self._patience:
            self._fail(self._no_worker_error())

    def _no_worker_error(self) -> ClusterError:
        if reasons := self._refusal_messages():
            problem = message(
                "no worker of the scheduler {address} can be used: {reasons}",
                address=self._address,
                reasons=first_few(reasons),
            )
        else:
            problem = message(
                "the scheduler {address} has no workers; start one with: {command}",
                address=self._address,
                command=f"dask worker {self._address} --nthreads 1",
            )
        return ClusterError(problem)

    def _refusal_messages(self) -> list[Message]:
        workers = list(self._workers.values())
        return [
            _worker_not_used_message(each, each.refusal)
            for each in workers
            if each.refusal is not None
        ]

    def _fail(self, error: ClusterError) -> None:
        """Fail all jobs, including later ones, with *error*."""
        self._error = error
        self._waiting.clear()
        for job in list(self._jobs):
            job.fail(error)
        self._ready.set()


class _EndThread(BaseException):
    """Ends the thread of an executor."""


def _problem_found_by_check(check: Future[Message | None]) -> Message | None:
    """Return the problem that a check found; None if it found none or could not be carried out."""
    if check.cancelled() or check.exception() is not None:
        return None
    return check.result()


def _worker_not_used_message(worker: RemoteWorker, reason: Message) -> Message:
    return message("worker {worker} is not used: {why}", worker=worker.name, why=reason)


def _connection_lost_error(address: str) -> ClusterError:
    return ClusterError(
        message("the connection to the scheduler {address} was lost", address=address)
    )
