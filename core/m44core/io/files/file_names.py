"""File names that are valid on every system."""

from __future__ import annotations

import re

_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\..*)?")
_MARK = "_"


def is_reserved(stem: str) -> bool:
    """Return whether Windows reserves a file name for a device, with any suffix: ``con.yaml``."""
    return _RESERVED.fullmatch(stem.rstrip(" .")) is not None


def unreserved_stem(stem: str) -> str:
    """Return the stem of a file name, changed if Windows reserves it for a device."""
    if not is_reserved(stem):
        return stem
    name, dot, suffix = stem.rstrip(" .").partition(".")
    return f"{name.rstrip()}{_MARK}{dot}{suffix}"
