"""The scenario files of a library's folder, and what tells each from a later one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from m44core.errors import ReadError
from m44core.io.files.scenario_files import files_below, is_scenario
from m44core.io.files.side_files import rules_path
from m44core.messages.message import message


def scenarios_in(folder: Path) -> Iterator[Path]:
    """Yield the scenarios in a folder and below it, as they are found.

    Folders below that cannot be read are left out.

    Raises:
        ReadError: there is no such folder, or it may not be read.
    """
    closed: list[str] = []
    yield from (path for path in files_below(str(folder), closed) if is_scenario(path))
    if str(folder) in closed:
        said = message("the folder {folder} is not there or cannot be read", folder=str(folder))
        raise ReadError(said)


def file_stamp(path: Path | None) -> str:
    """Return size and time of a file; "" where there is none."""
    if path is None:
        return ""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return ""
    return f"{status.st_size}.{status.st_mtime_ns}"


def cache_key(path: Path, terms: str) -> str:
    """Return what is another as soon as anything may be another that is known of a file.

    Args:
        path: The file; the rules that stand beside it count as well.
        terms: The same for what it is judged by.
    """
    return f"{file_stamp(path)} {file_stamp(rules_path(path))} {terms}"
