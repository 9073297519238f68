"""Every overlay by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from m44core.model.scenario import Scenario
from m44core.rules.facts.overlays.asked import Asked
from m44core.rules.facts.overlays.basis import Basis, basis_of
from m44core.rules.facts.overlays.danger import danger_to_allies, danger_to_axis
from m44core.rules.facts.overlays.goals import control, distances, sections
from m44core.rules.facts.overlays.sight import sight_from
from m44core.rules.facts.overlays.units import range_of, reach_of, retreat_of
from m44core.rules.facts.overlays.values import Overlay

_FOUND: Mapping[str, Callable[[Basis, Asked], Overlay]] = {
    "sight": sight_from,
    "reach": reach_of,
    "range": range_of,
    "retreat": retreat_of,
    "danger-axis": danger_to_axis,
    "danger-allies": danger_to_allies,
    "distance": distances,
    "sections": sections,
    "control": control,
}

OVERLAYS = tuple(_FOUND)
"""The names of the overlays."""


def find_overlay(name: str, scenario: Scenario, asked: Asked) -> Overlay:
    """Return what an overlay finds, about the hex or the unit asked about where it needs one.

    Never raises, however incomplete the scenario is: what is not known is said not to be.
    """
    return _FOUND[name](basis_of(scenario), asked)
