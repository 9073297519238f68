"""Reading YAML strictly: plain data of limited size, with the positions of values and comments."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

import yaml

from m44core.diagnostics import Diagnostic
from m44core.findings.finding_kinds import PhraseValue, finding_at
from m44core.io.text.decoding import VALUE_LIMIT
from m44core.io.text.finding_limits import CappedFindings
from m44core.io.text.json_pointers import ALLOW, allowance_pointer, escaped_step
from m44core.io.text.text_style import Comments
from m44core.messages.message import with_thousands_separators
from m44core.untrusted_files import LineIndex, split_lines

DEPTH_LIMIT = 64
_MAX_EXACT_INTEGER = 2**53
_MERGE = "<<"

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLS = {
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_INT = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")

_KEYS = {
    "mapping values are not allowed": "colon-in-text",
    "cannot start any token": "no-beginning",
    "found a tab character": "tab",
    "could not find expected ':'": "no-colon",
    "did not find expected key": "misfit",
    "did not find expected '-' indicator": "misfit-in-list",
    "did not find expected ',' or": "no-comma",
    "did not find expected node content": "no-value",
    "found unexpected end of stream": "cut-off",
    "found unexpected document indicator": "open-text",
    "unknown escape": "backslash",
}
"""The message keys of M013 by parts of PyYAML's error messages."""


_LineAndColumn = tuple[int, int]  # line and column, from 0


class _Mark(Protocol):
    """A PyYAML mark.

    Only *index* is used, because PyYAML also counts U+2028 and other characters as line ends.
    """

    index: int


class _StopError(Exception):
    """Stops reading; the finding has already been added."""


@dataclass(slots=True)
class _Level:
    """An open mapping or list."""

    value: dict[str, object] | list[object]
    pointer: str
    first: int  # the number of values read up to and including it
    anchor: str | None
    key: str | None = None
    is_merging: bool = False  # whether the current key is <<
    merged_mappings: list[dict[str, object]] = field(default_factory=list)

    def merge(self) -> None:
        """Add the entries of merged mappings; own entries win, then those of earlier mappings."""
        for other in self.merged_mappings:
            assert isinstance(self.value, dict)
            self.value.update({k: v for k, v in other.items() if k not in self.value})


