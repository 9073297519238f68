"""``m44 manual`` opens the manual in a window."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from m44core.messages.languages import ENGLISH

CLOSE_WHEN_SHOWN = """
import sys
from PySide6.QtCore import QTimer
from m44editor import app, commands

def make_application(language):
    application = make(language)
    timer = QTimer(application, interval=10)
    timer.timeout.connect(lambda: close_shown_window(application))
    timer.start()
    return application

def close_shown_window(application):
    for window in application.topLevelWidgets():
        if window.isVisible():
            print(type(window).__name__, window.name, window.windowTitle(), sep="|")
            window.close()

make, app.make_application = app.make_application, make_application
sys.exit(commands.manual(sys.argv[1:]))
"""
"""A program that opens the manual, prints what its window shows, and closes it."""


@pytest.mark.parametrize(
    ("language", "title"), [(ENGLISH, "Manual — M44 Workshop"), ("fr", "Manuel — M44 Workshop")]
)
def test_the_manual_is_opened_at_a_page(language: str, title: str) -> None:
    process = subprocess.run(
        [sys.executable, "-c", CLOSE_WHEN_SHOWN, "playtest", "--language", language],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    window, name, shown_title = process.stdout.strip().split("|")
    assert (process.returncode, window, name) == (0, "ManualWindow", "playtest")
    assert title.startswith(shown_title)
