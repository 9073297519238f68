"""Search words: alternative names that players use for pieces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from unicodedata import combining, normalize

from m44core.catalogue.entries import DATA, read_entries
from m44core.messages.languages import ENGLISH

HYPHENS = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
"""Characters that people write for a hyphen: dashes and the minus sign."""
INVISIBLE_CHARACTERS = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
"""Characters without a width: joiners, byte order marks and soft hyphens."""


@cache
def search_words(language: str) -> Mapping[str, str]:
    """Return the search words in a language and in English, as one text per .m44 name.

    Raises:
        CatalogueError: the built-in data is invalid.
    """
    data = read_entries(DATA, "search_words")
    words_by_name: dict[str, str] = {}
    for code in dict.fromkeys((ENGLISH, language)):
        for search_text, pieces in data.get(code, {}).items():
            for name in pieces:
                words_by_name[name] = f"{words_by_name.get(name, '')} {search_text}".strip()
    return words_by_name


def fold_text(text: str) -> str:
    """Return a text in lower case without accents, for comparison."""
    if text.isascii():
        return text.casefold()
    return "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))
