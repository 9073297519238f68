"""Modules that must not be imported before a window is on the screen."""

import subprocess
import sys

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from m44core.resources import scenarios_folder
from m44editor.first_frame import after_first_frame

LATE_MODULES = (
    *("concurrent", "jsonschema", "multiprocessing", "socket", "ssl", "_hashlib", "yaml"),
    *("PySide6.QtSvg", "PySide6.QtPrint"),
    *("m44core.playtest", "m44core.rules", "m44core.validation"),
    *("m44editor.crash", "m44editor.windows.file_dialogs"),
    *("m44editor.windows.file_dialogs", "m44editor.windows.help_dialogs"),
    *("m44core.work.executors", "m44editor.os_signals", "m44core.catalogue.catalogue_reader"),
    *("m44core.io.files.save", "m44core.io.files.serialization", "m44core.io.m44.encode"),
    *("m44editor.checks.live_validation", "m44editor.playtest", "m44editor.windows.recovery"),
)
# Our modules loaded before the first frame, with one terrain of Pegasus Bridge; each takes
# 0.3 million instructions or more.
MAX_MODULES = 237
_PROGRAM = """
import sys
from itertools import count
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from m44editor import app, first_frame
from m44editor.board import canvas

# Of one sweep of painting the panels come first: a board that takes 20 ms would let them be built.
first_frame.DELAY_MS = 60_000

# A frame draws pieces, and loads their modules, for as long as it has time. With this clock
# there is time for one piece, however fast the machine is.
canvas.perf_counter = count().__next__

class FirstFrame(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self.tell)
        return False

    def tell(self):
        print(*sys.modules)
        QCoreApplication.exit()

def opened(path, open_window=app.open_window):
    window = open_window(path)
    window.view.viewport().installEventFilter(frame)
    return window

frame = FirstFrame()
app.open_window = opened
app.main(sys.argv[1:])
"""


def test_postponed_work_runs_once_after_the_first_painting(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    calls: list[str] = []
    after_first_frame(widget, lambda: calls.append("done"))
    qtbot.wait(50)
    assert not calls

    widget.show()
    qtbot.waitUntil(lambda: bool(calls))
    widget.repaint()
    qtbot.wait(50)
    assert calls == ["done"]


def test_modules_the_first_frame_does_not_need_are_not_loaded() -> None:
    file = scenarios_folder() / "pegasus-bridge.m44"
    command = [sys.executable, "-c", _PROGRAM, str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded_modules = result.stdout.split()
    assert "m44editor.windows.main_window" in loaded_modules
    too_early = [name for name in loaded_modules if name.startswith(LATE_MODULES)]
    assert not too_early, "each delays the window; import it where it is used"
    ours = [name for name in loaded_modules if name.startswith(("m44core", "m44editor"))]
    assert len(ours) <= MAX_MODULES, f"import what is new where it is first used: {ours[-40:]}"
