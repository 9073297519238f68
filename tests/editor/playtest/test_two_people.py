"""Two people at one screen who hide their cards from each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.editor.conftest import Answers
from tests.editor.file_dialogs import name_file
from tests.editor.playtest.conftest import (
    AGAINST_AXIS,
    CTRL,
    TWO_PEOPLE,
    Player,
    Sit,
    dealt,
    skirmish,
)

from m44core.rules.game.phases import Phase

DUEL = "  g4: {unit: american-infantry}\n  G5: {unit: german-infantry}\n"
AXIS, ALLIES = ["ambush", "recon-left"], ["probe-centre", "recon-left"]


@pytest.fixture
def hidden(sit: Sit) -> Player:
    """A player in a game with hidden hands, which has just begun."""
    player = sit(skirmish(DUEL), dealt(AXIS, ALLIES))
    page = player.window.start_page
    page.choose_players(TWO_PEOPLE)
    page.curtain.setFocus()
    player.key(Qt.Key.Key_Space)
    QTest.mouseClick(page.start, Qt.MouseButton.LeftButton)
    player.qtbot.waitUntil(lambda: player.window.table.curtain.is_closed)
    return player


def words(player: Player) -> str:
    curtain = player.window.table.curtain
    return curtain.label.text() if curtain.isVisible() else ""


def in_hand(player: Player) -> set[str]:
    return {button.card.key for button in player.window.hand.cards}


def test_cards_stay_hidden_until_their_owner_is_alone(hidden: Player) -> None:
    assert words(hidden) == "Allies, press Space when nobody else is looking."
    assert in_hand(hidden) == {""}
    assert not hidden.choices.cards
    hidden.key(Qt.Key.Key_Space)
    assert words(hidden) == ""
    assert in_hand(hidden) == set(ALLIES)


def test_a_key_plays_no_card_behind_the_curtain(hidden: Player) -> None:
    hidden.key(Qt.Key.Key_1)
    assert hidden.state.phase is Phase.PLAY


def test_the_curtain_falls_when_the_other_one_is_to_move(hidden: Player) -> None:
    hidden.key(Qt.Key.Key_Space)
    following = hidden.state.turn + 1
    hidden.play("recon-left")  # nobody to order there; two cards to choose from, unless alike
    hidden.play_on(following)
    assert words(hidden) == "Axis, press Space when nobody else is looking."
    hidden.key(Qt.Key.Key_Space)
    assert in_hand(hidden) == set(AXIS)


def close_assault(player: Player) -> None:
    """Play a card for the Allies and close assault the Axis unit."""
    player.key(Qt.Key.Key_Space)
    player.play("probe-centre")
    player.click_hex("g4")
    player.reach(Phase.BATTLE)
    player.click_hex("g4")
    player.click_hex("G5")


def test_an_ambush_is_asked_for_with_all_cards_face_down(hidden: Player) -> None:
    close_assault(hidden)
    assert words(hidden) == ""
    assert in_hand(hidden) == {""}
    assert hidden.window.hand.toolTip() == "Axis: face-down cards. Click to reveal them."
    hidden.press("No ambush")
    while hidden.state.phase is Phase.RETREAT:
        assert in_hand(hidden) == {""}, "who decides a retreat looks at the screen"
        hidden.decide()
    assert in_hand(hidden) == {""}


def test_a_player_may_look_at_the_hand_before_deciding(hidden: Player) -> None:
    close_assault(hidden)
    hidden.key(Qt.Key.Key_H)
    assert words(hidden) == "Axis, press Space when nobody else is looking."
    hidden.key(Qt.Key.Key_Space)
    assert in_hand(hidden) == set(AXIS)
    hidden.press("Ambush!")
    assert in_hand(hidden) == {""}


def test_a_second_space_plays_no_card(hidden: Player) -> None:
    hidden.key(Qt.Key.Key_Space)
    hidden.key(Qt.Key.Key_Space)
    hidden.key(Qt.Key.Key_Return)
    assert hidden.state.phase is Phase.PLAY
    hidden.key(Qt.Key.Key_Right)
    hidden.key(Qt.Key.Key_Space)
    assert hidden.state.phase is not Phase.PLAY


def to_the_last_step(player: Player) -> None:
    """Play a turn of the Allies up to its last step."""
    player.key(Qt.Key.Key_Space)
    player.play("probe-centre")
    player.click_hex("g4")
    player.reach(Phase.BATTLE)


def test_a_second_key_after_the_end_of_a_turn_opens_no_curtain(hidden: Player) -> None:
    to_the_last_step(hidden)
    hidden.button("End the turn").setFocus()
    for _ in range(3):
        QTest.keyClick(hidden.window.windowHandle(), Qt.Key.Key_Space)
    assert words(hidden) == "Axis, press Space when nobody else is looking."
    assert in_hand(hidden) == {""}


def test_a_key_that_is_held_down_opens_no_curtain(hidden: Player) -> None:
    to_the_last_step(hidden)
    window = hidden.window.windowHandle()
    QTest.keyPress(window, Qt.Key.Key_Return, CTRL)
    hidden.qtbot.waitUntil(lambda: hidden.window.table.curtain.is_closed)
    hidden.read_curtain()
    for _ in range(3):
        repeated = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, CTRL, "", True)
        QApplication.sendEvent(hidden.window.table.curtain, repeated)
    QTest.keyRelease(window, Qt.Key.Key_Return, CTRL)
    assert words(hidden) == "Axis, press Space when nobody else is looking."


def test_a_double_click_on_a_card_that_ends_the_turn_opens_no_curtain(hidden: Player) -> None:
    hidden.key(Qt.Key.Key_Space)
    hidden.play("recon-left")  # nobody to order there
    hidden.reach(Phase.KEEP)
    card = hidden.window.hand.cards[0]
    place = card.mapTo(hidden.window.hand, card.rect().center())
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    curtain = hidden.window.table.curtain
    QTest.mouseDClick(curtain, Qt.MouseButton.LeftButton, pos=place)
    assert words(hidden) == "Axis, press Space when nobody else is looking."


def test_a_double_click_on_the_curtain_plays_no_card(hidden: Player) -> None:
    curtain, card = hidden.window.table.curtain, hidden.window.hand.cards[0]
    place = card.mapTo(hidden.window.hand, card.rect().center())
    hidden.read_curtain()
    QTest.mouseClick(curtain, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    assert in_hand(hidden) == set(ALLIES)
    assert hidden.state.phase is Phase.PLAY


def test_nobody_sees_cards_while_looking_back(hidden: Player) -> None:
    hidden.key(Qt.Key.Key_Space)
    hidden.key(Qt.Key.Key_Comma)
    assert in_hand(hidden) == {""}
    hidden.key(Qt.Key.Key_Escape)
    assert in_hand(hidden) == set(ALLIES)


def test_undo_across_a_turn_closes_the_curtain(hidden: Player) -> None:
    hidden.key(Qt.Key.Key_Space)
    hidden.play("probe-centre")
    hidden.end_turn()
    hidden.key(Qt.Key.Key_Space)
    hidden.key(Qt.Key.Key_Z, CTRL)
    assert in_hand(hidden) == {""}
    while hidden.session.can_undo:
        hidden.key(Qt.Key.Key_Z, CTRL)
    assert words(hidden) == "Allies, press Space when nobody else is looking."


def test_the_curtain_can_be_turned_off_again(hidden: Player) -> None:
    hidden.key(Qt.Key.Key_H, CTRL)
    assert words(hidden) == ""
    assert in_hand(hidden) == set(ALLIES)
    hidden.key(Qt.Key.Key_H, CTRL)
    assert words(hidden) == "Allies, press Space when nobody else is looking."


def test_a_hidden_game_goes_on_the_next_day(
    hidden: Player, sit: Sit, tmp_path: Path, answers: Answers
) -> None:
    """Saved, closed and opened in a different window, it shows no cards."""
    to_the_last_step(hidden)
    hidden.end_step()
    path = tmp_path / "evening.txt"
    answers.do(lambda dialog: name_file(dialog, path))
    hidden.key(Qt.Key.Key_S, CTRL)
    hidden.qtbot.waitUntil(path.exists)
    hidden.key(Qt.Key.Key_W, CTRL)
    later = sit(skirmish(DUEL))
    answers.do(lambda dialog: name_file(dialog, path))
    later.key(Qt.Key.Key_O, CTRL)
    later.qtbot.waitUntil(lambda: later.window.session is not None)
    assert words(later) == "Axis, press Space when nobody else is looking."
    assert in_hand(later) == {""}
    later.key(Qt.Key.Key_Space)
    assert in_hand(later) == set(AXIS)


def test_against_the_computer_the_hand_is_never_hidden(player: Player) -> None:
    player.start(AGAINST_AXIS)
    assert not player.window.actions_by_name["curtain"].isEnabled()
    assert words(player) == ""
