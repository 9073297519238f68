"""Short games between recruits, and the panel that shows them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.record_games import record_games
from m44core.balance_lab.results_database import ResultsDatabase, default_database_path, setup_of
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import Levels
from m44editor.balance.balance_panel import BalancePanel
from m44editor.balance.measurements import Measurements
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection

RECRUITS = Levels("recruit", "recruit")
COARSE_PRECISION = 0.2  # a precision that 24 games can give


class BalancePanelDriver:
    """Drives the balance panel of a document.

    Attributes:
        document: The document.
        selection: The selected hexes.
        measurements: The measurements of the document, with recruits and a low precision.
        panel: The panel.
    """

    def __init__(self, document: Document) -> None:
        self.document, self.selection = document, Selection()
        self.measurements = Measurements(document)
        self.measurements.choose(RECRUITS, COARSE_PRECISION)
        self.panel = BalancePanel(document, self.selection, self.measurements)

    @property
    def headline(self) -> str:
        return self.panel.headline.text().replace("\xa0", " ")

    @property
    def games(self) -> int:
        """The number of games of the result; 0 if there is none yet."""
        result = self.measurements.result
        return len(result.verdict.records) if result else 0

    def click(self, widget: QWidget) -> None:
        """Click on the middle of a widget."""
        assert widget.isVisible()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


@pytest.fixture(scope="session")
def quick_scenario(pegasus: Scenario) -> Scenario:
    """Pegasus Bridge played to two medals, so that games are short."""
    briefing = pegasus.briefing
    top, bottom = (replace(player, medals=2) for player in (briefing.top, briefing.bottom))
    return replace(pegasus, briefing=replace(briefing, top=top, bottom=bottom))


@pytest.fixture(scope="session")
def plan(quick_scenario: Scenario) -> SimulationPlan:
    return SimulationPlan(quick_scenario, range(1, 41), RECRUITS, 7)


@pytest.fixture(scope="session")
def records(plan: SimulationPlan) -> list[GameRecord]:
    """Games of the plan."""
    return [game for game in record_games(plan) if isinstance(game, GameRecord)]


@pytest.fixture
def stored_games(own_folders: None, plan: SimulationPlan, records: list[GameRecord]) -> int:
    """Store the games in the user's database; return their number."""
    with ResultsDatabase(default_database_path()) as database:
        database.add(setup_of(plan), records)
    return len(records)


@pytest.fixture
def panel_driver(
    qtbot: QtBot, own_folders: None, quick_scenario: Scenario
) -> Iterator[BalancePanelDriver]:
    """The panel of the short scenario."""
    with open_balance_panel(quick_scenario, qtbot) as panel_driver:
        yield panel_driver


@contextmanager
def open_balance_panel(scenario: Scenario, qtbot: QtBot) -> Iterator[BalancePanelDriver]:
    """Yield the driver of a scenario's panel, once stored results are loaded."""
    panel_driver = BalancePanelDriver(Document(scenario))
    qtbot.addWidget(panel_driver.panel)
    panel_driver.panel.resize(300, 900)
    try:
        with qtbot.waitExposed(panel_driver.panel):
            panel_driver.panel.show()
        qtbot.waitUntil(lambda: panel_driver.measurements.result is not None)
        yield panel_driver
    finally:
        panel_driver.measurements.close()
