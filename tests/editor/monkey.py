"""A monkey test of the editor: random mouse, keyboard and menu events from a seed.

  python -m tests.editor.monkey 50000 7

runs 50,000 actions and reports the errors, whether undo led every history back to its start, and
how much the memory grew after every kind of window and panel had been opened once (data loaded on
first use stays, and must not grow). Open handles (files, pipes, watchers) are counted at rest: at
the start, halfway and at the end.
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

EXCLUDED_COMMANDS = frozenset(
    {
        *("new", "open", "save", "save-as", "reload", "export", "setup-list", "playtest"),
        *("compare-file", "compare-saved", "close", "quit"),
        *("close-others", "close-right", "new-window", "show-folder"),
    }
)
"""Commands that begin a new history, write files or open windows: errands do that instead."""

_KEYS = (
    *map(Qt.Key, range(Qt.Key.Key_A, Qt.Key.Key_Z + 1)),
    *map(Qt.Key, range(Qt.Key.Key_0, Qt.Key.Key_9 + 1)),
    *(Qt.Key.Key_Tab, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Delete, Qt.Key.Key_Space),
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right),
)
_MODIFIERS = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
_BUTTONS = (Qt.MouseButton.LeftButton,) * 5 + (Qt.MouseButton.RightButton,)
_WARNINGS = (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)
_UNSUPPORTED = "This plugin does not support"
_REST_MS = 40_000  # milliseconds without actions; some pictures are kept for 30 s
_WARM_UP_ACTIONS = 2_500  # actions after which most panels have been shown with every kind of piece
_REPORTS = 20  # progress reports
_SETTLING_ROUNDS = 40  # rounds of events after which nothing is pending


class Monkey(QObject):
    """Performs random user actions on a window.

    Args:
        window: The window.
        seed: The seed of all random choices.
        start_file: The file to return to, in a writable folder.

    Attributes:
        failures: The errors raised, each with the number of its action.
        actions_done: The number of actions performed.
    """

    def __init__(self, window: MainWindow, seed: int, start_file: Path) -> None:
        super().__init__(window)
        self.failures: list[str] = []
        self.actions_done = 0
        self._window = window
        self._random = random.Random(seed)
        self.errands = Errands(window, start_file, self._random)
        self._acts: tuple[tuple[Callable[[], None], int], ...] = (
            (self._click, 36),
            (self._drag, 24),
            (self._type, 18),
            (self._pick_up_piece, 8),
            (self._command, 8),
            (self._click_anywhere, 6),
            (self._copy_and_paste, 4),
            (self._run_errand, 1),
        )
        self._closer = QTimer(self, interval=5)
        self._closer.timeout.connect(self._close_waiting_dialogs)
        self._closer.start()
        self._previous_hook, sys.excepthook = sys.excepthook, self._record_error
        self._previous_handler = qInstallMessageHandler(self._on_qt_message)

    def act(self, times: int) -> None:
        """Perform *times* random actions."""
        acts, weights = zip(*self._acts, strict=True)
        for _ in range(times):
            (act,) = self._random.choices(acts, weights)
            try:
                act()
            except Exception as error:
                self._record_error(type(error), error, error.__traceback__)
            _process_events()
            self.actions_done += 1

    def act_once_everywhere(self) -> None:
        """Perform once every action that loads data on first use."""
        for name in sorted(self._window.commands):
            if self._is_allowed(name):
                self._window.commands[name].trigger()
                _process_events()
        for panel in self._window.findChildren(QDockWidget):
            panel.show()
            panel.raise_()
            _process_events()
        self.errands.act_once_everywhere()

    def undo_everything(self) -> None:
        """Undo everything in all tabs, and settle."""
        self.errands.undo_all()
        self.settle()

    def settle(self) -> None:
        """Process all pending events and collect garbage."""
        for _ in range(_SETTLING_ROUNDS):
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            _process_events()
        gc.collect()

    def rest(self) -> None:
        """Return to a single board in its original state, and wait until idle memory is freed."""
        self.undo_everything()
        self.errands.leave_one_board()
        loop = QEventLoop()
        QTimer.singleShot(_REST_MS, loop.quit)
        loop.exec()
        self.settle()
        release_free_memory()

    def end(self) -> None:
        """Stop, and restore the error handlers."""
        self._closer.stop()
        sys.excepthook = self._previous_hook
        qInstallMessageHandler(self._previous_handler)

    def _record_error(
        self, _: type[BaseException], error: BaseException, __: TracebackType | None
    ) -> None:
        last_frames = "".join(traceback.format_exception(error)[-4:])
        self.failures.append(f"action {self.actions_done}: {last_frames}")

    def _on_qt_message(self, kind: QtMsgType, _: QMessageLogContext, text: str) -> None:
        """Record a Qt warning with its stack, except about a limit of the offscreen platform."""
        if kind in _WARNINGS and not text.startswith(_UNSUPPORTED):
            last_frames = "".join(traceback.format_stack(limit=6)[:-1])
            self.failures.append(f"action {self.actions_done}: {text}\n{last_frames}")

    def _close_waiting_dialogs(self) -> None:
        """Close a menu or a dialog that would wait for the user."""
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu):
            popup.close()
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QMessageBox) and (button := _discard_button(dialog)):
            button.click()
        elif isinstance(dialog, QDialog):
            dialog.reject()

    def _click(self) -> None:
        view = self._window.view.viewport()
        QTest.mouseClick(
            view, self._random_button(), self._random_modifier(), self._random_point(view)
        )

    def _drag(self) -> None:
        view, button = self._window.view.viewport(), Qt.MouseButton.LeftButton
        QTest.mousePress(view, button, self._random_modifier(), self._random_point(view))
        for _ in range(self._random.randrange(1, 5)):
            QTest.mouseMove(view, self._random_point(view))
            QApplication.processEvents()
        QTest.mouseRelease(view, button, Qt.KeyboardModifier.NoModifier, self._random_point(view))

    def _type(self) -> None:
        target = QApplication.focusWidget() or self._window.view
        QTest.keyClick(target, self._random.choice(_KEYS), self._random_modifier())

    def _command(self) -> None:
        commands = self._window.commands
        self._random.choice(
            [commands[name] for name in commands if self._is_allowed(name)]
        ).trigger()

    def _is_allowed(self, name: str) -> bool:
        is_excluded = name in EXCLUDED_COMMANDS or name.startswith("language-")
        return not is_excluded and self._window.commands[name].isEnabled()

    def _copy_and_paste(self) -> None:
        """Select, copy, cut and paste in random order."""
        for name in self._random.choices(("select-all", "copy", "cut", "paste"), k=3):
            self._window.commands[name].trigger()
        self._click()

    def _run_errand(self) -> None:
        self._random.choice((self.errands.act_on_file, self.errands.play))()

    def _pick_up_piece(self) -> None:
        """Pick up a random piece with a random tool."""
        tool = self._random.choice(("brush", "brush", "brush", "rectangle", "fill", "select"))
        self._window.commands[tool].trigger()
        palette = next(iter(self._window.findChildren(QListView)), None)
        if palette is not None and (rows := palette.model().rowCount()):
            palette.setCurrentIndex(palette.model().index(self._random.randrange(rows), 0))
            QTest.keyClick(palette, Qt.Key.Key_Return)

    def _click_anywhere(self) -> None:
        """Click at a random point of a random widget."""
        commands = self._window.commands
        excluded_commands = {commands[name] for name in EXCLUDED_COMMANDS if name in commands}
        visible_widgets = [
            widget
            for widget in self._window.findChildren(QWidget)
            if widget.isVisible()
            and not isinstance(widget, QMenu)
            and not (
                isinstance(widget, QToolButton) and widget.defaultAction() in excluded_commands
            )
        ]
        widget = self._random.choice(visible_widgets)
        QTest.mouseClick(
            widget,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
            self._random_point(widget),
        )

    def _random_point(self, widget: QWidget) -> QPoint:
        return QPoint(
            self._random.randrange(max(1, widget.width())),
            self._random.randrange(max(1, widget.height())),
        )

    def _random_modifier(self) -> Qt.KeyboardModifier:
        return self._random.choice(_MODIFIERS)

    def _random_button(self) -> Qt.MouseButton:
        return self._random.choice(_BUTTONS)


def _process_events() -> None:
    """Process pending events and deferred deletions, as one round of the event loop does.

    ``processEvents`` alone leaves deferred deletions pending.
    """
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _discard_button(dialog: QMessageBox) -> QAbstractButton | None:
    """Return the Discard button of a question; None if it has none."""
    return dialog.button(QMessageBox.StandardButton.Discard)


def resident_megabytes() -> float:
    """Return the resident memory of this process, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def allocated_megabytes() -> float:
    """Return the memory allocated from the C library and not freed, in megabytes; 0 if unknown.

    Resident memory beyond that is code, and pages that the library keeps for later.
    """
    mallinfo = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if mallinfo is None:
        return 0.0
    mallinfo.restype = _MemoryInfo
    result = mallinfo()
    return float(result.uordblks + result.hblkhd) / 1e6


