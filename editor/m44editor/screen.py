"""How large a window may be at first, and how much a box may say."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

_BORDERS = QSize(16, 48)  # logical pixels for what the desktop puts round a window
_LETTERS, _LINES = 800, 12  # of a text, so that the buttons below it are on every screen
_UNBROKEN = re.compile(r"(\S{40})(?=\S)")
_MAY_BREAK = "\u200b"  # no space, yet a line may end there


def screen_of(widget: QWidget) -> QScreen | None:
    """Return the screen a widget is on, or will be on: that of its parent; None without any.

    ``QWidget.screen`` must not be asked: PySide6 takes the screen for a child of the widget and
    destroys it with the widget, and the next window crashes.
    """
    parent = widget.parentWidget()
    shown = parent.window() if parent and not widget.isVisible() else widget
    place = shown.mapToGlobal(shown.rect().center())
    return QGuiApplication.screenAt(place) or QGuiApplication.primaryScreen()


def resize_to_screen(window: QWidget, width: int, height: int) -> None:
    """Make *window* so large, or as large as its screen has room for."""
    screen = screen_of(window)
    room = screen.availableSize() - _BORDERS if screen else QSize(width, height)
    window.resize(QSize(width, height).boundedTo(room))


def for_a_box(words: str) -> str:
    """Return a text as a box tells it: of few lines, none of them wider than a screen.

    A box grows with its text, and what it says may come from a file: a name of 250 letters, a
    reason that quotes a page.
    """
    lines = words.splitlines()
    short = "\n".join(lines[:_LINES])[:_LETTERS]
    cut = len(lines) > _LINES or len(short) < len(words.rstrip("\n"))
    return _UNBROKEN.sub(rf"\1{_MAY_BREAK}", short) + ("…" if cut else "")
