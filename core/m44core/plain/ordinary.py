"""Ordinary files, read to a limit: a pipe, a device or a folder never holds the program up."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class NotOrdinaryError(OSError):
    """A path leads to a pipe, a socket or a device, which may have no end."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "it is not an ordinary file", str(path))


def read_ordinary(path: Path, most: int) -> bytes:
    """Return the bytes of an ordinary file, or its first ``most + 1`` where it has more.

    Raises:
        NotOrdinaryError: the path leads to something that is not a file.
        OSError: the file cannot be read.
        ValueError: no file can have that name.
    """
    with open_ordinary(path) as file:
        return file.read(most + 1)


@contextmanager
def open_ordinary(path: Path) -> Iterator[BinaryIO]:
    """Yield an ordinary file, open for reading its bytes.

    Raises:
        NotOrdinaryError: the path leads to something that is not a file.
        OSError: the file cannot be opened.
        ValueError: no file can have that name.
    """
    _refuse(path, path.stat().st_mode)  # a device may act as soon as it is opened
    handle = os.open(path, _FLAGS)  # another program may put a pipe there meanwhile
    with os.fdopen(handle, "rb") as file:
        _refuse(path, os.fstat(handle).st_mode)
        yield file


def _refuse(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise NotOrdinaryError(path)


def read_within(path: Path, most: int) -> bytes:
    """Return all bytes of an ordinary file of at most *most* bytes.

    Raises:
        OSError: the file cannot be read, or has more bytes.
        ValueError: no file can have that name.
    """
    data = read_ordinary(path, most)
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data
