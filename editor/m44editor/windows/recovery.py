"""Crash recovery: unsaved work of a window is stored, and offered after a crash."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QAbstractItemView, QDialogButtonBox, QListWidgetItem, QWidget

from m44core.errors import M44Error
from m44core.faults import error_reason
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet
from m44editor.formatting import format_day
from m44editor.interface_text import language, tr, translated
from m44editor.panels.finding_labels import with_full_stop
from m44editor.sessions.recovery_slots import Slot, SnapshotError, remove_slot
from m44editor.sessions.snapshots import RecoverySlot, Snapshot, SnapshotWriter, abandoned_slots
from m44editor.sessions.state_files import games_folder, has_files, recovery_folder
from m44editor.windows.file_controller import FileController
from m44editor.windows.file_dialogs import ListDialog, report_failure

if TYPE_CHECKING:
    from m44editor.sessions.game_snapshots import GameSlot, GameSnapshot


class Recovery(QObject):
    """Stores unsaved work of a window's sheets, and offers to recover work of crashed sessions.

    Signals:
        failed: A snapshot could not be written; carries the reason. Not repeated until writing
            works again.
        closed: The recovery has stopped storing work.
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
            self._watch(sheet)
        files.sheets.added.connect(self._watch)
        files.sheets.removed.connect(self._unwatch)
        files.sheets.closed.connect(self._stop)

    @property
    def paths(self) -> list[Path]:
        """The files of the window's sheets."""
        return [sheet.path for sheet in self._files.sheets if sheet.path is not None]

    def crashed_slots(self, excluded: Collection[str] = ()) -> list[RecoverySlot]:
        """Return the slots of snapshots that crashed sessions left behind, the latest first.

        The slots are locked, so that no other session offers them.

        Args:
            excluded: Keys of slots to leave to a later session.
        """
        slots = abandoned_slots(self._folder)
        for slot in slots:
            if slot.key in excluded:
                slot.unlock()
        return [slot for slot in slots if slot.key not in excluded]

    def recover(self, slot: RecoverySlot) -> bool:
        """Open the snapshot in a slot as unsaved changes; return whether it could be read.

        This process takes over the slot, so that nothing is lost if it crashes too.
        """
        try:
            snapshot = slot.read()
        except SnapshotError:
            return False
        self._files.show_recovered(snapshot)
        writer = _snapshot_writer(self._files.sheets.current)
        assert writer is not None, "every sheet here has one"
        writer.adopt(slot)
        return True

    def offer(
        self,
        parent: QWidget | None = None,
        excluded: Collection[str] = (),
        continue_game: Callable[[GameSlot], object] | None = None,
    ) -> bool:
        """Offer to recover the work of crashed sessions; return whether anything was recovered.

        Each recovered scenario gets a tab.

        Args:
            parent: The parent of the dialog.
            excluded: Keys of slots to leave to a later session.
            continue_game: Continues the game in a slot, or raises an M44Error. Without it, games
                are left to a later session.
        """
        slots = self.crashed_slots(excluded)
        games = crashed_games() if continue_game else []
        chosen_slots = choose_slots([*slots, *games], parent)
        recovered = [self.recover(slot) for slot in slots if slot in chosen_slots]
        if continue_game:
            chosen_games = [slot for slot in games if slot in chosen_slots]
            recovered += [_recover_game(slot, continue_game, parent) for slot in chosen_games]
        return any(recovered)

    def write_now(self) -> None:
        """Write snapshots of unsaved changes now, and wait until they are written.

        Raises:
            SnapshotError: a snapshot could not be written.
        """
        writers = filter(None, map(_snapshot_writer, self._files.sheets))
        for future in [writer.write_now() for writer in writers]:
            if future:
                future.result()

    def close(self) -> None:
        """Stop storing work; only what the user neither saved nor discarded is left to recover.

        Called when the window closes or the program ends, whichever comes first.
        """
        if self._ended:
            return
        self._ended = True
        sheets = self._files.sheets
        sheets.added.disconnect(self._watch)
        sheets.removed.disconnect(self._unwatch)
        sheets.closed.disconnect(self._stop)
        for sheet in sheets:
            self._unwatch(sheet)
            self._stop(sheet)
        self.closed.emit()

    def _watch(self, sheet: Sheet) -> None:
        writer = _snapshot_writer(sheet) or SnapshotWriter(sheet, self._folder)
        writer.failed.connect(self.failed)

    def _unwatch(self, sheet: Sheet) -> None:
        """Stop reporting failures of a sheet that leaves this window."""
        if writer := _snapshot_writer(sheet):
            writer.failed.disconnect(self.failed)

    def _stop(self, sheet: Sheet) -> None:
        if writer := _snapshot_writer(sheet):
            writer.close()


def _snapshot_writer(sheet: Sheet) -> SnapshotWriter | None:
    """Return the writer of a sheet, which moves with it to another window; None if it has none."""
    writer = sheet.findChild(SnapshotWriter)
    return writer if isinstance(writer, SnapshotWriter) else None


