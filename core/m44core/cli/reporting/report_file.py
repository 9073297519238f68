"""Writing the report of ``m44 check --output`` to a file."""

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
    """Refuse to write a report over a scenario, or over one of the *files* being checked.

    Raises:
        WriteError: the name has the suffix of a scenario, or is that of a checked file.
    """
    if name.lower().endswith(_SCENARIOS):
        problem = message("{name} is a scenario; choose another name for the report", name=name)
        raise WriteError(problem)
    for file in files:
        if _is_same(name, file):
            problem = message(
                "{name} is one of the files to check; choose another file for the report", name=name
            )
            raise WriteError(problem)


def _is_same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)  # noqa: PTH121 - a Path may raise instead
    except (OSError, ValueError):
        return False


def write_report(name: str, text: str) -> None:
    """Replace an older report atomically; append to a pipe or a device.

    Raises:
        WriteError: it cannot be written; the older report is unchanged.
        OSError: the pipe or the device cannot be written to.
    """
    data, path = text.encode("utf-8", "backslashreplace"), Path(name)
    if not _is_stream(path):
        write(data, path, backup=False)
        return
    with path.open("ab") as stream:  # append
        stream.write(data)


def _is_stream(path: Path) -> bool:
    """Return whether a path is a pipe, a device or an open file such as ``/dev/stdout``."""
    if os.name == "posix" and os.path.abspath(path).startswith(_OPEN):  # noqa: PTH100 - no link yet
        return True
    return os.path.exists(path) and not (path.is_file() or path.is_dir())  # noqa: PTH110 - as above
