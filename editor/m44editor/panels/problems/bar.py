"""The row above the problems: how many there are, what is shown of them, what is asked."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from m44core.diagnostics import Severity
from m44core.findings.render import is_quiet
from m44editor.checks.check_results import Results
from m44editor.formatting import counted
from m44editor.interface_text import tr, tr_n
from m44editor.panels.flow import FlowLayout
from m44editor.panels.icons import safe_icon, severity_icon

_SEARCH = 180  # pixels
_ROOMY = 620  # pixels of width in which the names of the severities have room


class ProblemsBar(QWidget):
    """Counts the problems by severity, and holds the switches of the panel.

    Attributes:
        search: The words to look for.
        severity_buttons: Which severities are shown.
        fix_button: Applies every safe fix; hidden where there is none.
        options_button: Opens the menu of the switches.
        show_allowed: Whether what is allowed is listed.
        show_quiet: Whether notes that need no action are listed.
        profiles: Whether to ask for the checks of a profile, by its name.
        boxes: Asks for the boxes that are owned.

    Signals:
        severities_chosen: Other severities are to be shown.
    """

    severities_chosen = Signal(frozenset)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: Counter[Severity] = Counter()
        self._known = False
        self.severity_buttons = {severity: self._severity_button(severity) for severity in Severity}
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Filter by words"))
        self.search.setAccessibleName(tr("Filter problems by words"))
        self.search.setClearButtonEnabled(True)
        self.search.setFixedWidth(_SEARCH)
        self.fix_button = QPushButton(self)
        self.fix_button.setToolTip(tr("Apply every fix that loses nothing and changes no game"))
        self.show_allowed = QAction(self, checkable=True)
        self.show_quiet = QAction(self, checkable=True)
        self.profiles = {
            "bga": QAction(tr("Plays on &Board Game Arena"), self, checkable=True),
            "publish": QAction(tr("&Ready to Publish"), self, checkable=True),
        }
        self.boxes = QAction(tr("Boxes You &Own…"), self)
        self.options_button = QToolButton(self)
        self._summary = QLabel(self)
        self._lay_out()

    def show_counts(self, results: Results, checking: bool) -> None:
        """Show how many problems are listed, and how many of all can be fixed at once.

        Args:
            results: What was found.
            checking: Whether that is not all yet.
        """
        quiet = sum(map(is_quiet, results.findings))
        every = self.show_quiet.isChecked()
        listed = [found for found in results.findings if every or not is_quiet(found)]
        self._counts = Counter(found.severity for found in listed)
        self._known = not checking or bool(listed)
        self._show_severities()
        self.fix_button.setVisible(results.safe > 0)
        self.fix_button.setText(tr_n("Fix {number} &Safe", "Fix {number} &Safe", results.safe))
        all_safe = tr("Fix all safe problems, {number} of them", number=results.safe)
        self.fix_button.setAccessibleName(all_safe)
        self.fix_button.setIcon(safe_icon())
        allowed = tr("Show &Allowed ({number})", number=len(results.allowed))
        self.show_allowed.setText(allowed)
        self.show_quiet.setText(tr("Show Notes That Need &No Action ({number})", number=quiet))
        self._summary.setText(tr("Checking…") if checking else tr("No problems found"))
        self._summary.setHidden(bool(listed))
        if layout := self.layout():
            layout.activate()  # at once, so that no frame shows counts in the room of dots

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say only the numbers where there is little room."""
        super().resizeEvent(event)
        self._show_severities()

    def _show_severities(self) -> None:
        for severity, button in self.severity_buttons.items():
            count = self._counts[severity]
            words = counted(severity, count) if self._known else tr("Checking…")
            short = str(count) if self._known else "…"
            button.setText(words if self._known and self.width() >= _ROOMY else short)
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.setIcon(severity_icon(severity))

    def _severity_button(self, severity: Severity) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setChecked(True)
        button.setAutoRaise(True)
        button.setIcon(severity_icon(severity))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.toggled.connect(self._choose_severities)
        return button

    def _choose_severities(self) -> None:
        ticked = (s for s, button in self.severity_buttons.items() if button.isChecked())
        self.severities_chosen.emit(frozenset(ticked))

    def _lay_out(self) -> None:
        menu = QMenu(self.options_button)
        menu.addActions([self.show_allowed, self.show_quiet, *self.profiles.values(), self.boxes])
        self.setTabOrder(self.options_button, self.fix_button)
        self.options_button.setText(tr("Options"))
        self.options_button.setAccessibleName(tr("Options of the problems"))
        self.options_button.setMenu(menu)
        self.options_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.options_button.setAutoRaise(True)
        self.options_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = FlowLayout(self)
        row.setContentsMargins(6, 4, 6, 4)
        for button in self.severity_buttons.values():
            row.addWidget(button)
        for widget in (self.search, self.options_button, self.fix_button, self._summary):
            row.addWidget(widget)
