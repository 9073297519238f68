"""Traits of units that no piece on the board shows, such as armor that moves only two hexes."""

from __future__ import annotations

from m44core.catalogue.unit_traits import SpecialUnitType


def is_unmarked(special: SpecialUnitType) -> bool:
    """Return whether nothing on the board shows which units are of a type, only a rule or a flag.

    Badges, equipment, figures, structures and tiles can be seen on the board (SO-UNIT-FLAGS).
    """
    return bool(special.behavior or special.flag) and not special.badges
