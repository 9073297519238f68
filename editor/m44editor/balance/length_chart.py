"""A bar chart of the lengths of games, painted here.

A plot library was considered. QtGraphs and QtCharts are in PySide6-Addons, a download of 175 MB
next to the Essentials that the program needs. matplotlib (10 MB) and pyqtgraph (2 MB) need numpy
(17 MB), and none of them makes the bars accessible to screen readers and the keyboard. One row of
bars is less code than adapting them to the themes.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from m44core.balance_lab.game_lengths import LengthBar, length_bars
from m44core.messages import nouns
from m44core.messages.message import label_with_text
from m44editor.interface_text import tr, translated
from m44editor.screen_reader import announce

_BAR_AREA_HEIGHT = 84  # logical pixels


class LengthChart(QWidget):
    """Shows how many games took how many turns.

    A click on a bar, or Enter, chooses a game of that length.

    Attributes:
        bars: The bars.
        current_index: The index of the bar under the pointer or chosen with the keyboard; -1 if
            none.

    Signals:
        bar_chosen: The user wants to watch a game of this bar.
    """

    bar_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bars: list[LengthBar] = []
        self.current_index = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Game length"))

    def show_turns(self, turns: Sequence[int]) -> None:
        """Show the lengths of some games."""
        bars = length_bars(turns)
        if bars != self.bars:
            self.bars = bars
            self.current_index = min(self.current_index, len(bars) - 1)
            bar_texts = [self.text_of(bar) for bar in bars if bar.games]
            self.setAccessibleDescription("; ".join(bar_texts))
            self.update()

    def text_of(self, bar: LengthBar) -> str:
        """Return a bar in words: ``12 to 13 turns: 8 games``."""
        games = nouns.games(bar.games)
        if bar.least == bar.most:
            return translated(label_with_text(nouns.turns(bar.least), games))
        turns = nouns.turns(bar.most)
        return tr("{least} to {turns}: {games}", least=bar.least, turns=turns, games=games)

    def sizeHint(self) -> QSize:
        """Return the size of the bars with a line of text below."""
        return QSize(240, _BAR_AREA_HEIGHT + self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size."""
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bars, and the turns below."""
        del event
        if not self.bars:
            return
        with QPainter(self) as painter:
            palette = self.palette()
            colour = palette.color(QPalette.ColorRole.Highlight)
            text_colour = palette.color(QPalette.ColorRole.WindowText)
            for index in range(len(self.bars)):
                area = self.bar_area(index)
                painter.fillRect(
                    area, colour.lighter(125) if index == self.current_index else colour
                )
                if index == self.current_index and self.hasFocus():
                    painter.setPen(QPen(text_colour, 2))
                    painter.drawRect(area.adjusted(-1, -1, 1, 0))
            painter.setPen(text_colour)
            painter.drawLine(QPointF(0, _BAR_AREA_HEIGHT), QPointF(self.width(), _BAR_AREA_HEIGHT))
            self._paint_turn_labels(painter)

    def _paint_turn_labels(self, painter: QPainter) -> None:
        """Write the lengths below the first, a middle and the last bar."""
        area = QRectF(0, _BAR_AREA_HEIGHT, self.width(), self.fontMetrics().height() + 1)
        alignments = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        labels = [(self.bars[0].least, alignments[0])]
        if len(self.bars) > 1:
            labels.append((self.bars[-1].most, alignments[1]))
        for turns, alignment in labels:
            painter.drawText(area, alignment | Qt.AlignmentFlag.AlignTop, str(turns))
        if len(self.bars) > 2:
            middle = translated(nouns.turns(self.bars[len(self.bars) // 2].least))
            painter.drawText(
                area, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, middle
            )

    def bar_area(self, index: int) -> QRectF:
        """Return the area of a bar."""
        max_games = max(bar.games for bar in self.bars)
        pitch = self.width() / len(self.bars)
        height = (_BAR_AREA_HEIGHT - 6) * self.bars[index].games / max_games
        gap = 1 if pitch < 8 else 2
        return QRectF(index * pitch + gap / 2, _BAR_AREA_HEIGHT - height, pitch - gap, height)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the bar under the pointer."""
        self._choose(self._index_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose a game of the bar under the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self._index_at(event.position()))
            self._emit_current_bar()

    def leaveEvent(self, event: QEvent) -> None:
        """Unmark the bar under the pointer, unless the chart has the focus."""
        super().leaveEvent(event)
        if not self.hasFocus():
            self._choose(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step through the bars with the arrow keys; choose a game with Enter or Space."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._emit_current_bar()
        elif event.key() in steps and self.bars:
            step = steps[Qt.Key(event.key())]
            self._choose(max(0, min(len(self.bars) - 1, self.current_index + step)))
            announce(self, self.text_of(self.bars[self.current_index]))
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Describe a bar in a tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self._index_at(QPointF(event.pos()))
            if index >= 0:
                QToolTip.showText(event.globalPos(), self.text_of(self.bars[index]), self)
            return True
        return super().event(event)

    def _index_at(self, point: QPointF) -> int:
        if not self.bars or not 0 <= point.x() < self.width():
            return -1
        return int(point.x() * len(self.bars) / self.width())

    def _choose(self, index: int) -> None:
        if index != self.current_index:
            self.current_index = index
            self.update()

    def _emit_current_bar(self) -> None:
        if self.bars and self.current_index >= 0 and self.bars[self.current_index].games:
            self.bar_chosen.emit(self.bars[self.current_index])
