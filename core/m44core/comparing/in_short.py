"""What differs between two scenarios in one line: the first differences, and how many more."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.comparing.differences import Comparison
from m44core.comparing.sentences import FIELDS, SIGNS, change_words, hex_words, other_board
from m44core.messages.message import Value, enumerated, message, several

_MOST = 3


def in_short(comparison: Comparison, most: int = _MOST) -> Value:
    """Return what differs, in words, as far as *most* differences go."""
    said = list(_said(comparison))
    more = len(said) - most
    if not said:
        return message("Nothing but how the file is written")
    if more <= 0:
        return enumerated(said)
    changes = enumerated(said[:most])
    return several(
        "{changes} and {number} more", "{changes} and {number} more", more, changes=changes
    )


def _said(found: Comparison) -> Iterator[Value]:
    board = other_board(found)
    if board:
        yield board
    for hex_, changes in found.hexes.items():
        for change in changes:
            words = hex_words(change, found)
            name = found.after.board.name(hex_)
            yield message("{sign} {hex} {words}", sign=SIGNS[change.kind], hex=name, words=words)
    for each in (*found.board, *found.briefing, *found.packs):
        yield change_words(each)
    for text in found.texts:
        field = FIELDS.get(text.field, text.field)
        yield message("{field} ({language})", field=field, language=text.language)
    for each in found.meta:
        yield change_words(each)
