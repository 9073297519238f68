"""The units that special rules name by the hexes on which they stand at the start.

In a position of a game they have moved: it remembers where they stood.
"""

from __future__ import annotations

from collections.abc import Iterator

from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.unit_rules import Reinforcements, UnitFlags
from m44core.model.victory_rules import RestrictedObjectives
from m44core.rules.options import ScenarioOptions


def origin_of(scenario: Scenario, hex_: Hex) -> Hex | None:
    """Return where the unit on a hex stood when the battle began, as far as rules name it so."""
    position = scenario.position
    return hex_ if position is None else position.origins.get(hex_)


def flags_of(options: ScenarioOptions, origin: Hex | None) -> frozenset[str]:
    """Return what a unit has of its own that stood on a hex at the start (SO-UNIT-FLAGS)."""
    rule = options.further_rule(UnitFlags)
    groups = rule.groups if rule else ()
    return frozenset(flag for each in groups if origin in each.hexes for flag in each.flags)


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
