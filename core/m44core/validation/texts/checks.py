"""The prose in every language, against the data and against itself (M8xx)."""

from __future__ import annotations

from m44core.validation.basis.check import Check
from m44core.validation.stated_rules import named_rules
from m44core.validation.texts import (
    claims,
    control,
    days,
    endings,
    fields,
    grounds,
    lengths,
    letters,
    numbers,
    objectives,
    places,
    printed_bill,
    typing_slips,
    unit_counts,
)

CHECKS: tuple[Check, ...] = (
    *claims.CHECKS,
    *numbers.CHECKS,
    *fields.CHECKS,
    *letters.CHECKS,
    *typing_slips.CHECKS,
    *named_rules.CHECKS,
    *printed_bill.CHECKS,
    *control.CHECKS,
    *objectives.CHECKS,
    *grounds.CHECKS,
    *endings.CHECKS,
    *places.CHECKS,
    *days.CHECKS,
    *lengths.CHECKS,
    *unit_counts.CHECKS,
)
