"""The file of ``m44 check --output``: never one of the files being checked."""

from __future__ import annotations

import os
from collections.abc import Iterable

from m44core.errors import WriteError
from m44core.messages.message import message

_SCENARIO_SUFFIXES = (".m44", ".yaml", ".yml")


def refuse_to_replace_checked_file(name: str, files: Iterable[str]) -> None:
    """Refuse to write a report over a scenario, or over one of the *files* being checked.

    Raises:
        WriteError: the name has the suffix of a scenario, or is the name of a checked file.
    """
    if name.lower().endswith(_SCENARIO_SUFFIXES):
        problem = message("{name} is a scenario; choose another name for the report", name=name)
        raise WriteError(problem)
    for file in files:
        if _is_same_file(name, file):
            problem = message(
                "{name} is one of the files to check; choose another file for the report", name=name
            )
            raise WriteError(problem)


def _is_same_file(path: str, other: str) -> bool:
    try:
        return os.path.samefile(path, other)  # noqa: PTH121 - a Path may raise instead
    except (OSError, ValueError):
        return False
