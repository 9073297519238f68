"""The memory of the process: garbage collection in the GUI thread, the C heap, hidden popups."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import cache
from time import monotonic

from PySide6.QtCore import QCoreApplication, QObject, Qt, QThread, QTimer
from PySide6.QtWidgets import QApplication

_COLLECT_INTERVAL = 100  # milliseconds: a small collection takes less than a frame
_FULL_INTERVAL = 60.0  # seconds between full collections, which take several frames
_NAME = "garbage"


class GarbageCollector(QObject):
    """Collects garbage in the GUI thread, about as often as Python would by itself."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(_NAME)
        self._last_full_collection = monotonic()
        gc.disable()
        self._timer = QTimer(self, interval=_COLLECT_INTERVAL)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the oldest generation that is due, and all younger generations."""
        counts, limits = gc.get_count(), gc.get_threshold()
        due_generations = [age for age in range(len(counts)) if counts[age] > limits[age]]
        if 2 in due_generations and monotonic() - self._last_full_collection < _FULL_INTERVAL:
            due_generations.remove(2)
        if due_generations:
            gc.collect(due_generations[-1])
        if 2 in due_generations:
            self._last_full_collection = monotonic()


def collect_garbage_in_this_thread() -> GarbageCollector:
    """Collect garbage only in this thread until the application ends; return the collector."""
    application = QCoreApplication.instance()
    assert application is not None, "there is no application yet"
    return application.findChild(GarbageCollector, _NAME) or GarbageCollector(application)


_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8  # as in malloc.h
_MMAP_THRESHOLD = 1 << 20  # bytes: a picture of 512 by 512 pixels; smaller ones are faster without


def release_free_memory() -> None:
    """Return free memory to the system.

    The C library of Linux returns only memory that is free at the end of its heap; one small value
    after a hundred deleted pictures keeps all their memory: 26 MB of 180 after zooming in and out.
    """
    if (trim := configure_heap()) is not None:
        trim(0)


@cache
def configure_heap() -> Callable[[int], object] | None:
    """Use one heap, with large blocks outside it; return its trim function, or None if it has none.

    The C library of Linux gives every thread its own heap, and a thread cannot use free memory in
    another heap. Threads other than the GUI thread allocate little and seldom wait for each other.

    Large blocks get their own pages, which are returned when they are freed. By default, the size
    limit grows to the largest block ever freed, up to 32 MB, and then small values between pictures
    keep their memory from being returned.

    Threads that already have a heap keep it, so call this before there are many.
    """
    if not sys.platform.startswith("linux"):
        return None
    from ctypes import CDLL  # 3 ms

    library = CDLL(None)
    if (set_option := getattr(library, "mallopt", None)) is not None:
        set_option(_M_ARENA_MAX, 1)
        set_option(_M_MMAP_THRESHOLD, _MMAP_THRESHOLD)
        set_option(
            _M_TRIM_THRESHOLD, 2 * _MMAP_THRESHOLD
        )  # otherwise the end is trimmed and grown for every picture
    return getattr(library, "malloc_trim", None)  # other C libraries lack it


def destroy_hidden_popups() -> None:
    """Destroy the native windows of closed lists and menus; Qt creates them again when opened.

    A menu as high as the screen takes 2 MB, the list of a combo box 150 kB; a long session leaves
    about forty.

    Do nothing while a dialog or popup waits for the user: a closed list may still be reporting the
    choice, and Qt crashes if its window is destroyed at that moment.
    """
    open_popup = QApplication.activeModalWidget() or QApplication.activePopupWidget()
    if open_popup or QThread.currentThread().loopLevel() > 1:
        return
    for widget in QApplication.topLevelWidgets():
        is_popup = widget.windowType() is Qt.WindowType.Popup
        if is_popup and not widget.isVisible() and widget.windowHandle() is not None:
            widget.destroy()
