"""A monkey at the editor: mouse, keyboard and menus at random, by a seed.

    python -m tests.editor.monkey 50000 7

plays so many actions and says what came of it: what stopped the program, whether undo led back
to the very start, and how much more memory it took than when the window was calm.
"""

from __future__ import annotations

import gc
import os
import random
import resource
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QObject, QPoint, QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QListView, QMenu, QToolButton, QWidget

from m44editor.windows.main_window import MainWindow

APART = frozenset(
    {
        *("new", "open", "save", "save-as", "reload", "export", "setup-list", "playtest"),
        *("compare-file", "compare-saved", "close", "quit", "copy", "cut", "paste", "select-all"),
    }
)
"""Commands the monkey leaves alone: they begin another history, write files or open windows.

Copying ends the offscreen platform of Qt with the process that holds the clipboard.
"""

_KEYS = (
    *map(Qt.Key, range(Qt.Key.Key_A, Qt.Key.Key_Z + 1)),
    *map(Qt.Key, range(Qt.Key.Key_0, Qt.Key.Key_9 + 1)),
    *(Qt.Key.Key_Tab, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Delete, Qt.Key.Key_Space),
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right),
)
_HELD = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
_BUTTONS = (Qt.MouseButton.LeftButton,) * 5 + (Qt.MouseButton.RightButton,)
_CALM = 40  # rounds of events after which nothing waits any more


class Monkey(QObject):
    """Does anything to a window that a hand could do.

    Attributes:
        failures: What was raised on the way, and in which action.
        done: How many actions were taken.
    """

    def __init__(self, window: MainWindow, seed: int) -> None:
        super().__init__(window)
        self.failures: list[str] = []
        self.done = 0
        self._window = window
        self._luck = random.Random(seed)
        self._acts: tuple[tuple[Callable[[], None], int], ...] = (
            (self._click, 36),
            (self._drag, 24),
            (self._type, 18),
            (self._take_piece, 8),
            (self._command, 8),
            (self._press_anything, 6),
        )
        self._closer = QTimer(self, interval=5)
        self._closer.timeout.connect(self._close_what_waits)
        self._closer.start()
        self._hook, sys.excepthook = sys.excepthook, self._note

    def act(self, times: int) -> None:
        """Do so many things, one after the other."""
        acts, weights = zip(*self._acts, strict=True)
        for _ in range(times):
            (act,) = self._luck.choices(acts, weights)
            try:
                act()
            except Exception as error:
                self._note(type(error), error, error.__traceback__)
            QApplication.processEvents()
            self.done += 1

    def go_back(self) -> None:
        """Undo everything."""
        stack = self._window.document.undo_stack
        while stack.canUndo():
            stack.undo()
        self.calm()

    def calm(self) -> None:
        """Let everything that waits be done."""
        for _ in range(_CALM):
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        QApplication.sendPostedEvents(None, 0)
        gc.collect()

    def end(self) -> None:
        """Leave the window alone."""
        self._closer.stop()
        sys.excepthook = self._hook

    def _note(self, _: type[BaseException], error: BaseException, __: TracebackType | None) -> None:
        where = "".join(traceback.format_exception(error)[-4:])
        self.failures.append(f"action {self.done}: {where}")

    def _close_what_waits(self) -> None:
        """Close a menu or a dialog that would wait for somebody."""
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu):
            popup.close()
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            dialog.reject()

    def _click(self) -> None:
        view = self._window.view.viewport()
        QTest.mouseClick(view, self._button(), self._held(), self._point(view))

    def _drag(self) -> None:
        view, button = self._window.view.viewport(), Qt.MouseButton.LeftButton
        QTest.mousePress(view, button, self._held(), self._point(view))
        for _ in range(self._luck.randrange(1, 5)):
            QTest.mouseMove(view, self._point(view))
            QApplication.processEvents()
        QTest.mouseRelease(view, button, Qt.KeyboardModifier.NoModifier, self._point(view))

    def _type(self) -> None:
        target = QApplication.focusWidget() or self._window.view
        QTest.keyClick(target, self._luck.choice(_KEYS), self._held())

    def _command(self) -> None:
        allowed = [
            action
            for name, action in self._window.commands.items()
            if name not in APART and action.isEnabled() and not name.startswith("language-")
        ]
        self._luck.choice(allowed).trigger()

    def _take_piece(self) -> None:
        """Take any piece into the hand, or one of the tools."""
        tool = self._luck.choice(("brush", "brush", "brush", "rectangle", "fill", "select"))
        self._window.commands[tool].trigger()
        palette = next(iter(self._window.findChildren(QListView)), None)
        if palette is not None and (rows := palette.model().rowCount()):
            palette.setCurrentIndex(palette.model().index(self._luck.randrange(rows), 0))
            QTest.keyClick(palette, Qt.Key.Key_Return)

    def _press_anything(self) -> None:
        """Click somewhere in a panel."""
        commands = self._window.commands
        apart = {commands[name] for name in APART if name in commands}
        shown = [
            widget
            for widget in self._window.findChildren(QWidget)
            if widget.isVisible()
            and not isinstance(widget, QMenu)
            and not (isinstance(widget, QToolButton) and widget.defaultAction() in apart)
        ]
        widget = self._luck.choice(shown)
        QTest.mouseClick(
            widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, self._point(widget)
        )

    def _point(self, widget: QWidget) -> QPoint:
        return QPoint(
            self._luck.randrange(max(1, widget.width())),
            self._luck.randrange(max(1, widget.height())),
        )

    def _held(self) -> Qt.KeyboardModifier:
        return self._luck.choice(_HELD)

    def _button(self) -> Qt.MouseButton:
        return self._luck.choice(_BUTTONS)


def resident() -> float:
    """Return the megabytes this process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def main(times: int, seed: int) -> int:
    """Let a monkey work, and print what came of it; return how many things went wrong."""
    from m44core.io.files.open import read_file
    from m44core.resources import scenarios_folder
    from m44editor.documents.document import Document

    application = QApplication([])
    read = read_file(scenarios_folder() / "pegasus-bridge.m44").scenario
    assert read is not None
    place = str(Path(tempfile.mkdtemp(), "settings.ini"))
    window = MainWindow(Document(read), QSettings(place, QSettings.Format.IniFormat))
    window.resize(1000, 700)
    window.show()
    monkey = Monkey(window, seed)
    monkey.act(min(500, times))
    monkey.calm()
    before = resident()
    for _ in range(10):
        monkey.act(times // 10)
        print(f"{monkey.done} actions: {resident() - before:+.1f} MB", flush=True)
    monkey.calm()
    grown, steps = resident() - before, window.document.undo_stack.count()
    monkey.go_back()
    same = window.document.scenario == read
    monkey.end()
    print(f"{len(monkey.failures)} exceptions; {steps} steps undone: the start again: {same}")
    print(f"{grown:+.1f} MB after all, {resident() - before:+.1f} MB after undoing")
    print("\n".join(monkey.failures[:5]))
    del application
    return len(monkey.failures) + (not same)


if __name__ == "__main__":
    status = main(int(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.flush()
    os._exit(min(status, 1))  # the checks of a window that is not closed need not be waited for
