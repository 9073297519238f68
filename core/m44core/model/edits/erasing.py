"""What an eraser takes off: the uppermost piece of a hex, or one kind of pieces alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum

from m44core.hexes import Hex
from m44core.model.edits.contents import edited
from m44core.model.edits.painting import erase
from m44core.model.parts import HexContent
from m44core.model.scenario import Scenario


class Reach(StrEnum):
    """What an eraser takes off."""

    TOP = "top"
    GROUND = "ground"  # tiles and structures, as Parts.GROUND; labels stay
    OBSTACLES = "obstacles"
    UNITS = "units"
    MARKS = "marks"  # medals, markers and badges


def erase_reach(scenario: Scenario, hexes: Iterable[Hex], reach: Reach) -> Scenario:
    """Return the scenario with what an eraser reaches off *hexes*, all else as it was."""
    if reach is Reach.TOP:
        return erase(scenario, hexes)
    return edited(scenario, hexes, lambda content: _without(content, reach))


def _without(content: HexContent, reach: Reach) -> HexContent:
    match reach:
        case Reach.GROUND:
            return replace(content, terrain=None, structure=None)
        case Reach.OBSTACLES:
            return replace(content, obstacle=None)
        case Reach.UNITS:
            return replace(content, unit=None)
    unit = content.unit and replace(content.unit, badge=None)
    return replace(content, unit=unit, tags=())
