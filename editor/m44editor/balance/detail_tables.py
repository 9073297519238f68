"""The details of a verdict: one table at a time, whose rows open the games behind them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLabel,
    QMenu,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from m44core.messages.message import Value
from m44editor.balance.detail_rows import TABLE_TITLES, Column, Row, Table
from m44editor.interface_text import sentence, tr, translated

_MIN_ROWS, _MAX_ROWS = 3, 14
_ROW_SPACE = 4  # logical pixels
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class DetailTables(QWidget):
    """Shows the details below the verdict.

    Attributes:
        choice: The choice of a table.
        table: The table.

    Signals:
        game_requested: The user wants to watch one of the games with these names.
        measurement_requested: The user wants to measure what this restriction costs.
    """

    game_requested = Signal(tuple)
    measurement_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tables: Sequence[Table] = ()
        self.choice, self.table = QComboBox(), RowTable()
        self.choice.setAccessibleName(tr("Table"))
        self.choice.addItems([translated(title) for title in TABLE_TITLES])
        self._note = QLabel()
        self._note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.choice, self.table, self._note):
            column.addWidget(widget)
        self.choice.currentIndexChanged.connect(self._show)
        self.table.games_chosen.connect(self.game_requested)
        self.table.restriction_chosen.connect(self.measurement_requested)

    def show_tables(self, tables: Sequence[Table]) -> None:
        """Show tables; only the chosen one is visible."""
        self._tables = tables
        self._show()

    def _show(self) -> None:
        if not self._tables:
            return
        table = self._tables[self.choice.currentIndex()]
        self.table.show_rows(table)
        self.table.setVisible(bool(table.rows))
        if not table.rows:
            self._note.setText(tr("No single event decides these games."))
        elif any(row.restriction for row in table.rows):
            self._note.setText(
                tr(
                    "Click a row to watch a game in which this happens. Right-click a card to "
                    "measure what it is worth."
                )
            )
        else:
            self._note.setText(tr("Click a row to watch a game in which this happens."))
        self._note.setVisible(not table.rows or any(row.games for row in table.rows))


class RowTable(QTableWidget):
    """A table as high as its rows; a click on a row, or Enter, chooses its games.

    Signals:
        games_chosen: The names of the games of a row.
        restriction_chosen: The restriction of a row, from its context menu.
    """

    games_chosen = Signal(tuple)
    restriction_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[Row] = ()
        self.setWordWrap(True)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self._fit_timer = QTimer(self, singleShot=True, interval=0)
        self._fit_timer.timeout.connect(self._fit_row_heights)
        self.horizontalHeader().sectionResized.connect(self._fit_timer.start)
        self.cellClicked.connect(lambda row, _: self._choose(row))

    def show_rows(self, table: Table) -> None:
        """Show a table."""
        self._rows = table.rows
        self.setAccessibleName(translated(table.title))
        self.clear()
        self.setColumnCount(len(table.columns))
        self.setRowCount(len(table.rows))
        for number, column in enumerate(table.columns):
            self.setHorizontalHeaderItem(number, _header_item(column, number))
        for number, row in enumerate(table.rows):
            for column_index, item in enumerate(_items(row)):
                self.setItem(number, column_index, item)
        header = self.horizontalHeader()
        header.setVisible(len(table.columns) > 1)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._fit_timer.start()

    def sizeHint(self) -> QSize:
        """Return a size that fits the rows, within a minimum and a maximum height."""
        rows = range(min(_MAX_ROWS, self.rowCount()))
        height = sum(self.rowHeight(row) for row in rows) + 2 * self.frameWidth()
        header = self.horizontalHeader()
        min_height = _MIN_ROWS * self.fontMetrics().height()
        return QSize(
            200, max(min_height, height) + (header.height() if header.isVisibleTo(self) else 0)
        )

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size."""
        return QSize(120, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        """Wrap the texts again for the new font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_timer.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the games of the current row with Enter or Space."""
        if event.key() in (*_ENTER_KEYS, Qt.Key.Key_Space):
            self._choose(self.currentRow())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the context menu of the row under the pointer or, by key, of the current row."""
        is_by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        row_index = self.currentRow() if is_by_key else self.rowAt(event.pos().y())
        if 0 <= row_index < len(self._rows) and (menu := self.menu_of_row(row_index)).actions():
            item = self.visualRect(self.model().index(row_index, 0)).center()
            menu.popup(self.viewport().mapToGlobal(item if is_by_key else event.pos()))

    def menu_of_row(self, row_index: int) -> QMenu:
        """Return the context menu of a row, which is empty if there is nothing to do."""
        row, menu = self._rows[row_index], QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if row.games:
            menu.addAction(tr("Watch a Game"), partial(self.games_chosen.emit, row.games))
        if row.restriction is not None:
            menu.addAction(
                tr("Measure Its Worth"), partial(self.restriction_chosen.emit, row.restriction)
            )
        return menu

    def _fit_row_heights(self) -> None:
        """Make each row as high as its wrapped texts."""
        self.resizeRowsToContents()
        for row in range(self.rowCount()):
            self.setRowHeight(row, self.rowHeight(row) + _ROW_SPACE)
        self.updateGeometry()

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self._rows) and self._rows[row].games:
            self.games_chosen.emit(self._rows[row].games)


def _header_item(column: Column, number: int) -> QTableWidgetItem:
    item = QTableWidgetItem(sentence(column.title))
    item.setToolTip(sentence(column.meaning))
    edge = Qt.AlignmentFlag.AlignRight if number else Qt.AlignmentFlag.AlignLeft
    item.setTextAlignment(edge | Qt.AlignmentFlag.AlignVCenter)
    return item


def _items(row: Row) -> list[QTableWidgetItem]:
    items = [QTableWidgetItem(_cell_text(cell)) for cell in row.cells]
    first, *others = items
    for item in others:
        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    font = first.font()
    font.setBold(row.is_heading)
    for item in items:
        item.setFont(font)
        if row.games:
            item.setToolTip(tr("Watch a game in which this happens"))
    return items


def _cell_text(cell: Value | tuple[Value, ...]) -> str:
    lines = cell if isinstance(cell, tuple) else (cell,)
    return "\n".join(map(sentence, lines))
