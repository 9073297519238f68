"""A test dictionary, in place of an installed one."""

from __future__ import annotations


class FakeDictionary:
    """A dictionary of a few words, with the interface of enchant."""

    def __init__(self, *known: str) -> None:
        self._known = known

    def check(self, word: str) -> bool:
        """Return whether a word is in the dictionary."""
        return word.casefold() in self._known

    def suggest(self, word: str) -> list[str]:
        """Return the words that start with the same two letters."""
        return [each for each in self._known if each[:2] == word.casefold()[:2]]
