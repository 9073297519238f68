"""One finding in full: its words, its fixes, and the page of its check."""

from __future__ import annotations

import html
import re
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from m44core.diagnostics import Diagnostic
from m44core.validation.catalogue import CHECKS
from m44editor.panels.icons import severity_icon


class ProblemDetail(QFrame):
    """Shows a finding with a button for each fix; the page of its check when asked for."""

    fix_wanted = Signal(object, object)  # the finding, the fix

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finding: Diagnostic | None = None
        self._icon = QLabel(self)
        self._words = QLabel(self)
        self._words.setWordWrap(True)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        self._note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.fix_buttons: list[QPushButton] = []
        self.explain_button = QPushButton("Explain the check", self)
        self.explain_button.setCheckable(True)
        self.explain_button.toggled.connect(self._show_page)
        self.page = QTextBrowser(self)
        self.page.setFrameShape(QFrame.Shape.NoFrame)
        self.page.setAccessibleName("Explanation of the check")
        self._lay_out()
        self.show_finding(None)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self._words, 1)
        self._fixes = QVBoxLayout()
        self._fixes.setSpacing(4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 8)
        layout.addLayout(head)
        layout.addWidget(self._note)
        layout.addLayout(self._fixes)
        layout.addWidget(self.explain_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.page, 1)
        layout.addStretch(0)

    def show_finding(self, finding: Diagnostic | None) -> None:
        """Show *finding*; hide where there is none."""
        self.setVisible(finding is not None)
        if finding != self._finding or finding is None:
            self._finding = finding
            self._note.hide()
            self._show_words()
            self._show_fixes()
            self._show_page()

    def explain(self, finding: Diagnostic) -> None:
        """Show *finding* together with the page of its check."""
        self.show_finding(finding)
        self.explain_button.setChecked(True)

    def say(self, words: str) -> None:
        """Show a remark below the finding."""
        self._note.setText(words)
        self._note.show()

    def _show_words(self) -> None:
        finding = self._finding
        if finding is not None:
            self._icon.setPixmap(severity_icon(finding.severity).pixmap(20, 20))
            self._words.setText(f"{finding.message[:1].upper()}{finding.message[1:]}.")

    def _show_fixes(self) -> None:
        for button in self.fix_buttons:
            button.hide()
            button.deleteLater()
        self.fix_buttons = []
        for fix in self._finding.fixes if self._finding else ():
            button = QPushButton(fix.title, self)
            button.setAccessibleDescription("Applies this fix; undo takes it back")
            button.clicked.connect(partial(self.fix_wanted.emit, self._finding, fix))
            self._fixes.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
            self.fix_buttons.append(button)

    def _show_page(self) -> None:
        page = page_of(self._finding.code) if self._finding else ""
        self.explain_button.setVisible(bool(page))
        shown = bool(page) and self.explain_button.isChecked()
        self.page.setVisible(shown)
        if shown:
            self.page.setHtml(page)


def page_of(code: str) -> str:
    """Return the documentation of a check as HTML, or nothing where it has none."""
    check = CHECKS.get(code)
    page = check.kind.page if check else ""
    return "".join(_paragraph(part) for part in page.split("\n\n") if part.strip())


def _paragraph(part: str) -> str:
    """Return a paragraph of a docstring: a heading of its own line, or running words."""
    first, *rest = part.strip().splitlines()
    if rest and first.endswith(":") and rest[0].startswith(" "):
        return f"<p><b>{_words(first)}</b><br>{_words(' '.join(rest))}</p>"
    return f"<p>{_words(part)}</p>"


def _words(text: str) -> str:
    plain = html.escape(" ".join(text.split()))
    return re.sub("``(.+?)``", r"<code>\1</code>", plain)
