"""Labels of the balance panel, and texts in them."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from m44core.messages.message import Message, several
from m44editor.theme_tokens import Space

_MINUTE, _HOUR = 60, 3600


def text_label() -> QLabel:
    """Return a label for text that can be selected, hidden until it has some."""
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    label.hide()
    return label


def set_text(label: QLabel, text: str) -> None:
    """Show a text in a label that is already in its layout; an empty label takes no space."""
    if label.text() != text:
        label.setText(text)
    if label.isHidden() == bool(text):
        label.setVisible(bool(text))


def heading(text: str) -> QLabel:
    """Return the heading of a section, with space above it."""
    label = QLabel(f"<b>{escape(text)}</b>")
    label.setContentsMargins(0, Space.MEDIUM, 0, 0)
    return label


def with_unbroken_parentheses(text: str) -> str:
    """Return a text that wraps only outside its parentheses."""
    return re.sub(r"\([^)]*\)", lambda found: found[0].replace(" ", "\xa0"), text)


def time_left(seconds: float) -> Message:
    """Return the remaining time as a message, in a suitable unit."""
    if seconds < _MINUTE:
        number = max(1, round(seconds))
        return several("about {number} second left", "about {number} seconds left", number)
    if seconds < _HOUR:
        number = round(seconds / _MINUTE)
        return several("about {number} minute left", "about {number} minutes left", number)
    number = round(seconds / _HOUR)
    return several("about {number} hour left", "about {number} hours left", number)
