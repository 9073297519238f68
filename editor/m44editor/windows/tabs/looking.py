"""From one sheet to another: where somebody looked is remembered, and found again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from m44editor.documents.sheet import Look

if TYPE_CHECKING:
    from m44editor.windows.context import EditorContext


def leave(context: EditorContext) -> None:
    """Take what is being typed and end what is being dragged, and remember where one looks."""
    context.view.setFocus()
    context.toolbox.let_go()
    context.document.sheet.look = look_of(context)


def look_there(context: EditorContext) -> None:
    """Look where one looked on the board of the sheet that is shown now."""
    scenario, look = context.document.scenario, context.document.sheet.look
    context.view.look_with(look.scale, QPointF(*look.corner))
    if look.pieces:
        pieces = {hex_: each for hex_, each in look.pieces.items() if hex_ in scenario.board}
        context.selection.select_pieces(pieces)
    else:
        context.selection.select(hex_ for hex_ in look.hexes if hex_ in scenario.board)


def look_of(context: EditorContext) -> Look:
    """Return where one looks in a window now."""
    view = context.view
    corner = view.corner
    selection = context.selection
    return Look(selection.hexes, view.shown_scale, (corner.x(), corner.y()), selection.pieces)
