"""How processes hear of their end, also those that work for another one."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterable


def heard(signals: Iterable[signal.Signals]) -> list[signal.Signals]:
    """Return those signals that are not ignored.

    Who starts a program by ``nohup`` or in the background of a script has it ignore interrupts;
    it must not take up hearing them.
    """
    return [number for number in signals if signal.getsignal(number) is not signal.SIG_IGN]


def serve_parent() -> None:
    """Leave interrupts to the process that started this one, and end when it ends, however it does.

    A worker waits for work at a pipe that it holds open itself: without this it would wait for
    ever where its parent was killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process  # slow to import

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
