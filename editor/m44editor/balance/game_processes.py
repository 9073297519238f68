"""The processes that play the games of a window."""

from __future__ import annotations

import os
from threading import Thread

from m44core.work.executors import ProcessExecutor
from m44core.work.priority import lower_priority

_MAX_PROCESSES = 16


def game_process_executor() -> ProcessExecutor:
    """Return an executor of processes with a low priority, so that the desktop stays responsive."""
    count = parallel_game_count() if hasattr(os, "nice") else 0  # the default: not all processors
    return ProcessExecutor(count, initializer=lower_priority)


def parallel_game_count() -> int:
    """Return the approximate number of games played at the same time."""
    return min(_MAX_PROCESSES, os.cpu_count() or 1)


class ProcessShutdown:
    """Ends processes without blocking the window, which would wait for the threads feeding them."""

    def __init__(self) -> None:
        self._threads: list[Thread] = []

    def end(self, executor: ProcessExecutor) -> None:
        """End the processes of an executor in the background."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        self._threads.append(Thread(target=executor.terminate, name="balance-end"))
        self._threads[-1].start()

    def join(self) -> None:
        """Wait until all processes have ended."""
        for thread in self._threads:
            thread.join()
