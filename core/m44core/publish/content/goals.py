"""What can be won on the board, and where: medals, objectives, exits."""

from __future__ import annotations

from typing import Any

from m44core.catalogue.load import load_catalogue
from m44core.messages.message import Value, message
from m44core.messages.words import Words
from m44core.model.exits import exit_markers
from m44core.model.parts import SIDES
from m44core.model.scenario import Scenario
from m44core.playtest.games.support import OBJECTIVE, support_of


def goals(scenario: Scenario, told: Words) -> list[dict[str, Any]]:
    """Return each kind of objective and the exits of each side: ``what``, and ``where`` (hexes)."""
    said: list[tuple[Value, list[str]]] = [
        (need.label, [scenario.board.name(hex_) for hex_ in need.hexes])
        for need in support_of(scenario).needs
        if need.kind == OBJECTIVE
    ]
    for marker in exit_markers(scenario, load_catalogue()):
        hexes = [scenario.board.name(hex_) for hex_ in marker.hexes]
        what = (
            message("exit of {side}", side=marker.side.called) if marker.side else message("exit")
        )
        said.append((what, hexes))
    return [{"what": told.sentence(what), "where": where} for what, where in said]


def named_sides(told: Words) -> dict[str, str]:
    """Return the sides by their keys, as they stand alone."""
    return {side.value.lower(): told.render(name) for side, name in SIDES.items()}
