"""Noticing that another program changed an open file.

All tabs share one watcher of the system: each one takes an inotify instance, of which Linux gives
a user 128 for all programs together.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QFileSystemWatcher, QObject, QTimer, Signal
from shiboken6 import isValid

_SETTLE = 150  # milliseconds: other programs write in several steps

Notify = Callable[[], None]


class FileWatch(QObject):
    """Tells when something happened to one file.

    Most programs save by replacing the file, after which a watch on the file
    itself is lost: so the folder is watched too, and the file again and again. While the
    folder is gone, the nearest one above it is watched, for the folder to come back.

    Signals:
        stirred: Something happened to the file, a moment ago.
    """

    stirred = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._settle = QTimer(self, interval=_SETTLE, singleShot=True)
        self._settle.timeout.connect(self._report)
        self._key = object()
        self.destroyed.connect(partial(shared_watcher().leave, self._key))

    def watch(self, path: Path | None) -> None:
        """Watch *path* and nothing else; nothing at all for None."""
        shared_watcher().leave(self._key)
        self._settle.stop()
        self._path = path
        self._add()

    def _add(self) -> None:
        if self._path is not None:
            wanted = self._path, *_up_to_one_there(self._path.parent)
            shared_watcher().follow(self._key, wanted, self._settle.start)

    def _report(self) -> None:
        self._add()
        self.stirred.emit()


class SharedWatcher:
    """Watches files and folders for many; each is watched once, however many follow it."""

    def __init__(self) -> None:
        self._watcher = QFileSystemWatcher(QCoreApplication.instance())
        self._watcher.fileChanged.connect(self._notify)
        self._watcher.directoryChanged.connect(self._notify)
        self._followers: dict[str, dict[object, Notify]] = {}

    @property
    def paths(self) -> frozenset[str]:
        """The files and folders that somebody follows."""
        return frozenset(self._followers)

    def follow(self, key: object, paths: Iterable[Path], notify: Notify) -> None:
        """Call *notify* when something happens to one of *paths*, and to no others for *key*.

        Paths where nothing is are not watched yet.
        """
        watched = {*self._watcher.files(), *self._watcher.directories()}
        wanted = dict.fromkeys(map(str, paths))
        self._leave(key, self._followed(key) - wanted.keys())
        for path in wanted:
            self._followers.setdefault(path, {})[key] = notify
            if path not in watched and os.path.exists(path):  # noqa: PTH110  # never raises
                self._watcher.addPath(path)

    def leave(self, key: object, _gone: object = None) -> None:
        """Call nothing for *key* any more; what nobody follows is not watched any longer."""
        self._leave(key, self._followed(key))

    def _followed(self, key: object) -> set[str]:
        return {path for path, followers in self._followers.items() if key in followers}

    def _leave(self, key: object, paths: Iterable[str]) -> None:
        for path in paths:
            del self._followers[path][key]
            if not self._followers[path]:
                del self._followers[path]
                if isValid(self._watcher):  # it goes with the application
                    self._watcher.removePath(path)

    def _notify(self, path: str) -> None:
        for notify in [*self._followers.get(path, {}).values()]:
            notify()


def _up_to_one_there(folder: Path) -> Iterator[Path]:
    """Yield a folder and those above it, up to the first that exists."""
    for each in (folder, *folder.parents):
        yield each
        if os.path.isdir(each):  # noqa: PTH112  # never raises
            return


@cache
def shared_watcher() -> SharedWatcher:
    """Return the one watcher of the program."""
    return SharedWatcher()
