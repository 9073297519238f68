"""Whether the scenario plays on Board Game Arena: a sign and a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from m44core.diagnostics import Severity
from m44core.validation.arena.verdict import Verdict, in_words
from m44editor.panels.icons import safe_icon, severity_icon

_ICONS: Mapping[Verdict, Callable[[], QIcon]] = {
    Verdict.RED: partial(severity_icon, Severity.ERROR),
    Verdict.AMBER: partial(severity_icon, Severity.WARNING),
    Verdict.GREEN: safe_icon,
}


class VerdictLine(QFrame):
    """Says the verdict, and what it stands on; hidden where nobody asks."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = QLabel(self)
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 4)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.words, 1)
        self.hide()

    def show_verdict(self, verdict: Verdict | None) -> None:
        """Say *verdict* in the language spoken here, or nothing."""
        self.setVisible(verdict is not None)
        if verdict is not None:
            self._icon.setPixmap(_ICONS[verdict]().pixmap(16, 16))
            self.words.setText(in_words(verdict))
