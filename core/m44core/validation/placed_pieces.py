"""The pieces on the board, each with its hex and its element of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Element, Layer, RulesSupport, Side, UnitClass
from m44core.catalogue.unit_traits import SpecialUnitType
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit
from m44core.model.token_functions import TokenFunction, has_function
from m44core.model.unit_profiles import default_figures, unit_profile_on


class PlacedPiece(NamedTuple):
    """A known tile, structure or obstacle on a hex."""

    hex: Hex
    layer: Layer
    piece: Piece
    element: Element


class PlacedUnit(NamedTuple):
    """A known unit on a hex.

    ``badge`` is None if there is none or it is unknown; ``figures`` is the number of figures at the
    start (0 if unknown), and ``usual_figures`` the number such a unit normally has, or None if
    unknown; ``equipment_type`` is the special unit type given by the equipment, or None.
    """

    hex: Hex
    unit: Unit
    element: Element
    badge: Element | None
    figures: int
    usual_figures: int | None
    equipment_type: SpecialUnitType | None = None

    @property
    def side(self) -> Side | None:
        """The side of its figures, whatever the briefing's country (B-M44-03); None if unknown."""
        return self.element.nation.side if self.element.nation else None

    @property
    def unit_class(self) -> UnitClass | None:
        """The class for orders, hits and terrain; None if unknown."""
        return self.element.unit_class

    @property
    def is_special(self) -> bool:
        """Whether its figures or a badge make it more than a regular unit (B-SPEC-01)."""
        return self.element.elite or self.unit.badge is not None


class PlacedTag(NamedTuple):
    """A known tag on a hex, with its index among the tags of the hex."""

    hex: Hex
    tag_index: int
    tag: Tag
    element: Element

    @property
    def is_exit(self) -> bool:
        """Whether the tag is an exit marker, or behaves like one (V-EXIT-01)."""
        return has_function(self.tag, self.element, TokenFunction.EXIT)

    @property
    def is_mine(self) -> bool:
        """Whether the tag is a minefield, or behaves like one."""
        return has_function(self.tag, self.element, TokenFunction.MINEFIELD)


class UnknownPiece(NamedTuple):
    """A piece whose name is not in the catalogue on its layer.

    ``path`` is the path from the hex in the workshop document: ``tags/0``.
    """

    hex: Hex
    layer: Layer
    name: str
    path: str


def pieces_of(scenario: Scenario) -> Iterator[PlacedPiece]:
    """Yield the known tiles, structures and obstacles of a scenario."""
    for hex_, content in scenario.hexes.items():
        for layer, piece in _pieces_on(content):
            element = scenario.catalogue.get(piece.name, layer)
            if element:
                yield PlacedPiece(hex_, layer, piece, element)


def units_of(scenario: Scenario) -> Iterator[PlacedUnit]:
    """Yield the known units of a scenario."""
    catalogue = scenario.catalogue
    for hex_, unit in scenario.units():
        element = catalogue.get(unit.name, Layer.UNIT)
        if element:
            badge = catalogue.get(unit.badge, Layer.BADGE) if unit.badge else None
            profile = unit_profile_on(scenario, hex_)
            figures = unit.figures if unit.figures is not None else profile and profile.figures
            is_badge_known = not unit.badge or (
                badge is not None and badge.rules is not RulesSupport.NONE_YET
            )
            usual_figures = default_figures(scenario, hex_) if is_badge_known else None
            equipment_type = unit.equipment and catalogue.special_type_of(
                unit.name, equipment=unit.equipment
            )
            yield PlacedUnit(
                hex_, unit, element, badge, figures or 0, usual_figures, equipment_type or None
            )


def tags_of(scenario: Scenario) -> Iterator[PlacedTag]:
    """Yield the known tags of a scenario."""
    for hex_, number, tag in scenario.tags():
        element = scenario.catalogue.get(tag.name, Layer.TAG)
        if element:
            yield PlacedTag(hex_, number, tag, element)


def unknown_pieces_of(scenario: Scenario) -> Iterator[UnknownPiece]:
    """Yield every piece of a scenario whose name is not in the catalogue on its layer."""
    for hex_, content in scenario.hexes.items():
        for layer, name, path in _names_on(content):
            if not scenario.catalogue.get(name, layer):
                yield UnknownPiece(hex_, layer, name, path)


def _pieces_on(content: HexContent) -> Iterator[tuple[Layer, Piece]]:
    if content.terrain:
        yield Layer.TERRAIN, content.terrain
    if content.structure:
        yield Layer.STRUCTURE, content.structure
    if content.obstacle:
        yield Layer.OBSTACLE, content.obstacle


def _names_on(content: HexContent) -> Iterator[tuple[Layer, str, str]]:
    for layer, piece in _pieces_on(content):
        yield layer, piece.name, layer.value
    if content.unit:
        yield Layer.UNIT, content.unit.name, "unit"
        if content.unit.badge is not None:
            yield Layer.BADGE, content.unit.badge, "unit/badge"
    for number, tag in enumerate(content.tags):
        yield Layer.TAG, tag.name, f"tags/{number}"
