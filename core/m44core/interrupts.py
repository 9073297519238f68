"""Interrupts while a program starts: until it hears them, they end it without a word.

Python raises :class:`KeyboardInterrupt` anywhere, also amid the imports before the first line of a
program, and prints a traceback. Only what is run as a program may ask for that to change.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found,unused-ignore]  # ``signal`` takes longer to import


def end_quietly() -> None:
    """Let an interrupt end the process as the system does, unless it is ignored."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


def raise_interrupts() -> None:
    """Let an interrupt raise :class:`KeyboardInterrupt`, unless it is ignored."""
    if _signal.getsignal(_signal.SIGINT) == _signal.SIG_DFL:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)
