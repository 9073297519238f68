"""Reading untrusted files safely: only regular files, bounded in size and depth."""

from __future__ import annotations

import errno
import json
import os
import re
import stat
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class NotRegularFileError(OSError):
    """The path is a pipe, a socket or a device, which may have no end."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "it is not a regular file", str(path))


def read_truncated(path: Path, limit: int) -> bytes:
    """Return the bytes of a regular file, at most ``limit + 1`` of them.

    Raises:
        NotRegularFileError: the path leads to something that is not a file.
        OSError: the file cannot be read.
        ValueError: no file can have that name.
    """
    with open_regular_file(path) as file:
        return file.read(limit + 1)


@contextmanager
def open_regular_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a regular file, opened for reading bytes.

    Raises:
        NotRegularFileError: the path leads to something that is not a file.
        OSError: the file cannot be opened.
        ValueError: no file can have that name.
    """
    _require_regular(path, path.stat().st_mode)  # a device may act as soon as it is opened
    handle = os.open(path, _FLAGS)  # another program may have put a pipe there
    with os.fdopen(handle, "rb") as file:
        _require_regular(path, os.fstat(handle).st_mode)
        yield file


def _require_regular(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise NotRegularFileError(path)


def read_bounded(path: Path, limit: int) -> bytes:
    """Return the bytes of a regular file of at most *limit* bytes.

    Raises:
        OSError: the file cannot be read, or is larger.
        ValueError: no file can have that name.
    """
    data = read_truncated(path, limit)
    if len(data) > limit:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


DEPTH_LIMIT = 64
"""The maximum number of levels of nested lists and mappings."""

_SURROGATE = re.compile("[\ud800-\udc7f\udd00-\udfff]")  # not those of bytes in names of files
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def parse_json(source: str | bytes) -> object:
    """Parse JSON; lone surrogates become U+FFFD.

    Surrogates with which Python escapes non-UTF-8 bytes in file names are kept.

    Raises:
        ValueError: the text is not UTF-8 or not JSON, has NaN, Infinity, a number that is too large
            for a float or has more digits than Python can parse, or is nested deeper than 64
            levels.
    """
    text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
    try:
        value: object = json.loads(text, parse_constant=_refuse_constant, parse_float=_parse_finite)
    except RecursionError as error:
        raise ValueError("too many levels") from error
    if is_nested_too_deeply(value):
        raise ValueError("too many levels")
    return _without_surrogates(value) if "\\u" in text or _SURROGATE.search(text) else value


def _refuse_constant(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _parse_finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{digits[:20]} is too large")
    return value


def _without_surrogates(value: object) -> object:
    """Return a value without lone surrogates, which cannot be saved or shown."""
    if isinstance(value, str):
        return _SURROGATE.sub(_REPLACEMENT, value)
    if isinstance(value, dict):
        return {
            _SURROGATE.sub(_REPLACEMENT, key): _without_surrogates(each)
            for key, each in value.items()
        }
    return [_without_surrogates(each) for each in value] if isinstance(value, list) else value


def is_nested_too_deeply(value: object, limit: int = DEPTH_LIMIT) -> bool:
    """Return whether lists and mappings are nested deeper than *limit*."""
    level = [*_collections([value])]
    for _ in range(limit):
        level = [inner for outer in level for inner in _collections(_children(outer))]
        if not level:
            return False
    return bool(level)


def _collections(values: list[object]) -> Iterator[object]:
    return (value for value in values if isinstance(value, dict | list))


def _children(value: object) -> list[object]:
    if isinstance(value, dict):
        return [*value.values()]
    return value if isinstance(value, list) else []


MAX_CONFIGURATION_SIZE = 1_000_000
"""The maximum size of a configuration, in bytes; a long one has some 20 kB."""


def parse_toml(text: str) -> dict[str, object]:
    """Parse TOML.

    Raises:
        ValueError: the text is not TOML, has a number with more digits than Python can parse, or is
            nested deeper than 64 levels; the message names the line if the parser does.
    """
    import tomllib  # only if there is a file

    try:
        content = tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("too many levels") from error
    if is_nested_too_deeply(content):
        raise ValueError("too many levels")
    return content


_LINE_END = re.compile(r"\r\n|\r|\n")


def split_lines(text: str) -> list[str]:
    """Return the lines of a text without line endings, and without an empty last line."""
    lines = _LINE_END.split(text)
    return lines if lines[-1] else lines[:-1]


class LineIndex:
    r"""Finds the line and column of offsets in a text.

    Lines end with ``\n``, ``\r\n`` or ``\r`` only, as in editors; ``str.splitlines`` also ends them
    at form feeds, U+0085 and U+2028.
    """

    def __init__(self, text: str) -> None:
        self._starts = [0, *(end.end() for end in _LINE_END.finditer(text))]

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both counted from 0."""
        line = bisect_right(self._starts, offset) - 1
        return line, offset - self._starts[line]
