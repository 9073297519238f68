"""The units that special rules name by the hexes on which they stand at the start.

In a position of a game they have moved: it remembers where they stood (m44core.model.troops).
"""

from __future__ import annotations

from collections.abc import Iterator

from m44core.hexes import Hex
from m44core.model.unit_rules import Reinforcements, UnitFlags
from m44core.model.victory_rules import RestrictedObjectives
from m44core.rules.options import ScenarioOptions


def naming(options: ScenarioOptions) -> frozenset[Hex]:
    """Return the hexes by which special rules name units."""
    return frozenset(_named(options))


def _named(options: ScenarioOptions) -> Iterator[Hex]:
    if flags := options.further_rule(UnitFlags):
        yield from (hex_ for group in flags.groups for hex_ in group.hexes)
    if restricted := options.further_rule(RestrictedObjectives):
        yield from (hex_ for each in restricted.objectives for hex_ in each.hexes)
    if called := options.further_rule(Reinforcements):
        yield from (hex_ for group in called.groups for hex_ in group.waiting)
