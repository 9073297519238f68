"""Units that special rules bring onto the board later: they too need figures and badges."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.unit_profiles import full_strength, reserve_profile
from m44core.rules.play.setup_units import units_to_arrive
from m44core.rules.scenario_options import scenario_options
from m44core.validation.placed_pieces import PlacedUnit

_NEXT_TO_BOARD = Hex(-1, -1)


def arriving_units(scenario: Scenario) -> Iterator[PlacedUnit]:
    """Yield the known units that arrive later; their hex is not on the board."""
    catalogue = scenario.catalogue
    for _, unit in units_to_arrive(scenario, scenario_options(scenario)):
        element = catalogue.get(unit.name, Layer.UNIT)
        if element:
            badge = catalogue.get(unit.badge, Layer.BADGE) if unit.badge else None
            figures = full_strength(reserve_profile(scenario, unit))
            special = unit.equipment and catalogue.special_type_of(
                unit.name, equipment=unit.equipment
            )
            yield PlacedUnit(
                _NEXT_TO_BOARD, unit, element, badge, figures, figures, special or None
            )
