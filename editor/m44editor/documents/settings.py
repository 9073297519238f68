"""What the editor remembers from one session to the next, with types."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings

from m44core.language import ENGLISH, LANGUAGES

BOXES, ARENA, LANGUAGE = "checks/boxes", "checks/arena", "checks/language"
"""What is asked of the checks: the boxes that are owned, Board Game Arena, the language."""


def flag(settings: QSettings, key: str, default: bool) -> bool:
    """Return a remembered yes or no."""
    return bool(settings.value(key, default, bool))


def word(settings: QSettings, key: str, default: str) -> str:
    """Return a remembered word."""
    return str(settings.value(key, default, str))


def layout(settings: QSettings, key: str) -> QByteArray:
    """Return a remembered window layout; empty the first time."""
    value = settings.value(key)
    return value if isinstance(value, QByteArray) else QByteArray()


def language_of_findings(settings: QSettings) -> str:
    """Return the code of the language in which findings are said."""
    language = word(settings, LANGUAGE, ENGLISH)
    return language if language in LANGUAGES else ENGLISH
