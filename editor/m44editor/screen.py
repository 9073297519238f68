"""Initial window sizes and message lengths that fit the screen."""

from __future__ import annotations

import re

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QMainWindow, QWidget

_FRAME_SIZE = QSize(16, 48)  # logical pixels of the window frame
_MAX_CHARACTERS, _MAX_LINES = 800, 12  # so that the buttons below are on every screen
_LEAST_WIDTH, _LEAST_HEIGHT = 480, 320  # logical pixels: windows stored smaller are damaged
_STATE_HEADER_BYTES = 8
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


def restore_geometry(window: QWidget, geometry: QByteArray) -> None:
    """Restore the stored position and size of a window; keep its size if the data is damaged.

    Qt restores what it can read of truncated data, which may be an empty rectangle.
    """
    size = window.size()
    window.restoreGeometry(geometry)
    if window.width() < _LEAST_WIDTH or window.height() < _LEAST_HEIGHT:
        window.resize(size)


def restore_panels(window: QMainWindow, state: QByteArray, version: int = 0) -> bool:
    """Restore the stored panels and toolbars of a window; return False if the data is damaged.

    Qt would hide all panels if it is truncated after its header.
    """
    return state.size() > _STATE_HEADER_BYTES and window.restoreState(state, version)


def shortened_for_message_box(text: str) -> str:
    """Return a text shortened for a message box: few lines, none wider than a screen.

    A box grows with its text, which may come from a file, such as a name of 250 characters or an
    error message that quotes a page.
    """
    lines = text.splitlines()
    short_text = "\n".join(lines[:_MAX_LINES])[:_MAX_CHARACTERS]
    is_cut = len(lines) > _MAX_LINES or len(short_text) < len(text.rstrip("\n"))
    return _UNBROKEN.sub(rf"\1{_MAY_BREAK}", short_text) + ("…" if is_cut else "")
