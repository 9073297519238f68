"""A row of a form: the input of one field, and the error message about an invalid entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from m44core.diagnostics import Severity
from m44core.messages.message import Message, message
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document, new_stroke_number
from m44editor.interface_text import sentence, translated
from m44editor.panels.forms.fields import (
    MIXED,
    AnyField,
    Button,
    Choice,
    Control,
    Day,
    EntryError,
    Flag,
    HexNames,
    Json,
    Number,
    NumberPair,
    OpenChoice,
    TextLine,
    TextLines,
    label_text,
)
from m44editor.panels.forms.inputs import (
    ButtonBox,
    ChoiceBox,
    DayBox,
    FlagBox,
    HexesBox,
    InputEventFilter,
    LineBox,
    NumberBox,
    OpenChoiceBox,
    PairBox,
    TextBox,
)
from m44editor.panels.panel_icons import severity_colour

_SimpleBox = LineBox | NumberBox | TextBox | ChoiceBox | OpenChoiceBox | FlagBox
Box = _SimpleBox | DayBox | HexesBox | PairBox | ButtonBox

_MAX_HEIGHT = 1000  # pixels
_PADDING = 11  # pixels above and below a line of text, frames included


class TypingBurst:
    """The edits made by continuous typing in one input, which form one undo step.

    Attributes:
        is_editing: Whether an edit is being applied to the document.
    """

    def __init__(self, document: Document, text: Message) -> None:
        self.is_editing = False
        self._document = document
        self._text = text
        self._stroke = new_stroke_number()
        self._start = self._latest = document.scenario

    def edit(self, after: Scenario) -> None:
        """Make *after* the current scenario, as part of this undo step."""
        self.is_editing = True
        self._document.edit(self._text, after, self._stroke)
        self._latest = self._document.scenario
        self.is_editing = False

    def revert(self) -> None:
        """Restore the scenario from before the typing, unless another edit has changed it since."""
        if self._document.scenario is self._latest:
            self.edit(self._start)


class FieldRow(QWidget):
    """The input of a field, with the error message about an invalid entry below it.

    Attributes:
        field: The field.
        box: The input widget.
        label: The label of the input, which is its buddy.
        error_label: The error message about an invalid entry; hidden if there is none.
        remove_button: The button that removes the value; hidden if it cannot be removed.
    """

    def __init__(
        self, field: AnyField, document: Document, event_filter: InputEventFilter, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.field = field
        self._document = document
        self._burst: TypingBurst | None = None
        self._is_invalid = False
        self.box = _make_box(field.control)
        self.label = QLabel(label_text(field.label), parent)
        self.label.setBuddy(self.box)
        height = self.label.fontMetrics().height() + _PADDING
        if not isinstance(self.box, TextBox):
            self.box.setFixedHeight(height)
        self.error_label = QLabel(self)
        self.error_label.setWordWrap(True)
        self.error_label.setTextFormat(Qt.TextFormat.PlainText)
        self.error_label.hide()
        self.remove_button = QToolButton(self)
        self._lay_out()
        event_filter.watch(self.box)
        self.box.entered.connect(self._apply)
        self.box.finished.connect(self._finish)
        self.remove_button.clicked.connect(self._remove)

    def _lay_out(self) -> None:
        self.remove_button.setText("✕")
        self.remove_button.setAutoRaise(True)
        self.remove_button.setToolTip(translated(_remove_label(self.field)))
        self.remove_button.setAccessibleName(translated(_remove_label(self.field)))
        self.remove_button.setVisible(self.field.remove is not None)
        line = QHBoxLayout()
        line.setSpacing(2)
        line.addWidget(self.box, 1)
        if isinstance(self.box, HexesBox):
            line.addWidget(self.box.button)
        line.addWidget(self.remove_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        layout.addLayout(line)
        layout.addWidget(self.error_label)
        layout.addStretch(1)  # next to a label of several lines

    def set_label_width(self, width: int) -> None:
        """Set the width of the label in pixels; its text wraps."""
        available_rect, wrap_flag = QRect(0, 0, width, _MAX_HEIGHT), Qt.TextFlag.TextWordWrap
        text_rect = self.label.fontMetrics().boundingRect(
            available_rect, wrap_flag, self.label.text()
        )
        self.label.setWordWrap(text_rect.height() > self.label.fontMetrics().height())
        self.label.setFixedSize(width, text_rect.height() + _PADDING)

    def tab_stops(self) -> list[QWidget]:
        """Return the widgets that the Tab key visits, in order."""
        match self.box:
            case HexesBox():
                return [self.box, self.box.button, self.remove_button]
            case PairBox():
                return [*self.box.boxes, self.remove_button]
            case _:
                return [self.box, self.remove_button]

    def show_field(self, field: AnyField) -> None:
        """Show *field*; keep an invalid entry if neither the field nor its value has changed."""
        is_other_field = field.pointer != self.field.pointer
        is_unchanged = not is_other_field and field.value == self.field.value
        self.field = field
        if is_other_field:
            self._finish()
        self._show_state(field)
        if self._burst is not None and self._burst.is_editing:
            return
        if not (self._is_invalid and is_unchanged):
            self._show_error("")
            self._show_value()

    def _show_state(self, field: AnyField) -> None:
        self.box.setEnabled(field.enabled)
        self.box.setToolTip(translated(field.tip))
        name = label_text(field.label) or _box_text(self.box)
        if isinstance(self.box, PairBox | ButtonBox):
            self.box.set_label(name)
        else:
            (self.box.focusProxy() or self.box).setAccessibleName(name)
        has_choice = isinstance(self.box, ChoiceBox | OpenChoiceBox | HexesBox)
        if has_choice and self.box.choice != field.control:  # type: ignore[union-attr]  # just asked
            self.box.set_choice(field.control)  # type: ignore[union-attr, arg-type]  # the shape says so

    def _show_value(self) -> None:
        is_mixed = self.field.value is MIXED
        text = "" if is_mixed else self.field.control.show(self.field.value)
        self.box.show_text(text, is_mixed)

    def _apply(self, text: str) -> None:
        """Apply an entry to the document; if it is invalid, revert this burst of typing."""
        self._burst = self._burst or TypingBurst(self._document, self._step_text())
        try:
            value = self.field.control.parse(text)
        except EntryError:
            self._is_invalid = True  # the error is shown when the user has finished typing
            self._burst.revert()
        else:
            self._show_error("")
            self._burst.edit(self.field.change(self._document.scenario, value))

    def _step_text(self) -> Message:
        """Return the name of the undo step for an edit."""
        match self.field.control:
            case Button(text):
                return text
            case Flag(text) if not self.field.label:
                return message("Change “{field}”", field=text)
            case _:
                return message("Change “{field}”", field=self.field.label)

    def _finish(self) -> None:
        self._burst = None
        if self._is_invalid:
            self._show_error(self._error_text())

    def _error_text(self) -> str:
        try:
            self.field.control.parse(_box_text(self.box))
        except EntryError as error:
            return sentence(error.advice)
        return ""

    def _show_error(self, text: str) -> None:
        self._is_invalid = bool(text)
        self.error_label.setText(text)
        self.error_label.setVisible(bool(text))
        palette = self.error_label.palette()
        palette.setColor(QPalette.ColorRole.WindowText, severity_colour(Severity.ERROR))
        self.error_label.setPalette(palette)
        (self.box.focusProxy() or self.box).setAccessibleDescription(text)

    def _remove(self) -> None:
        if self.field.remove:
            after = self.field.remove(self._document.scenario)
            self._document.edit(_remove_label(self.field), after)


def _remove_label(field: AnyField) -> Message:
    return message("Remove “{field}”", field=field.label)


def _box_text(box: Box) -> str:
    match box:
        case TextBox():
            return box.toPlainText()
        case DayBox():
            return box.line.text()
        case ChoiceBox() | OpenChoiceBox():
            return box.currentText()
        case _:
            return box.text()


def _make_box(control: Control[Any]) -> Box:
    box = _box_for_control(control)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return box


def _box_for_control(control: Control[Any]) -> Box:
    makers: Mapping[type, Callable[[Any], Box]] = {
        Choice: ChoiceBox,
        OpenChoice: OpenChoiceBox,
        Number: NumberBox,
        HexNames: HexesBox,
        NumberPair: PairBox,
        Button: ButtonBox,
        Flag: lambda flag: FlagBox(flag.text),
        TextLines: lambda lines: TextBox(lines.hint),
        Day: lambda day: DayBox(day.hint),
        TextLine: lambda words: LineBox(words.hint),
        Json: lambda json: LineBox(json.hint),
    }
    make: Callable[[Any], Box] = makers.get(type(control), _read_only_line)
    return make(control)


def _read_only_line(_control: Control[Any]) -> LineBox:
    """Return a read-only line, for values that cannot be edited."""
    box = LineBox()
    box.setReadOnly(True)
    box.setFrame(False)
    palette = box.palette()
    palette.setColor(QPalette.ColorRole.Base, palette.color(QPalette.ColorRole.Window))
    box.setPalette(palette)
    return box
