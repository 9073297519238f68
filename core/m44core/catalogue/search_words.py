"""What players call pieces besides their names, for those who search for them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from unicodedata import combining, normalize

from m44core.catalogue.entries import DATA, read_entries
from m44core.messages.languages import ENGLISH


@cache
def search_words(language: str) -> Mapping[str, str]:
    """Return the words by which pieces are found in a language, the English ones among them.

    Raises:
        CatalogueError: our own data is wrong.
    """
    said = read_entries(DATA, "search_words")
    found: dict[str, str] = {}
    for code in dict.fromkeys((ENGLISH, language)):
        for words, pieces in said.get(code, {}).items():
            for name in pieces:
                found[name] = f"{found.get(name, '')} {words}".strip()
    return found


def fold_text(words: str) -> str:
    """Return words as they are compared: small letters without accents."""
    if words.isascii():
        return words.casefold()
    return "".join(
        letter for letter in normalize("NFKD", words.casefold()) if not combining(letter)
    )
