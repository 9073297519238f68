r"""Lines as editors count them: they end with ``\n``, ``\r\n`` or ``\r``, and with nothing else.

``str.splitlines`` also ends them at form feeds, U+0085 and U+2028, and so does YAML 1.1 at some.
"""

from __future__ import annotations

import re
from bisect import bisect_right

_END = re.compile(r"\r\n|\r|\n")


def lines_of(text: str) -> list[str]:
    """Return the lines of a text without their ends; no empty one after the last end."""
    lines = _END.split(text)
    return lines if lines[-1] else lines[:-1]


class Lines:
    """Knows on which line each character of a text stands."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(end.end() for end in _END.finditer(text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of a character, both from 0."""
        line = bisect_right(self._starts, offset) - 1
        return line, offset - self._starts[line]
