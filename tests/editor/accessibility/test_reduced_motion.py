"""With reduced motion nothing glides or blinks, and the computer's turns appear immediately."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from m44core.model.scenario import Scenario
from m44editor.accessibility import reduced_motion
from m44editor.documents.document import Document
from m44editor.playtest.playback_bars import STEP_DELAYS_MS
from m44editor.playtest.playtest_window import PlaytestWindow
from m44editor.windows.main_window import MainWindow

SCRIPT = Path(__file__).with_name("fake_settings_portal.py")


@pytest.fixture(autouse=True)
def restored_motion(qapp: QApplication) -> Iterator[None]:
    reduced_motion.clear_cached_choice()
    yield
    reduced_motion.set_motion(QSettings(), reduced_motion.Motion.FULL)
    reduced_motion.clear_cached_choice()


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    window = MainWindow(document, settings)
    qtbot.addWidget(window, before_close_func=lambda _: document.undo_stack.setClean())
    with qtbot.waitExposed(window):
        window.show()
    return window


def test_reduced_motion_stops_panels_cursors_and_playtests(
    qtbot: QtBot, window: MainWindow, pegasus: Scenario
) -> None:
    hints = QApplication.styleHints()
    assert (window.isAnimated(), hints.cursorFlashTime() > 0) == (True, True)
    window.commands["motion-reduced"].trigger()
    assert (window.isAnimated(), hints.cursorFlashTime() > 0) == (False, False)
    assert not QApplication.isEffectEnabled(Qt.UIEffect.UI_AnimateMenu)
    playtest = PlaytestWindow(pegasus)
    qtbot.addWidget(playtest)
    assert STEP_DELAYS_MS[playtest.game_page.speed_bar.slider.value()] == 0
    assert playtest.table.playback.interval_ms >= 1000, "a replay changes its picture slowly"


def test_full_motion_is_restored(window: MainWindow) -> None:
    for name in ("motion-reduced", "motion-full"):
        window.commands[name].trigger()
    assert window.isAnimated()
    assert QApplication.styleHints().cursorFlashTime() > 0


def test_the_choice_of_motion_is_restored_in_the_next_session() -> None:
    reduced_motion.set_motion(QSettings(), reduced_motion.Motion.REDUCED)
    reduced_motion.clear_cached_choice()
    assert reduced_motion.is_motion_reduced()


@pytest.mark.skipif(
    not (sys.platform.startswith("linux") and shutil.which("dbus-run-session")),
    reason="there is no dbus-run-session (package dbus), which makes a bus for the test",
)
@pytest.mark.parametrize(
    ("key", "value", "is_reduced"),
    [
        ("reduced-motion", 1, True),
        ("reduced-motion", 0, False),
        ("enable-animations", 0, True),
        ("enable-animations", 1, False),
    ],
)
def test_the_motion_preference_of_the_desktop_is_used(
    key: str, value: int, is_reduced: bool
) -> None:
    command = ["dbus-run-session", "--", sys.executable, str(SCRIPT), key, str(value)]
    output = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert output.stdout.strip() == str(is_reduced)
