"""The state folders and their JSON files, each locked by one process and passed on to the next."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar
from uuid import uuid4

from PySide6.QtCore import QLockFile, QStandardPaths

from m44core.errors import WriteError
from m44core.io.files.save import remove_stale_files, write
from m44core.messages.message import message
from m44core.messages.os_errors import os_error_reason
from m44core.messages.renderers import message_of_error
from m44core.untrusted_files import parse_json, read_bounded
from m44editor.interface_text import tr, translated

T = TypeVar("T")

_SUFFIX = ".json"
_DAMAGE_ERRORS = (AttributeError, KeyError, OSError, OverflowError, TypeError, ValueError)
"""The errors that reading a damaged file can raise."""


class DamagedContentError(ValueError):
    """Content that cannot be used; the message is for users."""


def _error_text(error: Exception) -> str:
    if isinstance(error, DamagedContentError):
        return str(error)
    if isinstance(error, OSError):
        return translated(os_error_reason(error))
    return translated(message("the file is damaged"))


class LockedFile(ABC, Generic[T]):
    """A JSON file that is locked while its process runs.

    Attributes:
        key: Its name, without the suffix.
    """

    error: ClassVar[type[Exception]]
    """The exception for write and read errors; its message says why."""
    max_size: ClassVar[int]
    """The maximum size in bytes; larger files are not ours."""

    def __init__(self, folder: Path, key: str | None = None) -> None:
        self.key = key or uuid4().hex
        self._file = folder / f"{self.key}{_SUFFIX}"
        self._lock = QLockFile(str(self._file.with_suffix(".lock")))
        self._lock.setStaleLockTime(0)  # a lock is stale only when its process has ended

    def lock(self) -> bool:
        """Lock the file; return False if another process has locked it or locking fails."""
        return self._lock.tryLock(0)

    def exists_or_unlock(self) -> bool:
        """Return whether the file exists or may exist; unlock it if another process deleted it."""
        try:
            exists = self._file.exists()
        except OSError:
            return True
        if not exists:
            self.unlock()
        return exists

    def unlock(self) -> None:
        """Unlock the file, leaving its content to the next session."""
        self._lock.unlock()

    def delete(self) -> None:
        """Delete the file; if that fails, a later session finds it."""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)

    def write(self, content: T) -> None:
        """Write content, replacing the previous content.

        Raises:
            error: the disk is full, or the folder is not writable.
        """
        data = json.dumps(self.encode(content)).encode()  # escaped, so lone surrogates do no harm
        try:
            write(data, self._file, backup=False)
        except WriteError as error:
            raise self.error(translated(message_of_error(error))) from error

    def read(self) -> T:
        """Return the content.

        Raises:
            error: the file is missing or damaged.
        """
        try:
            return self.decode(_parse_object(parse_json(read_bounded(self._file, self.max_size))))
        except _DAMAGE_ERRORS as error:
            file, reason = str(self._file), _error_text(error)
            raise self.error(tr("cannot read {file}: {why}", file=file, why=reason)) from error

    @staticmethod
    @abstractmethod
    def encode(content: T) -> dict[str, Any]:
        """Return content as plain data."""

    @staticmethod
    @abstractmethod
    def decode(data: dict[str, Any]) -> T:
        """Decode content from plain data.

        It raises any error for damaged data; the caller reports it as its own error.
        """


def _parse_object(data: object) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise TypeError("it is not a JSON object")
    return data


F = TypeVar("F", bound=LockedFile[Any])


def abandoned_files(folder: Path, file_type: type[F]) -> list[F]:
    """Return the files left by ended processes, the latest first, locked for this process."""
    try:
        files = sorted(folder.glob(f"*{_SUFFIX}"), key=_modification_time, reverse=True)
    except OSError:  # nothing can be found now, and nothing is lost
        return []
    remove_stale_files(folder)
    files_of_kind = (file_type(folder, file.stem) for file in files)
    return [each for each in files_of_kind if each.lock() and each.exists_or_unlock()]


def has_files(folder: Path) -> bool:
    """Return whether there is any file of a process in a folder."""
    try:
        return any(each.suffix == _SUFFIX for each in folder.iterdir())
    except OSError:
        return False


def _modification_time(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:  # its process deleted it just now
        return 0


def parse_path(name: object) -> Path | None:
    """Return a path from plain data; None if the data is empty.

    Raises:
        ValueError: it is not a path.
    """
    if not name:
        return None
    if not isinstance(name, str) or "\0" in name:
        raise ValueError(name)
    return Path(name)


def recovery_folder() -> Path:
    """Return the folder of the snapshots of unsaved work."""
    return _state_folder() / "recovery"


def games_folder() -> Path:
    """Return the folder of the snapshots of unsaved games."""
    return recovery_folder() / "games"


def sessions_folder() -> Path:
    """Return the folder of the session files."""
    return _state_folder() / "sessions"


def starts_folder() -> Path:
    """Return the folder in which each start notes the tab it is opening."""
    return _state_folder() / "starts"


def _state_folder() -> Path:
    state = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericStateLocation)
    return Path(state) / "m44-workshop"
