"""The last dice roll, and which dice had an effect."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QGraphicsOpacityEffect, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from m44core.drawing.cards.dice import DICE
from m44core.messages.message import enumerated, message, message_in
from m44core.rules.game.actions import DieFace
from m44editor.drawing_icons import drawing_pixmap
from m44editor.interface_text import sentence, tr, translated
from m44editor.playtest.game.game_log import DiceRoll
from m44editor.theme import art_palette
from m44editor.theme_tokens import CardColour

_DIE_SIZE = 34
_FAINT_OPACITY = 0.45  # opacity of dice that did nothing
_SPOKEN_FACES = {
    DieFace.INFANTRY: message_in("die", "infantry"),
    DieFace.ARMOR: message_in("die", "armor"),
    DieFace.GRENADE: message_in("die", "grenade"),
    DieFace.FLAG: message_in("die", "flag"),
    DieFace.STAR: message_in("die", "star"),
}


class DiceTray(QWidget):
    """Shows one roll, at a constant height: framed hits first, then flags, then faint misses."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.caption = QLabel()
        self.caption.setWordWrap(True)
        self._row = QHBoxLayout()
        self._row.setSpacing(4)
        self._row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.caption)
        column.addLayout(self._row)
        self._roll: DiceRoll | None = None
        self.setMinimumHeight(_DIE_SIZE + self.caption.sizeHint().height() + 8)
        self.setAccessibleName(tr("Dice"))

    def show_roll(self, roll: DiceRoll | None) -> None:
        """Show a roll; None clears the tray."""
        if roll is self._roll:
            return
        self._roll = roll
        self._clear()
        summary = sentence(roll.summary) if roll else ""
        self.caption.setText(summary)
        faces, hits = (roll.faces, roll.hits) if roll else ((), 0)
        for number, face in enumerate(faces):
            self._row.insertWidget(number, self._die(face, is_hit=number < hits))
        faces_text = translated(enumerated(_SPOKEN_FACES[face] for face in faces))
        self.setAccessibleDescription(f"{summary} ({faces_text})" if faces else summary)

    def _clear(self) -> None:
        while self._row.count() > 1:
            item = self._row.takeAt(0)
            if item and (widget := item.widget()):
                widget.hide()  # deleteLater alone would leave it visible for a moment
                widget.deleteLater()

    def _die(self, face: DieFace, *, is_hit: bool) -> QLabel:
        label = QLabel(self)
        size, ratio = QSize(_DIE_SIZE, _DIE_SIZE), self.devicePixelRatioF()
        label.setPixmap(drawing_pixmap(DICE[face], size, ratio, art_palette()))
        die = _SPOKEN_FACES[face]
        tip = message("{die}: a hit", die=die) if is_hit else message("{die}: no hit", die=die)
        label.setToolTip(sentence(tip))
        if is_hit:
            label.setStyleSheet(f"border: 2px solid {CardColour.HIT}; border-radius: 6px;")
        elif face is not DieFace.FLAG:
            effect = QGraphicsOpacityEffect(label)
            effect.setOpacity(_FAINT_OPACITY)
            label.setGraphicsEffect(effect)
        return label
