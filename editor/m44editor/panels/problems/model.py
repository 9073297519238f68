"""The list of findings as a Qt model: what each column says, how it sorts and filters."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from m44core.board import Board
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render import is_quiet, name_of
from m44core.messages.message import message
from m44editor.interface_text import language, sentence, told
from m44editor.panels.icons import severity_icon
from m44editor.panels.problems.sayings import place_of, said_by, with_severity

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
        self._said: dict[tuple[str, int, int], str] = {}

    def show_findings(self, findings: tuple[Diagnostic, ...], board: Board) -> None:
        """List *findings*, whose hexes are on *board*."""
        self.beginResetModel()
        self._findings, self._board = findings, board
        self._said.clear()
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
            return told(COLUMNS[section])
        return None

    def data(self, index: Index, role: int = 0) -> object:
        """Return what a cell shows, says, or sorts by."""
        finding = self._findings[index.row()]
        if role == Role.DisplayRole:
            return self._words(index)
        if role == Role.ToolTipRole:
            return name_of(finding) if index.column() == CHECK else self._words(index)
        if role == Role.DecorationRole and index.column() == PROBLEM:
            return severity_icon(finding.severity)
        if role == Role.AccessibleTextRole:
            words = self._words(index)
            return with_severity(finding, words) if index.column() == PROBLEM else words
        return finding if role == FINDING_ROLE else None

    def _words(self, index: Index) -> str:
        """Return what a cell says; Qt asks often, so it is worded once in each language."""
        cell = language(), index.row(), index.column()
        if cell not in self._said:
            self._said[cell] = self._worded(self._findings[index.row()], index.column())
        return self._said[cell]

    def _worded(self, finding: Diagnostic, column: int) -> str:
        match column:
            case 0:  # PROBLEM
                return sentence(said_by(finding))
            case 1:  # WHERE
                return place_of(finding, self._board) if self._board else ""
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

    def look_for(self, text: str) -> None:
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
