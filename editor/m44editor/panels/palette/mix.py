"""The pieces the brush paints at random, and how often it takes each."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QSpinBox, QWidget

from m44core.catalogue.types import Element
from m44core.messages.message import percent
from m44editor.panels.palette.model import called
from m44editor.tools.brush import Brush
from m44editor.words import told, tr

_HIGHEST = 130  # pixels; more rows are scrolled
_MOST = 99


class MixCard(QScrollArea):
    """Shows the weights of the pieces marked in the palette and lets them be changed.

    Attributes:
        weights: The field of each piece, by its name.
    """

    def __init__(self, brush: Brush, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._brush = brush
        self.weights: dict[str, QSpinBox] = {}
        self._shares: dict[str, QLabel] = {}
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMaximumHeight(_HIGHEST)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Painted at random"))
        brush.mixed.connect(self.show_mix)
        self.show_mix()

    def show_mix(self) -> None:
        """Show the pieces that are marked now, and how often each comes."""
        mix = self._brush.mix
        self.setVisible(bool(mix))
        if list(self.weights) != list(mix):
            self._make_rows()
        total = sum(mix.values())
        for each, weight in mix.items():
            self.weights[each].setValue(weight)
            self._shares[each].setText(told(percent(weight / total)))

    def _make_rows(self) -> None:
        self.weights, self._shares = {}, {}
        rows = QWidget()
        grid = QGridLayout(rows)
        grid.setContentsMargins(8, 4, 8, 4)
        grid.setColumnStretch(0, 1)
        for row, each in enumerate(self._brush.mix):
            element = self._brush.catalogue.elements[each]
            name, box, share = QLabel(called(element)), self._field(element), QLabel()
            name.setWordWrap(True)
            name.setBuddy(box)
            for column, widget in enumerate((name, box, share)):
                grid.addWidget(widget, row, column)
            self.weights[each], self._shares[each] = box, share
        self.setWidget(rows)

    def _field(self, element: Element) -> QSpinBox:
        box = QSpinBox()
        box.setRange(1, _MOST)
        box.setValue(self._brush.mix[element.name])
        box.setToolTip(tr("How often it is taken, compared with the others"))
        box.setAccessibleName(tr("Weight: {piece}", piece=called(element)))
        box.valueChanged.connect(lambda weight: self._brush.weigh(element, weight))
        return box
