"""Descriptions of hexes and names of pieces, for the status bar and for screen readers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from m44core.board import Section, Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.messages.message import Message, message, message_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece, Unit
from m44core.model.unit_profiles import figures_on, unit_profile_on
from m44editor.interface_text import tr, tr_in, translated

_ZONE_NAMES = {Zone.BEACH: message("Beach"), Zone.OCEAN: message("Ocean")}
_OPEN_GROUND = message("Open ground")
_SECTION_NAMES = {
    Section.LEFT: message_in("section", "left"),
    Section.CENTRE: message_in("section", "center"),
    Section.RIGHT: message_in("section", "right"),
}
_TOP_LABELS = {
    Side.AXIS: message("Axis (top)"),
    Side.ALLIES: message("Allies (top)"),
    None: message_in("player", "Top"),
}
_BOTTOM_LABELS = {
    Side.AXIS: message("Axis (bottom)"),
    Side.ALLIES: message("Allies (bottom)"),
    None: message_in("player", "Bottom"),
}


def ground_text(scenario: Scenario, hex_: Hex) -> str:
    """Return the name of the terrain on a hex: ``Forest``, ``Beach``, ``Open ground``."""
    tile = scenario.at(hex_).terrain
    if tile:
        return piece_label(tile.name, scenario.catalogue, Layer.TERRAIN)
    zone = scenario.board.zone(scenario.face, hex_)
    return translated(_ZONE_NAMES.get(zone, _OPEN_GROUND))


def contents_text(scenario: Scenario, hex_: Hex) -> str:
    """Return the pieces on a hex except its tile, from the top down; empty if there are none."""
    return comma_separated(_piece_texts(scenario, hex_))


def sections_text(scenario: Scenario, hex_: Hex) -> str:
    """Return a hex's sections as each player sees them: ``Allies: left · Axis: right``."""
    sections = scenario.board.sections(hex_)
    return tr_in(
        "sections",
        "{bottom}: {sections}  ·  {top}: {mirrored}",
        bottom=_BOTTOM_LABELS[scenario.side_at(top=False)],
        sections=_sections_message(sections),
        top=_TOP_LABELS[scenario.side_at(top=True)],
        mirrored=_sections_message([section.mirrored for section in reversed(sections)]),
    )


def hex_text(scenario: Scenario, hex_: Hex, additions: Iterable[Message] = ()) -> str:
    """Return a one-line description of a hex: ``G5: Forest, German infantry (4)``.

    *additions* are appended to the contents.
    """
    contents = [
        ground_text(scenario, hex_),
        *_piece_texts(scenario, hex_),
        *map(translated, additions),
    ]
    return tr_in(
        "hex",
        "{hex}: {contents}",
        hex=scenario.board.name(hex_),
        contents=comma_separated(contents),
    )


def comma_separated(texts: Iterable[str]) -> str:
    """Return texts joined with commas: ``1 error, 2 warnings``; empty if there are none."""
    joined_text = ""
    for text in texts:
        joined_text = (
            tr_in("list", "{first}, {next}", first=joined_text, next=text) if joined_text else text
        )
    return joined_text


def _sections_message(sections: Sequence[Section]) -> Message:
    """Return the section of a hex; both sections for a hex on a section line."""
    first, *other_names = (_SECTION_NAMES[section] for section in sections)
    for other in other_names:
        first = message_in("sections", "{first} + {second}", first=first, second=other)
    return first


def _piece_texts(scenario: Scenario, hex_: Hex) -> Iterator[str]:
    content = scenario.at(hex_)
    if content.unit:
        yield _unit_text(scenario, hex_, content.unit)
    for tag in content.tags:
        yield piece_label(tag.name, scenario.catalogue, Layer.TAG)
    if content.obstacle:
        yield piece_label(content.obstacle.name, scenario.catalogue, Layer.OBSTACLE)
    if content.structure:
        yield _structure_text(content.structure, scenario.catalogue)


def _unit_text(scenario: Scenario, hex_: Hex, unit: Unit) -> str:
    """Return the name of a unit with its figures, its badge and its special abilities.

    Abilities that neither equipment nor the number of figures shows are left out. A unit
    without figures is only named.
    """
    catalogue = scenario.catalogue
    profile, name = unit_profile_on(scenario, hex_), piece_name(unit.name, catalogue, Layer.UNIT)
    if profile is None or not profile.figures:
        return translated(name)
    figures = figures_on(scenario, hex_)
    badges = [piece_label(unit.badge, catalogue, Layer.BADGE)] if unit.badge else []
    badges += [
        translated(each.title)
        for each in profile.specials
        if each.equipment or each.told_by_figures
    ]
    if not badges:
        return tr_in("unit", "{unit} ({figures})", unit=name, figures=figures)
    badge = comma_separated(badges)
    return tr_in("unit", "{unit} ({figures}, {badge})", unit=name, figures=figures, badge=badge)


def _structure_text(structure: Piece, catalogue: Catalogue) -> str:
    name = piece_name(structure.name, catalogue, Layer.STRUCTURE)
    match structure.owner:
        case Side.AXIS:
            return tr("{structure} (Axis)", structure=name)
        case Side.ALLIES:
            return tr("{structure} (Allies)", structure=name)
    return translated(name)


def piece_label(name: str, catalogue: Catalogue, layer: Layer | None = None) -> str:
    """Return the name of a piece in the current language."""
    return translated(piece_name(name, catalogue, layer))


def piece_name(name: str, catalogue: Catalogue, layer: Layer | None = None) -> Message | str:
    """Return the title of a piece; for an unknown piece, its name in the file."""
    element = catalogue.get(name, layer)
    return element.title if element else name
