"""What can be done with one tab: a click with the right button, or View > Tabs and Windows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMenu

from m44editor.documents.sheet import Sheet
from m44editor.menus.tabs import OF_ONE_TAB
from m44editor.windows.tabs.closing import close_sheets
from m44editor.windows.tabs.moving import detach, move_to
from m44editor.words import tr

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow

_OURS = "tab-entry"


def menu_of(window: MainWindow, sheet: Sheet) -> QMenu:
    """Return the menu of a tab."""
    menu = QMenu(window)
    _close, _reopen = window.commands["close"], window.commands["reopen-closed"]
    menu.addAction(_close.text(), partial(window.files.close_sheet, sheet))
    for name in OF_ONE_TAB:
        action = menu.addAction(window.commands[name].text(), partial(_DOES[name], window, sheet))
        action.setEnabled(why_not(window, sheet, name) is None)
        if name in _LAST_OF_GROUP:
            menu.addSeparator()
    list_other_tabs(window, menu, sheet)
    menu.addSeparator()
    menu.addAction(_reopen)
    return menu


def list_other_tabs(window: MainWindow, menu: QMenu, sheet: Sheet) -> None:
    """List what a tab can be compared with and moved to, in place of what was listed before."""
    for action in menu.actions():
        if action.objectName() == _OURS:
            menu.removeAction(action)
    for words, slot in _others(window, sheet):
        menu.addAction(words, slot).setObjectName(_OURS)


def _others(window: MainWindow, sheet: Sheet) -> Iterator[tuple[str, Callable[[], object]]]:
    files = window.files
    for each in files.sheets:
        if each is not sheet:
            words = tr("Compare with “{name}”", name=each.name.replace("&", "&&"))
            yield words, partial(_compare, window, sheet, each)
    for other in files.others():
        words = tr("Move to the Window of “{name}”", name=other.name.replace("&", "&&"))
        yield words, partial(move_to, files, sheet, other)


def do_with_shown(window: MainWindow, name: str) -> None:
    """Do something with the tab that is shown, or say why that cannot be done."""
    sheet = window.files.sheets.current
    reason = why_not(window, sheet, name)
    if reason is None:
        _DOES[name](window, sheet)
    else:
        window.say(reason)


def why_not(window: MainWindow, sheet: Sheet, name: str) -> str | None:
    """Return why something cannot be done with a tab; None where it can be."""
    if name in ("copy-path", "show-folder") and sheet.path is None:
        return tr("The scenario was not saved yet: there is no file")
    if name in ("close-others", "new-window") and len(window.files.sheets) == 1:
        return tr("The window has no other tab")
    if name == "close-right" and not _right_of(window, sheet):
        return tr("No tab is to the right of this one")
    return None


def _right_of(window: MainWindow, sheet: Sheet) -> list[Sheet]:
    sheets = window.files.sheets
    return [*sheets][sheets.place(sheet) + 1 :]


def _close_others(window: MainWindow, sheet: Sheet) -> None:
    close_sheets(window.files, [each for each in window.files.sheets if each is not sheet])


def _close_right(window: MainWindow, sheet: Sheet) -> None:
    close_sheets(window.files, _right_of(window, sheet))


def _copy_path(_: MainWindow, sheet: Sheet) -> None:
    QGuiApplication.clipboard().setText(str(sheet.path))


def _show_folder(_: MainWindow, sheet: Sheet) -> None:
    assert sheet.path is not None, "only of a file there is a folder"
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(sheet.path.parent)))


def _show_beside(window: MainWindow, sheet: Sheet) -> None:
    window.split.show(sheet)


def _compare(window: MainWindow, sheet: Sheet, other: Sheet) -> None:
    if window.files.sheets.wake(other) and window.files.sheets.show(sheet):
        window.comparing.with_sheet(other)


_DOES: Mapping[str, Callable[[MainWindow, Sheet], object]] = {
    "close-others": _close_others,
    "close-right": _close_right,
    "copy-path": _copy_path,
    "show-folder": _show_folder,
    "show-beside": _show_beside,
    "new-window": detach,
}
_LAST_OF_GROUP = ("close-right", "show-folder", "new-window")
