"""The recovery folder: what the editor would have saved, for the case that it dies."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from PySide6.QtCore import QLockFile, QStandardPaths

from m44core.errors import WriteError
from m44core.io.files.open import FileFormat, Fingerprint, read_bytes
from m44core.io.files.save import sweep, write
from m44core.io.files.write import to_text
from m44core.io.origin import OpenFile
from m44core.io.text.decoding import SIZE_LIMIT
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44editor.words import told, tr

_SUFFIX = ".json"
_VERSION = 1
_TAKEN = QLockFile.LockError.LockFailedError
_LARGEST = 16 * SIZE_LIMIT  # bytes of a snapshot; beyond it is none of ours
_DAMAGED = (AttributeError, KeyError, OSError, RecursionError, TypeError, ValueError)
"""What reading a damaged snapshot may raise."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A scenario as it stood, and the file it belongs to.

    Attributes:
        file: The scenario, and how its file was written.
        name: What the document was called.
        path: Its file; None for a new scenario.
        format: How its file is written; None for a new scenario.
        fingerprint: The file as the document knew it.
        taken: When, in local time.
    """

    file: OpenFile
    name: str
    path: Path | None = None
    format: FileFormat | None = None
    fingerprint: Fingerprint | None = None
    taken: datetime | None = None

    @property
    def scenario(self) -> Scenario:
        """The scenario."""
        return self.file.scenario


class SnapshotError(Exception):
    """A snapshot cannot be written or read; the message says why."""


class Slot:
    """The place of one document in the recovery folder, locked while a process uses it."""

    def __init__(self, folder: Path, key: str | None = None) -> None:
        self._file = folder / f"{key or uuid4().hex}{_SUFFIX}"
        self._lock = QLockFile(str(self._file.with_suffix(".lock")))
        self._lock.setStaleLockTime(0)  # only the death of its process makes a lock stale

    def claim(self) -> bool:
        """Lock the slot; tell whether no other process is using it.

        Where nothing can be locked, because the disk is full or may only be read, there may be
        another process; work that is offered twice is better than work that is not.
        """
        return self._lock.tryLock(0) or self._lock.error() is not _TAKEN

    def let_go(self) -> None:
        """Unlock the slot and leave what is in it to the next session."""
        self._lock.unlock()

    def clear(self) -> None:
        """Remove what is in the slot; where that cannot be, it is offered again."""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)

    def write(self, snapshot: Snapshot) -> None:
        """Put a snapshot into the slot, in place of the one before.

        Raises:
            SnapshotError: the disk is full, or the folder may not be written.
        """
        data = json.dumps(_encode(snapshot)).encode()  # no half character stops it
        try:
            write(data, self._file, backup=False)
        except WriteError as error:
            raise SnapshotError(told(reason(error))) from error

    def read(self) -> Snapshot:
        """Return what is in the slot.

        Raises:
            SnapshotError: there is nothing that could be read.
        """
        try:
            with self._file.open("rb") as file_:
                return _decode(json.loads(file_.read(_LARGEST).decode()))
        except _DAMAGED as error:
            file, why = str(self._file), str(error)
            raise SnapshotError(tr("{file} cannot be read: {why}", file=file, why=why)) from error


def recovery_folder() -> Path:
    """Return where snapshots are kept: below ``$XDG_STATE_HOME`` on Linux."""
    state = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericStateLocation)
    return Path(state) / "m44-workshop" / "recovery"


def abandoned(folder: Path) -> list[Slot]:
    """Return the slots, now claimed by us, whose process died; the latest first."""
    slots = []
    sweep(folder)
    for file in sorted(_files(folder), key=_age, reverse=True):
        slot = Slot(folder, file.stem)
        if slot.claim():
            slots.append(slot)
    return slots


def _files(folder: Path) -> list[Path]:
    try:
        return [*folder.glob(f"*{_SUFFIX}")]
    except OSError:  # nothing can be found now, and all of it stays
        return []


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:  # its process removed it just now
        return 0


def _encode(snapshot: Snapshot) -> dict[str, Any]:
    file_format = snapshot.format or FileFormat.JSON
    return {
        "version": _VERSION,
        "name": snapshot.name,
        "path": str(snapshot.path) if snapshot.path else None,
        "new": snapshot.format is None,
        "format": file_format.value,
        "fingerprint": asdict(snapshot.fingerprint) if snapshot.fingerprint else None,
        "taken": datetime.now().isoformat(timespec="seconds"),
        "text": to_text(snapshot.file.scenario, file_format, snapshot.file.origin),
    }


def _decode(data: dict[str, Any]) -> Snapshot:
    file_format = FileFormat(data["format"])
    file = read_bytes(data["text"].encode(), f"snapshot.{file_format.value}", _LARGEST).file
    if file is None:
        raise ValueError(tr("its scenario cannot be read"))
    fingerprint = data["fingerprint"]
    return Snapshot(
        file=file,
        name=str(data["name"]),
        path=_path(data["path"]),
        format=None if data["new"] else file_format,
        fingerprint=Fingerprint(**fingerprint) if fingerprint else None,
        taken=datetime.fromisoformat(data["taken"]),
    )


def _path(name: str | None) -> Path | None:
    if not name:
        return None
    if "\0" in name:
        raise ValueError(tr("its scenario cannot be read"))
    return Path(name)
