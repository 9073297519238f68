"""Dragging a piece from the palette onto the board, as in the official editor."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QPointF, Qt

from m44core.catalogue.catalogue_types import Element
from m44core.hexes import Hex
from m44editor.board.board_view import BoardEvent, BoardView
from m44editor.board.geometry import hex_bounding_rect
from m44editor.tools.tool import ToolContext
from m44editor.tools.toolbox import Toolbox


class PaletteDrag(QObject):
    """Previews a dragged piece on the board and places it once, then restores the tool."""

    def __init__(self, tool_context: ToolContext, view: BoardView, toolbox: Toolbox) -> None:
        super().__init__(view)
        self._tool_context = tool_context
        self._view = view
        self._toolbox = toolbox
        self._tool_before: str | None = None

    def drag(self, element: Element, point: QPoint) -> None:
        """Preview a piece at a point on the screen, switching to the brush if necessary."""
        if self._tool_before is None:
            self._tool_before = self._toolbox.tool.name
            self._tool_context.brush.pick_up(element)
            self._toolbox.use("brush")
        self._view.hover_over(self._hex_at(point))

    def drop(self, point: QPoint) -> None:
        """Place the piece on the hex at a point on the screen, if any, and restore the tool."""
        hex_ = self._hex_at(point)
        if hex_ is not None:
            event = BoardEvent(hex_, hex_bounding_rect(hex_).center(), Qt.MouseButton.LeftButton)
            self._view.pressed.emit(event)
            self._view.released.emit(event)
            self._tool_context.selection.select({hex_})
        before, self._tool_before = self._tool_before, None
        if before in self._toolbox.names:
            self._toolbox.use(before)
        self._view.setFocus()

    def _hex_at(self, point: QPoint) -> Hex | None:
        viewport = self._view.viewport()
        view_point = viewport.mapFromGlobal(point)
        return (
            self._view.hex_under(QPointF(view_point))
            if viewport.rect().contains(view_point)
            else None
        )
