"""What a scenario carries that is the position of a game, and forgetting it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from m44core.catalogue.types import Side
from m44core.messages.message import message
from m44editor.documents.document import Document
from m44editor.panels.forms import words
from m44editor.words import told, tr


class PositionBar(QWidget):
    """Says where the game stands; seen only with the position of one.

    Attributes:
        label: The turn and the medals.
        forget: The button that makes a plain scenario of it.
    """

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.forget = QPushButton(tr("Forget the game"), self)
        self.forget.setToolTip(
            tr("Keep the board alone: no medals won, no hands, the first turn comes next")
        )
        self.forget.clicked.connect(self._forget)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 2)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.forget)
        self.follow()

    def follow(self) -> None:
        """Say what the scenario carries now."""
        position = self._document.scenario.position
        self.setHidden(position is None)
        if position is not None:
            said = message(
                "A game goes on here: turn {turn}, {side}. Medals: Axis {axis}, Allies {allies}.",
                turn=position.turn,
                side=words.SIDES[position.side],
                axis=position.medals.get(Side.AXIS, 0),
                allies=position.medals.get(Side.ALLIES, 0),
            )
            self.label.setText(told(said))

    def _forget(self) -> None:
        scenario = replace(self._document.scenario, position=None)
        self._document.edit(message("Forget the game"), scenario)
