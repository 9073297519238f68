"""All overlays by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from m44core.errors import M44Error
from m44core.hexes import Hex
from m44core.messages.message import Words, listed, message
from m44core.model.scenario import Scenario
from m44core.rules.overlays.hex_overlays import control, distances, sections, sight_from
from m44core.rules.overlays.overlay_types import Overlay, OverlayContext, OverlayTarget, context_of
from m44core.rules.overlays.unit_overlays import (
    danger_to_allies,
    danger_to_axis,
    range_of,
    reach_of,
    retreat_of,
)

_FINDERS: Mapping[str, Callable[[OverlayContext, OverlayTarget], Overlay]] = {
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

OVERLAYS = tuple(_FINDERS)
"""The names of the overlays."""

MAX_OVERLAYS = 2
"""The number of overlays that can be shown at a time."""


def find_overlay(name: str, scenario: Scenario, target: OverlayTarget) -> Overlay:
    """Return the content of an overlay for a hex or a unit, if it is about one.

    Never raises, however incomplete the scenario is: its summary says what is unknown.
    """
    return _FINDERS[name](context_of(scenario), target)


def drawable_overlays(
    scenario: Scenario, names: Sequence[str], target: OverlayTarget, words: Words
) -> list[tuple[list[tuple[str, frozenset[Hex]]], dict[Hex, str]]]:
    """Return overlays for a picture: role and hexes of each area, and the texts on hexes.

    Raises:
        M44Error: there is no overlay of that name, or there are more than a picture can show.
    """
    for name in names:
        if name not in _FINDERS:
            known = listed(OVERLAYS)
            raise M44Error(message("there is no overlay {name}: {known}", name=name, known=known))
    if len(names) > MAX_OVERLAYS:
        raise M44Error(message("a picture shows two overlays at most"))
    overlays = [find_overlay(name, scenario, target) for name in names]
    return [
        (
            [(area.role.value, area.hexes) for area in overlay.areas],
            {hex_: words.render(mark) for hex_, mark in overlay.marks.items()},
        )
        for overlay in overlays
    ]
