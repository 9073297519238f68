"""From one sheet to another: where somebody looked is remembered, and found again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from m44editor.documents.sheet import Look

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow


def leave(window: MainWindow) -> None:
    """Take what is being typed and end what is being dragged, and remember where one looks."""
    window.view.setFocus()
    window.toolbox.let_go()
    window.document.sheet.look = look_of(window)


def look_there(window: MainWindow) -> None:
    """Look where one looked on the board of the sheet that is shown now."""
    scenario, look = window.document.scenario, window.document.sheet.look
    window.view.look_with(look.scale, QPointF(*look.corner))
    if look.pieces:
        pieces = {hex_: each for hex_, each in look.pieces.items() if hex_ in scenario.board}
        window.selection.select_pieces(pieces)
    else:
        window.selection.select(hex_ for hex_ in look.hexes if hex_ in scenario.board)


def look_of(window: MainWindow) -> Look:
    """Return where one looks in a window now."""
    view = window.view
    corner = view.corner
    selection = window.selection
    return Look(selection.hexes, view.shown_scale, (corner.x(), corner.y()), selection.pieces)
