"""Findings in a file of their own."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from m44core.errors import WriteError
from m44core.io.files.save import write
from m44core.messages.message import message

_SCENARIOS = (".m44", ".yaml", ".yml")
_OPEN = ("/dev/", "/proc/")


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
    """Write a report over an older one, whole or not at all; a pipe or a device gets it as it is.

    Raises:
        WriteError: it cannot be written there; the older one still stands.
        OSError: the pipe or the device takes no more.
    """
    data, path = text.encode("utf-8", "backslashreplace"), Path(name)
    if not _is_stream(path):
        write(data, path, backup=False)
        return
    with path.open("ab") as stream:  # what it got before stays
        stream.write(data)


def _is_stream(path: Path) -> bool:
    """Return whether a path leads to no file, or to one that is open: ``/dev/stdout``."""
    if os.name == "posix" and os.path.abspath(path).startswith(_OPEN):  # noqa: PTH100 - no link yet
        return True
    return os.path.exists(path) and not (path.is_file() or path.is_dir())  # noqa: PTH110 - as above
