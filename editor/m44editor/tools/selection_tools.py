"""Tools that select hexes and move pieces: select, lasso and wand; also eyedropper and hand."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPolygonF

from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.messages.message import message_in
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44editor.board.board_view import BoardEvent
from m44editor.board.geometry import centre
from m44editor.tools.brush import sample_piece
from m44editor.tools.hit_testing import PieceRef, next_piece, piece_refs, piece_under
from m44editor.tools.tool import NO_PREVIEW, Preview, Tool, ToolContext

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier
_ALT = Qt.KeyboardModifier.AltModifier
_ADDING_MODIFIERS = _SHIFT | _CONTROL
_MAX_OUTLINED = 48  # hexes: the most whose outlines can be painted in one frame


class SelectTool(Tool):
    """Selects with a click (Shift adds, Ctrl toggles); drags pieces or a rubber band.

    Dragging a hex with pieces moves the piece under the pointer, or with Alt all of them; dragging
    one of several selected hexes moves everything on all of them, or only the selected pieces. With
    Ctrl, a copy is dragged. Dragging from an empty hex, or with Shift, selects the hexes inside the
    rubber band; with Shift and Ctrl, only hexes that were selected before. A click on the selected
    hex opens a menu of its pieces; the next drag from there moves the chosen piece.
    """

    name = "select"

    def __init__(
        self, tool_context: ToolContext, open_piece_menu: Callable[[Hex], None] | None = None
    ) -> None:
        super().__init__(tool_context)
        self._open_piece_menu = open_piece_menu
        self._chosen_piece: tuple[Hex, PieceRef] | None = None
        self._pressed_piece: PieceRef | None = None
        self._clicked_again = False
        tool_context.selection.changed.connect(self._clear_chosen_piece)
        self._start: QPointF | None = None
        self._source_hex: Hex | None = None
        self._target_hex: Hex | None = None
        self._selected_before: frozenset[Hex] = frozenset()
        self._band: QRectF | None = None
        self._moves_all = self._intersects = self._copies = False

    def press(self, event: BoardEvent) -> None:
        """Select, and possibly begin to drag."""
        selection, hex_ = self.tool_context.selection, event.hex
        is_adding = bool(event.modifiers & _ADDING_MODIFIERS)
        self._copies = event.modifiers & _ADDING_MODIFIERS == _CONTROL and self._has_pieces(hex_)
        self._start, self._target_hex, self._band = event.point, None, None
        self._moves_all = bool(event.modifiers & _ALT)
        clicked_hex = event.clicked_hex
        self._clicked_again = not is_adding and selection.hexes == {clicked_hex}
        self._selected_before = selection.hexes if is_adding else frozenset()
        self._intersects = event.modifiers & _ADDING_MODIFIERS == _ADDING_MODIFIERS
        self._source_hex = (
            hex_ if self._copies or (not is_adding and self._has_pieces(hex_)) else None
        )
        if hex_ is not None:
            piece = piece_under(self.tool_context.editable_scenario, hex_, event.point)
            self._pressed_piece = self.chosen_piece(hex_) or piece
        if self._copies:
            return  # whether it becomes selected is decided at the release
        if clicked_hex is None or clicked_hex not in selection.hexes or is_adding:
            after = _selection_after_click(selection.hexes, clicked_hex, event.modifiers)
            (selection.select_same_layers if is_adding else selection.select)(after)

    def drag(self, event: BoardEvent) -> None:
        """Move the pieces, or resize the rubber band."""
        if self._source_hex is not None:
            self._target_hex = event.hex if event.hex != self._source_hex else None
        elif self._start is not None:
            self._band = QRectF(self._start, event.point).normalized()
            hexes_inside = {
                h for h in self.tool_context.scenario.board.hexes if self._band.contains(centre(h))
            }
            selected_hexes = (
                self._selected_before & hexes_inside
                if self._intersects
                else self._selected_before | hexes_inside
            )
            selection = self.tool_context.selection
            (selection.select_same_layers if self._selected_before else selection.select)(
                selected_hexes
            )

    def release(self, event: BoardEvent) -> None:
        """Finish the move or the rubber band."""
        start, target = self._source_hex, self._target_hex
        is_click = self._band is None and target is None and not event.modifiers & _ADDING_MODIFIERS
        self._reset()
        if self._copies and target is None:
            after = _selection_after_click(self.tool_context.selection.hexes, start, _CONTROL)
            self.tool_context.selection.select_same_layers(after)
        elif start is not None and target is not None:
            self._move(start, target)
        elif is_click and (hex_ := event.clicked_hex) is not None:
            self.tool_context.selection.select({hex_})
            if (
                self._clicked_again
                and self._open_piece_menu
                and len(piece_refs(self.tool_context.editable_scenario.at(hex_))) > 1
            ):
                self._open_piece_menu(hex_)

    def skip_piece_menu(self) -> None:
        """Keep the menu of the pieces from opening when the button is released."""
        self._clicked_again = False

    def chosen_piece(self, hex_: Hex) -> PieceRef | None:
        """Return the chosen piece on a hex; None if none is chosen or it is gone."""
        chosen_hex, ref = self._chosen_piece or (None, None)
        refs = (
            piece_refs(self.tool_context.editable_scenario.at(hex_)) if chosen_hex == hex_ else ()
        )
        return ref if ref in refs else None

    def choose_piece(self, hex_: Hex, ref: PieceRef) -> None:
        """Choose one of the pieces on a hex, until the selection changes."""
        self._chosen_piece = hex_, ref

    def choose_next_piece(self, hex_: Hex, forward: bool) -> bool:
        """Choose the next or previous piece on a hex; return False past either end."""
        ref = next_piece(
            self.tool_context.editable_scenario, hex_, self.chosen_piece(hex_), forward
        )
        self._chosen_piece = None if ref is None else (hex_, ref)
        return ref is not None

    def _clear_chosen_piece(self) -> None:
        self._chosen_piece = None

    def cancel(self) -> bool:
        """Cancel the current drag; return whether there was one."""
        is_dragging = self._band is not None or self._target_hex is not None
        self._reset()
        return is_dragging

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return a preview of the pieces as dropped, or of the rubber band."""
        if self._source_hex is not None and self._target_hex is not None:
            return self.tool_context.preview(
                self._dragged_scenario(self._source_hex, self._target_hex)
            )
        return Preview(band=self._band) if self._band is not None else NO_PREVIEW

    def _reset(self) -> None:
        self._start = self._source_hex = self._target_hex = self._band = None

    def _has_pieces(self, hex_: Hex | None) -> bool:
        return hex_ is not None and bool(self.tool_context.editable_scenario.at(hex_))

    def _dragged_pieces(self, start: Hex) -> edits.Pieces:
        """Return the selected pieces, if some are on the dragged hex; otherwise empty."""
        pieces = self.tool_context.selection.pieces
        return pieces if start in pieces else {}

    def _dragged_hexes(self, start: Hex) -> frozenset[Hex]:
        hexes = self.tool_context.selection.hexes
        return hexes if start in hexes and len(hexes) > 1 else frozenset()

    def _dragged_scenario(self, start: Hex, target: Hex) -> Scenario:
        return (
            self._copied_scenario(start, target)
            if self._copies
            else self._moved_scenario(start, target)
        )

    def _copied_scenario(self, start: Hex, target: Hex) -> Scenario:
        scenario, group, ref = (
            self.tool_context.scenario,
            self._dragged_hexes(start),
            self._pressed_piece,
        )
        if pieces := self._dragged_pieces(start):
            return edits.duplicate_pieces(scenario, pieces, start, target).scenario
        if group:
            return edits.duplicate_hexes(scenario, group, start, target).scenario
        if self._moves_all or ref is None:
            return edits.duplicate_content(scenario, start, target)
        return edits.duplicate_content(scenario, start, target, ref.layer, ref.tag_index)

    def _moved_scenario(self, start: Hex, target: Hex) -> Scenario:
        scenario, group = self.tool_context.scenario, self._dragged_hexes(start)
        if pieces := self._dragged_pieces(start):
            return edits.move_pieces(scenario, pieces, start, target).scenario
        if group:
            return edits.move_hexes(scenario, group, start, target).scenario
        if self._moves_all or self._pressed_piece is None:
            return edits.move_or_swap(scenario, start, target)
        if self._pressed_piece.layer is Layer.TAG:
            return edits.move_tag(scenario, start, self._pressed_piece.tag_index, target)
        return edits.move_or_swap(scenario, start, target, self._pressed_piece.layer)

    def _move(self, start: Hex, target: Hex) -> None:
        group, pieces = self._dragged_hexes(start), self._dragged_pieces(start)
        after = self._dragged_scenario(start, target)
        step = message_in("step", "Copy") if self._copies else message_in("step", "Move")
        self.tool_context.edit(step, after)
        shift = target.col - start.col, target.row - start.row
        targets = {h: Hex(h.col + shift[0], h.row + shift[1]) for h in group or {start}}
        on_board = {h: moved_hex for h, moved_hex in targets.items() if moved_hex in after.board}
        if pieces:
            self.tool_context.selection.select_pieces(
                {moved_hex: pieces[h] for h, moved_hex in on_board.items()}
            )
        else:
            self.tool_context.selection.select(on_board.values())


