"""A box for several lines of text that grows with them."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from m44editor.interface_text import told, tr
from m44editor.panels.forms.fields import Label


def hint_of(hint: Label, mixed: bool) -> str:
    """Return what an empty box says; something else where the pieces differ."""
    return tr("mixed") if mixed else told(hint)


class TextBox(QPlainTextEdit):
    """Several lines of plain text, as high as its text within bounds."""

    entered = Signal(str)
    finished = Signal()

    def __init__(
        self, hint: Label = "", lines: tuple[int, int] = (2, 6), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._hint = hint
        self._lines = lines
        self._shown = ""
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)  # the document has the only history
        self.textChanged.connect(self._report)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def show_text(self, text: str, mixed: bool) -> None:
        """Show *text*; the caret goes where it differs from what was shown."""
        self.setPlaceholderText(hint_of(self._hint, mixed))
        if self._shown != text:
            self._shown = text
            with QSignalBlocker(self):
                self._replace_difference(text)
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make room for lines that are broken elsewhere now."""
        super().resizeEvent(event)
        self._fit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Report that the user is done with this text."""
        super().focusOutEvent(event)
        self.finished.emit()

    def _report(self) -> None:
        text = self.toPlainText()
        if text != self._shown:
            self._shown = text
            self.entered.emit(text)

    def _replace_difference(self, text: str) -> None:
        """Rewrite only what differs, so that undo does not throw the view to the top."""
        old = self.toPlainText()
        start = _common_start(old, text)
        end = _common_start(old[start:][::-1], text[start:][::-1])
        cursor = self.textCursor()
        cursor.setPosition(_utf16(old[:start]))
        keep = QTextCursor.MoveMode.KeepAnchor
        cursor.setPosition(_utf16(old[: len(old) - end]), keep)
        cursor.insertText(text[start : len(text) - end])
        if self.hasFocus():
            self.setTextCursor(cursor)

    def _fit(self) -> None:
        low, high = self._lines
        lines = round(self.document().size().height())
        rows = max(low, min(high, lines))
        frame = 2 * (self.frameWidth() + round(self.document().documentMargin()))
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if lines > high else policy.ScrollBarAlwaysOff
        )
        self.setFixedHeight(rows * self.fontMetrics().lineSpacing() + frame + 1)


def _common_start(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _utf16(text: str) -> int:
    """Return how far *text* reaches as Qt counts characters."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
