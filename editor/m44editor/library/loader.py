"""Finding out about the files of a library, those in sight first."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures.process import BrokenProcessPool

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.errors import M44Error
from m44core.faults import why
from m44core.library.cache import Known
from m44core.library.facts import Facts
from m44core.messages.message import Value, message
from m44editor.library.keeper import Keeper
from m44editor.library.looking import Job, Look, look_into
from m44editor.work.workers import Workers

_REST = 20_000  # milliseconds without work after which the processes end
_AHEAD = 2  # jobs a process has at hand, so that it need not wait for the next


class Loader(QObject):
    """Has files looked into, as many at a time as there are processes for.

    Attributes:
        workers: The processes.

    Signals:
        progressed: How many files are still to be looked into.
    """

    progressed = Signal(int)
    _came = Signal(object, object, object)

    def __init__(self, keeper: Keeper, processes: int = 0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeper = keeper
        self.workers = Workers(look_into, processes, "library")
        self._waiting: dict[str, Job] = {}
        self._running: dict[str, Job] = {}
        self._wanted: list[str] = []
        self._glanced: set[str] = set()
        self._broken: set[str] = set()
        self._closed = False
        self._idle = QTimer(self, interval=_REST, singleShot=True)
        self._idle.timeout.connect(self.workers.rest)
        self._came.connect(self._take)

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
        self._idle.stop()
        self._waiting.clear()
        self.workers.close()

    def _feed(self) -> None:
        """Hand out as much as the processes can take."""
        if self._closed:
            return
        while self._waiting and len(self._running) < self.workers.number * _AHEAD:
            job = self._next()
            self._running[job.path] = job
            self._idle.stop()
            self.workers.submit(job, self._came.emit)
        if not self._running:
            self._idle.start()
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

    def _take(self, job: Job, look: Look | None, error: BaseException | None) -> None:
        """Take what was found, or why nothing was, and go on."""
        self._running.pop(job.path, None)
        if self._closed:
            return
        if isinstance(error, BrokenProcessPool) and job.path not in self._broken:
            self._broken.add(job.path)  # it may have been another file: once more
            self._waiting[job.path] = job
        else:
            self._keeper.keep(job, look or _nothing(error))
        self._feed()


def _nothing(error: BaseException | None) -> Look:
    """Return what is known of a file that could not be looked into."""
    reason: Value = why(error) if isinstance(error, M44Error) else repr(error)
    said = message("this file could not be looked into: {error}", error=reason)
    return Look(Known("", Facts(failure=said)), b"")
