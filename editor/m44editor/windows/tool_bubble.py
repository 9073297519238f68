"""A bubble on the board that explains a tool and its keys the first few times it is chosen."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSettings, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QLabel, QVBoxLayout, QWidget

from m44editor.board.mini_map import MiniMap
from m44editor.interface_text import translated, without_mnemonic
from m44editor.menu_commands import COMMANDS
from m44editor.theme import theme_colour
from m44editor.theme_tokens import Radius, Space
from m44editor.windows.tool_hints import hint_text, is_hint_in_tip

MAX_TIMES = 3
"""How many times the bubble of a tool is shown."""
_DURATION = 12  # seconds
_DISTANCE = 12  # logical pixels from the edges of the board
_WIDTH = 320  # logical pixels
_KEY = "bubbles/{tool}"


def paint_bubble(widget: QWidget) -> None:
    """Paint the background and the border of a bubble over the window."""
    with QPainter(widget) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme_colour("edge"))
        painter.setBrush(theme_colour("tip"))
        area = QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(area, Radius.CONTROL, Radius.CONTROL)


class ToolBubble(QFrame):
    """Shows what a tool does and its keys; it never takes the mouse or the focus.

    It is in the lower right corner, above the mini map: the title, the medals and the legend of
    the overlays are in the others. It disappears when the tool is used, when another tool is
    chosen, and after some seconds.

    Attributes:
        label: The text.
    """

    def __init__(self, view: QAbstractScrollArea, settings: QSettings) -> None:
        super().__init__(view)
        self._view, self._settings = view, settings
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.setObjectName("tool-bubble")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.label.setForegroundRole(QPalette.ColorRole.ToolTipText)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.LARGE, Space.MEDIUM, Space.LARGE, Space.MEDIUM)
        column.addWidget(self.label)
        self._timer = QTimer(self, singleShot=True, interval=_DURATION * 1000)
        self._timer.timeout.connect(self.hide)
        self.hide()
        view.installEventFilter(self)

    def show_tool(self, tool: str) -> None:
        """Show the bubble of a tool, unless it was shown often enough or the tool has no keys."""
        self.hide()
        keys = hint_text(tool)
        times = self._times_shown(tool)
        if not keys or times >= MAX_TIMES:
            return
        self._settings.setValue(_KEY.format(tool=tool), times + 1)
        command = COMMANDS.get(tool)
        name = without_mnemonic(translated(command.text)) if command else ""
        tip = _without_name(translated(command.tip), name) if command else ""
        lines = [f"<b>{escape(name)}</b>" if name else "", escape(tip)]
        if not is_hint_in_tip(tool):
            lines.append(escape(keys))
        self.label.setText("<br>".join(filter(None, lines)))
        self._update_geometry()
        self.show()
        self.raise_()
        self._timer.start()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the background and the border."""
        paint_bubble(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the board is resized."""
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._update_geometry()
        return super().eventFilter(watched, event)

    def _times_shown(self, tool: str) -> int:
        try:
            return int(str(self._settings.value(_KEY.format(tool=tool), 0)))
        except ValueError:  # damaged
            return MAX_TIMES

    def _update_geometry(self) -> None:
        layout = self.layout()
        assert layout is not None, "it holds the label"
        area = self._view.viewport().geometry()
        width = max(1, min(_WIDTH, area.width() - 2 * _DISTANCE))
        self.setFixedSize(width, layout.totalHeightForWidth(width))
        corner = area.bottomRight() - QPoint(_DISTANCE, _DISTANCE)
        mini_map = self._view.findChild(MiniMap)
        if mini_map is not None and mini_map.isVisible():
            corner.setY(mini_map.y() - _DISTANCE)
        self.move(corner - self.rect().bottomRight())


def _without_name(tip: str, name: str) -> str:
    """Return the tip of a tool without the name of the tool before a colon.

    The bubble has the name above it.
    """
    if not name or not tip.casefold().startswith(name.casefold()):
        return tip
    rest = tip[len(name) :].lstrip()
    if rest[:1] not in (":", "\uff1a"):  # the wide colon is that of Chinese
        return tip
    rest = rest[1:].lstrip()
    return rest[:1].upper() + rest[1:]
