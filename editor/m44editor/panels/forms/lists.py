"""The boxes of a form that list what can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QComboBox,
    QWidget,
)

from m44editor.interface_text import told
from m44editor.panels.forms.boxes import LineBox
from m44editor.panels.forms.fields import Choice, OpenChoice, Option
from m44editor.panels.forms.text import hint_of
from m44editor.panels.icons import element_icon
from m44editor.panels.wide_list import WideList

T = TypeVar("T")


class ChoiceBox(WideList):
    """A list to choose from; filled only when somebody turns to it."""

    entered = Signal(str)
    finished = Signal()

    def __init__(self, choice: Choice[object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _make_narrow(self)
        self._shown = ""
        self._full = False
        self.offer(choice)
        self.activated.connect(self._report)

    def offer(self, choice: Choice[object]) -> None:
        """List the entries of *choice* from now on."""
        self.choice = choice
        self._full = False

    def show_text(self, text: str, mixed: bool) -> None:
        """Choose the entry called *text*; another text is shown beside the list."""
        self._shown = "" if mixed else text
        shown = list(islice((o for o in self.choice.options if o.text == text), 1))
        self.setPlaceholderText(hint_of("" if shown else text, mixed))
        if self.hasFocus():
            self.fill()
        elif not self._full:
            _fill(self, shown)
        self.setCurrentIndex(self.findText(self._shown, Qt.MatchFlag.MatchExactly))

    def fill(self) -> None:
        """Put all entries into the list, unless they are there."""
        if not self._full:
            self._full = True
            _fill(self, self.choice.options)
            self.setCurrentIndex(self.findText(self._shown, Qt.MatchFlag.MatchExactly))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Fill the list before any key can ask for an entry."""
        self.fill()
        super().focusInEvent(event)

    def showPopup(self) -> None:
        """Fill the list and open it."""
        self.fill()
        super().showPopup()

    def _report(self, index: int) -> None:
        self._shown = self.itemText(index)
        self.entered.emit(self._shown)
        self.finished.emit()


class OpenChoiceBox(WideList):
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
        _fill(self, choice.options)
        self.setEditText(self._shown)

    def show_text(self, text: str, mixed: bool) -> None:
        """Show *text*, or nothing but the hint where the pieces differ."""
        self._line.setPlaceholderText(hint_of(self.choice.hint, mixed))
        self._shown = text
        self.setCurrentIndex(self.findText(text, Qt.MatchFlag.MatchExactly))
        if self.currentText() != text:
            self.setEditText(text)
        self._show_beginning()

    def _report(self) -> None:
        text = self.currentText()
        if text != self._shown:
            self._shown = text
            self.entered.emit(text)
        self.finished.emit()
        self._show_beginning()

    def _show_beginning(self) -> None:
        """Show how the text begins where there is no room for all of it and nobody types."""
        if not self._line.hasFocus():
            self._line.setCursorPosition(0)


def _make_narrow(box: QComboBox) -> None:
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(6)
    box.setMaxVisibleItems(18)
    box.setIconSize(QSize(20, 20))


def _fill(box: QComboBox, options: Sequence[Option[T]]) -> None:
    with QSignalBlocker(box):
        box.clear()
        for option in options:
            if option.icon:
                box.addItem(element_icon(option.icon.name, option.icon.catalogue), option.text)
            else:
                box.addItem(option.text)
            tip = told(option.tip) or None
            box.setItemData(box.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
