"""What can be done with one tab: a click with the right button, or View > Tabs and Windows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMenu

from m44editor.documents.sheet import Sheet
from m44editor.windows.tabs.closing import close_sheets
from m44editor.windows.tabs.moving import detach, move_to
from m44editor.words import tr

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow

_OURS = "tab-entry"
_Entry = tuple[str, Callable[[], object], bool]


def menu_of(window: MainWindow, sheet: Sheet) -> QMenu:
    """Return the menu of a tab."""
    menu = QMenu(window)
    _close, _reopen = window.commands["close"], window.commands["reopen-closed"]
    menu.addAction(_close.text(), partial(window.files.close_sheet, sheet))
    fill_menu(window, menu, sheet)
    menu.addSeparator()
    menu.addAction(_reopen)
    return menu


def fill_menu(window: MainWindow, menu: QMenu, sheet: Sheet) -> None:
    """List in a menu what can be done with a tab, in place of what was listed there before."""
    for action in menu.actions():
        if action.objectName() == _OURS:
            menu.removeAction(action)
    for group in (_closing, _places, _windows):
        for words, slot, enabled in group(window, sheet):
            action = menu.addAction(words, slot)
            action.setEnabled(enabled)
            action.setObjectName(_OURS)
        menu.addSeparator().setObjectName(_OURS)


def _closing(window: MainWindow, sheet: Sheet) -> Iterator[_Entry]:
    files = window.files
    others = [each for each in files.sheets if each is not sheet]
    right = [*files.sheets][files.sheets.place(sheet) + 1 :]
    yield tr("Close &Others"), partial(close_sheets, files, others), bool(others)
    yield tr("Close to the Ri&ght"), partial(close_sheets, files, right), bool(right)


def _places(window: MainWindow, sheet: Sheet) -> Iterator[_Entry]:
    path = sheet.path
    yield tr("Cop&y Path"), partial(_copy, str(path)), path is not None
    yield tr("Show in &Folder"), partial(_show_folder, path), path is not None


def _windows(window: MainWindow, sheet: Sheet) -> Iterator[_Entry]:
    files = window.files
    for each in files.sheets:
        if each is not sheet:
            words = tr("Compare with “{name}”", name=each.name.replace("&", "&&"))
            yield words, partial(_compare, window, sheet, each), True
    yield tr("Show B&eside"), partial(window.split.show, sheet), True
    yield tr("Move to New &Window"), partial(detach, window, sheet), len(files.sheets) > 1
    for other in files.others():
        words = tr("Move to the Window of “{name}”", name=other.name.replace("&", "&&"))
        yield words, partial(move_to, files, sheet, other), True


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def _show_folder(path: Path | None) -> None:
    assert path is not None, "only of a file there is a folder"
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))


def _compare(window: MainWindow, sheet: Sheet, other: Sheet) -> None:
    if window.files.sheets.wake(other) and window.files.sheets.show(sheet):
        window.comparing.with_sheet(other)
