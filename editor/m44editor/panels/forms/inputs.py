"""The input widgets of a form: they show a text and report what the user enters.

Every input has the same interface: :meth:`show_text` shows a text without reporting it; the signal
``entered`` reports each text that the user types or chooses, and ``finished`` the end of an entry.
A text that is already shown is not set again, so that neither the caret nor the focus moves while
the document reacts to typing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

from PySide6.QtCore import (
    QDate,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSignalBlocker,
    QSize,
    QStringListModel,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QTextCursor,
    QUndoGroup,
    QValidator,
)
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCalendarWidget,
    QCheckBox,
    QComboBox,
    QCompleter,
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

from m44core.board import Board
from m44core.drawing.shapes.tool_icons import ICONS
from m44editor.drawing_icons import line_icon
from m44editor.interface_text import tr, translated
from m44editor.number_fields import inset_text
from m44editor.panels.forms.fields import (
    Button,
    Choice,
    HexNames,
    Label,
    Number,
    NumberPair,
    OpenChoice,
    Option,
    label_text,
)
from m44editor.panels.panel_icons import element_icon
from m44editor.panels.panel_lists import WideComboBox

_KEY_EVENTS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
T = TypeVar("T")
_ICON_SIZE = 16
_PAIR_WIDTH = 34  # minimum pixels of each input of a pair: two digits and the arrows
_MAX_ROWS = 9  # the number of rows of the standard board
_NO_NAME = "-"  # matches no hex
_SEPARATOR = re.compile(r"[\s,;]")


class LineBox(QLineEdit):
    """An input for a line of text."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, hint: Label = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = hint
        self.textEdited.connect(self.entered)
        self.editingFinished.connect(self.finished)

    def show_text(self, text: str, is_mixed: bool) -> None:
        """Show *text*; if *is_mixed*, it is empty and the placeholder says so."""
        self.setPlaceholderText(placeholder_of(self._hint, is_mixed))
        if self.text() != text:
            self.setText(text)


class NumberBox(QAbstractSpinBox):
    """An input for a whole number, with arrows; it reports every text typed, valid or not."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, number: Number, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        inset_text(self)
        self.lineEdit().textEdited.connect(self.entered)
        self.editingFinished.connect(self.finished)

    def show_text(self, text: str, is_mixed: bool) -> None:
        """Show *text*; if *is_mixed*, it is empty and the placeholder says so."""
        self.lineEdit().setPlaceholderText(placeholder_of(self._number.hint, is_mixed))
        if self.text() != text:
            self.lineEdit().setText(text)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Accept any text; the form shows an error message."""
        return QValidator.State.Acceptable, text, position

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        """Enable both arrows at all times; a step stops at the bounds."""
        return (
            QAbstractSpinBox.StepEnabledFlag.StepUpEnabled
            | QAbstractSpinBox.StepEnabledFlag.StepDownEnabled
        )

    def stepBy(self, steps: int) -> None:
        """Step from the number shown, within the bounds; replace invalid text with the minimum."""
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
    """Inputs for two whole numbers, each with a label."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, pair: NumberPair, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self.boxes = [NumberBox(pair.number, self) for _ in pair.labels]
        self._labels = [translated(label) for label in pair.labels]
        for label, box in zip(self._labels, self.boxes, strict=True):
            box.setMinimumWidth(_PAIR_WIDTH)
            layout.addWidget(QLabel(label, self))
            layout.addWidget(box, 1)
            box.entered.connect(self._emit_entered)
            box.finished.connect(self.finished)
        self.setFocusProxy(self.boxes[0])

    def text(self) -> str:
        """Return the texts of both inputs, separated by a space."""
        return " ".join(box.text().strip() for box in self.boxes)

    def show_text(self, text: str, is_mixed: bool) -> None:
        """Show two numbers separated by a space; if *is_mixed*, *text* is empty."""
        for number, box in zip(text.partition(" ")[::2], self.boxes, strict=True):
            box.show_text(number, is_mixed)

    def set_label(self, name: str) -> None:
        """Set the accessible names of both inputs from the label of the field."""
        for label, box in zip(self._labels, self.boxes, strict=True):
            box.setAccessibleName(tr("{name}, {part}", name=name, part=label))

    def _emit_entered(self) -> None:
        self.entered.emit(self.text())


class ButtonBox(QPushButton):
    """A button that adds an entry."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, button: Button, parent: QWidget | None = None) -> None:
        super().__init__(label_text(button.text), parent)
        self.clicked.connect(self._emit_entered)

    def show_text(self, text: str, is_mixed: bool) -> None:
        """Do nothing, because the label of the button never changes."""

    def set_label(self, name: str) -> None:
        """Set the accessible name from the label of the field."""
        self.setAccessibleName(tr("{name}: {action}", name=name, action=self.text()))

    def _emit_entered(self) -> None:
        self.entered.emit("")
        self.finished.emit()


