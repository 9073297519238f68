"""A window shows nothing left over from a scenario that was open before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard
from tests.editor.windows.test_main_window import open_window

from m44core.diagnostics import Severity
from m44core.model.edits import new_scenario
from m44core.resources import scenarios_folder
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow

SWORD, TOULON = (scenarios_folder() / f"{name}.yaml" for name in ("sword-beach", "toulon"))
PANELS = ("palette", "layers", "victory", "properties", "briefing", "texts", "history", "problems")


def visible_text(widget: QWidget) -> str:
    """Return the text a widget shows; empty if it shows none."""
    match widget:
        case QLabel() | QAbstractButton() | QLineEdit():
            return widget.text()
        case QPlainTextEdit() | QTextEdit():
            return widget.toPlainText()
        case QComboBox():
            return widget.currentText()
        case QSpinBox():
            return widget.text()
        case QTabBar():
            return " | ".join(widget.tabText(n) for n in range(widget.count()))
    return ""


def texts_of(widget: QWidget) -> Iterator[str]:
    for part in widget.findChildren(QWidget):
        if part.isVisible() and (text := visible_text(part)):
            state = "" if part.isEnabled() else " (grey)"
            yield f"{type(part).__name__}: {text}{state}"


def settle(window: MainWindow, qtbot: QtBot) -> None:
    QApplication.processEvents()
    qtbot.waitUntil(lambda: window.inspection.live.is_current)
    QApplication.processEvents()


def visible_texts(window: MainWindow, qtbot: QtBot) -> dict[str, list[str]]:
    """Return all texts of a window, keyed by the name of the panel or part with them."""
    settle(window, qtbot)
    texts: dict[str, list[str]] = {}
    for name in PANELS:
        window.docks[name].reveal()
        settle(window, qtbot)
        texts[name] = sorted(texts_of(window.docks[name].panel()))
    texts["status"] = [*sorted(texts_of(window.status)), window.status.currentMessage()]
    texts["title"] = [window.windowTitle(), str(window.isWindowModified())]
    texts["notice"] = sorted(texts_of(window.files.bar)) if window.files.bar.isVisible() else []
    texts["commands"] = [
        f"{name}: {action.text()} {action.isEnabled()} {action.isChecked()}"
        for name, action in window.commands.items()
        if not name.startswith("symmetry")
    ]
    return texts


@pytest.fixture
def fresh_texts(qtbot: QtBot, tmp_path: Path) -> dict[str, list[str]]:
    """The texts of a window in which no other scenario was open before."""
    (tmp_path / "fresh").mkdir()
    window = open_window(qtbot, Document(new_scenario()), tmp_path / "fresh")
    window.open_path(SWORD)
    MouseAndKeyboard(window.view).move_to(window.status.geometry().center())
    texts = visible_texts(window, qtbot)
    window.close()  # otherwise the file is shown there
    return texts


def test_no_text_about_the_previously_shown_scenario_remains(
    qtbot: QtBot, tmp_path: Path, fresh_texts: dict[str, list[str]]
) -> None:
    window = open_window(qtbot, Document(new_scenario()), tmp_path)
    window.open_path(TOULON)
    visible_texts(window, qtbot)  # create and fill all panels
    user = MouseAndKeyboard(window.view)
    window.view.setFocus()
    user.press_key(Qt.Key.Key_V)
    user.click("E7")
    window.commands["select-side"].trigger()
    window.commands["delete"].trigger()
    window.panels.show_problems().notices.show_notice(Severity.INFO, "Nothing was changed.")
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_C, Qt.KeyboardModifier.AltModifier)
    window.open_path(SWORD)
    user.move_to(window.status.geometry().center())
    after = visible_texts(window, qtbot)
    for part, texts in fresh_texts.items():
        assert set(after[part]) ^ set(texts) == set(), part
    assert sum(map(len, after.values())) > 200


def test_texts_about_a_scenario_return_with_its_tab(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, Document(new_scenario()), tmp_path)
    window.open_path(SWORD)
    MouseAndKeyboard(window.view).move_to(window.status.geometry().center())
    before = visible_texts(window, qtbot)
    window.open_path(TOULON)
    visible_texts(window, qtbot)
    window.commands["previous-tab"].trigger()
    MouseAndKeyboard(window.view).move_to(window.status.geometry().center())
    after = visible_texts(window, qtbot)
    for part, texts in before.items():
        assert set(after[part]) ^ set(texts) == set(), part
