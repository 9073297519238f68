"""A Dask scheduler and workers, each in a process of its own on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import m44core

TIMEOUT = 60  # seconds until a test gives up
_HERE = Path(__file__).parent
_CORE = Path(m44core.__file__).parent
_LOCAL_OPTIONS = ("--host", "127.0.0.1", "--no-dashboard")


class DaskProcesses:
    """A scheduler and the workers that connect to it.

    Args:
        folder: A folder for its files.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._file = folder, folder / "scheduler.json"
        self._processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--port", "0", *_LOCAL_OPTIONS)

    def __enter__(self) -> DaskProcesses:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        kill_all(*self._processes)

    @property
    def address(self) -> str:
        """The address of the scheduler, once it is ready."""
        wait_until(lambda: self._file.exists() and self._file.read_text().endswith("}"))
        return str(json.loads(self._file.read_text())["address"])

    def start_worker(
        self, name: str, behavior: str = "", core: Path = _CORE.parent
    ) -> subprocess.Popen[bytes]:
        """Start a worker that connects to the scheduler, and return its process.

        Args:
            name: Its name.
            behavior: How it misbehaves (see ``bad_worker.py``); empty if it does not.
            core: The folder of the program that it runs.
        """
        preload = ("--preload", str(_HERE / "bad_worker.py")) if behavior else ()
        options = ("--nthreads", "1", "--no-nanny", "--name", name, *preload, *_LOCAL_OPTIONS)
        folder = ("--local-directory", str(self._folder))
        return self._start("worker", *options, *folder, core=core, behavior=behavior)

    def _start(
        self, module_name: str, *options: str, core: Path = _CORE.parent, behavior: str = ""
    ) -> subprocess.Popen[bytes]:
        module = (sys.executable, "-m", f"distributed.cli.dask_{module_name}")
        environment = {**os.environ, "PYTHONPATH": str(core), "BEHAVIOR": behavior}
        process = subprocess.Popen(
            [*module, "--scheduler-file", str(self._file), *options],
            cwd=self._folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._processes.append(process)
        return process


def wait_until(condition: Callable[[], object], seconds: float = TIMEOUT) -> None:
    """Wait until *condition* returns something true; fail if it takes longer than *seconds*."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "not in time"
        time.sleep(0.02)


def kill_all(*processes: subprocess.Popen[bytes]) -> None:
    """Kill processes, even suspended ones, and wait for them to end."""
    for process in processes:
        process.kill()
        process.wait()
