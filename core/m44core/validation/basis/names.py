"""Words for messages: what pieces and sides are called inside a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from m44core.catalogue.types import Element, Side
from m44core.findings.wording import inside, named


class _Sides(Mapping[Side, str]):
    """What sentences call the sides, in the language spoken."""

    def __getitem__(self, side: Side) -> str:
        return named(side.value.lower())

    def __iter__(self) -> Iterator[Side]:
        return iter(Side)

    def __len__(self) -> int:
        return len(Side)


SIDES: Mapping[Side, str] = _Sides()
"""What a sentence calls each side."""


def name_of(element: Element) -> str:
    """Return what a sentence calls an element, in the language spoken."""
    return named(element.name, inside(element.label))
