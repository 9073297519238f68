"""Closing tabs and windows, and reopening closed tabs.

The user is asked about unsaved changes, so nothing is lost without consent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QWidget

from m44editor.answers import Answer
from m44editor.documents.document import Sheets
from m44editor.documents.document_sheet import Sheet
from m44editor.windows.disk_sync import check_disk

if TYPE_CHECKING:
    from m44editor.windows.file_dialogs import FileDialogs

_MAX_CLOSED = 12  # closed tabs to remember: as many as recent files


class ClosableFiles(Protocol):
    """The part of a window's file controller that closing needs."""

    window: QWidget | None
    sheets: Sheets
    keeps_unsaved: Callable[[], bool]

    @property
    def dialogs(self) -> FileDialogs:
        """The file dialogs."""

    def finish_input(self) -> None:
        """Commit any unfinished typing or dragging."""

    def save(self) -> bool:
        """Save the current sheet; return whether it succeeded."""

    def open_path(self, path: Path) -> bool:
        """Open a file; return whether it succeeded."""

    def show_if_open(self, path: Path) -> bool:
        """Show the tab of a file if it is open in any window; return whether there is one."""

    def other_controllers(self) -> Iterator[ClosableFiles]:
        """Yield the file controllers of the other windows."""


def confirm_close(files: ClosableFiles) -> bool:
    """Ask about unsaved changes, saving on request; return whether the window can close."""
    return _confirm_close_sheets(files, files.sheets, can_keep=files.keeps_unsaved())


def _confirm_close_sheets(
    files: ClosableFiles, sheets: Iterable[Sheet], *, can_keep: bool = False
) -> bool:
    files.finish_input()
    unsaved_sheets = [sheet for sheet in sheets if sheet.is_modified and not _is_discarded(sheet)]
    if not unsaved_sheets:
        return True
    if len(unsaved_sheets) == 1:
        files.sheets.show(unsaved_sheets[0])
    match files.dialogs.ask_to_save([sheet.name for sheet in unsaved_sheets], can_keep=can_keep):
        case Answer.SAVE:
            return all(_save_sheet(files, sheet) for sheet in unsaved_sheets)
        case Answer.DISCARD:
            for sheet in unsaved_sheets:
                _discard_changes(files, sheet)
            return True
        case answer:
            return answer is Answer.KEEP


def close_sheet(files: ClosableFiles, sheet: Sheet) -> bool:
    """Close a tab, and its window if no tab is left; return False if the tab stays open."""
    if not confirm_close_sheet(files, sheet):
        return False
    index, is_last = files.sheets.index(sheet), len(files.sheets) == 1
    files.sheets.close(sheet)
    closed_tabs().add(sheet, index)
    if is_last and files.window is not None:
        files.window.close()
    return True


def close_sheets(files: ClosableFiles, sheets: Sequence[Sheet]) -> bool:
    """Close several tabs, asking once about all unsaved changes; return whether they closed."""
    if not _confirm_close_sheets(files, sheets):
        return False
    for sheet in sheets:
        index = files.sheets.index(sheet)
        files.sheets.close(sheet)
        closed_tabs().add(sheet, index)
    return True


def confirm_close_sheet(files: ClosableFiles, sheet: Sheet) -> bool:
    """Ask about a tab's unsaved changes, saving on request; return whether it can close."""
    files.finish_input()
    if not sheet.is_modified:
        return True
    files.sheets.show(sheet)
    match files.dialogs.ask_to_save([sheet.name]):
        case Answer.SAVE:
            return _save_sheet(files, sheet)
        case answer:
            if answer is Answer.DISCARD:
                _discard_changes(files, sheet)
            return answer is Answer.DISCARD


def _save_sheet(files: ClosableFiles, sheet: Sheet) -> bool:
    return files.sheets.show(sheet) and files.save()


def _discard_changes(files: ClosableFiles, sheet: Sheet) -> None:
    if sheet.pending is None or files.sheets.load(sheet):
        sheet.discarded = sheet.scenario


def _is_discarded(sheet: Sheet) -> bool:
    return sheet.pending is None and not sheet.has_unsaved_changes


def release_all_sheets(files: ClosableFiles) -> None:
    """Release the tabs of a closed window; they can be reopened while another window is open."""
    has_other_window = any(files.other_controllers())
    for index, sheet in enumerate(files.sheets):
        if has_other_window and sheet.pending is None:
            closed_tabs().add(sheet, index)
        else:
            sheet.discard()


class ClosedTabs(QObject):
    """The most recently closed tabs of all windows.

    Signals:
        changed: A tab was closed or reopened.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._entries: deque[tuple[Sheet | Path, int]] = deque()

    def __bool__(self) -> bool:
        """Return whether there is a tab to reopen."""
        return bool(self._entries)

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files of the closed tabs, the most recently closed last."""
        files = (each if isinstance(each, Path) else each.path for each, _ in self._entries)
        return tuple(path for path in files if path is not None)

    def add(self, sheet: Sheet, index: int) -> None:
        """Remember a closed sheet and the position of its tab; a blank sheet is deleted instead."""
        if sheet.is_blank:
            delete_sheet(sheet)
            return
        sheet.setParent(self)
        self._entries.append((sheet, index))
        if len(self._entries) > _MAX_CLOSED:
            oldest, _ = self._entries.popleft()
            if isinstance(oldest, Sheet):
                delete_sheet(oldest)
        self.changed.emit()

    def add_paths(self, paths: tuple[Path, ...]) -> None:
        """Remember the files of tabs closed in an earlier session, as the oldest entries."""
        known_paths = self.paths
        self._entries.extendleft((path, 0) for path in reversed(paths) if path not in known_paths)

    def reopen(self, files: ClosableFiles) -> bool:
        """Reopen the most recently closed tab; return False if there is none.

        A file that cannot be opened is reported to the user and removed from the list.
        """
        if not self._entries:
            return False
        closed, index = self._entries.pop()
        self.changed.emit()
        if isinstance(closed, Path):
            files.open_path(closed)
            return True
        if closed.path is not None and files.show_if_open(closed.path):
            delete_sheet(closed)
            return True
        _restore_sheet(files, closed, index)
        return True


def _restore_sheet(files: ClosableFiles, sheet: Sheet, index: int) -> None:
    blank_sheet = files.sheets.current
    sheet.discarded = None
    files.sheets.add(sheet, index)
    sheet.watch()
    check_disk(sheet)
    if blank_sheet.is_blank:
        files.sheets.drop(blank_sheet)


def delete_sheet(sheet: Sheet) -> None:
    """Delete a sheet for good."""
    sheet.discard()
    sheet.deleteLater()


@cache
def closed_tabs() -> ClosedTabs:
    """Return the list of closed tabs, shared by all windows."""
    tabs = ClosedTabs()
    tabs.setParent(QCoreApplication.instance())
    return tabs
