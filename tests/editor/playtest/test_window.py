"""The playtest window, driven by the mouse and the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot
from tests.editor.conftest import Answers

from m44core.catalogue.types import Layer, Side
from m44core.drawing.board import hex_centre
from m44core.drawing.palettes import DARK
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.parts import Piece
from m44core.model.scenario import Scenario
from m44core.rules.actions import Play
from m44core.rules.cards import deck
from m44core.rules.events import counted
from m44core.rules.state import Phase
from m44editor.board.marks import Arrow, Words
from m44editor.playtest.session import Session
from m44editor.playtest.window import PlaytestWindow
from m44editor.theme import Theme, apply_theme

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

    def point_at(self, hex_: Hex) -> None:
        board = self.window.board
        x, y = hex_centre(hex_)
        point = board.from_units(QPoint(round(x), round(y)).toPointF()).toPoint()
        QTest.mouseMove(board.viewport(), point)

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key wherever the keyboard is."""
        QTest.keyClick(self.window.windowHandle(), key, keys)
        QApplication.processEvents()

    def end_step(self) -> None:
        """End this part of the turn from the keyboard."""
        before = len(self.session.report.log), self.session.state.phase
        self.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        self.qtbot.waitUntil(
            lambda: (len(self.session.report.log), self.session.state.phase) != before
        )

    def reach(self, phase: Phase) -> None:
        """Order what can be ordered, and end steps, until *phase* has a unit to click."""
        while not (self.session.state.phase is phase and self.window._choices.units):
            found = self.window._choices
            if found.hexes:
                self.click_hex(min(found.hexes))
            else:
                _decide(self)

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
    before = len(player.session.report.log)
    legal = set(player.window._choices.hexes)
    for hex_ in state.field.grid.board.hexes:
        if hex_ not in legal:
            player.click_hex(hex_)
    assert len(player.session.report.log) == before
    player.click_hex(min(legal))
    assert len(player.session.report.log) > before


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
    assert any("The Axis play" in sentence for _, sentence in player.session.report.log)


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


def test_no_card_is_wider_than_the_hand(player: Player) -> None:
    player.start("Two people at this screen", "7")
    hand = player.window.game_page.hand
    for card in sorted(set(deck())):
        hand.show_cards((card, card), {card: Play(card)})
        QApplication.processEvents()
        assert hand._buttons.minimumSizeHint().width() <= hand.viewport().width(), card


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


def test_a_game_file_with_dice_at_the_wrong_time_is_refused(
    player: Player, tmp_path: Path, answers: Answers
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("seed: 7\nroll inf\n", "utf-8")
    answers.press("OK")
    player.window.open_game(path)
    player.qtbot.waitUntil(answers.done)
    assert "not a game of this scenario" in answers.asked[0]
    assert player.window.session is None


def test_a_saved_game_goes_on_against_the_computer_that_is_chosen(
    player: Player, tmp_path: Path
) -> None:
    player.start("You play the Allies", "9")
    player.window.save_game(tmp_path / "game.txt")
    player.window.ask_anew()
    player.window.open_game(tmp_path / "game.txt")
    assert set(player.session.agents) == {Side.AXIS}


def test_a_game_is_played_by_the_keyboard_alone(player: Player) -> None:
    window, board = player.window, player.window.board
    window.start_page.seed.setText("9")
    player.key(Qt.Key.Key_Return)
    assert player.session.waits_for_person
    player.key(Qt.Key.Key_1)
    player.qtbot.waitUntil(lambda: player.session.state.phase is Phase.ORDER)
    assert board.hasFocus()
    player.key(Qt.Key.Key_N)
    assert board.cursor_hex in window._choices.hexes
    player.key(Qt.Key.Key_Space)
    assert player.session.state.ordered.bit_count() == 1
    turn = player.session.state.turn
    while player.session.state.turn == turn:
        player.end_step()
    assert player.session.state.turn > turn


def test_the_number_on_a_target_is_what_the_engine_rolls(player: Player) -> None:
    player.start("Two people at this screen", "7")
    player.reach(Phase.BATTLE)
    player.click_hex(min(player.window._choices.units))
    target = min(player.window._choices.hexes)
    player.point_at(target)
    plate = player.window.board._highlights[f"dice {target}"]
    assert isinstance(plate, Words)
    status = player.window._pointed.text()
    player.click_hex(target)
    thrown = player.session.report.throw
    assert thrown
    assert len(thrown.faces) == int(plate.text)
    assert status.endswith(counted(len(thrown.faces), "die", "dice"))


def test_a_unit_that_moved_is_ticked_and_its_way_is_drawn(player: Player) -> None:
    player.start("Two people at this screen", "7")
    player.reach(Phase.MOVE)
    unit = min(player.window._choices.units)
    player.click_hex(unit)
    goal = max(player.window._choices.hexes)
    player.click_hex(goal)
    marks = player.window.board._highlights
    assert f"done {goal}" in marks
    assert {(m.start, m.end) for m in marks.values() if isinstance(m, Arrow)} == {(unit, goal)}


def test_the_computers_whole_turn_is_drawn_until_the_person_decides(player: Player) -> None:
    player.start("You play the Axis", "9")
    player.qtbot.waitUntil(lambda: player.session.waits_for_person, timeout=20_000)
    events = [s for _, s in player.session.report.log if " moves from " in s or " battles " in s]
    marks = player.window.board._highlights
    assert len([m for m in marks.values() if isinstance(m, Arrow)]) == len(events) > 0
    play_a_card(player)
    assert not [m for m in marks.values() if isinstance(m, Arrow)]


def test_the_end_says_who_won_and_offers_another_game(player: Player) -> None:
    player.start("Watch the computer play itself", "12")
    player.qtbot.waitUntil(lambda: player.session.state.result is not None, timeout=60_000)
    page, result = player.window.game_page, player.session.state.result
    assert result
    assert result.winner
    assert result.winner.capitalize() in page.headline.text()
    assert page.prompt.text() == result.reason
    assert not page.card.isVisible()
    assert "ordered" not in player.window.board._highlights
    over = player.session
    player.press("Play again")
    assert player.session is not over
    assert player.session.seed != over.seed
    assert player.session.agents.keys() == over.agents.keys()


def test_a_gap_is_shown_where_it_matters(qtbot: QtBot, pegasus: Scenario) -> None:
    bare = edits.paint(pegasus, Layer.STRUCTURE, Piece("bunker"), [Hex(4, 4)])
    window = PlaytestWindow(bare)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    banner = window.start_page.banner
    banner.setFocus()
    QTest.keyClick(banner, Qt.Key.Key_End)
    assert window.board._highlights["gap"].hexes == {Hex(4, 4)}


def test_the_board_changes_colours_with_the_theme(player: Player) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    before = player.window.board.viewport().grab().toImage()
    try:
        apply_theme(application, Theme.DARK)
        QApplication.processEvents()
        assert player.window.board._art_palette is DARK
        assert player.window.board.viewport().grab().toImage() != before
    finally:
        apply_theme(application, Theme.LIGHT)
