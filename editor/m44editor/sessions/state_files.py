"""The state folder, and its JSON files: each locked by one process, and left to the next."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar
from uuid import uuid4

from PySide6.QtCore import QLockFile, QStandardPaths

from m44core.errors import WriteError
from m44core.io.files.save import sweep, write
from m44core.messages.os_errors import os_error_reason
from m44core.messages.words import reason
from m44core.untrusted_files import json_data, read_within
from m44editor.interface_text import told, tr

T = TypeVar("T")

_SUFFIX = ".json"
_DAMAGED = (AttributeError, KeyError, OSError, OverflowError, TypeError, ValueError)
"""What reading a damaged file may raise."""


def _why(error: Exception) -> str:
    return told(os_error_reason(error)) if isinstance(error, (OSError, ValueError)) else str(error)


class LockedFile(ABC, Generic[T]):
    """A JSON file that is locked while its process runs.

    Attributes:
        key: What it goes by.
    """

    error: ClassVar[type[Exception]]
    """What is raised where it cannot be written or read; the message says why."""
    largest: ClassVar[int]
    """Bytes of it; what is larger is none of ours."""

    def __init__(self, folder: Path, key: str | None = None) -> None:
        self.key = key or uuid4().hex
        self._file = folder / f"{self.key}{_SUFFIX}"
        self._lock = QLockFile(str(self._file.with_suffix(".lock")))
        self._lock.setStaleLockTime(0)  # only the death of its process makes a lock stale

    def claim(self) -> bool:
        """Lock it; tell whether that could be done."""
        return self._lock.tryLock(0)

    def let_go(self) -> None:
        """Unlock it and leave what is in it to the next session."""
        self._lock.unlock()

    def clear(self) -> None:
        """Remove it; where that cannot be, it is found again."""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)

    def write(self, content: T) -> None:
        """Put something into it, in place of what stood there.

        Raises:
            error: the disk is full, or the folder may not be written.
        """
        data = json.dumps(self.encode(content)).encode()  # no half character stops it
        try:
            write(data, self._file, backup=False)
        except WriteError as error:
            raise self.error(told(reason(error))) from error

    def read(self) -> T:
        """Return what is in it.

        Raises:
            error: there is nothing that could be read.
        """
        try:
            return self.decode(_mapping(json_data(read_within(self._file, self.largest))))
        except _DAMAGED as error:
            file, why = str(self._file), _why(error)
            raise self.error(tr("{file} cannot be read: {why}", file=file, why=why)) from error

    @staticmethod
    @abstractmethod
    def encode(content: T) -> dict[str, Any]:
        """Return something as plain data."""

    @staticmethod
    @abstractmethod
    def decode(data: dict[str, Any]) -> T:
        """Return what plain data say; what it raises where they are damaged is told."""


def _mapping(said: object) -> dict[str, Any]:
    if not isinstance(said, dict):
        raise TypeError("it is not a JSON object")
    return said


F = TypeVar("F", bound=LockedFile[Any])


def left_behind(folder: Path, kind: type[F]) -> list[F]:
    """Return the files, now claimed by us, whose process is gone; the latest first."""
    try:
        files = sorted(folder.glob(f"*{_SUFFIX}"), key=_age, reverse=True)
    except OSError:  # nothing can be found now, and all of it stays
        return []
    sweep(folder)
    found = (kind(folder, file.stem) for file in files)
    return [each for each in found if each.claim()]


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:  # its process removed it just now
        return 0


def path_told(name: object) -> Path | None:
    """Return the path plain data name, if they name one.

    Raises:
        ValueError: it is none.
    """
    if not name:
        return None
    if not isinstance(name, str) or "\0" in name:
        raise ValueError(name)
    return Path(name)


def recovery_folder() -> Path:
    """Return where snapshots of unsaved work are kept."""
    return _state() / "recovery"


def sessions_folder() -> Path:
    """Return where is written down which tabs are open."""
    return _state() / "sessions"


def starts_folder() -> Path:
    """Return where each start of the program notes which tab it is opening."""
    return _state() / "starts"


def _state() -> Path:
    state = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericStateLocation)
    return Path(state) / "m44-workshop"
