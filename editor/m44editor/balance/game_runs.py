"""Runs of games for a window: one at a time, each in its own thread and for one sheet."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from m44core.balance_lab.results_database import ResultsDatabase, default_database_path
from m44core.errors import M44Error
from m44core.messages.message import Value
from m44core.messages.renderers import message_of_error
from m44core.work.executors import ProcessExecutor, ThreadExecutor
from m44editor.background_jobs import when_done
from m44editor.balance.game_processes import ProcessShutdown, game_process_executor
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet

_REPORT_INTERVAL_S = 0.1  # seconds

T = TypeVar("T")
Play = Callable[[ResultsDatabase, Executor], Generator[T]]
"""Plays games, and yields the results so far."""


@dataclass(slots=True)
class GamesJob(Generic[T]):
    """Plays games in one thread, without Qt.

    Args:
        play: Plays the games, and yields the results so far.
        executor: The executor that plays the games.
        report: Called in the thread of the job with intermediate results.
    """

    play: Play[T]
    executor: Executor
    report: Callable[[T], object]
    _is_stopped: bool = field(default=False, init=False)

    def stop(self) -> None:
        """Tell `run` to stop; may be called from any thread.

        To end the games being played, the executor must be terminated too.
        """
        self._is_stopped = True

    def run(self) -> T | None:
        """Play the games, and return the last result; None if there is none.

        Raises:
            M44Error: a scenario cannot be played.
        """
        last_result, last_report = None, monotonic()
        with (
            ResultsDatabase(default_database_path()) as database,
            closing(self.play(database, self.executor)) as results,
        ):
            try:
                for last_result in results:
                    if self._is_stopped:
                        break
                    if monotonic() - last_report > _REPORT_INTERVAL_S:
                        last_report = monotonic()
                        self.report(last_result)
            except (CancelledError, RuntimeError):  # the executor ended, or accepts nothing more
                if not self._is_stopped:
                    raise
        return last_result


@dataclass(eq=False)
class _Run(Generic[T]):
    """A run in progress."""

    sheet: Sheet
    executor: ProcessExecutor
    job: GamesJob[T]
    progress: T | None = None
    is_discarded: bool = False


class GameRuns(QObject, Generic[T]):
    """Plays games for the document, one run at a time.

    A run belongs to the sheet it was started for and continues while another one is shown. It ends
    when its sheet is closed or replaced. A subclass keeps the results.

    Args:
        document: The document.
        name: The name of the thread.
        parent: The parent object.

    Signals:
        changed: The result or the progress has changed.
        finished: A run has reached its end.
    """

    changed = Signal()
    finished = Signal()
    _reported = Signal(object, object)

    def __init__(self, document: Document, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._run: _Run[T] | None = None
        self._jobs, self._shutdown = ThreadExecutor(name), ProcessShutdown()
        self._is_closed = False
        self._reported.connect(self._on_report)

    # State

    @property
    def is_running(self) -> bool:
        """Whether games are being played for the scenario shown."""
        return self._run is not None and self._run.sheet is self._document.sheet

    @property
    def running_sheet(self) -> Sheet | None:
        """The sheet for which games are being played; None if none are."""
        return self._run.sheet if self._run else None

    @property
    def progress(self) -> T | None:
        """The results of the run so far; None before its first games."""
        return self._run.progress if self._run else None

    # Commands

    def stop(self) -> None:
        """End the run."""
        self._end_run()
        self.changed.emit()

    def stop_if_for(self, sheet: Sheet) -> None:
        """Stop the run if it belongs to a sheet that is being closed or moved to another window."""
        if self.running_sheet is sheet:
            self.stop()

    def close(self) -> None:
        """Stop all work, and wait until all processes have ended."""
        self._is_closed = True
        run, self._run = self._run, None
        if run is not None:
            run.job.stop()
            run.executor.terminate()
        self._shutdown.join()
        self._jobs.terminate()

    # For subclasses

    def _begin(self, play: Play[T]) -> None:
        """Play games for the sheet shown; a run in progress is stopped."""
        self._end_run()
        sheet, executor = self._document.sheet, game_process_executor()
        run = _Run(sheet, executor, GamesJob(play, executor, lambda _: None))
        run.job.report = partial(self._reported.emit, run)
        self._run = run
        sheet.replaced.connect(self._discard)
        when_done(self._jobs.submit(run.job.run), partial(self._on_end, run))
        self.changed.emit()

    def _keep(self, sheet: Sheet, result: T) -> None:
        """Keep the results of a run that has finished or was stopped."""
        raise NotImplementedError

    def _fail(self, sheet: Sheet, reason: Value) -> None:
        """Store why a run has no result."""
        raise NotImplementedError

    # The run

    def _end_run(self) -> None:
        run, self._run = self._run, None
        if run is None:
            return
        run.sheet.replaced.disconnect(self._discard)
        run.job.stop()
        self._shutdown.end(run.executor)

    def _discard(self) -> None:
        """End the run and drop its results, because its scenario has been replaced."""
        if self._run is not None:
            self._run.is_discarded = True
        self.stop()

    def _on_report(self, run: _Run[T], progress: T) -> None:
        if run is self._run:
            run.progress = progress
            self.changed.emit()

    def _on_end(self, run: _Run[T], future: Future[T | None]) -> None:
        is_complete = run is self._run
        if is_complete:
            self._end_run()
        if self._is_closed:
            return
        try:
            result = future.result()
        except M44Error as error:
            if is_complete:
                self._fail(run.sheet, message_of_error(error))
        else:
            if result is not None and not run.is_discarded:
                self._keep(run.sheet, result)
        self.changed.emit()
        if is_complete and run.sheet is self._document.sheet:
            self.finished.emit()