class FlagBox(QCheckBox):
    """A check box; partially checked if the value differs among the pieces."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, text: Label, parent: QWidget | None = None) -> None:
        super().__init__(translated(text), parent)
        self.clicked.connect(self._emit_entered)

    def show_text(self, text: str, is_mixed: bool) -> None:
        """Tick the box if *text* is ``yes``; if *is_mixed*, tick it partially."""
        self.setTristate(is_mixed)
        if is_mixed:
            self.setCheckState(Qt.CheckState.PartiallyChecked)
        else:
            self.setChecked(text == "yes")

    def _emit_entered(self) -> None:
        self.setTristate(False)
        self.entered.emit("yes" if self.isChecked() else "no")
        self.finished.emit()


class DayBox(QWidget):
    """An input for a date, with a button that opens a calendar."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, hint: Label, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = LineBox(hint, self)
        self.line.entered.connect(self.entered)
        self.line.finished.connect(self.finished)
        self.button = QToolButton(self)
        self.button.setText("▾")
        self.button.setToolTip(tr("Choose a date"))
        self.button.setAccessibleName(tr("Choose a date"))
        self.button.clicked.connect(self._open_calendar)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.line)
        layout.addWidget(self.button)
        self.setFocusProxy(self.line)

    def show_text(self, text: str, is_mixed: bool) -> None:
        """Show *text*; if *is_mixed*, it is empty and the placeholder says so."""
        self.line.show_text(text, is_mixed)

    def _open_calendar(self) -> None:
        menu = QMenu(self)
        calendar = QCalendarWidget(menu)
        day = QDate.fromString(self.line.text(), Qt.DateFormat.ISODate)
        calendar.setSelectedDate(day if day.isValid() else QDate(1944, 6, 6))
        calendar.activated.connect(self._enter_day)
        calendar.clicked.connect(self._enter_day)
        calendar.clicked.connect(menu.close)
        action = QWidgetAction(menu)
        action.setDefaultWidget(calendar)
        menu.addAction(action)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    def _enter_day(self, day: QDate) -> None:
        text = day.toString(Qt.DateFormat.ISODate)
        self.line.setText(text)
        self.entered.emit(text)
        self.finished.emit()


