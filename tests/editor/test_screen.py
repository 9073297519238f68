"""Fitting windows to the screen."""

from __future__ import annotations

import gc
import re
from pathlib import Path

from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

import m44editor
from m44editor.screen import resize_to_screen, screen_of


def test_the_screen_object_survives_fitted_windows(qtbot: QtBot) -> None:
    screen = QApplication.primaryScreen()
    for _ in range(5):
        window = QWidget()
        resize_to_screen(window, 300, 200)
        window.myself = window  # type: ignore[attr-defined]  # only Python's search finds it
        del window
        gc.collect()
        assert isValid(screen)


def test_a_dialog_opens_on_the_screen_of_its_window(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    assert screen_of(QDialog(window)) == screen_of(window) == QApplication.primaryScreen()


def test_no_widget_is_asked_for_its_screen() -> None:
    """PySide6 destroys a screen returned by ``QWidget.screen`` together with the widget."""
    files = [*Path(m44editor.__file__).parent.rglob("*.py")]
    assert len(files) > 100
    screen_call = re.compile(r"\w\.screen\(\)")
    assert not [file.name for file in files if screen_call.search(file.read_text("utf-8"))]
