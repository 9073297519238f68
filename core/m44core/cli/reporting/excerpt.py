"""The lines of a file around a place, with a mark under it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from m44core.arguments.lines import cells
from m44core.cli.reporting.layout import BOLD, DIM, Manner
from m44core.cli.visible import picture
from m44core.io.files.scenario_files import FileFormat

_AROUND = 2  # lines above and below
_TAB = " " * 4
_THING = re.compile(r'"(?:[^"\\\n]|\\.)*"|[\w.+-]+')
_YAML_LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")


def lines_of(text: str, file_format: FileFormat) -> list[str]:
    """Return the lines of a file as its reader counts them."""
    if file_format is FileFormat.YAML:
        return _YAML_LINE_END.split(text)
    return [line.removesuffix("\r") for line in text.split("\n")]


def excerpt(
    lines: Sequence[str], line: int, column: int, manner: Manner, colour: str
) -> Iterator[str]:
    """Yield the lines around a place, each with its number, and the mark below the place.

    Long lines are shown as far as there is room around the column; all start at the same one.
    """
    if not 0 < line <= len(lines):
        return
    first, last = _without_blanks(lines, line)
    margin = len(str(last))
    bar = manner.painted("│" if manner.unicode else "|", DIM)
    room = manner.width - margin - 3
    start = _start(lines[line - 1], column - 1, room)
    yield f"{' ' * margin} {bar}"
    for number in range(first, last + 1):
        shown = _window(lines[number - 1], start, room, manner)
        yield f"{manner.painted(f'{number:{margin}}', DIM)} {bar} {shown}".rstrip()
        if number == line:
            mark = _mark(lines[line - 1], start, column - 1, room, manner)
            yield f"{' ' * margin} {bar} {_painted_mark(mark, colour, manner)}"


def _painted_mark(mark: str, colour: str, manner: Manner) -> str:
    bare = mark.lstrip()
    return mark[: len(mark) - len(bare)] + manner.painted(bare, f"{BOLD};{colour}")


def _without_blanks(lines: Sequence[str], line: int) -> tuple[int, int]:
    """Return the first and the last line to show: blank ones show nothing at either end."""
    first, last = max(1, line - _AROUND), min(len(lines), line + _AROUND)
    while first < line and not lines[first - 1].strip():
        first += 1
    while last > line and not lines[last - 1].strip():
        last -= 1
    return first, last


def _start(line: str, at: int, room: int) -> int:
    """Return from which character on a line is shown, so that the one at *at* has company."""
    if len(line) <= room and cells("".join(map(_shown, line))) <= room:
        return 0
    start, left = min(at, len(line)), room // 2
    while start and left > 0:
        start -= 1
        left -= max(1, cells(_shown(line[start])))
    return start


def _window(line: str, start: int, room: int, manner: Manner) -> str:
    """Return as much of a line as there is room for, with signs that there is more."""
    more = _more(manner)
    shown = more if start and line.strip() else ""
    for character in line[start:]:
        sign = _shown(character, manner)
        if cells(shown) + cells(sign) > room:
            return _cut(shown, room - len(more)) + more
        shown += sign
    return shown


def _cut(text: str, room: int) -> str:
    while cells(text) > room:
        text = text[:-1]
    return text


def _mark(line: str, start: int, at: int, room: int, manner: Manner) -> str:
    """Return the mark below the word or the text that begins at a character."""
    before = "".join(_shown(character, manner) for character in line[start:at])
    indent = min(room - 1, cells(before) + len(_more(manner)) * bool(start))
    thing = _THING.match(line, at)
    marked = line[at : min(thing.end(), at + room)] if thing else ""
    length = cells("".join(_shown(character, manner) for character in marked))
    return " " * indent + "^" * max(1, min(length, room - indent))


def _more(manner: Manner) -> str:
    return "…" if manner.unicode else "..."


def _shown(character: str, manner: Manner | None = None) -> str:
    """Return what stands for a character of the file."""
    if character == "\t":
        return _TAB
    if manner and not manner.unicode and not (character.isascii() and character.isprintable()):
        return "?"
    return picture(character)
