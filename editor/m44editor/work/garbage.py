"""Garbage is looked for in the thread of the windows, and in no other.

Python looks for it in whatever thread makes many objects, and destroys there what it finds. Windows
that are closed are found so, and Qt crashes where a widget is destroyed in another thread than its
own: sooner or later, while checks, pictures or versions are made beside it.
"""

from __future__ import annotations

import gc
from time import monotonic

from PySide6.QtCore import QCoreApplication, QObject, QTimer

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
