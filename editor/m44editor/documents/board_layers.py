"""The layers of the board: which are shown, how strongly, and which are locked."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from PySide6.QtCore import QObject, QSettings, Signal

from m44core.catalogue.types import Layer as Kind
from m44core.drawing.shapes.art import Plane
from m44core.messages.message import Message, message
from m44editor.documents.editor_settings import flag, word

FAINTEST = 0.2
"""The opacity of a layer that is dimmed as far as it goes; to see nothing of it, hide it."""


class Layer(StrEnum):
    """Things on hexes that are shown, dimmed and locked together, from the ground up."""

    TERRAIN = "terrain"
    STRUCTURES = "structures"
    OBSTACLES = "obstacles"
    UNITS = "units"
    TAGS = "tags"
    LABELS = "labels"


CALLED: Mapping[Layer, Message] = {
    Layer.TERRAIN: message("Terrain"),
    Layer.STRUCTURES: message("Structures"),
    Layer.OBSTACLES: message("Obstacles"),
    Layer.UNITS: message("Units"),
    Layer.TAGS: message("Medals and markers"),
    Layer.LABELS: message("Labels"),
}
_PARTS: Mapping[Layer, str] = {  # the fields of HexContent
    Layer.TERRAIN: "terrain",
    Layer.STRUCTURES: "structure",
    Layer.OBSTACLES: "obstacle",
    Layer.UNITS: "unit",
    Layer.TAGS: "tags",
    Layer.LABELS: "labels",
}
_PLANES: Mapping[Layer, Plane] = {
    Layer.TERRAIN: Plane.GROUND,
    Layer.STRUCTURES: Plane.STRUCTURE,
    Layer.OBSTACLES: Plane.OBSTACLE,
    Layer.UNITS: Plane.UNIT,
    Layer.TAGS: Plane.TAG,
    Layer.LABELS: Plane.LABEL,
}
_OF_KIND: Mapping[Kind, Layer] = {
    Kind.TERRAIN: Layer.TERRAIN,
    Kind.STRUCTURE: Layer.STRUCTURES,
    Kind.OBSTACLE: Layer.OBSTACLES,
    Kind.UNIT: Layer.UNITS,
    Kind.BADGE: Layer.UNITS,
    Kind.TAG: Layer.TAGS,
}


class Layers(QObject):
    """What is shown of a board, how strongly, and what tools leave alone; remembered.

    Signals:
        changed: A layer is shown, dimmed or locked otherwise.
    """

    changed = Signal()

    def __init__(self, settings: QSettings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._hidden: set[Layer] = set()
        self._locked: set[Layer] = set()
        self._opacity = dict.fromkeys(Layer, 1.0)
        if settings is not None:
            self._recall(settings)

    def is_shown(self, layer: Layer) -> bool:
        """Tell whether a layer is shown."""
        return layer not in self._hidden

    def is_locked(self, layer: Layer) -> bool:
        """Tell whether a layer is locked."""
        return layer in self._locked

    def opacity(self, layer: Layer) -> float:
        """Return how strongly a layer is shown: 1 for wholly."""
        return self._opacity[layer]

    def show(self, layer: Layer, shown: bool) -> None:
        """Show a layer or hide it."""
        self._keep(self._hidden, layer, not shown, f"show/{layer}", shown)

    def lock(self, layer: Layer, locked: bool) -> None:
        """Lock a layer, so that no tool changes it, or unlock it."""
        self._keep(self._locked, layer, locked, f"layers/lock-{layer}", locked)

    def dim(self, layer: Layer, opacity: float) -> None:
        """Show a layer so strongly, within the bounds."""
        wanted = min(1.0, max(FAINTEST, opacity))
        if wanted != self._opacity[layer]:
            self._opacity[layer] = wanted
            self._remember(f"layers/opacity-{layer}", str(round(wanted * 100)))
            self.changed.emit()

    @property
    def closed(self) -> frozenset[str]:
        """What of a hex no tool may change: the names of fields of its content, ``labels``."""
        return frozenset(_PARTS[layer] for layer in self._hidden | self._locked)

    @property
    def dimmed(self) -> Mapping[Plane, float]:
        """The opacity of the planes that are not painted wholly."""
        return {_PLANES[layer]: value for layer, value in self._opacity.items() if value < 1}

    def _keep(self, kept: set[Layer], layer: Layer, wanted: bool, key: str, value: bool) -> None:
        if (layer in kept) != wanted:
            kept ^= {layer}
            self._remember(key, value)
            self.changed.emit()

    def _remember(self, key: str, value: bool | str) -> None:
        if self._settings is not None:
            self._settings.setValue(key, value)

    def _recall(self, settings: QSettings) -> None:
        self._hidden = {each for each in Layer if not flag(settings, f"show/{each}", True)}
        self._locked = {each for each in Layer if flag(settings, f"layers/lock-{each}", False)}
        for layer in Layer:
            percent = word(settings, f"layers/opacity-{layer}", "")
            if percent.isdecimal() and len(percent) <= 3:
                self._opacity[layer] = min(1.0, max(FAINTEST, int(percent) / 100))


def layer_of(kind: Kind) -> Layer:
    """Return the layer that pieces of a kind lie on; badges go with their units."""
    return _OF_KIND[kind]
