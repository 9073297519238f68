"""Jobs on other machines: how they are sent, the workers that have them, and their attempts."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from threading import Lock
from typing import Any, NamedTuple, Protocol, TypeVar

from m44core.messages.message import Message

T = TypeVar("T")
_MAX_ATTEMPTS = 3  # at the same time


class ResultCheck(Protocol):
    """Checks results from other machines; the executor calls it in a separate thread."""

    def problem(
        self, worker: str, arguments: tuple[Any, ...], result: object
    ) -> Message | Future[Message | None] | None:
        """Return the problem with a result, or a future for it; None if the result is valid."""
        ...

    def accept(
        self, worker: str, arguments: tuple[Any, ...], result: object, seconds: float
    ) -> None:
        """Record a valid result, the worker it came from, and the seconds it took."""
        ...


class Reply(NamedTuple):
    """The answer of a worker: its version, the seconds the job took, and the pickled result."""

    version: str
    seconds: float
    result: bytes


class RemoteCall:
    """A job that runs when it is unpickled; the result of unpickling is a pickled reply."""

    def __init__(
        self,
        version: Callable[[], str],
        work: Callable[..., Any],
        *arguments: Any,  # noqa: ANN401 - of any function
    ) -> None:
        self._call = (version, work, arguments)

    def __reduce__(self) -> tuple[Callable[..., bytes], tuple[Any, ...]]:
        return _run_job, self._call


_run_lock = Lock()  # threads of a worker would only slow each other down


def _run_job(
    version: Callable[[], str], work: Callable[..., Any], arguments: tuple[Any, ...]
) -> bytes:
    """Run a job on a worker and return a pickled reply."""
    with _run_lock:
        start = time.perf_counter()
        result = work(*arguments)
        seconds = time.perf_counter() - start
    return pickle.dumps(tuple(Reply(version(), seconds, pickle.dumps(result))))


class RemoteJob(Future[T]):
    """The future of a job; it can be canceled until it has a result."""

    def __init__(self, number: int, call: bytes, arguments: tuple[Any, ...]) -> None:
        super().__init__()
        self.number, self.call, self.arguments = number, call, arguments
        self.attempts: list[Attempt] = []
        self.is_being_checked = False  # a result is being checked
        self.deaths = 0
        self.failed_addresses: set[str] = set()

    def __lt__(self, other: RemoteJob[Any]) -> bool:
        return self.number < other.number

    def finish(self, result: T) -> None:
        """Set the result unless the job was canceled."""
        if self.set_running_or_notify_cancel():
            self.set_result(result)

    def fail(self, error: BaseException) -> None:
        """Set an exception unless the job is done or was canceled."""
        if not self.done() and self.set_running_or_notify_cancel():
            self.set_exception(error)


class RemoteWorker:
    """A worker of the cluster: unknown at first, then accepted or refused."""

    def __init__(self, address: str, name: str, threads: int, executor: Executor) -> None:
        self.address, self.threads, self.executor = address, threads, executor
        self.name = address if name in ("", address) else f"{name} ({address})"
        self.is_accepted = False
        self.refusal: Message | None = None
        self.attempts: list[Attempt] = []
        self.failures = 0


class Attempt:
    """An attempt at a job: the worker that was given the job, and the future of its reply."""

    def __init__(self, job: RemoteJob[Any], worker: RemoteWorker, future: Future[bytes]) -> None:
        self.job, self.worker, self.future = job, worker, future
        self.start = time.monotonic()

    @property
    def seconds(self) -> float:
        """The seconds since the attempt began."""
        return time.monotonic() - self.start


def should_copy_to(job: RemoteJob[Any], worker: RemoteWorker, seconds: float) -> bool:
    """Return whether to give *worker* a job too, because all attempts at it exceed *seconds*.

    Return False if the job is done, has no attempt or too many, or *worker* already has it.
    """
    return (
        not job.done()
        and 0 < len(job.attempts) < _MAX_ATTEMPTS
        and all(attempt.seconds > seconds for attempt in job.attempts)
        and all(attempt.worker is not worker for attempt in job.attempts)
    )
