"""A game between people is logged in the file next to the scenario."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.editor.conftest import LEFT, DialogAnswerer
from tests.editor.playtest.conftest import (
    AT_ONCE,
    TWO_PEOPLE,
    WATCHING,
    PlaytestDriver,
    read_shipped_scenario,
)

from m44core.balance_lab.logged_games import LoggedGame, games_path, new_game_id, read_games
from m44core.catalogue.catalogue_types import Side
from m44core.io.files.save import save
from m44core.rules.game.fingerprint import fingerprint_of
from m44editor.playtest.game.players import PERSON
from m44editor.playtest.log_game_dialog import LogGameDialog, is_loggable
from m44editor.playtest.playtest_window import PlaytestWindow


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a scenario file."""
    target = tmp_path / "maquis.yaml"
    save(read_shipped_scenario("mont-mouchet"), target)
    return target


@pytest.fixture
def dialog(path: Path, qtbot: QtBot) -> LogGameDialog:
    """Return a dialog for a game of which nothing is known yet."""
    return show_dialog(
        LogGameDialog(path, LoggedGame(new_game_id(), None), has_winner=False), qtbot
    )


def show_dialog(dialog: LogGameDialog, qtbot: QtBot) -> LogGameDialog:
    """Show a dialog and return it."""
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    assert QTest.qWaitForWindowActive(dialog)
    return dialog


DATE_PARTS = 3  # Tab goes from part to part


def press_key(dialog: LogGameDialog, key: Qt.Key, times: int = 1) -> None:
    """Press a key once, or *times* times."""
    for _ in range(times):
        QTest.keyClick(dialog.windowHandle(), key)


def type_text(dialog: LogGameDialog, text: str) -> None:
    """Write into the field that has the focus."""
    field = dialog.focusWidget()
    assert field is not None
    QTest.keyClicks(field, text)


def test_a_game_is_logged_with_the_keyboard(path: Path, dialog: LogGameDialog) -> None:
    press_key(dialog, Qt.Key.Key_Down, 2)
    press_key(dialog, Qt.Key.Key_Tab, 3)
    type_text(dialog, " Ben ")
    press_key(dialog, Qt.Key.Key_Tab)
    type_text(dialog, "4")
    press_key(dialog, Qt.Key.Key_Tab)
    press_key(dialog, Qt.Key.Key_Space)
    press_key(dialog, Qt.Key.Key_Tab, 1 + DATE_PARTS)
    type_text(dialog, "Close.")
    press_key(dialog, Qt.Key.Key_Tab)
    press_key(dialog, Qt.Key.Key_Space)
    (game,) = read_games(path).games
    assert (game.winner, game.swapped) == (Side.AXIS, True)
    assert (game.players, game.medals) == ({Side.AXIS: "Ben"}, {Side.AXIS: 4})
    assert (game.remark, game.date) == ("Close.", QDate.currentDate().toString("yyyy-MM-dd"))


def test_the_date_can_be_changed_with_the_keyboard(path: Path, dialog: LogGameDialog) -> None:
    press_key(dialog, Qt.Key.Key_Down)
    press_key(dialog, Qt.Key.Key_Tab, 6)
    press_key(dialog, Qt.Key.Key_Down)
    QTest.mouseClick(dialog.log_button, LEFT)
    (game,) = read_games(path).games
    assert game.date == dialog.date.date().toString("yyyy-MM-dd")
    assert game.date != QDate.currentDate().toString("yyyy-MM-dd")


def test_the_winner_must_be_chosen(path: Path, dialog: LogGameDialog) -> None:
    QTest.mouseClick(dialog.log_button, LEFT)
    assert not games_path(path).exists()
    press_key(dialog, Qt.Key.Key_Down, 3)
    QTest.mouseClick(dialog.log_button, LEFT)
    (game,) = read_games(path).games
    assert (game.winner, game.players, game.medals) == (None, {}, {})


