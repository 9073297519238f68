"""The panels round the board, each built when it is first seen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

Factory = Callable[[], QWidget]


class PanelDock(QDockWidget):
    """A dock that makes its panel when it is first seen, after the window is on the screen."""

    def __init__(self, name: str, title: str, factory: Factory, parent: QMainWindow) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self._factory: Factory | None = factory
        self.visibilityChanged.connect(self._seen)

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

    def _seen(self, visible: bool) -> None:
        if visible and self._factory is not None:
            QTimer.singleShot(0, self, self.panel)


def arrange(window: QMainWindow, docks: dict[str, PanelDock]) -> None:
    """Put the docks where they are until the user moves them."""
    left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
    window.setCorner(Qt.Corner.BottomLeftCorner, left)
    window.setCorner(Qt.Corner.BottomRightCorner, right)
    window.setTabPosition(right, window.tabPosition(left).North)
    window.addDockWidget(left, docks["palette"])
    first = docks["properties"]
    window.addDockWidget(right, first)
    for name in ("briefing", "texts", "history"):
        window.tabifyDockWidget(first, docks[name])
    window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, docks["problems"])
    for name in ("properties", "briefing", "texts", "history"):
        docks[name].setTitleBarWidget(QWidget())  # its tab says it already
    first.raise_()
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    window.resizeDocks([docks["palette"], first], [276, 310], across)
    window.resizeDocks([docks["problems"]], [130], down)
