"""Every overlay by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.rules.facts.overlays.basis import Basis, basis_of
from m44core.rules.facts.overlays.sight import sight_from
from m44core.rules.facts.overlays.values import Overlay

_FOUND: Mapping[str, Callable[[Basis, Hex | None], Overlay]] = {
    "sight": sight_from,
}

OVERLAYS = tuple(_FOUND)
"""The names of the overlays."""


def find_overlay(name: str, scenario: Scenario, at: Hex | None) -> Overlay:
    """Return what an overlay finds, about a hex or the unit on it where it asks for one.

    Never raises, however incomplete the scenario is: what is not known is said not to be.
    """
    return _FOUND[name](basis_of(scenario), at)
