"""Hexes that a scenario closes or opens to individual sides and unit classes (TH-PROP-01).

Some programs store this in the ``properties`` of a tile, regardless of the tile's own rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from m44core.catalogue.catalogue_types import Side, UnitClass
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.rules.board.ground import MovementMap
from m44core.rules.board.hex_grid import Grid, grid_of
from m44core.rules.board.hex_ground import CLASSES, PerClass
from m44core.rules.index_types import HexSet

TILE_PROPERTIES = "properties"
_IMPASSABLE = "isImpassable"
_CLASSES_BY_NUMBER = {
    1: (UnitClass.INFANTRY,),
    2: (UnitClass.ARMOR, UnitClass.VEHICLE),
    3: (UnitClass.ARTILLERY, UnitClass.VEHICLE),
}
_GROUND_CLASSES = frozenset(
    unit_class for classes in _CLASSES_BY_NUMBER.values() for unit_class in classes
)


@dataclass(frozen=True, slots=True, eq=False)
class PassabilityOverrides:
    """The hexes that are open or closed to the units of one player, whatever their terrain.

    Attributes:
        impassable: For each class, the hexes it cannot enter.
        passable: For each class, the hexes it can enter.
    """

    impassable: PerClass
    passable: PerClass

    def adjusted_passable_hexes(self, passable: HexSet, number: int) -> HexSet:
        """Return the hexes that class *number* can enter, given the hexes its terrain allows."""
        return passable & ~self.impassable[number] | self.passable[number]


def passability_overrides(
    scenario: Scenario, sides: tuple[Side, Side]
) -> tuple[PassabilityOverrides, PassabilityOverrides] | None:
    """Return the closed and opened hexes for each player; None if there are none."""
    values = {hex_: value for hex_, key, value in _tile_properties(scenario) if key == _IMPASSABLE}
    if not values:
        return None
    grid = grid_of(scenario.board)
    top, bottom = (_overrides_for_side(grid, values, side) for side in sides)
    return top, bottom


def unknown_properties(scenario: Scenario) -> Iterator[tuple[str, Hex]]:
    """Yield the key and hex of each tile property that the engine does not play."""
    for hex_, key, value in _tile_properties(scenario):
        if key != _IMPASSABLE or not _is_valid_property(value):
            yield key, hex_


@lru_cache(64)
def with_passability_overrides(
    movement_map: MovementMap, overrides: PassabilityOverrides
) -> MovementMap:
    """Return a movement map with the closed and opened hexes of a player applied."""
    passable = tuple(
        overrides.adjusted_passable_hexes(hexes, number)
        for number, hexes in enumerate(movement_map.passable)
    )
    return replace(movement_map, passable=passable)


def _tile_properties(scenario: Scenario) -> Iterator[tuple[Hex, str, object]]:
    for hex_, content in scenario.hexes.items():
        properties = content.terrain.extra.get(TILE_PROPERTIES) if content.terrain else None
        if isinstance(properties, Mapping):
            yield from ((hex_, str(key), value) for key, value in properties.items())


def _overrides_for_side(
    grid: Grid, values: Mapping[Hex, object], side: Side
) -> PassabilityOverrides:
    closed_hexes, opened_hexes = [0] * len(CLASSES), [0] * len(CLASSES)
    for hex_, value in values.items():
        barred_classes = _barred_classes(value, side)
        if barred_classes is None:
            continue
        for number, unit_class in enumerate(CLASSES):
            if unit_class in _GROUND_CLASSES:
                table = closed_hexes if unit_class in barred_classes else opened_hexes
                table[number] |= 1 << grid.board.index[hex_]
    return PassabilityOverrides(tuple(closed_hexes), tuple(opened_hexes))


def _barred_classes(value: object, side: Side) -> frozenset[UnitClass] | None:
    """Return the classes of a side that a value bars from the hex; None if unspecified."""
    if isinstance(value, Mapping):
        return _barred_classes(value[side.value], side) if side.value in value else None
    if isinstance(value, bool):
        return _GROUND_CLASSES if value else frozenset()
    if not isinstance(value, list):
        return None
    return frozenset(each for number in value for each in _CLASSES_BY_NUMBER.get(number, ()))


def _is_valid_property(value: object) -> bool:
    if isinstance(value, Mapping):
        sides = {side.value for side in Side}
        are_valid = (
            not isinstance(each, Mapping) and _is_valid_property(each) for each in value.values()
        )
        return value.keys() <= sides and all(are_valid)
    if isinstance(value, list):
        return all(type(each) is int and each in _CLASSES_BY_NUMBER for each in value)
    return isinstance(value, bool)
