"""Commands on one tab: from its menu, from View > Tabs and Windows, or by dragging it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from m44editor.actions import first_shortcut_text, label_with_keys
from m44editor.documents.document_sheet import Sheet
from m44editor.interface_text import tr
from m44editor.menu_commands import SINGLE_TAB_COMMANDS
from m44editor.windows.closing import close_sheets

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext
    from m44editor.windows.file_controller import FileController


_ENTRY = "tab-entry"


def tab_menu(context: EditorContext, sheet: Sheet) -> QMenu:
    """Return the context menu of a tab, with unavailable commands disabled."""
    menu = QMenu(context.window)
    close_action, reopen_action = context.commands["close"], context.commands["reopen-closed"]
    keys = first_shortcut_text(close_action) if sheet is context.files.sheets.current else ""
    menu.addAction(
        label_with_keys(close_action.text(), keys), partial(context.files.close_sheet, sheet)
    )
    for name in SINGLE_TAB_COMMANDS:
        command = context.commands[name]
        label = label_with_keys(command.text(), first_shortcut_text(command))
        action = menu.addAction(label, partial(_ACTIONS[name], context, sheet))
        action.setEnabled(unavailable_reason(context, sheet, name) is None)
        if name in _GROUP_ENDS:
            menu.addSeparator()
    add_compare_and_move_entries(context, menu, sheet)
    menu.addSeparator()
    menu.addAction(reopen_action)
    return menu


def show_tab_menu(context: EditorContext, sheet: Sheet, position: QPoint) -> None:
    """Show the context menu of a tab at a screen position."""
    menu = tab_menu(context, sheet)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(position)


def add_compare_and_move_entries(context: EditorContext, menu: QMenu, sheet: Sheet) -> None:
    """List the tabs to compare *sheet* with and the windows to move it to.

    Entries that an earlier call added to *menu* are replaced.
    """
    for action in menu.actions():
        if action.objectName() == _ENTRY:
            menu.removeAction(action)
    for label, slot in _compare_and_move_entries(context, sheet):
        menu.addAction(label, slot).setObjectName(_ENTRY)


def _compare_and_move_entries(
    context: EditorContext, sheet: Sheet
) -> Iterator[tuple[str, Callable[[], object]]]:
    files = context.files
    for each in files.sheets:
        if each is not sheet:
            label = tr("Compare with “{name}”", name=each.name.replace("&", "&&"))
            yield label, partial(_compare_sheets, context, sheet, each)
    for other_files in files.other_controllers():
        label = tr("Move to the “{name}” Window", name=other_files.current_name.replace("&", "&&"))
        yield label, partial(move_tab, files, sheet, other_files)


def fill_current_tab_menu(context: EditorContext, menu: QMenu) -> None:
    """List the tabs to compare with and the windows to move to, for the current tab."""
    add_compare_and_move_entries(context, menu, context.document.sheet)


def run_on_current_tab(context: EditorContext, name: str) -> None:
    """Run a command on the current tab, or report why it is unavailable."""
    sheet = context.files.sheets.current
    reason = unavailable_reason(context, sheet, name)
    if reason is None:
        _ACTIONS[name](context, sheet)
    else:
        context.show_message(reason)


def unavailable_reason(context: EditorContext, sheet: Sheet, name: str) -> str | None:
    """Return why a command is unavailable for a tab; None if it is available."""
    if name in ("copy-path", "show-folder") and sheet.path is None:
        return tr("The scenario has not been saved yet, so there is no file")
    if name in ("close-others", "new-window") and len(context.files.sheets) == 1:
        return tr("There is no other tab in this window")
    if name == "close-right" and not _sheets_right_of(context, sheet):
        return tr("There is no tab to the right of this one")
    return None


def _sheets_right_of(context: EditorContext, sheet: Sheet) -> list[Sheet]:
    sheets = context.files.sheets
    return [*sheets][sheets.index(sheet) + 1 :]


def _close_other_tabs(context: EditorContext, sheet: Sheet) -> None:
    close_sheets(context.files, [each for each in context.files.sheets if each is not sheet])


def _close_tabs_right_of(context: EditorContext, sheet: Sheet) -> None:
    close_sheets(context.files, _sheets_right_of(context, sheet))


def _copy_path(_: EditorContext, sheet: Sheet) -> None:
    QGuiApplication.clipboard().setText(str(sheet.path))


def _show_folder(_: EditorContext, sheet: Sheet) -> None:
    assert sheet.path is not None, "only of a file there is a folder"
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(sheet.path.parent)))


def _show_in_split(context: EditorContext, sheet: Sheet) -> None:
    context.split.show(sheet)


def _compare_sheets(context: EditorContext, sheet: Sheet, other: Sheet) -> None:
    if context.files.sheets.load(other) and context.files.sheets.show(sheet):
        context.comparisons.compare_with_sheet(other)


_GRIP_OFFSET = QPoint(60, 40)  # pixels from the corner of a new window to the drop point


def detach_tab(
    context: EditorContext, sheet: Sheet, position: QPoint | None = None
) -> EditorContext | None:
    """Move a tab to a new window.

    Args:
        context: The context of the window with the tab.
        sheet: The sheet of the tab.
        position: The drop point on the screen; None to place the window near the old one.

    Returns:
        The context of the new window; None if the tab is the only one in its window or cannot be
        loaded.
    """
    context.files.finish_input()
    sheets = context.files.sheets
    if len(sheets) == 1 or not sheets.load(sheet):
        return None
    sheets.remove(sheet)
    new_context = context.window_opener.show_sheet(sheet)
    if position is not None:
        new_context.window.move(position - _GRIP_OFFSET)
    return new_context


def move_tab(files: FileController, sheet: Sheet, target_files: FileController) -> None:
    """Move a tab to another window; close its old window if it was the only tab there.

    Do nothing if the tab cannot be loaded.
    """
    files.finish_input()
    target_files.finish_input()
    if not files.sheets.load(sheet):
        return
    is_last, shown_sheet = len(files.sheets) == 1, target_files.sheets.current
    files.sheets.remove(sheet)
    target_files.sheets.add(sheet)
    if shown_sheet.is_blank:
        target_files.sheets.drop(shown_sheet)
    target_files.activated.emit()
    if is_last and files.window is not None:
        files.window.close()


def drop_tab(context: EditorContext, sheet: Sheet, position: QPoint) -> None:
    """Move a tab that was dropped at a screen position to the editor window there.

    If there is no window of this program, the tab gets a new window. On any other window of the
    program, the tab stays where it was.
    """
    widget = QApplication.topLevelAt(position)
    if widget is None:
        detach_tab(context, sheet, position)
        return
    for other_files in context.files.other_controllers():
        if other_files.window is widget:
            move_tab(context.files, sheet, other_files)


_ACTIONS: Mapping[str, Callable[[EditorContext, Sheet], object]] = {
    "close-others": _close_other_tabs,
    "close-right": _close_tabs_right_of,
    "copy-path": _copy_path,
    "show-folder": _show_folder,
    "show-beside": _show_in_split,
    "new-window": detach_tab,
}
_GROUP_ENDS = ("close-right", "show-folder", "new-window")
