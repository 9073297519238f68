"""Noticing that files come, go or change in a folder and below it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

_SETTLE = 400  # milliseconds: other programs write in several steps
_MOST = 200  # folders; what happens in more than that is seen when the window is looked at again


class FolderWatch(QObject):
    """Tells when something happened in one of some folders.

    Signals:
        stirred: Something did, a moment ago.
    """

    stirred = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._settle = QTimer(self, interval=_SETTLE, singleShot=True)
        self._settle.timeout.connect(self.stirred)
        self._folder: Path | None = None
        self._was_there = False
        self._watcher.directoryChanged.connect(self._notice)

    def watch(self, folder: Path | None, files: Iterable[str] = ()) -> None:
        """Watch a folder and those below it that hold files; nothing for None."""
        wanted: set[str] = set()
        self._folder, self._was_there = folder, folder is not None and folder.is_dir()
        if folder is not None:
            around = set(map(os.path.dirname, files))
            others = sorted(around - {str(folder)}, key=lambda name: (name.count("/"), name))
            every = (str(folder.parent), str(folder), *others)[:_MOST]
            wanted = {name for name in every if Path(name).is_dir()}
        now = set(self._watcher.directories())
        if now - wanted:
            self._watcher.removePaths(list(now - wanted))
        if wanted - now:
            self._watcher.addPaths(list(wanted - now))

    def _notice(self, changed: str) -> None:
        """Wait until all is written; above the folder nothing matters but whether it is there."""
        folder = self._folder
        if folder is None:
            return
        if Path(changed) != folder.parent or folder.is_dir() != self._was_there:
            self._settle.start()
