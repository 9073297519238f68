"""Opens one window, says when it could be used and how much memory it takes, and ends.

    python start_window.py bare          a main window with nothing in it
    python start_window.py edit FILE     the editor, as m44-editor FILE makes it

A window can be used once its first frame is on the screen and the events that
waited meanwhile are dealt with.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

_CALM = 1500  # milliseconds after which everything was painted and checked


class FirstFrame(QObject):
    """Waits for the first painting of a widget, and tells of it when the window is calm."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._usable = 0.0
        self._processor = 0.0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go on with the painting; what comes after it in the queue comes after it."""
        if event.type() == QEvent.Type.Paint and not self._usable:
            self._usable = 1.0
            QTimer.singleShot(0, self, self._note)
        return super().eventFilter(watched, event)

    def _note(self) -> None:
        self._usable, self._processor = time.monotonic(), time.process_time()
        QTimer.singleShot(_CALM, self, self._tell)

    def _tell(self) -> None:
        said = {"usable": self._usable, "processor": self._processor, "resident": _resident()}
        print(json.dumps(said), flush=True)
        QApplication.exit()


def _resident() -> float:
    """Return the megabytes this process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def main(kind: str, *files: str) -> int:
    """Open the window and return the exit status of the application."""
    if kind == "bare":
        application = QApplication([])
        window = QMainWindow()
        window.resize(1400, 880)
        first = FirstFrame(window)
        window.show()
        del first
        return application.exec()
    from m44editor import app

    application = app.make_application()
    editor = app.open_window(Path(files[0]))
    FirstFrame(editor.view.viewport())
    app.guard_soon(editor)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
