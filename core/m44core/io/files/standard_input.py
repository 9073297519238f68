"""Standard input as a file: ``-`` stands for it wherever a command reads a scenario or a game.

It is copied to a temporary file, because it can be read only once and not by worker processes,
which find the copy through the environment.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STANDARD_INPUT = "-"
_VARIABLE = "M44_STANDARD_INPUT"  # of this process and its workers: the path of the copy
_SIZE_LIMIT = 16 * 1024 * 1024  # bytes; no file that is read here may be larger
_BLOCK_SIZE = 64 * 1024
_BEFORE_TEXT = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"  # byte order marks and blanks


@contextmanager
def copied_standard_input() -> Iterator[None]:
    """Copy standard input, and let ``-`` stand for the copy within the block.

    Raises:
        OSError: standard input cannot be read or copied.
    """
    with tempfile.TemporaryDirectory(prefix="m44-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder, "standard-input")
        with copy.open("wb") as file:
            bytes_left = _SIZE_LIMIT + 1
            while bytes_left > 0 and (data := _read_standard_input(min(bytes_left, _BLOCK_SIZE))):
                file.write(data)
                bytes_left -= len(data)
        os.environ[_VARIABLE] = str(copy)
        try:
            yield
        finally:
            del os.environ[_VARIABLE]


def _read_standard_input(size: int) -> bytes:
    """Return bytes from standard input; none if it is closed."""
    return sys.stdin.buffer.read(size) if sys.stdin else b""


def is_standard_input(path: Path | str) -> bool:
    """Return whether a path stands for standard input, and a command has copied it."""
    return str(path) == STANDARD_INPUT and _VARIABLE in os.environ


def readable_path(path: Path) -> Path:
    """Return the path to read a file from; for standard input, that of the copy."""
    return Path(os.environ[_VARIABLE]) if is_standard_input(path) else path


def name_for_format(data: bytes) -> str:
    """Return a file name whose suffix indicates the format of standard input."""
    is_json = data[:_BLOCK_SIZE].lstrip(_BEFORE_TEXT)[:1] in (b"{", b"[")
    return STANDARD_INPUT if is_json else f"{STANDARD_INPUT}.yaml"
