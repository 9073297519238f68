"""Words for messages: what pieces and sides are called inside a sentence."""

from __future__ import annotations

from m44core.catalogue.types import Element, Side

SIDES = {Side.AXIS: "the Axis", Side.ALLIES: "the Allies"}


def inside(label: str) -> str:
    """Return a label as it reads inside a sentence: ``bunker``, but ``US Rangers``."""
    proper = label[1:2].isupper() or label.startswith(_PROPER)
    return label if proper else label[:1].lower() + label[1:]


def name_of(element: Element) -> str:
    """Return what a sentence calls an element."""
    return inside(element.label)


_PROPER = (
    "African", "Allied", "American", "Axis", "British", "Finnish", "French", "German",
    "Italian", "Japanese", "North", "Pacific", "Polish", "Soviet",
)  # fmt: skip
