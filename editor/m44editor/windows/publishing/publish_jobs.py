"""The work of the Publish window: checks, previews and publishing, outside the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.diagnostics import Severity
from m44core.drawing.board.board_picture import Framing, picture_of
from m44core.drawing.board.scenario_drawing import VisibleLayers
from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.messages.renderers import message_of_error
from m44core.publications.publication import Publication, PublicationKind, require_suffix
from m44core.publications.publishing import PublishResult, preview_pages, publish
from m44core.publications.readiness import Readiness, Shortcoming, readiness
from m44core.publish.paper_and_ink import ink_palette
from m44core.validation.runner import CheckSettings
from m44core.work.executors import Job, ProcessDiedError, ProcessExecutor, ThreadExecutor
from m44core.work.priority import lower_priority
from m44editor.background_jobs import when_done
from m44editor.balance.game_processes import ProcessShutdown, game_process_executor
from m44editor.interface_text import current_renderer
from m44editor.windows.picture_export import export_picture

PAGE_KINDS = frozenset({PublicationKind.SHEET, PublicationKind.POSTER, PublicationKind.PIECES})
"""The kinds whose pages can be previewed."""
_THREAD_KINDS = frozenset(
    {PublicationKind.SITE, PublicationKind.BALANCE, PublicationKind.PICTURE}
)  # they start processes, or need Qt
_SHEET_DPI, _POSTER_DPI = 90.0, 50.0  # of previews; a poster has many pages
_MAX_JOBS = 40  # jobs per process, as the typesetter never frees memory
_POLL_INTERVAL = 100  # milliseconds between two progress updates

T = TypeVar("T")


class _LatestJob(QObject, Generic[T]):
    """Runs jobs of one kind, keeping only the latest of the requests made while a job runs."""

    def __init__(
        self,
        executor: ProcessExecutor,
        on_done: Callable[[T], object],
        on_failed: Callable[[M44Error], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._executor, self._on_done, self._on_failed = executor, on_done, on_failed
        self._running = False
        self._next_call: tuple[Any, ...] | None = None
        self._ended = False

    @property
    def is_busy(self) -> bool:
        return self._running

    def request(self, *call: Any) -> None:  # noqa: ANN401 - the arguments of any function
        """Request a call, which replaces any waiting request."""
        if self._running:
            self._next_call = call
        elif not self._ended:
            self._running = True
            when_done(self._executor.submit(*call), self._receive)

    def forget(self) -> None:
        """Drop the waiting request."""
        self._next_call = None

    def end(self) -> None:
        self._ended = True

    def _receive(self, future: Future[T]) -> None:
        self._running = False
        if self._ended:
            return
        following, self._next_call = self._next_call, None
        if following is not None:
            self.request(*following)
            return
        error = future.exception()
        if error is None:
            self._on_done(future.result())
        else:
            self._on_failed(as_m44_error(error))


def as_m44_error(error: BaseException) -> M44Error:
    """Return the error of a job as an M44Error; re-raise it if it is a bug in the program."""
    if isinstance(error, ProcessDiedError | OSError):  # it was killed, or cannot start
        failure = message_of_error(error) if isinstance(error, M44Error) else repr(error)
        return M44Error(message("publishing failed: {error}; try again", error=failure))
    if isinstance(error, M44Error):
        return error
    raise error


class PublishJobs(QObject):
    """Checks, previews and publishes for one window.

    Signals:
        checked: The last publication was checked; carries its :class:`Readiness`.
        previewed: The preview is ready; carries its pages.
        preview_failed: There is no preview; carries the reason.
        progressed: Publishing has progressed; carries the share that is done, 0 while unknown.
        published: Publishing has succeeded; carries the result, a :class:`PublishResult`.
        failed: Publishing has failed; carries the reason.
        cancelled: Publishing was canceled.
    """

    checked = Signal(object)
    previewed = Signal(object)
    preview_failed = Signal(object)
    progressed = Signal(float)
    published = Signal(object)
    failed = Signal(object)
    cancelled = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers = ProcessExecutor(1, initializer=lower_priority, max_jobs=_MAX_JOBS)
        self._preview: _LatestJob[tuple[bytes, ...]] = _LatestJob(
            self._workers, self.previewed.emit, self.preview_failed.emit, self
        )
        self._check: _LatestJob[Readiness] = _LatestJob(
            self._workers, self.checked.emit, self._report_check_failure, self
        )
        self._job: Job[PublishResult] | None = None
        self._processes, self._thread = game_process_executor(), ThreadExecutor("publish")
        self._shutdown = ProcessShutdown()
        self._is_closed = self._was_cancelled = False
        self._kind = PublicationKind.SHEET
        self._poll_timer = QTimer(self, interval=_POLL_INTERVAL)
        self._poll_timer.timeout.connect(self._report_state)

    @property
    def is_settled(self) -> bool:
        """Whether the checks and the preview are done."""
        return not self._preview.is_busy and not self._check.is_busy

    @property
    def is_publishing(self) -> bool:
        """Whether publishing is in progress."""
        return self._job is not None

    def inspect(self, publication: Publication, settings: CheckSettings, ratio: float) -> None:
        """Check a publication, and preview it if it has pages; signals report the results.

        *ratio* is the number of screen dots per logical pixel.
        """
        self._check.request(readiness, publication, settings)
        if publication.kind in PAGE_KINDS:
            dots = _SHEET_DPI if publication.kind is PublicationKind.SHEET else _POSTER_DPI
            self._preview.request(preview_pages, publication, dots * ratio)
        else:
            self._preview.forget()

    def publish(self, publication: Publication) -> None:
        """Start publishing; signals report the progress and the result."""
        self._kind = publication.kind
        if self._was_cancelled:
            self._processes, self._was_cancelled = game_process_executor(), False
        if publication.kind is PublicationKind.PICTURE:
            self._job = self._thread.submit(publish_picture, publication)
        elif publication.kind in _THREAD_KINDS:
            self._job = self._thread.submit(publish, publication, self._processes)
        else:
            self._job = self._workers.submit(publish, publication)
        self._poll_timer.start()

    def cancel(self) -> None:
        """Cancel publishing; incomplete files are not written."""
        if self._job is not None and not self._job.is_unwanted:
            self._job.cancel()
            if self._kind in _THREAD_KINDS:  # its processes would go on until it looks
                self._was_cancelled = True
                self._shutdown.end(self._processes)

    def close(self) -> None:
        """End all work."""
        if self._is_closed:
            return
        self._is_closed = True
        self._poll_timer.stop()
        for job in (self._preview, self._check):
            job.end()
        self.cancel()
        for executor in (self._workers, self._processes, self._thread):
            executor.terminate()
        self._shutdown.join()

    def _report_check_failure(self, error: M44Error) -> None:
        self.checked.emit(Readiness((Shortcoming(message_of_error(error), Severity.ERROR),)))

    def _report_state(self) -> None:
        """Report the progress, or the end of the job."""
        if self._job is None:
            return
        if self._job.done():
            job, self._job = self._job, None
            self._poll_timer.stop()
            self._report_end(job)
        else:
            self.progressed.emit(self._job.progress)

    def _report_end(self, job: Job[PublishResult]) -> None:
        error = None if job.cancelled() else job.exception()
        if job.cancelled() or job.is_unwanted:
            self.cancelled.emit()
        elif error is not None:
            self.failed.emit(as_m44_error(error))
        else:
            self.published.emit(job.result())


def publish_picture(publication: Publication) -> PublishResult:
    """Draw the board of a scenario to a file, and return the result.

    Raises:
        M44Error: the suffix is unknown, or the file cannot be written.
    """
    require_suffix(PublicationKind.PICTURE, publication.out)
    options = publication.options
    framing = Framing(VisibleLayers(hex_names=options.hex_names), options.legend)
    picture = picture_of(publication.scenario, framing, current_renderer())
    scale = options.size / max(picture.width, picture.height)
    palette = ink_palette(options.ink)
    export_picture(publication.scenario, publication.out, framing, scale, palette)
    return PublishResult(publication.out, message("Saved {file}", file=publication.out.name))
