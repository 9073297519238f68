"""Two people at one screen who hide their cards from each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.editor.conftest import DialogAnswerer
from tests.editor.file_dialogs import enter_path
from tests.editor.playtest.conftest import (
    AGAINST_AXIS,
    CTRL,
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    deal_script,
    skirmish,
)

from m44core.rules.game.phases import Phase

DUEL = "  g4: {unit: american-infantry}\n  G5: {unit: german-infantry}\n"
AXIS, ALLIES = ["ambush", "recon-left"], ["probe-centre", "recon-left"]


@pytest.fixture
def hidden_game(open_playtest: OpenPlaytest) -> PlaytestDriver:
    """A player in a game with hidden hands, which has just begun."""
    player = open_playtest(skirmish(DUEL), deal_script(AXIS, ALLIES))
    page = player.window.start_page
    page.choose_players(TWO_PEOPLE)
    page.curtain.setFocus()
    player.press_key(Qt.Key.Key_Space)
    QTest.mouseClick(page.start, Qt.MouseButton.LeftButton)
    player.qtbot.waitUntil(lambda: player.window.table.curtain.is_closed)
    return player


def curtain_text(player: PlaytestDriver) -> str:
    curtain = player.window.table.curtain
    return curtain.label.text() if curtain.isVisible() else ""


def cards_in_hand(player: PlaytestDriver) -> set[str]:
    return {button.card.key for button in player.window.hand.cards}


def test_cards_stay_hidden_until_their_owner_is_alone(hidden_game: PlaytestDriver) -> None:
    assert (
        curtain_text(hidden_game)
        == "Allies, click here or press Space when nobody else is looking."
    )
    assert cards_in_hand(hidden_game) == {""}
    assert not hidden_game.choices.cards
    hidden_game.press_key(Qt.Key.Key_Space)
    assert curtain_text(hidden_game) == ""
    assert cards_in_hand(hidden_game) == set(ALLIES)


def test_a_key_plays_no_card_behind_the_curtain(hidden_game: PlaytestDriver) -> None:
    hidden_game.press_key(Qt.Key.Key_1)
    assert hidden_game.state.phase is Phase.PLAY


def test_the_curtain_closes_when_the_other_player_is_to_move(hidden_game: PlaytestDriver) -> None:
    hidden_game.press_key(Qt.Key.Key_Space)
    next_turn = hidden_game.state.turn + 1
    hidden_game.play("recon-left")  # nobody to order there; two cards to choose from, unless alike
    hidden_game.play_until_turn(next_turn)
    assert (
        curtain_text(hidden_game) == "Axis, click here or press Space when nobody else is looking."
    )
    hidden_game.press_key(Qt.Key.Key_Space)
    assert cards_in_hand(hidden_game) == set(AXIS)


def close_assault(player: PlaytestDriver) -> None:
    """Play a card for the Allies and close assault the Axis unit."""
    player.press_key(Qt.Key.Key_Space)
    player.play("probe-centre")
    player.click_hex("g4")
    player.reach(Phase.BATTLE)
    player.click_hex("g4")
    player.click_hex("G5")


def test_an_ambush_prompt_shows_all_cards_face_down(hidden_game: PlaytestDriver) -> None:
    close_assault(hidden_game)
    assert curtain_text(hidden_game) == ""
    assert cards_in_hand(hidden_game) == {""}
    assert hidden_game.window.hand.toolTip() == "Axis: face-down cards. Click to reveal them."
    assert hidden_game.window.hand._caption.isVisible()
    hidden_game.press("No ambush")
    while hidden_game.state.phase is Phase.RETREAT:
        assert cards_in_hand(hidden_game) == {""}, (
            "the attacker sees the screen, too, during the retreat"
        )
        hidden_game.decide()
    assert cards_in_hand(hidden_game) == {""}


def test_a_player_can_look_at_the_hand_before_deciding(hidden_game: PlaytestDriver) -> None:
    close_assault(hidden_game)
    hidden_game.press_key(Qt.Key.Key_H)
    assert (
        curtain_text(hidden_game) == "Axis, click here or press Space when nobody else is looking."
    )
    hidden_game.press_key(Qt.Key.Key_Space)
    assert cards_in_hand(hidden_game) == set(AXIS)
    hidden_game.press("Ambush!")
    assert cards_in_hand(hidden_game) == {""}


def test_pressing_space_twice_plays_no_card(hidden_game: PlaytestDriver) -> None:
    hidden_game.press_key(Qt.Key.Key_Space)
    hidden_game.press_key(Qt.Key.Key_Space)
    hidden_game.press_key(Qt.Key.Key_Return)
    assert hidden_game.state.phase is Phase.PLAY
    hidden_game.press_key(Qt.Key.Key_Right)
    hidden_game.press_key(Qt.Key.Key_Space)
    assert hidden_game.state.phase is not Phase.PLAY


def play_to_last_step(player: PlaytestDriver) -> None:
    """Play a turn of the Allies up to its last step."""
    player.press_key(Qt.Key.Key_Space)
    player.play("probe-centre")
    player.click_hex("g4")
    player.reach(Phase.BATTLE)


def test_repeated_keys_at_the_end_of_a_turn_do_not_open_the_curtain(
    hidden_game: PlaytestDriver,
) -> None:
    play_to_last_step(hidden_game)
    hidden_game.button("End the turn").setFocus()
    for _ in range(3):
        QTest.keyClick(hidden_game.window.windowHandle(), Qt.Key.Key_Space)
    assert (
        curtain_text(hidden_game) == "Axis, click here or press Space when nobody else is looking."
    )
    assert cards_in_hand(hidden_game) == {""}


def test_holding_a_key_opens_no_curtain(hidden_game: PlaytestDriver) -> None:
    play_to_last_step(hidden_game)
    window = hidden_game.window.windowHandle()
    QTest.keyPress(window, Qt.Key.Key_Return, CTRL)
    hidden_game.qtbot.waitUntil(lambda: hidden_game.window.table.curtain.is_closed)
    hidden_game.wait_for_curtain()
    for _ in range(3):
        repeated_press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, CTRL, "", True)
        QApplication.sendEvent(hidden_game.window.table.curtain, repeated_press)
    QTest.keyRelease(window, Qt.Key.Key_Return, CTRL)
    assert (
        curtain_text(hidden_game) == "Axis, click here or press Space when nobody else is looking."
    )


def test_a_double_click_on_a_card_that_ends_the_turn_opens_no_curtain(
    hidden_game: PlaytestDriver,
) -> None:
    hidden_game.press_key(Qt.Key.Key_Space)
    hidden_game.play("recon-left")  # nobody to order there
    hidden_game.reach(Phase.KEEP)
    card = hidden_game.window.hand.cards[0]
    point = card.mapTo(hidden_game.window.hand, card.rect().center())
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    curtain = hidden_game.window.table.curtain
    QTest.mouseDClick(curtain, Qt.MouseButton.LeftButton, pos=point)
    assert (
        curtain_text(hidden_game) == "Axis, click here or press Space when nobody else is looking."
    )


def test_a_double_click_on_the_curtain_plays_no_card(hidden_game: PlaytestDriver) -> None:
    curtain, card = hidden_game.window.table.curtain, hidden_game.window.hand.cards[0]
    point = card.mapTo(hidden_game.window.hand, card.rect().center())
    hidden_game.wait_for_curtain()
    QTest.mouseClick(curtain, Qt.MouseButton.LeftButton, pos=point)
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    assert cards_in_hand(hidden_game) == set(ALLIES)
    assert hidden_game.state.phase is Phase.PLAY


def test_cards_are_hidden_in_earlier_positions(hidden_game: PlaytestDriver) -> None:
    hidden_game.press_key(Qt.Key.Key_Space)
    hidden_game.press_key(Qt.Key.Key_Comma)
    assert cards_in_hand(hidden_game) == {""}
    hidden_game.press_key(Qt.Key.Key_Escape)
    assert cards_in_hand(hidden_game) == set(ALLIES)


def test_undo_across_a_turn_closes_the_curtain(hidden_game: PlaytestDriver) -> None:
    hidden_game.press_key(Qt.Key.Key_Space)
    hidden_game.play("probe-centre")
    hidden_game.end_turn()
    hidden_game.press_key(Qt.Key.Key_Space)
    hidden_game.press_key(Qt.Key.Key_Z, CTRL)
    assert cards_in_hand(hidden_game) == {""}
    while hidden_game.session.can_undo:
        hidden_game.press_key(Qt.Key.Key_Z, CTRL)
    assert (
        curtain_text(hidden_game)
        == "Allies, click here or press Space when nobody else is looking."
    )


def test_a_hidden_game_can_be_continued_later(
    hidden_game: PlaytestDriver,
    open_playtest: OpenPlaytest,
    tmp_path: Path,
    answers: DialogAnswerer,
) -> None:
    """Saved, closed and opened in a different window, it shows no cards."""
    play_to_last_step(hidden_game)
    hidden_game.end_step()
    path = tmp_path / "evening.txt"
    answers.do(lambda dialog: enter_path(dialog, path))
    hidden_game.press_key(Qt.Key.Key_S, CTRL)
    hidden_game.qtbot.waitUntil(path.exists)
    hidden_game.press_key(Qt.Key.Key_W, CTRL)
    continued_game = open_playtest(skirmish(DUEL))
    answers.do(lambda dialog: enter_path(dialog, path))
    continued_game.press_key(Qt.Key.Key_O, CTRL)
    continued_game.qtbot.waitUntil(lambda: continued_game.window.session is not None)
    assert (
        curtain_text(continued_game)
        == "Axis, click here or press Space when nobody else is looking."
    )
    assert cards_in_hand(continued_game) == {""}
    continued_game.press_key(Qt.Key.Key_Space)
    assert cards_in_hand(continued_game) == set(AXIS)


def press_ctrl_h(player: PlaytestDriver) -> None:
    with player.qtbot.waitActive(player.window):
        player.window.activateWindow()  # a message box may have been active
    player.press_key(Qt.Key.Key_H, CTRL)


def test_hands_stay_hidden_until_showing_them_is_confirmed(
    hidden_game: PlaytestDriver, answers: DialogAnswerer
) -> None:
    answers.press("Cancel")
    press_ctrl_h(hidden_game)
    assert "Show both hands?" in answers.asked[0]
    assert cards_in_hand(hidden_game) == {""}
    assert hidden_game.window.actions_by_name["curtain"].isChecked()


def test_hands_can_be_shown_and_hidden_again(
    hidden_game: PlaytestDriver, answers: DialogAnswerer
) -> None:
    answers.press("Show Hands")
    press_ctrl_h(hidden_game)
    assert curtain_text(hidden_game) == ""
    assert cards_in_hand(hidden_game) == set(ALLIES)
    press_ctrl_h(hidden_game)
    assert curtain_text(hidden_game).startswith("Allies, click here")
    assert cards_in_hand(hidden_game) == {""}


def test_against_the_computer_the_hand_is_never_hidden(player: PlaytestDriver) -> None:
    player.start(AGAINST_AXIS)
    assert not player.window.actions_by_name["curtain"].isEnabled()
    assert curtain_text(player) == ""
