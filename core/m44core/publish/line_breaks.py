"""Spaces at which a printed line is not broken, as the typography of each language asks."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SPACE, _THIN_SPACE = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
_DASHES = "\N{EN DASH}\N{EM DASH}"
_LETTER = r"[^\W\d_]"
_RULES = (
    (re.compile(rf"(?<=\S) (?=[{_DASHES}](?:\s|$))"), _SPACE),  # no line begins with a dash
    (re.compile(rf"(?<!\S)(\d{{1,3}}) (?={_LETTER}|×)"), rf"\1{_SPACE}"),  # a number and its noun
    (re.compile(r"(?<=\d\s)× "), f"×{_SPACE}"),  # and what is between them
)
_RULES_OF_LANGUAGES: Mapping[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    "fr": (
        (re.compile(r"(?<=\S) (?=:)"), _SPACE),
        (re.compile(r"(?<=\S) (?=[;!?])"), _THIN_SPACE),
        (re.compile(r"« "), f"«{_SPACE}"),
        (re.compile(r" »"), f"{_SPACE}»"),
    ),
    "ru": ((re.compile(r"(?<![^\s(«])([АВИКОСУЯавикосуя]) (?=\S)"), rf"\1{_SPACE}"),),
}


def with_unbroken_spaces(text: str, code: str) -> str:
    """Return a text in a language with no-break spaces where its lines should not be broken.

    They are before a dash, between a number and its noun, in French before a colon and the like
    and inside quotation marks, and in Russian after a word of one letter. Chinese has no spaces.

    Args:
        text: The text.
        code: The code of its language.
    """
    for pattern, replacement in (*_RULES, *_RULES_OF_LANGUAGES.get(code.split("-")[0], ())):
        text = pattern.sub(replacement, text)
    return text
