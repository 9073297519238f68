"""What can be done with one tab: by its menu, by View > Tabs and Windows, by dragging it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from m44editor.documents.document_sheet import Sheet
from m44editor.interface_text import tr
from m44editor.menus.tabs import OF_ONE_TAB
from m44editor.windows.closing import close_sheets

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext
    from m44editor.windows.file_controller import FileController


_OURS = "tab-entry"


def menu_of(context: EditorContext, sheet: Sheet) -> QMenu:
    """Return the menu of a tab."""
    menu = QMenu(context.window)
    _close, _reopen = context.commands["close"], context.commands["reopen-closed"]
    menu.addAction(_close.text(), partial(context.files.close_sheet, sheet))
    for name in OF_ONE_TAB:
        action = menu.addAction(context.commands[name].text(), partial(_DOES[name], context, sheet))
        action.setEnabled(why_not(context, sheet, name) is None)
        if name in _LAST_OF_GROUP:
            menu.addSeparator()
    list_other_tabs(context, menu, sheet)
    menu.addSeparator()
    menu.addAction(_reopen)
    return menu


def show_menu(context: EditorContext, sheet: Sheet, at: QPoint) -> None:
    """Ask at a point of the screen what is to be done with a tab."""
    menu = menu_of(context, sheet)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)


def list_other_tabs(context: EditorContext, menu: QMenu, sheet: Sheet) -> None:
    """List what a tab can be compared with and moved to, in place of what was listed before."""
    for action in menu.actions():
        if action.objectName() == _OURS:
            menu.removeAction(action)
    for words, slot in _others(context, sheet):
        menu.addAction(words, slot).setObjectName(_OURS)


def _others(context: EditorContext, sheet: Sheet) -> Iterator[tuple[str, Callable[[], object]]]:
    files = context.files
    for each in files.sheets:
        if each is not sheet:
            words = tr("Compare with “{name}”", name=each.name.replace("&", "&&"))
            yield words, partial(_compare, context, sheet, each)
    for other in files.others():
        words = tr("Move to the Window of “{name}”", name=other.name.replace("&", "&&"))
        yield words, partial(move_to, files, sheet, other)


def list_others_of_shown(context: EditorContext, menu: QMenu) -> None:
    """List what the tab that is shown can be compared with and moved to."""
    list_other_tabs(context, menu, context.document.sheet)


def do_with_shown(context: EditorContext, name: str) -> None:
    """Do something with the tab that is shown, or say why that cannot be done."""
    sheet = context.files.sheets.current
    reason = why_not(context, sheet, name)
    if reason is None:
        _DOES[name](context, sheet)
    else:
        context.say(reason)


def why_not(context: EditorContext, sheet: Sheet, name: str) -> str | None:
    """Return why something cannot be done with a tab; None where it can be."""
    if name in ("copy-path", "show-folder") and sheet.path is None:
        return tr("The scenario was not saved yet: there is no file")
    if name in ("close-others", "new-window") and len(context.files.sheets) == 1:
        return tr("The window has no other tab")
    if name == "close-right" and not _right_of(context, sheet):
        return tr("No tab is to the right of this one")
    return None


def _right_of(context: EditorContext, sheet: Sheet) -> list[Sheet]:
    sheets = context.files.sheets
    return [*sheets][sheets.place(sheet) + 1 :]


def _close_others(context: EditorContext, sheet: Sheet) -> None:
    close_sheets(context.files, [each for each in context.files.sheets if each is not sheet])


def _close_right(context: EditorContext, sheet: Sheet) -> None:
    close_sheets(context.files, _right_of(context, sheet))


def _copy_path(_: EditorContext, sheet: Sheet) -> None:
    QGuiApplication.clipboard().setText(str(sheet.path))


def _show_folder(_: EditorContext, sheet: Sheet) -> None:
    assert sheet.path is not None, "only of a file there is a folder"
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(sheet.path.parent)))


def _show_beside(context: EditorContext, sheet: Sheet) -> None:
    context.split.show(sheet)


def _compare(context: EditorContext, sheet: Sheet, other: Sheet) -> None:
    if context.files.sheets.wake(other) and context.files.sheets.show(sheet):
        context.comparing.with_sheet(other)


_GRIP = QPoint(60, 40)  # pixels from the corner of a new window to where it was let go


def detach(context: EditorContext, sheet: Sheet, at: QPoint | None = None) -> EditorContext | None:
    """Show a tab in a window of its own, if it is not alone; return that window.

    Args:
        context: That of the window the tab is.
        sheet: What it shows.
        at: The point of the screen it was let go at; None for a place near the window.
    """
    context.files.settle()
    sheets = context.files.sheets
    if len(sheets) == 1 or not sheets.wake(sheet):
        return None
    sheets.remove(sheet)
    other = context.others.show_sheet(sheet)
    if at is not None:
        other.window.move(at - _GRIP)
    return other


def move_to(files: FileController, sheet: Sheet, other: FileController) -> None:
    """Give a tab to another window, and close the one it leaves with its last."""
    files.settle()
    other.settle()
    if not files.sheets.wake(sheet):
        return
    last, there = len(files.sheets) == 1, other.sheets.current
    files.sheets.remove(sheet)
    other.sheets.add(sheet)
    if there.is_blank:
        other.sheets.drop(there)
    other.wanted.emit()
    if last and files.window is not None:
        files.window.close()


def drop(context: EditorContext, sheet: Sheet, at: QPoint) -> None:
    """Do with a tab what it was dragged to a point of the screen for."""
    under = QApplication.topLevelAt(at)
    if under is None:
        detach(context, sheet, at)
        return
    for other in context.files.others():
        if other.window is under:
            move_to(context.files, sheet, other)


_DOES: Mapping[str, Callable[[EditorContext, Sheet], object]] = {
    "close-others": _close_others,
    "close-right": _close_right,
    "copy-path": _copy_path,
    "show-folder": _show_folder,
    "show-beside": _show_beside,
    "new-window": detach,
}
_LAST_OF_GROUP = ("close-right", "show-folder", "new-window")
