"""Initial window sizes and message lengths that fit the screen."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

_FRAME_SIZE = QSize(16, 48)  # logical pixels of the window frame
_MAX_CHARACTERS, _MAX_LINES = 800, 12  # so that the buttons below are on every screen
_UNBROKEN = re.compile(r"(\S{40})(?=\S)")
_MAY_BREAK = "\u200b"  # zero-width space: a line may break here


def screen_of(widget: QWidget) -> QScreen | None:
    """Return the screen that a widget or its parent is on; None if there is none.

    Do not use ``QWidget.screen``: PySide6 considers the screen a child of the widget and destroys
    it with the widget, and the next window crashes.
    """
    parent = widget.parentWidget()
    visible_widget = parent.window() if parent and not widget.isVisible() else widget
    center = visible_widget.mapToGlobal(visible_widget.rect().center())
    return QGuiApplication.screenAt(center) or QGuiApplication.primaryScreen()


def resize_to_screen(window: QWidget, width: int, height: int) -> None:
    """Resize *window* to a size in logical pixels, limited by its screen."""
    screen = screen_of(window)
    available_size = screen.availableSize() - _FRAME_SIZE if screen else QSize(width, height)
    window.resize(QSize(width, height).boundedTo(available_size))


def shortened_for_message_box(text: str) -> str:
    """Return a text shortened for a message box: few lines, none wider than a screen.

    A box grows with its text, which may come from a file, such as a name of 250 characters or an
    error message that quotes a page.
    """
    lines = text.splitlines()
    short_text = "\n".join(lines[:_MAX_LINES])[:_MAX_CHARACTERS]
    is_cut = len(lines) > _MAX_LINES or len(short_text) < len(text.rstrip("\n"))
    return _UNBROKEN.sub(rf"\1{_MAY_BREAK}", short_text) + ("…" if is_cut else "")
