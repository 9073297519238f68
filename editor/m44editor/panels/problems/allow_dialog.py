"""Asking why a finding may be: without a reason nothing is allowed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from m44core.board import Board
from m44core.diagnostics import Diagnostic
from m44core.findings.render import name_of
from m44core.model.parts import Allowance
from m44core.validation.running.suppressions import check_problem
from m44editor.interface_text import told, tr
from m44editor.panels.problems.sayings import full_stop, place_of, said_by
from m44editor.screen import for_a_box

_WIDTH = 460  # pixels
_Button = QDialogButtonBox.StandardButton


class AllowDialog(QDialog):
    """Asks for the reason why a finding may be, and how far that goes.

    Attributes:
        reason: What may be, and why.
        here: Whether it is allowed at the place of the finding only.
        everywhere: Whether it is allowed in the whole scenario.
    """

    def __init__(self, finding: Diagnostic, board: Board, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finding = finding
        self._at = _place(finding, board)
        self.setWindowTitle(tr("Allow here"))
        self.reason = QLineEdit(self)
        self.reason.setPlaceholderText(tr("Why this may be, for those who come after you"))
        self.reason.setAccessibleName(tr("Reason"))
        self.here = QRadioButton(
            tr("&Here: {place}", place=place_of(finding, board).replace("&", "&&")), self
        )
        self.everywhere = QRadioButton(tr("In the &whole scenario"), self)
        (self.everywhere if self._at is None else self.here).setChecked(True)
        self.here.setEnabled(self._at is not None)
        self.buttons = QDialogButtonBox(_Button.Ok | _Button.Cancel, self)
        self.buttons.button(_Button.Ok).setText(tr("&Allow"))
        self.buttons.button(_Button.Cancel).setText(tr("Cancel"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.reason.textChanged.connect(self._show_whether_it_will_do)
        self._show_whether_it_will_do()
        self._lay_out()

    def allowance(self) -> Allowance:
        """Return what is to be allowed."""
        at = self._at if self.here.isChecked() else None
        return Allowance(name_of(self._finding), self.reason.text().strip(), at)

    def _lay_out(self) -> None:
        words = QLabel(for_a_box(told(full_stop(said_by(self._finding)))), self)
        words.setWordWrap(True)
        words.setTextFormat(Qt.TextFormat.PlainText)
        asked = QLabel(tr("&Reason (has to be given)"), self)
        asked.setBuddy(self.reason)
        layout = QVBoxLayout(self)
        for widget in (words, asked, self.reason, self.here, self.everywhere):
            layout.addWidget(widget)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(_WIDTH)
        self.reason.setFocus()

    def _show_whether_it_will_do(self) -> None:
        self.buttons.button(_Button.Ok).setEnabled(bool(self.reason.text().strip()))


def may_be_allowed(finding: Diagnostic) -> bool:
    """Tell whether a finding is one that can be allowed at all."""
    return check_problem(name_of(finding)) is None


def _place(finding: Diagnostic, board: Board) -> str | None:
    """Return where an allowance of a finding holds; None where that is the whole scenario."""
    if finding.hex is not None and finding.hex in board:
        return board.name(finding.hex)
    return finding.pointer or None
