"""The welcome page of a main window: when it comes, what it can do, and when it goes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings

from m44core.messages.message import message
from m44editor.documents.settings import flag
from m44editor.windows.beside.welcome_page import AT_START, Welcome

if TYPE_CHECKING:
    from m44editor.windows.context import EditorContext


def wanted_at_start(settings: QSettings) -> bool:
    """Tell whether the page is to be shown where the program starts without a file."""
    return flag(settings, AT_START, True)


def show_welcome(context: EditorContext) -> Welcome:
    """Show the page over the board of a window, until something is opened or begun there."""
    for before in context.window.findChildren(Welcome):
        before.hide()
        before.deleteLater()
    acts = (  # commands are made anew in another language, so they are asked for late
        (message("Empty Board"), partial(_leave, context)),
        (message("New Scenario…"), context.files.new),
        (message("Open File…"), context.files.open),
        (message("Show a Folder…"), lambda: context.commands["library"].trigger()),
        (message("Take the Tour"), lambda: context.commands["tour"].trigger()),
    )
    over = context.window.centralWidget() or context.window
    recent = context.files.recent.paths
    page = Welcome(acts, context.open_path, context.files.open_copy, recent, context.settings, over)
    context.document.replaced.connect(page.leave)
    context.document.changed.connect(page.leave)
    context.brush.taken.connect(page.leave)
    page.closed.connect(context.view.setFocus)
    page.show()
    return page


def _leave(context: EditorContext) -> None:
    for page in context.window.findChildren(Welcome):
        page.leave()
