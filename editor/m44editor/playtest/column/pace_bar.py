"""How quickly the computer plays: four speeds, or one step a key."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSlider, QWidget

from m44core.messages.message import message
from m44editor.interface_text import told, tr
from m44editor.panels.flow import FlowLayout

PACES = (1500, 450, 120, 0)  # milliseconds between two steps, the slowest first
WORDS = (message("Slow"), message("Normal"), message("Fast"), message("At once"))
USUAL, AT_ONCE = 1, len(PACES) - 1
_SLIDER = 60  # logical pixels: all of the bar goes into one line of the usual column


class PaceBar(QWidget):
    """A slider with four stops, a switch for single steps, and a button for one.

    Signals:
        changed: Another speed was chosen: its number.
        stepping: Whether only single steps are wanted.
        step_wanted: One step, now.
    """

    changed = Signal(int)
    stepping = Signal(bool)
    step_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(0, len(PACES) - 1)
        self.slider.setPageStep(1)
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.slider.setValue(USUAL)
        self.slider.setFixedWidth(_SLIDER)
        self.slider.setAccessibleName(tr("Speed of the computer"))
        self.slider.setToolTip(tr("Ctrl+1 to Ctrl+4"))
        self.slider.valueChanged.connect(self._tell)
        self._words = QLabel(told(WORDS[USUAL]), self)
        metrics = self._words.fontMetrics()
        widest = max(metrics.horizontalAdvance(told(words)) for words in WORDS)
        self._words.setMinimumWidth(widest + 6)
        label = QLabel(tr("Speed"), self)
        label.setBuddy(self.slider)
        self.steps = QPushButton(tr("Single steps"), self)
        self.steps.setCheckable(True)
        self.steps.setToolTip(tr("S: the computer waits for the full stop key before each step"))
        self.steps.toggled.connect(self._switch)
        self.next_step = QPushButton(tr("Step"), self)
        self.next_step.setToolTip(tr("Full stop key"))
        self.next_step.clicked.connect(self.step_wanted)
        self.next_step.setEnabled(False)
        row = FlowLayout(self, spacing=6)
        for part in (_together(label, self.slider, self._words), self.steps, self.next_step):
            row.addWidget(part)

    def show_pace(self, number: int, *, steps: bool) -> None:
        """Show what was chosen elsewhere."""
        self.slider.setValue(number)
        self.steps.setChecked(steps)

    def _tell(self, number: int) -> None:
        self._words.setText(told(WORDS[number]))
        self.changed.emit(number)

    def _switch(self, steps: bool) -> None:
        self.next_step.setEnabled(steps)
        self.stepping.emit(steps)


def _together(*parts: QWidget) -> QWidget:
    """Return widgets side by side that stay in one line."""
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    for part in parts:
        row.addWidget(part)
    return box