class InputEventFilter(QObject):
    """Filters the key and wheel events of inputs.

    Undo and redo act on the history of the document, never on the input's own; the wheel
    scrolls the panel instead of changing the input under the pointer.
    """

    def __init__(self, history: QUndoGroup, parent: QObject) -> None:
        super().__init__(parent)
        self._history = history

    def watch(self, box: QWidget) -> None:
        """Filter the events of *box* and its children."""
        box.installEventFilter(self)
        for part in box.findChildren(QWidget):
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ignore the wheel except in text boxes, and apply undo and redo to the document."""
        if event.type() is QEvent.Type.Wheel:
            event.ignore()
            return not isinstance(watched, QPlainTextEdit) and not isinstance(
                watched.parent(), QPlainTextEdit
            )
        if isinstance(event, QKeyEvent) and event.type() in _KEY_EVENTS:
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


def placeholder_of(hint: Label, is_mixed: bool) -> str:
    """Return the placeholder of an input: ``mixed`` if values differ, else its hint."""
    return tr("mixed") if is_mixed else translated(hint)


class TextBox(QPlainTextEdit):
    """An input for several lines of text; its height follows the text.

    Args:
        hint: The placeholder.
        lines: The minimum and maximum height, in lines of text.
        parent: The parent widget.
    """

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
        self.setUndoRedoEnabled(False)  # the document has the only undo history
        self.textChanged.connect(self._emit_entered)
        self.document().documentLayout().documentSizeChanged.connect(self._adjust_height)
        self._adjust_height()

    def show_text(self, text: str, is_mixed: bool) -> None:
        """Show *text*; if the box has the focus, move the caret to where the text has changed."""
        self.setPlaceholderText(placeholder_of(self._hint, is_mixed))
        if self._shown != text:
            self._shown = text
            with QSignalBlocker(self):
                self._replace_difference(text)
            self._adjust_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adjust the height to the new line breaks."""
        super().resizeEvent(event)
        self._adjust_height()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Report the end of the entry."""
        super().focusOutEvent(event)
        self.finished.emit()

    def _emit_entered(self) -> None:
        text = self.toPlainText()
        if text != self._shown:
            self._shown = text
            self.entered.emit(text)

    def _replace_difference(self, text: str) -> None:
        """Replace only the part that differs, so that undo does not scroll to the top."""
        old_text = self.toPlainText()
        prefix_length = _common_prefix_length(old_text, text)
        suffix_length = _common_prefix_length(
            old_text[prefix_length:][::-1], text[prefix_length:][::-1]
        )
        cursor = self.textCursor()
        cursor.setPosition(_utf16_length(old_text[:prefix_length]))
        mode = QTextCursor.MoveMode.KeepAnchor
        cursor.setPosition(_utf16_length(old_text[: len(old_text) - suffix_length]), mode)
        cursor.insertText(text[prefix_length : len(text) - suffix_length])
        if self.hasFocus():
            self.setTextCursor(cursor)

    def _adjust_height(self) -> None:
        low, high = self._lines
        lines = round(self.document().size().height())
        rows = max(low, min(high, lines))
        frame = 2 * (self.frameWidth() + round(self.document().documentMargin()))
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if lines > high else policy.ScrollBarAlwaysOff
        )
        self.setFixedHeight(rows * self.fontMetrics().lineSpacing() + frame + 1)


def _common_prefix_length(left: str, right: str) -> int:
    pairs = zip(left, right, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(left), len(right)))


def _utf16_length(text: str) -> int:
    """Return the length of *text* in UTF-16 code units, as Qt counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class ChoiceBox(WideComboBox):
    """A list to choose from; it is filled when it gets the focus or opens."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, choice: Choice[object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _make_narrow(self)
        self._shown = ""
        self._is_filled = False
        self.set_choice(choice)
        self.activated.connect(self._emit_entered)

    def set_choice(self, choice: Choice[object]) -> None:
        """Set the entries; they are listed when needed."""
        self.choice = choice
        self._is_filled = False

    def show_text(self, text: str, is_mixed: bool) -> None:
        """Select the entry *text*; show an unlisted text, or ``mixed``, as the placeholder."""
        self._shown = "" if is_mixed else text
        entries = list(islice((o for o in self.choice.options if o.text == text), 1))
        self.setPlaceholderText(placeholder_of("" if entries else text, is_mixed))
        if self.hasFocus():
            self.fill()
        elif not self._is_filled:
            _fill_list(self, entries)
        self.setCurrentIndex(self.findText(self._shown, Qt.MatchFlag.MatchExactly))

    def is_unset(self) -> bool:
        """Return whether the current entry stands for no value, such as *None*."""
        text = self.currentText()
        return any(each.value is None and each.text == text for each in self.choice.options)

    def fill(self) -> None:
        """Add all entries unless they are already listed."""
        if not self._is_filled:
            self._is_filled = True
            _fill_list(self, self.choice.options)
            self.setCurrentIndex(self.findText(self._shown, Qt.MatchFlag.MatchExactly))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Fill the list before a key can select an entry."""
        self.fill()
        super().focusInEvent(event)

    def showPopup(self) -> None:
        """Fill the list and open it."""
        self.fill()
        super().showPopup()

    def _emit_entered(self, index: int) -> None:
        self._shown = self.itemText(index)
        self.entered.emit(self._shown)
        self.finished.emit()


