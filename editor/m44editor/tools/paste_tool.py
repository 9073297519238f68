"""The tool that lays copied hexes down where the user clicks, once or as a stamp."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt

from m44core.hexes import Hex
from m44core.messages.message import Message, message, message_in
from m44core.model import edits
from m44core.model.edits import ClipParts, Mirror, layers_of
from m44core.model.scenario import Scenario
from m44editor.board.board_view import BoardEvent
from m44editor.documents.document import new_stroke
from m44editor.interface_text import translated
from m44editor.tools.tool import NO_PREVIEW, Bench, Preview, Tool

_CONTROL = Qt.KeyboardModifier.ControlModifier
_STATUS_TEXTS: Mapping[ClipParts, Message] = {
    ClipParts.ALL: message("R turns, X and Y mirror what is in hand; Esc puts it away"),
    ClipParts.GROUND: message("Terrain only: R turns, X and Y mirror it; Esc puts it away"),
    ClipParts.PIECES: message("Pieces only: R turns, X and Y mirror them; Esc puts them away"),
}


class PasteTool(Tool):
    """Shows the copied pieces under the pointer until a click lays them down; Ctrl goes on.

    A stamp goes on until it is put away, and is laid down again and again as it is dragged,
    each time where it does not cover what the same stroke laid.

    Attributes:
        parts: What of the pieces is laid down.
    """

    name = "paste"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(
        self,
        bench: Bench,
        clip: edits.Clip,
        finished: Callable[[], None],
        parts: ClipParts = ClipParts.ALL,
        *,
        repeats: bool = False,
    ) -> None:
        super().__init__(bench)
        self.parts = parts
        self._clip = clip
        self._finished = finished
        self._repeats = repeats
        self._stroke = 0
        self._before: Scenario | None = None
        self._covered: frozenset[Hex] = frozenset()

    @property
    def clip(self) -> edits.Clip:
        """What is in hand, as it is turned and mirrored."""
        return self._clip

    def turn(self, clockwise: bool) -> None:
        """Turn the pieces in hand about the hex they are held by."""
        self._clip = edits.turned_clip(self._clip, 1 if clockwise else -1)

    def mirror(self, how: Mirror) -> None:
        """Look at the pieces in hand in a mirror through the hex they are held by."""
        self._clip = edits.mirrored_clip(self._clip, how)

    def press(self, event: BoardEvent) -> None:
        """Lay the pieces down."""
        if event.hex is None:
            return
        self._stroke, self._before, self._covered = new_stroke(), self.bench.scenario, frozenset()
        self._paste_at(event.hex)
        self._select(event.hex)
        if not self._repeats and not event.modifiers & _CONTROL:
            self._before = None
            self._finished()

    def drag(self, event: BoardEvent) -> None:
        """Lay a stamp down beside where it lies already."""
        if not self._repeats or self._before is None or event.hex is None:
            return
        if not self._target_hexes(event.hex) & self._covered:
            self._paste_at(event.hex)

    def release(self, event: BoardEvent) -> None:
        """End the stroke."""
        self._before = None

    def cancel(self) -> bool:
        """Take the running stroke back."""
        if self._before is None:
            return False
        self.bench.edit(self._text(), self._before, self._stroke)
        self._before = None
        return True

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return the pieces where they would go."""
        if hex_ is None or self._before is not None:
            return NO_PREVIEW
        return self.bench.preview(self._pasted(hex_))

    def status_text(self) -> str:
        """Return what is laid down, and the keys that change it."""
        return translated(_STATUS_TEXTS[self.parts])

    def _paste_at(self, hex_: Hex) -> None:
        self._covered |= self._target_hexes(hex_)
        self.bench.edit(self._text(), self._pasted(hex_), self._stroke)

    def _pasted(self, hex_: Hex) -> Scenario:
        return edits.paste(self.bench.scenario, self._clip, hex_, self.parts).scenario

    def _text(self) -> Message:
        return message_in("step", "Stamp") if self._repeats else message_in("step", "Paste")

    def _select(self, at: Hex) -> None:
        """Select what was laid down: the hexes, or the pieces where those are laid alone."""
        places = self._target_hexes(at)
        if not self._clip.alone:
            self.bench.selection.select(places)
            return
        moved = {self._shifted(h, at): layers_of(c) for h, c in self._clip.hexes.items()}
        self.bench.selection.select_pieces({h: moved[h] for h in places})

    def _shifted(self, hex_: Hex, at: Hex) -> Hex:
        anchor = self._clip.anchor
        return Hex(hex_.col + at.col - anchor.col, hex_.row + at.row - anchor.row)

    def _target_hexes(self, at: Hex) -> frozenset[Hex]:
        copied = self._clip.hexes.keys() | self._clip.labels.keys()
        moved = {self._shifted(hex_, at) for hex_ in copied}
        return frozenset(moved & self.bench.scenario.board.index.keys())


def central_hex(hexes: frozenset[Hex]) -> Hex | None:
    """Return the hex nearest to the middle of *hexes*, to hold them by; None for none."""
    if not hexes:
        return None
    col = sum(h.col for h in hexes) / len(hexes)
    row = sum(h.row for h in hexes) / len(hexes)
    return min(sorted(hexes), key=lambda h: (h.col - col) ** 2 + 3 * (h.row - row) ** 2)
