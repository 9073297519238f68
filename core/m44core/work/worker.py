"""What a process does that works for another one, and how it ends."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from functools import partial
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from typing import Any

from m44core.interrupts import Uninterrupted
from m44core.log import Log, start_logging
from m44core.work.job_progress import set_listener

_log = Log(__name__)


class Reply(Enum):
    """The kinds of messages from a worker, and what each holds besides its kind."""

    PROGRESS = "which share of its job is done"
    RESULT = "the result of the job"
    ERROR = "the exception of the job, and its traceback as text"


_TRACKER = "from multiprocessing.resource_tracker import main;main"
Initializer = Callable[..., object]


def run_worker(
    connection: Connection, initializer: Initializer | None, given: tuple[Any, ...]
) -> None:
    """Do the jobs that come, one after the other, until there is to be an end."""
    end_with_parent()
    start_logging()
    _log.debug("worker of process %s", os.getppid())
    if initializer is not None:
        with suppress(Exception):  # the jobs meet the same, and are answered with it
            initializer(*given)
    set_listener(partial(_report, connection))
    connection.send(None)  # it can be given jobs
    with suppress(EOFError, OSError):  # nobody is there any more
        while call := connection.recv_bytes():
            connection.send_bytes(_answer(call))


def end_with_parent() -> None:
    """Leave interrupts to the process that started this one, and end when it ends, however it does.

    It is also good as the initializer of a pool of the standard library. A worker waits for work at
    a pipe that it may hold open itself: without this it could wait for ever once its parent was
    killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):  # as they were held back while this process began
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGIO})
    parent = parent_process()
    if parent is None:
        return
    _end_in_system_calls(parent.sentinel)
    with Uninterrupted():  # the new thread stays so, and leaves signals to the one that works
        threading.Thread(target=_end_with, args=(parent.join,), daemon=True).start()


def freeze_support() -> None:
    """Work for the process that started this one, and leave, if a frozen program was started so.

    It is called before anything else is looked at in the words of the command line. The program
    is its own interpreter: it is also started to keep track of what processes share.
    """
    from multiprocessing import resource_tracker, spawn  # 1 ms

    *_, flag, code = ("", "", *sys.argv)
    if flag == "-c" and code.startswith(_TRACKER):
        resource_tracker.main(int(code.removeprefix(_TRACKER).strip("()")))
        sys.exit()
    spawn.freeze_support()


def _answer(call: bytes) -> bytes:
    """Do a job and return what is said of it."""
    try:
        work, given, named = pickle.loads(call)
        return pickle.dumps((Reply.RESULT, work(*given, **named)))
    except BaseException as error:  # the caller gets it, whatever it is
        return _failure(error)


def _failure(error: BaseException) -> bytes:
    from traceback import format_exception  # 2 ms

    trace = "".join(format_exception(error))
    try:
        return pickle.dumps((Reply.ERROR, error, trace))
    except Exception:  # an exception may hold anything, and pickling it may raise anything
        return pickle.dumps((Reply.ERROR, RuntimeError(repr(error)), trace))


def _report(connection: Connection, share: float) -> None:
    connection.send((Reply.PROGRESS, share))


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
    import fcntl  # on Linux only

    with suppress(OSError):  # no such pipe: the thread still ends this process
        signal.signal(signal.SIGIO, signal.SIG_DFL)
        fcntl.fcntl(sentinel, fcntl.F_SETOWN, os.getpid())
        flags = fcntl.fcntl(sentinel, fcntl.F_GETFL)
        fcntl.fcntl(sentinel, fcntl.F_SETFL, flags | os.O_ASYNC)
