"""The bar that leads through a game: to its beginning, back, on, play, to any moment, to now."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QToolButton,
    QWidget,
)

from m44editor.icons import art_palette, drawing_icon
from m44editor.playtest.column.bar_icons import BAR_ICONS
from m44editor.playtest.game.viewing import Viewing

_ICON = QSize(18, 18)
_BUTTONS = {
    "start": "To the beginning (Home)",
    "turn-back": "One turn back ([)",
    "back": "One step back (,)",
    "play": "Play, or stop (P)",
    "forward": "One step on (.)",
    "turn-forward": "One turn on (])",
    "end": "To the end (End)",
}


class FilmBar(QFrame):
    """Shows which moment is on the screen and leads to others; hidden during the game itself.

    Signals:
        left: The way back to the game, or out of the replay, was taken.
    """

    left = Signal()

    def __init__(self, viewing: Viewing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._viewing = viewing
        self.setAccessibleName("Looking back")
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
        self.words = QLabel(self)
        self.words.setForegroundRole(QPalette.ColorRole.ToolTipText)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName("Moment of the game")
        self.slider.valueChanged.connect(self._slide)
        self.back_to_now = QPushButton("Back to the game", self)
        self.back_to_now.setToolTip("Esc")
        self.back_to_now.clicked.connect(self.left)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 3, 8, 3)
        row.setSpacing(2)
        self.buttons = {name: self._button(name, tip) for name, tip in _BUTTONS.items()}
        for button in self.buttons.values():
            row.addWidget(button)
        row.addWidget(self.slider, 1)
        row.addSpacing(6)
        row.addWidget(self.words)
        row.addSpacing(6)
        row.addWidget(self.back_to_now)
        self.hide()

    def show_moment(self, words: str, way_out: str) -> None:
        """Show where in its film the viewing is, and what the way out is called."""
        film, moment = self._viewing.film, self._viewing.moment
        self.slider.blockSignals(True)
        self.slider.setRange(0, film.length if film else 0)
        self.slider.setPageStep(max(1, self.slider.maximum() // 20))
        self.slider.setValue(moment)
        self.slider.blockSignals(False)
        self.words.setText(words)
        self.back_to_now.setText(way_out)
        playing = self._viewing.is_playing
        self.buttons["play"].setIcon(
            drawing_icon(BAR_ICONS["pause" if playing else "play"], art_palette())
        )
        self.buttons["play"].setAccessibleName("Stop" if playing else "Play")
        self.show()

    def changeEvent(self, event: object) -> None:
        """Draw the icons in the colours of the new theme."""
        for name, button in getattr(self, "buttons", {}).items():
            button.setIcon(drawing_icon(BAR_ICONS[name], art_palette()))

    def _button(self, name: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        button.setIconSize(_ICON)
        button.setIcon(drawing_icon(BAR_ICONS[name], art_palette()))
        button.setToolTip(tip)
        button.setAccessibleName(tip.partition(" (")[0])
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self._go(name))
        return button

    def _go(self, name: str) -> None:
        viewing = self._viewing
        match name:
            case "start":
                viewing.go_to(0)
            case "turn-back" | "turn-forward":
                viewing.step_turn(-1 if name == "turn-back" else 1)
            case "back" | "forward":
                viewing.step(-1 if name == "back" else 1)
            case "play":
                viewing.play(not viewing.is_playing)
            case "end":
                viewing.go_to_end()

    def _slide(self, moment: int) -> None:
        self._viewing.go_to(moment)
