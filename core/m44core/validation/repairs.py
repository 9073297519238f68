"""Repairs as data, spoken in the words of the workshop document."""

from __future__ import annotations

from m44core.catalogue.types import Side
from m44core.diagnostics import Fix


def put(title: str, pointer: str, value: str | int, *, safe: bool = False) -> Fix:
    """Return the repair that writes a value at a pointer."""
    return Fix(title, {pointer: value}, safe)


def remove(title: str, pointer: str, *, safe: bool = False) -> Fix:
    """Return the repair that removes what stands at a pointer."""
    return Fix(title, {pointer: None}, safe)


def word(side: Side) -> str:
    """Return how the workshop document writes a side."""
    return side.value.lower()
