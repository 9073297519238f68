"""How well what is typed fits what something is called."""

from __future__ import annotations

import re
from functools import cache

_LOOSE = 3  # letters of a text for each letter typed, where some are left out
_NEARNESS = 10  # what a letter left out counts at most


def fit(typed: tuple[str, ...], text: str) -> int | None:
    """Return how far *text* is from what is typed, the least first; None where it is not meant.

    Each word typed must be at the beginning of a word of the text, or inside one, or its letters
    must follow each other closely from the beginning of a word: ``svas`` finds ``save as``.

    Args:
        typed: Words in plain small letters.
        text: What something is called, in plain small letters.
    """
    total = 0
    for word in typed:
        away = _away(word, text)
        if away is None:
            return None
        total += away
    return total


def _away(word: str, text: str) -> int | None:
    at = text.find(word)
    if at == 0:
        return 0
    if at > 0:
        begins = re.search(rf"\b{re.escape(word)}", text)
        return 1 if begins else 3
    found = _scattered(word).search(text) if len(word) > 1 else None
    if found is None or len(found.group()) > _LOOSE * len(word):
        return None
    return 4 + min(len(found.group()) - len(word), _NEARNESS)


@cache
def _scattered(word: str) -> re.Pattern[str]:
    """Return what finds the letters of a word one after the other, from the start of a word."""
    return re.compile(r"\b" + ".*?".join(map(re.escape, word)))
