"""What the areas of overlays mean, said in a corner of the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from m44core.drawing.board.overlay import swatch
from m44core.rules.overlays.overlay_types import Overlay
from m44editor.board.painter import paint
from m44editor.interface_text import sentence, told

_SAMPLE = 34, 20  # logical pixels of a sample in the legend
_ROOM = 10
_GAP = 8


class Legend(QWidget):
    """Says in a corner of the board what the areas of the overlays mean."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self._board = board
        self._entries: list[tuple[str, int, str]] = []
        self._is_above = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        board.installEventFilter(self)

    @property
    def entries(self) -> tuple[str, ...]:
        """What it says, from above."""
        return tuple(words for _, _, words in self._entries)

    def explain(self, overlays: list[tuple[str, Overlay]]) -> None:
        """Say what is shown: the title of each overlay, and its areas."""
        before, self._entries = self._entries, []
        for place, (title, overlay) in enumerate(overlays):
            self._entries.append(("", place, title))
            areas = overlay.areas
            self._entries += [(a.role.value, place, told(a.says)) for a in areas]
            if not areas:
                self._entries.append(("", place, sentence(overlay.says)))
        if self._entries != before:
            self.setAccessibleName("; ".join(self.entries))
            self._take_place()
            self.update()

    def leave(self, area: QRect) -> None:
        """Go into the other corner where it would cover something one points at."""
        if self.isVisible() and self.geometry().intersects(area):
            self._is_above = not self._is_above
            self._take_place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the board changes its size."""
        if event.type() == QEvent.Type.Resize:
            self._take_place()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the plate, the samples and the words."""
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self.palette().mid().color())
            painter.setBrush(self.palette().window())
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
            for row, entry in enumerate(self._entries):
                self._paint_entry(painter, _ROOM + row * self._pitch(), *entry)

    def _paint_entry(self, painter: QPainter, y: int, role: str, place: int, words: str) -> None:
        width, height = _SAMPLE
        font = self.font()
        font.setBold(not role)
        painter.setFont(font)
        if role:
            painter.save()
            painter.translate(_ROOM, y)
            painter.fillRect(QRectF(0, 0, width, height), QColor("#b4bd85"))
            paint(painter, swatch(role, place, width, height), {})
            painter.restore()
        x = _ROOM + (width + _GAP if role else 0)
        area = QRectF(x, y, self.width() - x - 2, height)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)

    def _pitch(self) -> int:
        return max(_SAMPLE[1], self.fontMetrics().height()) + 4

    def _take_place(self) -> None:
        """Be as large as the words need, in the lower left corner or in the upper one."""
        font = self.font()
        font.setBold(True)
        self.ensurePolished()
        width = max((self._width(*entry) for entry in self._entries), default=0)
        height = len(self._entries) * self._pitch() + 2 * _ROOM - 4
        self.resize(width + 2 * _ROOM, height)
        room = max(_ROOM, self._board.height() - height - _ROOM)
        self.move(_ROOM, _ROOM if self._is_above else room)

    def _width(self, role: str, place: int, words: str) -> int:
        del place
        advance = self.fontMetrics().horizontalAdvance(words)
        return advance + _SAMPLE[0] + _GAP if role else int(advance * 1.15)
