"""The checks of the special rules that a scenario states."""

from __future__ import annotations

from m44core.validation.basis.check import Check
from m44core.validation.special_rules import hexes, needs, numbers, pairs, units

CHECKS: tuple[Check, ...] = tuple(
    check for module in (pairs, numbers, units, hexes, needs) for check in module.CHECKS
)
