"""Tabs that were closed, with their history, for whoever wants one back."""

from __future__ import annotations

from collections import deque
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from m44editor.documents.sheet import Sheet
from m44editor.windows.tabs.disk import look_at_disk

if TYPE_CHECKING:
    from m44editor.windows.files import FileController

_MOST = 12  # as many as there are recent files


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

    def reopen(self, files: FileController) -> bool:
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


def _open_again(files: FileController, sheet: Sheet, place: int) -> None:
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
