"""What a monkey does beyond one window and one history: files, comparisons, playtests."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44editor.playtest.window import PlaytestWindow
from m44editor.windows.export import export_picture
from m44editor.windows.main_window import MainWindow

_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Down)
_PICTURES = ("svg", "png", "pdf")
_DECISIONS = 8  # how often something is pressed in a playtest before it is closed


class Errands:
    """Saves, opens, exports, compares and plays what a window shows.

    Opening and reloading end a history: everything is undone first, and what is there then
    must be what it began with.

    Attributes:
        histories: How many histories were undone to their beginning.
        lost: After how many of them another scenario was there than in the beginning.
    """

    def __init__(self, window: MainWindow, folder: Path, luck: random.Random) -> None:
        self._window, self._folder, self._luck = window, folder, luck
        self._files = sorted(scenarios_folder().glob("*.m44"))
        self.histories = self.lost = 0
        self._begin()
        window.document.replaced.connect(self._begin)

    def _begin(self) -> None:
        self._start: Scenario = self._window.document.scenario

    def undo_all(self) -> None:
        """Go back to where the history began."""
        stack = self._window.document.undo_stack
        while stack.canUndo():
            stack.undo()
        self.histories += 1
        self.lost += self._window.document.scenario != self._start

    def file(self) -> None:
        """Do something with a file; rarely what ends the history."""
        common: tuple[Callable[[], None], ...] = (
            self._save,
            self._save,
            self._export,
            self._compare,
            self._set_up,
        )
        self._luck.choice((*common * 4, self._open, self._reload))()

    def all_once(self) -> None:
        """Do everything that loads what is needed for it."""
        for errand in (self._save, self._compare, self._set_up, self.play):
            errand()
        for ending in _PICTURES:
            self._export(ending)

    def play(self) -> None:
        """Open a playtest, decide something in it, edit its position, close what was opened."""
        self._window.commands["playtest"].trigger()
        for playtest in tuple(self._window.playing.windows):
            self._decide(playtest)
            playtest.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _decide(self, playtest: PlaytestWindow) -> None:
        playtest.start_page.start.click()
        for _ in range(self._luck.randrange(_DECISIONS)):
            key = self._luck.choice(_KEYS)
            QTest.keyClick(QApplication.focusWidget() or playtest.board, key)
            QApplication.processEvents()
        if self._luck.random() < 0.2:
            playtest.actions_by_name["position"].trigger()
            for position in tuple(self._window.others.windows):
                self._close_unsaved(position)

    def _close_unsaved(self, position: MainWindow) -> None:
        position.document.undo_stack.setClean()
        position.close()

    def _save(self) -> None:
        if self._window.document.path is None:
            return
        self._window.commands["save"].trigger()

    def _open(self) -> None:
        self.undo_all()
        self._window.document.undo_stack.setClean()
        copy = self._folder / self._luck.choice(self._files).name
        shutil.copyfile(scenarios_folder() / copy.name, copy)
        self._window.open_path(copy)

    def _reload(self) -> None:
        self.undo_all()
        self._window.document.undo_stack.setClean()
        self._window.commands["reload"].trigger()

    def _export(self, ending: str = "") -> None:
        ending = ending or self._luck.choice(_PICTURES)
        scenario, show = self._window.document.scenario, self._window.view.show_settings
        export_picture(scenario, self._folder / f"board.{ending}", show)

    def _compare(self) -> None:
        self._window.commands["compare-saved"].trigger()
        self._close_others()

    def _set_up(self) -> None:
        self._window.commands["setup-list"].trigger()
        self._close_others()

    def _close_others(self) -> None:
        QApplication.processEvents()
        for widget in QApplication.topLevelWidgets():
            if _is_window(widget) and widget is not self._window:
                widget.close()


def _is_window(widget: QWidget) -> bool:
    return widget.isVisible() and widget.windowType() is not Qt.WindowType.Popup
