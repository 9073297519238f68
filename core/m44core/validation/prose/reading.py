"""What a pattern or the words of a sentence read from a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from m44core.catalogue.types import Side


class Reading(NamedTuple):
    """What a pattern reads from a text.

    Attributes:
        start: Where it begins.
        end: Where it ends.
        side: The side it names, if any.
        both: Whether it speaks of both sides.
        numbers: The numbers it names, by slot.
        spans: Where those stand.
    """

    start: int
    end: int
    side: Side | None
    both: bool
    numbers: Mapping[str, int]
    spans: Mapping[str, tuple[int, int]]
