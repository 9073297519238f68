"""Open one window, print the time when it was usable and its memory, and quit.

    python open_timed_window.py bare          a main window with nothing in it
    python open_timed_window.py edit FILE     the editor, as m44-editor FILE opens it
    python open_timed_window.py --frame ...   quit as soon as the window is usable

A window is usable once its first frame is on the screen and pending events are handled.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from m44editor.windows.main_window import MainWindow

_IDLE_MS = 1500  # milliseconds after which everything is painted and checked
_END_WITH_FRAME = "--frame"


def _resident_megabytes() -> float:
    """Return the resident memory of this process, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def report_first_frame(widget: QWidget) -> None:
    """Print the time when a widget was usable and the memory 1.5 s later; then quit.

    With ``--frame`` only the time is printed, and the process ends at once.
    """
    from PySide6.QtCore import QEvent, QObject, QTimer
    from PySide6.QtWidgets import QApplication

    class FirstFrameReporter(QObject):
        def __init__(self) -> None:
            super().__init__(widget)
            self._seen = False
            widget.installEventFilter(self)

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - a name of Qt
            if event.type() == QEvent.Type.Paint and not self._seen:
                self._seen = True
                QTimer.singleShot(0, self, self._note)
            return super().eventFilter(watched, event)

        def _note(self) -> None:
            values = {"usable": time.monotonic(), "processor": time.process_time()}
            if _END_WITH_FRAME in sys.argv:
                print(json.dumps(values), flush=True)
                os._exit(0)  # the time to quit has nothing to do with starting
            QTimer.singleShot(_IDLE_MS, self, lambda: self._print_figures_and_exit(values))

        def _print_figures_and_exit(self, figures: dict[str, float]) -> None:
            print(json.dumps({**figures, "resident": _resident_megabytes()}), flush=True)
            QApplication.exit()

    FirstFrameReporter()


def open_empty_window() -> int:
    """Open a window with nothing in it; return its exit status."""
    from PySide6.QtWidgets import QApplication, QMainWindow

    application = QApplication([])
    window = QMainWindow()
    window.resize(1400, 880)
    report_first_frame(window)
    window.show()
    return application.exec()


def open_editor(file: str) -> int:
    """Open the editor with a file; return its exit status."""
    from m44editor import app

    open_window = app.open_window

    def open_and_watch(path: Path | None, *others: Path) -> MainWindow:
        window = open_window(path, *others)
        report_first_frame(window.view.viewport())
        return window

    app.open_window = open_and_watch
    return app.main([file])


if __name__ == "__main__":
    kind, *files = (word for word in sys.argv[1:] if word != _END_WITH_FRAME)
    sys.exit(open_editor(*files) if kind == "edit" else open_empty_window())
