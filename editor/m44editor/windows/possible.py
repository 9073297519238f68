"""Grey out menu entries that would do nothing now; shortcuts and the palette say why."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from m44editor.menus.tabs import OF_ONE_TAB

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow

_SEVERAL_TABS = ("recent-tab", "recent-tab-back", "next-tab", "previous-tab")


def enable_zoom(window: MainWindow) -> None:
    """Enable what shows more or less of the board, as far as there is more or less to show."""
    view, commands = window.view, window.commands
    commands["zoom-in"].setEnabled(view.zoom.can_grow)
    commands["zoom-out"].setEnabled(view.zoom.can_shrink)
    commands["mini-map"].setEnabled(view.needs_mini_map)


def watch_menus(window: MainWindow) -> None:
    """Disable what is not possible in each menu while it is open.

    Afterwards it is enabled again, so that its keys and the palette say why nothing is done.
    """
    bar = window.menus["tabs"].parentWidget()
    assert bar is not None, "the bar owns all menus"
    for menu in bar.findChildren(QMenu):
        menu.aboutToShow.connect(partial(_show_possible, window, menu))
        menu.aboutToHide.connect(partial(_enable_all, window, menu))


def _show_possible(window: MainWindow, menu: QMenu) -> None:
    there = menu.actions()
    for name, possible in _possible(window).items():
        if window.commands[name] in there:
            window.commands[name].setEnabled(possible)


def _enable_all(window: MainWindow, menu: QMenu) -> None:
    there = menu.actions()
    for name in _possible(window):
        if window.commands[name] in there:
            window.commands[name].setEnabled(True)


def _possible(window: MainWindow) -> Mapping[str, bool]:
    """Return which of the commands that need something have it."""
    from m44editor.windows.commanding.layouts import layouts
    from m44editor.windows.tabs.closed import closed_tabs
    from m44editor.windows.tabs.context import why_not

    sheets = window.files.sheets
    several = len(sheets) > 1
    return {
        **dict.fromkeys(_SEVERAL_TABS, several),
        **{name: why_not(window, sheets.current, name) is None for name in OF_ONE_TAB},
        "other-board": any(split.sheet is not None for split in window.made("split")),
        "layout-forget": bool(layouts(window.settings)),
        "reopen-closed": bool(closed_tabs()),
        "reload": window.document.path is not None,
    }
