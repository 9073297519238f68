"""The bubble with a tool's modifier keys, shown the first few times it is chosen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.editor.conftest import MouseAndKeyboard

from m44core.board import BoardType
from m44core.messages.languages import languages
from m44core.model.edits import new_scenario
from m44editor.board.geometry import board_area
from m44editor.board.mini_map import MiniMap
from m44editor.interface_text import language, set_language
from m44editor.windows.main_window import MainWindow
from m44editor.windows.tool_bubble import MAX_TIMES, ToolBubble

CORNER = QSize(200, 40)  # logical pixels that a title or medals take
MIDDLE_OF_CORNER = QPoint(100, 20)


def find_tool_bubble(window: MainWindow) -> ToolBubble:
    tool_bubble = window.findChild(ToolBubble, "tool-bubble")
    assert tool_bubble is not None
    return tool_bubble


def test_the_keys_of_a_tool_are_shown_until_it_is_used(window: MainWindow) -> None:
    window.view.setFocus()
    user = MouseAndKeyboard(window.view)
    user.press_key(Qt.Key.Key_L)
    assert find_tool_bubble(window).isVisible()
    assert "Shift adds, Ctrl subtracts" in find_tool_bubble(window).label.text()
    user.press("F5")
    assert not find_tool_bubble(window).isVisible()
    user.release("F5")


def test_the_bubble_never_intercepts_a_stroke(window: MainWindow) -> None:
    window.view.setFocus()
    user = MouseAndKeyboard(window.view)
    user.press_key(Qt.Key.Key_B)
    bubble_centre = find_tool_bubble(window).geometry().center()
    presses: list[object] = []
    window.view.pressed.connect(presses.append)
    QTest.mouseClick(window.view.viewport(), Qt.MouseButton.LeftButton, pos=bubble_centre)
    assert not find_tool_bubble(window).isVisible()
    assert len(presses) == 1


def test_the_bubble_of_a_tool_is_shown_three_times(window: MainWindow) -> None:
    visibilities = []
    for _ in range(MAX_TIMES + 2):
        window.commands["lasso"].trigger()
        visibilities.append(find_tool_bubble(window).isVisible())
        window.commands["hand"].trigger()
        assert not find_tool_bubble(window).isVisible()  # it has no keys
    assert visibilities == [True] * MAX_TIMES + [False] * 2


@pytest.mark.parametrize("code", ["en", "ru"])
def test_the_keys_of_a_tool_are_named_once(
    window: MainWindow, code: str, subtests: pytest.Subtests
) -> None:
    before = language()
    set_language(code)
    for tool, keys in (
        ("brush", "Shift"),
        ("eraser", "Ctrl"),
        ("lasso", "Shift"),
        ("path", "Ctrl"),
    ):
        with subtests.test(tool):
            window.commands["hand"].trigger()
            window.commands[tool].trigger()
            assert find_tool_bubble(window).label.text().count(keys) == 1
    set_language(before)


@pytest.mark.parametrize("stored_value", ["x", "[]"])
def test_no_bubble_is_shown_if_its_setting_is_damaged(
    window: MainWindow, stored_value: str
) -> None:
    window.context.settings.setValue("bubbles/wand", stored_value)
    window.commands["wand"].trigger()
    assert not find_tool_bubble(window).isVisible()


def test_a_bubble_does_not_repeat_the_name_of_its_tool(
    window: MainWindow, subtests: pytest.Subtests
) -> None:
    before = language()
    for code in languages():
        set_language(code)
        window.context.settings.remove("bubbles")
        window.commands["hand"].trigger()
        window.commands["objective"].trigger()
        name, *lines = find_tool_bubble(window).label.text().split("<br>")
        name = name.removeprefix("<b>").removesuffix("</b>")
        with subtests.test(code):
            assert name
            assert not lines[0].startswith((f"{name}:", f"{name} :", f"{name}\uff1a"))
            assert lines[0][0] == lines[0][0].upper()
    set_language(before)


@pytest.mark.parametrize("height", [560, 640, 900])
def test_a_bubble_covers_neither_the_title_nor_the_medals(window: MainWindow, height: int) -> None:
    window.resize(1000, height)
    window.view.fit()
    window.view.setFocus()
    MouseAndKeyboard(window.view).press_key(Qt.Key.Key_L)
    bubble = find_tool_bubble(window).geometry()
    area = window.view.area_from_units(board_area(window.view.board)).toAlignedRect()
    for corner in (area.topLeft(), area.topRight(), area.bottomLeft()):
        assert not bubble.intersects(QRect(corner, CORNER).translated(-MIDDLE_OF_CORNER))


def test_a_bubble_is_above_the_mini_map(window: MainWindow) -> None:
    window.document.replace(new_scenario(BoardType.OVERLORD), None)
    window.view.zoom_to_actual_size()
    QApplication.processEvents()
    mini_map = window.view.findChild(MiniMap)
    assert mini_map is not None
    assert mini_map.isVisible()
    window.commands["lasso"].trigger()
    assert not find_tool_bubble(window).geometry().intersects(mini_map.geometry())
