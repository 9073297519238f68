"""Noticing that another program changed the open file."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

_SETTLE = 150  # milliseconds: other programs write in several steps


class FileWatch(QObject):
    """Tells when something happened to one file.

    Most programs save by replacing the file, after which a watch on the file
    itself is lost: so the folder is watched too, and the file again and again.
    """

    stirred = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._watcher = QFileSystemWatcher(self)
        self._settle = QTimer(self, interval=_SETTLE, singleShot=True)
        self._settle.timeout.connect(self._report)
        self._watcher.fileChanged.connect(self._notice)
        self._watcher.directoryChanged.connect(self._notice)

    def watch(self, path: Path | None) -> None:
        """Watch *path* and nothing else; nothing at all for None."""
        before = self._watcher.files() + self._watcher.directories()
        if before:
            self._watcher.removePaths(before)
        self._settle.stop()
        self._path = path
        self._add()

    def _add(self) -> None:
        if self._path is None:
            return
        watched = {*self._watcher.files(), *self._watcher.directories()}
        for path in (self._path, self._path.parent):
            if os.path.exists(path) and str(path) not in watched:  # noqa: PTH110  # never raises
                self._watcher.addPath(str(path))

    def _notice(self) -> None:
        self._settle.start()

    def _report(self) -> None:
        self._add()
        self.stirred.emit()
