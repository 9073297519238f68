"""Logging a game of the open scenario."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from tests.editor.conftest import LEFT, DialogAnswerer

from m44core.balance_lab.logged_games import read_games
from m44core.catalogue.catalogue_types import Side
from m44editor.playtest.log_game_dialog import LogGameDialog
from m44editor.windows.log_game_command import battlefield_fingerprint
from m44editor.windows.main_window import MainWindow


def test_a_game_of_the_open_scenario_is_logged(
    window: MainWindow, path: Path, answers: DialogAnswerer
) -> None:
    def choose_allies(dialog: QDialog) -> None:
        assert isinstance(dialog, LogGameDialog)
        QTest.keyClick(dialog.winner, Qt.Key.Key_Down)
        QTest.mouseClick(dialog.log_button, LEFT)

    answers.do(choose_allies)
    window.commands["log-game"].trigger()
    (game,) = read_games(path).games
    assert game.winner is Side.ALLIES
    assert game.board == battlefield_fingerprint(window.context.document.scenario)
    assert "1 human game: Allies 1, Axis 0" in window.statusBar().currentMessage()


def test_a_scenario_without_a_file_must_be_saved_first(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    answers.do(QDialog.accept)
    window.commands["new"].trigger()
    window.commands["log-game"].trigger()
    assert "Save the scenario first" in window.statusBar().currentMessage()
    assert len(answers.asked) == 1
