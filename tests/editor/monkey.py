"""A monkey test of the editor: random mouse, keyboard and menu events from a seed.

    python -m tests.editor.monkey 50000 7

plays so many actions and says what came of it: what stopped the program, whether undo led every
history back to its very start, and how much more memory it took than when every kind of window
and panel had been open once: what is loaded when first needed stays, and does not grow. Open
handles (files, pipes, watchers) are counted at rest in the beginning, in the middle and in the end.
"""

from __future__ import annotations

import ctypes
import gc
import os
import random
import resource
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import (
    QEvent,
    QEventLoop,
    QMessageLogContext,
    QObject,
    QPoint,
    QSettings,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QDockWidget,
    QListView,
    QMenu,
    QMessageBox,
    QToolButton,
    QWidget,
)
from tests.editor.monkey_errands import Errands

from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44editor.documents.document import Document
from m44editor.process_memory import configure_heap, release_free_memory
from m44editor.startup import remove_import_hook
from m44editor.windows.main_window import MainWindow

APART = frozenset(
    {
        *("new", "open", "save", "save-as", "reload", "export", "setup-list", "playtest"),
        *("compare-file", "compare-saved", "close", "quit"),
        *("close-others", "close-right", "new-window", "show-folder"),
    }
)
"""Commands that begin another history, write files or open windows; see ``monkey_errands.py``."""

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
_WARNINGS = (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)
_UNSUPPORTED = "This plugin does not support"
_REST = 40_000  # milliseconds in which nothing is done; some pictures are kept for 30 s
_WARM = 2_500  # actions in which most panels were shown, with what they show of any piece
_PARTS = 20  # accounts given on the way
_CALM = 40  # rounds of events after which nothing waits any more


class Monkey(QObject):
    """Does anything to a window that a hand could do.

    Args:
        window: The window.
        seed: What all its chance comes from.
        first: The file to come back to, in a folder where files may be written.

    Attributes:
        failures: What was raised on the way, and in which action.
        done: How many actions were taken.
    """

    def __init__(self, window: MainWindow, seed: int, first: Path) -> None:
        super().__init__(window)
        self.failures: list[str] = []
        self.done = 0
        self._window = window
        self._luck = random.Random(seed)
        self.errands = Errands(window, first, self._luck)
        self._acts: tuple[tuple[Callable[[], None], int], ...] = (
            (self._click, 36),
            (self._drag, 24),
            (self._type, 18),
            (self._take_piece, 8),
            (self._command, 8),
            (self._press_anything, 6),
            (self._copy_and_paste, 4),
            (self._run_errands, 1),
        )
        self._closer = QTimer(self, interval=5)
        self._closer.timeout.connect(self._close_what_waits)
        self._closer.start()
        self._hook, sys.excepthook = sys.excepthook, self._note
        self._handler = qInstallMessageHandler(self._hear)

    def act(self, times: int) -> None:
        """Do so many things, one after the other."""
        acts, weights = zip(*self._acts, strict=True)
        for _ in range(times):
            (act,) = self._luck.choices(acts, weights)
            try:
                act()
            except Exception as error:
                self._note(type(error), error, error.__traceback__)
            _go_round()
            self.done += 1

    def all_once(self) -> None:
        """Do everything once that loads what is needed for it."""
        for name in sorted(self._window.commands):
            if self._is_allowed(name):
                self._window.commands[name].trigger()
                _go_round()
        for panel in self._window.findChildren(QDockWidget):
            panel.show()
            panel.raise_()
            _go_round()
        self.errands.all_once()

    def go_back(self) -> None:
        """Undo everything, in all tabs."""
        self.errands.undo_all()
        self.calm()

    def calm(self) -> None:
        """Let everything that waits be done."""
        for _ in range(_CALM):
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            _go_round()
        gc.collect()

    def rest(self) -> None:
        """Leave one board as it was in the beginning, until all that goes at rest is gone."""
        self.go_back()
        self.errands.leave_one_board()
        loop = QEventLoop()
        QTimer.singleShot(_REST, loop.quit)
        loop.exec()
        self.calm()
        release_free_memory()

    def end(self) -> None:
        """Leave the window alone."""
        self._closer.stop()
        sys.excepthook = self._hook
        qInstallMessageHandler(self._handler)

    def _note(self, _: type[BaseException], error: BaseException, __: TracebackType | None) -> None:
        where = "".join(traceback.format_exception(error)[-4:])
        self.failures.append(f"action {self.done}: {where}")

    def _hear(self, kind: QtMsgType, _: QMessageLogContext, said: str) -> None:
        """Note what Qt warns of, with the way to it; not what a screen in memory cannot do."""
        if kind in _WARNINGS and not said.startswith(_UNSUPPORTED):
            where = "".join(traceback.format_stack(limit=6)[:-1])
            self.failures.append(f"action {self.done}: {said}\n{where}")

    def _close_what_waits(self) -> None:
        """Close a menu or a dialog that would wait for somebody."""
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu):
            popup.close()
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QMessageBox) and (button := _discard(dialog)):
            button.click()
        elif isinstance(dialog, QDialog):
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
        commands = self._window.commands
        self._luck.choice([commands[name] for name in commands if self._is_allowed(name)]).trigger()

    def _is_allowed(self, name: str) -> bool:
        apart = name in APART or name.startswith("language-")
        return not apart and self._window.commands[name].isEnabled()

    def _copy_and_paste(self) -> None:
        """Take all or what is selected, and put it anywhere."""
        for name in self._luck.choices(("select-all", "copy", "cut", "paste"), k=3):
            self._window.commands[name].trigger()
        self._click()

    def _run_errands(self) -> None:
        self._luck.choice((self.errands.file, self.errands.play))()

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


