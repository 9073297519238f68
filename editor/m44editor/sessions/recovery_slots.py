"""Slots for unsaved work in the recovery folder, and their writers in the background."""

from __future__ import annotations

from concurrent.futures import Future
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from m44core.errors import M44Error
from m44core.io.files.save import make_folder
from m44core.io.text.decoding import SIZE_LIMIT
from m44core.messages.message import message
from m44core.messages.renderers import message_of_error
from m44core.work.executors import ThreadExecutor
from m44editor.background_jobs import when_done
from m44editor.sessions.state_files import LockedFile

MAX_BYTES = 16 * SIZE_LIMIT
"""The maximum size of a snapshot, in bytes; larger files are not ours."""
DELAY = 600
"""Milliseconds from a change to its snapshot; further changes do not extend it."""

_IN_USE = QLockFile.LockError.LockFailedError

T = TypeVar("T")


class SnapshotError(Exception):
    """A snapshot cannot be written or read; the message says why."""


class Slot(LockedFile[T]):
    """The file of one piece of unsaved work, locked while a process uses it."""

    error = SnapshotError
    max_size = MAX_BYTES

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


class SlotWriter(QObject):
    """Writes snapshots of unsaved work soon after each change.

    A crashed process leaves its snapshot behind with a stale lock, and the next session offers it.
    Saving the work, discarding it and closing normally delete the snapshot.

    Signals:
        failed: A snapshot could not be written; carries the reason. Not repeated until writing
            works again.
    """

    failed = Signal(object)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._slot: Slot[Any] | None = None
        self._failing = False
        self._last_write: Future[None] | None = None
        self._ended = False
        self._delay_timer = QTimer(self, interval=DELAY, singleShot=True)
        self._delay_timer.timeout.connect(self._write)

    def adopt(self, slot: Slot[Any]) -> None:
        """Take over the slot of another session, in case this process crashes as well."""
        self._slot = slot

    def write_now(self) -> Future[None] | None:
        """Start writing a snapshot now.

        Return the pending write, or None if everything is saved.
        """
        return None if self._is_saved() else self._submit()

    def close(self) -> None:
        """Stop, and wait for pending writes.

        Only work that the user neither saved nor discarded is left to recover.
        """
        if self._ended:
            return
        self._ended = True
        self._delay_timer.stop()
        if self._is_done():
            self._discard()
        else:
            self._submit()
        if self._last_write is not None:
            self._last_write.exception()  # waits for it
        if self._slot is not None:
            self._slot.unlock()
        self.setParent(None)
        self.deleteLater()

    # For each kind of work

    def _is_saved(self) -> bool:
        """Return whether there is nothing to write."""
        raise NotImplementedError

    def _is_done(self) -> bool:
        """Return whether the user has saved or discarded everything."""
        return self._is_saved()

    def _new_slot(self) -> Slot[Any]:
        """Return a slot for the work."""
        raise NotImplementedError

    def _snapshot(self) -> object:
        """Return the work as it is now, which a thread can encode."""
        raise NotImplementedError

    # Writing

    def _schedule(self) -> None:
        if not self._delay_timer.isActive():
            self._delay_timer.start()

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
        self._slot = self._slot or self._new_slot()
        self._last_write = writer_thread().submit(
            _write_snapshot, self._folder, self._slot, self._snapshot()
        )
        return self._last_write

    def _handle_result(self, future: Future[None]) -> None:
        if self._ended:
            return
        error = future.exception()
        if error and not self._failing:
            failure = message_of_error(error) if isinstance(error, M44Error) else str(error)
            self.failed.emit(message("Recovery copies cannot be saved: {why}", why=failure))
        self._failing = error is not None


def remove_slot(slot: Slot[Any]) -> None:
    """Delete a snapshot and unlock its slot."""
    slot.delete()
    slot.unlock()


def _write_snapshot(folder: Path, slot: Slot[Any], snapshot: object) -> None:
    make_folder(folder)
    slot.lock()
    slot.write(snapshot)


@cache
def writer_thread() -> ThreadExecutor:
    """Return the thread that writes snapshots and sessions, in the order of the requests."""
    return ThreadExecutor("recovery")
