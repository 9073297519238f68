"""Gaps of a scenario: what it needs but the engine lacks. They are reported, never guessed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, RulesSupport
from m44core.hexes import Hex
from m44core.messages.message import Message, Value, enumerated, label_with_text, message, name
from m44core.model.exit_markers import (
    ExitMarker,
    crossing_side,
    exit_markers,
    exit_side_named_in_texts,
)
from m44core.model.objective_medals import active_terms, holding_terms_of
from m44core.model.rule_declarations import declarations
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FirstPlayer, Piece, Tag, Unit
from m44core.model.special_rules import ForeignRule
from m44core.model.unit_rules import AirDrop, OrderedDrop
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.board.closed_hexes import unknown_properties
from m44core.rules.cards.deck_choice import deck_of, requested_deck, unplayed_card_titles
from m44core.rules.game_settings import BY_THE_BOOK
from m44core.rules.play.game_setup import DEFAULT_CARDS, DEFAULT_MEDALS
from m44core.rules.play.setup_units import is_playable_by, reserves
from m44core.rules.scenario_options import BLITZ_FOR_ALL, DECK_OPTION, scenario_options
from m44core.rules.victory.scenario_goals import edge_hexes, supports_tag_rule


def gaps(scenario: Scenario) -> tuple[Gap, ...]:
    """Return the rules that *scenario* needs but the engine lacks, with one entry for each gap.

    The texts are not read here; rules stated only there are found by
    :func:`m44core.validation.text_checks.rules_in_texts.engine_gaps_from_texts`.
    """
    catalogue = scenario.catalogue
    found_gaps = [*_deck_gaps(scenario), *_briefing_gaps(scenario), *_option_gaps(scenario)]
    found_gaps += _reserve_gaps(scenario, catalogue)
    found_gaps += _element_gaps(scenario, catalogue)
    found_gaps += _behavior_gaps(scenario, catalogue)
    found_gaps += _objective_gaps(scenario, catalogue)
    found_gaps += exit_gaps(scenario)
    found_gaps += _bunker_gaps(scenario, catalogue)
    found_gaps += _property_gaps(scenario)
    return tuple(found_gaps)


def text_gap(statement: Message) -> Gap:
    """Return the gap for a rule that a text states and the data lack.

    *statement* describes the rule as a sentence without a final period.
    """
    return Gap("texts", message("{found}; the game is played without it", found=statement))


def _deck_gaps(scenario: Scenario) -> Iterator[Gap]:
    """Yield a gap if the requested deck cannot be played: unsupported cards, or the wrong board."""
    board, options = scenario.board.type, scenario_options(scenario)
    requested, dealt_deck = requested_deck(board, options), deck_of(board, options, BY_THE_BOOK)
    values: dict[str, Value] = {"deck": requested.noun, "instead": dealt_deck.noun}
    if requested.unplayed:
        clause = message(
            "{deck}: the rules for {cards} are not supported yet; using the {instead} instead",
            cards=enumerated(unplayed_card_titles(requested)),
            **values,
        )
        yield Gap(requested.name, clause)
    elif requested is not dealt_deck:
        clause = message("{deck}: not made for this board; using the {instead} instead", **values)
        yield Gap(requested.name, clause)


def _briefing_gaps(scenario: Scenario) -> Iterator[Gap]:
    """Yield a gap for each value missing from the briefing, with the value assumed instead."""
    briefing = scenario.briefing
    for player, player_name in (
        (briefing.top, _PLAYER_NAMES["top"]),
        (briefing.bottom, _PLAYER_NAMES["bottom"]),
    ):
        if player.side is None:
            clause = message("{player}'s side is not given; one is assumed", player=player_name)
            yield Gap("briefing", clause)
        if player.cards is None:
            clause = message(
                "the number of cards for {player} is not given; dealing {number}",
                player=player_name,
                number=DEFAULT_CARDS,
            )
            yield Gap("briefing", clause)
        if player.medals is None:
            clause = message(
                "the number of medals {player} needs to win is not given; assuming {number}",
                player=player_name,
                number=DEFAULT_MEDALS,
            )
            yield Gap("briefing", clause)
    if briefing.first not in (FirstPlayer.TOP, FirstPlayer.BOTTOM):
        yield Gap("briefing", message("the first player is not given; assuming the top player"))


_PLAYER_NAMES = {
    "top": name("player.at-top", "the top player"),
    "bottom": name("player.at-bottom", "the bottom player"),
}


def _option_gaps(scenario: Scenario) -> Iterator[Gap]:
    """Yield a gap for each option, victory condition and special rule that has no effect."""
    briefing = scenario.briefing
    foreign_rules = {
        name: rule for name, rule in briefing.special_rules.foreign_rules() if not rule.is_off
    }
    if scenario_options(scenario).deck:
        foreign_rules.pop(DECK_OPTION)
    name, for_all = BLITZ_FOR_ALL
    if name in foreign_rules and foreign_rules[name].value == for_all:
        foreign_rules.pop(name)
    foreign_rules |= {
        name: ForeignRule(value, invalid=declarations().by_m44(name) is not None)
        for name, value in briefing.unread_conditions()
        if value
    }
    yield from (
        _ineffective_option_gap(name, rule)
        for name, rule in foreign_rules.items()
        if not rule.invalid
    )
    yield from (
        _ineffective_option_gap(name, rule) for name, rule in foreign_rules.items() if rule.invalid
    )
    yield from _unplayed_rule_gaps(scenario)


def _ineffective_option_gap(option: str, rule: ForeignRule) -> Gap:
    values = {"name": option, "value": _shortened_value(rule.value)}
    if rule.invalid:
        clause = message(
            "the option {name} has an invalid value ({value}); it has no effect", **values
        )
    else:
        clause = message("unknown option {name} ({value}); it has no effect", **values)
    return Gap(option, clause)


def _unplayed_rule_gaps(scenario: Scenario) -> Iterator[Gap]:
    """Yield a gap for each special rule that is known but not supported yet."""
    for key, rule in scenario.briefing.special_rules.in_force.items():
        if isinstance(rule, SpecialRule):
            declaration = declarations().of(rule)
            if declaration.rules is RulesSupport.NONE_YET:
                clause = message(
                    "the special rule {rule} is not supported yet; the game is played without it",
                    rule=Message(declaration.label),
                )
                yield Gap(key, clause)


def _reserve_gaps(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Yield a gap for each arriving unit that cannot be played or belongs to the enemy (O-DROP)."""
    for reserve in reserves(scenario_options(scenario)):
        if not is_playable_by(reserve.unit, reserve.side, catalogue):
            values: dict[str, Value] = {"side": reserve.side.noun, "unit": reserve.unit.name}
            if isinstance(reserve.rule, AirDrop | OrderedDrop):
                clause = message("{side} cannot air-drop {unit!r}; the drop is skipped", **values)
            else:
                clause = message(
                    "{side} cannot receive {unit!r} as reinforcements; no unit arrives", **values
                )
            yield Gap(declarations().of(reserve.rule).key, clause)


