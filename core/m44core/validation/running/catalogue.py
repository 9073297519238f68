"""Every check of a scenario, by its code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import ModuleType

from m44core.validation.arena import (
    forces,
    pieces,
    reading,
    settings,
    tags,
)
from m44core.validation.arena import texts as uploaded_texts
from m44core.validation.basis.check import Check
from m44core.validation.checks import (
    balance,
    craft,
    dates,
    exits,
    faces,
    fortifications,
    insignia,
    labels,
    nations,
    networks,
    objectives,
    references,
    sides,
    special_units,
    units,
)
from m44core.validation.playability import deployment, goals, medals, targets, unexamined
from m44core.validation.publication import checks as publication
from m44core.validation.special_rules import hexes, needs, pairs
from m44core.validation.special_rules import numbers as rule_numbers
from m44core.validation.special_rules import units as rule_units
from m44core.validation.stated_rules import named_rules
from m44core.validation.supply import boxes, components, tiles
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
    places,
    printed_bill,
    typing_slips,
    unit_counts,
)
from m44core.validation.texts import objectives as told_objectives

_MODULES = (
    balance,
    craft,
    dates,
    exits,
    faces,
    fortifications,
    insignia,
    labels,
    nations,
    networks,
    objectives,
    references,
    sides,
    special_units,
    units,
    boxes,
    components,
    tiles,
    hexes,
    needs,
    pairs,
    rule_numbers,
    rule_units,
    deployment,
    goals,
    medals,
    targets,
    unexamined,
    claims,
    control,
    days,
    endings,
    fields,
    grounds,
    lengths,
    letters,
    named_rules,
    numbers,
    places,
    printed_bill,
    told_objectives,
    typing_slips,
    unit_counts,
    forces,
    pieces,
    reading,
    settings,
    tags,
    uploaded_texts,
    publication,
)


def _checks_of(module: ModuleType) -> Iterator[Check]:
    """Yield the checks that a module declares with the decorator ``check``."""
    return (value for value in vars(module).values() if isinstance(value, Check))


CHECKS: Mapping[str, Check] = {
    check.code: check
    for check in sorted(
        (check for module in _MODULES for check in _checks_of(module)),
        key=lambda check: check.code,
    )
}
"""Every check of a scenario, in the order of the codes."""
