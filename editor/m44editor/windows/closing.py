"""Closing tabs and windows, and opening again what was closed.

What is not saved is asked about, and nothing is lost without.
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
from m44editor.windows.disk_sync import look_at_disk

if TYPE_CHECKING:
    from m44editor.windows.file_dialogs import FileDialogs

_MOST = 12  # closed tabs that are remembered: as many as there are recent files


class Files(Protocol):
    """What closing asks of the files of a window."""

    window: QWidget | None
    sheets: Sheets
    keeps: Callable[[], bool]

    @property
    def dialogs(self) -> FileDialogs:
        """All questions about files."""

    def settle(self) -> None:
        """Let what is being typed or dragged count."""

    def save(self) -> bool:
        """Save the current sheet; tell whether that was done."""

    def open_path(self, path: Path) -> bool:
        """Show what a file holds; tell whether that was done."""

    def show_open(self, path: Path) -> bool:
        """Show the tab of a file that is open already; tell whether there is one."""

    def others(self) -> Iterator[Files]:
        """Yield those of the other windows."""


def may_close(files: Files) -> bool:
    """Tell whether all tabs of a window may go: they are saved, kept, or not wanted."""
    return _may_go(files, files.sheets, keeps=files.keeps())


def _may_go(files: Files, sheets: Iterable[Sheet], *, keeps: bool = False) -> bool:
    files.settle()
    asked = [sheet for sheet in sheets if sheet.modified and not _is_given_up(sheet)]
    if not asked:
        return True
    if len(asked) == 1:
        files.sheets.show(asked[0])
    match files.dialogs.may_lose([sheet.name for sheet in asked], keeps=keeps):
        case Answer.SAVE:
            return all(_save(files, sheet) for sheet in asked)
        case Answer.DISCARD:
            for sheet in asked:
                _give_up(files, sheet)
            return True
        case answer:
            return answer is Answer.KEEP


def close_sheet(files: Files, sheet: Sheet) -> bool:
    """Close a tab, after asking if need be; the window goes with its last one."""
    if not may_close_sheet(files, sheet):
        return False
    place, last = files.sheets.place(sheet), len(files.sheets) == 1
    files.sheets.close(sheet)
    closed_tabs().keep(sheet, place)
    if last and files.window is not None:
        files.window.close()
    return True


def close_sheets(files: Files, sheets: Sequence[Sheet]) -> bool:
    """Close some of the tabs, after asking once about all of them that are not saved."""
    if not _may_go(files, sheets):
        return False
    for sheet in sheets:
        place = files.sheets.place(sheet)
        files.sheets.close(sheet)
        closed_tabs().keep(sheet, place)
    return True


def may_close_sheet(files: Files, sheet: Sheet) -> bool:
    """Tell whether one tab may go; what the user is asked about is shown."""
    files.settle()
    if not sheet.modified:
        return True
    files.sheets.show(sheet)
    match files.dialogs.may_lose([sheet.name]):
        case Answer.SAVE:
            return _save(files, sheet)
        case answer:
            if answer is Answer.DISCARD:
                _give_up(files, sheet)
            return answer is Answer.DISCARD


def _save(files: Files, sheet: Sheet) -> bool:
    return files.sheets.show(sheet) and files.save()


def _give_up(files: Files, sheet: Sheet) -> None:
    if sheet.waiting is None or files.sheets.wake(sheet):
        sheet.given_up = sheet.scenario


def _is_given_up(sheet: Sheet) -> bool:
    return sheet.waiting is None and not sheet.unsaved


def forget_all(files: Files) -> None:
    """Let go of the tabs of a closed window; while others are open, they can be opened again."""
    stays = any(files.others())
    for place, sheet in enumerate(files.sheets):
        if stays and sheet.waiting is None:
            closed_tabs().keep(sheet, place)
        else:
            sheet.discard()


class ClosedTabs(QObject):
    """Remembers the tabs closed last, in all windows.

    Signals:
        changed: Others are remembered.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._kept: deque[tuple[Sheet | Path, int]] = deque()

    def __bool__(self) -> bool:
        """Return whether there is a tab to open again."""
        return bool(self._kept)

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files of those tabs, the latest last."""
        files = (each if isinstance(each, Path) else each.path for each, _ in self._kept)
        return tuple(path for path in files if path is not None)

    def keep(self, sheet: Sheet, place: int) -> None:
        """Remember a sheet that is in no window any more, and where its tab was."""
        if sheet.is_blank:
            forget(sheet)
            return
        sheet.setParent(self)
        self._kept.append((sheet, place))
        if len(self._kept) > _MOST:
            oldest, _ = self._kept.popleft()
            if isinstance(oldest, Sheet):
                forget(oldest)
        self.changed.emit()

    def recall(self, paths: tuple[Path, ...]) -> None:
        """Remember the files of tabs that were closed in an earlier session."""
        known = self.paths
        self._kept.extendleft((path, 0) for path in reversed(paths) if path not in known)

    def reopen(self, files: Files) -> bool:
        """Open the tab closed last again; tell whether there was one."""
        if not self._kept:
            return False
        closed, place = self._kept.pop()
        self.changed.emit()
        if isinstance(closed, Path):
            return files.open_path(closed)
        if closed.path is not None and files.show_open(closed.path):
            forget(closed)
            return True
        _open_again(files, closed, place)
        return True


def _open_again(files: Files, sheet: Sheet, place: int) -> None:
    blank = files.sheets.current
    sheet.given_up = None
    files.sheets.add(sheet, place)
    sheet.watch()
    look_at_disk(sheet)
    if blank.is_blank:
        files.sheets.drop(blank)


def forget(sheet: Sheet) -> None:
    """Let a sheet go for good."""
    sheet.discard()
    sheet.deleteLater()


@cache
def closed_tabs() -> ClosedTabs:
    """Return the one memory of closed tabs."""
    made = ClosedTabs()
    made.setParent(QCoreApplication.instance())
    return made
