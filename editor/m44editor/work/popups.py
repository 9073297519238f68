"""Lists and menus that are shut: each keeps a window, and a picture of it, for the next time."""

from __future__ import annotations

from PySide6.QtCore import Qt, QThread
from PySide6.QtWidgets import QApplication


def forget_popups() -> None:
    """Take their windows from lists and menus that are shut; they get new ones when opened.

    A menu of a screen's height keeps 2 MB, the list of a field 150 kB; after long work there are
    some forty.

    Nothing is done while something waits for the user: a list that is shut may just be telling what
    was chosen in it, and Qt crashes where its window goes meanwhile.
    """
    waits = QApplication.activeModalWidget() or QApplication.activePopupWidget()
    if waits or QThread.currentThread().loopLevel() > 1:
        return
    for widget in QApplication.topLevelWidgets():
        is_popup = widget.windowType() is Qt.WindowType.Popup
        if is_popup and not widget.isVisible() and widget.windowHandle() is not None:
            widget.destroy()
