"""File > File History of a main window: opened when it is asked for, and what it asks for done."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox

from m44core.errors import WriteError
from m44core.history.restoring import brought_back
from m44core.history.versions import HistoryError
from m44core.io.files.save import write
from m44core.messages.message import Message, message, message_in
from m44core.messages.words import reason
from m44editor.screen import for_a_box
from m44editor.windows.history.dialog import HistoryDialog
from m44editor.windows.history.keeper import Keeper, keep_versions
from m44editor.windows.history.rows import Kept, time_of
from m44editor.words import told, tr

if TYPE_CHECKING:
    from m44editor.windows.context import EditorContext

_OPEN = "history"


def open_history(context: EditorContext) -> None:
    """Show the versions of the open file; the same dialog where it is open already."""
    path = context.document.path
    if path is None:
        words = tr("A scenario has a history once it is saved.")
        QMessageBox.information(context.window, tr("History"), words)
        return
    there = context.window.findChild(HistoryDialog, _OPEN)
    if there is None:
        there = HistoryDialog(path, context.settings, context.window)
        there.setObjectName(_OPEN)
        _Errands(context, there)
    there.show()
    there.raise_()
    there.activateWindow()


class _Errands(QObject):
    """Does for a window what its history dialog asks for."""

    def __init__(self, context: EditorContext, dialog: HistoryDialog) -> None:
        super().__init__(dialog)
        self._context, self.dialog, self._path = context, dialog, dialog.file
        self._keeper = context.window.findChild(Keeper) or keep_versions(context)
        self._keeper.wait()  # what was just saved is listed
        dialog.restore_wanted.connect(self._restore)
        dialog.compare_wanted.connect(self._compare)
        dialog.open_wanted.connect(context.files.show_position)
        dialog.copy_wanted.connect(self._save_copy)
        dialog.show_now(context.document.scenario)
        dialog.look()
        context.document.changed.connect(self._follow)
        context.document.path_changed.connect(self._follow_path)
        self._keeper.kept.connect(dialog.look)
        dialog.language_changed.connect(self._say_anew)

    def _follow(self, _before: object, after: object) -> None:
        self.dialog.show_now(self._context.document.scenario)

    def _follow_path(self) -> None:
        """Close where the history of this file is no longer that of the open one."""
        if self._context.document.path != self._path:
            _close(self.dialog)

    def _say_anew(self) -> None:
        """Let another dialog take the place of this one when another language is spoken."""
        if self.dialog.objectName() == _OPEN:
            _close(self.dialog)
            QTimer.singleShot(0, self._context, partial(_open_at, self._context, self.dialog.pos()))

    def _restore(self, kept: Kept) -> None:
        """Let a version be what is edited, as one step; what is unsaved is kept before."""
        result, data, trouble = self.dialog.reader.result(kept)
        if result is None:
            raise HistoryError(trouble)
        self._keeper.keep_unsaved()
        file = brought_back(result, data)
        said = message_in("step", "Restore Version of {when}", when=time_of(kept.version))
        self._context.document.edit(said, file.scenario, origin=file.origin)

    def _compare(self, kept: Kept) -> None:
        scenario = self.dialog.reader.scenario(kept)
        if scenario is not None:
            self._context.comparing.with_version(self._name(kept), scenario)

    def _save_copy(self, kept: Kept) -> None:
        """Ask for a file and write the very bytes of a version to it."""
        data = kept.history.read(kept.version)
        name = f"{self._path.stem}-{kept.version.taken.astimezone():%Y%m%d-%H%M}"
        asked = QFileDialog.getSaveFileName(
            self.dialog,
            tr("Save a copy of this version"),
            str(self._path.with_name(f"{name}{self._path.suffix}")),
        )
        if not asked[0]:
            return
        try:
            write(data, Path(asked[0]))
        except WriteError as error:
            title = self.dialog.windowTitle()
            QMessageBox.warning(self.dialog, title, for_a_box(told(reason(error))))

    def _name(self, kept: Kept) -> Message:
        return message("{file} ({when})", file=self._path.name, when=time_of(kept.version))


def _close(dialog: HistoryDialog) -> None:
    dialog.setObjectName("")  # it is not gone at once, and is not to be found again
    dialog.close()


def _open_at(context: EditorContext, place: QPoint) -> None:
    open_history(context)
    after = context.window.findChild(HistoryDialog, _OPEN)
    if after is not None:
        after.move(place)
