"""What only the rules engine can tell: ways, retreats, medals within reach (M7xx)."""

from __future__ import annotations

from m44core.validation.basis.check import Check
from m44core.validation.playability import deployment, goals, medals, targets, unexamined

CHECKS: tuple[Check, ...] = tuple(
    check for module in (medals, deployment, goals, targets, unexamined) for check in module.CHECKS
)
