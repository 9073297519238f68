"""Tools that select hexes and move pieces: select, lasso and wand; the eyedropper and the hand."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPolygonF

from m44core.catalogue.types import Layer
from m44core.hexes import Hex
from m44core.messages.message import message_in
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44editor.board.board_view import BoardEvent
from m44editor.board.geometry import centre
from m44editor.tools.brush import sample_piece
from m44editor.tools.hit_testing import PieceRef, next_piece, piece_refs, piece_under
from m44editor.tools.tool import NO_PREVIEW, Bench, Preview, Tool

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier
_ALT = Qt.KeyboardModifier.AltModifier
_ADDING = _SHIFT | _CONTROL


class SelectTool(Tool):
    """Click selects, Shift adds, Ctrl adds or removes; a drag moves or draws a rubber band.

    Dragging a hex with something on it moves the piece under the pointer, with
    Alt all that lies there; dragging one of several selected hexes moves all that
    lies on all of them, or the selected pieces alone. With Ctrl a copy is dragged.
    Dragging empty ground, or with Shift, selects what the rubber band encloses; with
    Shift and Ctrl, what of the selection it encloses. A click on the hex that is selected
    asks which of its pieces is meant; the next drag from there moves that one.
    """

    name = "select"

    def __init__(self, bench: Bench, ask: Callable[[Hex], None] | None = None) -> None:
        super().__init__(bench)
        self._ask_which = ask
        self._chosen_piece: tuple[Hex, PieceRef] | None = None
        self._grip: PieceRef | None = None
        self._clicked_again = False
        bench.selection.changed.connect(self._clear_chosen)
        self._start: QPointF | None = None
        self._from: Hex | None = None
        self._to: Hex | None = None
        self._selected_before: frozenset[Hex] = frozenset()
        self._band: QRectF | None = None
        self._moves_all = self._intersects = self._copies = False

    def press(self, event: BoardEvent) -> None:
        """Select, and perhaps begin to drag."""
        selection, hex_ = self.bench.selection, event.hex
        adding = bool(event.modifiers & _ADDING)
        self._copies = event.modifiers & _ADDING == _CONTROL and self._has_pieces(hex_)
        self._start, self._to, self._band = event.point, None, None
        self._moves_all = bool(event.modifiers & _ALT)
        self._clicked_again = hex_ is not None and not adding and selection.hexes == {hex_}
        self._selected_before = selection.hexes if adding else frozenset()
        self._intersects = event.modifiers & _ADDING == _ADDING
        self._from = hex_ if self._copies or (not adding and self._has_pieces(hex_)) else None
        if hex_ is not None:
            meant = piece_under(self.bench.editable_scenario, hex_, event.point)
            self._grip = self.chosen_piece(hex_) or meant
        if self._copies:
            return  # whether it is selected is seen when the button comes up
        if hex_ is None or hex_ not in selection.hexes or adding:
            after = _after_click(selection.hexes, hex_, event.modifiers)
            (selection.select_same_layers if adding else selection.select)(after)

    def drag(self, event: BoardEvent) -> None:
        """Move pieces along, or stretch the rubber band."""
        if self._from is not None:
            self._to = event.hex if event.hex != self._from else None
        elif self._start is not None:
            self._band = QRectF(self._start, event.point).normalized()
            inside = {h for h in self.bench.scenario.board.hexes if self._band.contains(centre(h))}
            meant = (
                self._selected_before & inside
                if self._intersects
                else self._selected_before | inside
            )
            selection = self.bench.selection
            (selection.select_same_layers if self._selected_before else selection.select)(meant)

    def release(self, event: BoardEvent) -> None:
        """Finish the move or the rubber band."""
        start, target = self._from, self._to
        clicked = self._band is None and target is None and not event.modifiers & _ADDING
        self._reset()
        if self._copies and target is None:
            after = _after_click(self.bench.selection.hexes, start, _CONTROL)
            self.bench.selection.select_same_layers(after)
        elif start is not None and target is not None:
            self._move(start, target)
        elif clicked and event.hex is not None:
            self.bench.selection.select({event.hex})
            if (
                self._clicked_again
                and self._ask_which
                and len(piece_refs(self.bench.editable_scenario.at(event.hex))) > 1
            ):
                self._ask_which(event.hex)

    def chosen_piece(self, hex_: Hex) -> PieceRef | None:
        """Return the piece of a hex that was chosen among several, if it is still there."""
        at, grip = self._chosen_piece or (None, None)
        there = piece_refs(self.bench.editable_scenario.at(hex_)) if at == hex_ else ()
        return grip if grip in there else None

    def choose_piece(self, hex_: Hex, grip: PieceRef) -> None:
        """Take hold of one of the pieces of a hex, as long as that is selected."""
        self._chosen_piece = hex_, grip

    def choose_next_piece(self, hex_: Hex, forward: bool) -> bool:
        """Take hold of the next piece of a hex, of none after the last; tell whether of any."""
        grip = next_piece(self.bench.editable_scenario, hex_, self.chosen_piece(hex_), forward)
        self._chosen_piece = None if grip is None else (hex_, grip)
        return grip is not None

    def _clear_chosen(self) -> None:
        self._chosen_piece = None

    def cancel(self) -> bool:
        """Put the dragged pieces back."""
        running = self._band is not None or self._to is not None
        self._reset()
        return running

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return the pieces where they would go, or the rubber band."""
        if self._from is not None and self._to is not None:
            return self.bench.preview(self._after(self._from, self._to))
        return Preview(band=self._band) if self._band is not None else NO_PREVIEW

    def _reset(self) -> None:
        self._start = self._from = self._to = self._band = None

    def _has_pieces(self, hex_: Hex | None) -> bool:
        return hex_ is not None and bool(self.bench.editable_scenario.at(hex_))

    def _pieces(self, start: Hex) -> edits.Pieces:
        """Return the selected pieces, if the drag is of them."""
        pieces = self.bench.selection.pieces
        return pieces if start in pieces else {}

    def _group(self, start: Hex) -> frozenset[Hex]:
        hexes = self.bench.selection.hexes
        return hexes if start in hexes and len(hexes) > 1 else frozenset()

    def _after(self, start: Hex, target: Hex) -> Scenario:
        return self._copied(start, target) if self._copies else self._moved(start, target)

    def _copied(self, start: Hex, target: Hex) -> Scenario:
        scenario, group, grip = self.bench.scenario, self._group(start), self._grip
        if pieces := self._pieces(start):
            return edits.duplicate_pieces(scenario, pieces, start, target).scenario
        if group:
            return edits.duplicate_all(scenario, group, start, target).scenario
        if self._moves_all or grip is None:
            return edits.duplicate(scenario, start, target)
        return edits.duplicate(scenario, start, target, grip.layer, grip.number)

    def _moved(self, start: Hex, target: Hex) -> Scenario:
        scenario, group = self.bench.scenario, self._group(start)
        if pieces := self._pieces(start):
            return edits.move_pieces(scenario, pieces, start, target).scenario
        if group:
            return edits.move_all(scenario, group, start, target).scenario
        if self._moves_all or self._grip is None:
            return edits.move(scenario, start, target)
        if self._grip.layer is Layer.TAG:
            return edits.move_tag(scenario, start, self._grip.number, target)
        return edits.move(scenario, start, target, self._grip.layer)

    def _move(self, start: Hex, target: Hex) -> None:
        group, pieces = self._group(start), self._pieces(start)
        after = self._after(start, target)
        said = message_in("step", "Copy") if self._copies else message_in("step", "Move")
        self.bench.edit(said, after)
        shift = target.col - start.col, target.row - start.row
        moved = {h: Hex(h.col + shift[0], h.row + shift[1]) for h in group or {start}}
        there = {h: at for h, at in moved.items() if at in after.board}
        if pieces:
            self.bench.selection.select_pieces({at: pieces[h] for h, at in there.items()})
        else:
            self.bench.selection.select(there.values())


