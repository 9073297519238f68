"""What happens on a board, as a value."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt

from m44core.hexes import Hex
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """Something the mouse, or the keyboard in its place, did on the board.

    Attributes:
        hex: The hex under the pointer; None beside the board.
        point: The pointer in units.
        button: The button pressed, held or released.
        modifiers: The modifier keys held.
    """

    hex: Hex | None
    point: QPointF
    button: Qt.MouseButton = Qt.MouseButton.NoButton
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
