"""Words for messages: names inside a sentence, counted nouns, lists."""

from __future__ import annotations

from collections.abc import Sequence

from m44core.catalogue.types import Element, Side

SIDES = {Side.AXIS: "the Axis", Side.ALLIES: "the Allies"}


def inside(label: str) -> str:
    """Return a label as it reads inside a sentence: ``bunker``, but ``US Rangers``."""
    proper = label[1:2].isupper() or label.startswith(_PROPER)
    return label if proper else label[:1].lower() + label[1:]


def name_of(element: Element) -> str:
    """Return what a sentence calls an element."""
    return inside(element.label)


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun: ``1 medal``, ``3 medals``."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence: ``A5, B3 and C1``."""
    *first, final = words
    return f"{', '.join(first)} {last} {final}" if first else final


_PROPER = (
    "African", "Allied", "American", "Axis", "British", "Finnish", "French", "German",
    "Italian", "Japanese", "North", "Pacific", "Polish", "Soviet",
)  # fmt: skip
