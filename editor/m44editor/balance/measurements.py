"""The measurements of a window: one run of games at a time, and the result of each scenario."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar
from weakref import WeakSet

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.heat_maps import HeatMap
from m44core.balance_lab.verdict import PRECISION
from m44core.errors import M44Error
from m44core.messages.message import Value
from m44core.messages.renderers import message_of_error
from m44core.playtest.players.levels import SERGEANTS, Levels
from m44core.work.executors import ProcessExecutor, ThreadExecutor
from m44editor.background_jobs import when_done
from m44editor.balance.comparisons import BalanceComparisons
from m44editor.balance.game_choice import game_on_hex
from m44editor.balance.game_processes import ProcessShutdown, game_process_executor
from m44editor.balance.measurement_job import (
    HeatChoice,
    MeasurementJob,
    MeasurementRequest,
    MeasurementResult,
    VerdictDetails,
    details_of,
    heat_map_of,
    stored_result,
)
from m44editor.balance.restriction_costs import RestrictionMeasurements
from m44editor.balance.sweeps import Sweeps
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet

PRECISIONS = (0.1, PRECISION, 0.03, 0.02)
_DELAY_MS = 400  # milliseconds without a change before the stored results are looked up
_HEAT_GROWTH = 1.25  # more games after which a heat map is computed again during a run

T = TypeVar("T")


@dataclass
class _SheetResults:
    """The results of a sheet by the levels of their players."""

    results: dict[Levels, MeasurementResult] = field(default_factory=dict)


@dataclass(eq=False)
class _Run:
    """A run of games in progress."""

    sheet: Sheet
    request: MeasurementRequest
    executor: ProcessExecutor
    job: MeasurementJob


class Measurements(QObject):
    """Measures the balance of the document, in processes, and looks up earlier results.

    A run belongs to the sheet it was started for and continues while another one is shown. It ends
    when its sheet is closed or replaced.

    Args:
        document: The document.
        parent: The parent object.

    Attributes:
        levels: The players chosen.
        precision: The precision chosen.
        heat_choice: The selected heat map, if any.
        heat: The heat map to show; None until it has been computed.
        details: The details of the result; None until they have been computed.
        failure: The reason why the scenario cannot be measured; "" if it can.
        is_outdated: Whether the result is that of an older map.
        sweeps: The search for changes to the scenario that affect its balance.
        restriction_costs: Measures what cards and sections are worth.
        comparisons: Compares the balance with that of other scenarios.

    Signals:
        changed: The result, or what is running, has changed.
        finished: A run has reached its end.
        heat_changed: The heat map to show has changed.
        details_changed: The details have changed.
        comparison_requested: The user wants to choose a scenario to compare with.
        game_requested: The user wants to watch a game: its result and its record.
    """

    changed = Signal()
    finished = Signal()
    heat_changed = Signal()
    details_changed = Signal()
    comparison_requested = Signal()
    game_requested = Signal(object, object)
    _reported = Signal(object, object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.levels, self.precision = SERGEANTS, PRECISION
        self.heat_choice: HeatChoice | None = None
        self.heat: HeatMap | None = None
        self.details: VerdictDetails | None = None
        self.failure: Value = ""
        self.is_outdated = False
        self._document = document
        self._run: _Run | None = None
        self._shutdown = ProcessShutdown()
        self._games_executor, self._results_executor = (
            ThreadExecutor("balance-games"),
            ThreadExecutor("balance-results"),
        )
        self._panels: WeakSet[QObject] = WeakSet()
        self._wants_details = self._is_closed = False
        self._lookup: MeasurementRequest | None = None
        self._pending_heat_key: tuple[MeasurementResult, HeatChoice] | None = None
        self._heat_key: tuple[MeasurementResult, HeatChoice] | None = None
        self._details_result: MeasurementResult | None = None
        self._delay_timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._delay_timer.timeout.connect(self.look_up_result)
        self._reported.connect(self._on_report)
        document.changed.connect(self._on_scenario_changed)
        document.replaced.connect(self._on_sheet_shown)
        self.sweeps = Sweeps(document, lambda: self.levels, self)
        self.restriction_costs = RestrictionMeasurements(
            document, lambda: self.levels, lambda: self.precision, self
        )
        self.comparisons = BalanceComparisons(
            document, lambda: self.levels, lambda: 2 * self.precision, self
        )
        for runs in (self.sweeps, self.restriction_costs, self.comparisons):
            runs.finished.connect(self.look_up_result)  # they have played games of the map, too

    # State

    @property
    def result(self) -> MeasurementResult | None:
        """The result of the scenario shown, between the players chosen; None if there is none."""
        return self._results_of(self._document.sheet).get(self.levels)

    @property
    def is_running(self) -> bool:
        """Whether games of the scenario shown are being played."""
        return self._run is not None and self._run.sheet is self._document.sheet

    @property
    def running_sheet(self) -> Sheet | None:
        """The sheet whose games are being played; None if none are."""
        return self._run.sheet if self._run else None

    @property
    def is_done(self) -> bool:
        """Whether the result is for the current map and has the chosen precision."""
        result = self.result
        if result is None or self.is_outdated or not result.verdict.is_precise:
            return False
        return result.verdict.precision <= self.precision

    @property
    def finer_precision(self) -> float | None:
        """The next finer precision; None if there is none."""
        current_precision = self.precision
        if self.result is not None and self.is_done:
            current_precision = min(current_precision, self.result.verdict.precision)
        return next((each for each in PRECISIONS if each < current_precision), None)

    # Commands

    def choose(self, levels: Levels | None = None, precision: float | None = None) -> None:
        """Choose the players, the precision or both; a run of the scenario shown is restarted."""
        levels, precision = levels or self.levels, precision or self.precision
        if (levels, precision) == (self.levels, self.precision):
            return
        was_running = self.is_running
        self.levels, self.precision = levels, precision
        if was_running:
            self.start()
        else:
            self.look_up_result()
            self._publish()

    def start(self) -> None:
        """Play games of the scenario until the result is as precise as chosen.

        The games are added to the stored games. A run in progress is stopped.
        """
        self._end_run()
        sheet = self._document.sheet
        request = self._current_request()
        executor = game_process_executor()
        run = _Run(sheet, request, executor, MeasurementJob(request, executor, lambda _: None))
        run.job.report = partial(self._reported.emit, run)
        self._run, self.failure = run, ""
        sheet.replaced.connect(self.stop)
        when_done(self._games_executor.submit(run.job.run), partial(self._on_end, run))
        self._publish()

    def stop(self) -> None:
        """End the run; its games are kept."""
        self._end_run()
        self._publish()

    def stop_if_for(self, sheet: Sheet) -> None:
        """Stop the run of a sheet that is being closed or moved to another window."""
        if self.running_sheet is sheet:
            self.stop()
        self.sweeps.stop_if_for(sheet)
        self.restriction_costs.stop_if_for(sheet)
        self.comparisons.stop_if_for(sheet)

    def refine(self) -> None:
        """Choose the next finer precision and continue."""
        finer = self.finer_precision
        if finer is not None:
            self.precision = finer
            self.start()

    def choose_heat(self, choice: HeatChoice | None) -> None:
        """Choose a heat map; None hides it."""
        if choice != self.heat_choice:
            self.heat_choice = choice
            self._update_heat()

    def watch(self, record: GameRecord) -> None:
        """Request to watch a game of the result; do nothing if there is no result."""
        if self.result is not None:
            self.game_requested.emit(self.result, record)

    def watch_hex(self, hex_: str) -> bool:
        """Request to watch a game counted on a hex of the heat map; return whether there is one."""
        result, heat = self.result, self.heat
        record = None
        if result is not None and heat is not None:
            record = game_on_hex(result.verdict.records, heat, hex_)
        if record is not None:
            self.watch(record)
        return record is not None

    def set_details_wanted(self, is_wanted: bool) -> None:
        """Start or stop computing the details of each result."""
        self._wants_details = is_wanted
        self._update_details()

    def follow_map_while_visible(self, panel: QObject, *, is_visible: bool) -> None:
        """Look up results, and follow changes of the map, while a panel shows them."""
        if is_visible:
            self._panels.add(panel)
            self.look_up_result()
        else:
            self._panels.discard(panel)

    def look_up_result(self) -> None:
        """Look up the stored result of the current map; check whether the one shown is outdated."""
        self._delay_timer.stop()
        request = self._current_request()
        if self._is_closed or (self._lookup and _is_same_request(self._lookup, request)):
            return
        self._lookup = request
        sheet = self._document.sheet
        when_done(
            self._results_executor.submit(stored_result, request),
            partial(self._on_lookup_done, sheet, request),
        )

    def retranslate(self) -> None:
        """Signal that everything must be shown again, in the current language."""
        self.changed.emit()
        self.heat_changed.emit()
        self.details_changed.emit()

    def close(self) -> None:
        """Stop all work, and wait until all processes have ended."""
        self._is_closed = True
        self._delay_timer.stop()
        run, self._run = self._run, None
        if run is not None:
            run.job.stop()
            run.executor.terminate()
        self.sweeps.close()
        self.restriction_costs.close()
        self.comparisons.close()
        self._shutdown.join()
        self._games_executor.terminate()
        self._results_executor.terminate()

    @property
    def _is_shown(self) -> bool:
        """Whether a panel or a heat map shows the result."""
        return bool(self._panels) or self.heat is not None

    def _current_request(self) -> MeasurementRequest:
        path = self._document.path
        return MeasurementRequest(self._document.scenario, self.levels, self.precision, path)

    # Runs

    def _end_run(self) -> None:
        run, self._run = self._run, None
        if run is None:
            return
        run.sheet.replaced.disconnect(self.stop)
        run.job.stop()
        self._shutdown.end(run.executor)

    def _on_report(self, run: _Run, result: MeasurementResult) -> None:
        if run is self._run:
            self._store(run.sheet, result)
            if self.is_running:
                self.is_outdated = self.is_outdated and not self._is_of_this_map(result)
                self._publish()

    def _on_end(self, run: _Run, future: Future[MeasurementResult]) -> None:
        was_wanted = run is self._run
        if was_wanted:
            self._run = None
            run.sheet.replaced.disconnect(self.stop)
            self._shutdown.end(run.executor)
        if self._is_closed:
            return
        result = _result_or_reason(future)
        if isinstance(result, MeasurementResult):
            if was_wanted or self._run is None:
                self._store(run.sheet, result)
        elif was_wanted:
            self.failure = result
        if was_wanted and run.sheet is self._document.sheet:
            self.finished.emit()
        self.look_up_result()
        self._publish()

    # Results

    def _on_lookup_done(
        self, sheet: Sheet, request: MeasurementRequest, future: Future[MeasurementResult]
    ) -> None:
        """Accept the result of a lookup, unless the map has changed again."""
        is_latest = request is self._lookup
        if is_latest:
            self._lookup = None
        if self._is_closed or sheet is not self._document.sheet:
            return
        if request.scenario is not self._document.scenario or request.levels != self.levels:
            if is_latest:
                self._delay_timer.start()
            return
        result = _result_or_reason(future)
        if not isinstance(result, MeasurementResult):
            self.failure = result
            self.is_outdated = self.result is not None and not self.result.is_empty
        else:
            self.failure = ""
            self._merge(sheet, result)
        self._publish()

    def _merge(self, sheet: Sheet, result: MeasurementResult) -> None:
        """Show the stored result of the current map, unless the one shown has more games."""
        shown_result = self.result
        if shown_result is None or (shown_result.is_empty and not self.is_running):
            self._store(sheet, result)
            self.is_outdated = False
        elif shown_result.verdict.setup.key == result.verdict.setup.key:
            self.is_outdated = False
            stored_has_as_many = len(shown_result.verdict.records) <= len(result.verdict.records)
            if not self.is_running and stored_has_as_many:
                self._store(sheet, result)
        elif result.is_empty or self.is_running:
            self.is_outdated = True
        else:
            self._store(sheet, result)
            self.is_outdated = False

    def _is_of_this_map(self, result: MeasurementResult) -> bool:
        return result.plan.scenario is self._document.scenario

    def _results_of(self, sheet: Sheet) -> dict[Levels, MeasurementResult]:
        results = sheet.attached(_SheetResults)
        return results.results if results else {}

    def _store(self, sheet: Sheet, result: MeasurementResult) -> None:
        results = sheet.attached(_SheetResults) or _SheetResults()
        results.results[result.plan.levels] = result
        sheet.attach(results)

    def _publish(self) -> None:
        self.changed.emit()
        self._update_heat()
        self._update_details()

    def _on_scenario_changed(self) -> None:
        if self._is_shown:
            self._delay_timer.start()

    def _on_sheet_shown(self) -> None:
        if self._run is not None and self.is_running:
            self.levels, self.precision = self._run.request.levels, self._run.request.precision
        self.failure, self.is_outdated = "", False
        if self._is_shown:
            self.look_up_result()
        self._publish()

    # Heat maps and details

    def _update_heat(self) -> None:
        """Recompute the heat map if it is for another choice or based on far fewer games."""
        result, choice = self.result, self.heat_choice
        if result is None or choice is None or result.is_empty:
            self._show_heat(None, None)
            return
        heat_key = result, choice
        if self._is_closed:
            return
        if self._pending_heat_key is None and self._is_heat_due(result, choice):
            self._pending_heat_key = heat_key
            job = self._results_executor.submit(heat_map_of, result, choice)
            when_done(job, partial(self._on_heat_done, heat_key))

    def _is_heat_due(self, result: MeasurementResult, choice: HeatChoice) -> bool:
        if self._heat_key is None or self._heat_key[1] != choice:
            return True
        old_verdict = self._heat_key[0].verdict
        if old_verdict.records is result.verdict.records:
            return False
        if old_verdict.setup.key != result.verdict.setup.key or not self.is_running:
            return True
        return len(result.verdict.records) > _HEAT_GROWTH * len(old_verdict.records)

    def _on_heat_done(
        self, heat_key: tuple[MeasurementResult, HeatChoice], future: Future[HeatMap]
    ) -> None:
        self._pending_heat_key = None
        if self._is_closed:
            return
        heat, (_, choice) = future.result(), heat_key
        if choice == self.heat_choice and self.result is not None:
            self._show_heat(heat, heat_key)
        self._update_heat()

    def _show_heat(
        self, heat: HeatMap | None, heat_key: tuple[MeasurementResult, HeatChoice] | None
    ) -> None:
        is_same = heat is None and self.heat is None
        self.heat, self._heat_key = heat, heat_key
        if not is_same:
            self.heat_changed.emit()

    def _update_details(self) -> None:
        """Compute the details once a run is over; they take too long to update during it."""
        result = self.result
        if result is None or result.is_empty:
            self._show_details(None, None)
        elif self._is_closed or self.is_running or not self._wants_details:
            return
        elif self._are_details_due(result):
            self._details_result = result
            when_done(
                self._results_executor.submit(details_of, result),
                partial(self._on_details_done, result),
            )

    def _are_details_due(self, result: MeasurementResult) -> bool:
        old_result = self._details_result
        return old_result is None or old_result.verdict.records is not result.verdict.records

    def _on_details_done(self, result: MeasurementResult, future: Future[VerdictDetails]) -> None:
        if not self._is_closed and result is self._details_result:
            self._show_details(future.result(), result)

    def _show_details(
        self, details: VerdictDetails | None, result: MeasurementResult | None
    ) -> None:
        is_same = details is None and self.details is None
        self.details, self._details_result = details, result
        if not is_same:
            self.details_changed.emit()


def _result_or_reason(future: Future[T]) -> T | Value:
    """Return the result of a job, or why there is none.

    Raises:
        Exception: an internal error in the job.
    """
    try:
        return future.result()
    except M44Error as error:
        return message_of_error(error)


def _is_same_request(request: MeasurementRequest, other: MeasurementRequest) -> bool:
    """Return whether two requests are equal, comparing their scenarios by identity."""
    has_same_choices = (request.levels, request.precision) == (other.levels, other.precision)
    return request.scenario is other.scenario and has_same_choices
