"""Playtest fixtures: a window, a player who uses it, and scripted cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.scenario_drawing import hex_centre
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_bytes, read_file
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.rules.game.actions import Action, DrawCard, parse_action
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44editor.interface_text import sentence, translated
from m44editor.playtest.cards.card_widgets import CardButton
from m44editor.playtest.game.chance_script import NO_SCRIPT, ChanceScript
from m44editor.playtest.game.choices import Choices
from m44editor.playtest.game.game_session import GameSession
from m44editor.playtest.game.players import PERSON
from m44editor.playtest.playtest_menus import SPEED_PREFIX
from m44editor.playtest.playtest_window import PlaytestWindow

LEFT = Qt.MouseButton.LeftButton
NO_MODIFIER = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
AT_ONCE = f"{SPEED_PREFIX}3"
TWO_PEOPLE = dict.fromkeys(Side, PERSON)
AGAINST_AXIS = {Side.ALLIES: PERSON, Side.AXIS: "recruit"}
AGAINST_ALLIES = {Side.AXIS: PERSON, Side.ALLIES: "recruit"}
WATCHING = dict.fromkeys(Side, "recruit")
MAX_STEPS = 400  # steps after which an expected event counts as missing

_W = TypeVar("_W")


def read_shipped_scenario(name: str) -> Scenario:
    """Return a built-in scenario."""
    path = next(p for e in ("m44", "yaml") if (p := scenarios_folder() / f"{name}.{e}").exists())
    scenario = read_file(path).scenario
    assert scenario is not None
    return scenario


def skirmish(
    hexes: str,
    *,
    first: str = "bottom",
    board: str = "standard",
    rules: str = "{}",
    face: str = "country",
) -> Scenario:
    """Return a scenario with *hexes* in YAML; the Allies are the bottom player.

    Unless *first* differs, they move first.
    """
    players = ", ".join(
        f"{edge}: {{side: {side}, cards: 2, medals: 4}}"
        for edge, side in (("top", "axis"), ("bottom", "allies"))
    )
    text = (
        f"format: 1\nboard: {{type: {board}, face: {face}}}\n"
        f"briefing: {{first: {first}, {players}, options: {rules}}}\nhexes:\n{hexes}"
    )
    result = read_bytes(text.encode(), "skirmish.yaml")
    assert not result.diagnostics
    assert result.scenario is not None
    return result.scenario


SEED = "7"
"""The seed of the games in tests; without it, the window would choose a random one."""


def deal_script(*hands: Sequence[str]) -> ChanceScript:
    """Return a script that deals *hands*, the top player's first."""
    return ChanceScript(DrawCard(card) for hand in hands for card in hand)


def make_script(text: str) -> ChanceScript:
    """Return a script of the outcomes in *text*, one per line."""
    return ChanceScript(parse_action(line) for line in text.strip().splitlines())


