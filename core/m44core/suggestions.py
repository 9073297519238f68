"""Suggestions for misspelled words."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from m44core.messages.message import Message, enumerated, message


def closest_match(word: str, candidates: Collection[str]) -> str | None:
    """Return the candidate most similar to a word; None if none is similar."""
    return next(iter(similar_words(word, candidates, 1)), None)


def similar_words(word: str, candidates: Iterable[str], limit: int) -> list[str]:
    """Return at most *limit* candidates similar to a word, the most similar first."""
    from difflib import get_close_matches  # slow to import, and seldom needed

    return get_close_matches(word, list(candidates), limit, 0.6)


def did_you_mean(word: str, candidates: Collection[str]) -> Message:
    """Return the end of a message about an unknown word: ``did you mean axis?``.

    If no candidate is similar, the message lists all candidates.
    """
    similar_word = closest_match(word, candidates)
    if similar_word:
        return message("did you mean {word}?", word=similar_word)
    return message("known: {known}", known=enumerated(candidates))
