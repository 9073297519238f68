"""Comparing the balance with another scenario in the panel, with real games."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot
from tests.editor.balance.conftest import BalancePanelDriver, open_balance_panel

from m44core.io.files.file_reader import read_file
from m44core.model.edits import new_scenario
from m44core.model.edits.briefing_edits import set_player
from m44core.model.scenario import Scenario
from m44core.playtest.players.levels import SERGEANTS
from m44core.resources import scenarios_folder
from m44editor.balance.comparison_section import ComparisonSection


def scenario_with_medals(top: int, bottom: int) -> Scenario:
    """Return Mont Mouchet played to a few medals, so that games are very short."""
    scenario = read_file(scenarios_folder() / "mont-mouchet.yaml").scenario
    assert scenario
    briefing = scenario.briefing
    scenario = set_player(scenario, replace(briefing.top, medals=top), top=True)
    return set_player(scenario, replace(briefing.bottom, medals=bottom), top=False)


@pytest.fixture
def open_panel(qtbot: QtBot, own_folders: None) -> Iterator[BalancePanelDriver]:
    """The panel of a scenario that the Axis wins, with sergeants and a low precision."""
    with open_balance_panel(scenario_with_medals(1, 3), qtbot) as panel_driver:
        panel_driver.measurements.choose(SERGEANTS, 0.2)
        panel_driver.panel.resize(340, 1400)
        yield panel_driver


def section_of(panel_driver: BalancePanelDriver) -> ComparisonSection:
    return panel_driver.panel.comparison


def start_comparison(panel_driver: BalancePanelDriver, other: Scenario) -> None:
    panel_driver.measurements.comparisons.start("old.m44", other, "new.m44")


def test_a_comparison_names_the_scenario_won_more_often(
    open_panel: BalancePanelDriver, qtbot: QtBot
) -> None:
    other_processes = {*multiprocessing.active_children()}
    assert section_of(open_panel).isHidden()
    with qtbot.waitSignal(open_panel.measurements.comparisons.finished, timeout=60_000):
        start_comparison(open_panel, scenario_with_medals(3, 1))
        assert section_of(open_panel).button.isVisible()
    headline = section_of(open_panel).headline.text()
    assert headline.startswith("The Allies win new.m44")
    assert "points less often than old.m44" in headline
    assert all(bar.isVisible() for bar in section_of(open_panel).bars)
    assert not section_of(open_panel).button.isVisible()
    assert section_of(open_panel).changes.text().startswith("• ")
    assert not section_of(open_panel).age.isVisible()
    open_panel.document.edit("Medals", scenario_with_medals(2, 3))
    qtbot.waitUntil(section_of(open_panel).age.isVisible)
    open_panel.document.sheet.undo_stack.undo()
    qtbot.waitUntil(lambda: not section_of(open_panel).age.isVisible())
    qtbot.waitUntil(lambda: {*multiprocessing.active_children()} <= other_processes)


def test_a_comparison_is_canceled(open_panel: BalancePanelDriver, qtbot: QtBot) -> None:
    open_panel.measurements.choose(SERGEANTS, 0.02)
    start_comparison(open_panel, scenario_with_medals(1, 2))
    open_panel.click(section_of(open_panel).button)
    assert not section_of(open_panel).button.isVisible()
    assert open_panel.measurements.comparisons.running_sheet is None


def test_comparing_identical_boards_needs_no_games(
    open_panel: BalancePanelDriver, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(open_panel.measurements.comparisons.finished):
        start_comparison(open_panel, open_panel.document.scenario)
    assert "play identically" in section_of(open_panel).headline.text()
    assert not section_of(open_panel).bars[0].isVisible()


def test_the_section_explains_why_an_unplayable_scenario_cannot_be_compared(
    open_panel: BalancePanelDriver, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(open_panel.measurements.comparisons.finished):
        start_comparison(open_panel, new_scenario())
    assert section_of(open_panel).status.text().startswith("The two cannot be compared: ")
    assert section_of(open_panel).headline.isHidden()


def test_the_menu_asks_for_the_scenario_to_compare(
    open_panel: BalancePanelDriver, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(open_panel.measurements.comparison_requested):
        open_panel.panel.more_button.menu().actions()[2].trigger()
