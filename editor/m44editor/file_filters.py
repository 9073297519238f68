"""The kinds of files people choose from in dialogs, as Qt reads them: ``Images (*.png *.svg)``."""

from __future__ import annotations

from m44core.messages.message import Message
from m44editor.words import told


def file_filter(kind: Message, patterns: str) -> str:
    """Return a kind of files by its name and the patterns of its files: ``*.png *.svg``."""
    return f"{told(kind)} ({patterns})"
