"""Splitting texts into paragraphs, joining them, and aligning them with an earlier version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class ParagraphLayout:
    """A text split into its non-blank lines and the white space around them.

    Attributes:
        paragraphs: The non-blank lines, stripped.
        gaps: The white space before the first paragraph, between paragraphs, and after the last;
            one more than there are paragraphs.
    """

    paragraphs: tuple[str, ...]
    gaps: tuple[str, ...]

    @property
    def text(self) -> str:
        """The exact original text."""
        return self.with_paragraphs(self.paragraphs)

    def with_paragraphs(self, paragraphs: Sequence[str]) -> str:
        """Return the text with its paragraphs replaced by the same number of others."""
        pairs = zip(self.gaps[1:], paragraphs, strict=True)
        return self.gaps[0] + "".join(paragraph + after for after, paragraph in pairs)


def split_paragraphs(text: str) -> ParagraphLayout:
    """Split a text at its line breaks; ``split_paragraphs(text).text`` is *text*."""
    paragraphs: list[str] = []
    gaps: list[list[str]] = [[]]
    for number, line in enumerate(text.split("\n")):
        if number:
            gaps[-1].append("\n")
        stripped = line.strip()
        if not stripped:
            gaps[-1].append(line)
            continue
        start = line.index(stripped[0])
        gaps[-1].append(line[:start])
        paragraphs.append(stripped)
        gaps.append([line[start + len(stripped) :]])
    return ParagraphLayout(tuple(paragraphs), tuple("".join(parts) for parts in gaps))


def paragraphs_of(text: str | None) -> tuple[str, ...]:
    """Return the paragraphs of a text; () for None or a blank text."""
    return split_paragraphs(text).paragraphs if text else ()


_MAX_COMPARISONS = 250_000  # comparisons; beyond that a faster but rougher algorithm is used

Pair = tuple[int, int]
"""The indexes of a paragraph in the earlier and the current text."""


def align_paragraphs(before: Sequence[str], after: Sequence[str]) -> list[Pair]:
    """Return the index pairs of corresponding paragraphs, in order.

    As many equal paragraphs as possible are paired; in very long texts, there can be fewer.
    Paragraphs in between count as reworded and are paired in order.
    """
    pairs: list[Pair] = []
    last = (-1, -1)
    for pair in (*_equal_pairs(before, after), (len(before), len(after))):
        inner_pairs = zip(range(last[0] + 1, pair[0]), range(last[1] + 1, pair[1]), strict=False)
        pairs += [*inner_pairs, pair]
        last = pair
    return pairs[:-1]


def _equal_pairs(before: Sequence[str], after: Sequence[str]) -> Iterator[Pair]:
    """Yield index pairs of equal paragraphs, in order: all possible ones, fewer in long texts."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        yield start, start
        start += 1
    earlier, later = before[start:], after[start:]
    pairs = (
        _longest_common_pairs(earlier, later)
        if len(earlier) * len(later) <= _MAX_COMPARISONS
        else _quick_pairs(earlier, later)
    )
    yield from ((start + a, start + b) for a, b in pairs)


def _longest_common_pairs(earlier: Sequence[str], later: Sequence[str]) -> Iterator[Pair]:
    """Yield the index pairs of the longest common subsequence."""
    lengths = [[0] * (len(later) + 1) for _ in range(len(earlier) + 1)]
    for a in range(len(earlier) - 1, -1, -1):
        for b in range(len(later) - 1, -1, -1):
            is_same = earlier[a] == later[b]
            lengths[a][b] = (
                lengths[a + 1][b + 1] + 1 if is_same else max(lengths[a + 1][b], lengths[a][b + 1])
            )
    a = b = 0
    while a < len(earlier) and b < len(later):
        if earlier[a] == later[b]:
            yield a, b
            a, b = a + 1, b + 1
        elif lengths[a + 1][b] >= lengths[a][b + 1]:
            a += 1
        else:
            b += 1


def _quick_pairs(earlier: Sequence[str], later: Sequence[str]) -> Iterator[Pair]:
    for a, b, size in SequenceMatcher(None, earlier, later, autojunk=False).get_matching_blocks():
        yield from ((a + n, b + n) for n in range(size))
