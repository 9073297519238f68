"""The balance panel, driven by mouse and keyboard; its games are real ones between recruits."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.editor.balance.conftest import RECRUITS, Bench

from m44core.balance_lab.logged_games import LoggedGame, LoggedGames, add_games, new_id
from m44core.balance_lab.record_games import FailedGame
from m44core.catalogue.types import Layer, Side
from m44core.model.edits import new_scenario, paint
from m44core.model.parts import Piece, Texts
from m44core.playtest.players.levels import Levels
from m44editor.balance.balance_panel import no_games_text


def put_hill(bench: Bench) -> None:
    """Paint a hill, which changes the games."""
    scenario = bench.document.scenario
    hexes = [scenario.board.hex("G5")]
    bench.document.edit("Hill", paint(scenario, Layer.TERRAIN, Piece("hills"), hexes))


def test_nothing_is_measured_until_asked_for(bench: Bench) -> None:
    assert bench.panel.status.text().startswith("This scenario has not been measured")
    assert bench.panel.start_button.text() == "Start"
    assert not bench.panel.bar.isVisible()


def test_start_plays_until_the_result_is_precise(bench: Bench, qtbot: QtBot) -> None:
    others = {*multiprocessing.active_children()}  # of other tests
    with qtbot.waitSignal(bench.measurements.finished):
        bench.click(bench.panel.start_button)
        assert bench.panel.start_button.text() == "Pause"
    assert bench.measurements.is_done
    assert "win" in bench.headline
    assert not bench.headline.startswith("So far")
    assert "between recruit-level computer players" in bench.panel.text.text()
    qtbot.waitUntil(lambda: {*multiprocessing.active_children()} <= others)


def test_a_paused_measurement_continues_with_its_games(bench: Bench, qtbot: QtBot) -> None:
    others = {*multiprocessing.active_children()}  # of other tests
    bench.measurements.choose(RECRUITS, 0.02)
    bench.click(bench.panel.start_button)
    qtbot.waitUntil(lambda: bench.games > 0)
    bench.click(bench.panel.start_button)
    assert bench.panel.start_button.text() == "Continue"
    qtbot.waitUntil(lambda: {*multiprocessing.active_children()} <= others)
    paused = bench.games
    bench.click(bench.panel.start_button)
    qtbot.waitUntil(lambda: bench.games > paused)


def test_a_scenario_that_is_replaced_ends_the_run(bench: Bench, qtbot: QtBot) -> None:
    bench.measurements.choose(RECRUITS, 0.02)
    bench.click(bench.panel.start_button)
    qtbot.waitUntil(lambda: bench.games > 0)
    bench.document.sheet.replaced.emit()  # as if the file were read again
    assert not bench.measurements.is_running
    assert bench.panel.start_button.text() != "Pause"


def test_stored_games_are_shown_at_once(stored: int, bench: Bench) -> None:
    assert bench.games == stored
    assert f"{stored} games between recruit-level computer players" in bench.panel.text.text()
    assert bench.panel.bar.isVisible()


def test_a_result_is_refined_with_the_keyboard(stored: int, bench: Bench, qtbot: QtBot) -> None:
    button = bench.panel.refine_button
    assert button.text() == "Refine to ±10 points"
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert bench.measurements.precision == 0.1
    qtbot.waitUntil(lambda: bench.games > stored or bench.measurements.is_done)


def test_the_level_of_the_players_is_chosen(stored: int, bench: Bench, qtbot: QtBot) -> None:
    QTest.keyClick(bench.panel.players, Qt.Key.Key_Down)
    assert bench.measurements.levels == Levels("sergeant", "sergeant")
    qtbot.waitUntil(lambda: bench.panel.status.text().startswith("This scenario has not"))
    QTest.keyClick(bench.panel.players, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: bench.games == stored and bench.panel.bar.isVisible())


def test_a_change_of_the_map_marks_the_result(stored: int, bench: Bench, qtbot: QtBot) -> None:
    put_hill(bench)
    qtbot.waitUntil(bench.panel.notices.isVisible)
    assert bench.panel.notices.label.text() == "This result is for an earlier version of the map."
    assert bench.games == stored
    bench.document.undo_stack.undo()
    qtbot.waitUntil(bench.panel.notices.isHidden)


def test_a_change_of_a_text_marks_nothing(stored: int, bench: Bench, qtbot: QtBot) -> None:
    texts = {"en": Texts(historical="A quiet night.")}
    with qtbot.waitSignal(bench.measurements.changed):
        bench.document.edit("Text", replace(bench.document.scenario, texts=texts))
    assert bench.panel.notices.isHidden()


def test_a_changed_map_is_measured_again(stored: int, bench: Bench, qtbot: QtBot) -> None:
    put_hill(bench)
    qtbot.waitUntil(lambda: bench.panel.start_button.text() == "Measure Again")
    with qtbot.waitSignal(bench.measurements.finished):
        bench.click(bench.panel.start_button)
    assert bench.panel.notices.isHidden()
    assert 0 < bench.games < stored


def test_an_empty_board_says_why_it_cannot_be_measured(bench: Bench, qtbot: QtBot) -> None:
    bench.document.edit("Clear", new_scenario())
    qtbot.waitUntil(lambda: "cannot be played" in bench.panel.status.text())
    bench.click(bench.panel.start_button)
    qtbot.waitUntil(lambda: not bench.measurements.is_running)
    assert "cannot be played" in bench.panel.status.text()
    assert not bench.panel.bar.isVisible()


def test_rules_that_are_not_played_are_named(stored: int, bench: Bench, qtbot: QtBot) -> None:
    assert bench.panel.unplayed.isHidden()
    mined = {"en": Texts(rules="There is a minefield on A1.")}
    bench.document.edit("Mine", replace(bench.document.scenario, texts=mined))
    qtbot.waitUntil(bench.panel.unplayed.isVisible)
    assert "minefields" in bench.panel.unplayed.text()


def test_games_that_cannot_be_played_are_named(stored: int, bench: Bench) -> None:
    assert bench.measurements.result
    verdict = replace(bench.measurements.result.verdict, records=(), lost=(FailedGame(1, "oops"),))
    assert str(no_games_text(verdict)) == "1 game could not be played: oops"


def test_games_by_people_are_shown_next_to_those_of_the_computer(
    stored: int, bench: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "quick.yaml"
    add_games(path, LoggedGames((LoggedGame(new_id(), Side.ALLIES),)))
    bench.document.set_path(path)
    bench.measurements.choose(precision=0.1)
    qtbot.waitUntil(lambda: "1 human game: Allies 1" in bench.panel.text.text())


def test_numbers_can_be_read_aloud(stored: int, bench: Bench) -> None:
    assert bench.panel.bar.accessibleName().startswith("Axis ")
    assert " turns: " in bench.panel.chart.accessibleDescription()
    assert bench.panel.players.accessibleName() == "Players"


def test_typical_games_are_offered(stored: int, bench: Bench, qtbot: QtBot) -> None:
    menu = bench.panel.watch_button.menu()
    menu.aboutToShow.emit()
    labels = [action.text() for action in menu.actions()]
    assert {"Typical Length", "Shortest", "Longest"} <= {*labels}
    with qtbot.waitSignal(bench.measurements.game_requested) as asked:
        menu.actions()[labels.index("Longest")].trigger()
    assert bench.measurements.result
    turns = [record.turns for record in bench.measurements.result.verdict.records]
    assert asked.args[1].turns == max(turns)
