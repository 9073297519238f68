"""A dictionary of a few words, in place of an installed one."""

from __future__ import annotations


class Words:
    """Knows a few words."""

    def __init__(self, *known: str) -> None:
        self._known = known

    def check(self, word: str) -> bool:
        """Tell whether a word is known."""
        return word.casefold() in self._known

    def suggest(self, word: str) -> list[str]:
        """Return the words that begin in the same way."""
        return [each for each in self._known if each[:2] == word.casefold()[:2]]
