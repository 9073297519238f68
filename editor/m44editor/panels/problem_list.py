"""The list of problems: the findings as a Qt model, a filter, and the view of both."""

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
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from m44core.board import Board
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import is_quiet, name_of
from m44core.messages.message import message
from m44core.validation.suppressions import Suppressed
from m44editor.interface_text import language, sentence, tr, translated
from m44editor.panels.finding_labels import finding_message, place_text, with_severity
from m44editor.panels.panel_icons import severity_icon

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NO_INDEX = QModelIndex()
COLUMNS = (message("Problem"), message("Where"), message("Code"))
PROBLEM, WHERE, CHECK = range(3)
FINDING_ROLE = Role.UserRole
_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


class ProblemsModel(QAbstractTableModel):
    """The findings in the order they were published."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._findings: tuple[Diagnostic, ...] = ()
        self._board: Board | None = None
        self._texts: dict[tuple[str, int, int], str] = {}

    def show_findings(self, findings: tuple[Diagnostic, ...], board: Board) -> None:
        """List *findings*, whose hexes are on *board*."""
        self.beginResetModel()
        self._findings, self._board = findings, board
        self._texts.clear()
        self.endResetModel()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Return the number of findings."""
        return 0 if parent.isValid() else len(self._findings)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:
        """Return the heading of a column."""
        if orientation is Qt.Orientation.Horizontal and role == Role.DisplayRole:
            return translated(COLUMNS[section])
        return None

    def data(self, index: Index, role: int = 0) -> object:
        """Return what a cell shows, says, or sorts by."""
        finding = self._findings[index.row()]
        if role == Role.DisplayRole:
            return self._cell_text(index)
        if role == Role.ToolTipRole:
            return name_of(finding) if index.column() == CHECK else self._cell_text(index)
        if role == Role.DecorationRole and index.column() == PROBLEM:
            return severity_icon(finding.severity)
        if role == Role.AccessibleTextRole:
            words = self._cell_text(index)
            return with_severity(finding, words) if index.column() == PROBLEM else words
        return finding if role == FINDING_ROLE else None

    def _cell_text(self, index: Index) -> str:
        """Return what a cell says; Qt asks often, so it is worded once in each language."""
        cell = language(), index.row(), index.column()
        if cell not in self._texts:
            self._texts[cell] = self._new_cell_text(self._findings[index.row()], index.column())
        return self._texts[cell]

    def _new_cell_text(self, finding: Diagnostic, column: int) -> str:
        match column:
            case 0:  # PROBLEM
                return sentence(finding_message(finding))
            case 1:  # WHERE
                return place_text(finding, self._board) if self._board else ""
            case _:
                return finding.code

    def sort_key(self, row: int, column: int) -> str:
        """Return a text that sorts as a column should."""
        finding = self._findings[row]
        if column == PROBLEM:
            return f"{_RANKS[finding.severity]} {row:06}"
        if column == WHERE and finding.hex is not None:
            return f"/hexes/{finding.hex.row:03}/{finding.hex.col:03}"
        return finding.pointer if column == WHERE else finding.code


