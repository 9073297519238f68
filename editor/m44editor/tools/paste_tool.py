"""The tool that pastes copied hexes with a click, once or repeatedly as a stamp."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt

from m44core.hexes import Hex
from m44core.messages.message import Message, message, message_in
from m44core.model import edits
from m44core.model.edits import ClipParts, MirrorKind, layers_of
from m44core.model.scenario import Scenario
from m44editor.board.board_view import BoardEvent
from m44editor.documents.document import new_stroke_number
from m44editor.interface_text import translated
from m44editor.tools.tool import NO_PREVIEW, Preview, Tool, ToolContext

_CONTROL = Qt.KeyboardModifier.ControlModifier
_STATUS_TEXTS: Mapping[ClipParts, Message] = {
    ClipParts.ALL: message("R rotates, X and Y flip, Esc cancels"),
    ClipParts.GROUND: message("Terrain only: R rotates it, X and Y flip it, Esc cancels"),
    ClipParts.PIECES: message("Pieces only: R rotates them, X and Y flip them, Esc cancels"),
}


class PasteTool(Tool):
    """Previews copied pieces under the pointer and pastes them with a click, with Ctrl repeatedly.

    A stamp stays in use until it is canceled; dragging places copies of it that do not overlap.

    Attributes:
        parts: The parts of the hexes to paste.
    """

    name = "paste"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(
        self,
        tool_context: ToolContext,
        clip: edits.Clip,
        on_finished: Callable[[], None],
        parts: ClipParts = ClipParts.ALL,
        *,
        repeats: bool = False,
    ) -> None:
        super().__init__(tool_context)
        self.parts = parts
        self._clip = clip
        self._on_finished = on_finished
        self._repeats = repeats
        self._stroke = 0
        self._before: Scenario | None = None
        self._covered_hexes: frozenset[Hex] = frozenset()

    @property
    def clip(self) -> edits.Clip:
        """The copied hexes, as turned and mirrored so far."""
        return self._clip

    def turn(self, clockwise: bool) -> None:
        """Turn the copied hexes around their central hex."""
        self._clip = edits.turned_clip(self._clip, 1 if clockwise else -1)

    def mirror(self, mirror: MirrorKind) -> None:
        """Mirror the copied hexes about their central hex."""
        self._clip = edits.mirrored_clip(self._clip, mirror)

    def press(self, event: BoardEvent) -> None:
        """Paste the pieces and select them; unless pasting repeats, the tool is then finished."""
        if event.hex is None:
            return
        self._stroke, self._before, self._covered_hexes = (
            new_stroke_number(),
            self.tool_context.scenario,
            frozenset(),
        )
        self._paste_at(event.hex)
        self._select(event.hex)
        if not self._repeats and not event.modifiers & _CONTROL:
            self._before = None
            self._on_finished()

    def drag(self, event: BoardEvent) -> None:
        """Place the stamp again where it overlaps no other copy of this stroke."""
        if not self._repeats or self._before is None or event.hex is None:
            return
        if not self._target_hexes(event.hex) & self._covered_hexes:
            self._paste_at(event.hex)

    def release(self, event: BoardEvent) -> None:
        """End the stroke."""
        self._before = None

    def cancel(self) -> bool:
        """Undo the current stroke; return whether there was one."""
        if self._before is None:
            return False
        self.tool_context.edit(self._step_name(), self._before, self._stroke)
        self._before = None
        return True

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return a preview of the pasted pieces."""
        if hex_ is None or self._before is not None:
            return NO_PREVIEW
        return self.tool_context.preview(self._pasted_scenario(hex_))

    def status_text(self) -> str:
        """Return a text with the parts to paste, and the keys that rotate and flip them."""
        return translated(_STATUS_TEXTS[self.parts])

    def _paste_at(self, hex_: Hex) -> None:
        self._covered_hexes |= self._target_hexes(hex_)
        self.tool_context.edit(self._step_name(), self._pasted_scenario(hex_), self._stroke)

    def _pasted_scenario(self, hex_: Hex) -> Scenario:
        return edits.paste_clip(self.tool_context.scenario, self._clip, hex_, self.parts).scenario

    def _step_name(self) -> Message:
        return message_in("step", "Stamp") if self._repeats else message_in("step", "Paste")

    def _select(self, target: Hex) -> None:
        """Select the pasted hexes; only the pasted pieces if the clip consists of single pieces."""
        target_hexes = self._target_hexes(target)
        if not self._clip.has_individual_pieces:
            self.tool_context.selection.select(target_hexes)
            return
        layers_by_hex = {
            self._shifted(h, target): layers_of(c) for h, c in self._clip.hexes.items()
        }
        self.tool_context.selection.select_pieces({h: layers_by_hex[h] for h in target_hexes})

    def _shifted(self, hex_: Hex, target: Hex) -> Hex:
        anchor = self._clip.anchor
        return Hex(hex_.col + target.col - anchor.col, hex_.row + target.row - anchor.row)

    def _target_hexes(self, target: Hex) -> frozenset[Hex]:
        copied_hexes = self._clip.hexes.keys() | self._clip.labels.keys()
        target_hexes = {self._shifted(hex_, target) for hex_ in copied_hexes}
        return frozenset(target_hexes & self.tool_context.scenario.board.index.keys())


def central_hex(hexes: frozenset[Hex]) -> Hex | None:
    """Return the hex nearest to the middle of *hexes*; None if there are none."""
    if not hexes:
        return None
    col = sum(h.col for h in hexes) / len(hexes)
    row = sum(h.row for h in hexes) / len(hexes)
    return min(sorted(hexes), key=lambda h: (h.col - col) ** 2 + 3 * (h.row - row) ** 2)
