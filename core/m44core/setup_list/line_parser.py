"""Splits the lines of a setup list into phrases and the hexes they refer to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

from m44core.board import Board
from m44core.catalogue.search_words import HYPHENS, fold_text
from m44core.hexes import Hex
from m44core.model.edits.areas import hexes_on_line
from m44core.setup_list.list_vocabulary import HAN, Vocabulary
from m44core.values import dataclass

_END = rf"(?!(?:[^\W{HAN}]|'))"
_HEX = rf"(?<![^\W{HAN}])[A-Za-z]\d{{1,2}}{_END}"
_SPACED_HEX_NAME = re.compile(
    rf"(?<![^\W{HAN}])(?<!\d )([A-WYZ])[ \t](\d{{1,2}}){_END}(?![ \t]?[.)])"
)
"""A hex with a space in its name. ``X 3`` is a number of pieces, not a hex."""
_NAME_WITH_HEX = re.compile(rf"\s*{_HEX}(?:[ \t-]+[^\W\d][^:,;]*)?\s*:\s*(?={_HEX})")
"""A name that is or begins like a hex, before a colon: ``T34: A1``, ``M3 Stuart: A1``."""
_COUNTED_PIECES = re.compile(
    r"^(?P<what>[^\d:;|,]+?)\s*(?:\bx|\*)\s*(?P<count>\d{1,3})\b(?=\s*(?::|\s[A-Za-z]\d))",
    re.IGNORECASE,
)
"""``Woods x2: A9, B9``: the count follows the piece."""
_ADDED_PIECES = re.compile(
    rf"(?P<hex>{_HEX})\s*\+\s*(?P<what>[^\W\d][^,;:+()\d]*?)\s*(?:\((?P<note>[^()]*)\)\s*)?(?=,|$)"
)
"""``Infantry: A9 + sandbags, B9``: what else is on a hex."""
_NAMES_PIECES_FIRST = re.compile(rf"\s*(?!{_HEX})[^\W\d_]{{2}}")
_CELL_SEPARATORS = re.compile(r"\s*[;|\t]\s*")
_ROW_OF_COMMAS = re.compile(r"\s*,(?=\s*(?:,|$))\s*")
"""Commas with nothing between them or at the end: cells of a table that are empty."""
_TRAITS = re.compile(rf"^(?P<unit>[^;:|]*[^\W\d][^;:|]*);(?=[^;:|]*[^\W\d][^;:|]*:\s*{_HEX})")
"""``Elite armor with 4 figures; worth two medals: A9``: the traits of a unit before its hexes."""
_RULE = re.compile(r"[\s|:+=_-]+")
_MARKS = re.compile(r"^\s*(?:[-*+]\s+|\[[ xX]?\]\s*|\d{1,2}[.)]\s+)*")
_SEPARATORS = re.compile(r"\s*(?:;|/(?=\s|$)|(?<=\s)/|\s\|\s)\s*")
_PLAIN_CHARACTERS = {
    **dict.fromkeys(map(ord, HYPHENS), "-"),
    **dict.fromkeys((0x2018, 0x2019), "'"),
    **dict.fromkeys((0x2022, 0x00B7, 0x2610, 0x2611, 0x2612, 0x25A1), "* "),  # bullets
    0x00D7: "x",
    0x2026: "...",
    0x00A0: " ",
    0x202F: " ",
    0x2192: ":",
    0x3000: " ",
    0x3001: ",",
    0x3002: ".",
    **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)},  # full-width letters
}
_LOOK_ALIKES = dict(zip("АВСЕНКМІавсекм", "ABCEHKMIabcekm", strict=True))
"""The Latin letter of a hex for each Cyrillic letter that looks the same."""
_CYRILLIC_HEX = re.compile(rf"(?<!\w)([{''.join(_LOOK_ALIKES)}])(?=\d{{1,2}}(?!\w))")


@dataclass(frozen=True, slots=True)
class NamedHex:
    """A hex named in the list, with the note in brackets after it.

    Attributes:
        name: The name as written in the list.
        hex: The hex; None if the board has no such hex.
        note: The text in brackets after it; empty if there is none.
        bent_range: The range it belongs to, if the hexes of that range do not lie in a straight
            line; otherwise empty.
    """

    name: str
    hex: Hex | None
    note: str = ""
    bent_range: str = ""


@dataclass(frozen=True, slots=True)
class ListPhrase:
    """A phrase and the hexes it applies to.

    Attributes:
        text: The phrase; empty if the previous phrase still applies.
        places: The hexes; empty for a heading and for text without hexes.
        is_row: Whether it is a table row, to which no previous phrase applies.
        has_hexes_first: Whether it follows its hexes, as in ``A9: Town, wire``.
    """

    text: str
    places: tuple[NamedHex, ...] = ()
    is_row: bool = False
    has_hexes_first: bool = False


def parse_line(text: str, board: Board, vocabulary: Vocabulary) -> Iterator[ListPhrase]:
    """Yield the phrases of a line in order, each with the hexes it applies to."""
    text = _MARKS.sub("", with_latin_hex_names(plain_text(text)))
    if _RULE.fullmatch(text):
        return  # the rule between the head of a table and its rows
    text = text.strip().removeprefix("|").removesuffix("|")
    row = _parse_table_row(text, board, vocabulary)
    if row is not None:
        yield row
        return
    traits = _TRAITS.match(text)
    if traits and not names_hex(traits["unit"], vocabulary):
        text = f"{traits['unit']},{text[traits.end() :]}"
    for part in _SEPARATORS.split(text):
        if part.strip():
            part = _COUNTED_PIECES.sub(r"\g<count> \g<what>", part)
            part = _SPACED_HEX_NAME.sub(r"\1\2", part)
            if _NAMES_PIECES_FIRST.match(part):
                part = _ADDED_PIECES.sub(_with_added_pieces_in_brackets, part)
            yield from _parse_part(part, board, vocabulary)


def names_hex(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether a line names a hex."""
    text = _SPACED_HEX_NAME.sub(r"\1\2", with_latin_hex_names(plain_text(text)))
    return bool(_hex_pattern(vocabulary).search(text))


