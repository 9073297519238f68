"""Who runs the checks: a process beside the editor, so that they take no time from its windows."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from m44core.catalogue.packs.in_use import pack_folders
from m44core.catalogue.packs.nearby import use_folders
from m44core.io.origin import NEW, OpenFile, Origin
from m44core.model.scenario import Scenario
from m44core.processes import serve_parent
from m44core.validation.allotment import end_running
from m44core.validation.basis.selection import USUAL
from m44core.validation.running.runner import CheckSettings, examine
from m44core.validation.running.suppressions import Weighed
from m44editor.work.workers import end


class CheckWorker:
    """Checks scenarios one after the other.

    In a thread at first, for a process takes a moment to begin; and again in
    a thread should that process ever end.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, "checks")
        self._processes: ProcessPoolExecutor | None = None
        self._begun: Future[None] | None = None
        self._latest: Future[Weighed] | None = None
        self._closed = False

    def begin(self) -> None:
        """Begin the process, if there is none yet and there can be one."""
        if self._closed or self._processes is not None or getattr(sys, "frozen", False):
            return
        with suppress(OSError, RuntimeError):  # no process to be had: the thread will do
            processes = ProcessPoolExecutor(1, get_context("spawn"), initializer=serve_parent)
            self._begun = processes.submit(_warm_up)
            self._processes = processes

    @property
    def has_process(self) -> bool:
        """Whether the process has begun, so that the next check runs in it."""
        return self._begun is not None and _went_well(self._begun)

    def submit(self, file: OpenFile, settings: CheckSettings) -> Future[Weighed]:
        """Return what will be found; nothing waits for it here. Once closed, nothing will be."""
        self._latest = _cancelled() if self._closed else self._submit(file, settings)
        return self._latest

    def _submit(self, file: OpenFile, settings: CheckSettings) -> Future[Weighed]:
        scenario = file.scenario
        # Only the checks of a profile ask how the file was written.
        origin = NEW if settings.selection is USUAL else file.origin
        if self._processes is not None and self.has_process:
            try:
                return self._processes.submit(_examine, pack_folders(), scenario, settings, origin)
            except (BrokenProcessPool, RuntimeError):
                self._give_up()
        return self._threads.submit(examine, scenario, settings, origin)

    def close(self) -> None:
        """End the process and the thread, and what is still checked there: nobody waits for it."""
        self._closed = True
        end_running()
        if self._processes is not None:
            if self._latest is not None and not self._latest.done():
                end(self._processes)
            self._processes.shutdown(cancel_futures=True)
        self._processes = self._begun = None
        self._threads.shutdown(cancel_futures=True)

    def _give_up(self) -> None:
        """Go on in a thread: the process has ended."""
        if self._processes is not None:
            self._processes.shutdown(wait=False, cancel_futures=True)
        self._begun = None


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


def _examine(
    packs: Sequence[Path], scenario: Scenario, settings: CheckSettings, origin: Origin
) -> Weighed:
    """Check in a process of its own, with the packs that the editor has in use."""
    use_folders(packs)
    return examine(scenario, settings, origin)


def _went_well(future: Future[None]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None
