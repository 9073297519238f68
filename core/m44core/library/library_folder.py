"""The scenario files in a library's folder, and their cache keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from m44core.errors import ReadError
from m44core.io.files.scenario_files import files_below, is_scenario
from m44core.io.files.side_files import rules_path
from m44core.messages.message import message


def scenarios_in(folder: Path) -> Iterator[Path]:
    """Yield the scenarios in and below a folder, as they are found.

    Subfolders that cannot be read are skipped.

    Raises:
        ReadError: there is no such folder, or it cannot be read.
    """
    closed: list[str] = []
    yield from (path for path in files_below(str(folder), closed) if is_scenario(path))
    if str(folder) in closed:
        problem = message("the folder {folder} is not there or cannot be read", folder=str(folder))
        raise ReadError(problem)


def file_stamp(path: Path | None) -> str:
    """Return size and modification time of a file as text; "" if there is no file."""
    if path is None:
        return ""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return ""
    return f"{status.st_size}.{status.st_mtime_ns}"


def cache_key(path: Path, terms: str) -> str:
    """Return a key that changes whenever the facts about a file may change.

    Args:
        path: The file; the rules file beside it counts as well.
        terms: The key of its settings, :meth:`LibrarySettings.cache_key`.
    """
    return f"{file_stamp(path)} {file_stamp(rules_path(path))} {terms}"
