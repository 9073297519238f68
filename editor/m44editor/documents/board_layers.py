"""The layers of the board: their visibility, opacity and locks."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from PySide6.QtCore import QObject, QSettings, Signal

from m44core.catalogue.catalogue_types import Layer as Kind
from m44core.drawing.shapes.art import PaintingPlane
from m44core.messages.message import Message, message
from m44editor.documents.editor_settings import bool_setting, text_setting

MIN_OPACITY = 0.2
"""The lowest opacity of a layer; to make it invisible, hide it."""


class Layer(StrEnum):
    """Layers of the board that are shown, dimmed and locked as a whole, from the ground up."""

    TERRAIN = "terrain"
    STRUCTURES = "structures"
    OBSTACLES = "obstacles"
    UNITS = "units"
    TAGS = "tags"
    LABELS = "labels"


LAYER_NAMES: Mapping[Layer, Message] = {
    Layer.TERRAIN: message("Terrain"),
    Layer.STRUCTURES: message("Structures"),
    Layer.OBSTACLES: message("Obstacles"),
    Layer.UNITS: message("Units"),
    Layer.TAGS: message("Medals and markers"),
    Layer.LABELS: message("Labels"),
}
_CONTENT_FIELDS: Mapping[Layer, str] = {  # the fields of HexContent
    Layer.TERRAIN: "terrain",
    Layer.STRUCTURES: "structure",
    Layer.OBSTACLES: "obstacle",
    Layer.UNITS: "unit",
    Layer.TAGS: "tags",
    Layer.LABELS: "labels",
}
_PLANES: Mapping[Layer, PaintingPlane] = {
    Layer.TERRAIN: PaintingPlane.GROUND,
    Layer.STRUCTURES: PaintingPlane.STRUCTURE,
    Layer.OBSTACLES: PaintingPlane.OBSTACLE,
    Layer.UNITS: PaintingPlane.UNIT,
    Layer.TAGS: PaintingPlane.TAG,
    Layer.LABELS: PaintingPlane.LABEL,
}
_LAYER_OF_KIND: Mapping[Kind, Layer] = {
    Kind.TERRAIN: Layer.TERRAIN,
    Kind.STRUCTURE: Layer.STRUCTURES,
    Kind.OBSTACLE: Layer.OBSTACLES,
    Kind.UNIT: Layer.UNITS,
    Kind.BADGE: Layer.UNITS,
    Kind.TAG: Layer.TAGS,
}


class Layers(QObject):
    """Visibility, opacity and locks of the layers; stored in the settings, if there are any.

    Signals:
        changed: A layer was shown, hidden, dimmed, locked or unlocked.
    """

    changed = Signal()

    def __init__(self, settings: QSettings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._hidden_layers: set[Layer] = set()
        self._locked_layers: set[Layer] = set()
        self._opacity = dict.fromkeys(Layer, 1.0)
        if settings is not None:
            self._load(settings)

    def is_shown(self, layer: Layer) -> bool:
        """Return whether a layer is visible."""
        return layer not in self._hidden_layers

    def is_locked(self, layer: Layer) -> bool:
        """Return whether a layer is locked."""
        return layer in self._locked_layers

    def opacity(self, layer: Layer) -> float:
        """Return the opacity of a layer, from 0 to 1."""
        return self._opacity[layer]

    def show(self, layer: Layer, shown: bool) -> None:
        """Show or hide a layer."""
        self._set_membership(self._hidden_layers, layer, not shown, f"show/{layer}", shown)

    def lock(self, layer: Layer, locked: bool) -> None:
        """Lock a layer, so that no tool changes it, or unlock it."""
        self._set_membership(self._locked_layers, layer, locked, f"layers/lock-{layer}", locked)

    def set_opacity(self, layer: Layer, opacity: float) -> None:
        """Set the opacity of a layer, limited to `MIN_OPACITY` to 1."""
        new_opacity = min(1.0, max(MIN_OPACITY, opacity))
        if new_opacity != self._opacity[layer]:
            self._opacity[layer] = new_opacity
            self._store(f"layers/opacity-{layer}", str(round(new_opacity * 100)))
            self.changed.emit()

    @property
    def protected_fields(self) -> frozenset[str]:
        """The fields of a hex's content that no tool can change: those of hidden and locked layers.

        ``labels`` stands for the labels, which are not part of the content.
        """
        return frozenset(
            _CONTENT_FIELDS[layer] for layer in self._hidden_layers | self._locked_layers
        )

    @property
    def dimmed(self) -> Mapping[PaintingPlane, float]:
        """The opacity of each plane that is not fully opaque."""
        return {_PLANES[layer]: value for layer, value in self._opacity.items() if value < 1}

    def _set_membership(
        self, layers: set[Layer], layer: Layer, is_member: bool, key: str, value: bool
    ) -> None:
        if (layer in layers) != is_member:
            layers ^= {layer}
            self._store(key, value)
            self.changed.emit()

    def _store(self, key: str, value: bool | str) -> None:
        if self._settings is not None:
            self._settings.setValue(key, value)

    def _load(self, settings: QSettings) -> None:
        self._hidden_layers = {
            each for each in Layer if not bool_setting(settings, f"show/{each}", True)
        }
        self._locked_layers = {
            each for each in Layer if bool_setting(settings, f"layers/lock-{each}", False)
        }
        for layer in Layer:
            percent = text_setting(settings, f"layers/opacity-{layer}", "")
            if percent.isdecimal() and len(percent) <= 3:
                self._opacity[layer] = min(1.0, max(MIN_OPACITY, int(percent) / 100))


def layer_of(kind: Kind) -> Layer:
    """Return the layer of a kind of piece; badges belong to the layer of units."""
    return _LAYER_OF_KIND[kind]