class PlaytestDriver:
    """Drives a playtest window by mouse and keyboard, as a person does."""

    def __init__(self, qtbot: QtBot, window: PlaytestWindow) -> None:
        self.qtbot, self.window = qtbot, window

    @property
    def session(self) -> GameSession:
        assert self.window.session
        return self.window.session

    @property
    def state(self) -> GameState:
        return self.session.state

    @property
    def choices(self) -> Choices:
        return self.window.choices

    @property
    def log(self) -> list[str]:
        return [sentence(line.text) for line in self.session.log.lines]

    def hex(self, name: str) -> Hex:
        return self.window.board.board.hex(name)

    # The mouse

    def start(self, players: dict[Side, str], seed: str = SEED) -> None:
        page = self.window.start_page
        page.choose_players(players)
        page.seed.clear()
        QTest.keyClicks(page.seed, seed)
        QTest.mouseClick(page.start, LEFT)

    def click_hex(self, hex_: Hex | str) -> None:
        self._act_on_hex(hex_, lambda point: QTest.mouseClick(self._viewport(), LEFT, pos=point))

    def point_at(self, hex_: Hex | str) -> None:
        self._act_on_hex(hex_, lambda point: QTest.mouseMove(self._viewport(), point))

    def click_card(self, number: int) -> None:
        QTest.mouseClick(self.window.hand.cards[number], LEFT)

    def play(self, key: str) -> None:
        """Click the first card in the hand with the given key."""
        QTest.mouseClick(next(b for b in self.window.hand.cards if b.card.key == key), LEFT)

    def play_any_card(self) -> None:
        """Click the first playable card; if there are several ways to play it, choose the first."""
        self.qtbot.waitUntil(lambda: self.window.hand.first_playable_button() is not None)
        card = self.window.hand.first_playable_button()
        assert card
        QTest.mouseClick(card, LEFT)
        menu = QApplication.activePopupWidget()
        if menu:
            QTest.keyClick(menu, Qt.Key.Key_Return)

    def press(self, label: str) -> None:
        """Click the enabled button with a label."""
        QTest.mouseClick(self.button(label), LEFT)

    def button(self, label: str) -> QAbstractButton:
        visible_buttons = [b for b in self.window.findChildren(QAbstractButton) if b.isVisible()]
        matching_buttons = [b for b in visible_buttons if b.text() == label and b.isEnabled()]
        assert matching_buttons, f"no button {label!r} among {[b.text() for b in visible_buttons]}"
        return matching_buttons[0]

    # The keyboard

    def press_key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Press a key in the focused widget, once a curtain accepts input."""
        self.wait_for_curtain()
        QTest.keyClick(self.window.windowHandle(), key, modifiers)
        QApplication.processEvents()

    def wait_for_curtain(self) -> None:
        """Wait until a curtain accepts input."""
        curtain = self.window.table.curtain
        self.qtbot.waitUntil(lambda: not (curtain.is_closed and curtain.is_ignoring_input))

    def end_step(self) -> None:
        """End the current step with the keyboard."""
        before = self.session.timeline.length
        self.press_key(Qt.Key.Key_Return, CTRL)
        self.qtbot.waitUntil(lambda: self.session.timeline.length > before)

    # Whole parts of a turn

    def decide(self) -> None:
        """Click the last button offered, or else a hex, or else a card."""
        choices = self.choices
        if choices.buttons:
            self.press(translated(choices.buttons[-1][0]))
        elif choices.hexes:
            self.click_hex(min(choices.hexes))
        else:
            self.play_any_card()

    def end_turn(self) -> None:
        """Make as few decisions as possible until the next turn or the end of the game."""
        turn = self.state.turn
        self._act_until(
            lambda: self.state.turn != turn or self.state.result is not None, self.decide
        )

    def play_until_turn(self, turn: int) -> None:
        """Order and move every clickable unit until *turn*, or the end of the game."""
        self._act_until(
            lambda: self.state.turn >= turn or self.state.result is not None, self._order_or_decide
        )

    def reach(self, phase: Phase) -> None:
        """Order and move every clickable unit until *phase* has something to click."""
        self._act_until(
            lambda: self.state.phase is phase and bool(self._clickable_pieces()),
            self._order_or_decide,
        )

    def _order_or_decide(self) -> None:
        if self.state.phase is Phase.ORDER and self.choices.hexes:
            self.click_hex(min(self.choices.hexes))
        else:
            self.decide()

    def _clickable_pieces(self) -> object:
        return self.choices.units or self.choices.hexes or self.choices.cards

    def _act_until(self, condition: Callable[[], bool], act: Callable[[], None]) -> None:
        for _ in range(MAX_STEPS):
            self.qtbot.waitUntil(
                lambda: self.session.waits_for_person or self.state.result is not None
            )
            if condition():
                return
            act()
        raise AssertionError(f"still in the {self.state.phase} step of turn {self.state.turn}")

    def _act_on_hex(self, hex_: Hex | str, act: Callable[[QPoint], object]) -> None:
        target_hex = self.hex(hex_) if isinstance(hex_, str) else hex_
        x, y = hex_centre(target_hex)
        act(self.window.board.from_units(QPoint(round(x), round(y)).toPointF()).toPoint())

    def _viewport(self) -> QWidget:
        return self.window.board.viewport()


OpenPlaytest = Callable[..., PlaytestDriver]


@pytest.fixture
def open_playtest(qtbot: QtBot) -> Iterator[OpenPlaytest]:
    """Return a function that opens a playtest window and returns a player who uses it.

    The function takes the scenario and, optionally, a script of cards and dice.
    """
    windows = []

    def open_window(scenario: Scenario, script: ChanceScript = NO_SCRIPT) -> PlaytestDriver:
        window = PlaytestWindow(scenario, "game.m44", script=script)
        window.start_page.seed.setText(SEED)
        windows.append(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        window.board.fit()
        window.actions_by_name[AT_ONCE].trigger()
        return PlaytestDriver(qtbot, window)

    yield open_window
    playtest_windows = (w for w in QApplication.topLevelWidgets() if isinstance(w, PlaytestWindow))
    for window in {*windows, *playtest_windows}:  # some open another one in their place
        if isValid(window):
            if window.session:
                window._saving.mark_saved(window.session)  # nobody answers any more
            window.close()


@pytest.fixture
def player(open_playtest: OpenPlaytest, pegasus: Scenario) -> PlaytestDriver:
    """A player with a playtest window of Pegasus Bridge."""
    return open_playtest(pegasus)


def marks_on_board(player: PlaytestDriver, kind: type[_W]) -> list[_W]:
    """Return the marks on the board that are of the class *kind*."""
    highlights = player.window.board._highlights.values()
    return [mark for mark in highlights if isinstance(mark, kind)]


def face_up_card_buttons(player: PlaytestDriver) -> list[CardButton]:
    """Return the face-up cards of the hand shown."""
    return [button for button in player.window.hand.cards if button.card.key]


def text_of_action(action: Action) -> str:
    """Return the text of an action, as recordings contain it."""
    return str(action)
