"""Measuring the balance of the map on the screen, from the main window."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard, choose_language
from tests.editor.windows.test_main_window import open_window

from m44core.balance_lab.heat_maps import HeatKind
from m44core.balance_lab.record_games import record_games
from m44core.balance_lab.results_database import ResultsDatabase, default_database_path, setup_of
from m44core.balance_lab.sweep_candidates import sweep_config
from m44core.messages.message import percent
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import Levels
from m44core.rules.game.actions import Battle
from m44editor.balance.balance_panel import BalancePanel
from m44editor.balance.heat_overlay import HeatOverlay
from m44editor.checks.check_worker import check_worker
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet
from m44editor.interface_text import translated
from m44editor.playtest.playtest_window import PlaytestWindow
from m44editor.windows.main_window import MainWindow

RECRUITS = Levels("recruit", "recruit")
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="module")
def quick_scenario(pegasus: Scenario) -> Scenario:
    """Pegasus Bridge played to two medals, so that games are short."""
    briefing = pegasus.briefing
    top, bottom = (replace(player, medals=2) for player in (briefing.top, briefing.bottom))
    return replace(pegasus, briefing=replace(briefing, top=top, bottom=bottom))


@pytest.fixture(scope="module")
def plan(quick_scenario: Scenario) -> SimulationPlan:
    return SimulationPlan(quick_scenario, range(1, 31), RECRUITS, 7)


@pytest.fixture(scope="module")
def records(plan: SimulationPlan) -> list[object]:
    return [*record_games(plan)]


@pytest.fixture
def window(
    qtbot: QtBot, quick_scenario: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MainWindow]:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the editor's goes with the test
    window = open_window(qtbot, Document(quick_scenario), tmp_path)
    window.context.measurements.choose(RECRUITS, 0.2)
    qtbot.waitUntil(lambda: window.context.measurements.result is not None)
    yield window
    for playtest in tuple(window.context.playtests.windows):
        playtest.close()


@pytest.fixture
def measured_window(
    own_folders: None, plan: SimulationPlan, records: list[object], window: MainWindow, qtbot: QtBot
) -> MainWindow:
    """The window with a stored result in its panel."""
    with ResultsDatabase(default_database_path()) as database:
        database.add(setup_of(plan), records)  # type: ignore[arg-type]  # no game was lost
    window.docks["balance"].reveal()
    qtbot.waitUntil(lambda: panel(window).bar.isVisible())
    return window


def panel(window: MainWindow) -> BalancePanel:
    panel = window.docks["balance"].panel()
    assert isinstance(panel, BalancePanel)
    return panel


def overlay(window: MainWindow) -> HeatOverlay:
    overlay = window.view.findChild(HeatOverlay, "heat-overlay")
    assert isinstance(overlay, HeatOverlay)
    return overlay


def press_command(window: MainWindow) -> None:
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F5, SHIFT)


def show_heat_map_of_attacks(window: MainWindow, qtbot: QtBot) -> str:
    """Choose the heat map of attacks with the keyboard; return the hex with the most."""
    QTest.keyClick(panel(window).heat_kind, Qt.Key.Key_Down)
    qtbot.waitUntil(overlay(window).legend.isVisible)
    heat = window.context.measurements.heat
    assert heat
    assert heat.kind is HeatKind.FIGHTS
    return next(iter(heat.per_game))


def double_click(window: MainWindow, hex_: str) -> None:
    mouse = MouseAndKeyboard(window.view)
    mouse.click(hex_)
    QTest.mouseDClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=mouse.point(hex_))


def wait_for_replay(window: MainWindow, qtbot: QtBot) -> PlaytestWindow:
    """Return the replay once it is shown."""
    qtbot.waitUntil(lambda: len(window.context.playtests.windows) == 1)
    (playtest,) = window.context.playtests.windows
    return playtest


@pytest.fixture
def other_processes(window: MainWindow, qtbot: QtBot) -> set[BaseProcess]:
    """The processes that run before any game: only that of the checks."""
    check_worker().start()
    qtbot.waitUntil(lambda: check_worker().has_process)
    return {*multiprocessing.active_children()}


def running_game_processes(other_processes: set[BaseProcess]) -> set[BaseProcess]:
    """Return the processes that were started for games and still run."""
    return {*multiprocessing.active_children()} - other_processes


def test_the_command_measures_in_the_background(window: MainWindow, qtbot: QtBot) -> None:
    measurements = window.context.measurements
    with qtbot.waitSignal(measurements.finished):
        press_command(window)
        assert panel(window).isVisible()
        assert measurements.is_running
        MouseAndKeyboard(window.view).click("G5")
        assert window.selection.hexes == {window.view.board.hex("G5")}
        window.docks["balance"].hide()
    assert measurements.is_done
    assert " win" in window.statusBar().currentMessage(), "the panel is hidden"


def test_closing_the_window_leaves_no_process(
    window: MainWindow, other_processes: set[BaseProcess], qtbot: QtBot
) -> None:
    window.context.measurements.choose(RECRUITS, 0.02)
    press_command(window)
    qtbot.waitUntil(lambda: bool(running_game_processes(other_processes)))
    window.close()
    assert not running_game_processes(other_processes)


def test_closing_the_tab_ends_its_measurement(
    window: MainWindow, other_processes: set[BaseProcess], qtbot: QtBot
) -> None:
    measurements, first_sheet = window.context.measurements, window.document.sheet
    measurements.choose(RECRUITS, 0.02)
    press_command(window)
    window.files.sheets.add(Sheet(new_scenario()))
    assert measurements.running_sheet is first_sheet
    assert "in another tab" in panel(window).status.text()
    window.files.sheets.close(first_sheet)
    assert measurements.running_sheet is None
    qtbot.waitUntil(lambda: not running_game_processes(other_processes))


def test_closing_the_tab_ends_its_search_for_changes(
    window: MainWindow, other_processes: set[BaseProcess], qtbot: QtBot
) -> None:
    sweeps, first_sheet = window.context.measurements.sweeps, window.document.sheet
    window.docks["balance"].reveal()
    panel(window).more_button.menu().actions()[0].trigger()
    QTest.mouseClick(panel(window).changes.find_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: sweeps.progress is not None)
    window.files.sheets.add(Sheet(new_scenario()))
    assert "in another tab" in panel(window).changes.status.text()
    window.files.sheets.close(first_sheet)
    assert sweeps.running_sheet is None
    qtbot.waitUntil(lambda: not running_game_processes(other_processes))


def test_closing_the_window_ends_its_search_for_changes(
    window: MainWindow, other_processes: set[BaseProcess], qtbot: QtBot
) -> None:
    window.context.measurements.sweeps.start()
    qtbot.waitUntil(lambda: bool(running_game_processes(other_processes)))
    window.close()
    assert not running_game_processes(other_processes)


def test_the_end_of_a_search_behind_another_panel_is_reported(
    window: MainWindow, qtbot: QtBot
) -> None:
    sweeps = window.context.measurements.sweeps
    sweeps.declared = replace(sweep_config(), families=(), base_games=2)  # nothing to try
    with qtbot.waitSignal(sweeps.finished):
        sweeps.start()
    assert "see the Balance panel" in window.statusBar().currentMessage()
    window.docks["balance"].reveal()
    assert panel(window).changes.isVisible()
    assert not panel(window).changes.rows


def test_the_language_changes_while_changes_are_tried(window: MainWindow, qtbot: QtBot) -> None:
    sweeps = window.context.measurements.sweeps
    window.docks["balance"].reveal()
    sweeps.start()
    choose_language(window, "fr")
    assert sweeps.is_running
    assert panel(window).changes.isVisible()
    assert panel(window).changes.aim.text() == translated(percent(0.5)) != "50%"


def test_two_tabs_are_measured_one_after_the_other(
    measured_window: MainWindow, quick_scenario: Scenario, qtbot: QtBot
) -> None:
    first_sheet, measurements = measured_window.document.sheet, measured_window.context.measurements
    top = replace(quick_scenario.briefing.top, cards=3)
    other = replace(quick_scenario, briefing=replace(quick_scenario.briefing, top=top))
    measured_window.files.sheets.add(Sheet(other))
    with qtbot.waitSignal(measurements.finished):
        press_command(measured_window)
    assert measurements.result
    second_key = measurements.result.verdict.setup.key
    measured_window.files.sheets.show(first_sheet)
    assert measurements.result
    assert measurements.result.verdict.setup.key != second_key


def test_a_heat_map_is_shown_on_the_board(measured_window: MainWindow, qtbot: QtBot) -> None:
    before = measured_window.view.grab().toImage()
    hex_ = show_heat_map_of_attacks(measured_window, qtbot)
    assert f"'{hex_}'" in panel(measured_window).heat_label.text()
    assert overlay(measured_window).legend.accessibleName().startswith(f"Attacks per game: {hex_} ")
    assert measured_window.view.grab().toImage() != before
    QTest.mouseClick(overlay(measured_window).legend.close_button, Qt.MouseButton.LeftButton)
    assert overlay(measured_window).legend.isHidden()
    assert panel(measured_window).heat_kind.currentText() == "None"


def test_a_heat_map_can_show_one_side_and_a_third_of_the_game(
    measured_window: MainWindow, qtbot: QtBot
) -> None:
    show_heat_map_of_attacks(measured_window, qtbot)
    QTest.keyClick(panel(measured_window).heat_side, Qt.Key.Key_Down)
    QTest.keyClick(panel(measured_window).heat_third, Qt.Key.Key_Down)
    legend = overlay(measured_window).legend
    qtbot.waitUntil(lambda: "first third of the game" in legend.accessibleName())
    assert "Axis" in legend.accessibleName()


def test_the_share_of_games_without_units_on_a_hex_is_shown(
    measured_window: MainWindow, qtbot: QtBot
) -> None:
    show_heat_map_of_attacks(measured_window, qtbot)
    for _ in range(3):
        QTest.keyClick(panel(measured_window).heat_kind, Qt.Key.Key_Down)
    legend = overlay(measured_window).legend
    qtbot.waitUntil(lambda: legend.accessibleName().startswith("Share of games in which no unit"))
    assert "%" in legend.accessibleName()


def test_a_double_click_on_a_hex_opens_a_game_with_an_attack_there(
    measured_window: MainWindow, qtbot: QtBot
) -> None:
    hex_ = show_heat_map_of_attacks(measured_window, qtbot)
    double_click(measured_window, hex_)
    playtest = wait_for_replay(measured_window, qtbot)
    timeline = playtest.table.playback.timeline
    assert timeline
    assert hex_ in [action.target for action in timeline.actions if isinstance(action, Battle)]


def test_a_replay_explains_the_decisions_of_the_computer(
    measured_window: MainWindow, qtbot: QtBot
) -> None:
    panel(measured_window).chart.setFocus()
    QTest.keyClick(panel(measured_window).chart, Qt.Key.Key_Right)
    QTest.keyClick(panel(measured_window).chart, Qt.Key.Key_Return)
    playtest = wait_for_replay(measured_window, qtbot)
    timeline = playtest.table.playback.timeline
    assert timeline
    playtest.table.playback.go_to(timeline.length)
    for _ in range(3):
        QTest.keyClick(playtest.windowHandle(), Qt.Key.Key_Comma)
    reason = playtest.game_page.reason
    qtbot.waitUntil(lambda: reason.text().startswith("Why? A recruit acts on impulse."))


def test_a_double_click_with_a_brush_opens_no_game(
    measured_window: MainWindow, qtbot: QtBot
) -> None:
    hex_ = show_heat_map_of_attacks(measured_window, qtbot)
    measured_window.toolbox.use("brush")
    with qtbot.assertNotEmitted(measured_window.context.measurements.game_requested):
        double_click(measured_window, hex_)


def test_opening_a_shown_game_again_brings_it_to_the_front(
    measured_window: MainWindow, qtbot: QtBot
) -> None:
    link = show_heat_map_of_attacks(measured_window, qtbot)
    panel(measured_window).heat_label.linkActivated.emit(link)
    panel(measured_window).heat_label.linkActivated.emit(link)
    replay_window = wait_for_replay(measured_window, qtbot)
    panel(measured_window).heat_label.linkActivated.emit(link)
    QApplication.processEvents()
    assert measured_window.context.playtests.windows == [replay_window]


def test_the_language_changes_while_games_are_played(window: MainWindow, qtbot: QtBot) -> None:
    window.context.measurements.choose(RECRUITS, 0.02)
    press_command(window)
    before = panel(window)
    choose_language(window, "de")
    assert panel(window) is not before
    assert window.context.measurements.is_running
    qtbot.waitUntil(lambda: panel(window).text.isVisible())
    assert panel(window).heat_side.itemText(1) == "Achse"


def test_a_change_after_a_language_change_is_noticed(
    measured_window: MainWindow, qtbot: QtBot
) -> None:
    choose_language(measured_window, "de")
    mouse = MouseAndKeyboard(measured_window.view)
    measured_window.toolbox.use("brush")
    mouse.click("G5")
    qtbot.waitUntil(lambda: measured_window.context.measurements.is_outdated)
    assert panel(measured_window).notices.isVisible()


def test_the_legend_states_that_the_map_has_changed(
    measured_window: MainWindow, qtbot: QtBot
) -> None:
    show_heat_map_of_attacks(measured_window, qtbot)
    assert overlay(measured_window).legend.age.isHidden()
    measured_window.docks["balance"].hide()
    measured_window.toolbox.use("brush")
    MouseAndKeyboard(measured_window.view).click("G5")
    qtbot.waitUntil(overlay(measured_window).legend.age.isVisible)
