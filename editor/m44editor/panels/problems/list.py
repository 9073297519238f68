"""The view of the findings: rows to choose, to copy, and to act on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from m44core.diagnostics import Diagnostic
from m44core.validation.running.suppressions import Suppressed
from m44editor.interface_text import tr
from m44editor.panels.problems.allowed import ResultsFilter, allowed_at, finding_at
from m44editor.panels.problems.model import CHECK, FINDING_ROLE, PROBLEM, WHERE, Index


class ProblemList(QTreeView):
    """Rows of findings, of which at most one is current."""

    chosen = Signal(object)  # the finding clicked, or reached with F8
    entered_on = Signal(object)  # the finding on which Enter was pressed, or double-clicked
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
        self.activated.connect(lambda index: self.entered_on.emit(index.data(FINDING_ROLE)))
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
        if override and isinstance(event, QKeyEvent) and self._answer(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step, mend and copy with the keys for it; the rest is Qt's."""
        answer = self._answer(event)
        if answer:
            answer()
        else:
            super().keyPressEvent(event)

    def _answer(self, event: QKeyEvent) -> Callable[[], None] | None:
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

    def stand_on(self, finding: Diagnostic | None) -> None:
        """Put the bar on *finding*, whatever words it is said in, if it is in the list."""
        shown = self.shown()
        if finding and finding not in shown:
            finding = next((other for other in shown if _is_same(other, finding)), None)
        if finding:
            self.setCurrentIndex(self.model().index(shown.index(finding), PROBLEM))

    def begin_again(self) -> None:
        """Let the next step be to the first finding or the last one."""
        self._row = 0

    def step(self, steps: int) -> None:
        """Choose the finding *steps* rows further down; after the last comes the first.

        Where the one the bar stood on is gone, the one in its place is next.
        What is allowed is passed over.
        """
        count = sum(self._counts(row) for row in range(self.model().rowCount()))
        if count:
            here = self.currentIndex().row()
            stands = here < count and self.selectionModel().isSelected(self.currentIndex())
            if not stands:
                here = min(self._row, count) - (steps > 0)
            self.setCurrentIndex(self.model().index((here + steps) % count, PROBLEM))
            self.chosen.emit(self.finding())

    def _counts(self, row: int) -> bool:
        return allowed_at(self.model().index(row, PROBLEM)) is None

    def spot(self) -> QPoint:
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
