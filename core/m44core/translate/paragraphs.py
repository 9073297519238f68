"""Texts as paragraphs, and what stands between them."""

from __future__ import annotations

from collections.abc import Sequence

from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Laid:
    """A text taken apart: its lines that say something, and the blank space around each.

    Attributes:
        paragraphs: The lines, without blanks at their ends.
        around: What stands before the first, between each two, and after the last; one more
            than there are paragraphs.
    """

    paragraphs: tuple[str, ...]
    around: tuple[str, ...]

    @property
    def text(self) -> str:
        """The text as it was, to the character."""
        return self.filled(self.paragraphs)

    def filled(self, paragraphs: Sequence[str]) -> str:
        """Return the text with other paragraphs, as many, laid out in the same way."""
        pairs = zip(self.around[1:], paragraphs, strict=True)
        return self.around[0] + "".join(said + after for after, said in pairs)


def laid(text: str) -> Laid:
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
    return Laid(tuple(paragraphs), tuple("".join(parts) for parts in around))


def paragraphs_of(text: str | None) -> tuple[str, ...]:
    """Return the paragraphs of a text; none where there is no text."""
    return laid(text).paragraphs if text else ()
