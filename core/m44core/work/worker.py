"""The main loop of a worker process, and ending it together with its parent."""

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

from m44core.interrupts import DeferredSignals
from m44core.log import Log, start_logging
from m44core.work.job_progress import set_progress_listener

_log = Log(__name__)


class ReplyKind(Enum):
    """The kinds of messages from a worker, with a description of their content."""

    PROGRESS = "the share of the job that is done"
    RESULT = "the result of the job"
    ERROR = "the exception of the job, and its traceback as text"


_TRACKER = "from multiprocessing.resource_tracker import main;main"
Initializer = Callable[..., object]


def run_worker(
    connection: Connection, initializer: Initializer | None, initializer_arguments: tuple[Any, ...]
) -> None:
    """Run the jobs that arrive at a connection one by one, until it is closed or sends b""."""
    end_with_parent()
    start_logging()
    _log.debug("worker of process %s", os.getppid())
    if initializer is not None:
        with suppress(Exception):  # the jobs fail with the same error
            initializer(*initializer_arguments)
    set_progress_listener(partial(_send_progress, connection))
    connection.send(None)  # ready for jobs
    with suppress(EOFError, OSError):  # the parent has ended
        while call := connection.recv_bytes():
            connection.send_bytes(_run_job(call))


def end_with_parent() -> None:
    """Ignore interrupts, and end this process when its parent ends for any reason.

    It can also be used as the initializer of a standard library pool. Without it, a worker could
    wait forever after its parent was killed, because it might itself hold open the pipe from which
    it receives work.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):  # they were blocked while this process started
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGIO})
    parent = parent_process()
    if parent is None:
        return
    _let_system_end_with_parent(parent.sentinel)
    with DeferredSignals():  # the new thread inherits this, and leaves signals to the main thread
        threading.Thread(target=_end_process_after, args=(parent.join,), daemon=True).start()


def freeze_support() -> None:
    """If a frozen program was started as a worker process, run as one and exit.

    Call it before parsing the command line. Since a frozen program is its own interpreter, it is
    also started as the resource tracker of :mod:`multiprocessing`.
    """
    from multiprocessing import resource_tracker, spawn  # 1 ms

    *_, flag, code = ("", "", *sys.argv)
    if flag == "-c" and code.startswith(_TRACKER):
        resource_tracker.main(int(code.removeprefix(_TRACKER).strip("()")))
        sys.exit()
    spawn.freeze_support()


def _run_job(call: bytes) -> bytes:
    """Run a job and return the pickled reply."""
    try:
        work, arguments, keyword_arguments = pickle.loads(call)
        return pickle.dumps((ReplyKind.RESULT, work(*arguments, **keyword_arguments)))
    except BaseException as error:  # any exception is passed to the caller
        return _failure_reply(error)


def _failure_reply(error: BaseException) -> bytes:
    from traceback import format_exception  # 2 ms

    trace = "".join(format_exception(error))
    try:
        return pickle.dumps((ReplyKind.ERROR, error, trace))
    except Exception:  # the exception cannot be pickled
        return pickle.dumps((ReplyKind.ERROR, RuntimeError(repr(error)), trace))


def _send_progress(connection: Connection, fraction: float) -> None:
    connection.send((ReplyKind.PROGRESS, fraction))


def _end_process_after(wait: Callable[[], object]) -> None:
    wait()
    if os.name == "posix":
        os.kill(os.getpid(), signal.SIGTERM)  # delayed while work is uninterruptible
    else:
        os._exit(1)


def _let_system_end_with_parent(sentinel: int) -> None:
    """Make Linux end this process with its parent even if a library never returns to Python.

    The sentinel is a pipe whose other end the parent holds. When that end is closed, the system
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
