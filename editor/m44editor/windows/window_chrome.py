"""What stands round the board and speaks: menus, tool bar, panels and status bar."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QUndoGroup
from PySide6.QtWidgets import QMainWindow, QMenuBar, QToolBar, QVBoxLayout, QWidget

from m44core.drawing.shapes.tool_icons import ICONS
from m44core.errors import NotationError
from m44core.messages.words import reason
from m44editor.actions import STEP_KEYS, TOOL_BAR, keys_of, make_actions, make_menus
from m44editor.checks.inspection import Inspection
from m44editor.drawing_icons import line_icon
from m44editor.interface_text import sentence, tr
from m44editor.menus.command import LINE
from m44editor.tools.tool import Bench
from m44editor.windows.check_commands import CheckCommands
from m44editor.windows.status_bar import StatusBar
from m44editor.windows.window_panels import Panels

_SIZE = 22  # pixels of an icon of the tool bar


class Surroundings(QObject):
    """Stands in a window until another language is spoken there; then it is made anew.

    What it shows belongs to others and stays: the document, the checks, the board.

    Attributes:
        commands: The actions by name.
        status: The status bar.
        panels: The panels.
        checking: The commands around the checks.
        menus: The submenus by name.
        tool_bar: The tool bar.
    """

    def __init__(
        self, bench: Bench, inspection: Inspection, window: QMainWindow, remembered: QSettings
    ) -> None:
        super().__init__(window)
        self._window, self._inspection = window, inspection
        self.commands = make_actions(self)
        self.commands |= UndoActions(bench.document.history, self).by_name
        self.status = StatusBar(window)
        self.panels = Panels(bench, inspection, window, self)
        self.checking = CheckCommands(
            bench.document, inspection, self.panels, remembered, self.commands, window
        )
        self._menu_bar = QMenuBar(window)
        self.menus = make_menus(self._menu_bar, self.commands)
        for dock in self.panels.docks.values():
            self.menus["docks"].addAction(dock.shown_action)
        self.tool_bar = ToolBar(self.commands, window)
        self._connect()
        if remembered.contains("commands/keys"):
            self._use_keys_of_ones_own(remembered)

    def put_up(self) -> None:
        """Put all of it round the board."""
        self._window.setMenuBar(self._menu_bar)
        self._window.setStatusBar(self.status)
        self._window.addToolBar(self.tool_bar)
        self.panels.arrange()

    def take_over(self, before: Surroundings, focused: QWidget | None) -> None:
        """Take the place of others, and show what they showed where they showed it.

        Args:
            before: Those others.
            focused: What of the window had the focus.
        """
        state = self._window.saveState()
        before._take_down()
        self.put_up()
        self.panels.make_those_of(before.panels)
        self._window.restoreState(state)
        QTimer.singleShot(0, self, lambda: self._look_as(before, focused))  # once it is laid out

    def _look_as(self, before: Surroundings, focused: QWidget | None) -> None:
        self.panels.look_as(before.panels, focused)
        self.checking.take_over(before.checking)
        before.checking.close()
        before.panels.discard()
        before.deleteLater()

    def _use_keys_of_ones_own(self, remembered: QSettings) -> None:
        """Use the keys the user chose; where they are damaged that is said, and ours stay."""
        from m44editor.shortcuts import key_map  # 4 ms

        try:
            key_map.use(key_map.remembered(remembered), self.commands)
        except NotationError as error:
            words = sentence(reason(error))
            QTimer.singleShot(0, self, lambda: self.panels.said.emit(words))

    def _connect(self) -> None:
        panels, status = self.panels, self.status
        panels.findings.connect(status.show_findings)
        self._inspection.slow.connect(status.show_checking)
        status.problems_wanted.connect(panels.docks["problems"].reveal)

    def _take_down(self) -> None:
        self._window.removeToolBar(self.tool_bar)
        self.tool_bar.setParent(None)
        self.tool_bar.deleteLater()
        self.panels.take_down()


class ToolBar(QToolBar):
    """The commands used most."""

    def __init__(self, commands: Mapping[str, QAction], parent: QWidget) -> None:
        super().__init__(tr("Tool bar"), parent)
        self.setObjectName("tool-bar")
        self.setIconSize(QSize(_SIZE, _SIZE))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._commands = commands
        for name in TOOL_BAR:
            if name == LINE:
                self.addSeparator()
            else:
                self.addAction(commands[name])
        self.redraw()

    def redraw(self) -> None:
        """Draw the icons in the colour of the present theme's texts."""
        for name, action in self._commands.items():
            if name in ICONS:
                action.setIcon(line_icon(ICONS[name]))


class UndoActions(QObject):
    """The actions that undo and redo, each with the name of the step it is about.

    Attributes:
        by_name: ``undo`` and ``redo``.
    """

    def __init__(self, history: QUndoGroup, owner: QObject) -> None:
        super().__init__(owner)
        self._undo, self._redo = QAction(self), QAction(self)
        self.by_name = {"undo": self._undo, "redo": self._redo}
        for name, action in self.by_name.items():
            action.setShortcuts([keys_of(keys) for keys in STEP_KEYS[name]])
        self._undo.triggered.connect(history.undo)
        self._redo.triggered.connect(history.redo)
        history.undoTextChanged.connect(self._name_undo)
        history.redoTextChanged.connect(self._name_redo)
        history.canUndoChanged.connect(self._undo.setEnabled)
        history.canRedoChanged.connect(self._redo.setEnabled)
        self._name_undo(history.undoText())
        self._name_redo(history.redoText())
        self._undo.setEnabled(history.canUndo())
        self._redo.setEnabled(history.canRedo())

    def _name_undo(self, text: str) -> None:
        step = text.replace("&", "&&")
        self._undo.setText(tr("&Undo {step}", step=step) if step else tr("&Undo"))

    def _name_redo(self, text: str) -> None:
        step = text.replace("&", "&&")
        self._redo.setText(tr("&Redo {step}", step=step) if step else tr("&Redo"))


def stacked(*widgets: QWidget) -> QWidget:
    """Return a widget with others one above the other and no space between."""
    stack = QWidget()
    column = QVBoxLayout(stack)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for widget in widgets:
        column.addWidget(widget)
    return stack
