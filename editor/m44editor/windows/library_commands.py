"""File > Library: one library window for all windows of the program."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication

from m44core.errors import M44Error
from m44core.history.file_history import history_of
from m44editor.library.library_window import LibraryWindow
from m44editor.windows.editor_context import EditorContext, contexts

_open: list[LibraryWindow] = []  # lest Python forgets it
_asked_by: list[EditorContext] = []


def show_library(context: EditorContext, folder: Path | None = None) -> LibraryWindow:
    """Show the library, with a folder or with that shown last; it ends with the program."""
    if not _open:
        _make(context.settings)
    library, _asked_by[:] = _open[0], [context]
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
    open_now = contexts()
    if not open_now:
        return  # the program is about to end
    context = next((each for each in _asked_by if each in open_now), open_now[-1])
    context.files.open_path(path)
    context.bring_up()


def _follow(before: Path, after: Path) -> None:
    """Let what goes by the name of a file go by its new one: open windows, and its history."""
    from m44editor.documents.history_settings import history_folder  # 1 ms

    for context in contexts():
        context.files.follow(before, after)
    old, new = (history_of(path, history_folder()) for path in (before, after))
    if old.folder.is_dir() and not new.folder.exists():
        with suppress(OSError, M44Error):  # the versions stay under the old name
            old.folder.rename(new.folder)
            new.belongs_to(after)
