"""The tool that draws exits: one drag along an edge of the board."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, Qt

from m44core.board import Board
from m44core.hexes import Hex
from m44core.messages.message import Message, message_in
from m44core.model.exit_markers import (
    along_edge,
    edges,
    exit_at,
    nearest_on_edge,
    usual_exit_side,
    with_exit,
    without_exits,
)
from m44core.model.scenario import Scenario
from m44editor.board.event import BoardEvent
from m44editor.board.geometry import centre, hex_at
from m44editor.documents.document import new_stroke
from m44editor.interface_text import tr
from m44editor.tools.tool import NOTHING, Bench, Preview, Tool

_CONTROL = Qt.KeyboardModifier.ControlModifier


class ExitTool(Tool):
    """Draws an exit along an edge in one drag; Ctrl closes exits again.

    The pointer may leave the board meanwhile. From an exit that is there it goes on.
    """

    name = "exit"
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._stroke = 0
        self._before: Scenario | None = None
        self._start: Hex | None = None
        self._closes = False

    def press(self, event: BoardEvent) -> None:
        """Begin on a hex of an edge, also from beside the board."""
        hex_ = self._at(event.point)
        if not is_on_edge(self.bench.scenario.board, hex_):
            return
        self._stroke, self._before, self._start = new_stroke(), self.bench.scenario, hex_
        self._closes = bool(event.modifiers & _CONTROL)
        self.drag(event)

    def drag(self, event: BoardEvent) -> None:
        """Open, or close, the hexes from there to the pointer."""
        if self._before is None or self._start is None:
            return
        board = self.bench.scenario.board
        end = nearest_on_edge(board, self._start, self._at(event.point))
        line = along_edge(board, self._start, end)
        self.bench.edit(self._text(), self._drawn(self._before, line), self._stroke)
        opened = exit_at(self.bench.scenario, self._start)
        self.bench.selection.select(opened.hexes if opened and not self._closes else line)

    def release(self, event: BoardEvent) -> None:
        """End the stroke."""
        self._before = None

    def cancel(self) -> bool:
        """Take the running stroke back."""
        if self._before is None:
            return False
        self.bench.edit(self._text(), self._before, self._stroke)
        self.bench.selection.select(())
        self._before = None
        return True

    def preview(self, hex_: Hex | None, modifiers: Qt.KeyboardModifier) -> Preview:
        """Return the marker a click would lay."""
        scenario = self.bench.scenario
        if hex_ is None or self._before is not None or not is_on_edge(scenario.board, hex_):
            return NOTHING
        if exit_at(scenario, hex_) or modifiers & _CONTROL:
            return Preview(hexes=frozenset({hex_}))
        side = usual_exit_side(scenario, hex_)
        return self.bench.preview(with_exit(scenario, [hex_], side))

    def words(self) -> str:
        """Return how an exit is drawn."""
        return tr("Drag along an edge of the board; Ctrl closes exits")

    def _drawn(self, before: Scenario, line: tuple[Hex, ...]) -> Scenario:
        if self._closes:
            return without_exits(before, line)
        there = exit_at(before, line[0])
        if there is None:
            return with_exit(before, line, usual_exit_side(before, line[0]))
        return with_exit(before, _joined(before.board, there.hexes, line), there.side)

    def _at(self, point: QPointF) -> Hex:
        """Return the hex of the board that is nearest to a point."""
        board = self.bench.scenario.board
        inside = hex_at(board, point.x(), point.y())
        return inside or min(board.hexes, key=lambda h: QLineF(centre(h), point).length())

    def _text(self) -> Message:
        return message_in("step", "Draw Exit")


def is_on_edge(board: Board, hex_: Hex) -> bool:
    """Tell whether a hex lies along an edge of the board."""
    return any(hex_ in edge for edge in edges(board))


def _joined(board: Board, old: tuple[Hex, ...], new: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Return the hexes from one end of two overlapping ranges to the other."""
    for edge in edges(board):
        places = [edge.index(hex_) for hex_ in (*old, *new) if hex_ in edge]
        if {*old, *new} <= {*edge}:
            return edge[min(places) : max(places) + 1]
    return new
