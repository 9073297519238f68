"""The tool that lays copied hexes down where the user clicks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from m44core.hexes import Hex
from m44core.messages.message import message_in
from m44core.model import edits
from m44editor.board.event import BoardEvent
from m44editor.tools.tool import NOTHING, Bench, Preview, Tool, preview_of


class PasteTool(Tool):
    """Shows the copied pieces under the pointer until a click lays them down; Ctrl goes on."""

    name = "paste"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, bench: Bench, clip: edits.Clip, finished: Callable[[], None]) -> None:
        super().__init__(bench)
        self._clip = clip
        self._finished = finished

    def turn(self, clockwise: bool) -> None:
        """Turn the pieces in hand about the hex they are held by."""
        self._clip = edits.turned_clip(self._clip, 1 if clockwise else -1)

    def press(self, event: BoardEvent) -> None:
        """Lay the pieces down."""
        if event.hex is None:
            return
        after = edits.paste(self.bench.scenario, self._clip, event.hex).scenario
        self.bench.document.edit(message_in("step", "Paste"), after)
        self.bench.selection.select(self._places(event.hex))
        if not event.modifiers & Qt.KeyboardModifier.ControlModifier:
            self._finished()

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return the pieces where they would go."""
        if hex_ is None:
            return NOTHING
        scenario = self.bench.scenario
        return preview_of(scenario, edits.paste(scenario, self._clip, hex_).scenario)

    def _places(self, at: Hex) -> frozenset[Hex]:
        anchor, board = self._clip.anchor, self.bench.scenario.board
        copied = self._clip.hexes.keys() | self._clip.labels.keys()
        moved = {Hex(h.col + at.col - anchor.col, h.row + at.row - anchor.row) for h in copied}
        return frozenset(moved & board.index.keys())


def middle(hexes: frozenset[Hex]) -> Hex | None:
    """Return the hex nearest to the middle of *hexes*, to hold them by; None for none."""
    if not hexes:
        return None
    col = sum(h.col for h in hexes) / len(hexes)
    row = sum(h.row for h in hexes) / len(hexes)
    return min(sorted(hexes), key=lambda h: (h.col - col) ** 2 + 3 * (h.row - row) ** 2)
