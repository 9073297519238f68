"""The cards of the player who sits before the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from m44core.rules.actions import Action
from m44core.rules.cards import summary, title


class Hand(QWidget):
    """One button a card; only those that can be chosen now can be clicked."""

    chosen = Signal(object)  # the action of the card that was clicked

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(3)
        self._buttons: list[QPushButton] = []
        self.setAccessibleName("Hand")

    def show_cards(self, cards: Sequence[str], playable: Mapping[str, Action]) -> None:
        """Show *cards*; those in *playable* can be clicked."""
        while len(self._buttons) < len(cards):
            self._buttons.append(self._new_button())
        for button, card in zip(self._buttons, cards, strict=False):
            button.setText(f"{title(card)}\n{summary(card)}")
            button.setProperty("action", playable.get(card))
            button.setEnabled(card in playable)
        for number, button in enumerate(self._buttons):
            button.setVisible(number < len(cards))

    def _new_button(self) -> QPushButton:
        button = QPushButton(self)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setStyleSheet("text-align: left; padding: 5px 10px;")
        button.clicked.connect(lambda: self.chosen.emit(button.property("action")))
        self._column.addWidget(button)
        return button
