"""Runs pieces of work in a thread, and shows in the status bar what takes longer than a second."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from time import monotonic
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QMainWindow
from shiboken6 import Shiboken

from m44core.errors import M44Error
from m44core.work.executors import InProcess, Job
from m44editor.interface_text import tr
from m44editor.screen_reader import announce
from m44editor.work.bar import WorkBar

T = TypeVar("T")

_SHOWN_AFTER = 1.0  # seconds
_LOOK = 40  # milliseconds between two looks at how far it has come


@dataclass
class _Shown(Generic[T]):
    title: str
    job: Job[T]
    done: Callable[[T], object]
    failed: Callable[[M44Error], object]
    begun: float
    is_wanted: bool = True

    def cancel(self) -> None:
        self.is_wanted = False
        self.job.cancel()


class Jobs(QObject):
    """The work of one window, one piece after the other.

    Attributes:
        bar: Where it is shown; None before anything took longer than a second.
    """

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.bar: WorkBar | None = None
        self._window = window
        self._jobs: list[_Shown[object]] = []
        self._worker: InProcess | None = None
        self._look = QTimer(self, interval=_LOOK)
        self._look.timeout.connect(self._see)

    @property
    def is_busy(self) -> bool:
        """Whether something is being done, or waits to be."""
        return bool(self._jobs)

    def run(
        self,
        title: str,
        work: Callable[[], T],
        done: Callable[[T], object],
        failed: Callable[[M44Error], object],
    ) -> None:
        """Do something beside the window.

        Args:
            title: What is done, for the status bar.
            work: Does it, in another thread: it touches no widget, and reports its progress by
                :func:`m44core.work.job_progress.report`, which also stops it once it is cancelled.
            done: Takes what came of it, in the window's thread; not called where it was cancelled.
            failed: Takes why it could not be done.
        """
        if self._worker is None:
            self._worker = InProcess("work")
        job = self._worker.submit(work)
        self._jobs.append(_Shown(title, job, done, failed, monotonic()))  # type: ignore[arg-type]  # each job has a type of its own
        self._look.start()

    def cancel(self) -> None:
        """Stop what is being done; what it has made is not kept."""
        if self._jobs:
            self._jobs[0].cancel()

    def close(self) -> None:
        """Stop everything, and wait until it has stopped."""
        self._look.stop()
        self._jobs = []
        if self._worker is not None:
            self._worker.terminate()
            self._worker = None

    def _see(self) -> None:
        first = self._jobs[0]
        if first.job.done():
            self._end(self._jobs.pop(0))
        elif monotonic() - first.begun > _SHOWN_AFTER:
            self._show(first)
        if not self._jobs:
            self._look.stop()

    def _end(self, ended: _Shown[object]) -> None:
        shown = self.bar is not None and Shiboken.isValid(self.bar) and self.bar.isVisible()
        if self.bar is not None and shown:
            self.bar.hide()
        try:
            result = ended.job.result()
        except CancelledError:
            said = tr("{work}: cancelled", work=ended.title)
            self._window.statusBar().showMessage(said)
            announce(self._window, said)
        except M44Error as error:
            ended.failed(error)
        else:
            ended.done(result)

    def _show(self, shown: _Shown[object]) -> None:
        """Show how far it has come; in the status bar there is now, which may be another one."""
        status = self._window.statusBar()
        if self.bar is None or not Shiboken.isValid(self.bar) or self.bar.parent() is not status:
            self.bar = WorkBar(status)
            self.bar.cancelled.connect(self.cancel)
            status.addPermanentWidget(self.bar)
        if not self.bar.isVisible():
            announce(self._window, shown.title)
        self.bar.show_work(shown.title, shown.job.share, can_cancel=shown.is_wanted)
