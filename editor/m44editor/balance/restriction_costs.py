"""The value of cards and sections, measured for the scenarios of a window."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QObject, QTimer

from m44core.balance_lab.restricted_play import Restriction
from m44core.balance_lab.restriction_names import kinds_of_cards
from m44core.balance_lab.restriction_run import (
    RestrictionCost,
    RestrictionResults,
    RestrictionRun,
)
from m44core.balance_lab.results_database import GameSetup, ResultsDatabase
from m44core.errors import M44Error
from m44core.messages.message import Value
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import Levels
from m44editor.balance.game_runs import GameRuns
from m44editor.balance.sweep_job import BoardKey, board_key
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet

_DELAY_MS = 200  # milliseconds without a change before the map is compared with that of the results


@dataclass
class SheetRestrictionCosts:
    """The measurements of a sheet, or the reason why nothing can be measured.

    Attributes:
        setup: The properties that the games share; None before the first.
        costs: The cost of each restriction.
        failure: The reason why nothing can be measured; "" if there is none.
    """

    setup: GameSetup | None = None
    costs: dict[Restriction, RestrictionCost] = field(default_factory=dict)
    failure: Value = ""


class RestrictionMeasurements(GameRuns[RestrictionResults]):
    """Measures what cards and sections are worth to a side, one run at a time.

    Results for the same map and players are collected; a run with a different map or other players
    replaces them.

    Args:
        document: The document.
        levels: Returns the level of each side in a new run.
        precision: Returns half the requested width of the intervals.
        parent: The parent object.
    """

    def __init__(
        self,
        document: Document,
        levels: Callable[[], Levels],
        precision: Callable[[], float],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(document, "balance-worths", parent)
        self._levels, self._precision = levels, precision
        self._board: BoardKey | None = None
        self._kinds: tuple[Scenario, list[frozenset[str]]] | None = None
        self._delay_timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._delay_timer.timeout.connect(self._compare_map)
        document.changed.connect(self._on_scenario_changed)
        document.replaced.connect(self._compare_map)

    @property
    def is_current(self) -> bool:
        """Whether the results are those of the current map."""
        setup = self.shown_costs.setup
        return setup is not None and setup.key == self._board

    def close(self) -> None:
        """Stop all work, and wait until all processes have ended."""
        self._delay_timer.stop()
        super().close()

    @property
    def shown_costs(self) -> SheetRestrictionCosts:
        """The measurements of the scenario shown."""
        return _costs_of_sheet(self._document.sheet)

    def kinds_of_cards(self) -> list[frozenset[str]]:
        """Return the kinds of cards in the deck of the scenario shown, each as a set of card keys.

        Raises:
            M44Error: the scenario cannot be played.
        """
        scenario = self._document.scenario
        if self._kinds is None or self._kinds[0] is not scenario:
            self._kinds = scenario, kinds_of_cards(SimulationPlan(scenario, range(0)))
        return self._kinds[1]

    def start(self, restrictions: Sequence[Restriction]) -> None:
        """Measure restrictions; a run in progress is stopped, but its results are kept."""
        self.shown_costs.failure = ""
        play = partial(
            _play_restrictions,
            self._document.scenario,
            self._levels(),
            restrictions,
            self._precision(),
        )
        self._begin(play)

    def _keep(self, sheet: Sheet, result: RestrictionResults) -> None:
        sheet_costs = _costs_of_sheet(sheet)
        if sheet_costs.setup is None or sheet_costs.setup.key != result.setup.key:
            sheet_costs.setup, sheet_costs.costs = result.setup, {}
        for cost in result.costs:
            if cost.pairs or cost.failed_games:
                sheet_costs.costs[cost.restriction] = cost
        if sheet is self._document.sheet:
            self._compare_map()

    def _fail(self, sheet: Sheet, reason: Value) -> None:
        _costs_of_sheet(sheet).failure = reason

    # The map

    def _on_scenario_changed(self) -> None:
        self.shown_costs.failure = ""
        self._delay_timer.start()

    def _compare_map(self) -> None:
        """Update whether the current map is the one that the results are for."""
        self._delay_timer.stop()
        self._board, setup = None, self.shown_costs.setup
        if setup is not None:
            with suppress(M44Error):  # otherwise it cannot be played any more
                self._board = board_key(self._document.scenario, setup.levels)
        self.changed.emit()


def _play_restrictions(
    scenario: Scenario,
    levels: Levels,
    restrictions: Sequence[Restriction],
    precision: float,
    database: ResultsDatabase,
    executor: Executor,
) -> Generator[RestrictionResults]:
    plan = SimulationPlan(scenario, range(0), levels, database.seed)
    run = RestrictionRun(plan, restrictions, database, precision)
    yield from run.play(executor=executor)
    yield run.results


def _costs_of_sheet(sheet: Sheet) -> SheetRestrictionCosts:
    sheet_costs = sheet.attached(SheetRestrictionCosts)
    if sheet_costs is None:
        sheet_costs = SheetRestrictionCosts()
        sheet.attach(sheet_costs)
    return sheet_costs
