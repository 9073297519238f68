"""Keeping unsaved work through a crash: a snapshot soon after every edit, offered at the start."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QDialogButtonBox, QListWidgetItem, QWidget

from m44core.messages.message import message
from m44editor.documents.dates import day_in_words
from m44editor.documents.document import Document
from m44editor.documents.snapshots import Slot, Snapshot, SnapshotError, abandoned, recovery_folder
from m44editor.windows.dialogs import ListDialog
from m44editor.windows.files import FileController
from m44editor.words import tr

DELAY = 600  # milliseconds after an edit; more edits meanwhile do not put it off


class Recovery(QObject):
    """Writes snapshots of a document while it has unsaved changes.

    A process that dies leaves its snapshot behind, and its lock is void: the
    next session offers it. A clean close, a save and an undo to the saved
    state remove it.
    """

    failed = Signal(object)  # why no snapshot could be written; told once until it works again
    closed = Signal()

    _written = Signal(object)

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
        self._slot: Slot | None = None
        self._failing = self._ended = False
        self._worker = ThreadPoolExecutor(1, "recovery")
        self._delay = QTimer(self, interval=DELAY, singleShot=True)
        self._delay.timeout.connect(self._write)
        self._written.connect(self._note_result)
        self.failed.connect(files.warn)
        document.changed.connect(self._wait)
        document.replaced.connect(self._forget)
        document.undo_stack.cleanChanged.connect(self._follow_clean)

    def crashed(self) -> list[Slot]:
        """Return what earlier sessions left behind when they died, the latest first."""
        return abandoned(self._folder)

    def take(self, slot: Slot) -> bool:
        """Show what is in a slot as unsaved changes; tell whether it could be read.

        The slot becomes ours, so that nothing is lost if we die as well.
        """
        try:
            snapshot = slot.read()
        except SnapshotError:
            return False
        self._files.show_file(snapshot.file, snapshot.path, snapshot.fingerprint, snapshot.format)
        self._slot = slot
        self._document.undo_stack.resetClean()
        return True

    def offer(self, parent: QWidget | None = None) -> bool:
        """Ask about what crashed sessions left, if anything; tell whether one was taken."""
        slots = self.crashed()
        if not slots:
            return False
        dialog = RecoveryDialog(slots, parent)
        dialog.exec()
        chosen = dialog.chosen
        for slot in dialog.left:
            if slot is not chosen:
                slot.let_go()
        return chosen is not None and self.take(chosen)

    def keep_now(self) -> None:
        """Write a snapshot of unsaved changes at once.

        Raises:
            SnapshotError: it could not be written.
        """
        future = self._submit()
        if future:
            future.result()

    def close(self) -> None:
        """End the session in order: only what the user never decided about is left to recover.

        The window ends it when it closes, and so does the program, whichever comes first.
        """
        if self._ended:
            return
        self._ended = True
        self._document.changed.disconnect(self._wait)
        self._document.replaced.disconnect(self._forget)
        self._document.undo_stack.cleanChanged.disconnect(self._follow_clean)
        self._written.disconnect(self._note_result)
        self._delay.stop()
        if self._files.unsaved:
            self._submit()
        else:
            self._forget()
        self._worker.shutdown(wait=True)
        if self._slot is not None:
            self._slot.let_go()
        self.closed.emit()

    def _wait(self) -> None:
        if not self._delay.isActive():
            self._delay.start()

    def _follow_clean(self, clean: bool) -> None:
        if clean:
            self._forget()
        else:
            self._wait()

    def _forget(self) -> None:
        """Remove the snapshot: what it held is saved, or not wanted."""
        self._delay.stop()
        slot, self._slot = self._slot, None
        if slot is not None:
            self._worker.submit(_remove, slot)

    def _write(self) -> None:
        future = self._submit()
        if future:
            future.add_done_callback(self._written.emit)

    def _submit(self) -> Future[None] | None:
        """Have a snapshot written, unless everything is saved anyway."""
        document, files = self._document, self._files
        if document.undo_stack.isClean():
            return None
        self._slot = self._slot or Slot(self._folder)
        snapshot = Snapshot(
            document.file, files.name, document.path, files.format, files.fingerprint
        )
        return self._worker.submit(_store, self._folder, self._slot, snapshot)

    def _note_result(self, future: Future[None]) -> None:
        error = future.exception()
        if error and not self._failing:
            why = str(error)
            self.failed.emit(message("Your work cannot be kept safe from a crash: {why}", why=why))
        self._failing = error is not None


def _store(folder: Path, slot: Slot, snapshot: Snapshot) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    slot.claim()
    slot.write(snapshot)


def _remove(slot: Slot) -> None:
    slot.clear()
    slot.let_go()


class RecoveryDialog(ListDialog):
    """Lists what crashed sessions left behind.

    Attributes:
        chosen: The slot to recover; None where the user wants none now.
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
        self.chosen: Slot | None = None
        self.left = list(slots)
        roles = QDialogButtonBox.ButtonRole
        self.recover_button = self.buttons.addButton(tr("&Recover"), roles.AcceptRole)
        self.discard_button = self.buttons.addButton(tr("&Discard"), roles.DestructiveRole)
        self.buttons.addButton(tr("&Later"), roles.RejectRole)
        self.recover_button.setDefault(True)
        self.discard_button.clicked.connect(self._discard)
        self.list.itemActivated.connect(self.accept)
        self.list.currentRowChanged.connect(self._follow)
        for slot in slots:
            self.list.addItem(_item(slot))
        whole = (row for row, slot in enumerate(slots) if _is_whole(slot))
        self.list.setCurrentRow(next(whole, 0))

    def accept(self) -> None:
        """Choose the current slot, if what it holds can be read."""
        if self.recover_button.isEnabled():
            self.chosen = self.left[self.list.currentRow()]
            super().accept()

    def _follow(self, row: int) -> None:
        self.recover_button.setEnabled(0 <= row < len(self.left) and _is_whole(self.left[row]))

    def _discard(self) -> None:
        row = self.list.currentRow()
        slot = self.left.pop(row)
        _remove(slot)
        self.list.takeItem(row)
        if not self.left:
            self.reject()


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
