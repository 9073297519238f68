"""The list of problems: the findings as a Qt model, a filter, and the view."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTreeView, QWidget

from m44core.board import Board
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import check_name_of, is_quiet, message_of
from m44core.messages.message import message
from m44core.validation.suppressions import SuppressedFinding
from m44editor.interface_text import language, sentence, tr, translated
from m44editor.list_widgets import fill_behind_scroll_bars
from m44editor.panels.finding_labels import (
    location_text,
    severity_name,
    with_severity,
)
from m44editor.panels.panel_icons import severity_icon
from m44editor.theme_tokens import Space

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NO_INDEX = QModelIndex()
COLUMNS = (message("Problem"), message("Where"), message("Code"), message("Severity"))
PROBLEM, WHERE, CHECK, SEVERITY = range(4)
_ORDER = (SEVERITY, WHERE, PROBLEM, CHECK)  # from left to right
FINDING_ROLE = Role.UserRole
_WHERE_WIDTH = 110  # at least, in pixels
_ICON_WIDTH = 30  # pixels of the column of severities
_HEADER_ROLES = (Role.ToolTipRole, Role.AccessibleTextRole)
_RANKS = {severity: rank for rank, severity in enumerate(Severity)}

SUPPRESSED_ROLE = FINDING_ROLE + 1
"""The role of the `SuppressedFinding` of a suppressed finding; None for others."""


class ProblemsModel(QAbstractTableModel):
    """The findings in the order they were published."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._findings: tuple[Diagnostic, ...] = ()
        self._board: Board | None = None
        self._texts: dict[tuple[str, int, int], str] = {}
        self._keys: dict[int, list[str]] = {}

    def show_findings(self, findings: tuple[Diagnostic, ...], board: Board) -> None:
        """List *findings*, whose hexes are on *board*."""
        self.beginResetModel()
        self._findings, self._board = findings, board
        self._texts.clear()
        self._keys.clear()
        self.endResetModel()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Return the number of findings."""
        return 0 if parent.isValid() else len(self._findings)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        """Return the heading of a column; None for other roles."""
        if orientation is Qt.Orientation.Horizontal and role == Role.DisplayRole:
            return "" if section == SEVERITY else translated(COLUMNS[section])
        return translated(COLUMNS[section]) if role in _HEADER_ROLES else None

    def data(self, index: Index, role: int = 0) -> object:
        """Return the data of a cell for a role; None for an unknown role."""
        finding = self._findings[index.row()]
        if role == Role.DisplayRole:
            return self._cell_text(index)
        if role == Role.ToolTipRole:
            return self._cell_tool_tip(finding, index)
        if role == Role.DecorationRole and index.column() == SEVERITY:
            return severity_icon(finding.severity)
        if role == Role.AccessibleTextRole and index.column() == SEVERITY:
            return severity_name(finding.severity)
        if role == Role.AccessibleTextRole:
            text = self._cell_text(index)
            return with_severity(finding, text) if index.column() == PROBLEM else text
        return finding if role == FINDING_ROLE else None

    def _cell_tool_tip(self, finding: Diagnostic, index: Index) -> str:
        match index.column():
            case 2:  # CHECK
                return check_name_of(finding)
            case 3:  # SEVERITY
                return severity_name(finding.severity)
            case _:
                return self._cell_text(index)

    def _cell_text(self, index: Index) -> str:
        """Return the text of a cell, cached per language because Qt asks for it often."""
        cell = language(), index.row(), index.column()
        if cell not in self._texts:
            self._texts[cell] = self._new_cell_text(self._findings[index.row()], index.column())
        return self._texts[cell]

    def _new_cell_text(self, finding: Diagnostic, column: int) -> str:
        match column:
            case 0:  # PROBLEM
                return sentence(message_of(finding))
            case 1:  # WHERE
                return location_text(finding, self._board) if self._board else ""
            case 2:  # CHECK
                return finding.code
            case _:  # SEVERITY
                return ""

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """The listed findings."""
        return self._findings

    def sort_keys(self, column: int) -> list[str]:
        """Return the sort keys of all cells of a column, cached because sorting asks for them."""
        if column not in self._keys:
            rows = range(len(self._findings))
            self._keys[column] = [self.sort_key(row, column) for row in rows]
        return self._keys[column]

    def sort_key(self, row: int, column: int) -> str:
        """Return the sort key of a cell: problems by severity, locations by hex or pointer."""
        finding = self._findings[row]
        if column in (PROBLEM, SEVERITY):
            return f"{_RANKS[finding.severity]}{is_quiet(finding):d} {row:06}"
        if column == WHERE and finding.hex is not None:
            return f"/hexes/{finding.hex.row:03}/{finding.hex.col:03}"
        return finding.pointer if column == WHERE else finding.code


class ProblemsFilter(QSortFilterProxyModel):
    """Shows only findings of the selected severities that contain all search words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._severities = frozenset(Severity)
        self._words: tuple[str, ...] = ()
        self._shows_quiet = False

    def show_severities(self, severities: frozenset[Severity]) -> None:
        """Set the severities to show."""
        self._severities = severities
        self.invalidate()

    def show_quiet(self, is_shown: bool) -> None:
        """Set whether notes that need no action are shown even without a search."""
        self._shows_quiet = is_shown
        self.invalidate()

    def set_search(self, text: str) -> None:
        """Show only findings that contain every word of *text*, ignoring case."""
        self._words = tuple(text.casefold().split())
        self.invalidate()

    def lessThan(self, left: Index, right: Index) -> bool:
        """Return whether *left* sorts before *right*, asking the model directly for speed."""
        model = self.sourceModel()
        assert isinstance(model, ProblemsModel)
        keys = model.sort_keys(left.column())
        return keys[left.row()] < keys[right.row()]

    def is_hidden(self, row: int) -> bool:
        """Return whether a row needs no action, unless the option or a search shows such rows."""
        if self._shows_quiet or self._words:
            return False
        model = self.sourceModel()
        assert isinstance(model, ProblemsModel)
        return is_quiet(model.findings[row])

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        """Return whether a finding is shown."""
        model = self.sourceModel()
        assert isinstance(model, ProblemsModel)
        finding = model.findings[row]
        if self.is_hidden(row):
            return False
        if finding.severity not in self._severities or not self._words:
            return finding.severity in self._severities
        cells = (model.index(row, column, parent).data() for column in (PROBLEM, WHERE, CHECK))
        text = " ".join((*cells, check_name_of(finding))).casefold()
        return all(word in text for word in self._words)


