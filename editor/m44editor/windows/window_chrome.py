"""The chrome of a window: menus, toolbar, panels and status bar around the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QUndoGroup
from PySide6.QtWidgets import QMainWindow, QMenuBar, QToolBar, QVBoxLayout, QWidget

from m44core.drawing.shapes.tool_icons import ICONS
from m44core.errors import NotationError
from m44core.messages.renderers import message_of_error
from m44editor.actions import (
    TOOL_BAR,
    first_shortcut_text,
    make_actions,
    make_menus,
    to_key_sequence,
)
from m44editor.checks.inspection import Inspection
from m44editor.drawing_icons import line_icon
from m44editor.interface_text import sentence, tr
from m44editor.menu_commands import SEPARATOR, STEP_KEYS
from m44editor.theme_tokens import IconSize
from m44editor.tools.tool import ToolContext
from m44editor.windows.check_commands import CheckCommands
from m44editor.windows.status_bar import StatusBar
from m44editor.windows.window_panels import Panels

if TYPE_CHECKING:
    from m44editor.balance.measurements import Measurements


class WindowChrome(QObject):
    """Menus, toolbar, panels and status bar of a window; recreated when language or packs change.

    The document, the checks and the board are kept and shown in the new chrome.

    Attributes:
        commands: The actions by command name.
        status: The status bar.
        panels: The panels.
        check_commands: The commands about checks.
        menus: The submenus by name.
        tool_bar: The toolbar.
    """

    def __init__(
        self,
        tool_context: ToolContext,
        inspection: Inspection,
        measurements: Callable[[], Measurements],
        window: QMainWindow,
        settings: QSettings,
    ) -> None:
        super().__init__(window)
        self._window, self._inspection = window, inspection
        self.commands = make_actions(self)
        self.commands |= UndoActions(tool_context.document.history, self).by_name
        self.status = StatusBar(window)
        self.panels = Panels(tool_context, inspection, measurements, window, self)
        self.panels.shortcut_of = lambda name: first_shortcut_text(self.commands[name])
        self.check_commands = CheckCommands(
            tool_context.document, inspection, self.panels, settings, self.commands, window
        )
        self._menu_bar = QMenuBar(window)
        self.menus = make_menus(self._menu_bar, self.commands)
        for dock in self.panels.docks.values():
            self.menus["docks"].addAction(dock.shown_action)
        self.tool_bar = ToolBar(self.commands, window)
        self._connect()
        if settings.contains("commands/keys"):
            self._apply_stored_shortcuts(settings)

    def install(self) -> None:
        """Put menus, toolbar, panels and status bar into the window."""
        self._window.setMenuBar(self._menu_bar)
        self._window.setStatusBar(self.status)
        self._window.addToolBar(self.tool_bar)
        self.panels.arrange_docks()

    def take_over(self, before: WindowChrome, focused: QWidget | None) -> None:
        """Replace the previous chrome; keep its layout, its panels and the selections in them.

        Args:
            before: The previous chrome.
            focused: The widget that had the focus.
        """
        state = self._window.saveState()
        before._remove()
        self.install()
        self.panels.make_same_panels(before.panels)
        self._window.restoreState(state)
        QTimer.singleShot(0, self, lambda: self._copy_state(before, focused))  # after the layout

    def _copy_state(self, before: WindowChrome, focused: QWidget | None) -> None:
        self.panels.copy_panel_state(before.panels, focused)
        self.check_commands.take_over(before.check_commands)
        before.check_commands.close()
        before.panels.discard()
        before.deleteLater()

    def _apply_stored_shortcuts(self, settings: QSettings) -> None:
        """Apply the user's shortcuts; if they are damaged, keep the defaults and report it."""
        from m44editor.shortcuts import key_map  # 4 ms

        try:
            key_map.apply_shortcuts(key_map.stored_shortcuts(settings), self.commands)
        except NotationError as error:
            text = sentence(message_of_error(error))
            QTimer.singleShot(0, self, lambda: self.panels.status_message.emit(text))

    def _connect(self) -> None:
        panels, status = self.panels, self.status
        panels.findings.connect(status.show_findings)
        self._inspection.slow_changed.connect(status.show_checking)
        status.problems_requested.connect(panels.docks["problems"].reveal)

    def _remove(self) -> None:
        self._window.removeToolBar(self.tool_bar)
        self.tool_bar.setParent(None)
        self.tool_bar.deleteLater()
        self.panels.remove_from_window()


class ToolBar(QToolBar):
    """The toolbar with the most used commands."""

    def __init__(self, commands: Mapping[str, QAction], parent: QWidget) -> None:
        super().__init__(tr("Toolbar"), parent)
        self.setObjectName("tool-bar")
        self.setIconSize(QSize(IconSize.TOOL, IconSize.TOOL))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._commands = commands
        for name in TOOL_BAR:
            if name == SEPARATOR:
                self.addSeparator()
            else:
                self.addAction(commands[name])
        self.redraw()

    def redraw(self) -> None:
        """Redraw the icons of all commands in the text color of the current theme."""
        for name, action in self._commands.items():
            if name in ICONS:
                action.setIcon(line_icon(ICONS[name]))


class UndoActions(QObject):
    """The undo and redo actions, each labeled with its step.

    Attributes:
        by_name: The actions ``undo`` and ``redo``.
    """

    def __init__(self, history: QUndoGroup, owner: QObject) -> None:
        super().__init__(owner)
        self._undo, self._redo = QAction(self), QAction(self)
        self.by_name = {"undo": self._undo, "redo": self._redo}
        for name, action in self.by_name.items():
            action.setShortcuts([to_key_sequence(keys) for keys in STEP_KEYS[name]])
        self._undo.triggered.connect(history.undo)
        self._redo.triggered.connect(history.redo)
        history.undoTextChanged.connect(self._set_undo_text)
        history.redoTextChanged.connect(self._set_redo_text)
        history.canUndoChanged.connect(self._undo.setEnabled)
        history.canRedoChanged.connect(self._redo.setEnabled)
        self._set_undo_text(history.undoText())
        self._set_redo_text(history.redoText())
        self._undo.setEnabled(history.canUndo())
        self._redo.setEnabled(history.canRedo())

    def _set_undo_text(self, text: str) -> None:
        step = text.replace("&", "&&")
        self._undo.setText(tr("&Undo {step}", step=step) if step else tr("&Undo"))

    def _set_redo_text(self, text: str) -> None:
        step = text.replace("&", "&&")
        self._redo.setText(tr("&Redo {step}", step=step) if step else tr("&Redo"))


def vertical_stack(*widgets: QWidget) -> QWidget:
    """Return a widget that stacks others vertically without spacing."""
    stack = QWidget()
    column = QVBoxLayout(stack)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for widget in widgets:
        column.addWidget(widget)
    return stack
