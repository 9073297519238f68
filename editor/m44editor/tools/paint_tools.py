"""Tools that place and erase pieces: brush, eraser, rectangle, ellipse and fill."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from PySide6.QtCore import Qt

from m44core.hexes import Hex
from m44core.messages.message import Message, message_in
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44editor.board.board_view import BoardEvent
from m44editor.documents.document import new_stroke_number
from m44editor.tools.brush import Brush
from m44editor.tools.tool import NO_PREVIEW, Preview, Tool, ToolContext

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier
_CIRCLE_KEYS = _SHIFT | _CONTROL


class StrokeTool(Tool, ABC):
    """A tool that changes hexes one by one while the button is held, as one undo step."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, tool_context: ToolContext) -> None:
        super().__init__(tool_context)
        self._stroke = 0
        self._before: Scenario | None = None
        self._current_hex: Hex | None = None
        self._last_hex: Hex | None = None
        self._changed_hexes: set[Hex] = set()
        self._modifiers = Qt.KeyboardModifier.NoModifier
        tool_context.document.replaced.connect(self._forget_last_hex)

    def press(self, event: BoardEvent) -> None:
        """Begin a stroke.

        With Shift, begin with a straight line from the end of the last stroke.
        """
        self._stroke, self._before, self._changed_hexes = (
            new_stroke_number(),
            self.tool_context.scenario,
            set(),
        )
        self._modifiers = event.modifiers
        self._current_hex = self._last_hex if event.modifiers & _SHIFT else None
        self.drag(event)

    def drag(self, event: BoardEvent) -> None:
        """Change the hexes from the previous position to this one, and their mirror images."""
        if self._before is None or event.hex is None or event.hex == self._current_hex:
            return
        start = self._current_hex or event.hex
        hexes_between = edits.hexes_on_line(self.tool_context.scenario.board, start, event.hex)
        new_hexes = [h for h in hexes_between if h not in self._changed_hexes]
        self._changed_hexes.update(new_hexes)
        self._changed_hexes.update(
            self.tool_context.symmetry.mirror_images(self.tool_context.scenario.board, new_hexes)
        )
        self._current_hex = self._last_hex = event.hex
        before = self.tool_context.scenario
        after = self.tool_context.symmetry.apply(
            before, self.apply(before, new_hexes, self._modifiers)
        )
        self.tool_context.edit(self.step_name(), after, self._stroke)

    def release(self, event: BoardEvent) -> None:
        """End the stroke."""
        self._before = None

    def _forget_last_hex(self) -> None:
        """Forget the start of the next straight line, which was on another scenario's board."""
        self._last_hex = None

    def cancel(self) -> bool:
        """Undo the current stroke; return whether there was one."""
        if self._before is None:
            return False
        self.tool_context.edit(self.step_name(), self._before, self._stroke)
        self._before = None
        return True

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return a preview of the changes that a click makes."""
        if hex_ is None or self._before is not None:
            return NO_PREVIEW
        scenario = self.tool_context.scenario
        after = self.apply(scenario, self._hexes_of_click(hex_, modifiers), modifiers)
        return self.tool_context.preview(self.tool_context.symmetry.apply(scenario, after))

    def _hexes_of_click(self, hex_: Hex, modifiers: Qt.KeyboardModifier) -> tuple[Hex, ...]:
        """Return the hexes that a click changes: with Shift, a line from the last hex."""
        start = self._last_hex if modifiers & _SHIFT and self._last_hex else hex_
        return edits.hexes_on_line(self.tool_context.scenario.board, start, hex_)

    @abstractmethod
    def apply(
        self, scenario: Scenario, hexes: Iterable[Hex], modifiers: Qt.KeyboardModifier
    ) -> Scenario:
        """Return the scenario with *hexes* changed, without mirror images."""

    @abstractmethod
    def step_name(self) -> Message:
        """Return the name of the undo step."""


class BrushTool(StrokeTool):
    """Paints the current piece; with Ctrl and Shift, paints a circle around the last hex."""

    name = "brush"

    def __init__(self, tool_context: ToolContext) -> None:
        super().__init__(tool_context)
        self._draws_circle = False

    def press(self, event: BoardEvent) -> None:
        """Begin a stroke, a line or a circle."""
        self._draws_circle = self._paints_circle(event.modifiers)
        super().press(event)

    def drag(self, event: BoardEvent) -> None:
        """Continue to paint, or resize the circle."""
        if not self._draws_circle:
            super().drag(event)
        elif self._before is not None and event.hex is not None:
            ring = self._hexes_of_click(event.hex, _CIRCLE_KEYS)
            after = self.apply(self._before, ring, _CIRCLE_KEYS)
            after = self.tool_context.symmetry.apply(self._before, after)
            self.tool_context.edit(self.step_name(), after, self._stroke)

    def _paints_circle(self, modifiers: Qt.KeyboardModifier) -> bool:
        return modifiers & _CIRCLE_KEYS == _CIRCLE_KEYS and self._last_hex is not None

    def _hexes_of_click(self, hex_: Hex, modifiers: Qt.KeyboardModifier) -> tuple[Hex, ...]:
        """Return a single hex, a line or a circle."""
        if self._paints_circle(modifiers) and self._last_hex is not None:
            return edits.hexes_on_ring(self.tool_context.scenario.board, self._last_hex, hex_)
        return super()._hexes_of_click(hex_, modifiers)

    def release(self, event: BoardEvent) -> None:
        """End the stroke and add the piece to the recent pieces."""
        super().release(event)
        self.tool_context.brush.end_stroke()

    def apply(
        self, scenario: Scenario, hexes: Iterable[Hex], modifiers: Qt.KeyboardModifier
    ) -> Scenario:
        """Return the scenario with the current piece on *hexes*."""
        return self.tool_context.brush.paint(scenario, hexes)

    def step_name(self) -> Message:
        """Return the name of the undo step, such as ``Paint Forest``."""
        return _paint_step_name(self.tool_context.brush)


class EraserTool(StrokeTool):
    """Erases pieces within its reach from each hex; with Ctrl, everything.

    Attributes:
        reach: The pieces it erases; by default the uppermost piece.
        repairs_paths: Whether it refits the neighboring tiles of rivers, roads and rails.
    """

    name = "eraser"

    def __init__(self, tool_context: ToolContext) -> None:
        super().__init__(tool_context)
        self.reach = edits.EraserReach.TOP
        self.repairs_paths = True

    def apply(
        self, scenario: Scenario, hexes: Iterable[Hex], modifiers: Qt.KeyboardModifier
    ) -> Scenario:
        """Return the scenario with the pieces within reach erased from *hexes*, or all with Ctrl.

        Pieces on locked or hidden layers are kept.
        """
        erased_hexes, protected_fields = list(hexes), self.tool_context.layers.protected_fields
        within_reach = edits.without_parts(scenario, protected_fields, erased_hexes)
        if modifiers & _CONTROL:
            after = edits.clear_hexes(within_reach, erased_hexes)
        else:
            after = edits.erase_with_reach(within_reach, erased_hexes, self.reach)
        after = edits.with_parts_of(scenario, after, protected_fields)
        if not self.repairs_paths:
            return after
        from m44core.model.paths import with_repaired_lines  # 12 ms

        return with_repaired_lines(scenario, after)

    def step_name(self) -> Message:
        """Return the name of the undo step."""
        return message_in("step", "Erase")


class AreaTool(Tool, ABC):
    """A tool that paints the current piece on an area of hexes as one undo step."""

    cursor = Qt.CursorShape.CrossCursor

    @abstractmethod
    def hexes(self, hex_: Hex) -> tuple[Hex, ...]:
        """Return the hexes to paint when the pointer is over *hex_*."""

    def paint(self, hex_: Hex) -> None:
        """Paint the area for a pointer over *hex_*, as one undo step."""
        brush = self.tool_context.brush
        self.tool_context.edit(_paint_step_name(brush), self._painted_scenario(hex_))
        brush.end_stroke()

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return a preview of the area as painted."""
        if hex_ is None:
            return NO_PREVIEW
        return self.tool_context.preview(self._painted_scenario(hex_))

    def _painted_scenario(self, hex_: Hex) -> Scenario:
        before = self.tool_context.scenario
        after = self.tool_context.brush.paint(before, self.hexes(hex_))
        return self.tool_context.symmetry.apply(before, after)