class ResultsModel(ProblemsModel):
    """The active findings, followed by the suppressed ones, which are drawn faintly."""

    _suppressed: tuple[SuppressedFinding, ...] = ()
    _active_count = 0

    def show_results(
        self,
        findings: tuple[Diagnostic, ...],
        suppressed_findings: tuple[SuppressedFinding, ...],
        board: Board,
    ) -> None:
        """Set the active and the suppressed findings, whose hexes are on *board*."""
        self._active_count, self._suppressed = len(findings), suppressed_findings
        self.show_findings((*findings, *(each.diagnostic for each in suppressed_findings)), board)

    def data(self, index: Index, role: int = 0) -> object:
        """Return the data of a cell for a role; None for an unknown role."""
        suppression = self._suppression_at(index)
        if role == SUPPRESSED_ROLE:
            return suppression
        value = super().data(index, role)
        if suppression is None:
            return value
        if role == Role.ForegroundRole:
            return QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText)
        if role == Role.DecorationRole and value is not None:
            return severity_icon(suppression.diagnostic.severity, faint=True)
        if index.column() == PROBLEM and role in (Role.DisplayRole, Role.ToolTipRole):
            return tr(
                "{finding} (suppressed: {reason})", finding=str(value), reason=suppression.reason
            )
        if index.column() == PROBLEM and role == Role.AccessibleTextRole:
            return tr(
                "suppressed: {finding}; {reason}", finding=str(value), reason=suppression.reason
            )
        return value

    @property
    def has_suppressed(self) -> bool:
        """Whether suppressed findings are listed."""
        return bool(self._suppressed)

    def is_suppressed(self, row: int) -> bool:
        """Return whether the finding of a row is suppressed."""
        return row >= self._active_count

    def _suppression_at(self, index: Index) -> SuppressedFinding | None:
        number = index.row() - self._active_count
        return self._suppressed[number] if 0 <= number < len(self._suppressed) else None


