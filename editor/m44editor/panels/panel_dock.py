"""The panels round the board, each built when it is first seen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from m44editor.first_frame import AFTER

Factory = Callable[[], QWidget]


class PanelDock(QDockWidget):
    """A dock that makes its panel when it is first seen, after the window is on the screen.

    Attributes:
        shown_action: Ticked while the panel can be seen; shows it, also from behind another
            one, or closes it.

    Signals:
        left: Esc was pressed, and no field had a use for it.
        chosen: The panel was asked for by its name, is shown, and is to have the keyboard.
    """

    escaped = Signal()
    activated = Signal()

    def __init__(self, name: str, title: str, factory: Factory, parent: QMainWindow) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self._factory: Factory | None = factory
        self.shown_action = QAction(title, self)
        self.shown_action.setCheckable(True)
        self.shown_action.triggered.connect(self._show_or_close)
        self.visibilityChanged.connect(self.shown_action.setChecked)

    @property
    def is_made(self) -> bool:
        """Whether there is a panel in it already."""
        return self._factory is None

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

    def focus_panel(self) -> None:
        """Show the panel in front of the others and go there with the keyboard."""
        self.reveal()
        self.activated.emit()

    def _show_or_close(self, wanted: bool) -> None:
        if wanted:
            self.focus_panel()
        else:
            self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the panel with Esc."""
        if event.key() == Qt.Key.Key_Escape and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Make the panel once the empty dock is on the screen: no panel delays the first frame."""
        super().paintEvent(event)
        if self._factory is not None:
            QTimer.singleShot(AFTER, self, self.panel)
