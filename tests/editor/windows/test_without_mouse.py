"""Ten minutes of work without a mouse: from an empty board to a saved, printed, played scenario."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid
from tests.editor.conftest import DialogAnswerer
from tests.editor.windows.test_main_window import open_window

from m44core.io.files.file_reader import read_file
from m44core.model.edits import new_scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44editor.documents.document import Document
from m44editor.playtest.playtest_window import PlaytestWindow
from m44editor.windows.main_window import MainWindow
from m44editor.windows.sheet_window import SheetWindow

Key = Qt.Key


class Keyboard:
    """A keyboard, without a mouse; its events go to the focused window."""

    def __init__(self, window: MainWindow, answers: DialogAnswerer) -> None:
        self.window, self._answers = window, answers

    def press_keys(self, *sequence: str) -> None:
        """Press keys one after the other, each written as in a menu: ``Ctrl+Shift+P``."""
        for keys in sequence:
            key_combination = QKeySequence(keys)[0]  # type: ignore[index]  # the stubs do not know it
            window = QGuiApplication.focusWindow()
            assert window is not None, f"nothing takes {keys}"
            QTest.keyClick(window, key_combination.key(), key_combination.keyboardModifiers())
            QApplication.processEvents()

    def type_text(self, text: str) -> None:
        """Type a text into the focused widget."""
        focused_widget = QApplication.focusWidget()
        assert isinstance(focused_widget, QWidget)
        QTest.keyClicks(focused_widget, text)
        QApplication.processEvents()

    def type_and_enter(self, text: str) -> None:
        """Type a text and press Enter."""
        self.type_text(text)
        self.press_keys("Return")

    def act_in_dialog(self, keys: str, act: Callable[[], None]) -> None:
        """Press keys that open a dialog, and call *act* once it is open."""

        def answer(dialog: QDialog) -> None:
            dialog.activateWindow()  # no window manager does it
            while QApplication.activeWindow() is not dialog:
                QApplication.processEvents()
            act()

        self._answers.do(answer)
        self.press_keys(keys)
        self.window.activateWindow()
        assert QTest.qWaitForWindowActive(self.window)

    def go_to(self, name: str) -> None:
        """Go to a hex of the board by its name."""
        self.act_in_dialog("Ctrl+Shift+G", partial(self.type_and_enter, name))
        assert self.window.view.hasFocus()
        assert self.window.view.cursor_hex == self.window.view.board.hex(name)

    def pick_up(self, query: str) -> None:
        """Pick up a piece by searching the palette."""
        self.press_keys("Ctrl+F")
        self.type_text(query)
        self.press_keys("Return")
        assert self.window.view.hasFocus()

    def run_command(self, name: str) -> None:
        """Run a command by its name."""
        self.act_in_dialog("Ctrl+Shift+P", partial(self.type_and_enter, name))

    def at(self, name: str) -> HexContent:
        """Return the content of a hex."""
        return self.window.document.scenario.at(self.window.view.board.hex(name))

    def tab_to(self, name: str) -> None:
        """Press Tab until the name of the focused field starts with *name*; fail after 40 times."""
        visited_names: list[str] = []
        for _ in range(40):
            focused_widget = QApplication.focusWidget()
            visited_names.append(focused_widget.accessibleName() if focused_widget else "")
            if visited_names[-1].startswith(name):
                return
            self.press_keys("Tab")
        raise AssertionError(f"Tab does not lead to {name}, but to {visited_names}")

    @property
    def panel(self) -> str:
        """The panel that has the focus; empty if none has."""
        focused_widget = QApplication.focusWidget()
        docks = self.window.docks.items()
        return next(
            (n for n, dock in docks if focused_widget and dock.isAncestorOf(focused_widget)), ""
        )


@pytest.fixture
def keyboard(qtbot: QtBot, tmp_path: Path, answers: DialogAnswerer) -> Keyboard:
    window = open_window(qtbot, Document(new_scenario()), tmp_path)
    assert QTest.qWaitForWindowActive(window)
    return Keyboard(window, answers)


def hold_shift(keyboard: Keyboard, *arrows: Key) -> None:
    """Press Shift and arrow keys; ``QTest.keyClick`` would release Shift after each of them."""
    window, down = keyboard.window.windowHandle(), QEvent.Type.KeyPress
    for arrow in (Key.Key_Shift, *arrows):
        QApplication.sendEvent(window, QKeyEvent(down, arrow, Qt.KeyboardModifier.ShiftModifier))
    QApplication.processEvents()


def drag_with_arrow_keys(keyboard: Keyboard, *arrows: Key) -> None:
    """Hold Shift, press arrow keys, and release Shift."""
    hold_shift(keyboard, *arrows)
    QTest.keyRelease(keyboard.window.windowHandle(), Key.Key_Shift)
    QApplication.processEvents()


def filled_hex_names(keyboard: Keyboard) -> set[str]:
    scenario = keyboard.window.document.scenario
    return {scenario.board.name(hex_) for hex_ in scenario.hexes}


def test_lines_shapes_exits_and_rubber_bands_need_no_mouse(keyboard: Keyboard) -> None:
    right, up, down = Key.Key_Right, Key.Key_Up, Key.Key_Down
    document, press = keyboard.window.document, keyboard.press_keys
    keyboard.go_to("G9")
    press("Shift+O")
    drag_with_arrow_keys(keyboard, right, right)
    board, selected = document.scenario.board, keyboard.window.selection.hexes
    assert {board.name(hex_) for hex_ in selected} == {"G9", "H9", "I9"}, "it is one exit"
    assert document.undo_stack.count() == 1
    press("Ctrl+Z")
    keyboard.pick_up("woods")
    press("P")
    keyboard.go_to("C3")
    drag_with_arrow_keys(keyboard, right, up, up)
    assert len(filled_hex_names(keyboard)) > 4
    assert document.undo_stack.count() == 1
    press("Ctrl+Z")
    keyboard.pick_up("road")
    press("C")
    keyboard.go_to("C5")
    drag_with_arrow_keys(keyboard, right, right, right)
    assert filled_hex_names(keyboard) == {"C5", "D5", "E5", "F5"}
    press("V", "Right")
    keyboard.go_to("A9")
    drag_with_arrow_keys(keyboard, *[down] * 4, *[right] * 4)
    assert len(keyboard.window.selection.hexes) > 8
    keyboard.go_to("K7")
    before = document.scenario
    press("B")
    hold_shift(keyboard, right)
    assert document.scenario != before
    press("Escape")
    QTest.keyRelease(keyboard.window.windowHandle(), Key.Key_Shift)
    assert document.scenario == before


def type_file_name(keyboard: Keyboard, path: Path) -> None:
    """Type the name of a file into a dialog and press Enter."""
    line = QApplication.focusWidget()
    assert isinstance(line, QLineEdit), line
    line.setCompleter(None)  # type: ignore[arg-type]  # its list would take the Enter
    line.selectAll()
    keyboard.type_text(str(path))
    keyboard.press_keys("Return")


def test_ten_minutes_of_work_without_a_mouse(
    keyboard: Keyboard, qtbot: QtBot, tmp_path: Path
) -> None:
    window, press, pick_up, go_to = (
        keyboard.window,
        keyboard.press_keys,
        keyboard.pick_up,
        keyboard.go_to,
    )
    keyboard.act_in_dialog("Ctrl+N", lambda: press("Return"))
    assert window.view.hasFocus()

    # terrain, turned
    pick_up("river")
    go_to("E5")
    press("R", "Space", "Right", "Space")
    assert keyboard.at("E5").terrain == keyboard.at("F5").terrain
    assert keyboard.at("E5").terrain not in (None, Piece("river"))
    pick_up("woods")
    press("Down", "Space")

    # units of both sides with a badge
    pick_up("ger inf")
    go_to("G7")
    press("Space")
    pick_up("us inf")
    go_to("G3")
    press("Space")
    pick_up("rangers")
    press("Space")
    assert keyboard.at("G3").unit == Unit("infus", badge="badge2")

    # objectives and an exit
    press("O")
    go_to("F5")
    press("Space")
    assert keyboard.at("F5").tags
    press("Shift+O")
    go_to("G9")
    press("Space")
    assert keyboard.at("G9").tags

    # a label in the properties
    press("V")
    go_to("E5")
    keyboard.run_command("Properties")
    assert keyboard.panel == "properties"
    keyboard.tab_to("Text")
    keyboard.type_text("Mill")
    press("Escape")
    assert window.view.hasFocus()
    assert window.document.scenario.labels == {window.view.board.hex("E5"): ("Mill",)}

    # texts in a panel, and back
    keyboard.run_command("Text")
    assert keyboard.panel == "texts"
    keyboard.tab_to("Title")
    keyboard.type_text("The Mill")
    press("Escape")
    assert window.view.hasFocus()
    assert window.document.scenario.title == "The Mill"

    # problems
    qtbot.waitUntil(lambda: window.inspection.live.is_current)
    press("F8", "F8", "Shift+F8")
    press("Escape")
    assert window.view.hasFocus()

    # undo, redo, save
    before = window.document.scenario
    press("Ctrl+Z", "Ctrl+Z")
    assert window.document.scenario != before
    press("Ctrl+Y", "Ctrl+Y")
    assert window.document.scenario == before
    path = tmp_path / "mine.m44"
    keyboard.act_in_dialog("Ctrl+S", lambda: type_file_name(keyboard, path))
    assert not window.isWindowModified()
    assert read_file(path).scenario is not None

    # print preview, and back
    press("Ctrl+P")
    sheet = window.findChild(SheetWindow)
    assert sheet is not None
    assert QTest.qWaitForWindowActive(sheet)
    press("Escape")
    assert not isValid(sheet), "it is closed"
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    assert window.view.hasFocus()

    # playtest, and back
    press("F5")
    (playtest,) = window.context.playtests.windows
    assert isinstance(playtest, PlaytestWindow)
    assert QTest.qWaitForWindowActive(playtest)
    press("Ctrl+W")
    assert not isValid(playtest) or not playtest.isVisible()
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    press("B")
    assert window.toolbox.tool.name == "brush"


def test_every_panel_is_reached_by_name_and_by_f6_and_left_again(keyboard: Keyboard) -> None:
    titles = {name: dock.windowTitle() for name, dock in keyboard.window.docks.items()}
    for name, title in titles.items():
        keyboard.run_command(title)
        assert keyboard.panel == name
        keyboard.press_keys("Escape")
        assert keyboard.window.view.hasFocus(), name
        keyboard.run_command(title)
        for _ in range(len(titles)):
            keyboard.press_keys("F6")
            if keyboard.window.view.hasFocus():
                break
        assert keyboard.window.view.hasFocus(), name
