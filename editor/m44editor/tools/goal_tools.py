"""The tools that draw objectives and exits on the board."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPolygonF

from m44core.board import Board
from m44core.hexes import Hex
from m44core.messages.message import Message, message_in
from m44core.model.exit_markers import (
    board_edges,
    default_exit_side,
    exit_at,
    hexes_along_edge,
    nearest_hex_on_edge,
    with_exit,
    without_exits,
)
from m44core.model.objective_medals import (
    PlacedTag,
    default_objective_side,
    objective_at,
    with_objective,
    with_objective_hexes,
)
from m44core.model.scenario import Scenario
from m44editor.board.board_view import BoardEvent
from m44editor.board.geometry import centre, hex_at
from m44editor.documents.document import new_stroke_number
from m44editor.interface_text import tr
from m44editor.tools.tool import NO_PREVIEW, Preview, Tool, ToolContext

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier
_MIN_LOOP = 6  # hexes: the minimum length of a stroke that encloses others


class ObjectiveTool(Tool):
    """Draws an objective with a click or a stroke; a closed stroke also adds the hexes inside it.

    A stroke that starts on an objective adds hexes to that objective. With Shift, the hexes are
    added to the selected objective; with Ctrl, they are removed from it. Afterward the objective is
    selected.
    """

    name = "objective"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, tool_context: ToolContext) -> None:
        super().__init__(tool_context)
        self._stroke = 0
        self._before: Scenario | None = None
        self._line: list[QPointF] = []
        self._stroke_hexes: list[Hex] = []
        self._objective: PlacedTag | None = None
        self._removes = False

    def press(self, event: BoardEvent) -> None:
        """Begin a stroke."""
        if event.hex is None:
            return
        self._stroke, self._before = new_stroke_number(), self.tool_context.scenario
        self._line, self._stroke_hexes = [], []
        self._removes = bool(event.modifiers & _CONTROL)
        objective = objective_at(self.tool_context.scenario, event.hex)
        selected_objective = (
            self._selected_objective() if event.modifiers & (_SHIFT | _CONTROL) else None
        )
        self._objective = selected_objective or objective
        self.drag(event)

    def drag(self, event: BoardEvent) -> None:
        """Add the hexes that the stroke passes or encloses to the objective, or remove them."""
        if self._before is None or event.hex is None:
            return
        self._line.append(event.point)
        if event.hex not in self._stroke_hexes:
            self._stroke_hexes.append(event.hex)
        after = self._after_stroke(
            self._before, [*self._stroke_hexes, *self._enclosed_hexes(event.hex)]
        )
        self.tool_context.edit(self._step_name(), after, self._stroke)
        self._select()

    def release(self, event: BoardEvent) -> None:
        """End the stroke."""
        self._before = None

    def cancel(self) -> bool:
        """Undo the current stroke; return whether there was one."""
        if self._before is None:
            return False
        self.tool_context.edit(self._step_name(), self._before, self._stroke)
        self._before = None
        self._select()
        return True

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return a preview of the medal that a click places, or of the hex it adds or removes."""
        if hex_ is None or self._before is not None:
            return NO_PREVIEW
        if objective_at(self.tool_context.scenario, hex_) or modifiers & (_SHIFT | _CONTROL):
            return Preview(hexes=frozenset({hex_}))
        side = default_objective_side(self.tool_context.scenario, hex_)
        return self.tool_context.preview(with_objective(self.tool_context.scenario, [hex_], side))

    def status_text(self) -> str:
        """Return a text that explains dragging and the modifier keys."""
        return tr(
            "Drag across hexes to add them, or draw around them; Shift adds to the "
            "selected objective, Ctrl removes"
        )

    def _after_stroke(self, before: Scenario, hexes: list[Hex]) -> Scenario:
        objective = self._objective
        if objective is None:
            if self._removes:
                return before
            return with_objective(
                before, list(dict.fromkeys(hexes)), default_objective_side(before, hexes[0])
            )
        new_hexes = objective.hexes - {*hexes} if self._removes else objective.hexes | {*hexes}
        return (
            before
            if new_hexes == objective.hexes
            else with_objective_hexes(before, objective, new_hexes)
        )

    def _enclosed_hexes(self, end: Hex) -> list[Hex]:
        """Return the hexes inside a stroke that has returned to its start; empty otherwise."""
        if len(self._stroke_hexes) < _MIN_LOOP or end.distance(self._stroke_hexes[0]) > 1:
            return []
        outline, rule = QPolygonF(self._line), Qt.FillRule.OddEvenFill
        board = self.tool_context.scenario.board
        return [h for h in board.hexes if outline.containsPoint(centre(h), rule)]

    def _selected_objective(self) -> PlacedTag | None:
        """Return the objective that the selected hexes belong to; None if there is none."""
        scenario = self.tool_context.scenario
        return next(filter(None, (objective_at(scenario, h) for h in self._selected_hexes())), None)

    def _selected_hexes(self) -> list[Hex]:
        return sorted(self.tool_context.selection.hexes)

    def _select(self) -> None:
        """Select the hexes of this stroke's objective, which the victory panel then shows."""
        hexes = [*self._stroke_hexes, *sorted(self._objective.hexes if self._objective else ())]
        tokens = (objective_at(self.tool_context.scenario, hex_) for hex_ in hexes)
        token = next(filter(None, tokens), None)
        self.tool_context.selection.select(token.hexes if token else ())

    def _step_name(self) -> Message:
        return message_in("step", "Draw Objective")


