"""Versions of a file by name, as on the command line: ``a.m44@2`` or ``a.m44@2026-11-29``."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

from m44core.errors import ReadError
from m44core.history.file_history import History, history_of, local_history, read_version
from m44core.history.file_versions import Version
from m44core.messages.message import Message, enumerated, message
from m44core.model.scenario import Scenario
from m44core.resources import user_data_folder

_NAME = re.compile(r"(?P<file>.+)@(?P<version>[0-9][0-9T:-]*)", re.DOTALL)
_TIMES = (  # a format, and how long a time in it lasts
    ("%Y-%m-%d", timedelta(days=1)),
    ("%Y-%m-%dT%H:%M", timedelta(minutes=1)),
    ("%Y-%m-%dT%H:%M:%S", timedelta(seconds=1)),
)
_MAX_LISTED_VERSIONS = 5  # versions in an error message


def default_histories_folder() -> Path:
    """Return the folder of all the user's histories."""
    return user_data_folder() / "history"


def parse_version_name(name: str) -> tuple[Path, str] | None:
    """Return the file and the version that a name refers to; None if it does not name a version.

    The name of an existing file never refers to a version.
    """
    match = _NAME.fullmatch(name)
    if match is None or Path(name).exists():
        return None
    return Path(match["file"]), match["version"]


def read_named_version(file: Path, version: str, root: Path | None = None) -> Scenario:
    """Return the scenario of a version of a file.

    Args:
        file: The file.
        version: ``1`` for the latest version, ``2`` for the one before, and so on; or a day or time
            in the local time zone, such as ``2026-11-29T14:05``, for the last version stored by the
            end of that day, minute or second.
        root: The folder of all histories; the user's by default.

    Raises:
        ReadError: there is no such version.
        HistoryError: the version is damaged.
    """
    stored_versions = _stored_versions(file, root or default_histories_folder())
    chosen = _selected_version([each for _, each in stored_versions], version)
    if chosen is None:
        raise ReadError(
            _missing_version_message(file, version, [each for _, each in stored_versions])
        )
    history = next(history for history, each in stored_versions if each is chosen)
    result = read_version(history.read(chosen), file)
    assert result.scenario is not None, "read_version raises an error without one"
    return result.scenario


def _stored_versions(file: Path, root: Path) -> list[tuple[History, Version]]:
    """Return the versions in both possible histories of a file, the latest first."""
    histories = history_of(file, root), local_history(file)
    versions = [(history, version) for history in histories for version in history.versions()]
    return sorted(versions, key=lambda each: each[1].name, reverse=True)


def _selected_version(versions: list[Version], name: str) -> Version | None:
    if name.isdecimal():
        number = int(name)
        return versions[number - 1] if 1 <= number <= len(versions) else None
    end = _end_of_named_time(name)
    if end is None:
        return None
    return next((version for version in versions if version.taken_at < end), None)


def _end_of_named_time(name: str) -> datetime | None:
    """Return the end of a day, minute or second; None if the name is not a time."""
    for time_format, length in _TIMES:
        try:
            return datetime.strptime(name, time_format).astimezone() + length
        except (ValueError, OverflowError, OSError):
            continue
    return None


def _missing_version_message(file: Path, version: str, versions: list[Version]) -> Message:
    if not versions:
        return message("{file}: no versions of this file are kept", file=str(file))
    times = (
        each.taken_at.astimezone().strftime("%Y-%m-%dT%H:%M")
        for each in versions[:_MAX_LISTED_VERSIONS]
    )
    return message(
        "{file}: no version {version}; use a number from 1 to {number}, or a time. The latest: "
        "{times}",
        file=str(file),
        version=version,
        number=len(versions),
        times=enumerated(times),
    )
