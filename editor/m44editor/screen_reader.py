"""Telling people who listen to their screen; Qt's part of it takes long to import."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, words: str) -> None:
    """Have *words* read aloud where a screen reader runs."""
    from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


def alert(widget: QWidget) -> None:
    """Say that *widget* appeared and wants an answer; its accessible name is read aloud."""
    from PySide6.QtGui import QAccessible, QAccessibleEvent

    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.Alert))
