"""The effects of tiles, structures and obstacles in a scenario, including its special rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

from m44core.board import Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import OPEN_GROUND, Behavior, Element, Layer, Side
from m44core.catalogue.unit_traits import unit_rules
from m44core.hexes import Hex
from m44core.messages.message import Message, Value, enumerated, message
from m44core.model.rule_declarations import ListShape, RecordShape, declarations
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece
from m44core.model.special_rules import Ground, TerrainOverride
from m44core.publish.content.closed_tiles import closed_tile_sentences, is_closed_by_rule
from m44core.publish.content.line_tiles import line_element
from m44core.publish.content.piece_titles import is_beach_slope, piece_title
from m44core.rules.board.scenario_ground import owner_of
from m44core.validation.setup_checklist import in_reading_order
from m44core.validation.text_analysis.scenario_texts import ScenarioTexts

_Line = tuple[Value, Sequence[Value]]


_PRINTED_ZONES = {
    Zone.BEACH: (message("Beach"), message("A move that enters a beach is limited to 2 hexes.")),
    Zone.OCEAN: (
        message("Ocean"),
        message(
            "A unit that enters moves only 1 hex that turn. Units here cannot battle. "
            "No unit can retreat into it."
        ),
    ),
}


def printed_ground_entries(scenario: Scenario) -> Iterator[_Line]:
    """Yield the beach and the ocean that are printed on the board, and their effects.

    A zone that tiles cover completely is left out (B-BEA-01, B-OCE-01..04). The rows are those of
    the printed board (B-FACE-05).
    """
    board = scenario.board
    zones = [(board.zone(scenario.face, hex_), hex_) for hex_ in board.hexes]
    bare_zones = {zone for zone, hex_ in zones if scenario.at(hex_).terrain is None}
    for zone, (title, does) in _PRINTED_ZONES.items():
        if zone in bare_zones:
            rows = [int(board.name(hex_)[1:]) for hex_zone, hex_ in zones if hex_zone is zone]
            yield (
                title,
                [
                    does,
                    message("Printed on rows {first} to {last}.", first=min(rows), last=max(rows)),
                ],
            )


def ground_entries(scenario: Scenario) -> Iterator[_Line]:
    """Yield the name of each kind of piece, and its effects in this scenario.

    A special rule of a piece or of the scenario that contradicts the usual rules replaces them; a
    rule that adds to them is added. The owners of bunkers and sea walls are named.
    """
    catalogue, other = scenario.catalogue, _override_effects(scenario)
    open_names = _names_of_open_pieces(scenario)
    fords_by_text: bool | None = None
    for piece, layer, _ in _placed_pieces(scenario):
        element = catalogue.get(piece.name, layer)
        if element is None:
            continue
        behavior = catalogue.behavior(layer, piece.name, piece.behavior)
        title = line_element(element, catalogue).title
        if layer is Layer.TERRAIN and element.key in other:
            yield title, other[element.key]
            continue
        if behavior is None and _is_river(element):
            fords_by_text = _states_fords(scenario) if fords_by_text is None else fords_by_text
            if fords_by_text:
                yield title, [message("See the special rules of this scenario.")]
                continue
        if behavior is None and _bridges_only_ice(piece, layer, scenario):
            yield title, [_OVER_ICE]
            continue
        if behavior and behavior.is_usual:
            behavior = None  # an ordinary hill: only the file tells it from others
        rules = catalogue.terrain_rules(layer, piece.name, piece.behavior)
        if rules and (
            piece.name not in open_names or _is_closed_in_its_own_way(piece, layer, scenario)
        ):
            yield piece_title(title, behavior), closed_tile_sentences(rules)
            continue
        lines = list(_usual_entries(element, title, behavior, catalogue))
        notes = [*_dice_sentences(element), *_owner_sentences(piece, layer, scenario)]
        yield from lines[:-1]
        if is_beach_slope(rules):
            notes.append(_TOOTHED_LINE)
        else:
            notes.extend(_where_sentences(element, behavior, scenario))
        yield lines[-1][0], [*lines[-1][1], *notes]


def _is_closed_in_its_own_way(piece: Piece, layer: Layer, scenario: Scenario) -> bool:
    """Return whether a closed tile also differs from open tiles of its kind in other ways."""
    catalogue = scenario.catalogue
    behavior = catalogue.behavior(layer, piece.name, piece.behavior)
    keeps_rest = behavior is None or behavior.keeps_rest
    return not keeps_rest and is_closed_by_rule(piece, layer, catalogue)


def _names_of_open_pieces(scenario: Scenario) -> set[str]:
    """Return the names of the pieces that not every copy's own rule closes to all units."""
    return {
        piece.name
        for piece, layer, _ in _placed_pieces(scenario)
        if not is_closed_by_rule(piece, layer, scenario.catalogue)
    }


