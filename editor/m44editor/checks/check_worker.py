"""The process that runs the checks, so that the windows stay responsive."""

from __future__ import annotations

from concurrent.futures import Future
from functools import cache

from PySide6.QtCore import QCoreApplication

from m44core.io.origin import NO_ORIGIN, OpenFile
from m44core.model.scenario import Scenario
from m44core.validation.check_selection import DEFAULT_SELECTION
from m44core.validation.runner import CheckSettings, examine_scenario
from m44core.validation.suppressions import CheckResult
from m44core.validation.time_budget import cancel_running_checks
from m44core.work.executors import ProcessExecutor, ThreadExecutor


class CheckWorker:
    """Checks scenarios one after another.

    Until its process has started, which takes a moment, it uses a thread.
    """

    def __init__(self) -> None:
        self._thread = ThreadExecutor("checks")
        self._processes = ProcessExecutor(1, initializer=_warm_up)
        self._closed = self._started = False

    def start(self) -> None:
        """Start the process; from then on, it is restarted whenever it ends."""
        if not self._closed:
            self._started = True
            self._processes.begin()

    @property
    def has_process(self) -> bool:
        """Whether the process is ready to run the next check."""
        return self._processes.is_ready

    def submit(self, file: OpenFile, settings: CheckSettings) -> Future[CheckResult]:
        """Return the future result of checking a file; canceled if the worker is closed."""
        if self._closed:
            return _cancelled_future()
        # Only profile checks depend on how the file was written.
        origin = NO_ORIGIN if settings.selection is DEFAULT_SELECTION else file.origin
        if self.has_process:
            return self._processes.submit(examine_scenario, file.scenario, settings, origin)
        if self._started:
            self._processes.begin()
        return self._thread.submit(examine_scenario, file.scenario, settings, origin)

    def close(self) -> None:
        """End the process and the thread, aborting running checks."""
        self._closed = True
        cancel_running_checks()
        self._processes.terminate()
        self._thread.terminate()


@cache
def check_worker() -> CheckWorker:
    """Return the check worker shared by all windows; it ends with the program."""
    worker = CheckWorker()
    application = QCoreApplication.instance()
    if application is not None:
        application.aboutToQuit.connect(worker.close)
    return worker


def _cancelled_future() -> Future[CheckResult]:
    future: Future[CheckResult] = Future()
    future.cancel()
    return future


def _warm_up() -> None:
    """Load the modules and data of the checks, so that the first check is as fast as the others."""
    examine_scenario(Scenario())