class OpenChoiceBox(WideComboBox):
    """A list that also accepts other words; it reports the text when the entry ends."""

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
        self.set_choice(choice)
        self.activated.connect(self._emit_entered)
        self._line.editingFinished.connect(self._emit_entered)

    def set_choice(self, choice: OpenChoice) -> None:
        """Set the entries."""
        self.choice = choice
        _fill_list(self, choice.options)
        self.setEditText(self._shown)

    def show_text(self, text: str, is_mixed: bool) -> None:
        """Show *text*; if *is_mixed*, it is empty and the placeholder says so."""
        self._line.setPlaceholderText(placeholder_of(self.choice.hint, is_mixed))
        self._shown = text
        self.setCurrentIndex(self.findText(text, Qt.MatchFlag.MatchExactly))
        if self.currentText() != text:
            self.setEditText(text)
        self._show_beginning()

    def _emit_entered(self) -> None:
        text = self.currentText()
        if text != self._shown:
            self._shown = text
            self.entered.emit(text)
        self.finished.emit()
        self._show_beginning()

    def _show_beginning(self) -> None:
        """Scroll a long text to its beginning, unless the field has the focus."""
        if not self._line.hasFocus():
            self._line.setCursorPosition(0)


def _make_narrow(box: QComboBox) -> None:
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(6)
    box.setMaxVisibleItems(18)
    box.setIconSize(QSize(20, 20))


def _fill_list(box: QComboBox, options: Sequence[Option[T]]) -> None:
    with QSignalBlocker(box):
        box.clear()
        for option in options:
            if option.icon:
                box.addItem(element_icon(option.icon.name, option.icon.catalogue), option.text)
            else:
                box.addItem(option.text)
            tip = translated(option.tip) or None
            box.setItemData(box.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)


class HexesBox(LineBox):
    """An input for the names of hexes.

    Attributes:
        button: Inserts the hexes selected on the board; the row places it next to the line.
    """

    def __init__(self, names: HexNames, parent: QWidget | None = None) -> None:
        super().__init__(names.hint, parent)
        self._completer = HexNameCompleter(names.board, self)
        self._completer.activated.connect(self._complete)
        self.setCompleter(self._completer)
        self.button = QToolButton(self)
        self.button.setIconSize(QSize(_ICON_SIZE, _ICON_SIZE))
        self.button.clicked.connect(self._insert_selected_hexes)
        self._update_button_icon()
        self.set_choice(names)

    def set_choice(self, names: HexNames) -> None:
        """Set the board whose hex names are completed, and the selected hexes to insert."""
        self.choice = names
        self._completer.set_board(names.board)
        self.button.setHidden(names.selected_hexes is None)
        self.button.setEnabled(bool(names.selected_hexes))
        self.button.setToolTip(translated(names.button_tip))
        self.button.setAccessibleName(translated(names.button_tip))

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the button in the colors of the new theme."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and hasattr(self, "button"):
            self._update_button_icon()

    def _update_button_icon(self) -> None:
        self.button.setIcon(line_icon(ICONS["select"]))

    def _complete(self, text: str) -> None:
        self.entered.emit(text)

    def _insert_selected_hexes(self) -> None:
        text = self.choice.show(self.choice.selected_hexes)
        self.setText(text)
        self.entered.emit(text)
        self.finished.emit()


class HexNameCompleter(QCompleter):
    """Completes the last of several hex names in a line."""

    def __init__(self, board: Board, line: LineBox) -> None:
        super().__init__(line)
        self._line = line
        self._board: Board | None = None
        self._names = QStringListModel(self)
        self.setModel(self._names)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setMaxVisibleItems(_MAX_ROWS)
        self.set_board(board)

    def set_board(self, board: Board) -> None:
        """Set the board whose hex names are offered, column by column."""
        if board is not self._board:
            self._board = board
            columns = sorted(board.hexes, key=lambda hex_: (hex_.col, hex_.row))
            self._names.setStringList([board.name(hex_) for hex_ in columns])

    def splitPath(self, path: str) -> list[str]:
        """Return the text to complete: the part after the last separator, unless it is a full name.

        For an empty line, nothing is offered: some versions of Qt would list every hex of the board
        over a cleared line, and the focus cannot leave the line while a list is open.
        """
        if not path:
            return [_NO_NAME]
        typed_part = _SEPARATOR.split(path)[-1]
        matches = [
            n for n in self._names.stringList() if n.casefold().startswith(typed_part.casefold())
        ]
        is_complete = len(matches) == 1 and len(matches[0]) == len(typed_part)
        return [_NO_NAME if is_complete else typed_part]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """Return the line with its last name completed."""
        text = self._line.text()
        typed_length = len(_SEPARATOR.split(text)[-1])
        return text[: len(text) - typed_length] + str(index.data())