def _where_sentences(
    element: Element, behavior: Behavior | None, scenario: Scenario
) -> list[Message]:
    """Return where the pieces with a rule of their own are, if others of their kind lack it.

    Both look the same on the map.
    """
    if behavior is None:
        return []
    catalogue, kind = scenario.catalogue, line_element(element, scenario.catalogue).key
    hexes_by_rule: dict[bool, list[Hex]] = {}
    for piece, layer, hex_ in _placed_pieces(scenario):
        other = catalogue.get(piece.name, layer)
        if other and line_element(other, catalogue).key == kind:
            has_rule = catalogue.behavior(layer, piece.name, piece.behavior) == behavior
            hexes_by_rule.setdefault(has_rule, []).append(hex_)
    if len(hexes_by_rule) < 2:
        return []
    hexes = enumerated(map(scenario.board.name, in_reading_order(hexes_by_rule[True])))
    return [message("Only at {hexes}.", hexes=hexes)]


_TOOTHED_LINE = message("A toothed line on the map marks these edges.")


def _dice_sentences(element: Element) -> list[Message]:
    """Return the dice of a piece that battles, such as a destroyer; empty for others."""
    dice = unit_rules(element.abilities).dice if element.abilities else ()
    return [message("Dice by range: {dice}.", dice=", ".join(map(str, dice)))] if dice else []


_Placed = tuple[Piece, Layer, Hex]


def _placed_pieces(scenario: Scenario) -> list[_Placed]:
    """Return the tiles, then the structures, then the obstacles, with their hexes."""
    return [
        (piece, layer, hex_)
        for layer in (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE)
        for hex_, content in scenario.hexes.items()
        if isinstance(piece := content.on(layer), Piece)
    ]


_OVER_ICE = message(
    "A unit that enters the frozen river on a bridge rolls no dice. No other effect."
)


def _bridges_only_ice(piece: Piece, layer: Layer, scenario: Scenario) -> bool:
    """Return whether bridges of a kind are only on ice, which can be entered anyway (TH-ICE-02)."""
    rules = scenario.catalogue.terrain_rules(layer, piece.name, piece.behavior)
    if rules is None or not rules.crossing:
        return False
    rules_below = [
        scenario.catalogue.terrain_rules(Layer.TERRAIN, tile.name, tile.behavior)
        for content in scenario.hexes.values()
        if _is_same_kind(content.on(layer), piece)
        if (tile := content.terrain)
    ]
    return bool(rules_below) and all(each is not None and each.on_enter for each in rules_below)


def _is_same_kind(one: object, other: Piece) -> bool:
    return isinstance(one, Piece) and (one.name, one.behavior) == (other.name, other.behavior)


