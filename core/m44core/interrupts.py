"""Signals that end the program: turning them into exceptions, and holding them back during work.

Python raises :class:`KeyboardInterrupt` anywhere, even during the imports before the first line of
a program, and prints a traceback. Therefore, interrupts at first end the program silently; only
code that runs as a program can change that. From then on, an interrupt raises
:class:`KeyboardInterrupt` in the main thread, the executors end their processes, and
``cli/main.py`` prints one sentence about it. Worker processes ignore interrupts.

This module is imported before all others, so it imports nothing that is slow to load.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found,unused-ignore]  # ``signal`` takes longer to import

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from signal import Signals
    from types import TracebackType


def exit_silently_on_interrupt() -> None:
    """Let interrupts end the process silently, unless they are ignored."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


def raise_interrupts() -> None:
    """Let interrupts raise :class:`KeyboardInterrupt` unless they are ignored."""
    if _signal.getsignal(_signal.SIGINT) == _signal.SIG_DFL:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)


def unignored_signals(signals: Iterable[Signals]) -> list[Signals]:
    """Return the signals that are not ignored.

    ``nohup`` and scripts that start a program in the background make it ignore interrupts, and
    this must not be changed.
    """
    return [number for number in signals if _signal.getsignal(number) != _signal.SIG_IGN]


class DeferredSignals:
    """Holds back the signals that end this process, in this thread, until the end of the block.

    It is for work that leaves something behind if interrupted, such as a temporary file. On Windows
    signals cannot be held back: an interrupt raises :class:`KeyboardInterrupt`.

    Args:
        names: The names of the signals; SIGINT, SIGTERM and SIGIO if none are given.
    """

    def __init__(self, *names: str) -> None:
        self._names = names or ("SIGINT", "SIGTERM", "SIGIO")

    def __enter__(self) -> None:
        if hasattr(_signal, "pthread_sigmask"):
            numbers = {getattr(_signal, name) for name in self._names}
            self._previous_mask = _signal.pthread_sigmask(_signal.SIG_BLOCK, ())
            try:
                _signal.pthread_sigmask(_signal.SIG_BLOCK, numbers)
            except BaseException:  # an interrupt just before, raised once they are blocked
                _signal.pthread_sigmask(_signal.SIG_SETMASK, self._previous_mask)
                raise

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if hasattr(_signal, "pthread_sigmask"):
            _signal.pthread_sigmask(_signal.SIG_SETMASK, self._previous_mask)
