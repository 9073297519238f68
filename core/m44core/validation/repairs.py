"""Repairs as data, in the words of the workshop document."""

from __future__ import annotations

from m44core.catalogue.types import Side
from m44core.diagnostics import Fix
from m44core.io.wording import word


def put(title: str, pointer: str, value: str | int) -> Fix:
    """Return the repair that writes a value at a pointer."""
    return Fix(title, {pointer: value})


def give(title: str, pointer: str, side: Side) -> Fix:
    """Return the repair that writes a side at a pointer."""
    return Fix(title, {pointer: word(side.value)})


def remove(title: str, pointer: str) -> Fix:
    """Return the repair that removes what stands at a pointer."""
    return Fix(title, {pointer: None})
