"""Where each value of a JSON text stands: JSON Pointer to line and column."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from json import loads

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def escape(key: str) -> str:
    """Return *key* as one step of a JSON Pointer."""
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key


def steps(pointer: str) -> list[str]:
    """Return the keys and numbers a JSON Pointer walks through."""
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return line and column, from 1, of a place in a text."""
    before = text.rfind("\n", 0, offset)
    return text.count("\n", 0, offset) + 1, offset - before


@dataclass(slots=True)
class Places:
    """The places of a JSON text.

    Attributes:
        values: The offset of each value by its pointer; of the later one
            where a key stands twice.
        duplicates: Pointer and offset of each key that stands in its object again.
        numbers: Pointer, text and offset of each number, and of the constants JSON lacks.
    """

    values: dict[str, int] = field(default_factory=dict)
    duplicates: list[tuple[str, int]] = field(default_factory=list)
    numbers: list[tuple[str, str, int]] = field(default_factory=list)


@dataclass(slots=True)
class _Level:
    """One open bracket: its pointer, and the key or number of the value that comes next."""

    pointer: str
    index: int | None
    key: str | None = None
    seen: set[str] = field(default_factory=set)

    def next_pointer(self) -> str:
        if self.index is None:
            return f"{self.pointer}/{escape(self.key or '')}"
        self.index += 1
        return f"{self.pointer}/{self.index}"


def scan(text: str) -> Places:
    """Return the places of a text that is known to be JSON."""
    places = Places()
    levels: list[_Level] = []
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in ",:":
            if token == "," and levels:
                levels[-1].key = None
        elif token in "}]":
            levels.pop()
        elif token[0] == '"' and levels and levels[-1].index is None and levels[-1].key is None:
            _enter_key(places, levels[-1], loads(token, strict=False), match.start())
        else:
            _enter_value(places, levels, token, match.start())
    return places


def _enter_key(places: Places, level: _Level, key: str, offset: int) -> None:
    if key in level.seen:
        places.duplicates.append((f"{level.pointer}/{escape(key)}", offset))
    level.seen.add(key)
    level.key = key


def _enter_value(places: Places, levels: list[_Level], token: str, offset: int) -> None:
    pointer = levels[-1].next_pointer() if levels else ""
    places.values[pointer] = offset
    if token in "{[":
        levels.append(_Level(pointer, -1 if token == "[" else None))
    elif token[0] in "-0123456789NI":
        places.numbers.append((pointer, token, offset))


def nearest(values: Mapping[str, int], pointer: str) -> int | None:
    """Return the offset of *pointer*, or of the innermost thing around it that has one."""
    while pointer not in values:
        if not pointer:
            return None
        pointer = pointer.rpartition("/")[0]
    return values[pointer]
