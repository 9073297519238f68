"""Lists as arguments of a command."""

from __future__ import annotations

from collections.abc import Iterable


def separated(arguments: Iterable[str]) -> tuple[str, ...]:
    """Return the words of arguments that may each hold several: ``M1,M2`` as well as ``M1 M2``."""
    return tuple(word.strip() for each in arguments for word in each.split(",") if word.strip())
