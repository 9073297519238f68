"""Names for the numbers the engine reckons with; all of them are plain ints.

They say what a number counts, and cost nothing: a type of its own would have to be called for
each hex of a set, thousands of times a second. Sets are the bits of an int, so ``&`` is "both",
``|`` is "either" and ``hexes >> hex & 1`` is "is among them".

That no hex is taken for a unit is checked all the same: ``packaging/check.py types`` runs mypy
once more with ``DISTINCT_INDEX_TYPES`` true, where mixing two of these names is an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NewType, TypeAlias

DISTINCT_INDEX_TYPES = False

if TYPE_CHECKING and DISTINCT_INDEX_TYPES:
    HexNo = NewType("HexNo", int)
    UnitNo = NewType("UnitNo", int)
    PlayerNo = NewType("PlayerNo", int)
else:
    HexNo: TypeAlias = int
    """A hex: its place in ``board.hexes``, from 0; ``NOWHERE`` is none."""

    UnitNo: TypeAlias = int
    """A unit: its place in ``field.units``, from 0; ``NOBODY`` is none."""

    PlayerNo: TypeAlias = int
    """A player: ``TOP``, ``BOTTOM`` or, where dice and draws are due, ``CHANCE``."""

HexSet: TypeAlias = int
"""A set of hexes: bit *n* is the hex with number *n*."""

UnitSet: TypeAlias = int
"""A set of units: bit *n* is the unit with number *n*."""
