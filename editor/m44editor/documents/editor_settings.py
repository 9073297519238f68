"""The editor's stored settings, read with types.

A value that is damaged or from another version is read as the default, so that no stored setting
can prevent the editor from starting.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

from PySide6.QtCore import QByteArray, QSettings

BOXES_KEY = "checks/boxes"
"""The settings key of the owned boxes."""
PROFILE_KEYS = {"bga": "checks/arena", "publish": "checks/publication"}
"""The settings keys of the check profiles the user turns on."""

E = TypeVar("E", bound=StrEnum)
_FLAGS = {"true": True, "1": True, "false": False, "0": False}


def bool_setting(settings: QSettings, key: str, default: bool) -> bool:
    """Return a stored boolean; *default* if it is missing or damaged."""
    value = any_setting(settings, key)
    return value if isinstance(value, bool) else _FLAGS.get(str(value), default)


def text_setting(settings: QSettings, key: str, default: str) -> str:
    """Return a stored text; *default* if it is missing or damaged."""
    value = any_setting(settings, key)
    return value if isinstance(value, str) else default


def enum_setting(settings: QSettings, key: str, default: E) -> E:
    """Return a stored member of the enum of *default*; *default* if it is missing or damaged."""
    value = text_setting(settings, key, default.value)
    return next((each for each in type(default) if each.value == value), default)


def list_setting(settings: QSettings, key: str) -> list[str]:
    """Return a stored list of texts, without those that are empty or contain a null character."""
    value = any_setting(settings, key)
    values = value if isinstance(value, list) else [value]
    return [name for name in values if isinstance(name, str) and name and "\0" not in name]


def layout_setting(settings: QSettings, key: str) -> QByteArray:
    """Return a stored window layout; empty if it is missing or damaged."""
    value = any_setting(settings, key)
    return value if isinstance(value, QByteArray) else QByteArray()


def any_setting(settings: QSettings, key: str) -> object:
    """Return a stored value of any type; None if it is missing or cannot be converted."""
    try:
        return settings.value(key)
    except (RuntimeError, TypeError, ValueError):
        return None
