"""The log of a game; clicking a line shows the moment it describes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QStyle, QWidget

from m44editor.first_frame import find_viewport
from m44editor.interface_text import sentence, tr
from m44editor.list_widgets import wrap_items
from m44editor.playtest.game.game_log import LogLine

_MIN_HEIGHT = 60  # logical pixels
_SPACING = 1  # logical pixels around a line


class LogView(QListWidget):
    """Lists the sentences of the log; turn starts are bold, lines after the moment shown are faint.

    Signals:
        moment_requested: The moment right after the event that a line describes.
    """

    moment_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: list[LogLine] = []
        self._moment: int | None = None
        self._follows_latest = True  # whether to keep the latest line in view
        wrap_items(self)
        self.setAccessibleName(tr("Log"))
        self.setToolTip(tr("Click a line to see the board at that moment"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSpacing(_SPACING)
        self.setFrameShape(QFrame.Shape.NoFrame)  # a part of the panel, without a frame in it
        margin = self.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1
        self.setViewportMargins(-_SPACING - margin, 0, 0, 0)  # lines start where the heading does
        self._viewport = find_viewport(self)
        self._viewport.setBackgroundRole(QPalette.ColorRole.Window)
        self.setMinimumHeight(_MIN_HEIGHT)
        self.itemClicked.connect(self._request_moment)
        self.itemActivated.connect(self._request_moment)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._scroll_to_latest)

    def sizeHint(self) -> QSize:
        """Return the minimum height, because the log stretches into the remaining space."""
        return QSize(super().sizeHint().width(), _MIN_HEIGHT)

    def show_log(self, lines: Sequence[LogLine], moment: int | None) -> None:
        """Show *lines* as of a moment; None for the latest moment.

        At the latest moment, the last line stays in view unless the user has scrolled up.
        """
        unchanged_count = self._unchanged_line_count(lines)
        while self.count() > unchanged_count:
            self.takeItem(self.count() - 1)
        for line in lines[unchanged_count:]:
            self.addItem(_log_item(line))
        self._lines = list(lines)
        self._dim_lines_after(moment)
        if moment is not None:
            self._scroll_to_moment(moment)
        elif self._follows_latest or self._moment is not None:
            self.clearSelection()
            self.scrollToBottom()
            self._follows_latest = True
        self._moment = moment

    def _on_scrolled(self, value: int) -> None:
        self._follows_latest = value == self.verticalScrollBar().maximum()

    def _scroll_to_latest(self) -> None:
        """Keep the latest line in view when the size of the log changes."""
        if self._follows_latest and self._moment is None:
            self.scrollToBottom()

    def _unchanged_line_count(self, lines: Sequence[LogLine]) -> int:
        """Return the number of unchanged lines at the start; only the last lines ever change."""
        count = min(len(self._lines), len(lines))
        while count and self._lines[count - 1] != lines[count - 1]:
            count -= 1
        return count

    def _dim_lines_after(self, moment: int | None) -> None:
        """Make the lines after a moment faint; None makes all lines normal again."""
        if moment is None and self._moment is None:
            return
        faint_colour = self.palette().color(QPalette.ColorRole.PlaceholderText)
        normal_colour = self.palette().color(QPalette.ColorRole.Text)
        for number, line in enumerate(self._lines):
            is_later = moment is not None and line.number >= moment
            self.item(number).setForeground(faint_colour if is_later else normal_colour)

    def _scroll_to_moment(self, moment: int) -> None:
        past_lines = [number for number, line in enumerate(self._lines) if line.number < moment]
        if not past_lines:
            self.clearSelection()
            self.scrollToTop()
            return
        self.setCurrentRow(past_lines[-1])
        self.scrollToItem(self.item(past_lines[-1]))

    def _request_moment(self, item: QListWidgetItem) -> None:
        self.moment_requested.emit(self._lines[self.row(item)].number + 1)


def _log_item(line: LogLine) -> QListWidgetItem:
    """Return the list item of a log line, bold for the first line of a turn."""
    item = QListWidgetItem(sentence(line.text))
    if line.turn:
        font = item.font()
        font.setBold(True)
        item.setFont(font)
    return item
