"""The welcome page of a main window: when it comes, what it can do, and when it goes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings

from m44core.messages.message import message
from m44editor.documents.settings import flag
from m44editor.windows.beside.welcome_page import AT_START, Welcome

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow


def wanted_at_start(settings: QSettings) -> bool:
    """Tell whether the page is to be shown where the program starts without a file."""
    return flag(settings, AT_START, True)


def show_welcome(window: MainWindow) -> Welcome:
    """Show the page over the board of a window, until something is opened or begun there."""
    for before in window.findChildren(Welcome):
        before.hide()
        before.deleteLater()
    acts = (  # commands are made anew in another language, so they are asked for late
        (message("Empty Board"), partial(_leave, window)),
        (message("New Scenario…"), window.files.new),
        (message("Open File…"), window.files.open),
        (message("Show a Folder…"), lambda: window.commands["library"].trigger()),
        (message("Take the Tour"), lambda: window.commands["tour"].trigger()),
    )
    over = window.centralWidget() or window
    recent = window.files.recent.paths
    page = Welcome(acts, window.open_path, window.files.open_copy, recent, window.settings, over)
    window.document.replaced.connect(page.leave)
    window.document.changed.connect(page.leave)
    window.brush.taken.connect(page.leave)
    page.closed.connect(window.view.setFocus)
    page.show()
    return page


def _leave(window: MainWindow) -> None:
    for page in window.findChildren(Welcome):
        page.leave()