class RectangleTool(AreaTool):
    """Paints all hexes in the rectangle between two corners."""

    name = "rectangle"

    def __init__(self, tool_context: ToolContext) -> None:
        super().__init__(tool_context)
        self._corner: Hex | None = None
        self._opposite_corner: Hex | None = None

    def press(self, event: BoardEvent) -> None:
        """Set the first corner."""
        self._corner = self._opposite_corner = event.hex

    def drag(self, event: BoardEvent) -> None:
        """Move the other corner."""
        self._opposite_corner = event.hex or self._opposite_corner

    def release(self, event: BoardEvent) -> None:
        """Paint the rectangle."""
        opposite_corner = event.hex or self._opposite_corner
        if self._corner is not None and opposite_corner is not None:
            self.paint(opposite_corner)
        self._corner = None

    def cancel(self) -> bool:
        """Discard the rectangle being dragged; return whether there was one."""
        is_dragging, self._corner = self._corner is not None, None
        return is_dragging

    def hexes(self, hex_: Hex) -> tuple[Hex, ...]:
        """Return the hexes of the rectangle between the first corner and *hex_*."""
        return edits.hexes_in_rectangle(
            self.tool_context.scenario.board, self._corner or hex_, hex_
        )


class EllipseTool(RectangleTool):
    """Paints all hexes in the ellipse between two corners."""

    name = "ellipse"

    def hexes(self, hex_: Hex) -> tuple[Hex, ...]:
        """Return the hexes of the ellipse between the first corner and *hex_*."""
        return edits.hexes_in_ellipse(self.tool_context.scenario.board, self._corner or hex_, hex_)


class FillTool(AreaTool):
    """Paints a connected area of the same terrain."""

    name = "fill"

    def press(self, event: BoardEvent) -> None:
        """Fill the area under the pointer."""
        if event.hex is not None:
            self.paint(event.hex)

    def hexes(self, hex_: Hex) -> tuple[Hex, ...]:
        """Return the hexes connected to *hex_* that have the same terrain."""
        return tuple(edits.hexes_of_same_terrain(self.tool_context.scenario, hex_))


def _paint_step_name(brush: Brush) -> Message:
    """Return the name of the undo step that paints with a brush."""
    if brush.mix:
        return message_in("step", "Paint at Random")
    return message_in("step", "Paint {piece}", piece=brush.element.title)
