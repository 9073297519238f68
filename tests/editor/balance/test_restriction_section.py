"""Measuring the value of a card or a section in the panel, with real games."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from tests.editor.balance.conftest import BalancePanelDriver, open_balance_panel

from m44core.balance_lab.restricted_play import Restriction
from m44core.balance_lab.restriction_run import RestrictionCost
from m44core.balance_lab.results_database import setup_of
from m44core.board import Section
from m44core.catalogue.catalogue_types import Side
from m44core.io.files.file_reader import read_file
from m44core.model.edits import new_scenario
from m44core.model.edits.briefing_edits import set_player
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import SERGEANTS
from m44core.resources import scenarios_folder
from m44editor.balance.restriction_costs import SheetRestrictionCosts
from m44editor.balance.restriction_section import RestrictionSection

LEFT = Restriction(Side.ALLIES, section=Section.LEFT)
CLEAR = RestrictionCost(LEFT, -0.07, -0.11, -0.03, 0.58, 0.51, pairs=300, planned=300)


@pytest.fixture(scope="module")
def short_scenario() -> Scenario:
    """Mont Mouchet played to one medal, so that games are very short."""
    scenario = read_file(scenarios_folder() / "mont-mouchet.yaml").scenario
    assert scenario
    for top in (True, False):
        player = scenario.briefing.top if top else scenario.briefing.bottom
        scenario = set_player(scenario, replace(player, medals=1), top=top)
    return scenario


@pytest.fixture
def open_panel(
    qtbot: QtBot, own_folders: None, short_scenario: Scenario
) -> Iterator[BalancePanelDriver]:
    """The panel with the section open, with sergeants and a low precision."""
    with open_balance_panel(short_scenario, qtbot) as panel_driver:
        panel_driver.measurements.choose(SERGEANTS, 0.4)
        panel_driver.panel.resize(340, 1400)
        assert panel_driver.panel.restriction_section.isHidden()
        panel_driver.panel.more_button.menu().actions()[1].trigger()
        assert panel_driver.panel.restriction_section.isVisible()
        yield panel_driver


def shown_section(panel_driver: BalancePanelDriver) -> RestrictionSection:
    return panel_driver.panel.restriction_section


def choose_restriction(panel_driver: BalancePanelDriver, label: str, side: str = "Allies") -> None:
    shown_section(panel_driver).restriction_box.setCurrentText(label)
    shown_section(panel_driver).side.setCurrentText(side)
    assert shown_section(panel_driver).restriction_box.currentText() == label


def row_texts(panel_driver: BalancePanelDriver, row: int = 0) -> list[str]:
    model = shown_section(panel_driver).table.model()
    return [model.index(row, column).data() for column in range(model.columnCount())]


def attach_cost(panel_driver: BalancePanelDriver, cost: RestrictionCost) -> None:
    setup = setup_of(SimulationPlan(panel_driver.document.scenario, range(0)))
    panel_driver.document.sheet.attach(SheetRestrictionCosts(setup, {cost.restriction: cost}))
    panel_driver.document.replaced.emit()  # as if the tab were shown


def test_a_menu_opens_the_section_with_the_cards_of_the_deck(
    open_panel: BalancePanelDriver,
) -> None:
    box = shown_section(open_panel).restriction_box
    assert QApplication.focusWidget() is box
    names = [box.itemText(number) for number in range(box.count())]
    assert {"Air Power", "Probe", "Orders on the left flank", "All cards"} <= {*names}


def test_the_cost_of_losing_a_board_section_is_measured_and_listed(
    open_panel: BalancePanelDriver, qtbot: QtBot
) -> None:
    other_processes = {*multiprocessing.active_children()}
    choose_restriction(open_panel, "Orders on the left flank")
    with qtbot.waitSignal(open_panel.measurements.restriction_costs.finished, timeout=30_000):
        open_panel.click(shown_section(open_panel).button)
        assert shown_section(open_panel).button.text() == "Cancel"
        assert not shown_section(open_panel).restriction_box.isEnabled()
    name, points = row_texts(open_panel)
    assert name.startswith("Orders on the left flank\nAllies: ")
    assert " to " in points
    assert shown_section(open_panel).button.text() == "Measure"
    assert not shown_section(open_panel).age.isVisible()
    qtbot.waitUntil(lambda: {*multiprocessing.active_children()} <= other_processes)


def test_a_measurement_is_canceled(open_panel: BalancePanelDriver, qtbot: QtBot) -> None:
    choose_restriction(open_panel, "All cards", "Each side")
    open_panel.click(shown_section(open_panel).button)
    qtbot.waitUntil(lambda: " done" in shown_section(open_panel).status.text(), timeout=30_000)
    open_panel.click(shown_section(open_panel).button)
    assert shown_section(open_panel).button.text() == "Measure"
    assert not shown_section(open_panel).progress.isVisible()
    assert open_panel.measurements.restriction_costs.running_sheet is None


def test_results_are_described_to_screen_readers(open_panel: BalancePanelDriver) -> None:
    attach_cost(open_panel, CLEAR)
    assert row_texts(open_panel) == [
        "Orders on the left flank\nAllies: 51% instead of 58%",
        "+7\n+3 to +11",
    ]
    unclear_cost = replace(CLEAR, low=-0.15, high=0.01)
    attach_cost(open_panel, unclear_cost)
    assert row_texts(open_panel)[0].endswith("\nMay be due to chance")


def test_results_of_an_older_map_are_marked(open_panel: BalancePanelDriver, qtbot: QtBot) -> None:
    attach_cost(open_panel, CLEAR)
    assert not shown_section(open_panel).age.isVisible()
    scenario = open_panel.document.scenario
    player = replace(scenario.briefing.top, medals=2)
    open_panel.document.edit("Medals", set_player(scenario, player, top=True))
    qtbot.waitUntil(shown_section(open_panel).age.isVisible)
    assert "an earlier version of the map" in shown_section(open_panel).age.text()
    open_panel.document.sheet.undo_stack.undo()
    qtbot.waitUntil(lambda: not shown_section(open_panel).age.isVisible())


def test_the_menu_of_a_card_row_measures_the_card(
    stored_games: int, panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    panel_driver.click(panel_driver.panel.details_button)
    qtbot.waitUntil(lambda: panel_driver.measurements.details is not None)
    details = panel_driver.panel.details
    details.choice.setCurrentText("Cards")
    menu = details.table.menu_of_row(1)
    names = [action.text() for action in menu.actions()]
    assert names[-1] == "Measure Its Worth"
    with qtbot.waitSignal(panel_driver.measurements.restriction_costs.changed):
        menu.actions()[-1].trigger()
    assert shown_section(panel_driver).isVisible()
    assert panel_driver.measurements.restriction_costs.is_running
    assert QApplication.focusWidget() is shown_section(panel_driver).button


def test_the_menu_key_opens_the_menu_of_the_current_row(
    stored_games: int, panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    panel_driver.click(panel_driver.panel.details_button)
    qtbot.waitUntil(lambda: panel_driver.measurements.details is not None)
    table = panel_driver.panel.details.table
    panel_driver.panel.details.choice.setCurrentText("Cards")
    table.setCurrentCell(1, 0)
    point = table.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, point, point)
    QApplication.sendEvent(table, event)
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    popup = QApplication.activePopupWidget()
    assert popup is not None
    QTest.keyClick(popup, Qt.Key.Key_Escape)


def test_the_section_explains_why_an_unplayable_scenario_cannot_be_measured(
    open_panel: BalancePanelDriver, qtbot: QtBot
) -> None:
    open_panel.document.edit("Clear", new_scenario())
    qtbot.waitUntil(shown_section(open_panel).status.isVisible)
    assert shown_section(open_panel).status.text().startswith("Nothing can be measured: ")
    assert not shown_section(open_panel).button.isEnabled()
