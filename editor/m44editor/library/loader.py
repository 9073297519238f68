"""Finding out about the files of a library, those in sight first."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from functools import partial
from importlib import import_module

from PySide6.QtCore import QObject, Signal

from m44core.errors import M44Error
from m44core.faults import why
from m44core.library.cache import Known
from m44core.library.facts import Facts
from m44core.messages.message import Value, message
from m44core.work.executors import Processes
from m44editor.library.keeper import Keeper
from m44editor.library.looking import Job, Look, look_into
from m44editor.work.relay import when_done

_REST = 20.0  # seconds without work after which the processes end
_AHEAD = 2  # jobs a process has at hand, so that it need not wait for the next


class Loader(QObject):
    """Has files looked into, as many at a time as there are processes for.

    Attributes:
        workers: The processes.

    Signals:
        progressed: How many files are still to be looked into.
    """

    progressed = Signal(int)

    def __init__(self, keeper: Keeper, processes: int = 0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeper = keeper
        module = (look_into.__module__,)
        self.workers = Processes(processes, initializer=import_module, initargs=module, idle=_REST)
        self._waiting: dict[str, Job] = {}
        self._running: dict[str, Job] = {}
        self._wanted: list[str] = []
        self._glanced: set[str] = set()
        self._closed = False

    @property
    def left(self) -> int:
        """How many files are still to be looked into."""
        return len(self._waiting) + len(self._running)

    def look(self, jobs: Iterable[Job]) -> None:
        """Have files looked into; whatever was to be done about them before is not."""
        self._waiting |= {job.path: job for job in jobs}
        self._feed()

    def want(self, paths: Iterable[str]) -> None:
        """Have these files looked into before all others: they are in sight."""
        self._wanted = list(paths)
        self._feed()

    def forget(self, paths: Iterable[str] | None = None) -> None:
        """Look no longer into these files, or into any."""
        for path in list(self._waiting) if paths is None else paths:
            self._waiting.pop(path, None)
        self.progressed.emit(self.left)

    def close(self) -> None:
        """End the processes; what they were still to do is left."""
        self._closed = True
        self._waiting.clear()
        self.workers.terminate()

    def _feed(self) -> None:
        """Hand out as much as the processes can take."""
        if self._closed:
            return
        while self._waiting and len(self._running) < self.workers.number * _AHEAD:
            job = self._next()
            self._running[job.path] = job
            future = self.workers.submit(look_into, job)
            when_done(future, partial(self._take, job))
        self._glance()
        self.progressed.emit(self.left)

    def _next(self) -> Job:
        wanted = (path for path in self._wanted if path in self._waiting)
        return self._waiting.pop(next(wanted, next(iter(self._waiting))))

    def _glance(self) -> None:
        """While no process has begun, make the pictures in sight here, one after the other."""
        if self.workers.ready:
            return
        jobs = self._running | self._waiting
        for path in self._wanted:
            if path in jobs and path not in self._glanced:
                self._glanced.add(path)
                self._keeper.glance(path, dark=jobs[path].dark)

    def _take(self, job: Job, future: Future[Look]) -> None:
        """Take what was found, or why nothing was, and go on."""
        self._running.pop(job.path, None)
        if not self._closed:
            error = future.exception()
            self._keeper.keep(job, _nothing(error) if error else future.result())
            self._feed()


def _nothing(error: BaseException) -> Look:
    """Return what is known of a file that could not be looked into."""
    reason: Value = why(error) if isinstance(error, M44Error) else repr(error)
    said = message("this file could not be looked into: {error}", error=reason)
    return Look(Known("", Facts(failure=said)), b"")
