"""The bar that leads through a game: to its beginning, back, on, play, to any moment, to now."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.drawing.shapes.paths import rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.messages.message import Message, message
from m44editor.actions import key_name
from m44editor.drawing_icons import line_icon
from m44editor.interface_text import told, tr
from m44editor.playtest.game.viewing import Viewing

_BOX = Shape(rectangle(0, 0, 24, 24), fill="ink", opacity=0)


def _solid(path: str) -> Shape:
    return Shape(path, fill="ink", stroke="ink", width=1)


_NEXT: Drawing = (_solid("M8 5L16 12L8 19Z"),)
_TURN: Drawing = (_solid("M4 5L11.5 12L4 19ZM12.5 5L20 12L12.5 19Z"),)
_END: Drawing = (_solid("M6 5L14 12L6 19ZM16 5L18.5 5L18.5 19L16 19Z"),)


def _mirrored(drawing: Drawing) -> Drawing:
    return (Group(drawing, dx=24, flip=True),)


_DRAWN: Mapping[str, Drawing] = {
    "start": _mirrored(_END),
    "turn-back": _mirrored(_TURN),
    "back": _mirrored(_NEXT),
    "play": (_solid("M7 4L20 12L7 20Z"),),
    "pause": (_solid("M6.5 4.5L10 4.5L10 19.5L6.5 19.5ZM14 4.5L17.5 4.5L17.5 19.5L14 19.5Z"),),
    "forward": _NEXT,
    "turn-forward": _TURN,
    "end": _END,
}
BAR_ICONS: Mapping[str, Drawing] = {name: (_BOX, *drawing) for name, drawing in _DRAWN.items()}


_ICON = QSize(18, 18)
_BUTTONS = {
    "start": (message("To the beginning"), "Ctrl+Home"),
    "turn-back": (message("One turn back"), "["),
    "back": (message("One step back"), ","),
    "play": (message("Play, or stop"), "P"),
    "forward": (message("One step on"), "."),
    "turn-forward": (message("One turn on"), "]"),
    "end": (message("To the end"), "Ctrl+End"),
}
_COMMANDS = {"play": "pause"}  # the commands that buttons are


class FilmBar(QFrame):
    """Shows which moment is on the screen and leads to others; hidden during the game itself.

    Signals:
        left: The way back to the game, or out of the replay, was taken.
    """

    left = Signal()

    def __init__(self, viewing: Viewing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._viewing = viewing
        self.setAccessibleName(tr("Looking back"))
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
        self.words = QLabel(self)
        self.words.setForegroundRole(QPalette.ColorRole.ToolTipText)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(tr("Moment of the game"))
        self.slider.valueChanged.connect(self._slide)
        self.back_to_now = QPushButton(tr("Back to the game"), self)
        self.back_to_now.setToolTip(key_name("Esc"))
        self.back_to_now.clicked.connect(self.left)
        way, told_below = QHBoxLayout(), QHBoxLayout()
        way.setSpacing(2)
        self.buttons = {name: self._button(name, *said) for name, said in _BUTTONS.items()}
        for button in self.buttons.values():
            way.addWidget(button)
        way.addWidget(self.slider, 1)
        told_below.addWidget(self.words, 1)
        told_below.addWidget(self.back_to_now)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(8, 3, 8, 3)
        rows.setSpacing(2)
        rows.addLayout(way)
        rows.addLayout(told_below)
        self.hide()

    def name_keys(self, keys: Mapping[str, str]) -> None:
        """Say which keys do the same, by the names of commands."""
        for name, button in self.buttons.items():
            does, key = told(_BUTTONS[name][0]), key_name(keys[_COMMANDS.get(name, name)])
            button.setToolTip(f"{does} ({key})" if key else does)
        self.back_to_now.setToolTip(key_name(keys["now"]))

    def show_moment(self, words: str, way_out: str) -> None:
        """Show where in its film the viewing is, and what the way out is called."""
        self.slider.blockSignals(True)
        self.slider.setRange(0, len(self._viewing.stops) - 1)
        self.slider.setPageStep(max(1, self.slider.maximum() // 20))
        self.slider.setValue(self._viewing.place)
        self.slider.blockSignals(False)
        self.words.setText(words)
        self.back_to_now.setText(way_out)
        playing = self._viewing.is_playing
        self.buttons["play"].setIcon(line_icon(BAR_ICONS["pause" if playing else "play"]))
        self.buttons["play"].setAccessibleName(tr("Stop") if playing else tr("Play"))
        self.show()

    def changeEvent(self, event: object) -> None:
        """Draw the icons in the colours of the new theme."""
        for name, button in getattr(self, "buttons", {}).items():
            button.setIcon(line_icon(BAR_ICONS[name]))

    def _button(self, name: str, does: Message, key: str) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        button.setIconSize(_ICON)
        button.setIcon(line_icon(BAR_ICONS[name]))
        button.setToolTip(f"{told(does)} ({key_name(key)})")
        button.setAccessibleName(told(does))
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

    def _slide(self, place: int) -> None:
        self._viewing.go_to_place(place)
