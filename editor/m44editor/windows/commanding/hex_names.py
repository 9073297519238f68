"""Names of hexes for other programs: those that are selected, else the one under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from m44editor.words import tr

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow


def copy_hex_names(window: MainWindow) -> None:
    """Put the names of hexes on the clipboard, and say which."""
    names = ", ".join(_names(window))
    if names:
        QGuiApplication.clipboard().setText(names)
    window.panels.said.emit(
        tr("Copied {hexes}", hexes=names) if names else tr("Select hexes, or point at one")
    )


def _names(window: MainWindow) -> list[str]:
    board, view = window.document.scenario.board, window.view
    pointed = view.cursor_hex or view.hover
    chosen = window.selection.hexes or ({pointed} if pointed is not None else set())
    return [board.name(hex_) for hex_ in board.hexes if hex_ in chosen]
