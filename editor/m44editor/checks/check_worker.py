"""Who runs the checks: a process beside the editor, so that they take no time from its windows."""

from __future__ import annotations

from concurrent.futures import Future
from functools import cache

from PySide6.QtCore import QCoreApplication

from m44core.io.origin import NEW, OpenFile
from m44core.model.scenario import Scenario
from m44core.validation.allotment import end_running
from m44core.validation.basis.selection import USUAL
from m44core.validation.running.runner import CheckSettings, examine
from m44core.validation.running.suppressions import Weighed
from m44core.work.executors import InProcess, Processes


class CheckWorker:
    """Checks scenarios one after the other.

    In a thread as long as there is no process, for one takes a moment to begin.
    """

    def __init__(self) -> None:
        self._thread = InProcess("checks")
        self._processes = Processes(1, initializer=_warm_up)
        self._closed = self._begun = False

    def begin(self) -> None:
        """Begin the process, and again whenever it should have ended."""
        if not self._closed:
            self._begun = True
            self._processes.begin()

    @property
    def has_process(self) -> bool:
        """Whether the process has begun, so that the next check runs in it."""
        return self._processes.ready

    def submit(self, file: OpenFile, settings: CheckSettings) -> Future[Weighed]:
        """Return what will be found; nothing waits for it here. Once closed, nothing will be."""
        if self._closed:
            return _cancelled()
        # Only the checks of a profile ask how the file was written.
        origin = NEW if settings.selection is USUAL else file.origin
        if self.has_process:
            return self._processes.submit(examine, file.scenario, settings, origin)
        if self._begun:
            self._processes.begin()
        return self._thread.submit(examine, file.scenario, settings, origin)

    def close(self) -> None:
        """End the process and the thread, and what is still checked there: nobody waits for it."""
        self._closed = True
        end_running()
        self._processes.terminate()
        self._thread.terminate()


@cache
def check_worker() -> CheckWorker:
    """Return the worker all windows of the program share; it ends with the program."""
    worker = CheckWorker()
    application = QCoreApplication.instance()
    if application is not None:
        application.aboutToQuit.connect(worker.close)
    return worker


def _cancelled() -> Future[Weighed]:
    future: Future[Weighed] = Future()
    future.cancel()
    return future


def _warm_up() -> None:
    """Load what the checks need, so that the first one is as quick as the rest."""
    examine(Scenario())