def offer_games(continue_game: Callable[[GameSlot], object], parent: QWidget | None = None) -> None:
    """Offer to recover the games of crashed sessions, but not their scenarios.

    Args:
        continue_game: Continues the game in a slot, or raises an M44Error.
        parent: The parent of the dialog.
    """
    games = crashed_games()
    chosen_slots = choose_slots(games, parent)
    for slot in games:
        if slot in chosen_slots:
            _recover_game(slot, continue_game, parent)


def _recover_game(
    slot: GameSlot, continue_game: Callable[[GameSlot], object], parent: QWidget | None
) -> bool:
    """Continue the game in a slot, and return whether that was possible.

    If not, the reason is reported, and the slot is left to a later session.
    """
    try:
        continue_game(slot)
    except M44Error as error:
        slot.unlock()
        why = translated(with_full_stop(error_reason(error)))
        report_failure(parent, tr("The game cannot be recovered."), why)
        return False
    return True


def crashed_games() -> list[GameSlot]:
    """Return the slots of games that crashed sessions left behind, locked for this process."""
    if not has_files(games_folder()):
        return []
    from m44editor.sessions.game_snapshots import abandoned_games  # 150 ms, rarely needed

    return abandoned_games(games_folder())


def choose_slots(slots: Sequence[Slot[Any]], parent: QWidget | None = None) -> list[Slot[Any]]:
    """Ask which slots to recover, and return them; unlock those left to a later session."""
    if not slots:
        return []
    dialog = RecoveryDialog(slots, parent)
    dialog.exec()
    for slot in dialog.remaining:
        if slot not in dialog.chosen:
            slot.unlock()
    return dialog.chosen


class RecoveryDialog(ListDialog):
    """Lists the unsaved scenarios and games of crashed sessions.

    Attributes:
        chosen: The slots to recover; empty if the dialog was canceled.
        remaining: The slots that were not discarded, in list order.
    """

    def __init__(self, slots: Sequence[Slot[Any]], parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Recover Unsaved Work"),
            tr(
                "The program closed before your work was saved. These recovery copies were "
                "kept. Recovering them does not change any file until you save."
            ),
            QDialogButtonBox.StandardButton.NoButton,
            parent,
        )
        self.chosen: list[Slot[Any]] = []
        self.remaining = list(slots)
        roles = QDialogButtonBox.ButtonRole
        self.recover_button = self.buttons.addButton(tr("&Recover"), roles.AcceptRole)
        self.discard_button = self.buttons.addButton(tr("&Discard"), roles.DestructiveRole)
        self.buttons.addButton(tr("&Later"), roles.RejectRole)
        self.recover_button.setDefault(True)
        self.discard_button.clicked.connect(self._discard)
        self.list.itemActivated.connect(self.accept)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.itemSelectionChanged.connect(self._update_buttons)
        for slot in slots:
            self.list.addItem(_slot_item(slot))
        self._select_readable()

    def accept(self) -> None:
        """Choose the selected slots and close, if all of them are readable."""
        if self.recover_button.isEnabled():
            self.chosen = [self.remaining[row] for row in self._selected_rows()]
            super().accept()

    def _select_readable(self) -> None:
        """Select all readable slots; if there are none, the first slot, ready to be discarded."""
        for row, slot in enumerate(self.remaining):
            self.list.item(row).setSelected(_is_readable(slot))
        if not self._selected_rows() and self.remaining:
            self.list.item(0).setSelected(True)
        self._update_buttons()

    def _selected_rows(self) -> list[int]:
        return sorted(self.list.row(item) for item in self.list.selectedItems())

    def _update_buttons(self) -> None:
        rows = self._selected_rows()
        self.discard_button.setEnabled(bool(rows))
        are_readable = all(_is_readable(self.remaining[row]) for row in rows)
        self.recover_button.setEnabled(bool(rows) and are_readable)

    def _discard(self) -> None:
        for row in reversed(self._selected_rows()):
            remove_slot(self.remaining.pop(row))
            self.list.takeItem(row)
        if not self.remaining:
            self.reject()
        else:
            self._select_readable()


def _is_readable(slot: Slot[Any]) -> bool:
    try:
        slot.read()
    except SnapshotError:
        return False
    return True


def _slot_item(slot: Slot[Any]) -> QListWidgetItem:
    try:
        snapshot = slot.read()
    except SnapshotError as error:
        return QListWidgetItem(tr("Damaged: {why}", why=str(error)))
    if isinstance(snapshot, Snapshot):
        name, path = snapshot.name, snapshot.path
    else:
        name, path = _game_name(snapshot), snapshot.game_path
    description = str(path) if path else tr("not saved yet")
    if snapshot.taken:
        time = f"{snapshot.taken:%H:%M}"
        description = tr(
            "{day}, {time}, {place}", day=format_day(snapshot.taken), time=time, place=description
        )
    return QListWidgetItem(f"{name}\n{description}")


def _game_name(snapshot: GameSnapshot) -> str:
    scenario = snapshot.scenario.title_in(language()) or snapshot.name or tr("Untitled")
    title, turn = tr("Playtest: {scenario}", scenario=scenario), snapshot.turn
    return f"{title} · {tr('Turn {turn}', turn=turn)}" if turn else title
