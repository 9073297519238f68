"""Announcements for screen readers; Qt's classes for them take long to import."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from m44core.hexes import Hex


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader read *text* aloud."""
    from PySide6.QtGui import (  # Qt's classes are created on import
        QAccessible,
        QAccessibleAnnouncementEvent,
    )

    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def alert(widget: QWidget) -> None:
    """Report that *widget* has appeared and needs an answer; its accessible name is read aloud."""
    from PySide6.QtGui import (  # Qt's classes are created on import
        QAccessible,
        QAccessibleEvent,
    )

    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Alert))


def focus_hex(board: QWidget, hex_: Hex) -> None:
    """Have a screen reader read the content of a hex aloud, as if the hex had the focus."""
    from PySide6.QtGui import QAccessible  # Qt's classes are created on import

    if QAccessible.isActive():
        for handler in _hex_focus_handlers:
            handler(board, hex_)


def set_hex_focus_handler(handler: Callable[[QWidget, Hex], None]) -> None:
    """Set the function that :func:`focus_hex` calls with a board and a hex."""
    _hex_focus_handlers[:] = [handler]


_hex_focus_handlers: list[Callable[[QWidget, Hex], None]] = []
