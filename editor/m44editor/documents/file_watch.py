"""Watching open files for changes by other programs.

All tabs share one system watcher: each system watcher uses an inotify instance, and Linux allows
only 128 per user.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QFileSystemWatcher, QObject, QTimer, Signal
from shiboken6 import isValid

_DELAY = 150  # milliseconds: other programs write in several steps

Notify = Callable[[], None]


class FileWatch(QObject):
    """Reports changes of one file.

    Most programs save by replacing the file, which ends a watch on the file itself. So the folder
    is watched as well, and the file is watched again after each change. If the folder is gone, its
    nearest existing parent is watched until the folder is back.

    Signals:
        touched: The file may have changed a moment ago.
    """

    touched = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._delay_timer = QTimer(self, interval=_DELAY, singleShot=True)
        self._delay_timer.timeout.connect(self._report)
        self._key = object()
        self.destroyed.connect(partial(shared_watcher().unwatch, self._key))

    def watch(self, path: Path | None) -> None:
        """Watch *path* instead of any earlier file; None watches nothing."""
        shared_watcher().unwatch(self._key)
        self._delay_timer.stop()
        self._path = path
        self._add()

    def _add(self) -> None:
        if self._path is not None:
            paths = self._path, *_ancestors_until_existing(self._path.parent)
            shared_watcher().watch(self._key, paths, self._delay_timer.start)

    def _report(self) -> None:
        self._add()
        self.touched.emit()


class SharedWatcher:
    """Watches files and folders on behalf of many watchers, each path only once."""

    def __init__(self) -> None:
        self._watcher = QFileSystemWatcher(QCoreApplication.instance())
        self._watcher.fileChanged.connect(self._notify)
        self._watcher.directoryChanged.connect(self._notify)
        self._watchers: dict[str, dict[object, Notify]] = {}

    @property
    def paths(self) -> frozenset[str]:
        """The paths that are watched."""
        return frozenset(self._watchers)

    def watch(self, key: object, paths: Iterable[Path], notify: Notify) -> None:
        """Call *notify* when one of *paths* changes; they replace the earlier paths of *key*.

        Paths that do not exist are not watched until this is called again.
        """
        watched_paths = {*self._watcher.files(), *self._watcher.directories()}
        new_paths = dict.fromkeys(map(str, paths))
        self._unwatch_paths(key, self._watched_by(key) - new_paths.keys())
        for path in new_paths:
            self._watchers.setdefault(path, {})[key] = notify
            if path not in watched_paths and os.path.exists(path):  # noqa: PTH110  # never raises
                self._watcher.addPath(path)

    def unwatch(self, key: object, _gone: object = None) -> None:
        """Stop notifying *key*; paths that nobody else watches are dropped."""
        self._unwatch_paths(key, self._watched_by(key))

    def _watched_by(self, key: object) -> set[str]:
        return {path for path, followers in self._watchers.items() if key in followers}

    def _unwatch_paths(self, key: object, paths: Iterable[str]) -> None:
        for path in paths:
            del self._watchers[path][key]
            if not self._watchers[path]:
                del self._watchers[path]
                if isValid(self._watcher):  # it is deleted with the application
                    self._watcher.removePath(path)

    def _notify(self, path: str) -> None:
        for notify in [*self._watchers.get(path, {}).values()]:
            notify()


def _ancestors_until_existing(folder: Path) -> Iterator[Path]:
    """Yield a folder and its parents, up to the first one that exists."""
    for each in (folder, *folder.parents):
        yield each
        if os.path.isdir(each):  # noqa: PTH112  # never raises
            return


@cache
def shared_watcher() -> SharedWatcher:
    """Return the watcher shared by the whole program."""
    return SharedWatcher()
