"""Bringing what another thread came to back into the thread of the windows.

A thread that emits a signal of an object that is deleted meanwhile ends the program without a word.
So threads here know one object only, which is never deleted; it asks in the window's thread, where
nothing is deleted meanwhile, whether those who wait are still there.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import cache, partial
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import Shiboken

R = TypeVar("R")


def when_done(future: Future[R], take: Callable[[Future[R]], object]) -> None:
    """Have *take* called in this thread, which runs Qt's events, once *future* is done.

    It is not called where it is a method of a Qt object, or a ``partial`` of one, that was deleted,
    and not where the job was cancelled: whoever cancels it knows.
    """
    relay = _relay()
    future.add_done_callback(lambda done: relay.finished.emit(take, done))


def was_cancelled(future: Future[R]) -> bool:
    """Return whether a job that is done was cancelled, before it had begun or while it ran."""
    return future.cancelled() or isinstance(future.exception(), CancelledError)


class _Relay(QObject):
    finished = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self.finished.connect(self._hand_on, Qt.ConnectionType.QueuedConnection)

    def _hand_on(self, take: Callable[[object], object], future: Future[object]) -> None:
        method = take.func if isinstance(take, partial) else take
        owner = getattr(method, "__self__", None)
        is_gone = isinstance(owner, QObject) and not Shiboken.isValid(owner)
        if not is_gone and not was_cancelled(future):
            take(future)


@cache
def _relay() -> _Relay:
    return _Relay()
