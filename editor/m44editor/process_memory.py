"""The memory of the process: garbage collection in the GUI thread, the C heap, hidden popups."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import cache
from time import monotonic

from PySide6.QtCore import QCoreApplication, QObject, Qt, QThread, QTimer
from PySide6.QtWidgets import QApplication

_EVERY = 100  # milliseconds: what is looked through at once takes less than a frame
_BETWEEN = 60.0  # seconds from one look through everything to the next: that takes several frames
_NAME = "garbage"


class Garbage(QObject):
    """Looks for garbage where there may be some, as often as Python would and in this thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(_NAME)
        self._whole = monotonic()
        gc.disable()
        self._timer = QTimer(self, interval=_EVERY)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Collect the oldest generation of objects that Python would look through now."""
        counts, limits = gc.get_count(), gc.get_threshold()
        due = [age for age in range(len(counts)) if counts[age] > limits[age]]
        if 2 in due and monotonic() - self._whole < _BETWEEN:
            due.remove(2)
        if due:
            gc.collect(due[-1])
        if 2 in due:
            self._whole = monotonic()


def look_for_garbage_here() -> Garbage:
    """Look for garbage in this thread only, as long as the application runs."""
    application = QCoreApplication.instance()
    assert application is not None, "there is no application yet"
    return application.findChild(Garbage, _NAME) or Garbage(application)


_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8  # as in malloc.h
_OWN_PAGES = 1 << 20  # bytes: a picture of 512 by 512 pixels; smaller ones are made faster so


def give_back() -> None:
    """Give the system the memory that is free.

    The C library of Linux gives back what is free at the end of its heap only; a small value beyond
    a hundred pictures that are gone keeps all their memory: 26 MB of 180 after zooming in and out.
    """
    if (trim := set_up_heap()) is not None:
        trim(0)


@cache
def set_up_heap() -> Callable[[int], object] | None:
    """Have one heap from now on with pictures apart, and return what trims it; None elsewhere.

    The C library of Linux gives every thread a heap of its own, and what is free in one is of no
    use to another. Those beside that of the windows make little: they seldom wait for each other.

    It gives what is large pages of its own, which go when it goes. Left alone it moves that limit
    to the largest that ever went, 32 MB at most, and small values that came to lie between pictures
    then hold their memory.

    Threads that have their heap keep it: this is to be called before there are many.
    """
    if not sys.platform.startswith("linux"):
        return None
    from ctypes import CDLL  # 3 ms

    library = CDLL(None)
    if (options := getattr(library, "mallopt", None)) is not None:
        options(_M_ARENA_MAX, 1)
        options(_M_MMAP_THRESHOLD, _OWN_PAGES)
        options(_M_TRIM_THRESHOLD, 2 * _OWN_PAGES)  # else the end goes and comes at every picture
    return getattr(library, "malloc_trim", None)  # other C libraries have no such function


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
