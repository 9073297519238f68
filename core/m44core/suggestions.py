"""Suggestions for misspelled words."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from m44core.messages.message import Message, enumerated, message


def closest(word: str, known: Collection[str]) -> str | None:
    """Return the known word most similar to a word; None if none is similar."""
    return next(iter(similar_words(word, known, 1)), None)


def similar_words(word: str, known: Iterable[str], limit: int) -> list[str]:
    """Return at most *limit* known words similar to a word, the most similar first."""
    from difflib import get_close_matches  # slow to import, and seldom needed

    return get_close_matches(word, list(known), limit, 0.6)


def did_you_mean(word: str, known: Collection[str]) -> Message:
    """Return the end of a message about an unknown word: ``did you mean axis?``.

    If no known word is similar, it lists all known words.
    """
    similar = closest(word, known)
    if similar:
        return message("did you mean {word}?", word=similar)
    return message("known: {known}", known=enumerated(known))
