"""Background jobs: run in a thread, shown in the status bar, finished in the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from functools import cache, partial
from time import monotonic
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QProgressBar,
    QSizePolicy,
    QToolButton,
    QWidget,
)
from shiboken6 import Shiboken

from m44core.errors import M44Error
from m44core.work.executors import Job, ThreadExecutor
from m44editor.interface_text import tr
from m44editor.screen_reader import announce

_PERCENT = 100
_BAR_WIDTH = 120  # logical pixels


class JobBar(QWidget):
    """Shows one job in a status bar.

    Signals:
        cancelled: The user pressed Cancel.

    Attributes:
        title: The name of the job.
        progress: The progress bar.
        cancel: The Cancel button.
    """

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.progress, self.cancel = QLabel(), QProgressBar(), QToolButton()
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.title.setMinimumWidth(_BAR_WIDTH)  # so that long text does not widen the window
        self.progress.setRange(0, _PERCENT)
        self.progress.setFixedWidth(_BAR_WIDTH)
        self.cancel.setText(tr("Cancel"))
        self.cancel.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.cancel.clicked.connect(self._cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 6, 0)
        for widget in (self.title, self.progress, self.cancel):
            row.addWidget(widget)
        self.hide()

    def show_progress(self, title: str, fraction: float, *, can_cancel: bool) -> None:
        """Show the title and progress of a job; *fraction* is from 0 to 1."""
        self.title.setText(title)
        self.title.setToolTip(title)
        self.progress.setAccessibleName(title)
        self.progress.setValue(round(fraction * _PERCENT))
        self.cancel.setEnabled(can_cancel)
        self.show()

    def _cancel(self) -> None:
        self.cancel.setEnabled(False)
        self.cancelled.emit()


T = TypeVar("T")

_SHOWN_AFTER = 1.0  # seconds
_POLL_INTERVAL = 40  # milliseconds between two progress updates


@dataclass
class _RunningJob(Generic[T]):
    title: str
    job: Job[T]
    on_done: Callable[[T], object]
    on_failed: Callable[[M44Error], object]
    started_at: float
    is_wanted: bool = True

    def cancel(self) -> None:
        self.is_wanted = False
        self.job.cancel()


class BackgroundJobs(QObject):
    """The background jobs of one window, run one after another.

    Attributes:
        bar: The progress bar; None until a job takes longer than a second.
    """

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.bar: JobBar | None = None
        self._window = window
        self._jobs: list[_RunningJob[object]] = []
        self._worker: ThreadExecutor | None = None
        self._poll_timer = QTimer(self, interval=_POLL_INTERVAL)
        self._poll_timer.timeout.connect(self._poll)

    @property
    def is_busy(self) -> bool:
        """Whether a job is running or waiting."""
        return bool(self._jobs)

    def run(
        self,
        title: str,
        work: Callable[[], T],
        on_done: Callable[[T], object],
        on_failed: Callable[[M44Error], object],
    ) -> None:
        """Run a function in the background.

        Args:
            title: The name of the job, for the status bar.
            work: The function, run in another thread: it must not touch widgets, and reports its
                progress by :func:`m44core.work.job_progress.report_progress`, which also stops
                it once it is canceled.
            on_done: Called with the result in the GUI thread, unless the job was canceled.
            on_failed: Called with the error in the GUI thread.
        """
        if self._worker is None:
            self._worker = ThreadExecutor("work")
        job = self._worker.submit(work)
        self._jobs.append(_RunningJob(title, job, on_done, on_failed, monotonic()))  # type: ignore[arg-type]  # each job has a type of its own
        self._poll_timer.start()

    def cancel(self) -> None:
        """Cancel the current job and drop its result."""
        if self._jobs:
            self._jobs[0].cancel()

    def close(self) -> None:
        """Cancel all jobs and wait until they have stopped."""
        self._poll_timer.stop()
        self._jobs = []
        if self._worker is not None:
            self._worker.terminate()
            self._worker = None

    def _poll(self) -> None:
        first_job = self._jobs[0]
        if first_job.job.done():
            self._finish(self._jobs.pop(0))
        elif monotonic() - first_job.started_at > _SHOWN_AFTER:
            self._show_progress(first_job)
        if not self._jobs:
            self._poll_timer.stop()

    def _finish(self, ended_job: _RunningJob[object]) -> None:
        is_bar_visible = (
            self.bar is not None and Shiboken.isValid(self.bar) and self.bar.isVisible()
        )
        if self.bar is not None and is_bar_visible:
            self.bar.hide()
        try:
            result = ended_job.job.result()
        except CancelledError:
            text = tr("{work}: canceled", work=ended_job.title)
            self._window.statusBar().showMessage(text)
            announce(self._window, text)
        except M44Error as error:
            ended_job.on_failed(error)
        else:
            ended_job.on_done(result)

    def _show_progress(self, job: _RunningJob[object]) -> None:
        """Show the progress of a job in the current status bar, which may have been replaced."""
        status = self._window.statusBar()
        if self.bar is None or not Shiboken.isValid(self.bar) or self.bar.parent() is not status:
            self.bar = JobBar(status)
            self.bar.cancelled.connect(self.cancel)
            status.addPermanentWidget(self.bar)
        if not self.bar.isVisible():
            announce(self._window, job.title)
        self.bar.show_progress(job.title, job.job.progress, can_cancel=job.is_wanted)


R = TypeVar("R")


def when_done(future: Future[R], callback: Callable[[Future[R]], object]) -> None:
    """Call *callback* in the GUI thread once *future* is done.

    The callback is not called if the job was canceled, or if it is a method of a deleted Qt object
    (or a ``partial`` of such a method).
    """
    dispatcher = _callback_dispatcher()
    future.add_done_callback(
        lambda finished_future: dispatcher.finished.emit(callback, finished_future)
    )


def was_cancelled(future: Future[R]) -> bool:
    """Return whether a finished job was canceled, before or while it ran."""
    return future.cancelled() or isinstance(future.exception(), CancelledError)


class _CallbackDispatcher(QObject):
    finished = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self.finished.connect(self._call, Qt.ConnectionType.QueuedConnection)

    def _call(self, callback: Callable[[object], object], future: Future[object]) -> None:
        method = callback.func if isinstance(callback, partial) else callback
        owner = getattr(method, "__self__", None)
        is_gone = isinstance(owner, QObject) and not Shiboken.isValid(owner)
        if not is_gone and not was_cancelled(future):
            callback(future)


@cache
def _callback_dispatcher() -> _CallbackDispatcher:
    return _CallbackDispatcher()
