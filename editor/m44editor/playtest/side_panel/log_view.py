"""The log of a game: a line leads to the moment it tells of."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from m44editor.interface_text import sentence, tr
from m44editor.playtest.game.game_log import LogLine

_LOWEST = 60  # logical pixels


class LogView(QListWidget):
    """One line a sentence, turns in bold; what is yet to come at the moment shown is faint.

    Signals:
        wanted: The moment right after what a line tells of.
    """

    moment_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: list[LogLine] = []
        self._moment: int | None = None
        self._follows = True  # whether the latest line is in view, and is to stay there
        self.setWordWrap(True)
        self.setAccessibleName(tr("Log"))
        self.setToolTip(tr("A click shows the board as it was then"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSpacing(1)
        self.setMinimumHeight(_LOWEST)
        self.itemClicked.connect(self._want)
        self.itemActivated.connect(self._want)
        self.verticalScrollBar().valueChanged.connect(self._note_place)
        self.verticalScrollBar().rangeChanged.connect(self._keep_latest)

    def sizeHint(self) -> QSize:
        """Ask for no more height than it needs: it takes what is left."""
        return QSize(super().sizeHint().width(), _LOWEST)

    def show_log(self, lines: Sequence[LogLine], moment: int | None) -> None:
        """Show *lines* as of a moment; None for now, when the latest is kept in view."""
        kept = self._common(lines)
        while self.count() > kept:
            self.takeItem(self.count() - 1)
        for line in lines[kept:]:
            self.addItem(_entry(line))
        self._lines = list(lines)
        self._colour(moment)
        if moment is not None:
            self._show_place(moment)
        elif self._follows or self._moment is not None:
            self.clearSelection()
            self.scrollToBottom()
            self._follows = True
        self._moment = moment

    def _note_place(self, value: int) -> None:
        self._follows = value == self.verticalScrollBar().maximum()

    def _keep_latest(self) -> None:
        """Keep the latest line in view where the log gets lower."""
        if self._follows and self._moment is None:
            self.scrollToBottom()

    def _common(self, lines: Sequence[LogLine]) -> int:
        """Return how many lines are right already; only the last ones ever change."""
        kept = min(len(self._lines), len(lines))
        while kept and self._lines[kept - 1] != lines[kept - 1]:
            kept -= 1
        return kept

    def _colour(self, moment: int | None) -> None:
        """Make the lines faint that are yet to come."""
        if moment is None and self._moment is None:
            return
        faint = self.palette().color(QPalette.ColorRole.PlaceholderText)
        plain = self.palette().color(QPalette.ColorRole.Text)
        for number, line in enumerate(self._lines):
            late = moment is not None and line.number >= moment
            self.item(number).setForeground(faint if late else plain)

    def _show_place(self, moment: int) -> None:
        told = [number for number, line in enumerate(self._lines) if line.number < moment]
        if not told:
            self.clearSelection()
            self.scrollToTop()
            return
        self.setCurrentRow(told[-1])
        self.scrollToItem(self.item(told[-1]))

    def _want(self, item: QListWidgetItem) -> None:
        self.moment_requested.emit(self._lines[self.row(item)].number + 1)


def _entry(line: LogLine) -> QListWidgetItem:
    """Make a line of the log; the beginning of a turn stands out."""
    item = QListWidgetItem(sentence(line.text))
    if line.turn:
        font = item.font()
        font.setBold(True)
        item.setFont(font)
    return item
