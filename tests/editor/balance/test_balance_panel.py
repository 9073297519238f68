"""The balance panel, driven by mouse and keyboard; its games are real ones between recruits."""

from __future__ import annotations

import multiprocessing
import re
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.editor.balance.conftest import RECRUITS, BalancePanelDriver

from m44core.balance_lab.logged_games import LoggedGame, LoggedGames, add_games, new_game_id
from m44core.balance_lab.record_games import FailedGame
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.model.edits import new_scenario, paint
from m44core.model.scenario_parts import HexContent, Piece, Texts, Unit
from m44core.playtest.players.levels import Levels
from m44editor.balance.balance_panel import no_games_message
from m44editor.balance.labels import with_unbroken_parentheses

GENERALS = Levels("general", "general")


def paint_hill(panel_driver: BalancePanelDriver) -> None:
    """Paint a hill, which changes the games."""
    scenario = panel_driver.document.scenario
    hexes = [scenario.board.hex("G5")]
    panel_driver.document.edit("Hill", paint(scenario, Layer.TERRAIN, Piece("hills"), hexes))


def test_nothing_is_measured_without_a_request(panel_driver: BalancePanelDriver) -> None:
    assert panel_driver.panel.status.text().startswith("This scenario has not been measured")
    assert panel_driver.panel.start_button.text() == "Start"
    assert not panel_driver.panel.bar.isVisible()


