"""Whether Board Game Arena accepts an uploaded scenario, and plays it as meant (M9xx)."""

from __future__ import annotations

from m44core.validation.arena import forces, pieces, reading, settings, tags, texts
from m44core.validation.basis.check import Check

CHECKS: tuple[Check, ...] = (
    *reading.CHECKS,
    *pieces.CHECKS,
    *forces.CHECKS,
    *tags.CHECKS,
    *texts.CHECKS,
    *settings.CHECKS,
)