def _selection_after_click(
    selected_hexes: frozenset[Hex], hex_: Hex | None, modifiers: Qt.KeyboardModifier
) -> frozenset[Hex]:
    """Return the selection after a click on *hex_*, which is None off the board."""
    clicked_hexes = frozenset({hex_}) if hex_ is not None else frozenset()
    if modifiers & _CONTROL:
        return selected_hexes ^ clicked_hexes
    return selected_hexes | clicked_hexes if modifiers & _SHIFT else clicked_hexes


def pick_up_piece(tool_context: ToolContext, event: BoardEvent) -> bool:
    """Pick up the piece under the pointer, with all its details; return whether there was one."""
    scenario, hex_ = tool_context.scenario, event.hex
    ref = piece_under(scenario, hex_, event.point) if hex_ is not None else None
    sample = sample_piece(scenario.at(hex_), ref, scenario.catalogue) if hex_ is not None else None
    if sample is None:
        return False
    tool_context.brush.pick_up(*sample)
    return True


class EyedropperTool(Tool):
    """Picks up the piece under the pointer, or with a drag a rectangle of hexes.

    Attributes:
        area: The dragged rectangle if it has several hexes; otherwise empty.
    """

    name = "eyedropper"
    cursor = Qt.CursorShape.PointingHandCursor

    def __init__(self, tool_context: ToolContext) -> None:
        super().__init__(tool_context)
        self.area: frozenset[Hex] = frozenset()
        self._start: BoardEvent | None = None

    def press(self, event: BoardEvent) -> None:
        """Remember the start of the drag."""
        self._start, self.area = event, frozenset()

    def drag(self, event: BoardEvent) -> None:
        """Extend the rectangle to the pointer."""
        if self._start is not None and self._start.hex is not None and event.hex is not None:
            hexes = edits.hexes_in_rectangle(
                self.tool_context.scenario.board, self._start.hex, event.hex
            )
            self.area = frozenset(hexes) if len(hexes) > 1 else frozenset()

    def pick_up(self) -> bool:
        """Pick up the piece that was pressed; return whether there was one."""
        return self._start is not None and pick_up_piece(self.tool_context, self._start)

    def cancel(self) -> bool:
        """Drop the rectangle; return whether there was one."""
        is_dragging = bool(self.area)
        self._start, self.area = None, frozenset()
        return is_dragging

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return a preview of the hexes to pick up."""
        if self.area:
            return Preview(hexes=self.area)
        return Preview(hexes=frozenset({hex_})) if hex_ is not None else NO_PREVIEW


class LassoTool(Tool):
    """Selects the hexes that a freehand line crosses or encloses.

    Shift adds them to the selection, Ctrl removes them; together they keep the intersection.
    """

    name = "lasso"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, tool_context: ToolContext) -> None:
        super().__init__(tool_context)
        self._line: list[QPointF] = []
        self._crossed_hexes: set[Hex] = set()
        self._before: frozenset[Hex] = frozenset()
        self._modifiers = Qt.KeyboardModifier.NoModifier

    def press(self, event: BoardEvent) -> None:
        """Begin the line."""
        self._before, self._modifiers = self.tool_context.selection.hexes, event.modifiers
        self._line, self._crossed_hexes = [], set()
        self.drag(event)

    def drag(self, event: BoardEvent) -> None:
        """Extend the line.

        Select the hexes it crosses, or encloses if closed with a straight line.
        """
        self._line.append(event.point)
        self._crossed_hexes |= {event.hex} if event.hex is not None else set()
        outline, rule = QPolygonF(self._line), Qt.FillRule.OddEvenFill
        board = self.tool_context.scenario.board
        hexes_inside = {h for h in board.hexes if outline.containsPoint(centre(h), rule)}
        hexes = frozenset(hexes_inside | self._crossed_hexes)
        select_hexes(
            self.tool_context,
            combined_selection(self._before, hexes, self._modifiers),
            self._modifiers,
        )

    def release(self, event: BoardEvent) -> None:
        """End the line."""
        self._line = []

    def cancel(self) -> bool:
        """Restore the selection from before the line; return whether there was a line."""
        is_dragging = bool(self._line)
        if is_dragging:
            self.tool_context.selection.select(self._before)
        self._line = []
        return is_dragging


class WandTool(Tool):
    """Selects connected hexes of the same terrain; modifier keys work as for the lasso."""

    name = "wand"
    cursor = Qt.CursorShape.PointingHandCursor

    def __init__(self, tool_context: ToolContext) -> None:
        super().__init__(tool_context)
        self._last_area: tuple[Scenario, frozenset[Hex]] = (tool_context.scenario, frozenset())

    def press(self, event: BoardEvent) -> None:
        """Select the area under the pointer; off the board, the area is empty."""
        select_hexes(
            self.tool_context,
            self._selection_after_click(event.hex, event.modifiers),
            event.modifiers,
        )

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return a preview of the area that a click selects.

        If the area is very large, the preview contains only the hex under the pointer.
        """
        if hex_ is None:
            return NO_PREVIEW
        scenario, area = self._last_area
        if scenario is not self.tool_context.scenario or hex_ not in area:
            area = edits.hexes_of_same_terrain(self.tool_context.scenario, hex_)
            self._last_area = self.tool_context.scenario, area
        return Preview(hexes=area if len(area) <= _MAX_OUTLINED else frozenset({hex_}))

    def _selection_after_click(
        self, hex_: Hex | None, modifiers: Qt.KeyboardModifier
    ) -> frozenset[Hex]:
        hexes = (
            edits.hexes_of_same_terrain(self.tool_context.scenario, hex_)
            if hex_ is not None
            else frozenset()
        )
        return combined_selection(self.tool_context.selection.hexes, hexes, modifiers)


def select_hexes(
    tool_context: ToolContext, hexes: frozenset[Hex], modifiers: Qt.KeyboardModifier
) -> None:
    """Select hexes; with Shift or Ctrl, a selection of pieces stays limited to their layers."""
    selection = tool_context.selection
    (selection.select_same_layers if modifiers & (_SHIFT | _CONTROL) else selection.select)(hexes)


def combined_selection(
    before: frozenset[Hex], hexes: frozenset[Hex], modifiers: Qt.KeyboardModifier
) -> frozenset[Hex]:
    """Return *before* with *hexes* added (Shift), removed (Ctrl) or intersected (both).

    Without modifier keys, return *hexes*.
    """
    adds, removes = modifiers & _SHIFT, modifiers & _CONTROL
    if adds and removes:
        return before & hexes
    if removes:
        return before - hexes
    return before | hexes if adds else hexes


class HandTool(Tool):
    """Pans the board; the view itself does the panning."""

    name = "hand"
    cursor = Qt.CursorShape.OpenHandCursor
