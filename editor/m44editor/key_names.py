"""What the keys of commands are called, in the language of the window; Qt knows."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence


def key_name(keys: str) -> str:
    """Return what is written on keys: for ``Ctrl+Return`` in German ``Strg+Return``."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