def _go_round() -> None:
    """Do what waits, as one round of the program's event loop does.

    What is to be deleted goes only there: events that are processed by hand leave it alone.
    """
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _discard(dialog: QMessageBox) -> QAbstractButton | None:
    """Return the button of a question that lets things go, if it has one."""
    return dialog.button(QMessageBox.StandardButton.Discard)


def resident() -> float:
    """Return the megabytes this process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def in_use() -> float:
    """Return the megabytes of memory asked of the C library and not given back.

    What is resident beyond that are pages the library keeps for later, and code.
    """
    counted = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if counted is None:
        return 0.0
    counted.restype = _MemoryInfo
    told = counted()
    return float(told.uordblks + told.hblkhd) / 1e6


def handles() -> str:
    """Return how many files, pipes and watchers this process has open, and of which kinds."""
    kinds = Counter(kind for entry in os.scandir("/proc/self/fd") if (kind := _kind(entry)))
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    return f"{kinds.total()} handles ({told})"


def _kind(entry: os.DirEntry[str]) -> str:
    """Return what a handle is open on; nothing for the one that lists the handles."""
    try:
        target = str(Path(entry.path).readlink())
    except FileNotFoundError:
        return ""
    if target.startswith("/proc/"):
        return ""
    return "file" if target.startswith("/") else target.partition(":[")[0]


class _MemoryInfo(ctypes.Structure):
    """What ``mallinfo2`` of the GNU C library returns."""

    _fields_ = (
        *((name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd")),
        *((name, ctypes.c_size_t) for name in ("usmblks", "fsmblks", "uordblks", "fordblks")),
        ("keepcost", ctypes.c_size_t),
    )


def main(times: int, seed: int) -> int:
    """Let a monkey work, and print what came of it; return how many things went wrong."""
    remove_import_hook()  # else the sources of all modules stay in memory
    application = QApplication([])
    configure_heap()  # as the program does once its first window is on the screen
    folder = Path(tempfile.mkdtemp())
    file = Path(shutil.copy(scenarios_folder() / "pegasus-bridge.m44", folder))
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    window = MainWindow(Document(Scenario()), settings)
    window.open_path(file)
    window.resize(1000, 700)
    window.show()
    monkey = Monkey(window, seed, file)
    monkey.act(min(_WARM, times))
    monkey.all_once()
    monkey.rest()
    before, used = resident(), in_use()
    print(f"in the beginning, at rest: {handles()}", flush=True)
    for part in range(_PARTS):
        if part == _PARTS // 2:
            monkey.rest()
            print(f"in the middle, at rest: {resident() - before:+.1f} MB, {handles()}", flush=True)
        monkey.act(times // _PARTS)
        steps = window.document.undo_stack.count()
        account = f"{resident() - before:+.1f} MB, {in_use():.1f} in use, {steps} steps"
        print(f"{monkey.done} actions: {account}, {len(monkey.failures)} exceptions", flush=True)
    monkey.calm()
    grown, steps = resident() - before, window.document.undo_stack.count()
    monkey.rest()
    print(f"in the end, at rest: {handles()}")
    monkey.end()
    lost, histories = monkey.errands.lost, monkey.errands.histories
    print(f"{len(monkey.failures)} exceptions; the last of {histories} histories had {steps} steps")
    print(f"{lost} histories did not lead back to their beginning")
    print(f"{before:.1f} MB in the beginning, {used:.1f} in use")
    account = f"{resident() - before:+.1f} MB with one board again, {in_use() - used:+.1f} in use"
    print(f"{grown:+.1f} MB after all, {account}")
    print("\n".join(monkey.failures[:5]))
    del application
    return len(monkey.failures) + lost


if __name__ == "__main__":
    status = main(int(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.flush()
    os._exit(min(status, 1))  # the checks of a window that is not closed need not be waited for
