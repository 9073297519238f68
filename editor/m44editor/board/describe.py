"""What is on a hex, in words, for the status bar and for screen readers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from m44core.board import Section, Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer, Side
from m44core.hexes import Hex
from m44core.messages.message import Message, message, message_in
from m44core.model.parts import Piece, Unit
from m44core.model.scenario import Scenario
from m44core.model.troops_on_board import figures_on, troop_on
from m44editor.interface_text import told, tr, tr_in

_ZONES = {Zone.BEACH: message("Beach"), Zone.OCEAN: message("Ocean")}
_OPEN = message("Open ground")
_SECTIONS = {
    Section.LEFT: message_in("section", "left"),
    Section.CENTRE: message_in("section", "centre"),
    Section.RIGHT: message_in("section", "right"),
}
_TOP = {
    Side.AXIS: message("Axis (top)"),
    Side.ALLIES: message("Allies (top)"),
    None: message_in("player", "Top"),
}
_BOTTOM = {
    Side.AXIS: message("Axis (bottom)"),
    Side.ALLIES: message("Allies (bottom)"),
    None: message_in("player", "Bottom"),
}


def ground_words(scenario: Scenario, hex_: Hex) -> str:
    """Return what the ground of a hex is: ``Forest``, ``Beach``, ``Open ground``."""
    tile = scenario.at(hex_).terrain
    if tile:
        return label_of(tile.name, scenario.catalogue, Layer.TERRAIN)
    zone = scenario.board.zone(scenario.face, hex_)
    return told(_ZONES.get(zone, _OPEN))


def content_words(scenario: Scenario, hex_: Hex) -> str:
    """Return what lies on the ground of a hex, from the top down; empty for nothing."""
    return in_a_row(_contents(scenario, hex_))


def section_words(scenario: Scenario, hex_: Hex) -> str:
    """Return a hex's sections as each player names them: ``Allies: left · Axis: right``."""
    sections = scenario.board.sections(hex_)
    return tr_in(
        "sections",
        "{bottom}: {sections}  ·  {top}: {mirrored}",
        bottom=_BOTTOM[scenario.side_at(top=False)],
        sections=_sections(sections),
        top=_TOP[scenario.side_at(top=True)],
        mirrored=_sections([section.mirrored for section in reversed(sections)]),
    )


def hex_words(scenario: Scenario, hex_: Hex, more: Iterable[Message] = ()) -> str:
    """Return everything about a hex in one line: ``G5: Forest, German infantry (4)``."""
    contents = [ground_words(scenario, hex_), *_contents(scenario, hex_), *map(told, more)]
    return tr_in(
        "hex", "{hex}: {contents}", hex=scenario.board.name(hex_), contents=in_a_row(contents)
    )


def in_a_row(words: Iterable[str]) -> str:
    """Return words one after the other: ``1 error, 2 warnings``; empty for none."""
    row = ""
    for word in words:
        row = tr_in("list", "{first}, {next}", first=row, next=word) if row else word
    return row


def _sections(sections: Sequence[Section]) -> Message:
    """Return one section, or both on whose line a hex lies."""
    first, *others = (_SECTIONS[section] for section in sections)
    for other in others:
        first = message_in("sections", "{first} + {second}", first=first, second=other)
    return first


def _contents(scenario: Scenario, hex_: Hex) -> Iterator[str]:
    content = scenario.at(hex_)
    if content.unit:
        yield _unit_words(scenario, hex_, content.unit)
    for tag in content.tags:
        yield label_of(tag.name, scenario.catalogue, Layer.TAG)
    if content.obstacle:
        yield label_of(content.obstacle.name, scenario.catalogue, Layer.OBSTACLE)
    if content.structure:
        yield _structure_words(content.structure, scenario.catalogue)


def _unit_words(scenario: Scenario, hex_: Hex, unit: Unit) -> str:
    """Return a unit with its figures, its badge, and what else makes another unit of it."""
    catalogue = scenario.catalogue
    troop, name = troop_on(scenario, hex_), called(unit.name, catalogue, Layer.UNIT)
    if troop is None or not troop.figures:
        return told(name)
    figures = figures_on(scenario, hex_)
    badges = [label_of(unit.badge, catalogue, Layer.BADGE)] if unit.badge else []
    badges += [
        told(each.titled) for each in troop.specials if each.equipment or each.told_by_figures
    ]
    if not badges:
        return tr_in("unit", "{unit} ({figures})", unit=name, figures=figures)
    badge = in_a_row(badges)
    return tr_in("unit", "{unit} ({figures}, {badge})", unit=name, figures=figures, badge=badge)


def _structure_words(structure: Piece, catalogue: Catalogue) -> str:
    name = called(structure.name, catalogue, Layer.STRUCTURE)
    match structure.owner:
        case Side.AXIS:
            return tr("{structure} of the Axis", structure=name)
        case Side.ALLIES:
            return tr("{structure} of the Allies", structure=name)
    return told(name)


def label_of(name: str, catalogue: Catalogue, layer: Layer | None = None) -> str:
    """Return what people call a piece in the language of the window."""
    return told(called(name, catalogue, layer))


def called(name: str, catalogue: Catalogue, layer: Layer | None = None) -> Message | str:
    """Return what people call a piece; an unknown one by its name in the file."""
    element = catalogue.get(name, layer)
    return element.titled if element else name
