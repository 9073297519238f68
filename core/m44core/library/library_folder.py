"""The scenario files in a library's folder, and their cache keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from m44core.errors import ReadError
from m44core.io.files.scenario_files import files_below, is_scenario
from m44core.io.files.side_files import rules_path
from m44core.messages.message import message


def scenario_paths_in(folder: Path) -> Iterator[Path]:
    """Yield the scenarios in a folder and its subfolders as they are found.

    Subfolders that cannot be read are skipped.

    Raises:
        ReadError: the folder does not exist or cannot be read.
    """
    unreadable_folders: list[str] = []
    yield from (path for path in files_below(str(folder), unreadable_folders) if is_scenario(path))
    if str(folder) in unreadable_folders:
        problem = message(
            "the folder {folder} does not exist or cannot be read", folder=str(folder)
        )
        raise ReadError(problem)


def file_stamp(path: Path | None) -> str:
    """Return the size and modification time of a file as text; "" if there is no file."""
    if path is None:
        return ""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return ""
    return f"{status.st_size}.{status.st_mtime_ns}"


def cache_key(path: Path, settings_key: str) -> str:
    """Return a key that changes whenever the facts about a file could change.

    Args:
        path: The file; the rules file next to it counts as well.
        settings_key: The cache key of its settings, from :meth:`LibrarySettings.cache_key`.
    """
    return f"{file_stamp(path)} {file_stamp(rules_path(path))} {settings_key}"
