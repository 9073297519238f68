"""The recent files, stored in the settings."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QMenu

from m44editor.documents.editor_settings import list_setting
from m44editor.interface_text import tr

MAX_FILES = 12
_FILES_SETTING = "recent/files"
_FOLDER_SETTING = "recent/folder"


class RecentFiles(QObject):
    """Up to twelve recent files, the latest first, and the folder last used.

    Signals:
        changed: The list of files changed.
    """

    changed = Signal()

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files, the latest first, including those that no longer exist."""
        return self._stored_paths()[:MAX_FILES]

    @property
    def folder(self) -> Path:
        """The folder that file dialogs start in: the last used, or its closest existing parent.

        It is the home folder if there is none.
        """
        return self.last_folder or Path.home()

    @property
    def last_folder(self) -> Path | None:
        """The last used folder, or its closest existing parent; None if there is none."""
        stored_folders = map(Path, list_setting(self._settings, _FOLDER_SETTING))
        folders = (
            folder
            for stored_folder in stored_folders
            for folder in (stored_folder, *stored_folder.parents)
        )
        return next((folder for folder in folders if folder.is_dir()), None)

    def add(self, path: Path) -> None:
        """Put a file at the front, and store its folder as the last used."""
        path = Path(os.path.abspath(path))  # noqa: PTH100  # resolve() would follow links
        other_paths = [known_path for known_path in self.paths if known_path != path]
        self._store([path, *other_paths][:MAX_FILES])
        self._settings.setValue(_FOLDER_SETTING, str(path.parent))

    def rename(self, before: Path, after: Path) -> None:
        """Replace a file's path in the list, if it is there."""
        if before in self.paths:
            self._store([after if path == before else path for path in self.paths])

    def remove_missing(self) -> None:
        """Remove the files that no longer exist."""
        self._store([path for path in self._stored_paths() if _exists(path)][:MAX_FILES])

    def fill_menu(self, menu: QMenu, open_path: Callable[[Path], object]) -> None:
        """Fill *menu* with the files, missing files disabled, and a command to remove these."""
        menu.clear()
        for number, path in enumerate(self.paths, start=1):
            label = f"{path.name} - {_shortened_path(path.parent)}".replace("&", "&&")
            mnemonic = f"&{number}  " if number <= 9 else "    "  # one digit
            action = menu.addAction(mnemonic + label, partial(open_path, path))
            action.setEnabled(_exists(path))
            action.setStatusTip(_tool_tip(path))
        menu.addSeparator()
        remove_action = menu.addAction(tr("&Remove Missing Files"), self.remove_missing)
        remove_action.setEnabled(not all(_exists(path) for path in self.paths))

    def _stored_paths(self) -> tuple[Path, ...]:
        """Return the stored files; settings written by hand may list more than the program does."""
        return tuple(map(Path, list_setting(self._settings, _FILES_SETTING)))

    def _store(self, paths: list[Path]) -> None:
        self._settings.setValue(_FILES_SETTING, [str(path) for path in paths])
        self.changed.emit()


def _exists(path: Path) -> bool:
    """Return whether a file exists; False if its name is invalid."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _tool_tip(path: Path) -> str:
    return str(path) if _exists(path) else tr("{file} no longer exists", file=str(path))


def _shortened_path(folder: Path) -> str:
    home = Path.home()
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) else str(folder)
