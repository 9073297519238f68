"""The panels round the board, each built when it is first seen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from m44editor.first_frame import AFTER

Factory = Callable[[], QWidget]


class PanelDock(QDockWidget):
    """A dock that makes its panel when it is first seen, after the window is on the screen."""

    def __init__(self, name: str, title: str, factory: Factory, parent: QMainWindow) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self._factory: Factory | None = factory

    def panel(self) -> QWidget:
        """Return the panel, made now if need be."""
        if self._factory is not None:
            factory, self._factory = self._factory, None
            self.setWidget(factory())
        return self.widget()

    def reveal(self) -> None:
        """Show the panel in front of the others."""
        self.panel()
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Make the panel once the empty dock is on the screen: no panel delays the first frame."""
        super().paintEvent(event)
        if self._factory is not None:
            QTimer.singleShot(AFTER, self, self.panel)
