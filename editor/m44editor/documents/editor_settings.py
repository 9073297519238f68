"""What the editor remembers from one session to the next, with types.

Whatever stands there, be it of another version or of no program at all, is read as the type that
is asked for, or as the default: nothing that is remembered keeps the editor from starting.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

from PySide6.QtCore import QByteArray, QSettings

BOXES = "checks/boxes"
ASKED = {"bga": "checks/arena", "publish": "checks/publication"}
"""Where it is remembered that a profile of the checks is asked for."""
"""What is asked of the checks: the boxes that are owned, Board Game Arena."""

E = TypeVar("E", bound=StrEnum)
_FLAGS = {"true": True, "1": True, "false": False, "0": False}


def flag(settings: QSettings, key: str, default: bool) -> bool:
    """Return a remembered yes or no."""
    value = _stored(settings, key)
    return value if isinstance(value, bool) else _FLAGS.get(str(value), default)


def word(settings: QSettings, key: str, default: str) -> str:
    """Return a remembered word."""
    value = _stored(settings, key)
    return value if isinstance(value, str) else default


def one_of(settings: QSettings, key: str, default: E) -> E:
    """Return one of a few remembered words, those *default* is one of."""
    value = word(settings, key, default.value)
    return next((each for each in type(default) if each.value == value), default)


def names(settings: QSettings, key: str) -> list[str]:
    """Return remembered names; those that no file can have are left out."""
    value = _stored(settings, key)
    listed = value if isinstance(value, list) else [value]
    return [name for name in listed if isinstance(name, str) and name and "\0" not in name]


def layout(settings: QSettings, key: str) -> QByteArray:
    """Return a remembered window layout; empty the first time."""
    value = _stored(settings, key)
    return value if isinstance(value, QByteArray) else QByteArray()


def _stored(settings: QSettings, key: str) -> object:
    """Return what stands there, of whatever type; None where Python has none for it."""
    try:
        return settings.value(key)
    except (RuntimeError, TypeError, ValueError):
        return None
