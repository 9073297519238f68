"""Tools that change nothing: the eyedropper and the hand."""

from __future__ import annotations

from PySide6.QtCore import Qt

from m44core.hexes import Hex
from m44editor.board.event import BoardEvent
from m44editor.tools.brush import picked
from m44editor.tools.grasp import grip_under
from m44editor.tools.tool import NOTHING, Bench, Preview, Tool


def pick(bench: Bench, event: BoardEvent) -> bool:
    """Take the piece under the pointer in hand with all it has; tell whether there was one."""
    scenario, hex_ = bench.scenario, event.hex
    grip = grip_under(scenario, hex_, event.point) if hex_ is not None else None
    found = picked(scenario.at(hex_), grip) if hex_ is not None else None
    if found is None:
        return False
    bench.brush.take(*found)
    return True


class EyedropperTool(Tool):
    """Takes the piece under the pointer in hand."""

    name = "eyedropper"
    cursor = Qt.CursorShape.PointingHandCursor

    def press(self, event: BoardEvent) -> None:
        """Take the piece under the pointer."""
        pick(self.bench, event)

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return the hex that would be picked."""
        return Preview(hexes=frozenset({hex_})) if hex_ is not None else NOTHING


class HandTool(Tool):
    """Drags the board; the view does it."""

    name = "hand"
    cursor = Qt.CursorShape.OpenHandCursor
