"""Random actions beyond one board: tabs, files, comparisons, playtests."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from weakref import WeakKeyDictionary

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from m44core.drawing.board.board_picture import Framing
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.rules.overlays.find_overlay import OVERLAYS
from m44editor.documents.document_sheet import Sheet
from m44editor.playtest.playtest_window import PlaytestWindow
from m44editor.windows.main_window import MainWindow
from m44editor.windows.picture_export import export_picture

_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Down)
_PICTURES = ("svg", "png", "pdf")
_WINDOWS = ("sheet", "library", "translate", "history", "welcome", "keys", "checks")
_LOADING_MS = 3000  # milliseconds within which a window loads what it needs, such as a typesetter
_MAX_TABS = 5
_DECISIONS = 8  # maximum key presses in a playtest before it is closed


class Errands:
    """Saves, opens, exports, compares and plays the scenario a window shows.

    Every tab has its own history. Before one ends, for example by reloading, everything is undone,
    which must restore the scenario it began with.

    Attributes:
        histories: The number of histories that were undone to their beginning.
        lost: The number of those histories whose first scenario was not restored.
    """

    def __init__(self, window: MainWindow, start_file: Path, rng: random.Random) -> None:
        self._window, self._start_file, self._rng = window, start_file, rng
        self._folder = start_file.parent
        self._files = sorted(scenarios_folder().glob("*.m44"))
        self.histories = self.lost = 0
        self._starts: WeakKeyDictionary[Sheet, Scenario] = WeakKeyDictionary()
        self._begin()
        window.document.replaced.connect(self._begin)

    def _begin(self) -> None:
        sheet = self._window.document.sheet
        if not sheet.undo_stack.count():  # else it was shown before
            self._starts[sheet] = sheet.scenario

    def undo_all(self) -> None:
        """Undo every history to its beginning, including those of closed tabs."""
        for sheet in tuple(self._starts):
            if isValid(sheet):
                self._undo(sheet)

    def leave_one_board(self) -> None:
        """Show only the first file, with the default panels and no overlay."""
        self._close_others()
        self._window.open_path(self._start_file)
        current_sheet = self._window.document.sheet
        for sheet in tuple(self._window.files.sheets):
            if sheet is not current_sheet:
                self._close_tab(sheet)
        for name in (*(f"overlay-{name}" for name in OVERLAYS), "clear-view"):
            if (command := self._window.commands[name]).isChecked():
                command.trigger()
        self._window.commands["layout-usual"].trigger()
        self._window.commands["fit"].trigger()

    def _undo(self, sheet: Sheet) -> None:
        while sheet.undo_stack.canUndo():
            sheet.undo_stack.undo()
        self.histories += 1
        self.lost += sheet.scenario != self._starts[sheet]

    def act_on_file(self) -> None:
        """Perform a random action on a file; rarely one that ends the history."""
        common: tuple[Callable[[], None], ...] = (
            self._save,
            self._save,
            self._export,
            self._compare,
            self._open_setup_list,
            self._act_on_tab,
        )
        self._rng.choice((*common * 4, self._open, self._open, self._reload))()

    def act_once_everywhere(self) -> None:
        """Perform once every action that loads data on first use, such as other scripts' fonts."""
        picture = QPixmap(100, 100)
        painter = QPainter(picture)
        painter.drawText(10, 50, "汉漢字")
        painter.end()
        for errand in (self._save, self._compare, self._open_setup_list, self.play, self._open):
            errand()
        scenario_file = shutil.copy(scenarios_folder() / "montelimar.yaml", self._folder)
        self._window.open_path(Path(scenario_file))  # outlines of groups are found by a library
        self._close_tab(self._window.document.sheet)
        for suffix in _PICTURES:
            self._export(suffix)
        for name in _WINDOWS:
            self._window.commands[name].trigger()
            QTest.qWait(_LOADING_MS)
            self._close_others()

    def play(self) -> None:
        """Open a playtest, make some decisions, perhaps edit its position, and close everything."""
        self._window.commands["playtest"].trigger()
        for playtest in tuple(self._window.context.playtests.windows):
            self._make_decisions(playtest)
            playtest.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _make_decisions(self, playtest: PlaytestWindow) -> None:
        playtest.start_page.start.click()
        for _ in range(self._rng.randrange(_DECISIONS)):
            key = self._rng.choice(_KEYS)
            QTest.keyClick(QApplication.focusWidget() or playtest.board, key)
            QApplication.processEvents()
        if self._rng.random() < 0.2:
            playtest.actions_by_name["position"].trigger()
            self._close_tab(self._window.document.sheet)

    def _act_on_tab(self) -> None:
        """Switch to another tab, or move, close or reopen one."""
        sheets, rng = self._window.files.sheets, self._rng
        positions = range(len(sheets))
        match rng.randrange(5):
            case 0:
                sheets.move(rng.choice(positions), rng.choice(positions))
            case 1 if len(sheets) > 1:
                self._close_tab(rng.choice(tuple(sheets)))
            case 2 if len(sheets) < _MAX_TABS:
                self._window.commands["reopen-closed"].trigger()
            case _:
                sheets.step(rng.choice((1, -1)))

    def _close_tab(self, sheet: Sheet) -> None:
        sheet.undo_stack.setClean()  # nothing is asked
        self._window.files.close_sheet(sheet)

    def _save(self) -> None:
        if self._window.document.path is None:
            return
        self._window.commands["save"].trigger()

    def _open(self) -> None:
        if len(self._window.files.sheets) >= _MAX_TABS:
            self._close_tab(self._window.document.sheet)
        copy = self._folder / self._rng.choice(self._files).name
        shutil.copyfile(scenarios_folder() / copy.name, copy)
        self._window.open_path(copy)

    def _reload(self) -> None:
        if self._window.document.path is None:
            return
        self._undo(self._window.document.sheet)
        self._window.document.undo_stack.setClean()
        self._window.commands["reload"].trigger()

    def _export(self, suffix: str = "") -> None:
        suffix = suffix or self._rng.choice(_PICTURES)
        scenario, layers = self._window.document.scenario, self._window.view.visible_layers
        export_picture(scenario, self._folder / f"board.{suffix}", Framing(layers))

    def _compare(self) -> None:
        self._window.commands["compare-saved"].trigger()
        self._close_others()

    def _open_setup_list(self) -> None:
        self._window.commands["setup-list"].trigger()
        self._close_others()

    def _close_others(self) -> None:
        QApplication.processEvents()
        for widget in QApplication.topLevelWidgets():
            if _is_window(widget) and widget is not self._window:
                widget.close()


def _is_window(widget: QWidget) -> bool:
    return widget.isVisible() and widget.windowType() is not Qt.WindowType.Popup
