"""The nesting depth of plain data, measured without recursion."""

from __future__ import annotations

from collections.abc import Iterator

DEPTH_LIMIT = 64
"""Levels of lists and mappings that plain data may have."""


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
