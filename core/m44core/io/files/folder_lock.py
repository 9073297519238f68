"""A lock on a folder: programs on one computer that change a file in it wait for each other."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PATIENCE_S, _PAUSE_S = 5.0, 0.01

if sys.platform == "win32":

    @contextmanager
    def folder_lock(folder: Path) -> Iterator[None]:
        """Do nothing: Windows cannot lock a folder."""
        yield

else:
    import fcntl

    @contextmanager
    def folder_lock(folder: Path) -> Iterator[None]:
        """Hold the lock of a folder while a file in it is read and replaced; no file is created.

        If the folder cannot be locked, as on some network drives, or another program holds the
        lock for more than five seconds, the caller continues without the lock.
        """
        try:
            descriptor = os.open(folder, os.O_RDONLY)
        except OSError:
            yield  # reading or writing the file reports the error
            return
        try:
            _wait_for_lock(descriptor)
            yield
        finally:
            os.close(descriptor)  # also gives the lock back

    def _wait_for_lock(descriptor: int) -> None:
        deadline = time.monotonic() + _PATIENCE_S
        while time.monotonic() < deadline:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(_PAUSE_S)
            except OSError:
                return
            else:
                return
