"""Two texts as one, word by word: what stayed, what went, what came."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from m44core.values import dataclass

_WORD = re.compile(r"\S+\s*|\s+")
_PAIRS = 1_000_000  # of equal words; beyond, those that are everywhere are no landmarks


@dataclass(frozen=True, slots=True)
class Run:
    """Words in a row that share a fate.

    Attributes:
        was: Whether they stand in the text before.
        is_now: Whether they stand in the text after.
        text: The words with the white space after them.
    """

    in_before: bool
    in_after: bool
    text: str

    @property
    def in_both(self) -> bool:
        """Whether they stand in both texts."""
        return self.in_before and self.in_after


def word_diff(before: str, after: str) -> tuple[Run, ...]:
    """Return both texts as runs; those that :attr:`Run.is_now` make up the text after.

    White space between words that stayed is that of the text after.
    """
    from difflib import SequenceMatcher  # slow to import

    old, new = _WORD.findall(before), _WORD.findall(after)
    bare = [word.strip() for word in old], [word.strip() for word in new]
    runs: list[Run] = []
    matcher = SequenceMatcher(None, *bare, autojunk=_pairs(*map(Counter, bare)) > _PAIRS)
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "equal":
            runs.append(Run(True, True, "".join(new[k:m])))
        else:
            runs += _replaced("".join(old[i:j]), "".join(new[k:m]))
    return tuple(runs)


def _pairs(one: Counter[str], other: Counter[str]) -> int:
    """Return how often a word of one text is a word of the other."""
    return sum(times * other[word] for word, times in one.items())


def _replaced(before: str, after: str) -> Iterator[Run]:
    if before:
        yield Run(True, False, before)
    if after:
        yield Run(False, True, after)
