"""Every check of a scenario."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.validation.arena import checks as arena
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
from m44core.validation.playability import checks as playability
from m44core.validation.publication import checks as publication
from m44core.validation.special_rules import checks as special_rules
from m44core.validation.supply import boxes, components, tiles
from m44core.validation.texts import checks as texts

_MODULES = (
    references,
    labels,
    boxes,
    tiles,
    components,
    sides,
    balance,
    dates,
    units,
    craft,
    insignia,
    special_units,
    fortifications,
    networks,
    faces,
    nations,
    exits,
    objectives,
    special_rules,
    playability,
    texts,
    arena,
    publication,
)

CHECKS: Mapping[str, Check] = {
    check.code: check
    for check in sorted(
        (check for module in _MODULES for check in module.CHECKS), key=lambda check: check.code
    )
}
"""Every check of a scenario, in the order of the codes."""
