"""Spelling, by a dictionary that is installed where there is one.

pyenchant asks whatever spelling library and dictionaries a system has. Without it, without the
library behind it (``libenchant-2-2`` of Debian) or without a dictionary of the language nothing is
said of spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from importlib import import_module
from typing import Protocol

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019\-][^\W\d_]+)*")
_WORDS = 20_000  # whose spelling is remembered: it is asked for with every key
_MOST = 6  # suggestions


class Dictionary(Protocol):
    """What is asked of a dictionary of enchant."""

    def check(self, word: str) -> bool:
        """Tell whether a word is known."""

    def suggest(self, word: str) -> list[str]:
        """Return words like one that is not."""


class Speller:
    """Knows the words of a language."""

    def __init__(self, dictionary: Dictionary) -> None:
        self._dictionary = dictionary
        self._is_word = lru_cache(maxsize=_WORDS)(dictionary.check)

    def misspelled(self, text: str, source: str = "") -> Iterator[tuple[int, int]]:
        """Yield where words begin and end that the dictionary does not know.

        Names that stand in the source as they do here are passed over, and so are words of
        capitals alone.
        """
        known = set(_WORD.findall(source))
        for found in _WORD.finditer(text):
            word = found[0]
            if word not in known and not word.isupper() and not self._is_word(word):
                yield found.span()

    def suggestions(self, word: str) -> list[str]:
        """Return words that may be meant, the likeliest first."""
        return self._dictionary.suggest(word)[:_MOST]


@cache
def speller_of(language: str) -> Speller | None:
    """Return what knows the words of a language; None where nothing does."""
    try:
        enchant = import_module("enchant")
    except ImportError:  # it, or the library behind it, is not installed
        return None
    with suppress(enchant.errors.Error):
        plain = language.replace("-", "_")
        for tag in (plain, *sorted(enchant.list_languages())):
            if tag.split("_")[0].casefold() == plain.split("_")[0].casefold() and (
                enchant.dict_exists(tag)
            ):
                return Speller(enchant.Dict(tag))
    return None
