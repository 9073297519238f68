"""Recreating a published layout on an empty board with few mouse and keyboard events."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard
from tests.editor.windows.test_main_window import open_window

from m44core.io.files.file_reader import read_file
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow

LEFT, NO_MODIFIER = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
MAX_EVENTS = 120


class Author:
    """A user of the window; every press, move with the button held, release and key is counted.

    Attributes:
        events: The number of events.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._user = MouseAndKeyboard(window.view)
        self.events = 0

    def draw(self, stroke: str) -> None:
        """Drag from the first hex of a stroke over the others, and release on the last one."""
        points = [self._user.point(name) for name in stroke.split()]
        self._send_mouse_event(QTest.mousePress, points[0])
        for point in points[1:]:
            self._user.move_to(point)
            self.events += 1
        self._send_mouse_event(QTest.mouseRelease, points[-1])

    def type_keys(self, text: str) -> None:
        """Type a text into the focused widget, key by key."""
        for letter in text:
            self.press_key(Qt.Key(ord(letter.upper())))

    def press_key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Press one key."""
        QTest.keyClick(self._handle(), key, modifiers)
        QApplication.processEvents()
        self.events += 1

    def pick_up(self, label: str) -> None:
        """Search the palette and pick up the first match."""
        self.press_key(Qt.Key.Key_F, CONTROL)
        self.type_keys(label)
        self.press_key(Qt.Key.Key_Return)

    def _send_mouse_event(self, act: object, point: QPoint) -> None:
        assert callable(act)
        act(self._handle(), LEFT, NO_MODIFIER, point)
        QApplication.processEvents()
        self.events += 1

    def _handle(self) -> QWindow:
        return self._window.windowHandle()


SAINTE_MERE_EGLISE = """
b: E9 C9 c8 E7, J7 j8 J9 I9 h8 i8, L7, L5, d2, g2
find town: D7 c6, g6 G5 H5, M7
find hedgerow: E5, j4, i2
find hill: b4
find sand r: b4
find ger inf: B9 A9 a8 A7, L9 l8 k8 K7, G5
s: b4, G3, h2 H1, k2, E1
find ger arm: M9
"""


@pytest.fixture
def published_scenario() -> Scenario:
    scenario = read_file(scenarios_folder() / "sainte-mere-eglise.yaml").scenario
    assert scenario is not None
    return scenario


def draw_script_line(author: Author, line: str) -> None:
    """Pick up a piece by search words or with a key, and draw some strokes with it."""
    piece, _, strokes = line.partition(": ")
    if piece.startswith("find "):
        author.pick_up(piece.removeprefix("find ").removesuffix(" r"))
        author.type_keys("r" if piece.endswith(" r") else "")
    else:
        author.type_keys(piece)
    for stroke in strokes.split(", "):
        author.draw(stroke)


def test_sainte_mere_eglise_is_recreated_in_few_events(
    qtbot: QtBot, tmp_path: Path, published_scenario: Scenario
) -> None:
    window = open_window(qtbot, Document(edits.new_scenario()), tmp_path)
    window.view.setFocus()
    author = Author(window)
    for line in SAINTE_MERE_EGLISE.strip().splitlines():
        draw_script_line(author, line)
    assert window.document.scenario.hexes == published_scenario.hexes
    assert author.events <= MAX_EVENTS
