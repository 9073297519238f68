"""Playback controls: the speed of the computer player, and the bar to step through a game."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt, Signal
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
from m44editor.actions import native_shortcut_text
from m44editor.drawing_icons import line_icon
from m44editor.interface_text import tr, translated
from m44editor.panels.flow_layout import FlowLayout
from m44editor.playtest.game.timeline import Playback
from m44editor.theme_tokens import IconSize

STEP_DELAYS_MS = (1500, 450, 120, 0)  # the slowest first
SPEED_LABELS = (message("Slow"), message("Normal"), message("Fast"), message("Instant"))
DEFAULT_SPEED, TOP_SPEED = 1, len(STEP_DELAYS_MS) - 1
_SLIDER_WIDTH = 60  # logical pixels: the bar fits on one line of the side panel


class SpeedBar(QWidget):
    """A speed slider with four stops, a switch for single steps, and a step button.

    Signals:
        changed: The index of the chosen speed.
        single_steps_toggled: Whether the computer takes single steps.
        step_requested: The step button was clicked.
    """

    changed = Signal(int)
    single_steps_toggled = Signal(bool)
    step_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(0, len(STEP_DELAYS_MS) - 1)
        self.slider.setPageStep(1)
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.slider.setValue(DEFAULT_SPEED)
        self.slider.setFixedWidth(_SLIDER_WIDTH)
        self.slider.setAccessibleName(tr("Computer speed"))
        self.slider.setToolTip(tr("Ctrl+1 to Ctrl+4"))
        self.slider.valueChanged.connect(self._show_and_emit_speed)
        self._speed_label = QLabel(translated(SPEED_LABELS[DEFAULT_SPEED]), self)
        metrics = self._speed_label.fontMetrics()
        max_width = max(metrics.horizontalAdvance(translated(each)) for each in SPEED_LABELS)
        self._speed_label.setMinimumWidth(max_width + 6)
        label = QLabel(tr("Speed"), self)
        label.setBuddy(self.slider)
        self.single_steps_button = QPushButton(tr("Step by Step"), self)
        self.single_steps_button.setCheckable(True)
        self.single_steps_button.setToolTip(
            tr("S: the computer waits before each step until you press the period key")
        )
        self.single_steps_button.toggled.connect(self._toggle_single_steps)
        self.step_button = QPushButton(tr("Step"), self)
        self.step_button.setToolTip(tr("Period key"))
        self.step_button.clicked.connect(self.step_requested)
        self.step_button.setEnabled(False)
        row = FlowLayout(self, spacing=6)
        for part in (
            _row_widget(label, self.slider, self._speed_label),
            self.single_steps_button,
            self.step_button,
        ):
            row.addWidget(part)

    def show_speed(self, speed: int, *, single_steps: bool) -> None:
        """Show a speed and a step mode set elsewhere."""
        self.slider.setValue(speed)
        self.single_steps_button.setChecked(single_steps)

    def _show_and_emit_speed(self, speed: int) -> None:
        self._speed_label.setText(translated(SPEED_LABELS[speed]))
        self.changed.emit(speed)

    def _toggle_single_steps(self, enabled: bool) -> None:
        self.step_button.setEnabled(enabled)
        self.single_steps_toggled.emit(enabled)


def _row_widget(*parts: QWidget) -> QWidget:
    """Return a widget that keeps *parts* side by side on one line."""
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    for part in parts:
        row.addWidget(part)
    return box


_BOX = Shape(rectangle(0, 0, 24, 24), fill="ink", opacity=0)


def _solid_shape(path: str) -> Shape:
    return Shape(path, fill="ink", stroke="ink", width=1)


_NEXT: Drawing = (_solid_shape("M8 5L16 12L8 19Z"),)
_TURN: Drawing = (_solid_shape("M4 5L11.5 12L4 19ZM12.5 5L20 12L12.5 19Z"),)
_END: Drawing = (_solid_shape("M6 5L14 12L6 19ZM16 5L18.5 5L18.5 19L16 19Z"),)


def _mirrored(drawing: Drawing) -> Drawing:
    return (Group(drawing, dx=24, flip=True),)


_DRAWN_ICONS: Mapping[str, Drawing] = {
    "start": _mirrored(_END),
    "turn-back": _mirrored(_TURN),
    "back": _mirrored(_NEXT),
    "play": (_solid_shape("M7 4L20 12L7 20Z"),),
    "pause": (
        _solid_shape("M6.5 4.5L10 4.5L10 19.5L6.5 19.5ZM14 4.5L17.5 4.5L17.5 19.5L14 19.5Z"),
    ),
    "forward": _NEXT,
    "turn-forward": _TURN,
    "end": _END,
}
BAR_ICONS: Mapping[str, Drawing] = {
    name: (_BOX, *drawing) for name, drawing in _DRAWN_ICONS.items()
}


_ICON_SIZE = QSize(IconSize.MEDIUM, IconSize.MEDIUM)
_BUTTONS = {
    "start": (message("Go to start"), "Ctrl+Home"),
    "turn-back": (message("Back one turn"), "["),
    "back": (message("Back one step"), ","),
    "play": (message("Play or stop"), "P"),
    "forward": (message("Forward one step"), "."),
    "turn-forward": (message("Forward one turn"), "]"),
    "end": (message("Go to end"), "Ctrl+End"),
}
_COMMANDS = {"play": "pause"}  # by button, where the names differ


class PlaybackBar(QFrame):
    """Shows which moment of a game is on the board, and navigates to other moments.

    It is hidden while the latest moment of a running game is shown.

    Signals:
        exit_requested: The user wants to return to the game, or leave the replay.
    """

    exit_requested = Signal()

    def __init__(self, playback: Playback, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playback = playback
        self.setAccessibleName(tr("History view"))
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
        self.label = QLabel(self)
        self.label.setForegroundRole(QPalette.ColorRole.ToolTipText)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(tr("Position in the game"))
        self.slider.valueChanged.connect(self._go_to_stop)
        self.exit_button = QPushButton(tr("Return to Game"), self)
        self.exit_button.setToolTip(native_shortcut_text("Esc"))
        self.exit_button.clicked.connect(self.exit_requested)
        controls, lower_row = QHBoxLayout(), QHBoxLayout()
        controls.setSpacing(2)
        self.buttons = {name: self._button(name, *spec) for name, spec in _BUTTONS.items()}
        for button in self.buttons.values():
            controls.addWidget(button)
        controls.addWidget(self.slider, 1)
        lower_row.addWidget(self.label, 1)
        lower_row.addWidget(self.exit_button)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(8, 3, 8, 3)
        rows.setSpacing(2)
        rows.addLayout(controls)
        rows.addLayout(lower_row)
        self.hide()

    def show_shortcuts_in_tooltips(self, keys: Mapping[str, str]) -> None:
        """Show the shortcuts of the commands, keyed by command name, in the tooltips."""
        for name, button in self.buttons.items():
            label, key = (
                translated(_BUTTONS[name][0]),
                native_shortcut_text(keys[_COMMANDS.get(name, name)]),
            )
            button.setToolTip(f"{label} ({key})" if key else label)
        self.exit_button.setToolTip(native_shortcut_text(keys["now"]))

    def show_moment(self, text: str, exit_label: str) -> None:
        """Show the current moment as *text*, with *exit_label* on the exit button."""
        self.slider.blockSignals(True)
        self.slider.setRange(0, len(self._playback.stops) - 1)
        self.slider.setPageStep(max(1, self.slider.maximum() // 20))
        self.slider.setValue(self._playback.stop_index)
        self.slider.blockSignals(False)
        self.label.setText(text)
        self.exit_button.setText(exit_label)
        self.buttons["play"].setAccessibleName(
            tr("Stop") if self._playback.is_playing else tr("Play")
        )
        self._update_icons()
        self.show()

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the icons in the colors of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "buttons"):
            self._update_icons()

    def _update_icons(self) -> None:
        for name, button in self.buttons.items():
            is_pause = name == "play" and self._playback.is_playing
            button.setIcon(line_icon(BAR_ICONS["pause" if is_pause else name]))

    def _button(self, name: str, label: Message, key: str) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        button.setIconSize(_ICON_SIZE)
        button.setIcon(line_icon(BAR_ICONS[name]))
        button.setToolTip(f"{translated(label)} ({native_shortcut_text(key)})")
        button.setAccessibleName(translated(label))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self._run_command(name))
        return button

    def _run_command(self, name: str) -> None:
        playback = self._playback
        match name:
            case "start":
                playback.go_to(0)
            case "turn-back" | "turn-forward":
                playback.step_turn(-1 if name == "turn-back" else 1)
            case "back" | "forward":
                playback.step(-1 if name == "back" else 1)
            case "play":
                playback.set_playing(not playback.is_playing)
            case "end":
                playback.go_to_end()

    def _go_to_stop(self, index: int) -> None:
        self._playback.go_to_stop(index)
