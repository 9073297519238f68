"""Telling people who listen to their screen; Qt's part of it takes long to import."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from m44core.hexes import Hex


def announce(widget: QWidget, words: str) -> None:
    """Have *words* read aloud where a screen reader runs."""
    from PySide6.QtGui import (  # Qt's classes are made when they are imported
        QAccessible,
        QAccessibleAnnouncementEvent,
    )

    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


def alert(widget: QWidget) -> None:
    """Say that *widget* appeared and wants an answer; its accessible name is read aloud."""
    from PySide6.QtGui import (  # Qt's classes are made when they are imported
        QAccessible,
        QAccessibleEvent,
    )

    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Alert))


def lead_to_hex(board: QWidget, hex_: Hex) -> None:
    """Have a screen reader say what is on a hex, as what the keyboard is on."""
    from PySide6.QtGui import QAccessible  # Qt's classes are made when they are imported

    if QAccessible.isActive():
        for lead in _leading:
            lead(board, hex_)


def lead_by(lead: Callable[[QWidget, Hex], None]) -> None:
    """Have screen readers led to hexes by what shows them the parts of a board."""
    _leading[:] = [lead]


_leading: list[Callable[[QWidget, Hex], None]] = []
