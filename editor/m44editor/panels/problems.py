"""The problems panel: what is wrong with the scenario, where, why, and what mends it."""

from __future__ import annotations

from collections import Counter
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.errors import M44Error
from m44core.io.fixes import apply_fix
from m44editor.document import Document
from m44editor.live_validation import Findings, LiveValidation
from m44editor.panels.icons import severity_icon
from m44editor.panels.problems_detail import ProblemDetail
from m44editor.panels.problems_list import ProblemList
from m44editor.panels.problems_model import ProblemsFilter, ProblemsModel, as_text

_NOUNS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


class ProblemsPanel(QWidget):
    """Lists what the checks found; a click shows the place, a button applies a fix.

    In the list F8 and Shift+F8 step through the problems and Ctrl+. opens the
    fixes; the window may do the same from anywhere with the slots of that name.
    """

    hex_chosen = Signal(object)
    field_chosen = Signal(str)

    def __init__(
        self, document: Document, live: LiveValidation, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._live = live
        self._model = ProblemsModel(self)
        self._filter = ProblemsFilter(self)
        self._filter.setSourceModel(self._model)
        self.list = ProblemList(self._filter, self)
        self.detail = ProblemDetail(self)
        self.search = QLineEdit(self)
        self.severity_buttons = {severity: self._severity_button(severity) for severity in Severity}
        self._summary = QLabel(self)
        self._lay_out()
        self._connect()
        self._show_findings(live.findings)

    def _severity_button(self, severity: Severity) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setChecked(True)
        button.setAutoRaise(True)
        button.setIcon(severity_icon(severity))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.toggled.connect(self._show_ticked_severities)
        return button

    def _lay_out(self) -> None:
        self.search.setPlaceholderText("Filter by words")
        self.search.setAccessibleName("Filter problems by words")
        self.search.setClearButtonEnabled(True)
        self.search.setMaximumWidth(260)
        top = QHBoxLayout()
        top.setContentsMargins(6, 4, 6, 4)
        for button in self.severity_buttons.values():
            top.addWidget(button)
        top.addWidget(self.search)
        self._summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._summary.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        top.addWidget(self._summary, 1)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(self.list)
        split.addWidget(self.detail)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(split, 1)

    def _connect(self) -> None:
        self._live.published.connect(self._show_findings)
        self.search.textChanged.connect(self._filter.look_for)
        self.list.chosen.connect(self._show_place)
        self.list.entered_on.connect(self._enter_place)
        self.list.current.connect(self.detail.show_finding)
        self.list.menu_wanted.connect(self._open_menu)
        self.list.copy_wanted.connect(self.copy)
        self.list.fixes_wanted.connect(self.open_fixes)
        self.detail.fix_wanted.connect(self.apply)

    def apply(self, finding: Diagnostic, fix: Fix) -> None:
        """Mend *finding* by *fix* as one undoable step, if it still is a problem."""
        if not self._live.is_current:
            self._live.check_now()
        if finding not in self._live.findings:
            return
        try:
            after = apply_fix(self._document.scenario, fix)
        except M44Error as error:
            self.detail.say(f"This could not be applied: {error}")
            return
        self._document.edit(fix.title, after)

    def next_problem(self) -> None:
        """Choose the next problem of the list and show its place."""
        self.list.step(1)

    def previous_problem(self) -> None:
        """Choose the problem before and show its place."""
        self.list.step(-1)

    def open_fixes(self) -> None:
        """Offer the fixes of the current problem in a menu, the best one first."""
        finding = self.list.finding()
        if finding:
            menu = self._new_menu()
            self._add_fixes(menu, finding)
            menu.popup(self.list.spot())
            menu.setActiveAction(menu.actions()[0])

    def copy(self) -> None:
        """Put the selected problems on the clipboard as text."""
        board = self._document.scenario.board
        lines = [as_text(finding, board) for finding in self.list.selected()]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _show_findings(self, findings: Findings) -> None:
        current = self.list.finding()
        self._model.show_findings(findings, self._document.scenario.board)
        self.list.stand_on(current)
        self.detail.show_finding(self.list.finding())
        counts = Counter(finding.severity for finding in findings)
        for severity, button in self.severity_buttons.items():
            count = counts[severity]
            button.setText(f"{count} {_NOUNS[severity]}{'' if count == 1 else 's'}")
            button.setIcon(severity_icon(severity))
        nothing = "No problems found" if self._live.is_current else "Checking…"
        self._summary.setText("" if findings else nothing)

    def _show_ticked_severities(self) -> None:
        ticked = (s for s, button in self.severity_buttons.items() if button.isChecked())
        self._filter.show_severities(frozenset(ticked))

    def _show_place(self, finding: Diagnostic) -> None:
        if finding.hex is not None:
            self.hex_chosen.emit(finding.hex)
        elif finding.pointer:
            self.field_chosen.emit(finding.pointer)

    def _enter_place(self, finding: Diagnostic) -> None:
        """Show the place and go into the field itself, if the finding names one."""
        if finding.hex is not None:
            self.hex_chosen.emit(finding.hex)
        if finding.pointer:
            self.field_chosen.emit(finding.pointer)

    def _new_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _open_menu(self, finding: Diagnostic, point: QPoint) -> None:
        menu = self._new_menu()
        menu.addAction("Show", partial(self._enter_place, finding))
        self._add_fixes(menu, finding)
        menu.addSeparator()
        menu.addAction("Explain the check", partial(self.detail.explain, finding))
        menu.addAction("Copy", self.copy)
        menu.popup(point)

    def _add_fixes(self, menu: QMenu, finding: Diagnostic) -> None:
        for fix in finding.fixes:
            menu.addAction(fix.title, partial(self.apply, finding, fix))
        if not finding.fixes:
            menu.addAction("No fix to offer").setEnabled(False)
