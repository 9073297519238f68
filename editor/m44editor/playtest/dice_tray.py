"""The dice that fell last."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from m44core.drawing.dice import DICE
from m44core.rules.actions import Roll
from m44editor.icons import art_palette, drawing_pixmap

_SIZE = 34
_SPOKEN = {
    "inf": "infantry",
    "armor": "armor",
    "grenade": "grenade",
    "flag": "flag",
    "star": "star",
}


class DiceTray(QWidget):
    """Shows one roll; keeps its height when there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(4)
        self._row.addStretch()
        self._shown: Roll | None = None
        self.setMinimumHeight(_SIZE + 2)
        self.setAccessibleName("Dice")

    def show_roll(self, roll: Roll | None) -> None:
        """Show the faces of *roll*, or an empty tray."""
        if roll == self._shown:
            return
        self._shown = roll
        while self._row.count() > 1:
            item = self._row.takeAt(0)
            if item and (widget := item.widget()):
                widget.deleteLater()
        faces = roll.faces if roll else ()
        for number, face in enumerate(faces):
            label = QLabel(self)
            picture = drawing_pixmap(
                DICE[face], QSize(_SIZE, _SIZE), self.devicePixelRatioF(), art_palette()
            )
            label.setPixmap(picture)
            label.setToolTip(_SPOKEN[face])
            self._row.insertWidget(number, label)
        self.setAccessibleDescription(", ".join(_SPOKEN[face] for face in faces))
