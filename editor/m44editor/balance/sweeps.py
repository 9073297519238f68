"""A window's search for changes to a scenario: one at a time, and its result per scenario."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.balance_lab.sweep import TestedChange
from m44core.balance_lab.sweep_candidates import SweepConfig
from m44core.balance_lab.sweep_words import change_text
from m44core.errors import M44Error
from m44core.messages.message import Value
from m44core.messages.renderers import message_of_error
from m44core.playtest.players.levels import Levels
from m44core.work.executors import ProcessExecutor, ThreadExecutor
from m44editor.background_jobs import when_done
from m44editor.balance.game_processes import ProcessShutdown, game_process_executor
from m44editor.balance.sweep_job import (
    EVEN,
    BoardKey,
    FoundChanges,
    SweepJob,
    SweepProgress,
    SweepRequest,
    board_key,
)
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet

_DELAY_MS = 200  # milliseconds without a change before the map is compared with that of the result


@dataclass
class SheetChanges:
    """The changes found for a sheet, or the reason why none can be found.

    Attributes:
        changes: The changes found; None if there are none.
        failure: The reason why nothing can be found; "" if there is none.
    """

    changes: FoundChanges | None = None
    failure: Value = ""


@dataclass(eq=False)
class _Run:
    """A search in progress."""

    sheet: Sheet
    executor: ProcessExecutor
    job: SweepJob
    progress: SweepProgress | None = None


class Sweeps(QObject):
    """Finds changes that bring the document to a target win rate, and applies them.

    A search belongs to the sheet it was started for and continues while another one is shown. It
    ends when its sheet is closed or replaced.

    Args:
        document: The document.
        levels: Returns the level of each side in a new search.
        parent: The parent object.

    Attributes:
        aim: The target win rate of the Allies.
        declared: The changes to try; None for the built-in list.

    Signals:
        changed: The result, its age, or the progress has changed.
        finished: A search has reached its end.
    """

    changed = Signal()
    finished = Signal()
    _reported = Signal(object, object)

    def __init__(
        self, document: Document, levels: Callable[[], Levels], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.aim = EVEN
        self.declared: SweepConfig | None = None
        self._document, self._levels = document, levels
        self._run: _Run | None = None
        self._jobs, self._shutdown = ThreadExecutor("balance-sweep"), ProcessShutdown()
        self._is_closed = False
        self._board: BoardKey | None = None
        self._delay_timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._delay_timer.timeout.connect(self._compare_map)
        self._reported.connect(self._on_report)
        document.changed.connect(self._on_scenario_changed)
        document.replaced.connect(self._compare_map)

    # State

    @property
    def found_changes(self) -> FoundChanges | None:
        """The changes found for the scenario shown; None if there are none."""
        return _changes_of_sheet(self._document.sheet).changes

    @property
    def failure(self) -> Value:
        """The reason why no changes to the scenario can be found; "" if there is none."""
        return _changes_of_sheet(self._document.sheet).failure

    @property
    def is_running(self) -> bool:
        """Whether changes to the scenario shown are being tried."""
        return self._run is not None and self._run.sheet is self._document.sheet

    @property
    def folder(self) -> Path | None:
        """The folder of the scenario shown; None if it is not saved."""
        path = self._document.path
        return None if path is None else path.parent

    @property
    def running_sheet(self) -> Sheet | None:
        """The sheet to which changes are being tried; None if none are."""
        return self._run.sheet if self._run else None

    @property
    def progress(self) -> SweepProgress | None:
        """The progress of the search; None before its first games."""
        return self._run.progress if self._run else None

    @property
    def is_current(self) -> bool:
        """Whether the changes were found for the current map, and can be applied."""
        return self.found_changes is not None and self.found_changes.board == self._board

    @property
    def applied_change(self) -> TestedChange | None:
        """The suggestion that leads to the current map; None if none does."""
        if self.found_changes is None or self._board is None:
            return None
        return self.found_changes.suggestion_for(self._board)

    # Commands

    def start(self, own_list: Path | None = None) -> None:
        """Find changes; a search in progress is stopped.

        Args:
            own_list: The file with the user's own list of changes, to try instead of the built-in
                one.
        """
        self._end_run()
        sheet = self._document.sheet
        request = SweepRequest(
            self._document.scenario, self._levels(), self.aim, self.declared, own_list
        )
        executor = game_process_executor()
        run = _Run(sheet, executor, SweepJob(request, executor, lambda _: None))
        run.job.report = partial(self._reported.emit, run)
        self._run, _changes_of_sheet(sheet).failure = run, ""
        sheet.replaced.connect(self.stop)
        when_done(self._jobs.submit(run.job.run), partial(self._on_end, run))
        self.changed.emit()

    def stop(self) -> None:
        """End the search."""
        self._end_run()
        self.changed.emit()

    def stop_if_for(self, sheet: Sheet) -> None:
        """Stop the search if it is for a sheet that is being closed or moved to another window."""
        if self.running_sheet is sheet:
            self.stop()

    def apply(self, suggestion: TestedChange) -> bool:
        """Apply a suggested change as one undoable edit.

        Returns:
            Whether it was applied: only to the map that it was found for.
        """
        self._compare_map()
        if not self.is_current:
            return False
        scenario = self._document.scenario  # its texts may have changed meanwhile
        for change in suggestion.changes:
            scenario = change.apply(scenario)
        self._document.edit(change_text(suggestion), scenario)
        self._compare_map()
        return True

    def close(self) -> None:
        """Stop all work, and wait until all processes have ended."""
        self._is_closed = True
        self._delay_timer.stop()
        run, self._run = self._run, None
        if run is not None:
            run.job.stop()
            run.executor.terminate()
        self._shutdown.join()
        self._jobs.terminate()

    # Runs

    def _end_run(self) -> None:
        run, self._run = self._run, None
        if run is None:
            return
        run.sheet.replaced.disconnect(self.stop)
        run.job.stop()
        self._shutdown.end(run.executor)

    def _on_report(self, run: _Run, progress: SweepProgress) -> None:
        if run is self._run:
            run.progress = progress
            self.changed.emit()

    def _on_end(self, run: _Run, future: Future[FoundChanges | None]) -> None:
        if run is not self._run:
            return
        self._end_run()
        if self._is_closed:
            return
        try:
            _changes_of_sheet(run.sheet).changes = future.result()
        except M44Error as error:
            _changes_of_sheet(run.sheet).failure = message_of_error(error)
        finally:
            self._compare_map()
        if run.sheet is self._document.sheet:
            self.finished.emit()

    # The map

    def _compare_map(self) -> None:
        """Update whether the current map is the one that changes were found for."""
        self._delay_timer.stop()
        self._board = None
        if self.found_changes is not None:
            with suppress(M44Error):  # otherwise it cannot be played any more
                self._board = board_key(self._document.scenario, self.found_changes.levels)
        self.changed.emit()

    def _on_scenario_changed(self) -> None:
        _changes_of_sheet(self._document.sheet).failure = ""
        self._delay_timer.start()


def _changes_of_sheet(sheet: Sheet) -> SheetChanges:
    sheet_changes = sheet.attached(SheetChanges)
    if sheet_changes is None:
        sheet_changes = SheetChanges()
        sheet.attach(sheet_changes)
    return sheet_changes
