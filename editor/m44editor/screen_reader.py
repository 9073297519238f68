"""Telling people who listen to their screen; Qt's part of it takes long to import."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from m44core.hexes import Hex
    from m44editor.board.view import BoardView

_BOARD = "BoardView"  # how Qt calls the class
_INSTALLED = "m44-boards-are-read"


def announce(widget: QWidget, words: str) -> None:
    """Have *words* read aloud where a screen reader runs."""
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


def alert(widget: QWidget) -> None:
    """Say that *widget* appeared and wants an answer; its accessible name is read aloud."""
    from PySide6.QtGui import QAccessible, QAccessibleEvent

    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Alert))


def lead_to_hex(view: BoardView, hex_: Hex) -> None:
    """Have a screen reader say what is on a hex, as what the keyboard is on."""
    from PySide6.QtGui import QAccessible, QAccessibleEvent

    if QAccessible.isActive():
        from m44editor.access.hexes import table_of

        cell = table_of(view).cell(hex_)
        QAccessible.updateAccessibility(QAccessibleEvent(cell, QAccessible.Event.Focus))


def let_boards_be_read() -> None:
    """Show the rows and hexes of every board to programs that read windows, once one asks."""
    from PySide6.QtGui import QAccessible

    application = QApplication.instance()
    if not isinstance(application, QApplication) or application.property(_INSTALLED):
        return
    application.setProperty(_INSTALLED, True)
    QAccessible.installFactory(_part_of_screen)
    if QAccessible.isActive():  # boards there are were shown without parts
        for widget in application.allWidgets():
            if type(widget).__name__ == _BOARD:
                old = QAccessible.queryAccessibleInterface(widget)
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(old))


def _part_of_screen(kind: str, thing: QObject) -> object:
    """Return how programs read a board; Qt asks for every class of every widget."""
    if kind != _BOARD:
        return None
    from m44editor.access.hexes import table_of
    from m44editor.board.view import BoardView

    return table_of(thing) if isinstance(thing, BoardView) else None
