"""The tool bar, and the icons of commands."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QGuiApplication, QPalette
from PySide6.QtWidgets import QToolBar, QWidget

from m44core.drawing.shapes.tool_icons import ICONS
from m44editor.actions import LINE, TOOL_BAR
from m44editor.icons import drawing_icon

_SIZE = 22


class ToolBar(QToolBar):
    """The commands used most."""

    def __init__(self, commands: Mapping[str, QAction], parent: QWidget) -> None:
        super().__init__("Tool bar", parent)
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
        ink = QGuiApplication.palette().color(QPalette.ColorRole.WindowText).name()
        for name, action in self._commands.items():
            if name in ICONS:
                action.setIcon(drawing_icon(ICONS[name], {"ink": ink}))
