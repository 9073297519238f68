"""The boxes of a form: widgets that show a text and report what the user enters.

Every box has the same face: :meth:`show_text` shows without reporting, the
signal ``entered`` reports what the user typed or chose, ``finished`` that he
is done with it. A text that is already shown is left alone, so that neither
the caret nor the focus moves while the document answers to the typing.
"""

from __future__ import annotations

from PySide6.QtCore import QDate, QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QTextCursor, QUndoStack, QValidator
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCalendarWidget,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QToolButton,
    QWidget,
    QWidgetAction,
)

from m44editor.panels.fields import Choice, Number, OpenChoice
from m44editor.panels.icons import element_icon

MIXED_HINT = "mixed"


class LineBox(QLineEdit):
    """One line of text."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, hint: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = hint
        self.textEdited.connect(self.entered)
        self.editingFinished.connect(self.finished)

    def show_text(self, text: str, mixed: bool) -> None:
        """Show *text*, or nothing but the hint where the pieces differ."""
        self.setPlaceholderText(MIXED_HINT if mixed else self._hint)
        if self.text() != text:
            self.setText(text)


class NumberBox(QAbstractSpinBox):
    """A whole number with arrows to step; whatever is typed is reported, right or wrong."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, number: Number, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self.lineEdit().textEdited.connect(self.entered)
        self.editingFinished.connect(self.finished)

    def show_text(self, text: str, mixed: bool) -> None:
        """Show *text*, or nothing but the hint where the pieces differ."""
        self.lineEdit().setPlaceholderText(MIXED_HINT if mixed else self._number.hint)
        if self.text() != text:
            self.lineEdit().setText(text)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Let everything be typed; the form complains in words."""
        return QValidator.State.Acceptable, text, position

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        """Allow both arrows; a step ends at the bounds."""
        return (
            QAbstractSpinBox.StepEnabledFlag.StepUpEnabled
            | QAbstractSpinBox.StepEnabledFlag.StepDownEnabled
        )

    def stepBy(self, steps: int) -> None:
        """Count on from what is shown, or from the lowest number."""
        number = self._next(steps)
        self.lineEdit().setText(str(number))
        self.lineEdit().selectAll()
        self.entered.emit(str(number))

    def _next(self, steps: int) -> int:
        low, high = self._number.low, self._number.high
        try:
            return min(max(int(self.text()) + steps, low), high)
        except ValueError:
            return low


class TextBox(QPlainTextEdit):
    """Several lines of plain text, as high as its text within bounds."""

    entered = Signal(str)
    finished = Signal()

    def __init__(
        self, hint: str = "", lines: tuple[int, int] = (2, 6), parent: QWidget | None = None
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
        self.setPlaceholderText(MIXED_HINT if mixed else self._hint)
        if self._shown != text:
            self._shown = text
            with QSignalBlocker(self):
                self._replace_difference(text)
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
        rows = max(low, min(high, round(self.document().size().height())))
        frame = 2 * (self.frameWidth() + int(self.document().documentMargin()))
        self.setFixedHeight(rows * self.fontMetrics().lineSpacing() + frame)


def _common_start(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _utf16(text: str) -> int:
    """Return how far *text* reaches as Qt counts characters."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class ChoiceBox(QComboBox):
    """A list to choose from."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, choice: Choice[object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _make_narrow(self)
        self.offer(choice)
        self.activated.connect(self._report)

    def offer(self, choice: Choice[object]) -> None:
        """List the entries of *choice*."""
        self.choice = choice
        _fill(self, choice)

    def show_text(self, text: str, mixed: bool) -> None:
        """Choose the entry called *text*; another text is shown beside the list."""
        index = -1 if mixed else self.findText(text, Qt.MatchFlag.MatchExactly)
        self.setPlaceholderText(MIXED_HINT if mixed else text)
        self.setCurrentIndex(index)

    def _report(self, index: int) -> None:
        self.entered.emit(self.itemText(index))
        self.finished.emit()


class OpenChoiceBox(QComboBox):
    """A list to choose from, or to type another word into; reported when done."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, choice: OpenChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _make_narrow(self)
        self._line = LineBox(choice.hint)
        self.setEditable(True)
        self.setLineEdit(self._line)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._shown = ""
        self.offer(choice)
        self.activated.connect(self._report)
        self._line.editingFinished.connect(self._report)

    def offer(self, choice: OpenChoice) -> None:
        """List the entries of *choice*."""
        self.choice = choice
        _fill(self, choice)
        self.setEditText(self._shown)

    def show_text(self, text: str, mixed: bool) -> None:
        """Show *text*, or nothing but the hint where the pieces differ."""
        self._line.setPlaceholderText(MIXED_HINT if mixed else self.choice.hint)
        self._shown = text
        self.setCurrentIndex(self.findText(text, Qt.MatchFlag.MatchExactly))
        if self.currentText() != text:
            self.setEditText(text)

    def _report(self) -> None:
        text = self.currentText()
        if text != self._shown:
            self._shown = text
            self.entered.emit(text)
        self.finished.emit()


