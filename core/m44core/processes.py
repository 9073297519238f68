"""How processes hear of their end, also those that work for another one."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay the signals that end a process of a pool until the block is done.

    It is for work that leaves something behind if it stops halfway, such as a temporary file.
    Interrupts that Python handles still come in between: they raise exceptions, which clean up.
    """
    if os.name != "posix":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGIO})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def heard(signals: Iterable[signal.Signals]) -> list[signal.Signals]:
    """Return those signals that are not ignored.

    Who starts a program by ``nohup`` or in the background of a script has it ignore interrupts;
    it must not take up hearing them.
    """
    return [number for number in signals if signal.getsignal(number) is not signal.SIG_IGN]


def serve_parent() -> None:
    """Leave interrupts to the process that started this one, and end when it ends, however it does.

    It is the initializer of every pool of processes. A worker waits for work at a pipe that it
    holds open itself: without this it would wait for ever once its parent was killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    from multiprocessing import parent_process  # slow to import

    parent = parent_process()
    if parent is None:
        return
    _end_in_system_calls(parent.sentinel)
    with uninterrupted():  # the new thread stays so, and leaves signals to the one that works
        threading.Thread(target=_end_with, args=(parent.join,), daemon=True).start()


def _end_with(wait: Callable[[], object]) -> None:
    wait()
    if os.name == "posix":
        os.kill(os.getpid(), signal.SIGTERM)  # delayed where work is not to be interrupted
    else:
        os._exit(1)


def _end_in_system_calls(sentinel: int) -> None:
    """Have Linux end this process when its parent ends, even if a library never returns to Python.

    The sentinel is a pipe whose other end the parent holds: when that end is closed, the system
    sends SIGIO, which ends a process that does not handle it.
    """
    if sys.platform != "linux":
        return
    import fcntl

    with suppress(OSError):  # no such pipe: the thread still ends this process
        signal.signal(signal.SIGIO, signal.SIG_DFL)
        fcntl.fcntl(sentinel, fcntl.F_SETOWN, os.getpid())
        flags = fcntl.fcntl(sentinel, fcntl.F_GETFL)
        fcntl.fcntl(sentinel, fcntl.F_SETFL, flags | os.O_ASYNC)