def _owner_sentences(piece: Piece, layer: Layer, scenario: Scenario) -> list[Message]:
    """Return who owns the pieces of a kind for which that matters; empty for other kinds.

    It matters to bunkers and sea walls, which protect only their owner (B-BUN-03, B-BUN-06), and to
    headquarters, which cost their owner a card (TH-HQ-02).
    """
    rules = scenario.catalogue.terrain_rules(layer, piece.name, piece.behavior)
    if rules is None or not (rules.owner_only or rules.headquarters):
        return []
    owned: dict[Side | None, list[Hex]] = {}
    for other, other_layer, hex_ in _placed_pieces(scenario):
        if other_layer is layer and _is_same_kind(other, piece):
            has_owner = rules.owner_only or other.owner or other.behavior  # else a plain tent
            owner = owner_of(scenario, hex_, other) if has_owner else None
            owned.setdefault(owner, []).append(hex_)
    if len(owned) == 1:
        (side,) = owned
        if side:
            return [message("Owner here: {side}.", side=side.noun)]
        return [_NO_OWNER] if rules.owner_only else [_NO_OWNER_OF_TENT]
    stated = {side: hexes for side, hexes in owned.items() if side or rules.owner_only}
    return [_ownership_sentence(side, hexes, scenario) for side, hexes in stated.items()]


_NO_OWNER = message("It has no owner here and protects no unit.")
_NO_OWNER_OF_TENT = message("It has no owner here.")


def _ownership_sentence(side: Side | None, hexes: list[Hex], scenario: Scenario) -> Message:
    where = enumerated(map(scenario.board.name, in_reading_order(hexes)))
    if side is None:
        return message("Without an owner, protecting no unit: {hexes}.", hexes=where)
    return message("Owner at {hexes}: {side}.", hexes=where, side=side.noun)


def _usual_entries(
    element: Element, title: Value, behavior: Behavior | None, catalogue: Catalogue
) -> Iterator[_Line]:
    usual = [Message(element.summary)] if element.summary else []
    if behavior is None:
        yield title, usual
        return
    if behavior.keeps_rest or not _contradicts_usual_rules(behavior, element, catalogue):
        yield title, usual
    yield piece_title(title, behavior), [Message(behavior.summary)]


def _contradicts_usual_rules(behavior: Behavior, element: Element, catalogue: Catalogue) -> bool:
    """Return whether a rule of a piece removes or changes one of the usual rules."""
    usual_rules = element.terrain
    rules_with_behavior = catalogue.terrain_rules(element.layer, element.name, behavior.name)
    if usual_rules is None or rules_with_behavior is None:
        return False
    return any(
        getattr(usual_rules, each.name)
        not in (getattr(OPEN_GROUND, each.name), getattr(rules_with_behavior, each.name))
        for each in fields(usual_rules)
    )


def _states_fords(scenario: Scenario) -> bool:
    """Return whether a text says, unlike the data, that rivers can be forded."""
    return any(texts.find_rule("fords") for texts in ScenarioTexts(scenario.texts).languages)


def _is_river(element: Element) -> bool:
    return "river" in element.edges and bool(element.terrain and element.terrain.impassable)


def _override_effects(scenario: Scenario) -> dict[str, list[Value]]:
    """Return the effects of tiles that count as other terrain (SO-TERRAIN-OVERRIDE), by tile."""
    overrides = scenario.briefing.special_rules.of(TerrainOverride)
    groups = overrides.groups if overrides else ()
    return {
        tile: _counts_as_sentences(group.counts_as, scenario.catalogue)
        for group in groups
        for tile in group.tiles
    }


def _counts_as_sentences(ground: Ground, catalogue: Catalogue) -> list[Value]:
    element = catalogue.by_key(Layer.TERRAIN, ground)
    behavior = catalogue.behaviors.get(ground)
    summary = element.summary if element else behavior.summary if behavior else ""
    text = message("Counts as {terrain} here.", terrain=_ground_name(ground))
    return [text, *([Message(summary)] if summary else [])]


def _ground_name(ground: Ground) -> Value:
    shape = declarations().of(TerrainOverride).value.parts[0].shape
    assert isinstance(shape, ListShape), "the rule is a list of groups"
    assert isinstance(shape.each, RecordShape), "a group has tiles and what they count as"
    part = next(part for part in shape.each.parts if part.name == "counts_as")
    return Message(part.choices[ground.value])
