"""The boxes of a form: widgets that show a text and report what the user enters.

Every box has the same face: :meth:`show_text` shows without reporting, the
signal ``entered`` reports what the user typed or chose, ``finished`` that he
is done with it. A text that is already shown is left alone, so that neither
the caret nor the focus moves while the document answers to the typing.
"""

from __future__ import annotations

from PySide6.QtCore import QDate, QEvent, QObject, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QKeySequence,
    QUndoGroup,
    QValidator,
)
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCalendarWidget,
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QWidget,
    QWidgetAction,
)

from m44editor.interface_text import told, tr
from m44editor.panels.forms.fields import (
    Label,
    Number,
    Pair,
    Press,
    read_out,
)
from m44editor.panels.forms.text import hint_of


class LineBox(QLineEdit):
    """One line of text."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, hint: Label = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = hint
        self.textEdited.connect(self.entered)
        self.editingFinished.connect(self.finished)

    def show_text(self, text: str, mixed: bool) -> None:
        """Show *text*, or nothing but the hint where the pieces differ."""
        self.setPlaceholderText(hint_of(self._hint, mixed))
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
        self.lineEdit().setPlaceholderText(hint_of(self._number.hint, mixed))
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


class PairBox(QWidget):
    """Two whole numbers, each after its words."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, pair: Pair, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self.boxes = [NumberBox(pair.number, self) for _ in pair.words]
        self._words = [told(words) for words in pair.words]
        for words, box in zip(self._words, self.boxes, strict=True):
            layout.addWidget(QLabel(words, self))
            layout.addWidget(box, 1)
            box.entered.connect(self._report)
            box.finished.connect(self.finished)
        self.setFocusProxy(self.boxes[0])

    def text(self) -> str:
        """Return the digits of both numbers."""
        return " ".join(box.text().strip() for box in self.boxes)

    def show_text(self, text: str, mixed: bool) -> None:
        """Show two numbers, or nothing but the hint where the pieces differ."""
        for number, box in zip(text.partition(" ")[::2], self.boxes, strict=True):
            box.show_text(number, mixed)

    def call(self, name: str) -> None:
        """Tell screen readers what the numbers are about."""
        for words, box in zip(self._words, self.boxes, strict=True):
            box.setAccessibleName(tr("{name}, {part}", name=name, part=words))

    def _report(self) -> None:
        self.entered.emit(self.text())


class PressBox(QPushButton):
    """A button that adds something."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, press: Press, parent: QWidget | None = None) -> None:
        super().__init__(read_out(press.text), parent)
        self.clicked.connect(self._report)

    def show_text(self, text: str, mixed: bool) -> None:
        """Show the words of the button."""

    def call(self, name: str) -> None:
        """Tell screen readers what is added, and to what."""
        self.setAccessibleName(tr("{name}: {action}", name=name, action=self.text()))

    def _report(self) -> None:
        self.entered.emit("")
        self.finished.emit()


class FlagBox(QCheckBox):
    """Yes or no; half ticked where the pieces differ."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, text: Label, parent: QWidget | None = None) -> None:
        super().__init__(told(text), parent)
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

    def __init__(self, hint: Label, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = LineBox(hint, self)
        self.line.entered.connect(self.entered)
        self.line.finished.connect(self.finished)
        self.button = QToolButton(self)
        self.button.setText("▾")
        self.button.setToolTip(tr("Choose a day"))
        self.button.setAccessibleName(tr("Choose a day"))
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


class EntryKeys(QObject):
    """Keeps the keys and the wheel of boxes in order.

    Undo and redo go to the history of the document, never to one of the box's
    own; the wheel scrolls the panel and does not turn what happens to lie
    under the pointer.
    """

    def __init__(self, history: QUndoGroup, parent: QObject) -> None:
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
