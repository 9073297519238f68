"""The differences between two texts, word by word: kept, removed and added."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from m44core.values import dataclass

_WORD = re.compile(r"\S+\s*|\s+")
_MAX_PAIRS = 1_000_000  # of equal words; above it, words found everywhere are not used as anchors


@dataclass(frozen=True, slots=True)
class WordRun:
    """Consecutive words that are all kept, all removed or all added.

    Attributes:
        in_before: Whether they are in the text before.
        in_after: Whether they are in the text after.
        text: The words with the white space after them.
    """

    in_before: bool
    in_after: bool
    text: str

    @property
    def in_both(self) -> bool:
        """Whether the words are in both texts."""
        return self.in_before and self.in_after


def word_diff(before: str, after: str) -> tuple[WordRun, ...]:
    """Return both texts as runs; the runs :attr:`Run.in_after` make up the text after.

    White space between kept words is taken from the text after.
    """
    from difflib import SequenceMatcher  # slow to import

    old, new = _WORD.findall(before), _WORD.findall(after)
    stripped_words = [word.strip() for word in old], [word.strip() for word in new]
    runs: list[WordRun] = []
    matcher = SequenceMatcher(
        None, *stripped_words, autojunk=_count_pairs(*map(Counter, stripped_words)) > _MAX_PAIRS
    )
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "equal":
            runs.append(WordRun(True, True, "".join(new[k:m])))
        else:
            runs += _replacement_runs("".join(old[i:j]), "".join(new[k:m]))
    return tuple(runs)


def _count_pairs(counts: Counter[str], other_counts: Counter[str]) -> int:
    """Return the number of pairs of equal words between two texts."""
    return sum(times * other_counts[word] for word, times in counts.items())


def _replacement_runs(before: str, after: str) -> Iterator[WordRun]:
    if before:
        yield WordRun(True, False, before)
    if after:
        yield WordRun(False, True, after)
