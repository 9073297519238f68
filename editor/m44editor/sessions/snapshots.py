"""The recovery folder: what the editor would have saved, for the case that it dies."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLockFile

from m44core.catalogue.load import base_catalogue
from m44core.io.files.open import FileFormat, Fingerprint, read_bytes
from m44core.io.files.write import to_text
from m44core.io.origin import OpenFile
from m44core.io.text.decoding import SIZE_LIMIT
from m44core.model.scenario import Scenario
from m44editor.sessions.locked import LockedFile, left_behind, path_told
from m44editor.words import tr

_VERSION = 1
_TAKEN = QLockFile.LockError.LockFailedError
_LARGEST = 16 * SIZE_LIMIT  # bytes of a snapshot; beyond it is none of ours


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


class Slot(LockedFile[Snapshot]):
    """The place of one document in the recovery folder, locked while a process uses it."""

    error = SnapshotError
    largest = _LARGEST

    @property
    def is_filled(self) -> bool:
        """Whether there is anything in it."""
        try:
            return self._file.is_file()
        except OSError:
            return False

    def claim(self) -> bool:
        """Lock the slot; tell whether no other process is using it.

        Where nothing can be locked, because the disk is full or may only be read, there may be
        another process; work that is offered twice is better than work that is not.
        """
        return super().claim() or self._lock.error() is not _TAKEN

    @staticmethod
    def encode(content: Snapshot) -> dict[str, Any]:
        """Return a snapshot as plain data."""
        return _encode(content)

    @staticmethod
    def decode(data: dict[str, Any]) -> Snapshot:
        """Return the snapshot plain data say."""
        return _decode(data)


def abandoned(folder: Path) -> list[Slot]:
    """Return the slots, now claimed by us, whose process died; the latest first."""
    return left_behind(folder, Slot)


def _encode(snapshot: Snapshot) -> dict[str, Any]:
    file_format = snapshot.format or FileFormat.JSON
    scenario = snapshot.file.scenario.known_by(base_catalogue())  # as it is read, without packs
    return {
        "version": _VERSION,
        "name": snapshot.name,
        "path": str(snapshot.path) if snapshot.path else None,
        "new": snapshot.format is None,
        "format": file_format.value,
        "fingerprint": asdict(snapshot.fingerprint) if snapshot.fingerprint else None,
        "taken": datetime.now().isoformat(timespec="seconds"),
        "text": to_text(scenario, file_format, snapshot.file.origin),
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
        path=path_told(data["path"]),
        format=None if data["new"] else file_format,
        fingerprint=Fingerprint(**fingerprint) if fingerprint else None,
        taken=datetime.fromisoformat(data["taken"]),
    )
