"""Cleans text copied from forums, e-mails, Markdown and PDF files; lines keep their numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from m44core.catalogue.search_words import INVISIBLE_CHARACTERS

_BBCODE = (
    r"b|i|u|s|list|ul|ol|li|size|font|colou?r|center|left|right|url|quote|spoiler|code|pre|h[1-6]"
)
_HTML = r"b|i|u|s|p|br|ul|ol|li|em|strong|span|div|font|table|tbody|thead|blockquote|h[1-6]|a"
_PICTURE = re.compile(r"\[img[^\]\n]{0,80}\].{0,400}?\[/img\]|<img\b[^>\n]{0,400}>", re.IGNORECASE)
_ITEM = re.compile(r"\[\*\]|<li\b[^>\n]{0,80}>", re.IGNORECASE)
_CELL_ENDS = re.compile(
    r"(?:\[/t[dh]\]|</t[dh]>)\s*(?:\[t[dh][^\]\n]{0,80}\]|<t[dh]\b[^>\n]{0,80}>)", re.IGNORECASE
)
"""The end of a cell of a table and the start of the next one."""
_TAG = re.compile(
    rf"\[/?(?:{_BBCODE}|table|t[rdh])(?:=[^\]\n]{{0,400}})?\]"
    rf"|</?(?:{_HTML}|t[rdh])\b[^>\n]{{0,400}}>",
    re.IGNORECASE,
)
_QUOTE_MARKS = re.compile(r"^\s*(?:>[ \t]?)+")
_EMPHASIS = re.compile(r"\*\*|__|`|^\s*#{1,6}\s+")
_DOT_BETWEEN = re.compile(r"(?<=\w)\s*·\s*(?=\w)")
_BROKEN_WORD = re.compile(r"[^\W\d_](?:-|\xad|\N{HYPHEN})\s*$")
_OPEN_LIST = re.compile(r"(?<!\w)[A-Za-z]\d{1,2}\s*,\s*$")
_HEXES_AND_MORE = re.compile(r"\s*[A-Za-z]\d{1,2}(?!\w).*[^\W\d_]{2}")
"""The last hexes of a list that began on the line before, and something else."""
_REST_OF_WORD = re.compile(r"\s*[^\W\d_]")
_SPECIAL_CHARACTERS = {
    **{code: normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)},
    **dict.fromkeys(map(ord, INVISIBLE_CHARACTERS)),
}
"""Ligatures of PDF files, and characters that only tell where a word may be divided."""


def clean_lines(lines: Sequence[str]) -> list[str]:
    """Return lines without markup, quote prefixes of e-mails, ligatures and divided words.

    There are as many lines as before: a line that continues a divided word, or the hexes of an
    unfinished list, moves to the end of the line before, and an empty line remains.
    """
    return [
        line.translate(_SPECIAL_CHARACTERS)
        for line in _with_whole_words([_without_markup(line) for line in lines])
    ]


def _without_markup(line: str) -> str:
    if ">" in line or "<" in line or "[" in line:
        line = _QUOTE_MARKS.sub("", line)
        line = _ITEM.sub("* ", _PICTURE.sub("", line))
        line = _TAG.sub("", _CELL_ENDS.sub(" | ", line))
    return _DOT_BETWEEN.sub("; ", _EMPHASIS.sub("", line))


def _with_whole_words(lines: list[str]) -> list[str]:
    result = list(lines)
    for n in reversed(range(len(result) - 1)):
        if _BROKEN_WORD.search(result[n]) and _begins_with_rest_of_word(result[n], result[n + 1]):
            result[n] = result[n].rstrip()[:-1] + result[n + 1].lstrip()
            result[n + 1] = ""
        elif _OPEN_LIST.search(result[n]) and _HEXES_AND_MORE.match(result[n + 1]):
            result[n] = f"{result[n].rstrip()} {result[n + 1].lstrip()}"
            result[n + 1] = ""
    return result


def _begins_with_rest_of_word(line: str, next_line: str) -> bool:
    """Return whether *next_line* begins with the rest of the last word of *line*."""
    rest = next_line.lstrip()[:1]
    return bool(_REST_OF_WORD.match(next_line)) and (
        rest.islower() or not line.rstrip().endswith("-")
    )
