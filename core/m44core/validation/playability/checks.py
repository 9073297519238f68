"""What only the rules engine can tell: ways, retreats, medals within reach (M7xx)."""

from __future__ import annotations

from m44core.validation.check import Check

CHECKS: tuple[Check, ...] = ()
