"""Snapshots of unsaved work in the recovery folder, written soon after each edit."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from m44core.catalogue.load import base_catalogue
from m44core.errors import M44Error
from m44core.io.files.open import FileFormat, Fingerprint, read_bytes
from m44core.io.files.save import make_folder
from m44core.io.files.write import to_text
from m44core.io.origin import OpenFile
from m44core.io.text.decoding import SIZE_LIMIT
from m44core.messages.message import message
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.work.executors import ThreadExecutor
from m44editor.background_jobs import when_done
from m44editor.documents.document_sheet import Sheet
from m44editor.interface_text import tr
from m44editor.sessions.state_files import (
    DamagedContentError,
    LockedFile,
    abandoned_files,
    parse_path,
)

_VERSION = 1
_IN_USE = QLockFile.LockError.LockFailedError
_MAX_BYTES = 16 * SIZE_LIMIT  # bytes of a snapshot; larger files are not ours


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A scenario at one moment, and the file it belongs to.

    Attributes:
        file: The scenario with the notation of its file.
        name: The name of the document.
        path: Its file; None for a new scenario.
        format: The format of its file; None for a new scenario.
        fingerprint: The last known state of the file; None if there is none.
        taken: When it was taken, in local time; None before it is written.
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


class RecoverySlot(LockedFile[Snapshot]):
    """The file of one document in the recovery folder, locked while a process uses it."""

    error = SnapshotError
    max_size = _MAX_BYTES

    @property
    def is_filled(self) -> bool:
        """Whether the slot contains a snapshot."""
        try:
            return self._file.is_file()
        except OSError:
            return False

    def lock(self) -> bool:
        """Lock the slot; return False if another process is known to use it.

        If nothing can be locked because the disk is full or read-only, another process may be using
        it; but it is better to offer work twice than to lose it.
        """
        return super().lock() or self._lock.error() is not _IN_USE

    @staticmethod
    def encode(content: Snapshot) -> dict[str, Any]:
        """Return a snapshot as plain data."""
        return _encode(content)

    @staticmethod
    def decode(data: dict[str, Any]) -> Snapshot:
        """Decode a snapshot from plain data; may raise any error if the data is damaged."""
        return _decode(data)


def abandoned_slots(folder: Path) -> list[RecoverySlot]:
    """Return the slots of crashed processes, the latest first, locked for this process."""
    return abandoned_files(folder, RecoverySlot)


def _encode(snapshot: Snapshot) -> dict[str, Any]:
    file_format = snapshot.format or FileFormat.JSON
    scenario = snapshot.file.scenario.with_catalogue(base_catalogue())  # read without packs, too
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
    file = read_bytes(data["text"].encode(), f"snapshot.{file_format.value}", _MAX_BYTES).file
    if file is None:
        raise DamagedContentError(tr("its scenario cannot be read"))
    fingerprint = data["fingerprint"]
    return Snapshot(
        file=file,
        name=str(data["name"]),
        path=parse_path(data["path"]),
        format=None if data["new"] else file_format,
        fingerprint=Fingerprint(**fingerprint) if fingerprint else None,
        taken=datetime.fromisoformat(data["taken"]),
    )


DELAY = 600  # milliseconds after an edit; further edits do not extend it


class SnapshotWriter(QObject):
    """Writes snapshots of a sheet while it has unsaved changes; it moves with the sheet.

    A crashed process leaves its snapshot behind with a stale lock, and the next session offers it.
    Saving, undoing to the saved state and closing normally delete the snapshot.

    Signals:
        failed: A snapshot could not be written; carries the reason. Not repeated until writing
            works again.
    """

    failed = Signal(object)

    def __init__(self, sheet: Sheet, folder: Path) -> None:
        super().__init__(sheet)
        self._sheet = sheet
        self._folder = folder
        self._slot: RecoverySlot | None = None
        self._failing = False
        self._last_write: Future[None] | None = None
        self._ended = False
        self._delay_timer = QTimer(self, interval=DELAY, singleShot=True)
        self._delay_timer.timeout.connect(self._write)
        sheet.changed.connect(self._schedule)
        sheet.replaced.connect(self._discard)
        sheet.undo_stack.cleanChanged.connect(self._on_clean_changed)
        if not sheet.undo_stack.isClean():
            self._schedule()

    def adopt(self, slot: RecoverySlot) -> None:
        """Take over the slot of another session, in case this process crashes as well."""
        self._slot, self._sheet.key = slot, slot.key

    def write_now(self) -> Future[None] | None:
        """Start writing a snapshot now.

        Return the pending write, or None if everything is saved.
        """
        if self._sheet.undo_stack.isClean():
            return None
        return self._submit()

    def close(self) -> None:
        """Stop, and wait for pending writes.

        Only work that the user neither saved nor discarded is left to recover.
        """
        self._sheet.changed.disconnect(self._schedule)
        self._sheet.replaced.disconnect(self._discard)
        self._sheet.undo_stack.cleanChanged.disconnect(self._on_clean_changed)
        self._ended = True
        self._delay_timer.stop()
        if self._sheet.has_unsaved_changes:
            self._submit()
        else:
            self._discard()
        if self._last_write is not None:
            self._last_write.exception()  # waits for it
        if self._slot is not None:
            self._slot.unlock()
        self.setParent(None)
        self.deleteLater()

    def _schedule(self) -> None:
        if not self._delay_timer.isActive():
            self._delay_timer.start()

    def _on_clean_changed(self, clean: bool) -> None:
        if clean:
            self._discard()
        else:
            self._schedule()

    def _discard(self) -> None:
        """Delete the snapshot, because its content was saved or discarded."""
        self._delay_timer.stop()
        slot, self._slot = self._slot, None
        if slot is not None:
            self._last_write = writer_thread().submit(remove_slot, slot)

    def _write(self) -> None:
        future = self.write_now()
        if future:
            when_done(future, self._handle_result)

    def _submit(self) -> Future[None]:
        sheet = self._sheet
        self._slot = self._slot or RecoverySlot(self._folder, sheet.key)
        snapshot = Snapshot(sheet.file, sheet.name, sheet.path, sheet.format, sheet.fingerprint)
        self._last_write = writer_thread().submit(
            _write_snapshot, self._folder, self._slot, snapshot
        )
        return self._last_write

    def _handle_result(self, future: Future[None]) -> None:
        if self._ended:
            return
        error = future.exception()
        if error and not self._failing:
            failure = reason(error) if isinstance(error, M44Error) else str(error)
            self.failed.emit(message("Recovery copies cannot be saved: {why}", why=failure))
        self._failing = error is not None


def remove_slot(slot: RecoverySlot) -> None:
    """Delete a snapshot and unlock its slot."""
    slot.delete()
    slot.unlock()


def _write_snapshot(folder: Path, slot: RecoverySlot, snapshot: Snapshot) -> None:
    make_folder(folder)
    slot.lock()
    slot.write(snapshot)


@cache
def writer_thread() -> ThreadExecutor:
    """Return the thread that writes snapshots and sessions, in the order of the requests."""
    return ThreadExecutor("recovery")
