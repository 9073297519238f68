"""The prose in every language, against the data and against itself (M8xx)."""

from __future__ import annotations

from m44core.validation.check import Check

CHECKS: tuple[Check, ...] = ()