def _element_gaps(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Yield a gap for each element without rules, with all its hexes."""
    hexes_by_piece: dict[tuple[Layer, str], list[Hex]] = {}
    for hex_, layer, piece in _named_pieces(scenario):
        hexes_by_piece.setdefault((layer, piece), []).append(hex_)
    for (layer, piece), hexes in hexes_by_piece.items():
        element = catalogue.get(piece, layer)
        if element is None:
            clause = message(
                "unknown {layer} {name!r}: {instead}",
                name=piece,
                layer=layer.noun,
                instead=_FALLBACK_CLAUSES[layer],
            )
            yield Gap(piece, clause, tuple(hexes))
        elif element.rules is RulesSupport.NONE_YET:
            clause = label_with_text(element.noun, _missing_rules_clause(catalogue, layer, piece))
            yield Gap(piece, clause, tuple(hexes))


def _missing_rules_clause(catalogue: Catalogue, layer: Layer, name: str) -> Message:
    element = catalogue.elements[name]
    if element.terrain or element.abilities:
        return message("only its basic rules are supported")
    return message("its rules are not supported yet; {instead}", instead=_FALLBACK_CLAUSES[layer])


def _named_pieces(scenario: Scenario) -> Iterator[tuple[Hex, Layer, str]]:
    """Yield the hex, layer and name of every piece, badge and tag on the board."""
    for hex_, content in scenario.hexes.items():
        for layer in (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE, Layer.UNIT):
            piece = content.on(layer)
            if isinstance(piece, Piece | Unit):
                yield hex_, layer, piece.name
        if content.unit and content.unit.badge:
            yield hex_, Layer.BADGE, content.unit.badge
        for tag in content.tags:
            yield hex_, Layer.TAG, tag.name


def _behavior_gaps(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Yield a gap for each unknown special rule or equipment of a kind of piece, with its hexes."""
    hexes_by_behavior: dict[tuple[str, str], list[Hex]] = {}
    for hex_, piece, behavior in _uncovered_behaviors(scenario, catalogue):
        hexes_by_behavior.setdefault((piece, behavior), []).append(hex_)
    for (piece, behavior), hexes in hexes_by_behavior.items():
        element = catalogue.get(piece)
        clause = message(
            "{piece}: unknown special rule {behavior}; it has no effect",
            piece=element.noun if element else piece,
            behavior=behavior,
        )
        yield Gap(behavior, clause, tuple(hexes))


def _uncovered_behaviors(
    scenario: Scenario, catalogue: Catalogue
) -> Iterator[tuple[Hex, str, str]]:
    """Yield the hex, the piece and each special rule or equipment that the engine does not play."""
    for hex_, content in scenario.hexes.items():
        pieces: list[Piece | Unit | Tag | None] = [content.terrain, content.structure]
        pieces += [content.obstacle, content.unit, *content.tags]
        for piece in pieces:
            if piece and piece.behavior and not _is_behavior_covered(piece, catalogue):
                yield hex_, piece.name, piece.behavior
        unit = content.unit
        equipment = unit.equipment if unit else None
        special = (
            catalogue.special_type_of(unit.name, equipment=equipment)
            if unit and equipment
            else None
        )
        if unit and equipment and (special is None or special.rules is RulesSupport.NONE_YET):
            yield hex_, unit.name, equipment


def _is_behavior_covered(piece: Piece | Unit | Tag, catalogue: Catalogue) -> bool:
    """Return whether the special rule of a piece needs no separate gap.

    This is the case if the engine plays the rule, or if the piece is a tag whose rules are all
    missing.
    """
    if isinstance(piece, Unit):
        return catalogue.special_type_of(piece.name, behavior=piece.behavior or "") is not None
    element = catalogue.get(piece.name)
    if isinstance(piece, Tag):
        is_gap = element is not None and element.rules is RulesSupport.NONE_YET
        return is_gap or supports_tag_rule(piece, catalogue)
    if element is None:
        return False
    behavior = catalogue.behavior(element.layer, piece.name, piece.behavior)
    return behavior is not None and behavior.rules is not RulesSupport.NONE_YET


def _objective_gaps(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Yield a gap for each objective medal whose terms the engine does not know (D-13)."""
    for hex_, _, tag in scenario.tags():
        element = catalogue.get(tag.name, Layer.TAG)
        if element and element.medal and holding_terms_of(tag, element.side) is None:
            terms = ", ".join(active_terms(tag)) or str(tag.behavior)
            clause = message(
                "the conditions of the medal on {hex} ({terms}) are not supported; neither "
                "side can gain it",
                hex=scenario.board.name(hex_),
                terms=terms,
            )
            yield Gap(tag.name, clause, (hex_,))


def _bunker_gaps(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Yield a gap for each empty bunker or sea wall without an owner, which protects nobody.

    This is the rule B-BUN-06.
    """
    for hex_, content in scenario.hexes.items():
        layers = ((content.structure, Layer.STRUCTURE), (content.obstacle, Layer.OBSTACLE))
        for piece, layer in layers if content.unit is None else ():
            rules = catalogue.terrain_rules(layer, piece.name, piece.behavior) if piece else None
            if piece and piece.owner is None and rules and rules.owner_only:
                clause = message(
                    "the {bunker} on {hex} has no owner, so it protects neither side",
                    bunker=_piece_name(catalogue, layer, piece),
                    hex=scenario.board.name(hex_),
                )
                yield Gap(piece.name, clause, (hex_,))


def _property_gaps(scenario: Scenario) -> Iterator[Gap]:
    """Yield a gap for each unknown property of tiles, with all its hexes (TH-PROP-01)."""
    hexes_by_key: dict[str, list[Hex]] = {}
    for key, hex_ in unknown_properties(scenario):
        hexes_by_key.setdefault(key, []).append(hex_)
    for key, hexes in hexes_by_key.items():
        clause = message("unknown tile property {key}; it has no effect", key=key)
        yield Gap(key, clause, tuple(hexes))


_FALLBACK_CLAUSES: Mapping[Layer, Message] = {
    Layer.TERRAIN: message("it is played as open ground"),
    Layer.STRUCTURE: message("it is ignored"),
    Layer.OBSTACLE: message("it is ignored"),
    Layer.UNIT: message("it stays on the board but cannot be ordered or battled"),
    Layer.BADGE: message("the unit is played without it"),
    Layer.TAG: message("it has no effect"),
}
"""The way the game is played without an unknown piece, by its layer."""


def _piece_name(catalogue: Catalogue, layer: Layer, piece: Piece) -> Message:
    """Return the noun for a piece; the noun of its special rule takes precedence."""
    behavior = catalogue.behavior(layer, piece.name, piece.behavior)
    return behavior.noun if behavior else catalogue.elements[piece.name].noun


def _shortened_value(value: object) -> str:
    """Return the value of an option as written in a file, shortened to 40 characters."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else f"{text[:37]}..."


def exit_gaps(scenario: Scenario) -> Iterator[Gap]:
    """Yield a gap for each exit marker without a side or with hexes not at the edge (V-EXIT-03)."""
    board = scenario.board
    edge = frozenset(edge_hexes(board))
    for marker in exit_markers(scenario):
        if marker.side is None and exit_side_named_in_texts(scenario) is None:
            is_assumed = crossing_side(scenario, marker.hex) is not None
            yield Gap(
                marker.tag.name, _exit_assumption(scenario, marker), (marker.hex,), is_assumed
            )
        inner_hex_names = [board.name(hex_) for hex_ in marker.hexes if hex_ not in edge]
        if marker.side and inner_hex_names:
            clause = message(
                "{hexes}: not on the edge of the board; units cannot exit there",
                hexes=enumerated(inner_hex_names),
            )
            yield Gap(marker.tag.name, clause, (marker.hex,))


def _exit_assumption(scenario: Scenario, marker: ExitMarker) -> Message:
    """Return a clause that says how an exit marker without a side is treated.

    The side that starts at the opposite edge, if any, may exit there.
    """
    name, side = scenario.board.name(marker.hex), crossing_side(scenario, marker.hex)
    if side is None:
        return message(
            "the exit marker on {hex} does not say which side may exit, so neither can", hex=name
        )
    return message(
        "the exit marker on {hex} does not say which side may exit; {side} may exit there, "
        "coming from the opposite edge",
        hex=name,
        side=side.noun,
    )
