"""What happens on a board, as a value, and where arrow keys lead on it."""

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


def targets(at: Hex, key: Qt.Key) -> tuple[Hex, ...]:
    """Return where an arrow key leads from a hex, the first choice first."""
    right = 1 if at.row % 2 == 0 else -1
    match key:
        case Qt.Key.Key_Left:
            return (Hex(at.col - 2, at.row),)
        case Qt.Key.Key_Right:
            return (Hex(at.col + 2, at.row),)
        case Qt.Key.Key_Up:
            return Hex(at.col + right, at.row - 1), Hex(at.col - right, at.row - 1)
    return Hex(at.col + right, at.row + 1), Hex(at.col - right, at.row + 1)
