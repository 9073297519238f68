"""Signals that terminate the program: it ends as if closed, and unsaved work is kept."""

from __future__ import annotations

import signal
import socket
from types import FrameType

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier

from m44core.interrupts import signals_not_ignored

TERMINATION_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_STATUS_BASE = 128  # a shell adds the number of the signal
_MAX_SIGNALS_READ = 64  # signals read in one call


class SignalListener(QObject):
    """Receives the signals that terminate a program while Qt waits for events.

    Python's own handlers run only between Python instructions, and none are executed while Qt
    waits. So the number of each signal is written to a socket that Qt watches. A second signal
    terminates the program immediately.
    """

    def __init__(self) -> None:
        super().__init__()
        self._sender, self._receiver = socket.socketpair()
        for end in (self._sender, self._receiver):
            end.setblocking(False)
        self._before = {
            number: signal.signal(number, _ignore)
            for number in signals_not_ignored(TERMINATION_SIGNALS)
        }
        self._woken = signal.set_wakeup_fd(self._sender.fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._receiver.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)

    def close(self) -> None:
        """Stop listening and restore the previous handlers."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._woken)
        self._restore()
        for end in (self._sender, self._receiver):
            end.close()

    def _on_signal(self) -> None:
        received_signals = [
            number for number in self._receiver.recv(_MAX_SIGNALS_READ) if number in self._before
        ]
        if received_signals:
            self._restore()
            QCoreApplication.exit(_STATUS_BASE + received_signals[0])

    def _restore(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before = {}


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """Do nothing; the listener handles the signal's number instead."""
