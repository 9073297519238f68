"""Names of hexes for other programs: those that are selected, else the one under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from m44editor.words import tr

if TYPE_CHECKING:
    from m44editor.windows.context import EditorContext


def copy_hex_names(context: EditorContext) -> None:
    """Put the names of hexes on the clipboard, and say which."""
    names = ", ".join(_names(context))
    if names:
        QGuiApplication.clipboard().setText(names)
    context.say(tr("Copied {hexes}", hexes=names) if names else tr("Select hexes, or point at one"))


def _names(context: EditorContext) -> list[str]:
    board, view = context.document.scenario.board, context.view
    pointed = view.cursor_hex or view.hover
    chosen = context.selection.hexes or ({pointed} if pointed is not None else set())
    return [board.name(hex_) for hex_ in board.hexes if hex_ in chosen]