@dataclass(slots=True)
class YamlReader:
    """Reads one YAML text.

    Attributes:
        text: The text.
        findings: The problems in it, after :meth:`read`.
        failed: Whether the text could not be read, in which case there is no value.
        places: The line and column, from 0, of each value or its key, by pointer.
        ends: The line and column, from 0, of the end of each scalar and collection, by pointer.
    """

    text: str
    findings: list[Diagnostic] = field(default_factory=list)
    failed: bool = False
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    ends: dict[str, tuple[int, int]] = field(default_factory=dict)
    _root: object = None
    _count: int = 0
    _levels: list[_Level] = field(default_factory=list)
    _anchors: dict[str, tuple[object, int]] = field(default_factory=dict)
    _documents: int = 0
    _duplicates: CappedFindings = field(default_factory=CappedFindings)
    _lines: LineIndex = field(init=False)

    def __post_init__(self) -> None:
        self._lines = LineIndex(self.text)

    def read(self) -> object:
        """Return the value; None if the text could not be read."""
        try:
            for event in yaml.parse(self.text, Loader=LOADER):
                self._handle(event)
        except _StopError:
            self.failed = True
        except yaml.MarkedYAMLError as error:
            self._explain_error(error)
        except yaml.reader.ReaderError as error:
            position, character = _unreadable_character(self.text, error)
            self._fail(
                self._lines.line_and_column(position), "M013", "character", character=character
            )
        self.findings += self._duplicates.all()
        return None if self.failed else self._root

    def _handle(self, event: yaml.Event) -> None:
        match event:
            case yaml.ScalarEvent():
                self._check(event)
                self._handle_scalar(event)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._check(event)
                self._open(event)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._close(event)
            case yaml.AliasEvent():
                self._handle_alias(event)
            case yaml.DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    self._stop(event, "M014", "second-document")

    def _check(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        self._count += 1
        if self._count > VALUE_LIMIT:
            self._stop(event, "M015", "many", limit=with_thousands_separators(VALUE_LIMIT))
        if event.tag is not None and event.tag != "!":
            self._stop(event, "M014", "tag", tag=event.tag)

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        if len(self._levels) >= DEPTH_LIMIT:
            self._stop(event, "M009", "levels", limit=DEPTH_LIMIT)
        if self._levels and self._expects_key():
            self._stop(event, "M014", "key-of-values")
        value: dict[str, object] | list[object] = (
            {} if isinstance(event, yaml.MappingStartEvent) else []
        )
        pointer = self._store_position(event)
        self._levels.append(_Level(value, pointer, self._count, event.anchor))

    def _close(self, event: yaml.CollectionEndEvent) -> None:
        level = self._levels.pop()
        level.merge()
        if level.anchor:
            self._anchors[level.anchor] = level.value, self._count - level.first + 1
        self.ends[level.pointer] = self._position_at(event.end_mark)
        self._add_value(level.value)

    def _handle_alias(self, event: yaml.AliasEvent) -> None:
        alias = event.anchor or ""
        if alias not in self._anchors:
            self._stop(event, "M014", "no-anchor", alias=alias)
        value, size = self._anchors[alias]
        self._count += size
        if self._count > VALUE_LIMIT:
            self._stop(event, "M015", "unfolded", limit=with_thousands_separators(VALUE_LIMIT))
        if self._levels and self._expects_key():
            self._stop(event, "M014", "key-by-alias")
        self._store_position(event)
        self._add_value(value)

    def _handle_scalar(self, event: yaml.ScalarEvent) -> None:
        if self._levels and self._expects_key():
            self._enter_key(event)
            return
        value = self._resolve_scalar(event) if event.implicit[0] else event.value
        if event.anchor:
            self._anchors[event.anchor] = value, 1
        pointer = self._store_position(event)
        self.ends[pointer] = self._position_at(event.end_mark)
        self._add_value(value)

    def _expects_key(self) -> bool:
        level = self._levels[-1]
        return level.key is None and isinstance(level.value, dict)

    def _enter_key(self, event: yaml.ScalarEvent) -> None:
        level = self._levels[-1]
        place = self._position_at(event.start_mark)
        self._count -= 1  # keys are not counted as values
        level.is_merging = event.value == _MERGE and event.implicit[0]
        if event.value in level.value and self._duplicates.admits("M008"):
            self._report(place, "M008", "again", key=event.value)
        level.key = event.value
        self.places[f"{level.pointer}/{escaped_step(event.value)}"] = place

    def _store_position(self, event: yaml.NodeEvent) -> str:
        """Return the pointer of the value that starts here; store the position of a list item."""
        if not self._levels:
            return ""
        level = self._levels[-1]
        if isinstance(level.value, list):
            pointer = f"{level.pointer}/{len(level.value)}"
            self.places[pointer] = self._position_at(event.start_mark)
            return pointer
        return f"{level.pointer}/{escaped_step(level.key or '')}"

    def _add_value(self, value: object) -> None:
        if not self._levels:
            self._root = value
            return
        level = self._levels[-1]
        if isinstance(level.value, list):
            level.value.append(value)
        elif level.is_merging:
            self._merge(level, value)
        else:
            level.value[level.key or ""] = value
            level.key = None

    def _merge(self, level: _Level, value: object) -> None:
        """Record a mapping, or a list of mappings, to be merged into the open mapping.

        Any other value is reported and stops the reading.
        """
        values: list[object] = value if isinstance(value, list) else [value]
        mappings = [other for other in values if isinstance(other, dict)]
        if len(mappings) < len(values):
            self._fail(self.places[f"{level.pointer}/{_MERGE}"], "M014", "merge")
            raise _StopError
        level.merged_mappings += mappings
        level.key, level.is_merging = None, False

    def _position_at(self, mark: _Mark | None) -> _LineAndColumn:
        assert mark, "every event has a mark"
        return self._lines.line_and_column(mark.index)

    def _resolve_scalar(self, event: yaml.ScalarEvent) -> object:
        """Return the value of an unquoted scalar by the rules of YAML 1.2.

        Numbers that are not finite are reported, and the value is then None.
        """
        text: str = event.value
        if text in _NULLS:
            return None
        if text in _BOOLS:
            return _BOOLS[text]
        if text[0] not in "+-.0123456789":
            return text
        if _INT.fullmatch(text) or _OCTAL.fullmatch(text) or _HEXADECIMAL.fullmatch(text):
            return self._parse_int(event)
        if _FLOAT.fullmatch(text) and math.isfinite(float(text)):
            return float(text)
        if _FLOAT.fullmatch(text) or _NOT_FINITE.fullmatch(text):
            self._report(self._position_at(event.start_mark), "M006", "in-yaml", number=text[:20])
            return None
        return text

    def _parse_int(self, event: yaml.ScalarEvent) -> int | None:
        text: str = event.value
        if len(text) > 4300:
            self._report(self._position_at(event.start_mark), "M007", "left-out", digits=len(text))
            return None
        base = {"0o": 8, "0x": 16}.get(text[:2], 10)
        value = int(text[2:] if base != 10 else text, base)
        if abs(value) > _MAX_EXACT_INTEGER:
            self._report(self._position_at(event.start_mark), "M007", "inexact", number=text)
        return value

    def _explain_error(self, error: yaml.MarkedYAMLError) -> None:
        mark = error.problem_mark or error.context_mark
        problem = error.problem or str(error)
        key = next((key for parser_text, key in _KEYS.items() if parser_text in problem), None)
        place = self._position_at(mark) if mark else (0, 0)
        if key:
            self._fail(place, "M013", key)
        else:
            self._fail(place, "M013", "other", problem=problem)

    def _stop(self, event: yaml.Event, code: str, key: str, /, **values: PhraseValue) -> None:
        self._fail(self._position_at(event.start_mark), code, key, **values)
        raise _StopError

    def _fail(self, place: _LineAndColumn, code: str, key: str, /, **values: PhraseValue) -> None:
        self.failed = True
        self._report(place, code, key, **values)

    def _report(self, place: _LineAndColumn, code: str, key: str, /, **values: PhraseValue) -> None:
        line, column = place
        self.findings.append(finding_at((line + 1, column + 1), code, key, **values))


def _unreadable_character(text: str, error: yaml.reader.ReaderError) -> tuple[int, str]:
    """Return the offset of a character that YAML does not allow, and the character itself."""
    character: int | str = error.character  # libyaml gives the code point and a byte offset
    if not isinstance(character, int):
        return error.position, character
    return len(text.encode()[: error.position].decode(errors="ignore")), chr(character)


class YamlLocator:
    """Converts pointers into the workshop document to positions in a YAML file."""

    def __init__(self, text: str) -> None:
        reader = YamlReader(text)
        reader.read()
        self._places = reader.places

    def line_and_column(self, pointer: str) -> tuple[int, int]:
        """Return the line and column, from 1, of a pointer's value or of its nearest parent."""
        while pointer and pointer not in self._places:
            pointer = pointer.rpartition("/")[0]
        line, column = self._places.get(pointer, (0, 0))
        return line + 1, column + 1

    def file_pointer(self, _pointer: str) -> None:
        """Return None, since JSON Pointers only apply to JSON files."""


_ENTRY = re.compile(r"/[^/]+|/(?:briefing|texts|hexes|labels|allow|meta)/[^/]+")


def comments_of(reader: YamlReader, document: object) -> Comments:
    """Return the comments of the text that *reader* has read as *document*.

    These are the comments at the top and the end of the file, above sections and their entries
    (such as hexes), and at the end of their lines.
    """
    if "#" not in reader.text:
        return Comments()
    comments = _comments_by_pointer(reader)
    entries = document.get(ALLOW) if isinstance(document, dict) else None
    if not isinstance(entries, list):
        return comments
    names = {f"/{ALLOW}/{number}": allowance_pointer(entry) for number, entry in enumerate(entries)}
    return replace(
        comments,
        before={names.get(pointer, pointer): lines for pointer, lines in comments.before.items()},
        end_of_line={
            names.get(pointer, pointer): line for pointer, line in comments.end_of_line.items()
        },
    )


def _comments_by_pointer(reader: YamlReader) -> Comments:
    lines = split_lines(reader.text)
    keys = {p: place for p, place in reader.places.items() if _ENTRY.fullmatch(p)}
    before = {
        p: _comments_above(lines, line, _entry_column(lines[line], c))
        for p, (line, c) in keys.items()
    }
    first = next(iter(keys), None)
    top = before.pop(first, ()) if first else ()
    return Comments(
        top=top,
        before={pointer: comment for pointer, comment in before.items() if comment},
        end_of_line=_end_of_line_comments(reader, lines, keys),
        end=_comments_above(lines, len(lines), 0),
    )


def _entry_column(line: str, column: int) -> int:
    """Return the column of an entry, or for a list item the column of its dash."""
    beginning = line[:column]
    return beginning.index("-") if beginning.strip() == "-" else column


def _comments_above(lines: list[str], line: int, column: int) -> tuple[str, ...]:
    """Return the comments in a column directly above a line, with the blank lines between them."""
    first_line = line
    while first_line > 0 and _is_comment(lines[first_line - 1], column):
        first_line -= 1
    comments = [text.strip() for text in lines[first_line:line]]
    while comments and not comments[0]:
        comments.pop(0)
    return tuple(comments) if any(comments) else ()


def _is_comment(line: str, column: int) -> bool:
    text = line.lstrip(" ")
    return not text or (text.startswith("#") and len(line) - len(text) == column)


def _end_of_line_comments(
    reader: YamlReader, lines: list[str], keys: dict[str, tuple[int, int]]
) -> dict[str, str]:
    comments = {}
    for pointer, (line, _) in keys.items():
        end_line, end_column = reader.ends.get(pointer, (line, 0))
        comment = lines[line][end_column:].strip() if end_line == line else ""
        if comment.startswith("#"):
            comments[pointer] = comment
    return comments


def lost_comment_line(before: str, after: str) -> int | None:
    """Return the line, from 1, of the first comment of *before* missing in *after*, or None."""
    kept_comments = Counter(comment for _, comment in _all_comments(after))
    for line, comment in _all_comments(before):
        kept_comments[comment] -= 1
        if kept_comments[comment] < 0:
            return line
    return None


def _all_comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line, from 1, and the text of each comment of a YAML text."""
    end, line_index = 0, LineIndex(text)
    for token in yaml.scan(text, Loader=LOADER) if "#" in text else ():
        text_between = text[end : token.start_mark.index]
        for number, line in enumerate(
            split_lines(text_between), line_index.line_and_column(end)[0] + 1
        ):
            _, marker, comment = line.partition("#")
            if marker:
                yield number, comment.strip()
        end = token.end_mark.index
