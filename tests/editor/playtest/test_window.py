"""The playtest window, driven by the mouse and the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from m44core.catalogue.types import Side
from m44core.drawing.board import hex_centre
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.rules.state import Phase
from m44editor.playtest.session import Session
from m44editor.playtest.window import PlaytestWindow

LEFT = Qt.MouseButton.LeftButton


class Player:
    """Somebody who sits before the window."""

    def __init__(self, qtbot: QtBot, window: PlaytestWindow) -> None:
        self.qtbot, self.window = qtbot, window

    @property
    def session(self) -> Session:
        assert self.window.session
        return self.window.session

    def start(self, players: str, seed: str) -> None:
        page = self.window.start_page
        page.players.setCurrentText(players)
        page.seed.clear()
        QTest.keyClicks(page.seed, seed)
        QTest.mouseClick(page.start, LEFT)

    def click_hex(self, hex_: Hex) -> None:
        board = self.window.board
        x, y = hex_centre(hex_)
        point = board.from_units(QPoint(round(x), round(y)).toPointF()).toPoint()
        QTest.mouseClick(board.viewport(), LEFT, pos=point)

    def press(self, words: str) -> None:
        page = self.window.game_page
        buttons = [b for b in page.findChildren(QPushButton) if b.text().startswith(words)]
        clickable = [b for b in buttons if b.isVisible() and b.isEnabled()]
        assert clickable, f"no button {words!r}"
        QTest.mouseClick(clickable[0], LEFT)


@pytest.fixture
def player(qtbot: QtBot, pegasus: Scenario) -> Iterator[Player]:
    window = PlaytestWindow(pegasus, "pegasus-bridge.m44")
    window.show()
    window.board.fit()
    qtbot.waitExposed(window)
    window.fast_action.trigger()
    yield Player(qtbot, window)
    window.close()


def play_a_card(player: Player) -> None:
    page = player.window.game_page
    cards = [b for b in page.hand.findChildren(QPushButton) if b.isVisible() and b.isEnabled()]
    QTest.mouseClick(cards[0], LEFT)


def order(player: Player, unit: Hex) -> None:
    """Order one unit and no other."""
    player.click_hex(unit)
    if player.session.state.phase is Phase.ORDER:
        player.press("Orders given")


def test_what_is_left_out_is_told_before_the_game(player: Player) -> None:
    banner = player.window.start_page.banner
    assert banner.isVisible()
    assert "40 section cards" in banner.item(0).text()


def test_only_legal_hexes_can_be_clicked(player: Player) -> None:
    player.start("Two people at this screen", "7")
    play_a_card(player)
    state = player.session.state
    before = len(player.session.log)
    legal = set(player.window._choices.hexes)
    for hex_ in state.field.grid.board.hexes:
        if hex_ not in legal:
            player.click_hex(hex_)
    assert len(player.session.log) == before
    player.click_hex(min(legal))
    assert len(player.session.log) > before


def test_a_unit_is_ordered_moved_and_the_move_is_taken_back(player: Player) -> None:
    player.start("Two people at this screen", "7")
    play_a_card(player)
    unit = min(player.window._choices.hexes)
    order(player, unit)
    player.click_hex(unit)
    goal = max(player.window._choices.hexes)
    player.click_hex(goal)
    board = player.window.board
    assert board.scenario.at(goal).unit
    assert not board.scenario.at(unit).unit
    QTest.keyClick(player.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert board.scenario.at(unit).unit
    assert not board.scenario.at(goal).unit


def test_a_unit_once_chosen_is_let_go_by_escape(player: Player) -> None:
    player.start("Two people at this screen", "7")
    play_a_card(player)
    order(player, min(player.window._choices.hexes))
    player.click_hex(min(player.window._choices.units))
    assert player.window._choices.hexes
    player.window.board.setFocus()
    QTest.keyClick(player.window.board, Qt.Key.Key_Escape)
    assert not player.window._choices.hexes


def test_three_turns_against_the_computer(player: Player) -> None:
    player.start("You play the Allies", "9")
    session = player.session
    for _ in range(3):
        player.qtbot.waitUntil(lambda: session.waits_for_person, timeout=20_000)
        turn = session.state.turn
        play_a_card(player)
        while session.state.turn == turn and session.waits_for_person:
            _decide(player)
    assert player.session.state.turn >= 4
    assert any("The Axis play" in sentence for _, sentence in player.session.log)


def _decide(player: Player) -> None:
    """Click the last thing offered: buttons end a step, cards are kept."""
    found = player.window._choices
    if found.buttons:
        player.press(found.buttons[-1][0])
    elif found.hexes:
        player.click_hex(min(found.hexes))
    else:
        play_a_card(player)


def test_the_computers_hand_is_not_shown(player: Player) -> None:
    player.start("You play the Axis", "9")
    shown = [b for b in player.window.game_page.hand.findChildren(QPushButton) if b.isVisible()]
    session = player.session
    axis = session.state.field.sides.index(Side.AXIS)
    assert len(shown) == len(session.state.hands[axis])


def test_a_saved_game_goes_on_where_it_stopped(player: Player, tmp_path: Path) -> None:
    player.start("Two people at this screen", "7")
    play_a_card(player)
    path = tmp_path / "game.txt"
    player.window.save_game(path)
    player.window.ask_anew()
    player.window.open_game(path)
    assert player.session.state.phase is Phase.ORDER
    assert player.session.can_undo


def test_a_text_that_is_no_game_is_refused_with_its_line(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("seed: 7\nattack everybody\n", "utf-8")
    said: list[str] = []
    monkeypatch.setattr(player.window, "_complain", said.append)
    player.window.open_game(path)
    assert "line 2" in said[0]
    assert player.window.session is None
