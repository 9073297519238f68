"""What is on a hex, in words, for the status bar and for screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.board import Section, Zone
from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Layer, Side
from m44core.hexes import Hex
from m44core.model.parts import HexContent, Unit
from m44core.model.scenario import Scenario

_SIDES = {Side.AXIS: "Axis", Side.ALLIES: "Allies"}
_ZONES = {Zone.BEACH: "Beach", Zone.OCEAN: "Ocean"}
_SECTIONS = {Section.LEFT: "left", Section.CENTRE: "centre", Section.RIGHT: "right"}


def ground_words(scenario: Scenario, hex_: Hex) -> str:
    """Return what the ground of a hex is: ``Forest``, ``Beach``, ``Open ground``."""
    tile = scenario.at(hex_).terrain
    if tile:
        return label_of(tile.name, Layer.TERRAIN)
    return _ZONES.get(scenario.board.zone(scenario.face, hex_), "Open ground")


def content_words(scenario: Scenario, hex_: Hex) -> str:
    """Return what lies on the ground of a hex, from the top down; empty for nothing."""
    return ", ".join(_contents(scenario.at(hex_)))


def section_words(scenario: Scenario, hex_: Hex) -> str:
    """Return a hex's sections as each player names them: ``Allies: left · Axis: right``."""
    sections = scenario.board.sections(hex_)
    bottom = _player(scenario, top=False), " + ".join(_SECTIONS[s] for s in sections)
    mirrored = " + ".join(_SECTIONS[s.mirrored] for s in reversed(sections))
    return f"{bottom[0]}: {bottom[1]}  ·  {_player(scenario, top=True)}: {mirrored}"


def hex_words(scenario: Scenario, hex_: Hex) -> str:
    """Return everything about a hex in one line: ``G5: Forest, German infantry (4)``."""
    contents = content_words(scenario, hex_)
    words = f"{scenario.board.name(hex_)}: {ground_words(scenario, hex_)}"
    return f"{words}, {contents}" if contents else words


def _player(scenario: Scenario, *, top: bool) -> str:
    side = scenario.side_at(top=top)
    place = "top" if top else "bottom"
    return f"{_SIDES[side]} ({place})" if side else place.capitalize()


def _contents(content: HexContent) -> Iterator[str]:
    if content.unit:
        yield _unit_words(content.unit)
    for tag in content.tags:
        yield label_of(tag.name, Layer.TAG)
    if content.obstacle:
        yield label_of(content.obstacle.name, Layer.OBSTACLE)
    if content.structure:
        owner = content.structure.owner
        of = f" of the {_SIDES[owner]}" if owner else ""
        yield label_of(content.structure.name, Layer.STRUCTURE) + of


def _unit_words(unit: Unit) -> str:
    element = load_catalogue().get(unit.name, Layer.UNIT)
    figures = unit.figures or (element.figures if element else None)
    badge = f", {label_of(unit.badge, Layer.BADGE)}" if unit.badge else ""
    count = f" ({figures}{badge})" if figures else ""
    return f"{label_of(unit.name, Layer.UNIT)}{count}"


def label_of(name: str, layer: Layer | None = None) -> str:
    """Return what people call a piece; an unknown one by its name in the file."""
    element = load_catalogue().get(name, layer)
    return element.label if element else name
