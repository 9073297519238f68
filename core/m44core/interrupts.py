"""Signals that end the program: when they are heard, and what they may not interrupt.

Python raises :class:`KeyboardInterrupt` anywhere, also amid the imports before the first line of a
program, and prints a traceback. Until a program hears interrupts, they end it without a word; only
what is run as a program may ask for that to change. From then on an interrupt raises
:class:`KeyboardInterrupt` in the main thread, the executors end their processes on the way out, and
``cli/main.py`` prints the one sentence about it. Processes that work for another one ignore it.

This module is imported before all others, so it imports nothing that takes time.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found,unused-ignore]  # ``signal`` takes longer to import

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from signal import Signals
    from types import TracebackType


def end_quietly() -> None:
    """Let an interrupt end the process as the system does, unless it is ignored."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


def raise_interrupts() -> None:
    """Let an interrupt raise :class:`KeyboardInterrupt`, unless it is ignored."""
    if _signal.getsignal(_signal.SIGINT) == _signal.SIG_DFL:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)


def not_ignored(signals: Iterable[Signals]) -> list[Signals]:
    """Return the signals that are not ignored.

    ``nohup`` and scripts that start a program in the background have it ignore interrupts; it must
    not start to hear them.
    """
    return [number for number in signals if _signal.getsignal(number) != _signal.SIG_IGN]


class Uninterrupted:
    """Holds back the signals that end this process, in this thread, until the block is done.

    It is for work that leaves something behind if it stops halfway, such as a temporary file. On
    Windows signals cannot be held back: an interrupt raises :class:`KeyboardInterrupt` there.

    Args:
        names: Which signals.
    """

    def __init__(self, *names: str) -> None:
        self._names = names or ("SIGINT", "SIGTERM", "SIGIO")

    def __enter__(self) -> None:
        if hasattr(_signal, "pthread_sigmask"):
            numbers = {getattr(_signal, name) for name in self._names}
            self._before = _signal.pthread_sigmask(_signal.SIG_BLOCK, numbers)

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if hasattr(_signal, "pthread_sigmask"):
            _signal.pthread_sigmask(_signal.SIG_SETMASK, self._before)
