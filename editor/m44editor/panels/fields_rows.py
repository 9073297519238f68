"""A row of a form: the box of one field, and the complaint about a wrong entry."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from m44core.diagnostics import Severity
from m44core.model.scenario import Scenario
from m44editor.document import Document, new_stroke
from m44editor.panels.fields import (
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
    Words,
)
from m44editor.panels.fields_boxes import (
    Box,
    ChoiceBox,
    DayBox,
    EntryKeys,
    FlagBox,
    LineBox,
    NumberBox,
    OpenChoiceBox,
)
from m44editor.panels.fields_text import TextBox
from m44editor.panels.icons import severity_colour

_AIR = 11  # pixels above and below the words of a line, frames included


class Burst:
    """The edits of one spell of typing, which are one undo step.

    Attributes:
        editing: Whether it is changing the document just now.
    """

    def __init__(self, document: Document, text: str) -> None:
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
        self.label = QLabel(field.label, parent)
        self.label.setBuddy(self.box)
        height = self.label.fontMetrics().height() + _AIR
        self.label.setFixedHeight(height)
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
        self.remove.setToolTip(f"Remove {self.field.label}")
        self.remove.setAccessibleName(f"Remove {self.field.label}")
        self.remove.setVisible(self.field.remove is not None)
        line = QHBoxLayout()
        line.setSpacing(2)
        line.addWidget(self.box, 1)
        line.addWidget(self.remove)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        layout.addLayout(line)
        layout.addWidget(self.complaint)

    def stops(self) -> list[QWidget]:
        """Return the widgets the Tab key visits, in order."""
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
        self.box.setToolTip(field.tip)
        focus = self.box.focusProxy() or self.box
        focus.setAccessibleName(field.label or _text_of(self.box))
        if isinstance(self.box, ChoiceBox | OpenChoiceBox) and self.box.choice != field.control:
            self.box.offer(field.control)  # type: ignore[arg-type]  # the shape says so

    def _show_value(self) -> None:
        mixed = self.field.value is MIXED
        text = "" if mixed else self.field.control.show(self.field.value)
        self.box.show_text(text, mixed)

    def _take(self, text: str) -> None:
        """Put what was entered into the document; what is wrong so far, take out again."""
        self._burst = self._burst or Burst(self._document, f"Change {self.field.label.lower()}")
        try:
            value = self.field.control.read(text)
        except EntryError:
            self._wrong = True  # complain only when he is done typing
            self._burst.take_back()
        else:
            self._complain("")
            self._burst.edit(self.field.change(self._document.scenario, value))

    def _finish(self) -> None:
        self._burst = None
        if self._wrong:
            self._complain(self._fault())

    def _fault(self) -> str:
        try:
            self.field.control.read(_text_of(self.box))
        except EntryError as error:
            return str(error)
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
            self._document.edit(f"Remove {self.field.label.lower()}", after)


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
    match control:
        case Choice():
            box: Box = ChoiceBox(control)
        case OpenChoice():
            box = OpenChoiceBox(control)
        case Flag():
            box = FlagBox(control.text)
        case Number():
            box = NumberBox(control)
        case Lines():
            box = TextBox(control.hint)
        case Day():
            box = DayBox(control.hint)
        case Words() | HexNames() | Json():
            box = LineBox(control.hint)
        case _:
            box = LineBox()
            box.setReadOnly(True)
            box.setFrame(False)
            look = box.palette()
            look.setColor(QPalette.ColorRole.Base, look.color(QPalette.ColorRole.Window))
            box.setPalette(look)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return box
