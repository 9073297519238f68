"""Allowed findings in the list of problems: after all others, greyed, with their reason."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QPalette

from m44core.board import Board
from m44core.diagnostics import Diagnostic
from m44core.validation.running.suppressions import Suppressed
from m44editor.interface_text import tr
from m44editor.panels.icons import severity_icon
from m44editor.panels.problems.model import (
    FINDING_ROLE,
    PROBLEM,
    Index,
    ProblemsFilter,
    ProblemsModel,
    Role,
)

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
