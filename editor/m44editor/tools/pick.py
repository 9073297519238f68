"""Tools that change nothing: the eyedropper, the lasso, the wand and the hand."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPolygonF

from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44editor.board.event import BoardEvent
from m44editor.board.geometry import centre
from m44editor.tools.brush import picked
from m44editor.tools.selecting.grasp import grip_under
from m44editor.tools.tool import NOTHING, Bench, Preview, Tool

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier
_SEEN = 48  # hexes whose outline is painted in a frame


def pick(bench: Bench, event: BoardEvent) -> bool:
    """Take the piece under the pointer in hand with all it has; tell whether there was one."""
    scenario, hex_ = bench.scenario, event.hex
    grip = grip_under(scenario, hex_, event.point) if hex_ is not None else None
    found = picked(scenario.at(hex_), grip, scenario.catalogue) if hex_ is not None else None
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
        self._start: BoardEvent | None = None

    def press(self, event: BoardEvent) -> None:
        """Begin on the piece under the pointer."""
        self._start, self.area = event, frozenset()

    def drag(self, event: BoardEvent) -> None:
        """Take the area from where the drag began."""
        if self._start is not None and self._start.hex is not None and event.hex is not None:
            found = edits.area(self.bench.scenario.board, self._start.hex, event.hex)
            self.area = frozenset(found) if len(found) > 1 else frozenset()

    def take(self) -> bool:
        """Take the piece it was pressed on in hand; tell whether there was one."""
        return self._start is not None and pick(self.bench, self._start)

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
        found = frozenset(inside | self._over)
        choose(self.bench, joined(self._before, found, self._modifiers), self._modifiers)

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


class WandTool(Tool):
    """Selects connected ground that shows the same; the keys of the lasso do what they do there."""

    name = "wand"
    cursor = Qt.CursorShape.PointingHandCursor

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._found: tuple[Scenario, frozenset[Hex]] = (bench.scenario, frozenset())

    def press(self, event: BoardEvent) -> None:
        """Select the area under the pointer; beside the board nothing."""
        choose(self.bench, self._after(event.hex, event.modifiers), event.modifiers)

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return the area that a click would select; of a very large one, the hex pointed at."""
        if hex_ is None:
            return NOTHING
        scenario, area = self._found
        if scenario is not self.bench.scenario or hex_ not in area:
            area = edits.same_terrain(self.bench.scenario, hex_)
            self._found = self.bench.scenario, area
        return Preview(hexes=area if len(area) <= _SEEN else frozenset({hex_}))

    def _after(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> frozenset[Hex]:
        found = edits.same_terrain(self.bench.scenario, hex_) if hex_ is not None else frozenset()
        return joined(self.bench.selection.hexes, found, modifiers)


def choose(bench: Bench, hexes: frozenset[Hex], modifiers: Qt.KeyboardModifier) -> None:
    """Select hexes; where keys add to selected pieces or take from them, pieces."""
    selection = bench.selection
    (selection.select_more if modifiers & (_SHIFT | _CONTROL) else selection.select)(hexes)


def joined(
    before: frozenset[Hex], found: frozenset[Hex], modifiers: Qt.KeyboardModifier
) -> frozenset[Hex]:
    """Return what is selected when *found* is added, taken out or intersected, as keys say."""
    adds, removes = modifiers & _SHIFT, modifiers & _CONTROL
    if adds and removes:
        return before & found
    if removes:
        return before - found
    return before | found if adds else found


class HandTool(Tool):
    """Drags the board; the view does it."""

    name = "hand"
    cursor = Qt.CursorShape.OpenHandCursor
