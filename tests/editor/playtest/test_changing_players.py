"""Players can be changed during a game, and hidden cards stay hidden."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from tests.editor.playtest.conftest import (
    AGAINST_AXIS,
    LEFT,
    TWO_PEOPLE,
    PlaytestDriver,
    face_up_card_buttons,
)

from m44core.catalogue.catalogue_types import Side


def choose_players_command(player: PlaytestDriver, command: str) -> None:
    """Click a command in the Players menu."""
    menus = player.window.menuBar().findChildren(QMenu)
    menu = next(each for each in menus if each.title() == "Pla&yers")
    menu.popup(player.window.mapToGlobal(player.window.rect().center()))
    action = player.window.actions_by_name[command]
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())


def test_the_computer_takes_over_a_side(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    assert player.window.actions_by_name["allies-person"].isChecked()
    choose_players_command(player, "allies-recruit")
    player.qtbot.waitUntil(lambda: player.state.side is Side.AXIS and player.state.turn > 1)
    assert player.session.waits_for_person
    assert player.window.actions_by_name["allies-recruit"].isChecked()


def test_a_second_person_does_not_see_the_first_persons_hand(player: PlaytestDriver) -> None:
    player.start(AGAINST_AXIS)
    assert face_up_card_buttons(player)
    choose_players_command(player, "axis-person")
    assert player.window.actions_by_name["curtain"].isChecked()
    assert player.window.table.curtain.isVisible()
    assert not face_up_card_buttons(player)


def test_a_side_given_to_the_computer_leaves_the_other_hand_hidden(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    curtain = player.window.table.curtain
    player.window.table.hide_hands(is_hidden=True)
    player.press_key(Qt.Key.Key_Space)
    assert face_up_card_buttons(player)
    choose_players_command(player, "allies-recruit")
    assert not face_up_card_buttons(player)
    player.qtbot.waitUntil(curtain.isVisible)
    player.press_key(Qt.Key.Key_Space)
    assert face_up_card_buttons(player)
    player.play_until_turn(player.state.turn + 2)
    assert not curtain.isVisible(), "nobody else plays"
    assert face_up_card_buttons(player)


def test_the_hand_of_a_person_who_left_stays_hidden_in_a_saved_game(
    player: PlaytestDriver, tmp_path: Path
) -> None:
    player.start(TWO_PEOPLE)
    player.window.table.hide_hands(is_hidden=True)
    choose_players_command(player, "allies-recruit")
    player.qtbot.waitUntil(lambda: player.state.side is Side.AXIS)
    player.window.save_game(tmp_path / "game.txt")
    player.window.show_start_page()
    player.window.open_game(tmp_path / "game.txt")
    assert player.window.table.curtain.isVisible()
    assert not face_up_card_buttons(player)
    player.press_key(Qt.Key.Key_Space)
    assert face_up_card_buttons(player)


def test_a_single_person_sees_their_hand_in_a_saved_game(
    player: PlaytestDriver, tmp_path: Path
) -> None:
    player.start(AGAINST_AXIS)
    player.window.save_game(tmp_path / "game.txt")
    player.window.show_start_page()
    player.window.open_game(tmp_path / "game.txt")
    assert face_up_card_buttons(player)


def test_a_saved_game_names_the_current_players(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    choose_players_command(player, "axis-general")
    assert player.session.recording("").players[Side.AXIS] == "general"


def test_players_cannot_be_changed_before_a_game(player: PlaytestDriver) -> None:
    assert not player.window.actions_by_name["axis-general"].isEnabled()
