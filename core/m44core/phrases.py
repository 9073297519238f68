"""Pieces of sentences: numbers with their nouns, lists, and what may have been meant."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun: ``1 medal``, ``3 medals``."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence: ``A5, B3 and C1``."""
    *first, final = words
    return f"{', '.join(first)} {last} {final}" if first else final


def closest(word: str, known: Collection[str]) -> str | None:
    """Return the known word that another may be a slip of the pen for; None where none is alike."""
    from difflib import get_close_matches  # slow to import, and seldom needed

    return next(iter(get_close_matches(word, known, n=1)), None)


def did_you_mean(word: str, known: Collection[str]) -> str:
    """Return the end of a message about a word there is none of: ``did you mean axis?``."""
    meant = closest(word, known)
    return f"did you mean {meant}?" if meant else f"there are {', '.join(known)}"
