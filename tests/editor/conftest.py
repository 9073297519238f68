"""Fixtures for tests of the editor: a window, and a mouse and keyboard to drive it."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

if not (os.environ.get("DISPLAY") and os.environ.get("M44_XVFB")):
    os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QObject, QPoint, QPointF, QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel
from pytestqt.qtbot import QtBot

from m44core.io.files.file_reader import read_file
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44editor.board.board_view import BoardView
from m44editor.board.geometry import centre
from m44editor.checks.check_worker import check_worker
from m44editor.documents.document import Document
from m44editor.interface_language import switch_language
from m44editor.process_memory import GarbageCollector, collect_garbage_in_this_thread
from m44editor.style_sheet import style_sheet
from m44editor.theme import Theme, apply_theme
from m44editor.windows.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
NO_MODIFIER = Qt.KeyboardModifier.NoModifier
PROGRAM_THRESHOLD = (700, 10, 10)  # Python's own
PATIENCE_MS = 60_000  # milliseconds; most waits take a few, but longer on a busy machine


def pytest_itemcollected(item: pytest.Item) -> None:
    """Make every Qt warning fail its test, except those about limits of the offscreen platform."""
    item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
    item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Redirect the settings and recovery files of a test to its own folder."""
    for name in ("CONFIG", "STATE", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    for form in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
        QSettings.setPath(form, QSettings.Scope.UserScope, str(tmp_path / "config"))


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set the interface language to English, whatever the desktop and the previous test used."""
    monkeypatch.setenv("M44_LANGUAGE", "en")
    switch_language("en")
    yield
    switch_language("en")


@pytest.fixture
def pseudo_language(qapp: QApplication, english: None) -> None:
    """Set the interface language to the pseudo-language; see ``words_seen.py``."""
    switch_language("qps")


@pytest.fixture
def theme(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Theme]:
    """Apply the theme given as the parameter, and afterwards the light one."""
    apply_theme(qapp, request.param)
    yield request.param
    apply_theme(qapp, Theme.LIGHT)


@pytest.fixture(autouse=True)
def no_high_contrast_left(qapp: QApplication) -> Iterator[None]:
    """Remove the style sheet of a high-contrast theme that a test leaves: its tabs are wider."""
    yield
    if qapp.styleSheet() in map(style_sheet, (Theme.CONTRAST_LIGHT, Theme.CONTRAST_DARK)):
        qapp.setStyleSheet("")


@pytest.fixture(scope="session", autouse=True)
def garbage_collector(qapp: QApplication) -> GarbageCollector:
    """Collect garbage in the GUI thread only and as often as in the program."""
    gc.set_threshold(*PROGRAM_THRESHOLD)
    return collect_garbage_in_this_thread()


@pytest.fixture(scope="session", autouse=True)
def close_check_worker() -> Iterator[None]:
    """After the last test, close the process that runs the checks, as the program does."""
    yield
    check_worker().close()


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """A bot whose default timeouts are long enough for a busy machine."""
    bot = QtBot(request)
    bot.waitUntil = partial(bot.waitUntil, timeout=PATIENCE_MS)  # type: ignore[method-assign]  # its own patience is too short
    bot.waitSignal = partial(bot.waitSignal, timeout=PATIENCE_MS)  # type: ignore[method-assign]  # its own patience is too short
    bot.waitSignals = partial(bot.waitSignals, timeout=PATIENCE_MS)  # type: ignore[method-assign]  # its own patience is too short
    bot.waitExposed = partial(bot.waitExposed, timeout=PATIENCE_MS)  # type: ignore[method-assign]  # its own patience is too short
    bot.waitActive = partial(bot.waitActive, timeout=PATIENCE_MS)  # type: ignore[method-assign]  # its own patience is too short
    return bot


@pytest.fixture(scope="session")
def pegasus() -> Scenario:
    """Pegasus Bridge, as it ships with the program."""
    scenario = read_file(scenarios_folder() / "pegasus-bridge.m44").scenario
    assert scenario is not None
    return scenario


@pytest.fixture
def document(pegasus: Scenario) -> Document:
    """A document with Pegasus Bridge."""
    return Document(pegasus)


class MouseAndKeyboard:
    """A mouse and a keyboard: events go through the window system, as real ones do."""

    def __init__(self, view: BoardView) -> None:
        self.view = view
        # A pointer that the last test left at the same place would not move at all, and Qt would
        # send a context menu to whatever is in the corner of the window.
        self.move_to(QPoint(1, 1))

    def point(self, name: str) -> QPoint:
        """Return the center of a hex, in window coordinates."""
        position = self.view.from_units(centre(self.view.board.hex(name)))
        return self.view.viewport().mapTo(self.view.window(), position.toPoint())

    def move(self, name: str) -> None:
        """Move the pointer to a hex."""
        self.move_to(self.point(name))

    def move_to(self, point: QPoint) -> None:
        """Move the pointer to a point of the window."""
        QTest.mouseMove(self.view.window().windowHandle(), point)
        QApplication.processEvents()

    def press(
        self, name: str, button: Qt.MouseButton = LEFT, modifiers: Qt.KeyboardModifier = NO_MODIFIER
    ) -> None:
        """Press a mouse button on a hex."""
        self.move(name)
        QTest.mousePress(self.view.window().windowHandle(), button, modifiers, self.point(name))

    def release(
        self, name: str, button: Qt.MouseButton = LEFT, modifiers: Qt.KeyboardModifier = NO_MODIFIER
    ) -> None:
        """Release a mouse button over a hex."""
        QTest.mouseRelease(self.view.window().windowHandle(), button, modifiers, self.point(name))
        QApplication.processEvents()

    def click(
        self, name: str, button: Qt.MouseButton = LEFT, modifiers: Qt.KeyboardModifier = NO_MODIFIER
    ) -> None:
        """Click on a hex."""
        self.press(name, button, modifiers)
        self.release(name, button, modifiers)

    def drag(
        self,
        *names: str,
        button: Qt.MouseButton = LEFT,
        modifiers: Qt.KeyboardModifier = NO_MODIFIER,
    ) -> None:
        """Drag from the first hex over the others, and release on the last one."""
        self.press(names[0], button, modifiers)
        for name in names[1:]:
            self.move(name)
        self.release(names[-1], button, modifiers)

    def drag_points(self, button: Qt.MouseButton, *points: QPoint) -> None:
        """Drag from the first point of the window over the others, and release at the last one."""
        window = self.view.window().windowHandle()
        QTest.mousePress(window, button, NO_MODIFIER, points[0])
        for point in points[1:]:
            self.move_to(point)
        QTest.mouseRelease(window, button, NO_MODIFIER, points[-1])
        QApplication.processEvents()

    def press_key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Press and release a key."""
        QTest.keyClick(self.view.window().windowHandle(), key, modifiers)
        QApplication.processEvents()

    def wheel(self, point: QPointF, notches: int, modifiers: Qt.KeyboardModifier) -> None:
        """Turn the wheel by some notches over a point of the viewport."""
        viewport = self.view.viewport()
        window_point = viewport.mapTo(self.view.window(), point.toPoint())
        QTest.wheelEvent(
            self.view.window().windowHandle(),
            QPointF(window_point),
            QPoint(0, 120 * notches),
            stateKey=modifiers,
        )
        QApplication.processEvents()


@pytest.fixture
def view(qtbot: QtBot, pegasus: Scenario) -> BoardView:
    """A board with Pegasus Bridge, in its own window."""
    board = BoardView(pegasus)
    qtbot.addWidget(board)
    board.resize(1000, 700)
    with qtbot.waitExposed(board):
        board.show()
    board.setFocus()
    MouseAndKeyboard(board).move_to(QPoint(2, 2))  # away from where the last test left it
    return board


@pytest.fixture
def user(view: BoardView) -> MouseAndKeyboard:
    """The mouse and keyboard for ``view``."""
    return MouseAndKeyboard(view)


def mark_all_saved(window: MainWindow) -> None:
    """Mark all sheets of a window as saved, so that it closes without asking."""
    for sheet in window.files.sheets:
        sheet.undo_stack.setClean()


def choose_language(window: MainWindow, code: str) -> None:
    """Choose a language in the menu of a window, and wait until the window shows it."""
    before = window.commands
    window.commands[f"language-{code}"].trigger()
    while window.commands is before:
        QApplication.processEvents()
    QApplication.processEvents()


class DialogAnswerer(QObject):
    """Answers modal dialogs, so that none waits for a user who is not there.

    Attributes:
        asked: The text of each dialog that was answered.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self._planned: list[Callable[[QDialog], object]] = []
        self._timer = QTimer(self, interval=10)
        self._timer.timeout.connect(self._look)

    def press(self, label: str) -> None:
        """Press a button in the next dialog."""
        self.do(lambda dialog: _visible_button(dialog, label).click())

    def do(self, act: Callable[[QDialog], object]) -> None:
        """Pass the next dialog to *act*, which must close it."""
        self._planned.append(act)
        self._timer.start()

    def cancel_all(self) -> None:
        """Cancel every dialog that appears."""
        self._timer.start()

    def stop(self) -> None:
        """Stop answering dialogs."""
        self._timer.stop()

    def is_done(self) -> bool:
        """Return whether every planned answer was given."""
        return not self._planned

    def _look(self) -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog) and dialog.isVisible():
            label_texts = [label.text() for label in dialog.findChildren(QLabel)]
            self.asked.append(" ".join(filter(None, (dialog.windowTitle(), *label_texts))))
            act = self._planned.pop(0) if self._planned else QDialog.reject
            self._timer.stop()
            try:
                act(dialog)
            except BaseException:
                dialog.reject()  # without an answer it would wait for ever
                raise
            finally:
                self._timer.start()


def _visible_button(dialog: QDialog, label: str) -> QAbstractButton:
    buttons = [b for b in dialog.findChildren(QAbstractButton) if b.isVisible()]
    buttons_by_label = {b.text().replace("&", ""): b for b in reversed(buttons)}
    assert label in buttons_by_label, f"no button {label!r} among {sorted(buttons_by_label)}"
    return buttons_by_label[label]


@pytest.fixture
def answers(qtbot: QtBot) -> Iterator[DialogAnswerer]:
    """Answers to modal dialogs; dialogs without a planned answer are canceled."""
    answers = DialogAnswerer()
    yield answers
    answers.stop()
    assert answers.is_done(), "a dialog that should have been answered never appeared"