def _after_click(
    selected: frozenset[Hex], hex_: Hex | None, modifiers: Qt.KeyboardModifier
) -> frozenset[Hex]:
    """Return what is selected after a click on *hex_*."""
    clicked = frozenset({hex_}) if hex_ is not None else frozenset()
    if modifiers & _CONTROL:
        return selected ^ clicked
    return selected | clicked if modifiers & _SHIFT else clicked


_SHIFT_KEY = Qt.KeyboardModifier.ShiftModifier
_CONTROL_KEY = Qt.KeyboardModifier.ControlModifier
_MAX_OUTLINED = 48  # hexes whose outline is painted in a frame


def pick_up_piece(bench: Bench, event: BoardEvent) -> bool:
    """Take the piece under the pointer in hand with all it has; tell whether there was one."""
    scenario, hex_ = bench.scenario, event.hex
    grip = piece_under(scenario, hex_, event.point) if hex_ is not None else None
    found = sample_piece(scenario.at(hex_), grip, scenario.catalogue) if hex_ is not None else None
    if found is None:
        return False
    bench.brush.pick_up(*found)
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

    def pick_up(self) -> bool:
        """Take the piece it was pressed on in hand; tell whether there was one."""
        return self._start is not None and pick_up_piece(self.bench, self._start)

    def cancel(self) -> bool:
        """Take nothing."""
        running = bool(self.area)
        self._start, self.area = None, frozenset()
        return running

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return what would be picked."""
        if self.area:
            return Preview(hexes=self.area)
        return Preview(hexes=frozenset({hex_})) if hex_ is not None else NO_PREVIEW


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
        select_hexes(
            self.bench, combine_selection(self._before, found, self._modifiers), self._modifiers
        )

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
        select_hexes(self.bench, self._after(event.hex, event.modifiers), event.modifiers)

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return the area that a click would select; of a very large one, the hex pointed at."""
        if hex_ is None:
            return NO_PREVIEW
        scenario, area = self._found
        if scenario is not self.bench.scenario or hex_ not in area:
            area = edits.same_terrain(self.bench.scenario, hex_)
            self._found = self.bench.scenario, area
        return Preview(hexes=area if len(area) <= _MAX_OUTLINED else frozenset({hex_}))

    def _after(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> frozenset[Hex]:
        found = edits.same_terrain(self.bench.scenario, hex_) if hex_ is not None else frozenset()
        return combine_selection(self.bench.selection.hexes, found, modifiers)


def select_hexes(bench: Bench, hexes: frozenset[Hex], modifiers: Qt.KeyboardModifier) -> None:
    """Select hexes; where keys add to selected pieces or take from them, pieces."""
    selection = bench.selection
    (selection.select_same_layers if modifiers & (_SHIFT_KEY | _CONTROL_KEY) else selection.select)(
        hexes
    )


def combine_selection(
    before: frozenset[Hex], found: frozenset[Hex], modifiers: Qt.KeyboardModifier
) -> frozenset[Hex]:
    """Return what is selected when *found* is added, taken out or intersected, as keys say."""
    adds, removes = modifiers & _SHIFT_KEY, modifiers & _CONTROL_KEY
    if adds and removes:
        return before & found
    if removes:
        return before - found
    return before | found if adds else found


class HandTool(Tool):
    """Drags the board; the view does it."""

    name = "hand"
    cursor = Qt.CursorShape.OpenHandCursor
