"""Signals that end the program: it ends as if its windows were closed, and unsaved work is kept."""

from __future__ import annotations

import signal
import socket
from types import FrameType

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier

from m44core.interrupts import heard

ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_STATUS = 128  # a shell adds the number of the signal that ended a program
_MANY = 64  # signals read at once


class Ear(QObject):
    """Hears the signals that end a program while Qt waits for events.

    Python's own handlers run only between its instructions, and there are none as long as Qt
    waits; but the number of each signal is written to a socket that Qt watches. What is told to
    end twice ends at once, as programs do that hear nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        self._mouth, self._ear = socket.socketpair()
        for end in (self._mouth, self._ear):
            end.setblocking(False)
        self._before = {number: signal.signal(number, _go_on) for number in heard(ENDING)}
        self._woken = signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._ear.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._hear)

    def close(self) -> None:
        """Hear no more; signals do what they did before."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._woken)
        self._restore()
        for end in (self._mouth, self._ear):
            end.close()

    def _hear(self) -> None:
        came = [number for number in self._ear.recv(_MANY) if number in self._before]
        if came:
            self._restore()
            QCoreApplication.exit(_STATUS + came[0])

    def _restore(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before = {}


def _go_on(_number: int, _frame: FrameType | None) -> None:
    """Let Python do nothing itself about a signal."""