class ExitTool(Tool):
    """Draws an exit along an edge of the board with one drag; Ctrl removes exits.

    The pointer can leave the board during the drag. A drag from an existing exit extends it.
    """

    name = "exit"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, tool_context: ToolContext) -> None:
        super().__init__(tool_context)
        self._stroke = 0
        self._before: Scenario | None = None
        self._start: Hex | None = None
        self._removes = False

    def press(self, event: BoardEvent) -> None:
        """Begin a stroke if the nearest hex is on an edge; the press can be off the board."""
        hex_ = self._nearest_hex(event.point)
        if not is_on_board_edge(self.tool_context.scenario.board, hex_):
            return
        self._stroke, self._before, self._start = (
            new_stroke_number(),
            self.tool_context.scenario,
            hex_,
        )
        self._removes = bool(event.modifiers & _CONTROL)
        self.drag(event)

    def drag(self, event: BoardEvent) -> None:
        """Add or remove exits along the edge, from the start to the pointer."""
        if self._before is None or self._start is None:
            return
        board = self.tool_context.scenario.board
        end = nearest_hex_on_edge(board, self._start, self._nearest_hex(event.point))
        line = hexes_along_edge(board, self._start, end)
        self.tool_context.edit(
            self._step_name(), self._after_stroke(self._before, line), self._stroke
        )
        exit_ = exit_at(self.tool_context.scenario, self._start)
        self.tool_context.selection.select(exit_.hexes if exit_ and not self._removes else line)

    def release(self, event: BoardEvent) -> None:
        """End the stroke."""
        self._before = None

    def cancel(self) -> bool:
        """Undo the current stroke; return whether there was one."""
        if self._before is None:
            return False
        self.tool_context.edit(self._step_name(), self._before, self._stroke)
        self.tool_context.selection.select(())
        self._before = None
        return True

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return a preview of the marker that a click places, or of the exit hex it acts on."""
        scenario = self.tool_context.scenario
        if hex_ is None or self._before is not None or not is_on_board_edge(scenario.board, hex_):
            return NO_PREVIEW
        if exit_at(scenario, hex_) or modifiers & _CONTROL:
            return Preview(hexes=frozenset({hex_}))
        side = default_exit_side(scenario, hex_)
        return self.tool_context.preview(with_exit(scenario, [hex_], side))

    def status_text(self) -> str:
        """Return a text that explains how to draw exits."""
        return tr("Drag along an edge of the board; Ctrl removes exits")

    def _after_stroke(self, before: Scenario, line: tuple[Hex, ...]) -> Scenario:
        if self._removes:
            return without_exits(before, line)
        exit_ = exit_at(before, line[0])
        if exit_ is None:
            return with_exit(before, line, default_exit_side(before, line[0]))
        return with_exit(before, _merged_range(before.board, exit_.hexes, line), exit_.side)

    def _nearest_hex(self, point: QPointF) -> Hex:
        """Return the hex of the board nearest to a point in units."""
        board = self.tool_context.scenario.board
        hex_there = hex_at(board, point.x(), point.y())
        return hex_there or min(board.hexes, key=lambda h: QLineF(centre(h), point).length())

    def _step_name(self) -> Message:
        return message_in("step", "Draw Exit")


def is_on_board_edge(board: Board, hex_: Hex) -> bool:
    """Return whether a hex lies along an edge of the board."""
    return any(hex_ in edge for edge in board_edges(board))


def _merged_range(board: Board, old: tuple[Hex, ...], new: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Return the part of an edge that two ranges span; *new* if they are not on the same edge."""
    for edge in board_edges(board):
        positions = [edge.index(hex_) for hex_ in (*old, *new) if hex_ in edge]
        if {*old, *new} <= {*edge}:
            return edge[min(positions) : max(positions) + 1]
    return new