class ProblemsFilter(QSortFilterProxyModel):
    """Lets through the severities that are ticked and the words that are looked for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._severities = frozenset(Severity)
        self._words: tuple[str, ...] = ()
        self._shows_quiet = False

    def show_severities(self, severities: frozenset[Severity]) -> None:
        """Let through findings of these severities only."""
        self._severities = severities
        self.invalidate()

    def show_quiet(self, shown: bool) -> None:
        """Let through notes that need no action as well, whatever is looked for."""
        self._shows_quiet = shown
        self.invalidate()

    def set_search(self, text: str) -> None:
        """Let through findings in which every word of *text* occurs."""
        self._words = tuple(text.casefold().split())
        self.invalidate()

    def lessThan(self, left: Index, right: Index) -> bool:
        """Tell whether one row comes before another; the model is asked without the way by Qt."""
        model = self.sourceModel()
        assert isinstance(model, ProblemsModel)
        column = left.column()
        return model.sort_key(left.row(), column) < model.sort_key(right.row(), column)

    def is_hidden(self, row: int) -> bool:
        """Return whether a row needs no action, and nobody asks for those or looks for words."""
        finding = self.sourceModel().index(row, PROBLEM).data(FINDING_ROLE)
        return is_quiet(finding) and not (self._shows_quiet or self._words)

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        """Tell whether a finding is to be shown."""
        model = self.sourceModel()
        finding = model.index(row, PROBLEM, parent).data(FINDING_ROLE)
        if self.is_hidden(row):
            return False
        if finding.severity not in self._severities or not self._words:
            return finding.severity in self._severities
        cells = (model.index(row, column, parent).data() for column in range(len(COLUMNS)))
        text = " ".join((*cells, name_of(finding))).casefold()
        return all(word in text for word in self._words)


ALLOWED_ROLE = FINDING_ROLE + 1
"""Under which a row says why it is allowed; None where it is not."""


class ResultsModel(ProblemsModel):
    """The findings that count, then those that are allowed."""

    _allowed: tuple[Suppressed, ...] = ()
    _counted = 0

    def show_results(
        self, findings: tuple[Diagnostic, ...], allowed: tuple[Suppressed, ...], board: Board
    ) -> None:
        """List findings that count and findings that are *allowed*, on *board*."""
        self._counted, self._allowed = len(findings), allowed
        self.show_findings((*findings, *(each.diagnostic for each in allowed)), board)

    def data(self, index: Index, role: int = 0) -> object:
        """Return what a cell shows, says, or sorts by."""
        allowed = self._allowance(index)
        if role == ALLOWED_ROLE:
            return allowed
        said = super().data(index, role)
        if allowed is None:
            return said
        if role == Role.ForegroundRole:
            return QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText)
        if role == Role.DecorationRole and said is not None:
            return severity_icon(allowed.diagnostic.severity, faint=True)
        if index.column() == PROBLEM and role in (Role.DisplayRole, Role.ToolTipRole):
            return tr("{finding} (allowed: {reason})", finding=str(said), reason=allowed.reason)
        if index.column() == PROBLEM and role == Role.AccessibleTextRole:
            return tr("allowed: {finding}; {reason}", finding=str(said), reason=allowed.reason)
        return said

    def is_allowed(self, row: int) -> bool:
        """Tell whether the finding of a row is an allowed one."""
        return row >= self._counted

    def _allowance(self, index: Index) -> Suppressed | None:
        number = index.row() - self._counted
        return self._allowed[number] if 0 <= number < len(self._allowed) else None


class ResultsFilter(ProblemsFilter):
    """Keeps what is allowed below the rest, whichever way the list is sorted."""

    def lessThan(self, left: Index, right: Index) -> bool:
        """Tell whether one row comes before another in ascending order."""
        model = self.sourceModel()
        assert isinstance(model, ResultsModel)
        is_allowed = [model.is_allowed(index.row()) for index in (left, right)]
        if is_allowed[0] != is_allowed[1]:
            return is_allowed[1] == (self.sortOrder() is Qt.SortOrder.AscendingOrder)
        return super().lessThan(left, right)

    def is_hidden(self, row: int) -> bool:
        """Return whether a row is hidden for needing no action; what is allowed never is."""
        model = self.sourceModel()
        assert isinstance(model, ResultsModel)
        return super().is_hidden(row) and not model.is_allowed(row)


def finding_at(index: Index) -> Diagnostic | None:
    """Return the finding of a row, or None where there is no row."""
    found: Diagnostic | None = index.data(FINDING_ROLE)
    return found


def allowed_at(index: Index) -> Suppressed | None:
    """Return why the finding of a row is allowed; None where it is not."""
    allowed: Suppressed | None = index.data(ALLOWED_ROLE)
    return allowed


class ProblemList(QTreeView):
    """Rows of findings, of which at most one is current."""

    chosen = Signal(object)  # the finding clicked, or reached with F8
    enter_pressed = Signal(object)  # the finding on which Enter was pressed, or double-clicked
    current = Signal(object)  # the finding the bar stands on, or None
    menu_wanted = Signal(object, QPoint)  # a finding and a place on the screen
    copy_wanted = Signal()
    fixes_wanted = Signal()

    def __init__(self, findings: ResultsFilter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = 0  # where the bar stood last
        self.setModel(findings)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setAlternatingRowColors(True)
        self.setSortingEnabled(True)
        self.sortByColumn(PROBLEM, Qt.SortOrder.AscendingOrder)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(tr("Problems"))
        self._size_columns()
        self.clicked.connect(lambda index: self.chosen.emit(index.data(FINDING_ROLE)))
        self.activated.connect(lambda index: self.enter_pressed.emit(index.data(FINDING_ROLE)))
        self.customContextMenuRequested.connect(self._open_menu)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Report the finding the bar stands on."""
        super().currentChanged(current, previous)
        if current.isValid():
            self._row = current.row()
        self.current.emit(self.finding())

    def event(self, event: QEvent) -> bool:
        """Keep the keys of the list from the shortcuts of the window."""
        override = event.type() is QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and self._key_action(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step, mend and copy with the keys for it; the rest is Qt's."""
        answer = self._key_action(event)
        if answer:
            answer()
        else:
            super().keyPressEvent(event)

    def _key_action(self, event: QKeyEvent) -> Callable[[], None] | None:
        """Return what a key does in the list, if it means something of its own."""
        if event.matches(QKeySequence.StandardKey.Copy):
            return self.copy_wanted.emit
        answers: dict[str, Callable[[], None]] = {
            "F8": partial(self.step, 1),
            "Shift+F8": partial(self.step, -1),
            "Ctrl+.": self.fixes_wanted.emit,
        }
        return answers.get(QKeySequence(event.keyCombination()).toString())

    def finding(self) -> Diagnostic | None:
        """Return the finding the bar stands on, or None."""
        return finding_at(self.currentIndex())

    def allowed(self) -> Suppressed | None:
        """Return why the finding the bar stands on is allowed; None where it is not."""
        return allowed_at(self.currentIndex())

    def shown(self) -> list[Diagnostic]:
        """Return the findings on show, top down."""
        rows = range(self.model().rowCount())
        return [self.model().index(row, PROBLEM).data(FINDING_ROLE) for row in rows]

    def selected(self) -> list[Diagnostic]:
        """Return the selected findings, top down."""
        rows = sorted(self.selectionModel().selectedRows(), key=QModelIndex.row)
        return [row.data(FINDING_ROLE) for row in rows]

    def set_current(self, finding: Diagnostic | None) -> None:
        """Put the bar on *finding*, whatever words it is said in, if it is in the list."""
        shown = self.shown()
        if finding and finding not in shown:
            finding = next((other for other in shown if _is_same(other, finding)), None)
        if finding:
            self.setCurrentIndex(self.model().index(shown.index(finding), PROBLEM))

    def restart_steps(self) -> None:
        """Let the next step be to the first finding or the last one."""
        self._row = 0

    def step(self, steps: int) -> None:
        """Choose the finding *steps* rows further down; after the last comes the first.

        Where the one the bar stood on is gone, the one in its place is next.
        What is allowed is passed over.
        """
        count = sum(self._is_counted(row) for row in range(self.model().rowCount()))
        if count:
            here = self.currentIndex().row()
            stands = here < count and self.selectionModel().isSelected(self.currentIndex())
            if not stands:
                here = min(self._row, count) - (steps > 0)
            self.setCurrentIndex(self.model().index((here + steps) % count, PROBLEM))
            self.chosen.emit(self.finding())

    def _is_counted(self, row: int) -> bool:
        return allowed_at(self.model().index(row, PROBLEM)) is None

    def menu_position(self) -> QPoint:
        """Return the place on the screen just below the current row."""
        return self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())

    def _size_columns(self) -> None:
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(PROBLEM, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(WHERE, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(CHECK, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(WHERE, 110)
        header.resizeSection(CHECK, 64)

    def _open_menu(self, point: QPoint) -> None:
        finding = finding_at(self.indexAt(point))
        if finding:
            self.menu_wanted.emit(finding, self.viewport().mapToGlobal(point))


def _is_same(one: Diagnostic, other: Diagnostic) -> bool:
    """Tell whether two findings are of one check at one place."""
    return (one.code, one.pointer, one.hex) == (other.code, other.pointer, other.hex)
