"""The dock of a panel, which creates the panel when it is first shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from m44editor.first_frame import DELAY_MS

Factory = Callable[[], QWidget]

NO_ENTRANCE = "m44-no-entrance"
"""The property of buttons in a panel that do not get the focus when a key leads to the panel."""


class PanelDock(QDockWidget):
    """A dock that creates its panel when it is first shown, after the window has appeared.

    Attributes:
        shown_action: Checked while the panel is visible; triggering it shows the panel in front of
            the others, or closes it.

    Signals:
        escaped: Esc was pressed in the panel, and no field used it.
        activated: The panel was opened by its command and should get the focus.
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
    def is_created(self) -> bool:
        """Whether the panel has been created."""
        return self._factory is None

    def panel(self) -> QWidget:
        """Return the panel, creating it if necessary."""
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
        """Show the panel in front of the others, and emit `activated` to request the focus."""
        self.reveal()
        self.activated.emit()

    def _show_or_close(self, is_shown: bool) -> None:
        if is_shown:
            self.focus_panel()
        else:
            self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Report Esc, which leaves the panel."""
        if event.key() == Qt.Key.Key_Escape and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Create the panel once the empty dock is visible, so as not to delay the first frame."""
        super().paintEvent(event)
        if self._factory is not None:
            QTimer.singleShot(DELAY_MS, self, self.panel)
