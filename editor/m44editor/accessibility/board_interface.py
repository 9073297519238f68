"""Installs the accessible interface of boards: rows and hexes for assistive technology."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QApplication, QWidget

from m44core.hexes import Hex
from m44editor.board.board_view import BoardView
from m44editor.screen_reader import set_hex_focus_handler

_BOARD_CLASS = "BoardView"  # Qt's name of the class
_INSTALLED_PROPERTY = "m44-boards-are-read"


def install_board_accessibility() -> None:
    """Expose the rows and hexes of every board to assistive technology, on demand."""
    application = QApplication.instance()
    if not isinstance(application, QApplication) or application.property(_INSTALLED_PROPERTY):
        return
    application.setProperty(_INSTALLED_PROPERTY, True)
    QAccessible.installFactory(_create_interface)
    set_hex_focus_handler(_notify_cell_focused)
    if QAccessible.isActive():  # existing boards were exposed without parts
        for widget in application.allWidgets():
            if type(widget).__name__ == _BOARD_CLASS:
                unused_interface = QAccessible.queryAccessibleInterface(widget)
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(unused_interface))


def _create_interface(class_name: str, qt_object: QObject) -> object:
    """Return the accessible interface of a board; None for any other object."""
    if class_name != _BOARD_CLASS:
        return None
    from m44editor.accessibility.board_table import table_for  # 3 ms

    return table_for(qt_object) if isinstance(qt_object, BoardView) else None


def _notify_cell_focused(board: QWidget, hex_: Hex) -> None:
    """Notify assistive technology that a hex has the focus."""
    from m44editor.accessibility.board_table import table_for  # 3 ms

    if isinstance(board, BoardView):
        cell = table_for(board).cell(hex_)
        QAccessible.updateAccessibility(QAccessibleEvent(cell, QAccessible.Event.Focus))
