"""Pieces of sentences: numbers with their nouns, and lists."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun: ``1 medal``, ``3 medals``."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence: ``A5, B3 and C1``."""
    *first, final = words
    return f"{', '.join(first)} {last} {final}" if first else final
