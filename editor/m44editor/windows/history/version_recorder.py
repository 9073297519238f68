"""Stores a version of a file when it is opened or saved, and regularly while work is unsaved.

Versions are written in a thread, after the file is saved and the window has reacted. An error is
reported once and never blocks opening or saving.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, QTimer, Signal

from m44core.errors import M44Error
from m44core.history import file_history
from m44core.history.file_versions import Version, VersionReason
from m44core.io.files.file_reader import digest
from m44core.io.files.serialization import to_bytes
from m44core.io.text.decoding import SIZE_LIMIT
from m44core.messages.message import message
from m44core.messages.renderers import message_of_error
from m44core.untrusted_files import read_truncated
from m44core.work.executors import ThreadExecutor
from m44editor.background_jobs import when_done
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet
from m44editor.documents.history_settings import HistorySettings
from m44editor.interface_text import translated
from m44editor.windows.file_controller import FileController

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext

UNSAVED_INTERVAL = 5 * 60 * 1000  # milliseconds of unsaved work after which a version is stored
_CLEANUP_INTERVAL = 25  # versions between two cleanups of all histories


class VersionRecorder(QObject):
    """Stores versions of the files of a window's tabs.

    Signals:
        recorded: A version was added.
    """

    recorded = Signal()

    def __init__(
        self,
        document: Document,
        files: FileController,
        settings: QSettings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._files = files
        self._settings = settings
        self._version_counter = count()
        self._failing = self._ended = False
        self._worker = ThreadExecutor("history")
        self._unsaved_timer = QTimer(self, interval=UNSAVED_INTERVAL, singleShot=True)
        self._unsaved_timer.timeout.connect(self.record_unsaved)
        files.saved.connect(self._record_saved)
        files.opened.connect(self._record_opened)
        document.changed.connect(self._schedule)
        self._record_opened()

    def record_unsaved(self) -> None:
        """Store a version of each sheet with unsaved work, as it would be saved.

        Unsaved work without a file has no history; it is stored in the recovery folder.
        """
        for sheet in self._files.sheets:
            self._record_sheet(sheet)

    def _record_sheet(self, sheet: Sheet) -> None:
        path, file_format, file = sheet.path, sheet.format, sheet.file
        if path is not None and file_format is not None and not sheet.undo_stack.isClean():
            self._submit(
                path,
                VersionReason.UNSAVED,
                lambda: to_bytes(file.scenario, file_format, file.origin),
            )

    def wait(self) -> None:
        """Wait until all pending versions are written."""
        if not self._ended:
            self._worker.submit(int).result()

    def close(self) -> None:
        """Write pending versions and stop; further calls do nothing."""
        if self._ended:
            return
        self._ended = True
        self._unsaved_timer.stop()
        self._document.changed.disconnect(self._schedule)
        self._files.saved.disconnect(self._record_saved)
        self._files.opened.disconnect(self._record_opened)
        self._worker.shutdown(wait=True)

    def _schedule(self) -> None:
        if not self._unsaved_timer.isActive():
            self._unsaved_timer.start()

    def _record_saved(self) -> None:
        self._unsaved_timer.stop()
        self._record_file(VersionReason.SAVED)

    def _record_opened(self) -> None:
        self._record_file(VersionReason.OPENED)

    def _record_file(self, version_reason: VersionReason) -> None:
        path, fingerprint = self._document.path, self._files.fingerprint
        if path is not None and fingerprint is not None:
            self._submit(path, version_reason, lambda: _read_unchanged(path, fingerprint.digest))

    def _submit(
        self, path: Path, version_reason: VersionReason, data: Callable[[], bytes | None]
    ) -> None:
        saved_settings = HistorySettings.load(self._settings)
        if self._ended or not saved_settings.is_enabled:
            return
        clean_up = next(self._version_counter) % _CLEANUP_INTERVAL == 0
        future = self._worker.submit(
            _store_version, saved_settings, path, version_reason, data, clean_up
        )
        when_done(future, self._handle_result)

    def _handle_result(self, future: Future[Version | None]) -> None:
        if self._ended:
            return
        error = future.exception()
        if error is None:
            self._failing = False
            if future.result() is not None:
                self.recorded.emit()
        elif not self._failing:
            self._failing = True
            failure = message_of_error(error) if isinstance(error, M44Error) else str(error)
            self._files.warn(
                message("No history is kept for this file: {why}", why=translated(failure))
            )


def start_version_recorder(context: EditorContext) -> VersionRecorder:
    """Start storing versions of the files of a window, and return the recorder."""
    recorder = VersionRecorder(context.document, context.files, context.settings, context.window)
    context.closed.connect(recorder.close)
    return recorder


def _store_version(
    history_settings: HistorySettings,
    path: Path,
    version_reason: VersionReason,
    data: Callable[[], bytes | None],
    clean_up: bool,
) -> Version | None:
    """Store and return a version, and thin out old ones; None if there is nothing new to store.

    Args:
        history_settings: The settings for the folder and the number of versions.
        path: The scenario file.
        version_reason: The reason for storing it.
        data: Returns the content; None to store nothing.
        clean_up: Whether to thin out the histories of all files, not only this one.
    """
    content = data()
    if content is None:
        return None
    history = history_settings.history(path)
    if not history_settings.next_to_file:
        history.set_file(path)
    version = history.add(content, version_reason)
    if clean_up:
        file_history.tidy(history.folder.parent, history_settings.limits)
    elif version is not None:
        history.tidy(history_settings.limits.max_versions)
    return version


def _read_unchanged(path: Path, expected: str) -> bytes | None:
    """Return the content of a file; None if its digest is not *expected*, or it is unreadable."""
    try:
        data = read_truncated(path, SIZE_LIMIT)
    except (OSError, ValueError):
        return None
    return data if digest(data) == expected else None
