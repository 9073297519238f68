"""Snapshots of unsaved work in the recovery folder, written soon after every edit."""

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
from m44core.work.executors import InProcess
from m44editor.documents.document_sheet import Sheet
from m44editor.interface_text import tr
from m44editor.sessions.state_files import LockedFile, left_behind, path_told
from m44editor.work.relay import when_done

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


DELAY = 600  # milliseconds after an edit; more edits meanwhile do not put it off


class Keeper(QObject):
    """Writes snapshots of a sheet while it has unsaved changes; it goes where the sheet goes.

    A process that dies leaves its snapshot behind, and its lock is void: the
    next session offers it. A clean close, a save and an undo to the saved
    state remove it.

    Signals:
        failed: Why no snapshot could be written; told once until it works again.
    """

    failed = Signal(object)

    def __init__(self, sheet: Sheet, folder: Path) -> None:
        super().__init__(sheet)
        self._sheet = sheet
        self._folder = folder
        self._slot: Slot | None = None
        self._failing = False
        self._last: Future[None] | None = None
        self._ended = False
        self._delay = QTimer(self, interval=DELAY, singleShot=True)
        self._delay.timeout.connect(self._write)
        sheet.changed.connect(self._wait)
        sheet.replaced.connect(self._forget)
        sheet.undo_stack.cleanChanged.connect(self._follow_clean)
        if not sheet.undo_stack.isClean():
            self._wait()

    def adopt(self, slot: Slot) -> None:
        """Go on with what another session left, so that nothing is lost if we die as well."""
        self._slot, self._sheet.key = slot, slot.key

    def keep_now(self) -> Future[None] | None:
        """Have a snapshot written at once, unless everything is saved; return what will come."""
        if self._sheet.undo_stack.isClean():
            return None
        return self._submit()

    def close(self) -> None:
        """End in order: only what the user never decided about is left to recover."""
        self._sheet.changed.disconnect(self._wait)
        self._sheet.replaced.disconnect(self._forget)
        self._sheet.undo_stack.cleanChanged.disconnect(self._follow_clean)
        self._ended = True
        self._delay.stop()
        if self._sheet.unsaved:
            self._submit()
        else:
            self._forget()
        if self._last is not None:
            self._last.exception()  # waits for it
        if self._slot is not None:
            self._slot.let_go()
        self.setParent(None)
        self.deleteLater()

    def _wait(self) -> None:
        if not self._delay.isActive():
            self._delay.start()

    def _follow_clean(self, clean: bool) -> None:
        if clean:
            self._forget()
        else:
            self._wait()

    def _forget(self) -> None:
        """Remove the snapshot: what it held is saved, or not wanted."""
        self._delay.stop()
        slot, self._slot = self._slot, None
        if slot is not None:
            self._last = writer().submit(remove, slot)

    def _write(self) -> None:
        future = self.keep_now()
        if future:
            when_done(future, self._note_result)

    def _submit(self) -> Future[None]:
        sheet = self._sheet
        self._slot = self._slot or Slot(self._folder, sheet.key)
        snapshot = Snapshot(sheet.file, sheet.name, sheet.path, sheet.format, sheet.fingerprint)
        self._last = writer().submit(_store, self._folder, self._slot, snapshot)
        return self._last

    def _note_result(self, future: Future[None]) -> None:
        if self._ended:
            return
        error = future.exception()
        if error and not self._failing:
            why = reason(error) if isinstance(error, M44Error) else str(error)
            self.failed.emit(message("Your work cannot be kept safe from a crash: {why}", why=why))
        self._failing = error is not None


def remove(slot: Slot) -> None:
    """Remove what is in a slot, which is no longer ours."""
    slot.clear()
    slot.let_go()


def _store(folder: Path, slot: Slot, snapshot: Snapshot) -> None:
    make_folder(folder)
    slot.claim()
    slot.write(snapshot)


@cache
def writer() -> InProcess:
    """Return the one thread that writes: what is asked for first is written first."""
    return InProcess("recovery")
