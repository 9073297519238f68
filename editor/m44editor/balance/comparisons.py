"""Comparing the balance of the scenario in a window with that of another one."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QTimer

from m44core.balance_lab.comparison import Comparison, ComparisonRun
from m44core.balance_lab.comparison_words import comparison_play_lines
from m44core.balance_lab.results_database import ResultsDatabase
from m44core.errors import M44Error
from m44core.messages.message import Message, Value
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import Levels
from m44editor.balance.game_runs import GameRuns
from m44editor.balance.sweep_job import BoardKey, board_key
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet

_DELAY_MS = 200  # milliseconds without a change before the map is compared with that of the result


@dataclass(frozen=True, slots=True)
class ComparedBalance:
    """The results of a comparison so far.

    Attributes:
        name: The name of the other scenario, which is the first of the comparison.
        current: The name of the window's scenario, which is the second.
        comparison: The comparison.
        changes: The differences in play, in sentences; only known at the end.
    """

    name: Value
    current: Value
    comparison: Comparison
    changes: tuple[Message, ...] = ()


@dataclass
class SheetComparison:
    """The last comparison of a sheet, or why there is none.

    Attributes:
        balance: The results; None if there was no comparison.
        failure: Why there are no results; "" if there are.
    """

    balance: ComparedBalance | None = None
    failure: Value = ""


class BalanceComparisons(GameRuns[ComparedBalance]):
    """Compares the balance of the document with that of other scenarios, one at a time.

    Args:
        document: The document.
        levels: Returns the level of each side in a new comparison.
        tolerance: Returns the size of a difference that does not matter, as a share of games.
        parent: The parent object.
    """

    def __init__(
        self,
        document: Document,
        levels: Callable[[], Levels],
        tolerance: Callable[[], float],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(document, "balance-comparison", parent)
        self._levels, self._tolerance = levels, tolerance
        self._board: BoardKey | None = None
        self._delay_timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._delay_timer.timeout.connect(self._compare_map)
        document.changed.connect(self._on_scenario_changed)
        document.replaced.connect(self._compare_map)

    @property
    def shown_comparison(self) -> SheetComparison:
        """The last comparison of the scenario shown."""
        return _comparison_of_sheet(self._document.sheet)

    @property
    def is_current(self) -> bool:
        """Whether the comparison is that of the current map."""
        balance = self.shown_comparison.balance
        return balance is not None and balance.comparison.setups[1].key == self._board

    def start(self, name: Value, other: Scenario, current: Value) -> None:
        """Compare the scenario shown with another one; a comparison in progress is stopped.

        Args:
            name: The name of the other scenario.
            other: The other scenario.
            current: The name of the scenario shown.
        """
        self.shown_comparison.balance, self.shown_comparison.failure = None, ""
        scenarios = other, self._document.scenario
        self._begin(
            partial(_play_comparison, (name, current), scenarios, self._levels(), self._tolerance())
        )

    def close(self) -> None:
        """Stop all work, and wait until all processes have ended."""
        self._delay_timer.stop()
        super().close()

    def _keep(self, sheet: Sheet, result: ComparedBalance) -> None:
        _comparison_of_sheet(sheet).balance = result
        if sheet is self._document.sheet:
            self._compare_map()

    def _fail(self, sheet: Sheet, reason: Value) -> None:
        _comparison_of_sheet(sheet).failure = reason

    # The map

    def _on_scenario_changed(self) -> None:
        if self.shown_comparison.balance is not None or self.shown_comparison.failure:
            self.shown_comparison.failure = ""
            self._delay_timer.start()

    def _compare_map(self) -> None:
        """Update whether the current map is the one that was compared."""
        self._delay_timer.stop()
        self._board, balance = None, self.shown_comparison.balance
        if balance is not None:
            with suppress(M44Error):  # otherwise it cannot be played any more
                levels = balance.comparison.setups[1].levels
                self._board = board_key(self._document.scenario, levels)
        self.changed.emit()


def _play_comparison(
    names: tuple[Value, Value],
    scenarios: tuple[Scenario, Scenario],
    levels: Levels,
    tolerance: float,
    database: ResultsDatabase,
    executor: Executor,
) -> Generator[ComparedBalance]:
    first, second = (SimulationPlan(each, range(0), levels, database.seed) for each in scenarios)
    run = ComparisonRun(first, second, database, tolerance)
    for comparison in run.play(executor=executor):
        yield ComparedBalance(*names, comparison)
    changes = tuple(comparison_play_lines(run.comparison))
    yield ComparedBalance(*names, run.comparison, changes)


def _comparison_of_sheet(sheet: Sheet) -> SheetComparison:
    sheet_comparison = sheet.attached(SheetComparison)
    if sheet_comparison is None:
        sheet_comparison = SheetComparison()
        sheet.attach(sheet_comparison)
    return sheet_comparison
