"""Grey out menu entries that would do nothing now; shortcuts and the palette say why."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from m44editor.menus.tabs import OF_ONE_TAB

if TYPE_CHECKING:
    from m44editor.windows.context import EditorContext

_SEVERAL_TABS = ("recent-tab", "recent-tab-back", "next-tab", "previous-tab")


def enable_zoom(context: EditorContext) -> None:
    """Enable what shows more or less of the board, as far as there is more or less to show."""
    view, commands = context.view, context.commands
    commands["zoom-in"].setEnabled(view.zoom.can_grow)
    commands["zoom-out"].setEnabled(view.zoom.can_shrink)
    commands["mini-map"].setEnabled(view.needs_mini_map)


def watch_menus(context: EditorContext) -> None:
    """Disable what is not possible in each menu while it is open.

    Afterwards it is enabled again, so that its keys and the palette say why nothing is done.
    """
    bar = context.menus["tabs"].parentWidget()
    assert bar is not None, "the bar owns all menus"
    for menu in bar.findChildren(QMenu):
        menu.aboutToShow.connect(partial(_show_possible, context, menu))
        menu.aboutToHide.connect(partial(_enable_all, context, menu))


def _show_possible(context: EditorContext, menu: QMenu) -> None:
    there = menu.actions()
    for name, possible in _possible(context).items():
        if context.commands[name] in there:
            context.commands[name].setEnabled(possible)


def _enable_all(context: EditorContext, menu: QMenu) -> None:
    there = menu.actions()
    for name in _possible(context):
        if context.commands[name] in there:
            context.commands[name].setEnabled(True)


def _possible(context: EditorContext) -> Mapping[str, bool]:
    """Return which of the commands that need something have it."""
    from m44editor.windows.closing import closed_tabs
    from m44editor.windows.commanding.layouts import layouts
    from m44editor.windows.tabs.context import why_not

    sheets = context.files.sheets
    several = len(sheets) > 1
    return {
        **dict.fromkeys(_SEVERAL_TABS, several),
        **{name: why_not(context, sheets.current, name) is None for name in OF_ONE_TAB},
        "other-board": any(split.sheet is not None for split in context.made("split")),
        "layout-forget": bool(layouts(context.settings)),
        "reopen-closed": bool(closed_tabs()),
        "reload": context.document.path is not None,
    }