def test_canceling_logs_nothing(path: Path, dialog: LogGameDialog) -> None:
    press_key(dialog, Qt.Key.Key_Down)
    press_key(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert not games_path(path).exists()


def test_earlier_games_and_unreadable_entries_are_shown(path: Path, qtbot: QtBot) -> None:
    games_path(path).write_text("games:\n- {winner: axis, axis: Berta}\n- {winner: Ben}\n")
    dialog = show_dialog(LogGameDialog(path, LoggedGame(new_game_id(), None)), qtbot)
    notes = dialog.notes.text().splitlines()
    assert notes[0] == "Games are saved in maquis.games.yaml, next to the scenario."
    assert notes[1] == "1 human game: Allies 0, Axis 1."
    assert "maquis.games.yaml:3: winner must be" in notes[2]


def test_player_names_from_earlier_games_are_completed(path: Path, qtbot: QtBot) -> None:
    games_path(path).write_text("games:\n- {winner: axis, axis: Berta}\n")
    dialog = show_dialog(LogGameDialog(path, LoggedGame(new_game_id(), None)), qtbot)
    press_key(dialog, Qt.Key.Key_Tab)
    type_text(dialog, "be")
    popup = dialog.names[Side.ALLIES].completer().popup()
    assert popup is not None
    qtbot.waitUntil(popup.isVisible)
    QTest.keyClick(popup, Qt.Key.Key_Down)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert dialog.game.players == {Side.ALLIES: "Berta"}


def test_a_file_that_cannot_be_written_keeps_the_dialog_open(
    path: Path, dialog: LogGameDialog, answers: DialogAnswerer, qtbot: QtBot
) -> None:
    games_path(path).mkdir()
    answers.cancel_all()
    press_key(dialog, Qt.Key.Key_Down)
    QTest.mouseClick(dialog.log_button, LEFT)
    qtbot.waitUntil(lambda: bool(answers.asked))
    assert "it is a folder; choose a file name" in answers.asked[0]
    assert dialog.isVisible()
    assert dialog.games is None


@pytest.fixture
def player(path: Path, qtbot: QtBot) -> PlaytestDriver:
    """Return a player with an open playtest of the scenario file."""
    window = PlaytestWindow(read_shipped_scenario("mont-mouchet"), "maquis.yaml", path=path)
    qtbot.addWidget(window)
    window.show()
    return PlaytestDriver(qtbot, window)


def finish_game(player: PlaytestDriver) -> None:
    """Let the computer play to the end, as if two people had."""
    player.start(WATCHING)
    player.window.actions_by_name[AT_ONCE].trigger()
    player.qtbot.waitUntil(lambda: player.state.result is not None)
    assert not player.window.game_page.log_button.isVisible()
    player.session.players.update(TWO_PEOPLE)
    player.window.table.refresh()
    player.window.table.refreshed.emit()


def log_dialog(player: PlaytestDriver) -> LogGameDialog:
    """Return the open dialog that logs a game."""
    (dialog,) = (each for each in player.window.findChildren(LogGameDialog) if each.isVisible())
    return dialog


def test_logging_is_offered_after_a_game_between_people(path: Path, player: PlaytestDriver) -> None:
    finish_game(player)
    QTest.mouseClick(player.window.game_page.log_button, LEFT)
    QTest.mouseClick(log_dialog(player).log_button, LEFT)
    (game,) = read_games(path).games
    assert player.state.result is not None
    assert game.winner is player.state.result.winner
    assert max(game.medals.values()) >= 4
    assert game.board == fingerprint_of(player.state.field)
    assert not player.window.game_page.log_button.isVisible()
    assert "1 human game" in player.window.status_label.text()


def test_logging_a_game_again_edits_it(path: Path, player: PlaytestDriver) -> None:
    finish_game(player)
    for letter in "ab":
        player.window.actions_by_name["log-game"].trigger()
        QTest.keyClicks(log_dialog(player).remark, letter)
        QTest.mouseClick(log_dialog(player).log_button, LEFT)
    (game,) = read_games(path).games
    assert (game.edition, sorted(game.remark)) == (2, ["a", "b"])


def test_an_unfinished_game_cannot_be_logged(player: PlaytestDriver) -> None:
    player.start({Side.AXIS: PERSON, Side.ALLIES: PERSON})
    assert not is_loggable(player.session)
    assert not player.window.actions_by_name["log-game"].isEnabled()
    player.window.actions_by_name["log-game"].trigger()
    assert player.window.findChildren(LogGameDialog) == []