class ResultsFilter(ProblemsFilter):
    """Keeps suppressed findings below the rest, in any sort order."""

    def lessThan(self, left: Index, right: Index) -> bool:
        """Return whether *left* sorts before *right*.

        Suppressed findings stay last in any order.
        """
        model = self.sourceModel()
        assert isinstance(model, ResultsModel)
        if model.has_suppressed:
            is_suppressed = [model.is_suppressed(index.row()) for index in (left, right)]
            if is_suppressed[0] != is_suppressed[1]:
                return is_suppressed[1] == (self.sortOrder() is Qt.SortOrder.AscendingOrder)
        return super().lessThan(left, right)

    def is_hidden(self, row: int) -> bool:
        """Return whether a row is hidden because it needs no action.

        A suppressed finding is never hidden for this reason.
        """
        model = self.sourceModel()
        assert isinstance(model, ResultsModel)
        return super().is_hidden(row) and not model.is_suppressed(row)


def finding_at(index: Index) -> Diagnostic | None:
    """Return the finding of a row; None if the index is invalid."""
    finding: Diagnostic | None = index.data(FINDING_ROLE)
    return finding


def suppression_at(index: Index) -> SuppressedFinding | None:
    """Return the suppression of a row's finding; None if the finding is not suppressed."""
    suppression: SuppressedFinding | None = index.data(SUPPRESSED_ROLE)
    return suppression


