"""The files opened last, remembered from one session to the next."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QMenu

LENGTH = 12
_FILES = "recent/files"
_FOLDER = "recent/folder"


class RecentFiles(QObject):
    """Up to twelve files, the latest first, and the folder used last."""

    changed = Signal()

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files, the latest first, whether they still exist or not."""
        stored = self._settings.value(_FILES, [])
        names = [stored] if isinstance(stored, str) else stored
        return tuple(Path(name) for name in names if name) if isinstance(names, list) else ()

    @property
    def folder(self) -> Path:
        """The folder to begin in when asking for a file: that used last, or what is left of it."""
        stored = self._settings.value(_FOLDER, "")
        if not isinstance(stored, str) or not stored:
            return Path.home()
        last = Path(stored)
        return next((folder for folder in (last, *last.parents) if folder.is_dir()), Path.home())

    def add(self, path: Path) -> None:
        """Put a file to the front, and remember its folder."""
        path = Path(os.path.abspath(path))  # noqa: PTH100  # resolve() would follow links
        others = [other for other in self.paths if other != path]
        self._store([path, *others][:LENGTH])
        self._settings.setValue(_FOLDER, str(path.parent))

    def forget_missing(self) -> None:
        """Forget the files that no longer exist."""
        self._store([path for path in self.paths if path.exists()])

    def fill_menu(self, menu: QMenu, open_path: Callable[[Path], object]) -> None:
        """List the files in *menu*; those that no longer exist cannot be chosen."""
        menu.clear()
        for number, path in enumerate(self.paths, start=1):
            words = f"{path.name} - {_short(path.parent)}".replace("&", "&&")
            mnemonic = f"&{number}  " if number <= 9 else "    "  # one digit
            action = menu.addAction(mnemonic + words, partial(open_path, path))
            action.setEnabled(path.exists())
            action.setStatusTip(str(path) if path.exists() else f"{path} no longer exists")
        menu.addSeparator()
        forget = menu.addAction("&Forget Missing Files", self.forget_missing)
        forget.setEnabled(not all(path.exists() for path in self.paths))

    def _store(self, paths: list[Path]) -> None:
        self._settings.setValue(_FILES, [str(path) for path in paths])
        self.changed.emit()


def _short(folder: Path) -> str:
    home = Path.home()
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) else str(folder)