def is_hex_name(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether a line names one hex and nothing else."""
    text = with_latin_hex_names(plain_text(text)).strip()
    match = _hex_pattern(vocabulary).fullmatch(text)
    return match is not None and not match["to"]


def plain_text(text: str) -> str:
    """Return a text with plain hyphens, quotation marks, bullets and Latin punctuation."""
    return text.translate(_PLAIN_CHARACTERS)


def is_table_rule(text: str) -> bool:
    """Return whether a line is the rule between the head of a table and its rows."""
    return bool(_RULE.fullmatch(plain_text(text)))


def with_latin_hex_names(text: str) -> str:
    """Return a text with Latin letters in hex names that begin with a Cyrillic look-alike."""
    return _CYRILLIC_HEX.sub(lambda match: _LOOK_ALIKES[match[1]], text)


def _parse_table_row(text: str, board: Board, vocabulary: Vocabulary) -> ListPhrase | None:
    """Return the phrase of a table row with exactly one cell of hexes; None for any other line."""
    all_cells = (_ROW_OF_COMMAS if _ROW_OF_COMMAS.search(text) else _CELL_SEPARATORS).split(text)
    cells = [cell for cell in all_cells if re.search(r"\w", cell)]
    runs = [
        list(_text_and_hex_runs(_SPACED_HEX_NAME.sub(r"\1\2", cell), board, vocabulary))
        for cell in cells
    ]
    hexes = [run[0] for run in runs if len(run) == 1 and isinstance(run[0], tuple)]
    texts = [run[0] for run in runs if len(run) == 1 and isinstance(run[0], str)]
    if len(hexes) != 1 or 1 + len(texts) != len(cells) or not (texts or len(all_cells) > 2):
        return None
    return ListPhrase(" ".join(texts), hexes[0], is_row=True)


def _parse_part(part: str, board: Board, vocabulary: Vocabulary) -> Iterator[ListPhrase]:
    if match := _NAME_WITH_HEX.match(part):
        rest = _text_and_hex_runs(part[match.end() :], board, vocabulary)
        yield from (ListPhrase(_trim(match[0]), run) for run in rest if isinstance(run, tuple))
        return
    runs = _with_last_text_as_note([*_text_and_hex_runs(part, board, vocabulary)], vocabulary)
    if runs and isinstance(runs[0], tuple) and len(runs) > 1:
        yield from _phrases_after_hexes(runs)
        return
    phrase = ""
    for run in runs:
        if isinstance(run, str):
            if phrase:
                yield ListPhrase(phrase)
            phrase = run
        else:
            yield ListPhrase(phrase, run)
            phrase = ""
    if phrase:
        yield ListPhrase(phrase)


def _with_added_pieces_in_brackets(match: re.Match[str]) -> str:
    return f"{match['hex']} ({match['what']} {match['note'] or ''})"


def _with_last_text_as_note(
    runs: list[str | tuple[NamedHex, ...]], vocabulary: Vocabulary
) -> list[str | tuple[NamedHex, ...]]:
    """Return the runs of a part; last text such as ``with wire`` becomes the note of its hexes."""
    match runs:
        case [str(), *_, tuple(hexes), str(text)] if _first_word(text) in vocabulary.with_words:
            noted = tuple(replace(each, note=f"{each.note} {text}".strip()) for each in hexes)
            return [*runs[:-2], noted]
    return runs


def _first_word(text: str) -> str:
    return next(iter(re.findall(r"\w+", fold_text(text))), "")


def _with_shared_note(places: list[NamedHex], vocabulary: Vocabulary) -> tuple[NamedHex, ...]:
    """Return hexes, all with the last one's note if that is about all: ``(both with wire)``."""
    note = places[-1].note
    if _first_word(note) in vocabulary.all_words:
        return tuple(replace(each, note=note) for each in places)
    return tuple(places)


def _phrases_after_hexes(runs: list[str | tuple[NamedHex, ...]]) -> Iterator[ListPhrase]:
    """Yield the phrases of a part that names each hex before its pieces."""
    hexes: tuple[NamedHex, ...] = ()
    for run in runs:
        if isinstance(run, tuple):
            if hexes:
                yield ListPhrase("", hexes)
            hexes = run
        else:
            yield ListPhrase(run, hexes, has_hexes_first=bool(hexes))
            hexes = ()
    if hexes:
        yield ListPhrase("", hexes)


def _text_and_hex_runs(
    part: str, board: Board, vocabulary: Vocabulary
) -> Iterator[str | tuple[NamedHex, ...]]:
    """Yield, in order, the texts in a part of a line and the groups of hexes between them."""
    places: list[NamedHex] = []
    end = 0
    for match in _hex_pattern(vocabulary).finditer(part):
        before = part[end : match.start()]
        if not _is_joiner(before, vocabulary):
            if places:
                yield _with_shared_note(places, vocabulary)
                places = []
            yield _trim(before)
        places += _named_hexes(match, board)
        end = match.end()
    if places:
        yield _with_shared_note(places, vocabulary)
    if not _is_joiner(part[end:], vocabulary):
        yield _trim(part[end:])


@cache
def _range_pattern(range_words: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of a hex or a range of hexes, with an optional note in brackets."""
    separators = "|".join(map(re.escape, sorted(range_words)))
    unspaced_separators = "|".join(
        ["-", r"\.\.\.?", *(w for w in sorted(range_words) if re.match(f"[{HAN}]", w))]
    )
    joint = rf"(?:\s*(?:{unspaced_separators})\s*|\s+(?:{separators})\s+)"
    return re.compile(
        rf"(?P<from>{_HEX})(?:{joint}(?P<to>{_HEX}))?(?:\s*\((?P<note>[^()]*)\))?", re.IGNORECASE
    )


def _hex_pattern(vocabulary: Vocabulary) -> re.Pattern[str]:
    return _range_pattern(vocabulary.range_words)


def _is_joiner(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether the text between two hexes only joins them."""
    words = re.findall(r"\w+|[&+]", fold_text(text))
    return all(word in vocabulary.joining_words or word in "&+" for word in words)


def _trim(text: str) -> str:
    return text.strip(" \t,.;:=>*-")


def _named_hexes(match: re.Match[str], board: Board) -> Iterator[NamedHex]:
    note = match["note"] or ""
    first, last = (_hex_by_name(match[name], board) for name in ("from", "to"))
    if not match["to"]:
        yield NamedHex(match["from"], first, note)
    elif first is None or last is None:
        for name, hex_ in ((match["from"], first), (match["to"], last)):
            yield NamedHex(name, hex_, note)
    else:
        hexes = _hexes_between(first, last, board)
        bent_range = "" if _is_plain_range(hexes, board) else f"{match['from']}-{match['to']}"
        yield from (NamedHex(board.name(h), h, note, bent_range) for h in hexes)


def _is_plain_range(hexes: tuple[Hex, ...], board: Board) -> bool:
    """Return whether hexes lie in a straight line or in a column."""
    steps = {(b.col - a.col, b.row - a.row) for a, b in pairwise(hexes)}
    return len(steps) < 2 or len({board.name(hex_)[0].casefold() for hex_ in hexes}) == 1


def _hex_by_name(name: str | None, board: Board) -> Hex | None:
    return _hexes_by_name(board).get("".join((name or "").split()).casefold())


@cache
def _hexes_by_name(board: Board) -> dict[str, Hex]:
    """Return the hexes, keyed by name in lower case, because the case depends on the row."""
    return {board.name(hex_).casefold(): hex_ for hex_ in board.hexes}


def _hexes_between(first: Hex, last: Hex, board: Board) -> tuple[Hex, ...]:
    """Return the hexes of a range: in a column if the letters match, else along a straight line."""
    letter = board.name(first)[0].casefold()
    if board.name(last)[0].casefold() != letter or first.row == last.row:
        return hexes_on_line(board, first, last)
    column = [h for h in board.hexes if board.name(h)[0].casefold() == letter]
    low, high = sorted((first.row, last.row))
    hexes_in_range = [h for h in column if low <= h.row <= high]
    return tuple(hexes_in_range if first.row < last.row else reversed(hexes_in_range))