def open_handles_text() -> str:
    """Return a text with the numbers of open files, pipes and watchers of this process."""
    kinds = Counter(kind for entry in os.scandir("/proc/self/fd") if (kind := _handle_kind(entry)))
    text = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    return f"{kinds.total()} handles ({text})"


def _handle_kind(entry: os.DirEntry[str]) -> str:
    """Return the kind of an open handle; empty for the one that lists the handles."""
    try:
        target = str(Path(entry.path).readlink())
    except FileNotFoundError:
        return ""
    if target.startswith("/proc/"):
        return ""
    return "file" if target.startswith("/") else target.partition(":[")[0]


class _MemoryInfo(ctypes.Structure):
    """The structure that ``mallinfo2`` of the GNU C library returns."""

    _fields_ = (
        *((name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd")),
        *((name, ctypes.c_size_t) for name in ("usmblks", "fsmblks", "uordblks", "fordblks")),
        ("keepcost", ctypes.c_size_t),
    )


def main(times: int, seed: int) -> int:
    """Run a monkey test and print its results; return the number of failures."""
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
    monkey.act(min(_WARM_UP_ACTIONS, times))
    monkey.act_once_everywhere()
    monkey.rest()
    before, used = resident_megabytes(), allocated_megabytes()
    print(f"in the beginning, at rest: {open_handles_text()}", flush=True)
    for part in range(_REPORTS):
        if part == _REPORTS // 2:
            monkey.rest()
            print(
                f"in the middle, at rest: {resident_megabytes() - before:+.1f} MB,",
                open_handles_text(),
                flush=True,
            )
        monkey.act(times // _REPORTS)
        steps = window.document.undo_stack.count()
        memory = f"{resident_megabytes() - before:+.1f} MB, {allocated_megabytes():.1f} in use"
        account = f"{memory}, {steps} steps"
        print(
            f"{monkey.actions_done} actions: {account}, {len(monkey.failures)} exceptions",
            flush=True,
        )
    monkey.settle()
    grown, steps = resident_megabytes() - before, window.document.undo_stack.count()
    monkey.rest()
    print(f"in the end, at rest: {open_handles_text()}")
    monkey.end()
    lost, histories = monkey.errands.lost, monkey.errands.histories
    print(f"{len(monkey.failures)} exceptions; the last of {histories} histories had {steps} steps")
    print(f"{lost} histories did not lead back to their beginning")
    print(f"{before:.1f} MB in the beginning, {used:.1f} in use")
    with_one = f"{resident_megabytes() - before:+.1f} MB with one board again"
    account = f"{with_one}, {allocated_megabytes() - used:+.1f} in use"
    print(f"{grown:+.1f} MB after all, {account}")
    print("\n".join(monkey.failures[:5]))
    del application
    return len(monkey.failures) + lost


if __name__ == "__main__":
    status = main(int(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.flush()
    os._exit(min(status, 1))  # do not wait for the checks of a window that is not closed
