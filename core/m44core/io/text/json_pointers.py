"""JSON Pointers: their steps, and the positions they lead to in a JSON text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property

from m44core.values import dataclass

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODE = json.JSONDecoder(strict=False, parse_int=str, parse_float=str).raw_decode
_TOKEN = r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+'  # compiled on first use


def escaped_step(key: str) -> str:
    """Return *key* as one step of a JSON Pointer."""
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key


def steps(pointer: str) -> list[str]:
    """Return the steps of a JSON Pointer, unescaped."""
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column, both from 1, of an offset in a text."""
    if "\r" in text:
        from m44core.untrusted_files import LineIndex  # 1 ms

        line, column = LineIndex(text).line_and_column(offset)
        return line + 1, column + 1
    before = text.rfind("\n", 0, offset)
    return text.count("\n", 0, offset) + 1, offset - before


@dataclass(slots=True)
class JsonPositions:
    """The offsets of all values in a JSON text.

    Attributes:
        values: The offset of each value, keyed by pointer; of a duplicate key, only the last value.
        duplicates: The pointer and offset of each duplicate key.
        numbers: The pointer, text and offset of each number, and of constants such as NaN that
            are not JSON.
    """

    values: dict[str, int] = field(default_factory=dict)
    duplicates: list[tuple[str, int]] = field(default_factory=list)
    numbers: list[tuple[str, str, int]] = field(default_factory=list)


@dataclass(slots=True)
class _Level:
    """An open bracket: its pointer and the key or index of the current value."""

    pointer: str
    index: int | None
    key: str | None = None
    keys: set[str] = field(default_factory=set)

    def next_pointer(self) -> str:
        """Return the pointer of the next value; in a list, advance to it."""
        if self.index is None:
            return f"{self.pointer}/{escaped_step(self.key or '')}"
        self.index += 1
        return f"{self.pointer}/{self.index}"


def scan_positions(text: str) -> JsonPositions:
    """Return the offsets of all values in a text that is known to be JSON."""
    positions = JsonPositions()
    levels: list[_Level] = []
    for match in re.finditer(_TOKEN, text):
        token = match[0]
        if token in ",:":
            if token == "," and levels:
                levels[-1].key = None
        elif token in "}]":
            levels.pop()
        elif token[0] == '"' and levels and levels[-1].index is None and levels[-1].key is None:
            _enter_key(positions, levels[-1], json.loads(token, strict=False), match.start())
        else:
            _enter_value(positions, levels, token, match.start())
    return positions


def _enter_key(positions: JsonPositions, level: _Level, key: str, offset: int) -> None:
    if key in level.keys:
        positions.duplicates.append((f"{level.pointer}/{escaped_step(key)}", offset))
    level.keys.add(key)
    level.key = key


def _enter_value(positions: JsonPositions, levels: list[_Level], token: str, offset: int) -> None:
    pointer = levels[-1].next_pointer() if levels else ""
    positions.values[pointer] = offset
    if token in "{[":
        levels.append(_Level(pointer, -1 if token == "[" else None))
    elif token[0] in "-0123456789NI":
        positions.numbers.append((pointer, token, offset))


class JsonPointerIndex:
    """Finds the offsets of individual values in a JSON text, even one that is cut off.

    Only the objects and lists on the path to a value are read; the decoder skips all others,
    which is many times faster than :func:`scan_positions`.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._member_offsets: dict[int, dict[str, int]] = {}

    @cached_property
    def _start(self) -> int:
        """The offset of the first character after the leading white space, which can be long."""
        return self._after_space(0)

    def offset(self, pointer: str) -> int:
        """Return the offset of a pointer's value or of its nearest existing parent."""
        offset = self._start
        for step in steps(pointer):
            inner = self._members(offset).get(step)
            if inner is None:
                break
            offset = inner
        return offset

    def existing_part(self, pointer: str) -> str:
        """Return a pointer up to its last step that exists in the text."""
        offset, existing_pointer = self._start, ""
        for step in steps(pointer):
            inner = self._members(offset).get(step)
            if inner is None:
                break
            offset, existing_pointer = inner, f"{existing_pointer}/{escaped_step(step)}"
        return existing_pointer

    def _members(self, offset: int) -> dict[str, int]:
        """Return the offsets of the members of an object or list, by key or index.

        The result is empty if there is another value at *offset*, or the members cannot be parsed.
        """
        if offset not in self._member_offsets:
            self._member_offsets[offset] = dict(self._read_members(offset))
        return self._member_offsets[offset]

    def _read_members(self, offset: int) -> list[tuple[str, int]]:
        bracket = self._text[offset : offset + 1]
        if bracket not in ("{", "["):
            return []
        try:
            return list(self._walk_members(offset, bracket))
        except (json.JSONDecodeError, IndexError, RecursionError):
            return []

    def _walk_members(self, offset: int, bracket: str) -> Iterator[tuple[str, int]]:
        text, position, index = self._text, self._after_space(offset + 1), 0
        while text[position] not in "}]":
            key = str(index)
            if bracket == "{":
                key, position = _DECODE(text, position)
                position = self._after_space(self._after_space(position) + 1)
            yield key, position
            position = self._after_space(_DECODE(text, position)[1])
            if text[position] == ",":
                position = self._after_space(position + 1)
            index += 1

    def _after_space(self, offset: int) -> int:
        match = _SPACE.match(self._text, offset)
        return match.end() if match else offset


class JsonLocator:
    """Converts pointers into the workshop document to positions in a JSON file of our format."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._index = JsonPointerIndex(text)

    def line_and_column(self, pointer: str) -> tuple[int, int]:
        """Return the line and column, from 1, of a pointer's value or of its nearest parent."""
        return line_and_column(self._text, self._index.offset(self._file_pointer(pointer)))

    def file_pointer(self, pointer: str) -> str:
        """Return the JSON Pointer into the file of a pointer's value or of its nearest parent."""
        return self._index.existing_part(self._file_pointer(pointer))

    def _file_pointer(self, pointer: str) -> str:
        return pointer


ALLOW = "allow"


def allowance_pointer(entry: object) -> str:
    """Return a pseudo-pointer that identifies an entry of ``allow`` independently of its index."""
    if not isinstance(entry, dict):
        return f"/{ALLOW}/"
    return (
        f"/{ALLOW}/{escaped_step(str(entry.get('check')))}/{escaped_step(str(entry.get('at', '')))}"
    )
