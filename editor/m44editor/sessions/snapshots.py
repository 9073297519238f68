"""Snapshots of unsaved work in the recovery folder, written soon after each edit."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.io.files.file_reader import FileFormat, Fingerprint, read_bytes
from m44core.io.files.serialization import to_text
from m44core.io.origin import OpenFile
from m44core.model.scenario import Scenario
from m44editor.documents.document_sheet import Sheet
from m44editor.interface_text import tr
from m44editor.sessions.recovery_slots import MAX_BYTES, Slot, SlotWriter
from m44editor.sessions.state_files import DamagedContentError, abandoned_files, parse_path

_VERSION = 1


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


class RecoverySlot(Slot[Snapshot]):
    """The file of one document in the recovery folder, locked while a process uses it."""

    @staticmethod
    def encode(content: Snapshot) -> dict[str, Any]:
        """Return a snapshot as plain data."""
        return _encode_snapshot(content)

    @staticmethod
    def decode(data: dict[str, Any]) -> Snapshot:
        """Decode a snapshot from plain data; may raise any error if the data is damaged."""
        return _parse_snapshot(data)


def abandoned_slots(folder: Path) -> list[RecoverySlot]:
    """Return the slots of crashed processes, the latest first, locked for this process."""
    return abandoned_files(folder, RecoverySlot)


def _encode_snapshot(snapshot: Snapshot) -> dict[str, Any]:
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


def _parse_snapshot(data: dict[str, Any]) -> Snapshot:
    file_format = FileFormat(data["format"])
    file = read_bytes(data["text"].encode(), f"snapshot.{file_format.value}", MAX_BYTES).file
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


class SnapshotWriter(SlotWriter):
    """Writes snapshots of a sheet while it has unsaved changes; it moves with the sheet.

    Undoing to the saved state deletes the snapshot as well.
    """

    def __init__(self, sheet: Sheet, folder: Path) -> None:
        super().__init__(folder, sheet)
        self._sheet = sheet
        sheet.changed.connect(self._schedule)
        sheet.replaced.connect(self._discard)
        sheet.undo_stack.cleanChanged.connect(self._on_clean_changed)
        if not sheet.undo_stack.isClean():
            self._schedule()

    def adopt(self, slot: Slot[Any]) -> None:
        """Take over the slot of another session, and its key."""
        super().adopt(slot)
        self._sheet.key = slot.key

    def close(self) -> None:
        """Stop, and wait for pending writes."""
        self._sheet.changed.disconnect(self._schedule)
        self._sheet.replaced.disconnect(self._discard)
        self._sheet.undo_stack.cleanChanged.disconnect(self._on_clean_changed)
        super().close()

    def _is_saved(self) -> bool:
        return self._sheet.undo_stack.isClean()

    def _is_done(self) -> bool:
        return not self._sheet.has_unsaved_changes

    def _new_slot(self) -> RecoverySlot:
        return RecoverySlot(self._folder, self._sheet.key)

    def _snapshot(self) -> Snapshot:
        sheet = self._sheet
        return Snapshot(sheet.file, sheet.name, sheet.path, sheet.format, sheet.fingerprint)

    def _on_clean_changed(self, clean: bool) -> None:
        if clean:
            self._discard()
        else:
            self._schedule()
