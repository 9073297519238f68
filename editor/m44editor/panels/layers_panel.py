"""The layers panel: an eye, a lock and a slider for each layer of the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSlider, QToolButton, QVBoxLayout, QWidget

from m44core.drawing.shapes.tool_icons import ICONS
from m44core.messages.message import Message, message, percent
from m44editor.documents.board_layers import LAYER_NAMES, MIN_OPACITY, Layer, Layers
from m44editor.drawing_icons import line_icon
from m44editor.interface_text import tr, translated

_SHOWN_TIPS = {
    True: message("{layer}: shown, click to hide"),
    False: message("{layer}: hidden, click to show"),
}
_LOCKED_TIPS = {
    True: message("{layer}: locked, click to unlock"),
    False: message("{layer}: not locked, click to lock"),
}


class LayersPanel(QWidget):
    """Shows, hides, dims and locks layers; the uppermost layer comes first."""

    def __init__(self, layers: Layers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layers = layers
        self.eyes = {layer: self._button(self._visibility_setter(layer)) for layer in Layer}
        self.locks = {layer: self._button(self._lock_setter(layer)) for layer in Layer}
        self.sliders = {layer: self._make_opacity_slider(layer) for layer in Layer}
        self._percents = {layer: QLabel(self) for layer in Layer}
        self._lay_out()
        layers.changed.connect(self._refresh)
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Redraw in the colors of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._refresh()

    def _lay_out(self) -> None:
        grid = QGridLayout()
        for row, layer in enumerate(reversed(Layer)):
            grid.addWidget(self.eyes[layer], row, 0)
            grid.addWidget(self.locks[layer], row, 1)
            grid.addWidget(QLabel(translated(LAYER_NAMES[layer]), self), row, 2)
            grid.addWidget(self.sliders[layer], row, 3)
            grid.addWidget(self._percents[layer], row, 4)
        grid.setColumnStretch(3, 1)
        note = QLabel(tr("Tools do not change hidden or locked layers."), self)
        note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.addLayout(grid)
        column.addWidget(note)
        column.addStretch(1)

    def _button(self, handler: Callable[[bool], None]) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setProperty("plain", True)  # its icon shows the state
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(handler)
        return button

    def _make_opacity_slider(self, layer: Layer) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal, self)
        slider.setRange(round(MIN_OPACITY * 100), 100)
        slider.setSingleStep(10)
        slider.setPageStep(20)
        slider.setMinimumWidth(48)
        slider.setAccessibleName(tr("Opacity of {layer}", layer=LAYER_NAMES[layer]))
        slider.setToolTip(slider.accessibleName())
        slider.valueChanged.connect(lambda value: self._layers.set_opacity(layer, value / 100))
        return slider

    def _visibility_setter(self, layer: Layer) -> Callable[[bool], None]:
        return lambda shown: self._layers.show(layer, shown)

    def _lock_setter(self, layer: Layer) -> Callable[[bool], None]:
        return lambda locked: self._layers.lock(layer, locked)

    def _refresh(self) -> None:
        """Show the current state of the layers."""
        for layer in Layer:
            is_shown, is_locked = self._layers.is_shown(layer), self._layers.is_locked(layer)
            _update_button(
                self.eyes[layer],
                is_shown,
                "eye" if is_shown else "eye-closed",
                _SHOWN_TIPS[is_shown],
                layer,
            )
            icon = "lock" if is_locked else "lock-open"
            _update_button(self.locks[layer], is_locked, icon, _LOCKED_TIPS[is_locked], layer)
            opacity = self._layers.opacity(layer)
            self.sliders[layer].setValue(round(opacity * 100))
            self._percents[layer].setText(translated(percent(opacity)))


def _update_button(
    button: QToolButton, is_on: bool, icon: str, template: Message, layer: Layer
) -> None:
    button.setChecked(is_on)
    button.setIcon(line_icon(ICONS[icon]))
    label = translated(replace(template, values={"layer": LAYER_NAMES[layer]}))
    button.setToolTip(label)
    button.setAccessibleName(label)
