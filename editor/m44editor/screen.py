"""How large a window may be at first."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

_BORDERS = QSize(16, 48)  # logical pixels for what the desktop puts round a window


def resize_to_screen(window: QWidget, width: int, height: int) -> None:
    """Make *window* so large, or as large as its screen has room for."""
    screen = window.screen()
    room = screen.availableSize() - _BORDERS if screen else QSize(width, height)
    window.resize(QSize(width, height).boundedTo(room))
