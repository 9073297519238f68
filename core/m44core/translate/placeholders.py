"""Comparing the placeholders, line breaks and numbers of a translation with its source."""

from __future__ import annotations

import re
from collections import Counter

from m44core.validation.text_analysis.written_numbers import numbers_in
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
    to a single-line source is reported too. Hexes are left to the scenario checks.
    """
    source_tokens, target_tokens = Counter(_TOKEN.findall(source)), Counter(_TOKEN.findall(target))
    if _LINE_END not in source and _LINE_END in target.strip():
        target_tokens[_LINE_END] += 1
    return PlaceholderMismatch(
        tuple((source_tokens - target_tokens).elements()),
        tuple((target_tokens - source_tokens).elements()),
    )


@dataclass(frozen=True, slots=True)
class NumberMismatch:
    """The differences between the numbers of a translation and of its source.

    Attributes:
        lost: Numbers missing from the translation.
        added: Numbers that the source does not have.
    """

    lost: tuple[int, ...]
    added: tuple[int, ...]

    def __bool__(self) -> bool:
        """Return whether a number may have been replaced by a different one.

        A number that only one of both has may be written as a word in the other.
        """
        return bool(self.lost and self.added)


def number_mismatch(source: str, target: str) -> NumberMismatch:
    """Return how the numbers written in digits differ between a translation and its source."""
    source_numbers, target_numbers = numbers_in(source), numbers_in(target)
    in_source, in_target = frozenset(source_numbers), frozenset(target_numbers)
    return NumberMismatch(
        tuple(each for each in source_numbers if each not in in_target),
        tuple(each for each in target_numbers if each not in in_source),
    )