def _make_narrow(box: QComboBox) -> None:
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(6)
    box.setMaxVisibleItems(18)
    box.setIconSize(QSize(20, 20))


def _fill(box: QComboBox, choice: Choice[object] | OpenChoice) -> None:
    with QSignalBlocker(box):
        box.clear()
        for option in choice.options:
            if option.icon:
                box.addItem(element_icon(option.icon), option.label)
            else:
                box.addItem(option.label)


class FlagBox(QCheckBox):
    """Yes or no; half ticked where the pieces differ."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.clicked.connect(self._report)

    def show_text(self, text: str, mixed: bool) -> None:
        """Tick the box where *text* is ``yes``."""
        self.setTristate(mixed)
        if mixed:
            self.setCheckState(Qt.CheckState.PartiallyChecked)
        else:
            self.setChecked(text == "yes")

    def _report(self) -> None:
        self.setTristate(False)
        self.entered.emit("yes" if self.isChecked() else "no")
        self.finished.emit()


class DayBox(QWidget):
    """A date to type, with a calendar to choose it from."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = LineBox(hint, self)
        self.line.entered.connect(self.entered)
        self.line.finished.connect(self.finished)
        self.button = QToolButton(self)
        self.button.setText("▾")
        self.button.setToolTip("Choose a day")
        self.button.setAccessibleName("Choose a day")
        self.button.clicked.connect(self._open_calendar)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.line)
        layout.addWidget(self.button)
        self.setFocusProxy(self.line)

    def show_text(self, text: str, mixed: bool) -> None:
        """Show *text*, or nothing but the hint where the pieces differ."""
        self.line.show_text(text, mixed)

    def _open_calendar(self) -> None:
        menu = QMenu(self)
        calendar = QCalendarWidget(menu)
        day = QDate.fromString(self.line.text(), Qt.DateFormat.ISODate)
        calendar.setSelectedDate(day if day.isValid() else QDate(1944, 6, 6))
        calendar.activated.connect(self._take)
        calendar.clicked.connect(self._take)
        calendar.clicked.connect(menu.close)
        action = QWidgetAction(menu)
        action.setDefaultWidget(calendar)
        menu.addAction(action)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    def _take(self, day: QDate) -> None:
        text = day.toString(Qt.DateFormat.ISODate)
        self.line.setText(text)
        self.entered.emit(text)
        self.finished.emit()


Box = LineBox | NumberBox | TextBox | ChoiceBox | OpenChoiceBox | FlagBox | DayBox


class EntryKeys(QObject):
    """Keeps the keys and the wheel of boxes in order.

    Undo and redo go to the history of the document, never to one of the box's
    own; the wheel scrolls the panel and does not turn what happens to lie
    under the pointer.
    """

    def __init__(self, history: QUndoStack, parent: QObject) -> None:
        super().__init__(parent)
        self._history = history

    def watch(self, box: QWidget) -> None:
        """Keep the keys of *box* and of what it is made of in order."""
        box.installEventFilter(self)
        for part in box.findChildren(QWidget):
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take wheel, undo and redo away from the boxes."""
        if event.type() is QEvent.Type.Wheel:
            event.ignore()
            return not isinstance(watched, QPlainTextEdit) and not isinstance(
                watched.parent(), QPlainTextEdit
            )
        if isinstance(event, QKeyEvent) and event.type() in _KEYS:
            return self._undo_or_redo(event)
        return False

    def _undo_or_redo(self, event: QKeyEvent) -> bool:
        if event.matches(QKeySequence.StandardKey.Undo):
            step = self._history.undo
        elif event.matches(QKeySequence.StandardKey.Redo):
            step = self._history.redo
        else:
            return False
        event.accept()
        if event.type() is QEvent.Type.KeyPress:
            step()
        return True


_KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
