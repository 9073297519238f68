"""Injecting faults into file system calls: the n-th call fails, or the process dies there."""

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
"""The functions of ``os`` that saving calls; writes are counted by the opened file."""


class Faults:
    """Counts file system calls and makes one of them fail.

    Attributes:
        calls: The number of calls so far.
        at: The index of the call that fails; None if none does.
        fail: The function that makes it fail.
    """

    def __init__(self, at: int | None, fail: Callable[[], object]) -> None:
        self.calls, self.at, self.fail = 0, at, fail

    def count(self) -> None:
        """Count a call, and make it fail if it is the chosen one."""
        self.calls += 1
        if self.calls - 1 == self.at:
            self.fail()

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Patch the file system functions, so that their calls are counted."""
        for name in CALLS:
            patch.setattr(os, name, self._wrap(getattr(os, name), name))
        patch.setattr(io, "open", self._wrap(io.open, "io.open"))

    def _wrap(self, call: Callable[..., Any], name: str) -> Callable[..., Any]:
        def counted_call(*args: Any, **named: Any) -> Any:  # noqa: ANN401 -- whatever the call takes
            self.count()
            result = call(*args, **named)
            return _CountedFile(result, self) if name == "fdopen" else result

        return counted_call


class _CountedFile:
    """A file whose writes are counted; a failing write writes half of its data first."""

    def __init__(self, file: BinaryIO, faults: Faults) -> None:
        self._file, self._faults = file, faults

    def write(self, data: bytes) -> int:
        self._file.write(data[: len(data) // 2])
        self._file.flush()
        self._faults.count()
        return self._file.write(data[len(data) // 2 :])

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- whatever files have
        return getattr(self._file, name)

    def __enter__(self) -> _CountedFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def raise_disk_full() -> None:
    """Fail as on a full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def end_process_abruptly() -> None:
    """End the process as a power failure would."""
    os._exit(9)
