"""Boards that can be read: their rows and hexes, for programs that read windows, once one asks."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QApplication, QWidget

from m44core.hexes import Hex
from m44editor.board.board_view import BoardView
from m44editor.screen_reader import lead_by

_BOARD = "BoardView"  # how Qt calls the class
_INSTALLED = "m44-boards-are-read"


def let_boards_be_read() -> None:
    """Show the rows and hexes of every board to programs that read windows, once one asks."""
    application = QApplication.instance()
    if not isinstance(application, QApplication) or application.property(_INSTALLED):
        return
    application.setProperty(_INSTALLED, True)
    QAccessible.installFactory(_part_of_screen)
    lead_by(_lead)
    if QAccessible.isActive():  # boards there are were shown without parts
        for widget in application.allWidgets():
            if type(widget).__name__ == _BOARD:
                old = QAccessible.queryAccessibleInterface(widget)
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(old))


def _part_of_screen(kind: str, thing: QObject) -> object:
    """Return how programs read a board; Qt asks for every class of every widget."""
    if kind != _BOARD:
        return None
    from m44editor.accessibility.board_table import table_of  # 3 ms

    return table_of(thing) if isinstance(thing, BoardView) else None


def _lead(board: QWidget, hex_: Hex) -> None:
    """Let the keyboard be on a hex, for whatever reads the screen."""
    from m44editor.accessibility.board_table import table_of  # 3 ms

    if isinstance(board, BoardView):
        cell = table_of(board).cell(hex_)
        QAccessible.updateAccessibility(QAccessibleEvent(cell, QAccessible.Event.Focus))
