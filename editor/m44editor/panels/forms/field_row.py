"""A row of a form: the box of one field, and the complaint about a wrong entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from m44core.diagnostics import Severity
from m44core.messages.message import Message, message
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document, new_stroke
from m44editor.interface_text import sentence, told
from m44editor.panels.forms.fields import (
    MIXED,
    AnyField,
    Choice,
    Control,
    Day,
    EntryError,
    Flag,
    HexNames,
    Json,
    Lines,
    Number,
    OpenChoice,
    Pair,
    Press,
    Words,
    read_out,
)
from m44editor.panels.forms.inputs import (
    ChoiceBox,
    DayBox,
    EntryKeys,
    FlagBox,
    HexesBox,
    LineBox,
    NumberBox,
    OpenChoiceBox,
    PairBox,
    PressBox,
    TextBox,
)
from m44editor.panels.panel_icons import severity_colour

Plain = LineBox | NumberBox | TextBox | ChoiceBox | OpenChoiceBox | FlagBox
Box = Plain | DayBox | HexesBox | PairBox | PressBox

_HIGHEST = 1000  # pixels
_AIR = 11  # pixels above and below the words of a line, frames included


class Burst:
    """The edits of one spell of typing, which are one undo step.

    Attributes:
        editing: Whether it is changing the document just now.
    """

    def __init__(self, document: Document, text: Message) -> None:
        self.editing = False
        self._document = document
        self._text = text
        self._stroke = new_stroke()
        self._start = self._latest = document.scenario

    def edit(self, after: Scenario) -> None:
        """Make *after* the current scenario."""
        self.editing = True
        self._document.edit(self._text, after, self._stroke)
        self._latest = self._document.scenario
        self.editing = False

    def take_back(self) -> None:
        """Return to where the burst began, unless something else was edited since."""
        if self._document.scenario is self._latest:
            self.edit(self._start)


class FieldRow(QWidget):
    """A field's box, with the complaint about a wrong entry below it.

    Attributes:
        field: What is shown.
        box: The widget it is shown in.
        label: The words before it, whose buddy the box is.
        complaint: The words about a wrong entry; hidden while all is well.
    """

    def __init__(
        self, field: AnyField, document: Document, keys: EntryKeys, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.field = field
        self._document = document
        self._burst: Burst | None = None
        self._wrong = False
        self.box = _make_box(field.control)
        self.label = QLabel(read_out(field.label), parent)
        self.label.setBuddy(self.box)
        height = self.label.fontMetrics().height() + _AIR
        if not isinstance(self.box, TextBox):
            self.box.setFixedHeight(height)
        self.complaint = QLabel(self)
        self.complaint.setWordWrap(True)
        self.complaint.setTextFormat(Qt.TextFormat.PlainText)
        self.complaint.hide()
        self.remove = QToolButton(self)
        self._lay_out()
        keys.watch(self.box)
        self.box.entered.connect(self._take)
        self.box.finished.connect(self._finish)
        self.remove.clicked.connect(self._remove)

    def _lay_out(self) -> None:
        self.remove.setText("✕")
        self.remove.setAutoRaise(True)
        self.remove.setToolTip(told(_removing(self.field)))
        self.remove.setAccessibleName(told(_removing(self.field)))
        self.remove.setVisible(self.field.remove is not None)
        line = QHBoxLayout()
        line.setSpacing(2)
        line.addWidget(self.box, 1)
        if isinstance(self.box, HexesBox):
            line.addWidget(self.box.button)
        line.addWidget(self.remove)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        layout.addLayout(line)
        layout.addWidget(self.complaint)
        layout.addStretch(1)  # beside a label of several lines

    def allot(self, width: int) -> None:
        """Give the label a width; it takes as many lines as it needs there."""
        room, wrapped = QRect(0, 0, width, _HIGHEST), Qt.TextFlag.TextWordWrap
        words = self.label.fontMetrics().boundingRect(room, wrapped, self.label.text())
        self.label.setWordWrap(words.height() > self.label.fontMetrics().height())
        self.label.setFixedSize(width, words.height() + _AIR)

    def stops(self) -> list[QWidget]:
        """Return the widgets the Tab key visits, in order."""
        match self.box:
            case HexesBox():
                return [self.box, self.box.button, self.remove]
            case PairBox():
                return [*self.box.boxes, self.remove]
            case _:
                return [self.box, self.remove]

    def show_field(self, field: AnyField) -> None:
        """Show *field*; what is being typed stays, unless the document says otherwise."""
        other = field.pointer != self.field.pointer
        unchanged = not other and field.value == self.field.value
        self.field = field
        if other:
            self._finish()
        self._show_state(field)
        if self._burst is not None and self._burst.editing:
            return
        if not (self._wrong and unchanged):
            self._complain("")
            self._show_value()

    def _show_state(self, field: AnyField) -> None:
        self.box.setEnabled(field.enabled)
        self.box.setToolTip(told(field.tip))
        name = read_out(field.label) or _text_of(self.box)
        if isinstance(self.box, PairBox | PressBox):
            self.box.call(name)
        else:
            (self.box.focusProxy() or self.box).setAccessibleName(name)
        offers = isinstance(self.box, ChoiceBox | OpenChoiceBox | HexesBox)
        if offers and self.box.choice != field.control:  # type: ignore[union-attr]  # just asked
            self.box.offer(field.control)  # type: ignore[union-attr, arg-type]  # the shape says so

    def _show_value(self) -> None:
        mixed = self.field.value is MIXED
        text = "" if mixed else self.field.control.show(self.field.value)
        self.box.show_text(text, mixed)

    def _take(self, text: str) -> None:
        """Put what was entered into the document; what is wrong so far, take out again."""
        self._burst = self._burst or Burst(self._document, self._step())
        try:
            value = self.field.control.read(text)
        except EntryError:
            self._wrong = True  # complain only when he is done typing
            self._burst.take_back()
        else:
            self._complain("")
            self._burst.edit(self.field.change(self._document.scenario, value))

    def _step(self) -> Message:
        """Return what the history calls an edit by this row."""
        match self.field.control:
            case Press(text):
                return text
            case Flag(text) if not self.field.label:
                return message("Change “{field}”", field=text)
            case _:
                return message("Change “{field}”", field=self.field.label)

    def _finish(self) -> None:
        self._burst = None
        if self._wrong:
            self._complain(self._fault())

    def _fault(self) -> str:
        try:
            self.field.control.read(_text_of(self.box))
        except EntryError as error:
            return sentence(error.said)
        return ""

    def _complain(self, words: str) -> None:
        self._wrong = bool(words)
        self.complaint.setText(words)
        self.complaint.setVisible(bool(words))
        palette = self.complaint.palette()
        palette.setColor(QPalette.ColorRole.WindowText, severity_colour(Severity.ERROR))
        self.complaint.setPalette(palette)
        (self.box.focusProxy() or self.box).setAccessibleDescription(words)

    def _remove(self) -> None:
        if self.field.remove:
            after = self.field.remove(self._document.scenario)
            self._document.edit(_removing(self.field), after)


def _removing(field: AnyField) -> Message:
    return message("Remove “{field}”", field=field.label)


def _text_of(box: Box) -> str:
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
    box = _kind_of_box(control)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return box


def _kind_of_box(control: Control[Any]) -> Box:
    makers: Mapping[type, Callable[[Any], Box]] = {
        Choice: ChoiceBox,
        OpenChoice: OpenChoiceBox,
        Number: NumberBox,
        HexNames: HexesBox,
        Pair: PairBox,
        Press: PressBox,
        Flag: lambda flag: FlagBox(flag.text),
        Lines: lambda lines: TextBox(lines.hint),
        Day: lambda day: DayBox(day.hint),
        Words: lambda words: LineBox(words.hint),
        Json: lambda json: LineBox(json.hint),
    }
    make: Callable[[Any], Box] = makers.get(type(control), _still)
    return make(control)


def _still(_control: Control[Any]) -> LineBox:
    """Return a line that only shows."""
    box = LineBox()
    box.setReadOnly(True)
    box.setFrame(False)
    look = box.palette()
    look.setColor(QPalette.ColorRole.Base, look.color(QPalette.ColorRole.Window))
    box.setPalette(look)
    return box
