"""Texts as paragraphs: taken apart, put together, and aligned with an earlier version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class ParagraphLayout:
    """A text taken apart: its lines that say something, and the blank space around each.

    Attributes:
        paragraphs: The lines, without blanks at their ends.
        around: What stands before the first, between each two, and after the last; one more
            than there are paragraphs.
    """

    paragraphs: tuple[str, ...]
    gaps: tuple[str, ...]

    @property
    def text(self) -> str:
        """The text as it was, to the character."""
        return self.with_paragraphs(self.paragraphs)

    def with_paragraphs(self, paragraphs: Sequence[str]) -> str:
        """Return the text with other paragraphs, as many, laid out in the same way."""
        pairs = zip(self.gaps[1:], paragraphs, strict=True)
        return self.gaps[0] + "".join(said + after for after, said in pairs)


def split_paragraphs(text: str) -> ParagraphLayout:
    """Return a text taken apart at its line ends; ``laid(text).text`` is *text*."""
    paragraphs: list[str] = []
    around: list[list[str]] = [[]]
    for number, line in enumerate(text.split("\n")):
        if number:
            around[-1].append("\n")
        said = line.strip()
        if not said:
            around[-1].append(line)
            continue
        start = line.index(said[0])
        around[-1].append(line[:start])
        paragraphs.append(said)
        around.append([line[start + len(said) :]])
    return ParagraphLayout(tuple(paragraphs), tuple("".join(parts) for parts in around))


def paragraphs_of(text: str | None) -> tuple[str, ...]:
    """Return the paragraphs of a text; none where there is no text."""
    return split_paragraphs(text).paragraphs if text else ()


_MOST = 250_000  # comparisons, beyond which a quick answer must do

Pair = tuple[int, int]
"""The place of a paragraph before, and now."""


def align_paragraphs(before: Sequence[str], now: Sequence[str]) -> list[Pair]:
    """Return which paragraphs belong together, in order.

    Most equal ones stay together; between two of them, those that are left are taken for the same
    ones with other words, one after the other.
    """
    pairs: list[Pair] = []
    last = (-1, -1)
    for one in (*_equal(before, now), (len(before), len(now))):
        between = zip(range(last[0] + 1, one[0]), range(last[1] + 1, one[1]), strict=False)
        pairs += [*between, one]
        last = one
    return pairs[:-1]


def _equal(before: Sequence[str], now: Sequence[str]) -> Iterator[Pair]:
    """Yield equal paragraphs, as many as there are in the same order."""
    start = 0
    while start < min(len(before), len(now)) and before[start] == now[start]:
        yield start, start
        start += 1
    one, other = before[start:], now[start:]
    found = _longest(one, other) if len(one) * len(other) <= _MOST else _quick(one, other)
    yield from ((start + a, start + b) for a, b in found)


def _longest(one: Sequence[str], other: Sequence[str]) -> Iterator[Pair]:
    """Yield the longest row of equal paragraphs."""
    lengths = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for a in range(len(one) - 1, -1, -1):
        for b in range(len(other) - 1, -1, -1):
            same = one[a] == other[b]
            lengths[a][b] = (
                lengths[a + 1][b + 1] + 1 if same else max(lengths[a + 1][b], lengths[a][b + 1])
            )
    a = b = 0
    while a < len(one) and b < len(other):
        if one[a] == other[b]:
            yield a, b
            a, b = a + 1, b + 1
        elif lengths[a + 1][b] >= lengths[a][b + 1]:
            a += 1
        else:
            b += 1


def _quick(one: Sequence[str], other: Sequence[str]) -> Iterator[Pair]:
    for a, b, size in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
        yield from ((a + n, b + n) for n in range(size))
