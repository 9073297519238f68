"""Findings in a file of their own."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from m44core.errors import WriteError
from m44core.messages.message import message

_SCENARIOS = (".m44", ".yaml", ".yml")


def refuse_to_replace(name: str, files: Iterable[str]) -> None:
    """Make sure that the report takes the place of no scenario, least of all one of the *files*.

    Raises:
        WriteError: it would.
    """
    if name.lower().endswith(_SCENARIOS):
        said = message("{name} is the name of a scenario; choose another for the report", name=name)
        raise WriteError(said)
    for file in files:
        if _is_same(name, file):
            said = message(
                "{name} is to be checked itself; choose another file for the report", name=name
            )
            raise WriteError(said)


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
