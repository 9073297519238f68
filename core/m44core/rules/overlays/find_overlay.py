"""All overlays, looked up by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from m44core.errors import M44Error
from m44core.hexes import Hex
from m44core.messages.message import Renderer, listed, message
from m44core.model.scenario import Scenario
from m44core.rules.overlays.hex_overlays import (
    control_overlay,
    distance_overlay,
    section_overlay,
    sight_overlay,
)
from m44core.rules.overlays.overlay_types import Overlay, OverlayContext, OverlayTarget, context_of
from m44core.rules.overlays.unit_overlays import (
    allies_danger_overlay,
    axis_danger_overlay,
    range_overlay,
    reach_overlay,
    retreat_overlay,
)

_FINDERS: Mapping[str, Callable[[OverlayContext, OverlayTarget], Overlay]] = {
    "sight": sight_overlay,
    "reach": reach_overlay,
    "range": range_overlay,
    "retreat": retreat_overlay,
    "danger-axis": axis_danger_overlay,
    "danger-allies": allies_danger_overlay,
    "distance": distance_overlay,
    "sections": section_overlay,
    "control": control_overlay,
}

OVERLAYS = tuple(_FINDERS)
"""The names of the overlays."""

MAX_OVERLAYS = 2
"""The number of overlays that can be shown at a time."""


def find_overlay(name: str, scenario: Scenario, target: OverlayTarget) -> Overlay:
    """Return the content of an overlay, which can depend on the hex or unit of *target*.

    Incomplete scenarios do not raise errors: the summary explains what is unknown.
    """
    return _FINDERS[name](context_of(scenario), target)


def drawable_overlays(
    scenario: Scenario, names: Sequence[str], target: OverlayTarget, renderer: Renderer
) -> list[tuple[list[tuple[str, frozenset[Hex]]], dict[Hex, str]]]:
    """Return, for each overlay, the role and hexes of each area, and the text on each marked hex.

    Raises:
        M44Error: there is no overlay of that name, or there are too many for one picture.
    """
    for name in names:
        if name not in _FINDERS:
            known_names = listed(OVERLAYS)
            raise M44Error(
                message("unknown overlay {name}; choose from {known}", name=name, known=known_names)
            )
    if len(names) > MAX_OVERLAYS:
        raise M44Error(message("a picture can show at most two overlays"))
    overlays = [find_overlay(name, scenario, target) for name in names]
    return [
        (
            [(area.role.value, area.hexes) for area in overlay.areas],
            {hex_: renderer.render(mark) for hex_, mark in overlay.marks.items()},
        )
        for overlay in overlays
    ]
