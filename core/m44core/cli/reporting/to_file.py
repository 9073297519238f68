"""Findings in a file of their own."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from m44core.errors import WriteError


def refuse_to_replace(name: str, files: Iterable[str]) -> None:
    """Make sure that the report takes the place of none of the *files* that are checked.

    Raises:
        WriteError: it would.
    """
    for file in files:
        if _is_same(name, file):
            raise WriteError(f"{name} is to be checked itself; choose another file for the report")


def _is_same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)  # noqa: PTH121 - a Path raises what it cannot tell
    except (OSError, ValueError):
        return False


def write_report(name: str, text: str) -> None:
    """Write a report whole, over an older one.

    Raises:
        OSError: it cannot be written there.
    """
    Path(name).write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
