"""The commands of tabs."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, message
from m44editor.menus.command import LINE, Command

TAB_COMMANDS: Mapping[str, Command] = {
    "recent-tab": Command(
        message("&Last Tab"),
        ("Ctrl+Tab",),
        message("Show what was shown before; while Ctrl is held, what was shown before that"),
    ),
    "recent-tab-back": Command(
        message("Last Tab, &Backwards"),
        ("Ctrl+Shift+Tab",),
        message("Go back through what was shown"),
    ),
    "next-tab": Command(
        message("&Next Tab"), ("Ctrl+PgDown",), message("Show the scenario beside it")
    ),
    "previous-tab": Command(
        message("&Previous Tab"), ("Ctrl+PgUp",), message("Show the scenario on its other side")
    ),
    "split-across": Command(
        message("Split S&ide by Side"),
        ("Ctrl+\\",),
        message("Show a second scenario beside this one, or a second place of it"),
        checkable=True,
    ),
    "split-down": Command(
        message("Split One &Above the Other"),
        ("Ctrl+Shift+\\",),
        message("Show a second scenario below this one, or a second place of it"),
        checkable=True,
    ),
    "other-board": Command(
        message("Other Boar&d"), ("Ctrl+F6",), message("Edit on the other board of a split window")
    ),
    "close-others": Command(
        message("Close &Others"), tip=message("Close all tabs of the window but this one")
    ),
    "close-right": Command(
        message("Close to the Ri&ght"), tip=message("Close the tabs to the right of this one")
    ),
    "copy-path": Command(message("Cop&y Path"), tip=message("Copy where the file is")),
    "show-folder": Command(
        message("Show in &Folder"), tip=message("Open the folder the file is in")
    ),
    "show-beside": Command(
        message("Show B&eside"), tip=message("Show the scenario in a second half of the window")
    ),
    "new-window": Command(
        message("Move to New &Window"), tip=message("Give the scenario a window of its own")
    ),
    "restore": Command(
        message("&Restore at Start"),
        tip=message("Begin with the tabs of the last session, unsaved work and all"),
        checkable=True,
    ),
    "reopen-closed": Command(
        message("Reopen Close&d"),
        ("Ctrl+Shift+T",),
        message("Open the tab closed last again, with its history"),
    ),
}

OF_ONE_TAB = (
    "close-others",
    "close-right",
    "copy-path",
    "show-folder",
    "show-beside",
    "new-window",
)
"""What can be done with any tab, this one or the one a menu is about."""

_TAB_ENTRIES = (
    *("recent-tab", "recent-tab-back", "next-tab", "previous-tab", LINE),
    *("split-across", "split-down", "other-board", LINE, "restore", LINE),
    *(*OF_ONE_TAB, LINE),
)

TAB_SUBMENUS: Mapping[str, tuple[Message, tuple[str, ...]]] = {
    "tabs": (message("Tabs and &Windows"), _TAB_ENTRIES),
}
