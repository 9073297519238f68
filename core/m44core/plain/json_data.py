"""JSON that another program or another version of ours may have written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

DEPTH_LIMIT = 64
"""Levels of lists and mappings that plain data may have."""

_HALF = re.compile("[\ud800-\udc7f\udd00-\udfff]")  # not those of bytes in names of files
_INSTEAD = "\N{REPLACEMENT CHARACTER}"


def json_data(source: str | bytes) -> object:
    """Return what a JSON text says; U+FFFD stands for each half of a character.

    Halves by which Python names the bytes of a file name that is not UTF-8 stay.

    Raises:
        ValueError: the text is not UTF-8 or not JSON, says NaN or Infinity, has a number of more
            digits than Python reads, or nests deeper than 64 levels.
    """
    text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
    try:
        value: object = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except RecursionError as error:
        raise ValueError("too many levels") from error
    if is_deep(value):
        raise ValueError("too many levels")
    return _whole(value) if "\\u" in text or _HALF.search(text) else value


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{digits[:20]} is too large")
    return value


def _whole(value: object) -> object:
    """Return a value without halves of characters, which no file and no screen can take."""
    if isinstance(value, str):
        return _HALF.sub(_INSTEAD, value)
    if isinstance(value, dict):
        return {_HALF.sub(_INSTEAD, key): _whole(each) for key, each in value.items()}
    return [_whole(each) for each in value] if isinstance(value, list) else value


def is_deep(value: object, limit: int = DEPTH_LIMIT) -> bool:
    """Return whether lists and mappings are nested deeper than *limit*."""
    level = [*_collections([value])]
    for _ in range(limit):
        level = [inner for outer in level for inner in _collections(_inside(outer))]
        if not level:
            return False
    return bool(level)


def _collections(values: list[object]) -> Iterator[object]:
    return (value for value in values if isinstance(value, dict | list))


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return [*value.values()]
    return value if isinstance(value, list) else []
