"""A column of buttons, each of which carries out one action of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from m44core.rules.game.actions import Action


@dataclass(frozen=True)
class Offer:
    """What one button says and does.

    Attributes:
        words: What is written on it.
        action: What it does.
        keys: Its shortcut; "" for none.
        tip: What its tool tip says.
    """

    words: str
    action: Action
    keys: str = ""
    tip: str = ""


class ActionButtons(QWidget):
    """Shows offers; buttons are used again, so that the keyboard stays where it is."""

    chosen = Signal(object)  # the action of the button that was clicked

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(3)
        self._buttons: list[QPushButton] = []
        self._actions: list[Action] = []

    def show_offers(self, offers: Sequence[Offer]) -> None:
        """Show one button an offer."""
        while len(self._buttons) < len(offers):
            self._add_button(len(self._buttons))
        self._actions = [offer.action for offer in offers]
        for button, offer in zip(self._buttons, offers, strict=False):
            button.setText(offer.words)
            button.setToolTip(offer.tip)
            button.setShortcut(QKeySequence(offer.keys))
        for number, button in enumerate(self._buttons):
            button.setVisible(number < len(offers))
        self.setVisible(bool(offers))

    def first(self) -> QPushButton | None:
        """Return the first button, if there is one."""
        return self._buttons[0] if self._actions else None

    def _add_button(self, number: int) -> None:
        button = QPushButton(self)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setStyleSheet("QPushButton { padding: 5px; }")
        button.setAutoDefault(True)
        button.clicked.connect(lambda: self._choose(number))
        self._column.addWidget(button)
        self._buttons.append(button)

    def _choose(self, number: int) -> None:
        if number < len(self._actions):
            self.chosen.emit(self._actions[number])
