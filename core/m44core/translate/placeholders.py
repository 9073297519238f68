"""Comparing the placeholders, markup and line breaks of a translation with its source."""

from __future__ import annotations

import re
from collections import Counter

from m44core.values import dataclass

_TOKEN = re.compile(
    r"\{[A-Za-z_][\w.:!-]{0,60}\}|%(?:\(\w{1,60}\))?[sd](?!\w)|%\d\$[sd]|</?[A-Za-z][^<>\n]{0,100}>"
)
_LINE_END = "\n"


@dataclass(frozen=True, slots=True)
class PlaceholderMismatch:
    r"""The differences between the placeholders of a translation and of its source.

    Attributes:
        lost: Placeholders missing from the translation.
        added: Placeholders that the source does not have; ``\n`` stands for a line break.
    """

    lost: tuple[str, ...]
    added: tuple[str, ...]

    def __bool__(self) -> bool:
        """Return whether there is any difference."""
        return bool(self.lost or self.added)


def placeholder_mismatch(source: str, target: str) -> PlaceholderMismatch:
    """Return how the placeholders of a translation differ from those of its source.

    Placeholders are ``{name}``, ``%s``, ``%(name)s`` and tags such as ``<br>``; a line break added
    to a single-line source is reported too. Hexes and numbers are left to the scenario checks.
    """
    source_tokens, target_tokens = Counter(_TOKEN.findall(source)), Counter(_TOKEN.findall(target))
    if _LINE_END not in source and _LINE_END in target.strip():
        target_tokens[_LINE_END] += 1
    return PlaceholderMismatch(
        tuple((source_tokens - target_tokens).elements()),
        tuple((target_tokens - source_tokens).elements()),
    )
