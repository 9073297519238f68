"""Tools that change nothing: the eyedropper, the lasso and the hand."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPolygonF

from m44core.hexes import Hex
from m44core.model import edits
from m44editor.board.event import BoardEvent
from m44editor.board.geometry import centre
from m44editor.tools.brush import picked
from m44editor.tools.grasp import grip_under
from m44editor.tools.tool import NOTHING, Bench, Preview, Tool

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier


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
    """Takes the piece under the pointer in hand; a drag takes an area.

    Attributes:
        area: The hexes that were dragged over, if there are several.
    """

    name = "eyedropper"
    cursor = Qt.CursorShape.PointingHandCursor

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.area: frozenset[Hex] = frozenset()
        self._start: Hex | None = None

    def press(self, event: BoardEvent) -> None:
        """Take the piece under the pointer."""
        self._start, self.area = event.hex, frozenset()
        pick(self.bench, event)

    def drag(self, event: BoardEvent) -> None:
        """Take the area from where the drag began."""
        if self._start is not None and event.hex is not None:
            found = edits.area(self.bench.scenario.board, self._start, event.hex)
            self.area = frozenset(found) if len(found) > 1 else frozenset()

    def cancel(self) -> bool:
        """Take nothing."""
        running = bool(self.area)
        self._start, self.area = None, frozenset()
        return running

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return what would be picked."""
        if self.area:
            return Preview(hexes=self.area)
        return Preview(hexes=frozenset({hex_})) if hex_ is not None else NOTHING


class LassoTool(Tool):
    """Selects the hexes a free line goes over or around.

    Shift adds them to the selection, Ctrl takes them out of it, both leave what is in both.
    """

    name = "lasso"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._line: list[QPointF] = []
        self._over: set[Hex] = set()
        self._before: frozenset[Hex] = frozenset()
        self._modifiers = Qt.KeyboardModifier.NoModifier

    def press(self, event: BoardEvent) -> None:
        """Begin the line."""
        self._before, self._modifiers = self.bench.selection.hexes, event.modifiers
        self._line, self._over = [], set()
        self.drag(event)

    def drag(self, event: BoardEvent) -> None:
        """Go on with it, and select what it encloses when it is closed straight."""
        self._line.append(event.point)
        self._over |= {event.hex} if event.hex is not None else set()
        outline, rule = QPolygonF(self._line), Qt.FillRule.OddEvenFill
        board = self.bench.scenario.board
        inside = {h for h in board.hexes if outline.containsPoint(centre(h), rule)}
        self.bench.selection.select(self._joined(frozenset(inside | self._over)))

    def release(self, event: BoardEvent) -> None:
        """End the line."""
        self._line = []

    def cancel(self) -> bool:
        """Select what was selected before a running line."""
        running = bool(self._line)
        if running:
            self.bench.selection.select(self._before)
        self._line = []
        return running

    def _joined(self, found: frozenset[Hex]) -> frozenset[Hex]:
        """Return the selection with what was found, as the keys that are held say."""
        adds, removes = self._modifiers & _SHIFT, self._modifiers & _CONTROL
        if adds and removes:
            return self._before & found
        if removes:
            return self._before - found
        return self._before | found if adds else found


class HandTool(Tool):
    """Drags the board; the view does it."""

    name = "hand"
    cursor = Qt.CursorShape.OpenHandCursor
