"""Keeping a version of the open file at each save, at opening, and now and then of unsaved work.

All of it is done beside the window, after the file is saved and the answer is on the screen; what
goes wrong there is said once and never stands in the way of opening or saving.
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
from m44core.history.file_versions import Version, Why
from m44core.io.files.open import digest
from m44core.io.files.write import to_bytes
from m44core.io.text.decoding import SIZE_LIMIT
from m44core.messages.message import message
from m44core.messages.words import reason
from m44core.untrusted_files import read_ordinary
from m44core.work.executors import InProcess
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet
from m44editor.documents.history_settings import Keeping
from m44editor.interface_text import told
from m44editor.windows.file_controller import FileController
from m44editor.work.relay import when_done

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext

UNSAVED = 5 * 60 * 1000  # milliseconds of unsaved work after which it is a version
_ROUND = 25  # versions between two looks at how much room all histories take


class Keeper(QObject):
    """Keeps the versions of the files of a window's tabs.

    Signals:
        kept: There is another version than there was.
    """

    kept = Signal()

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
        self._numbers = count()
        self._failing = self._ended = False
        self._worker = InProcess("history")
        self._pause = QTimer(self, interval=UNSAVED, singleShot=True)
        self._pause.timeout.connect(self.keep_unsaved)
        files.saved.connect(self._keep_saved)
        files.opened.connect(self._keep_opened)
        document.changed.connect(self._wait)
        self._keep_opened()

    def keep_unsaved(self) -> None:
        """Keep the work that is in no file yet, as it would be saved; nothing where there is none.

        Work that belongs to no file has no history; the recovery folder keeps it.
        """
        for sheet in self._files.sheets:
            self._keep_work(sheet)

    def _keep_work(self, sheet: Sheet) -> None:
        path, written_as, file = sheet.path, sheet.format, sheet.file
        if path is not None and written_as is not None and not sheet.undo_stack.isClean():
            self._submit(
                path, Why.UNSAVED, lambda: to_bytes(file.scenario, written_as, file.origin)
            )

    def wait(self) -> None:
        """Wait until all is written that is to be kept."""
        if not self._ended:
            self._worker.submit(int).result()

    def close(self) -> None:
        """Write what is to be kept, and keep nothing more; it may be called more than once."""
        if self._ended:
            return
        self._ended = True
        self._pause.stop()
        self._document.changed.disconnect(self._wait)
        self._files.saved.disconnect(self._keep_saved)
        self._files.opened.disconnect(self._keep_opened)
        self._worker.shutdown(wait=True)

    def _wait(self) -> None:
        if not self._pause.isActive():
            self._pause.start()

    def _keep_saved(self) -> None:
        self._pause.stop()
        self._keep_file(Why.SAVED)

    def _keep_opened(self) -> None:
        self._keep_file(Why.OPENED)

    def _keep_file(self, why: Why) -> None:
        path, known = self._document.path, self._files.fingerprint
        if path is not None and known is not None:
            self._submit(path, why, lambda: _bytes_of(path, known.digest))

    def _submit(self, path: Path, why: Why, data: Callable[[], bytes | None]) -> None:
        keeping = Keeping.remembered(self._settings)
        if self._ended or not keeping.on:
            return
        everywhere = next(self._numbers) % _ROUND == 0
        future = self._worker.submit(_keep, keeping, path, why, data, everywhere)
        when_done(future, self._note_result)

    def _note_result(self, future: Future[Version | None]) -> None:
        if self._ended:
            return
        error = future.exception()
        if error is None:
            self._failing = False
            if future.result() is not None:
                self.kept.emit()
        elif not self._failing:
            self._failing = True
            why = reason(error) if isinstance(error, M44Error) else str(error)
            self._files.warn(message("The history of this file is not kept: {why}", why=told(why)))


def keep_versions(context: EditorContext) -> Keeper:
    """Keep the versions of the files of a window from now on."""
    keeper = Keeper(context.document, context.files, context.settings, context.window)
    context.closed.connect(keeper.close)
    return keeper


def _keep(
    keeping: Keeping, path: Path, why: Why, data: Callable[[], bytes | None], everywhere: bool
) -> Version | None:
    """Keep a version and see to it that there are not too many, in the thread of the worker."""
    content = data()
    if content is None:
        return None
    history = keeping.history(path)
    if not keeping.beside:
        history.belongs_to(path)
    version = history.keep(content, why)
    if everywhere:
        file_history.tidy(history.folder.parent, keeping.limits)
    elif version is not None:
        history.tidy(keeping.limits.number)
    return version


def _bytes_of(path: Path, expected: str) -> bytes | None:
    """Return what is in a file; None where that is no longer what was opened or saved."""
    try:
        data = read_ordinary(path, SIZE_LIMIT)
    except (OSError, ValueError):
        return None
    return data if digest(data) == expected else None
