"""Giving pieces to the enemy or to another nation: units, owners, medals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Element, Layer, Nation, Side
from m44core.hexes import Hex
from m44core.model.edits.contents import with_edited_hexes
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Player, Tag, Unit


def swap_unit_sides(scenario: Scenario, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with the units on *hexes* replaced by their enemy counterparts."""

    def edit(content: HexContent) -> HexContent:
        return replace(content, unit=content.unit and enemy_unit(scenario, content.unit))

    return with_edited_hexes(scenario, hexes, edit)


def enemy_unit(scenario: Scenario, unit: Unit) -> Unit:
    """Return the enemy counterpart of a unit, without a badge that only its own side has.

    Of the enemy nations that have such a unit, it belongs to the one with the most units on the
    board. A unit without a counterpart is returned unchanged.
    """
    name = enemy_unit_name(scenario, unit.name)
    if name == unit.name:
        return unit
    badge = scenario.catalogue.get(unit.badge, Layer.BADGE) if unit.badge else None
    return replace(unit, name=name, badge=None if badge and badge.side else unit.badge)


def enemy_unit_name(scenario: Scenario, name: str) -> str:
    """Return the name of the counterpart that :func:`enemy_unit` chooses; *name* if none exists."""
    nation = nation_of_unit(name, scenario.catalogue)
    if nation is None:
        return name
    enemies = _nations_by_units(scenario, nation.side.enemy)
    enemy_names = (_name_in_nation(name, enemy, scenario.catalogue) for enemy in enemies)
    return next(filter(None, enemy_names), name)


def unit_of_nation(unit: Unit, nation: Nation, catalogue: Catalogue) -> Unit:
    """Return the unit of the same kind of another nation, without a badge of the other side.

    A unit that the nation does not have is returned unchanged.
    """
    name = _name_in_nation(unit.name, nation, catalogue)
    if name is None:
        return unit
    badge = catalogue.get(unit.badge, Layer.BADGE) if unit.badge else None
    is_badge_foreign = badge is not None and badge.side not in (None, nation.side)
    return replace(unit, name=name, badge=None if is_badge_foreign else unit.badge)


def swap_sides(scenario: Scenario) -> Scenario:
    """Return the scenario with all pieces and both players changed to the opposite side.

    Cards and medals stay with the board edge. Special rules and texts do not change.
    """
    hexes = {h: swapped_content(scenario, content) for h, content in scenario.hexes.items()}
    top, bottom = scenario.briefing.top, scenario.briefing.bottom
    with_swapped_players = replace(
        scenario.briefing, top=_swapped_player(top, bottom), bottom=_swapped_player(bottom, top)
    )
    return replace(scenario.with_hexes(hexes), briefing=with_swapped_players)


def _swapped_player(player: Player, other: Player) -> Player:
    """Return a player with the side and country of the other player."""
    return replace(player, side=other.side, country=other.country)


def swapped_content(scenario: Scenario, content: HexContent) -> HexContent:
    """Return the content of a hex with the sides of its pieces swapped."""
    return replace(
        content,
        terrain=_swapped_piece(content.terrain),
        structure=_swapped_piece(content.structure),
        obstacle=_swapped_piece(content.obstacle),
        unit=content.unit and enemy_unit(scenario, content.unit),
        tags=tuple(_swapped_tag(tag, scenario.catalogue) for tag in content.tags),
    )


def nation_of_unit(name: str, catalogue: Catalogue) -> Nation | None:
    """Return the nation of the unit with a name; None if it has none or does not exist."""
    element = catalogue.get(name, Layer.UNIT)
    return element.nation if element else None


def _name_in_nation(name: str, nation: Nation, catalogue: Catalogue) -> str | None:
    """Return the name of the same kind of unit of another nation; None if there is none."""
    old_nation = nation_of_unit(name, catalogue)
    if old_nation is None:
        return None
    other = catalogue.get(f"{name.removesuffix(old_nation.name)}{nation.name}", Layer.UNIT)
    return other.name if other else None


def _nations_by_units(scenario: Scenario, side: Side) -> list[Nation]:
    """Return the nations of a side, those with the most units on the board first."""
    catalogue = scenario.catalogue
    elements = (catalogue.get(unit.name, Layer.UNIT) for _, unit in scenario.units())
    count = Counter(each.nation.name for each in elements if each and each.nation)
    nations = (nation for nation in catalogue.nations.values() if nation.side is side)
    return sorted(nations, key=lambda nation: -count[nation.name])


def _swapped_piece(piece: Piece | None) -> Piece | None:
    return replace(piece, owner=piece.owner.enemy) if piece and piece.owner else piece


def _swapped_tag(tag: Tag, catalogue: Catalogue) -> Tag:
    name = _enemy_tag_name(tag.name, catalogue)
    return replace(tag, name=name, side=tag.side and tag.side.enemy)


def _enemy_tag_name(name: str, catalogue: Catalogue) -> str:
    """Return the name of the enemy's corresponding tag; its own name if there is none."""
    tag = catalogue.get(name, Layer.TAG)
    if tag is None or tag.side is None:
        return name
    own_tags, enemy_tags = (
        _tags_of_side(tag.side, catalogue),
        _tags_of_side(tag.side.enemy, catalogue),
    )
    number = own_tags.index(tag)
    return enemy_tags[number].name if number < len(enemy_tags) else name


def _tags_of_side(side: Side, catalogue: Catalogue) -> list[Element]:
    elements = catalogue.elements.values()
    return [each for each in elements if each.layer is Layer.TAG and each.side is side]
