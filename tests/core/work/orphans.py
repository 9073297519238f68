"""Programs that start a pool of processes, print their ids and wait to be killed by a test."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context
from time import sleep

from m44core.work.executors import ProcessExecutor
from m44core.work.parallel_map import parallel_map
from m44core.work.worker import end_with_parent


def _print_process_ids(processes: Iterable[int | None]) -> None:
    """Write process ids on a line of standard output."""
    os.write(1, f"{' '.join(map(str, processes))}\n".encode())


def _print_children() -> None:
    _print_process_ids(child.pid for child in active_children())


def _print_id_and_block(_: int) -> None:
    """Write the id of this process, then block the interpreter in C code forever."""
    _print_process_ids([os.getpid()])
    ctypes.PyDLL(None).pause()


def _wait_to_be_killed() -> None:
    sys.stdin.read()


def start_forked_pool() -> None:
    """Start a pool like that of ``m44 check``, ``site`` and ``library``."""
    with parallel_map(abs, abs, 2, range(40)) as results:
        next(results)
        _print_children()
        _wait_to_be_killed()


def start_spawned_pool() -> None:
    """Start a pool like that of ``m44 play``, ``duel`` and the editor."""
    with ProcessExecutor(2) as processes:
        for number in range(2):
            processes.submit(abs, number).result()
        _print_children()
        _wait_to_be_killed()


def start_check_process() -> None:
    """Start the editor's process for checks."""
    from m44editor.checks.check_worker import CheckWorker

    worker = CheckWorker()
    worker.start()
    while not worker.has_process:
        sleep(0.01)
    _print_children()
    _wait_to_be_killed()


def start_process_in_c() -> None:
    """Start a process that blocks in C code and never returns to Python."""
    with ProcessExecutor(1, sys.argv[2]) as processes:
        processes.submit(_print_id_and_block, 0)
        _wait_to_be_killed()


def start_pool_process_in_c() -> None:
    """Start a process that never returns to Python, in a pool of the standard library."""
    start_method = sys.argv[2]
    with ProcessPoolExecutor(1, get_context(start_method), initializer=end_with_parent) as pool:
        pool.submit(_print_id_and_block, 0)
        _wait_to_be_killed()


POOLS: dict[str, Callable[[], None]] = {
    each.__name__: each
    for each in (
        start_forked_pool,
        start_spawned_pool,
        start_check_process,
        start_process_in_c,
        start_pool_process_in_c,
    )
}

if __name__ == "__main__":
    POOLS[sys.argv[1]]()
