"""Opens the main window on the screens of a test, and does what its arguments say.

    python window_on_screens.py SETTINGS STEP...

The steps are ``right`` (move the window to the screen on the right), ``float`` (float the palette
there), ``paint HEX`` (paint forest by mouse), ``report`` and ``close``. A report is a line of JSON.
"""

from __future__ import annotations

import json
import sys

from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from m44core.model.edits import new_scenario
from m44editor.app import make_application
from m44editor.board.board_view import BoardView
from m44editor.board.geometry import centre
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow

_SETTLE_MS = 400  # milliseconds until the board is painted


def report(window: MainWindow) -> dict[str, object]:
    """Return where the window and its floating panels are, and how the board is drawn."""
    view, dock = window.view, window.docks["palette"]
    scenario = window.document.scenario
    return {
        "ratio": view.devicePixelRatioF(),
        "pixels": view.viewport().grab().width() / view.viewport().width(),
        "hex-width": round(view.zoom.scale * 100),
        "visible": is_on_a_screen(window),
        "palette-visible": is_on_a_screen(dock),
        "floating": dock.isFloating(),
        "woods": sorted(
            scenario.board.name(hex_) for hex_ in scenario.hexes if scenario.at(hex_).terrain
        ),
    }


def is_on_a_screen(widget: QWidget) -> bool:
    """Return whether the middle of the upper edge, where a window is dragged, is on a screen."""
    top_middle = widget.mapToGlobal(QPoint(widget.width() // 2, 1))
    return QGuiApplication.screenAt(top_middle) is not None


def click(view: BoardView, name: str) -> None:
    """Click a hex by the window system. The mouse of the other tests is only for one screen."""
    point = view.from_units(centre(view.board.hex(name))).toPoint()
    place = view.viewport().mapTo(view.window(), point)
    QTest.mouseClick(
        view.window().windowHandle(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        place,
    )


def main() -> None:
    """Do each step in turn."""
    application = make_application("en")
    settings = QSettings(sys.argv[1], QSettings.Format.IniFormat)
    window = MainWindow(Document(new_scenario()), settings)
    window.show()
    QTest.qWait(_SETTLE_MS)
    steps = iter(sys.argv[2:])
    for step in steps:
        right_screen = QApplication.screens()[-1].geometry()
        match step:
            case "right":
                window.move(right_screen.topLeft() + QPoint(20, 20))
            case "float":
                window.docks["palette"].setFloating(True)
                window.docks["palette"].move(right_screen.topLeft() + QPoint(300, 100))
            case "paint":
                window.commands["brush"].trigger()
                click(window.view, next(steps))
            case "report":
                print(json.dumps(report(window)), flush=True)
            case "close":
                window.document.undo_stack.setClean()
                window.close()
        QTest.qWait(_SETTLE_MS)
    del application


if __name__ == "__main__":  # a process that checks scenarios imports this module again
    main()
