"""File > Library: one library window, shared by all windows."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication

from m44core.errors import M44Error
from m44core.history.file_history import history_of
from m44editor.library.library_window import LibraryWindow
from m44editor.windows.editor_context import EditorContext, open_contexts

_windows: list[LibraryWindow] = []  # otherwise Python collects it
_opened_from: list[EditorContext] = []


def show_library(context: EditorContext, folder: Path | None = None) -> LibraryWindow:
    """Show the library with *folder*, or the last folder, and return its window.

    All editor windows share one library window, which closes with the program.
    """
    if not _windows:
        _create_library_window(context.settings)
    library, _opened_from[:] = _windows[0], [context]
    if folder is not None:
        library.show_folder(folder)
    elif library.folder is None:
        library.show_last_folder()
    library.show()
    library.raise_()
    library.activateWindow()
    return library


def _create_library_window(settings: QSettings) -> None:
    library = LibraryWindow(settings, _open_path)
    library.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    library.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
    library.destroyed.connect(_windows.clear)
    library.renamed.connect(_follow_rename)
    application = QApplication.instance()
    if application is not None:
        application.aboutToQuit.connect(library.close)
    _windows.append(library)


def _open_path(path: Path) -> None:
    """Open a file in the window from which the library was last shown, or in another window."""
    contexts = open_contexts()
    if not contexts:
        return  # the program is ending
    context = next((each for each in _opened_from if each in contexts), contexts[-1])
    context.files.open_path(path)
    context.bring_to_front()


def _follow_rename(before: Path, after: Path) -> None:
    """Change the path of open sheets after a file was renamed, and move its stored versions.

    The versions stay under the old name if the new name already has some.
    """
    from m44editor.documents.history_settings import history_folder  # 1 ms

    for context in open_contexts():
        context.files.follow_rename(before, after)
    old, new = (history_of(path, history_folder()) for path in (before, after))
    if old.folder.is_dir() and not new.folder.exists():
        with suppress(OSError, M44Error):  # the versions stay under the old name
            old.folder.rename(new.folder)
            new.set_file(after)
