"""Faults at single calls of the file system: the n-th fails, or the process dies there."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable
from typing import Any, BinaryIO

import pytest

CALLS = (
    *("open", "fdopen", "fsync", "replace", "link", "unlink", "chmod", "chown"),
    *("stat", "fstat", "scandir"),
)
"""What saving asks of the system; writing is counted with the file that is opened."""


class Faults:
    """Counts the calls of the file system and lets one of them go wrong.

    Attributes:
        calls: How many there were.
        at: The number, from 0, of the one that goes wrong; None for none.
        wrong: What goes wrong there.
    """

    def __init__(self, at: int | None, wrong: Callable[[], object]) -> None:
        self.calls, self.at, self.wrong = 0, at, wrong

    def count(self) -> None:
        """Count one call, and let it go wrong if it is its turn."""
        self.calls += 1
        if self.calls - 1 == self.at:
            self.wrong()

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Stand between the program and the system."""
        for name in CALLS:
            patch.setattr(os, name, self._around(getattr(os, name), name))
        patch.setattr(io, "open", self._around(io.open, "io.open"))

    def _around(self, call: Callable[..., Any], name: str) -> Callable[..., Any]:
        def counted(*args: Any, **more: Any) -> Any:  # noqa: ANN401 -- whatever the call takes
            self.count()
            found = call(*args, **more)
            return _Counted(found, self) if name == "fdopen" else found

        return counted


class _Counted:
    """A file whose writing counts; half of what is to be written is when it goes wrong."""

    def __init__(self, file: BinaryIO, faults: Faults) -> None:
        self._file, self._faults = file, faults

    def write(self, data: bytes) -> int:
        self._file.write(data[: len(data) // 2])
        self._file.flush()
        self._faults.count()
        return self._file.write(data[len(data) // 2 :])

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- whatever files have
        return getattr(self._file, name)

    def __enter__(self) -> _Counted:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def no_room() -> None:
    """Refuse as a full disk does."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def die() -> None:
    """End the process as a power failure would."""
    os._exit(9)
