"""File > Library: one library window for all windows of the program."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication

from m44core.errors import M44Error
from m44editor.library.window import LibraryWindow

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow

_open: list[LibraryWindow] = []  # lest Python forgets it
_asked_by: list[MainWindow] = []


def show_library(window: MainWindow, folder: Path | None = None) -> LibraryWindow:
    """Show the library, with a folder or with that shown last; it ends with the program."""
    if not _open:
        _make(window.settings)
    library, _asked_by[:] = _open[0], [window]
    if folder is not None:
        library.show_folder(folder)
    elif library.folder is None:
        library.show_last_folder()
    library.show()
    library.raise_()
    library.activateWindow()
    return library


def _make(settings: QSettings) -> None:
    library = LibraryWindow(settings, _open_path)
    library.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    library.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
    library.destroyed.connect(_open.clear)
    library.renamed.connect(_follow)
    application = QApplication.instance()
    if application is not None:
        application.aboutToQuit.connect(library.close)
    _open.append(library)


def _open_path(path: Path) -> None:
    """Open a file as the menu does of the window that showed the library."""
    windows = _main_windows()
    if not windows:
        return  # the program is about to end
    window = next((each for each in _asked_by if each in windows), windows[-1])
    window.open_path(path)
    window.raise_()
    window.activateWindow()


def _follow(before: Path, after: Path) -> None:
    """Let what goes by the name of a file go by its new one: open windows, and its history."""
    from m44core.history.room import history_of
    from m44editor.documents.kept_versions import history_folder

    for window in _main_windows():
        window.files.follow(before, after)
    old, new = (history_of(path, history_folder()) for path in (before, after))
    if old.folder.is_dir() and not new.folder.exists():
        with suppress(OSError, M44Error):  # the versions stay under the old name
            old.folder.rename(new.folder)
            new.belongs_to(after)


def _main_windows() -> list[MainWindow]:
    from m44editor.windows.main_window import MainWindow

    every = QApplication.topLevelWidgets()
    return [each for each in every if isinstance(each, MainWindow) and each.isVisible()]
