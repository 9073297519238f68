"""Which terrain runs on into which: what lies around decides how a tile is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from m44core.board import Zone
from m44core.drawing.regions import mask_of
from m44core.hexes import Direction, Hex
from m44core.model.scenario import Scenario

_FAMILIES = {
    "hill": ("hills", "hillroad", "hillcurve", "pcave", "dhill", "whill"),
    "snow hill": ("whillforest", "whillvillage"),
    "mountain": ("mountain", "pmcave"),
    "ridge": ("dridge",),
    "escarpment": ("descarpment",),
    "high ground": ("highground",),
    "forest": ("woods",),
    "winter forest": ("wforest",),
    "palms": ("palmtrees",),
    "jungle": ("pjungle",),
    "marsh": ("marshes",),
    "winter marsh": ("wmarshes",),
    "paddies": ("price",),
}
_FAMILY = {name: family for family, names in _FAMILIES.items() for name in names}
_ALSO = {"snow hill": "hill", "hill": "snow hill"}

Around = Callable[[Hex], bool]


def joined_edges(scenario: Scenario, hex_: Hex, name: str) -> int:
    """Return the edges, as a mask, over which the tile *name* runs on into its neighbours."""
    family = _FAMILY.get(name)
    if family is None:
        return 0
    friends = {family, _ALSO.get(family)}
    return _mask(hex_, lambda other: _family_at(scenario, other) in friends)


def _family_at(scenario: Scenario, hex_: Hex) -> str | None:
    tile = scenario.at(hex_).terrain
    return _FAMILY.get(tile.name, "other") if tile else "none"


def zones_around(scenario: Scenario, hex_: Hex, zone: Zone) -> int:
    """Return the edges, as a mask, over which the printed face shows *zone*."""
    board, face = scenario.board, scenario.face

    def shows(other: Hex) -> bool:
        return board.zone(face, other) is zone and not scenario.at(other).terrain

    return _mask(hex_, shows)


def _mask(hex_: Hex, test: Around) -> int:
    return mask_of(d for d in Direction if test(hex_.neighbour(d)))


FAMILIES: Mapping[str, str] = _FAMILY
