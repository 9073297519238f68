"""The comments of a YAML file, each by the key it belongs to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import yaml

from m44core.io.text.entries import ALLOW, name_of_entry
from m44core.io.text.style import Comments
from m44core.io.text.yaml_read import LOADER, YamlReader
from m44core.plain.lines import Lines, lines_of

_ENTRY = re.compile(r"/[^/]+|/(?:briefing|texts|hexes|labels|allow|meta)/[^/]+")


def comments_of(reader: YamlReader, document: object) -> Comments:
    """Return the comments of the text a *reader* has read, which says *document*.

    Kept are those at the top, those above a section, above a hex or another
    entry of a section, those at the end of such a line, and those at the end
    of the file.
    """
    if "#" not in reader.text:
        return Comments()
    found = _by_pointer(reader)
    entries = document.get(ALLOW) if isinstance(document, dict) else None
    if not isinstance(entries, list):
        return found
    names = {f"/{ALLOW}/{number}": name_of_entry(entry) for number, entry in enumerate(entries)}
    return replace(
        found,
        before={names.get(pointer, pointer): lines for pointer, lines in found.before.items()},
        beside={names.get(pointer, pointer): line for pointer, line in found.beside.items()},
    )


def _by_pointer(reader: YamlReader) -> Comments:
    lines = lines_of(reader.text)
    keys = {p: place for p, place in reader.places.items() if _ENTRY.fullmatch(p)}
    before = {p: _above(lines, line, _margin(lines[line], c)) for p, (line, c) in keys.items()}
    first = next(iter(keys), None)
    top = before.pop(first, ()) if first else ()
    return Comments(
        top=top,
        before={pointer: found for pointer, found in before.items() if found},
        beside=_beside(reader, lines, keys),
        end=_above(lines, len(lines), 0),
    )


def _margin(line: str, column: int) -> int:
    """Return where an entry begins: a value of a list with its dash."""
    beginning = line[:column]
    return beginning.index("-") if beginning.strip() == "-" else column


def _above(lines: list[str], line: int, column: int) -> tuple[str, ...]:
    """Return the comment lines right above a line that begin in its column."""
    first = line
    while first > 0 and _is_comment(lines[first - 1], column):
        first -= 1
    found = [text.strip() for text in lines[first:line]]
    while found and not found[0]:
        found.pop(0)
    return tuple(found) if any(found) else ()


def _is_comment(line: str, column: int) -> bool:
    text = line.lstrip(" ")
    return not text or (text.startswith("#") and len(line) - len(text) == column)


def _beside(
    reader: YamlReader, lines: list[str], keys: dict[str, tuple[int, int]]
) -> dict[str, str]:
    found = {}
    for pointer, (line, _) in keys.items():
        end_line, end_column = reader.ends.get(pointer, (line, 0))
        rest = lines[line][end_column:].strip() if end_line == line else ""
        if rest.startswith("#"):
            found[pointer] = rest
    return found


def lost_comment(before: str, after: str) -> int | None:
    """Return the line of the first comment of a YAML text that another lacks; None if none does."""
    kept = Counter(comment for _, comment in _all_comments(after))
    for line, comment in _all_comments(before):
        kept[comment] -= 1
        if kept[comment] < 0:
            return line
    return None


def _all_comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield each comment of a YAML text with its line: what stands between two tokens."""
    end, where = 0, Lines(text)
    for token in yaml.scan(text, Loader=LOADER) if "#" in text else ():
        between = text[end : token.start_mark.index]
        for number, line in enumerate(lines_of(between), where.place(end)[0] + 1):
            _, sign, comment = line.partition("#")
            if sign:
                yield number, comment.strip()
        end = token.end_mark.index
