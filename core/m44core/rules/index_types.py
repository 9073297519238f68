"""Type aliases for the numbers the engine computes with; all of them are plain ints.

They document what a number refers to and cost nothing at run time: a real type would have to be
called for each hex of a set, thousands of times a second. Sets are the bits of an int, so ``&`` is
"both", ``|`` is "either" and ``hexes >> hex & 1`` is "is among them".

Mixing up a hex and a unit is still caught: ``packaging/check.py types`` runs mypy once more with
``DISTINCT_INDEX_TYPES`` true, where mixing two of these names is an error.
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
    """A hex: its index in ``board.hexes``, from 0; ``NOWHERE`` for none."""

    UnitNo: TypeAlias = int
    """A unit: its index in ``field.units``, from 0; ``NOBODY`` for none."""

    PlayerNo: TypeAlias = int
    """A player: ``TOP``, ``BOTTOM``, or ``CHANCE`` where dice or draws are due."""

HexSet: TypeAlias = int
"""A set of hexes: bit *n* is the hex with number *n*."""

UnitSet: TypeAlias = int
"""A set of units: bit *n* is the unit with number *n*."""