class ProblemList(QTreeView):
    """The list of findings; if there are none, it shows why.

    Args:
        findings: The findings to list.
        why_empty: Returns why none is listed.
        parent: The parent widget.
    """

    finding_chosen = Signal(object)  # the finding that was clicked, or reached with F8
    enter_pressed = Signal(object)  # the finding of an Enter key or a double click
    current_changed = Signal(object)  # the current finding, or None
    menu_requested = Signal(object, QPoint)  # a finding and a position on the screen
    copy_requested = Signal()
    fixes_requested = Signal()

    def __init__(
        self, findings: ResultsFilter, why_empty: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        fill_behind_scroll_bars(self)
        self._why_empty = why_empty
        self._last_row = 0  # the last current row
        self.setModel(findings)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setAlternatingRowColors(True)
        self.setSortingEnabled(True)
        self.setFrameShape(QFrame.Shape.NoFrame)  # the panel has one
        self.sortByColumn(SEVERITY, Qt.SortOrder.AscendingOrder)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(tr("Problems"))
        self._size_columns()
        findings.modelReset.connect(self._fit_location_column)
        findings.modelReset.connect(self._show_header)
        findings.layoutChanged.connect(self._show_header)  # of a changed filter
        self._show_header()
        self.clicked.connect(lambda index: self.finding_chosen.emit(index.data(FINDING_ROLE)))
        self.activated.connect(lambda index: self.enter_pressed.emit(index.data(FINDING_ROLE)))
        self.customContextMenuRequested.connect(self._open_menu)

    def _show_header(self) -> None:
        """Show the headings of the columns only above findings."""
        self.setHeaderHidden(not self.model().rowCount())
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the findings, or why there are none."""
        super().paintEvent(event)
        if not self.model().rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            place = self.viewport().rect()
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._why_empty())

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Remember the current row, and report its finding."""
        super().currentChanged(current, previous)
        if current.isValid():
            self._last_row = current.row()
        self.current_changed.emit(self.current_finding())

    def event(self, event: QEvent) -> bool:
        """Keep the keys that the list handles from triggering shortcuts of the window."""
        is_override = event.type() is QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._key_handler(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys for stepping, fixing and copying."""
        handler = self._key_handler(event)
        if handler:
            handler()
        else:
            super().keyPressEvent(event)

    def _key_handler(self, event: QKeyEvent) -> Callable[[], None] | None:
        """Return the handler of a key; None if the list does not handle the key."""
        if event.matches(QKeySequence.StandardKey.Copy):
            return self.copy_requested.emit
        handlers: dict[str, Callable[[], None]] = {
            "F8": partial(self.step, 1),
            "Shift+F8": partial(self.step, -1),
            "Ctrl+.": self.fixes_requested.emit,
        }
        return handlers.get(QKeySequence(event.keyCombination()).toString())

    def current_finding(self) -> Diagnostic | None:
        """Return the current finding; None if there is none."""
        return finding_at(self.currentIndex())

    def current_suppression(self) -> SuppressedFinding | None:
        """Return the suppression of the current finding; None if the finding is not suppressed."""
        return suppression_at(self.currentIndex())

    def shown_findings(self) -> list[Diagnostic]:
        """Return the visible findings, from top to bottom."""
        rows = range(self.model().rowCount())
        return [self.model().index(row, PROBLEM).data(FINDING_ROLE) for row in rows]

    def selected_findings(self) -> list[Diagnostic]:
        """Return the selected findings, from top to bottom."""
        rows = sorted(self.selectionModel().selectedRows(), key=QModelIndex.row)
        return [row.data(FINDING_ROLE) for row in rows]

    def set_current(self, finding: Diagnostic | None) -> None:
        """Make *finding* current, or one of the same check at the same location.

        Do nothing if neither is listed, or if *finding* is None.
        """
        findings = self.shown_findings()
        if finding and finding not in findings:
            finding = next((other for other in findings if _is_same_problem(other, finding)), None)
        if finding:
            self.setCurrentIndex(self.model().index(findings.index(finding), PROBLEM))

    def restart_steps(self) -> None:
        """Make the next step start at the first finding, or at the last one when stepping back."""
        self._last_row = 0

    def step(self, steps: int) -> None:
        """Choose the finding *steps* rows further down, wrapping around; skip suppressed findings.

        If the current finding has disappeared, a step forward chooses the finding now in its row,
        and a step back the one above.
        """
        active_count = sum(self._is_active(row) for row in range(self.model().rowCount()))
        if active_count:
            current_row = self.currentIndex().row()
            is_on_active_finding = current_row < active_count and self.selectionModel().isSelected(
                self.currentIndex()
            )
            if not is_on_active_finding:
                current_row = min(self._last_row, active_count) - (steps > 0)
            self.setCurrentIndex(self.model().index((current_row + steps) % active_count, PROBLEM))
            self.finding_chosen.emit(self.current_finding())

    def _is_active(self, row: int) -> bool:
        return suppression_at(self.model().index(row, PROBLEM)) is None

    def menu_position(self) -> QPoint:
        """Return the position on the screen just below the current row."""
        return self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())

    def _size_columns(self) -> None:
        header = self.header()
        header.setStretchLastSection(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setMinimumSectionSize(_ICON_WIDTH)
        for position, column in enumerate(_ORDER):
            header.moveSection(header.visualIndex(column), position)
        header.setSectionResizeMode(SEVERITY, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(SEVERITY, _ICON_WIDTH)
        header.setSectionResizeMode(PROBLEM, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(WHERE, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(CHECK, QHeaderView.ResizeMode.Interactive)
        header.setResizeContentsPrecision(0)  # only the visible rows
        header.resizeSection(WHERE, _WHERE_WIDTH)
        header.resizeSection(CHECK, 64)
        self._fitted_width = self.columnWidth(WHERE)  # another width was chosen by the user

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Widen the column of locations if they do not fit."""
        super().resizeEvent(event)
        self._fit_location_column()

    def _fit_location_column(self) -> None:
        """Widen the column of locations to fit them, up to a third of the list.

        It is never narrowed, and is left alone once the user has resized it.
        """
        width = self.columnWidth(WHERE)
        hint = self.sizeHintForColumn(WHERE) + Space.LARGE  # to the next column
        needed_width = min(hint, self.viewport().width() // 3)
        if needed_width > width == self._fitted_width:
            self.header().resizeSection(WHERE, needed_width)
            self._fitted_width = self.columnWidth(WHERE)

    def _open_menu(self, point: QPoint) -> None:
        finding = finding_at(self.indexAt(point))
        if finding:
            self.menu_requested.emit(finding, self.viewport().mapToGlobal(point))


def _is_same_problem(finding: Diagnostic, other: Diagnostic) -> bool:
    """Return whether two findings are from the same check at the same location."""
    return (finding.code, finding.pointer, finding.hex) == (other.code, other.pointer, other.hex)
