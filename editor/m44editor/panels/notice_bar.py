"""A bar above the board with a notice, and buttons to answer it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from m44core.diagnostics import Severity
from m44editor.interface_text import tr
from m44editor.panels.panel_icons import severity_icon
from m44editor.screen_reader import alert

Answer = tuple[str, Callable[[], object]]


class NoticeBar(QFrame):
    """Shows the latest notice until it is answered or closed.

    Attributes:
        label: The text of the notice.
        buttons: The buttons of the answers, in their order.

    Signals:
        dismissed: The notice was answered or closed.
    """

    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
        self.setForegroundRole(QPalette.ColorRole.ToolTipText)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._icon = QLabel(self)
        self.label = QLabel(self)
        self.label.setForegroundRole(QPalette.ColorRole.ToolTipText)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons: list[QPushButton] = []
        self.close_button = QToolButton(self)
        self.close_button.setText("✕")
        self.close_button.setAutoRaise(True)
        self.close_button.setAccessibleName(tr("Dismiss this notice"))
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.clicked.connect(self._dismiss)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(10, 4, 6, 4)
        self._layout.addWidget(self._icon)
        self._layout.addWidget(self.label, 1)
        self._layout.addWidget(self.close_button)
        self.hide()

    def show_notice(self, severity: Severity, text: str, *answers: Answer) -> None:
        """Show *text* with a button for each answer, and announce it.

        Pressing a button closes the bar.
        """
        self._remove_buttons()
        self._icon.setPixmap(severity_icon(severity).pixmap(20, 20))
        self.label.setText(text)
        for label, handler in answers:
            self._add_button(label, handler)
        self.setAccessibleName(text)
        self.show()
        alert(self)

    def clear(self) -> None:
        """Hide the bar and remove its buttons; `dismissed` is not emitted."""
        self.hide()
        self._remove_buttons()

    def _remove_buttons(self) -> None:
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = []

    def _add_button(self, label: str, handler: Callable[[], object]) -> None:
        button = QPushButton(label, self)
        button.clicked.connect(self._dismiss)
        button.clicked.connect(lambda: handler())
        self._layout.insertWidget(self._layout.count() - 1, button)
        self.buttons.append(button)

    def _dismiss(self) -> None:
        self.hide()
        self.dismissed.emit()
