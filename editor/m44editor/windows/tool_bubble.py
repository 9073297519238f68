"""A bubble on the board that explains a tool and its keys the first few times it is chosen."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QObject, QPoint, QSettings, Qt, QTimer
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from m44editor.interface_text import translated, without_mnemonic
from m44editor.menu_commands import COMMANDS
from m44editor.windows.tool_hints import hint_text

MAX_TIMES = 3
"""How many times the bubble of a tool is shown."""
_SECONDS = 12
_DISTANCE = 12  # logical pixels from the edges of the board
_WIDTH = 320  # logical pixels
_KEY = "bubbles/{tool}"


class ToolBubble(QFrame):
    """Shows what a tool does and its keys; it never takes the mouse or the focus.

    It disappears when the tool is used, when another tool is chosen, and after some seconds.

    Attributes:
        label: The text.
    """

    def __init__(self, view: QWidget, settings: QSettings) -> None:
        super().__init__(view)
        self._settings = settings
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.setObjectName("tool-bubble")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
        self.label.setForegroundRole(QPalette.ColorRole.ToolTipText)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        column.addWidget(self.label)
        self._timer = QTimer(self, singleShot=True, interval=_SECONDS * 1000)
        self._timer.timeout.connect(self.hide)
        self.hide()
        view.installEventFilter(self)

    def show_tool(self, tool: str) -> None:
        """Show the bubble of a tool, unless it was shown often enough or the tool has no keys."""
        self.hide()
        keys = hint_text(tool)
        times = self._times(tool)
        if not keys or times >= MAX_TIMES:
            return
        self._settings.setValue(_KEY.format(tool=tool), times + 1)
        command = COMMANDS.get(tool)
        name = without_mnemonic(translated(command.text)) if command else ""
        tip = translated(command.tip) if command else ""
        lines = [f"<b>{escape(name)}</b>" if name else "", escape(tip)]
        self.label.setText("<br>".join([*filter(None, lines), f"<b>{escape(keys)}</b>"]))
        self._place()
        self.show()
        self.raise_()
        self._timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the board is resized."""
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return super().eventFilter(watched, event)

    def _times(self, tool: str) -> int:
        try:
            return int(str(self._settings.value(_KEY.format(tool=tool), 0)))
        except ValueError:  # damaged
            return MAX_TIMES

    def _place(self) -> None:
        parent = self.parentWidget()
        assert parent is not None, "it is on the board"
        width = min(_WIDTH, parent.width() - 2 * _DISTANCE)
        self.setFixedWidth(max(1, width))
        self.adjustSize()
        self.move(QPoint(_DISTANCE, _DISTANCE))
