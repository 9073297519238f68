"""Keeping the unsaved work of a window's tabs through a crash, and offering what one left."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QAbstractItemView, QDialogButtonBox, QListWidgetItem, QWidget

from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet
from m44editor.formatting import day_in_words
from m44editor.interface_text import tr
from m44editor.sessions.snapshots import Keeper, Slot, SnapshotError, abandoned, remove
from m44editor.sessions.state_files import recovery_folder
from m44editor.windows.file_controller import FileController
from m44editor.windows.file_dialogs import ListDialog


class Recovery(QObject):
    """Keeps the unsaved work of all sheets of a window; offers what crashed sessions left.

    Signals:
        failed: Why no snapshot could be written; told once until it works again.
        closed: It keeps nothing any more.
    """

    failed = Signal(object)
    closed = Signal()

    def __init__(
        self,
        document: Document,
        files: FileController,
        folder: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._files = files
        self._folder = folder or recovery_folder()
        self._ended = False
        self.failed.connect(files.warn)
        for sheet in files.sheets:
            self._keep(sheet)
        files.sheets.added.connect(self._keep)
        files.sheets.removed.connect(self._let_go)
        files.sheets.closed.connect(self._end)

    @property
    def paths(self) -> list[Path]:
        """The files of the sheets it keeps."""
        return [sheet.path for sheet in self._files.sheets if sheet.path is not None]

    def crashed(self, left_out: Collection[str] = ()) -> list[Slot]:
        """Return what earlier sessions left behind when they died, the latest first.

        Args:
            left_out: Keys of tabs that are not to be touched this time.
        """
        slots = abandoned(self._folder)
        for slot in slots:
            if slot.key in left_out:
                slot.let_go()
        return [slot for slot in slots if slot.key not in left_out]

    def take(self, slot: Slot) -> bool:
        """Show what is in a slot as unsaved changes; tell whether it could be read.

        The slot becomes ours, so that nothing is lost if we die as well.
        """
        try:
            snapshot = slot.read()
        except SnapshotError:
            return False
        self._files.show_recovered(snapshot)
        keeper = _keeper(self._files.sheets.current)
        assert keeper is not None, "every sheet here has one"
        keeper.adopt(slot)
        return True

    def offer(self, parent: QWidget | None = None, left_out: Collection[str] = ()) -> bool:
        """Ask about what crashed sessions left, if anything; tell whether any was taken.

        Each of those that are wanted gets a tab; those *left_out* are offered by a later session.
        """
        slots = self.crashed(left_out)
        if not slots:
            return False
        dialog = RecoveryDialog(slots, parent)
        dialog.exec()
        chosen = dialog.chosen
        for slot in dialog.left:
            if slot not in chosen:
                slot.let_go()
        return sum(map(self.take, chosen)) > 0

    def keep_now(self) -> None:
        """Write snapshots of unsaved changes at once.

        Raises:
            SnapshotError: one could not be written.
        """
        keepers = filter(None, map(_keeper, self._files.sheets))
        for written in [keeper.keep_now() for keeper in keepers]:
            if written:
                written.result()

    def close(self) -> None:
        """End the session in order: only what the user never decided about is left to recover.

        The window ends it when it closes, and so does the program, whichever comes first.
        """
        if self._ended:
            return
        self._ended = True
        sheets = self._files.sheets
        sheets.added.disconnect(self._keep)
        sheets.removed.disconnect(self._let_go)
        sheets.closed.disconnect(self._end)
        for sheet in sheets:
            self._let_go(sheet)
            self._end(sheet)
        self.closed.emit()

    def _keep(self, sheet: Sheet) -> None:
        keeper = _keeper(sheet) or Keeper(sheet, self._folder)
        keeper.failed.connect(self.failed)

    def _let_go(self, sheet: Sheet) -> None:
        """Leave a sheet that is no longer here to another window."""
        if keeper := _keeper(sheet):
            keeper.failed.disconnect(self.failed)

    def _end(self, sheet: Sheet) -> None:
        if keeper := _keeper(sheet):
            keeper.close()


def _keeper(sheet: Sheet) -> Keeper | None:
    """Return what keeps the work of a sheet; it goes with it from window to window."""
    found = sheet.findChild(Keeper)
    return found if isinstance(found, Keeper) else None


class RecoveryDialog(ListDialog):
    """Lists what crashed sessions left behind.

    Attributes:
        chosen: The slots to recover; none where the user wants none now.
        left: The slots still there, in the order of the list.
    """

    def __init__(self, slots: list[Slot], parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Recover unsaved work"),
            tr(
                "The program ended without saving. This is what it kept of your work; "
                "recovering it changes no file until you save."
            ),
            QDialogButtonBox.StandardButton.NoButton,
            parent,
        )
        self.chosen: list[Slot] = []
        self.left = list(slots)
        roles = QDialogButtonBox.ButtonRole
        self.recover_button = self.buttons.addButton(tr("&Recover"), roles.AcceptRole)
        self.discard_button = self.buttons.addButton(tr("&Discard"), roles.DestructiveRole)
        self.buttons.addButton(tr("&Later"), roles.RejectRole)
        self.recover_button.setDefault(True)
        self.discard_button.clicked.connect(self._discard)
        self.list.itemActivated.connect(self.accept)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.itemSelectionChanged.connect(self._follow)
        for slot in slots:
            self.list.addItem(_item(slot))
        self._choose_whole_ones()

    def accept(self) -> None:
        """Choose the selected slots, if what they hold can be read."""
        if self.recover_button.isEnabled():
            self.chosen = [self.left[row] for row in self._rows()]
            super().accept()

    def _choose_whole_ones(self) -> None:
        """Select all that can be read; where nothing can, the first, to be discarded."""
        for row, slot in enumerate(self.left):
            self.list.item(row).setSelected(_is_whole(slot))
        if not self._rows() and self.left:
            self.list.item(0).setSelected(True)
        self._follow()

    def _rows(self) -> list[int]:
        return sorted(self.list.row(item) for item in self.list.selectedItems())

    def _follow(self) -> None:
        rows = self._rows()
        self.discard_button.setEnabled(bool(rows))
        whole = all(_is_whole(self.left[row]) for row in rows)
        self.recover_button.setEnabled(bool(rows) and whole)

    def _discard(self) -> None:
        for row in reversed(self._rows()):
            remove(self.left.pop(row))
            self.list.takeItem(row)
        if not self.left:
            self.reject()
        else:
            self._choose_whole_ones()


def _is_whole(slot: Slot) -> bool:
    try:
        slot.read()
    except SnapshotError:
        return False
    return True


def _item(slot: Slot) -> QListWidgetItem:
    try:
        snapshot = slot.read()
    except SnapshotError as error:
        return QListWidgetItem(tr("Damaged: {why}", why=str(error)))
    where = str(snapshot.path) if snapshot.path else tr("not saved yet")
    if snapshot.taken:
        time = f"{snapshot.taken:%H:%M}"
        where = tr(
            "{day}, {time}, {place}", day=day_in_words(snapshot.taken), time=time, place=where
        )
    return QListWidgetItem(f"{snapshot.name}\n{where}")