def test_start_plays_until_the_result_is_precise(
    panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    other_processes = {*multiprocessing.active_children()}  # of other tests
    with qtbot.waitSignal(panel_driver.measurements.finished):
        panel_driver.click(panel_driver.panel.start_button)
        assert panel_driver.panel.start_button.text() == "Pause"
    assert panel_driver.measurements.is_done
    assert "win" in panel_driver.headline
    assert not panel_driver.headline.startswith("So far")
    assert "between recruit-level computer players" in panel_driver.panel.text.text()
    qtbot.waitUntil(lambda: {*multiprocessing.active_children()} <= other_processes)


def test_a_paused_measurement_continues_with_its_games(
    panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    other_processes = {*multiprocessing.active_children()}  # of other tests
    panel_driver.measurements.choose(RECRUITS, 0.02)
    panel_driver.click(panel_driver.panel.start_button)
    qtbot.waitUntil(lambda: panel_driver.games > 0)
    panel_driver.click(panel_driver.panel.start_button)
    assert panel_driver.panel.start_button.text() == "Continue"
    qtbot.waitUntil(lambda: {*multiprocessing.active_children()} <= other_processes)
    paused_games = panel_driver.games
    panel_driver.click(panel_driver.panel.start_button)
    qtbot.waitUntil(lambda: panel_driver.games > paused_games)


def test_replacing_the_scenario_ends_the_run(
    panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    panel_driver.measurements.choose(RECRUITS, 0.02)
    panel_driver.click(panel_driver.panel.start_button)
    qtbot.waitUntil(lambda: panel_driver.games > 0)
    panel_driver.document.sheet.replaced.emit()  # as if the file were read again
    assert not panel_driver.measurements.is_running
    assert panel_driver.panel.start_button.text() != "Pause"


def test_stored_games_are_shown_at_once(
    stored_games: int, panel_driver: BalancePanelDriver
) -> None:
    assert panel_driver.games == stored_games
    assert (
        f"{stored_games} games between recruit-level computer players"
        in panel_driver.panel.text.text()
    )
    assert panel_driver.panel.bar.isVisible()


def test_a_result_is_refined_with_the_keyboard(
    stored_games: int, panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    button = panel_driver.panel.refine_button
    assert button.text() == "Refine to ±10 points"
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert panel_driver.measurements.precision == 0.1
    qtbot.waitUntil(lambda: panel_driver.games > stored_games or panel_driver.measurements.is_done)


def test_the_level_of_the_players_can_be_chosen_with_the_keyboard(
    stored_games: int, panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    QTest.keyClick(panel_driver.panel.players, Qt.Key.Key_Down)
    assert panel_driver.measurements.levels == Levels("sergeant", "sergeant")
    qtbot.waitUntil(lambda: panel_driver.panel.status.text().startswith("This scenario has not"))
    QTest.keyClick(panel_driver.panel.players, Qt.Key.Key_Up)
    qtbot.waitUntil(
        lambda: panel_driver.games == stored_games and panel_driver.panel.bar.isVisible()
    )


def test_the_panel_estimates_the_time_of_slow_players_before_the_start(
    panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    status = panel_driver.panel.status
    panel_driver.measurements.choose(GENERALS, 0.05)
    qtbot.waitUntil(lambda: "Generals are slow: ±5 points take about" in status.text())
    panel_driver.measurements.choose(RECRUITS)
    qtbot.waitUntil(lambda: "slow" not in status.text())


def test_sergeants_give_a_first_look_before_generals_play(
    panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    status = panel_driver.panel.status
    panel_driver.measurements.choose(GENERALS, 0.05)
    panel_driver.click(panel_driver.panel.start_button)
    qtbot.waitUntil(lambda: "First look, with sergeants: " in status.text(), timeout=60_000)
    assert re.match(r"Playing: \d+ of about \d+ games; about \d+ minutes? left\n", status.text())
    panel_driver.measurements.stop()
    qtbot.waitUntil(lambda: "First look, with sergeants: " in status.text())
    assert panel_driver.panel.start_button.text() in {"Start", "Continue"}


def test_a_change_of_the_map_marks_the_result_as_outdated(
    stored_games: int, panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    paint_hill(panel_driver)
    qtbot.waitUntil(panel_driver.panel.notices.isVisible)
    assert (
        panel_driver.panel.notices.label.text()
        == "This result is for an earlier version of the map."
    )
    assert panel_driver.games == stored_games
    panel_driver.document.undo_stack.undo()
    qtbot.waitUntil(panel_driver.panel.notices.isHidden)


def test_a_change_of_a_text_does_not_mark_the_result(
    stored_games: int, panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    texts = {"en": Texts(historical="A quiet night.")}
    with qtbot.waitSignal(panel_driver.measurements.changed):
        panel_driver.document.edit("Text", replace(panel_driver.document.scenario, texts=texts))
    assert panel_driver.panel.notices.isHidden()


def test_a_changed_map_is_measured_again(
    stored_games: int, panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    paint_hill(panel_driver)
    qtbot.waitUntil(lambda: panel_driver.panel.start_button.text() == "Measure Again")
    with qtbot.waitSignal(panel_driver.measurements.finished):
        panel_driver.click(panel_driver.panel.start_button)
    assert panel_driver.panel.notices.isHidden()
    assert 0 < panel_driver.games < stored_games


def test_the_panel_explains_why_an_empty_board_cannot_be_measured(
    panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    panel_driver.document.edit("Clear", new_scenario())
    qtbot.waitUntil(lambda: "cannot be played" in panel_driver.panel.status.text())
    panel_driver.click(panel_driver.panel.start_button)
    qtbot.waitUntil(lambda: not panel_driver.measurements.is_running)
    assert "cannot be played" in panel_driver.panel.status.text()
    assert not panel_driver.panel.bar.isVisible()


def test_rules_that_the_games_ignore_are_listed(
    stored_games: int, panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    assert panel_driver.panel.unplayed.isHidden()
    texts = {"en": Texts(rules="There is a minefield on A1.")}
    panel_driver.document.edit("Mine", replace(panel_driver.document.scenario, texts=texts))
    qtbot.waitUntil(panel_driver.panel.unplayed.isVisible)
    assert "minefields" in panel_driver.panel.unplayed.text()


def test_errors_that_affect_play_are_named_with_their_hexes(
    stored_games: int, panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    assert "error" not in panel_driver.panel.text.text()
    document, panel = panel_driver.document, panel_driver.panel
    hexes = [document.scenario.board.hex("G5")]
    sandbag = paint(document.scenario, Layer.OBSTACLE, Piece("sandbag"), hexes)
    document.edit("Sandbag", sandbag)
    qtbot.waitUntil(lambda: panel.start_button.text() == "Measure Again")
    panel_driver.click(panel.start_button)
    qtbot.waitUntil(lambda: "The scenario has 1 error" in panel.text.text())
    assert "G5: " in panel.text.text()


def test_unknown_units_are_named_if_a_side_has_no_others(
    panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    scenario = new_scenario()
    unit = {scenario.board.hex("G5"): HexContent(unit=Unit("panzer"))}
    panel_driver.document.edit("Unit", scenario.with_hexes(unit))
    status = panel_driver.panel.status
    qtbot.waitUntil(lambda: "1 unit is unknown (G5: " in status.text())


def test_the_number_of_failed_games_is_shown_with_the_error(
    stored_games: int, panel_driver: BalancePanelDriver
) -> None:
    assert panel_driver.measurements.result
    verdict = replace(
        panel_driver.measurements.result.verdict, records=(), failed_games=(FailedGame(1, "oops"),)
    )
    assert str(no_games_message(verdict)) == "1 game could not be played: oops"


def test_human_games_are_shown_next_to_those_of_the_computer(
    stored_games: int, panel_driver: BalancePanelDriver, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "quick.yaml"
    add_games(path, LoggedGames((LoggedGame(new_game_id(), Side.ALLIES),)))
    panel_driver.document.set_path(path)
    panel_driver.measurements.choose(precision=0.1)
    qtbot.waitUntil(lambda: "1 human game: Allies 1" in panel_driver.panel.text.text())


def test_numbers_are_available_to_screen_readers(
    stored_games: int, panel_driver: BalancePanelDriver
) -> None:
    assert panel_driver.panel.bar.accessibleName().startswith("Axis ")
    assert " turns: " in panel_driver.panel.chart.accessibleDescription()
    assert panel_driver.panel.players.accessibleName() == "Players"


def test_typical_games_are_offered(
    stored_games: int, panel_driver: BalancePanelDriver, qtbot: QtBot
) -> None:
    menu = panel_driver.panel.watch_button.menu()
    menu.aboutToShow.emit()
    labels = [action.text() for action in menu.actions()]
    assert {"Typical Length", "Shortest", "Longest"} <= {*labels}
    with qtbot.waitSignal(panel_driver.measurements.game_requested) as request:
        menu.actions()[labels.index("Longest")].trigger()
    assert panel_driver.measurements.result
    turns = [record.turns for record in panel_driver.measurements.result.verdict.records]
    assert request.args[1].turns == max(turns)


def test_a_headline_breaks_only_before_the_interval() -> None:
    text = with_unbroken_parentheses("The Allies win 73% (68 to 77)")
    assert text.split(" ") == ["The", "Allies", "win", "73%", "(68\xa0to\xa077)"]
