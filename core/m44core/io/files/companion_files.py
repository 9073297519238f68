"""The files next to a scenario file that belong to it, such as ``NAME.rules.yaml``.

:data:`m44core.io.files.scenario_files.SIDE_ENDINGS` lists them; they are copied or renamed with the
scenario file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from m44core.errors import WriteError
from m44core.io.files.save import write
from m44core.io.files.scenario_files import SIDE_ENDINGS
from m44core.messages.message import message
from m44core.messages.os_errors import os_error_reason

_SUFFIXES = (".m44", ".yaml", ".yml", ".json")  # of scenario files, the most likely first

Pair = tuple[Path, Path]
"""A companion file and its new path."""


def is_companion(path: Path) -> bool:
    """Return whether a file belongs to a scenario file, by its name."""
    return path.name.endswith(SIDE_ENDINGS)


def scenario_of_companion(path: Path) -> Path | None:
    """Return the scenario file that a companion belongs to; None if there is none next to it."""
    stem = next(path.name.removesuffix(end) for end in SIDE_ENDINGS if path.name.endswith(end))
    candidates = (path.with_name(stem + suffix) for suffix in _SUFFIXES)
    return next(filter(_is_file, candidates), None)


def companion_pairs(path: Path, target: Path) -> list[Pair]:
    """Return the existing companions of a scenario file, each with its new path next to *target*.

    The list is empty if both files share their companions because they only differ in their suffix.
    """
    pairs = [
        (path.with_name(path.stem + ending), target.with_name(target.stem + ending))
        for ending in SIDE_ENDINGS
    ]
    return [
        (source, new_path)
        for source, new_path in pairs
        if source not in (path, new_path) and _is_file(source)
    ]


def pairs_to_overwrite(pairs: Iterable[Pair]) -> list[Pair]:
    """Return the pairs whose target exists with different content."""
    return [(source, target) for source, target in pairs if _content_differs(source, target)]


def copy_companions(pairs: Iterable[Pair]) -> None:
    """Copy companion files; one that fails does not stop the others.

    Raises:
        WriteError: some files could not be copied; the message is about the first of them.
    """
    first_error: WriteError | None = None
    for source, target in pairs:
        try:
            write(source.read_bytes(), target)
        except WriteError as error:
            first_error = first_error or error
        except OSError as error:
            problem = message(
                "{name} cannot be copied: {why}", name=source.name, why=os_error_reason(error)
            )
            first_error = first_error or WriteError(problem)
    if first_error is not None:
        raise first_error


def _is_file(path: Path) -> bool:
    """Return whether a file exists; False if its name is too long."""
    return os.path.isfile(path)  # noqa: PTH113 - a Path raises for such names


def _content_differs(source: Path, target: Path) -> bool:
    try:
        return target.exists() and target.read_bytes() != source.read_bytes()
    except OSError:
        return True
