"""Find what a scenario asks for that the engine does not know: reported, never guessed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer, Rules
from m44core.hexes import Hex
from m44core.messages.message import Message, Value, colon, enumerated, message, name
from m44core.model.exit_markers import ExitMarker, exit_markers, exit_side, side_by_texts
from m44core.model.objective_medals import stated_terms, terms_of
from m44core.model.parts import FirstPlayer, Piece, Tag, Unit
from m44core.model.rule_declarations import declarations
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.special_rules import Foreign
from m44core.model.unit_rules import AirDrop, OrderedDrop
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.board.closed_hexes import unknown_properties
from m44core.rules.cards.deck_choice import deck_of, requested_deck, unplayed_titles
from m44core.rules.game_settings import BY_THE_BOOK
from m44core.rules.play.game_setup import DEFAULT_CARDS, DEFAULT_MEDALS
from m44core.rules.play.setup_units import is_of_side, reserves
from m44core.rules.scenario_options import BLITZ_FOR_ALL, DECK_OPTION, scenario_options
from m44core.rules.victory.scenario_goals import edge_hexes, plays_behavior


def gaps(scenario: Scenario) -> tuple[Gap, ...]:
    """Return what *scenario* needs and the engine lacks, one entry for each thing.

    The texts are not read here; rules that only they state are found by
    :func:`m44core.validation.text_checks.rules_in_texts.gaps_of_texts`.
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
    """Return the gap for a rule that a text states and the data do not.

    *statement* states it, as a sentence without a full stop.
    """
    return Gap("texts", message("{found}; the game is played without it", found=statement))


def _deck_gaps(scenario: Scenario) -> Iterator[Gap]:
    """Yield a gap if the deck the scenario asks for is not played: unplayed cards, wrong board."""
    board, options = scenario.board.type, scenario_options(scenario)
    requested, dealt = requested_deck(board, options), deck_of(board, options, BY_THE_BOOK)
    values: dict[str, Value] = {"deck": requested.noun, "instead": dealt.noun}
    if requested.unplayed:
        clause = message(
            "{deck}: the rules of {cards} are not known yet; the {instead} is played with",
            cards=enumerated(unplayed_titles(requested)),
            **values,
        )
        yield Gap(requested.name, clause)
    elif requested is not dealt:
        clause = message("{deck}: it is not for this board; the {instead} is played with", **values)
        yield Gap(requested.name, clause)


def _briefing_gaps(scenario: Scenario) -> Iterator[Gap]:
    """Yield the gaps of the briefing, with the values that fill them."""
    briefing = scenario.briefing
    for player, place in ((briefing.top, _PLACES["top"]), (briefing.bottom, _PLACES["bottom"])):
        if player.side is None:
            clause = message("the side of {player} is not given; it is made up", player=place)
            yield Gap("briefing", clause)
        if player.cards is None:
            clause = message(
                "the cards of {player} are not given; {number} are dealt",
                player=place,
                number=DEFAULT_CARDS,
            )
            yield Gap("briefing", clause)
        if player.medals is None:
            clause = message(
                "the medals {player} needs to win are not given; {number} are taken",
                player=place,
                number=DEFAULT_MEDALS,
            )
            yield Gap("briefing", clause)
    if briefing.first not in (FirstPlayer.TOP, FirstPlayer.BOTTOM):
        yield Gap("briefing", message("who begins is not known; the top player does"))


_PLACES = {
    "top": name("player.at-top", "the top player"),
    "bottom": name("player.at-bottom", "the bottom player"),
}


def _option_gaps(scenario: Scenario) -> Iterator[Gap]:
    """Yield the options and victory conditions that have no effect."""
    briefing = scenario.briefing
    stated = {name: rule for name, rule in briefing.special_rules.foreign() if not rule.is_off}
    if scenario_options(scenario).deck:
        stated.pop(DECK_OPTION)
    name, everybody = BLITZ_FOR_ALL
    if name in stated and stated[name].value == everybody:
        stated.pop(name)
    stated |= {
        name: Foreign(value, invalid=declarations().by_m44(name) is not None)
        for name, value in briefing.unread_conditions()
        if value
    }
    yield from (
        _ineffective_option_gap(name, rule) for name, rule in stated.items() if not rule.invalid
    )
    yield from (
        _ineffective_option_gap(name, rule) for name, rule in stated.items() if rule.invalid
    )
    yield from _unplayed_rule_gaps(scenario)


def _ineffective_option_gap(option: str, rule: Foreign) -> Gap:
    values = {"name": option, "value": _shortened(rule.value)}
    if rule.invalid:
        clause = message("the option {name} ({value}) makes no sense; it has no effect", **values)
    else:
        clause = message("the option {name} ({value}) is not known; it has no effect", **values)
    return Gap(option, clause)


def _unplayed_rule_gaps(scenario: Scenario) -> Iterator[Gap]:
    """Yield the special rules that are known but not played yet."""
    for key, rule in scenario.briefing.special_rules.in_force.items():
        if isinstance(rule, SpecialRule):
            declared = declarations().of(rule)
            if declared.rules is Rules.NONE_YET:
                clause = message(
                    "the special rule {rule} is not played yet; the game is played without it",
                    rule=Message(declared.label),
                )
                yield Gap(key, clause)


def _reserve_gaps(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Yield the arriving units that cannot be played, or belong to the enemy (O-DROP)."""
    for reserve in reserves(scenario_options(scenario)):
        if not is_of_side(reserve.unit, reserve.side, catalogue):
            values: dict[str, Value] = {"side": reserve.side.noun, "unit": reserve.unit.name}
            if isinstance(reserve.rule, AirDrop | OrderedDrop):
                clause = message(
                    "{side} cannot drop {unit!r} from the air; nothing is dropped", **values
                )
            else:
                clause = message("{side} cannot call on {unit!r}; nobody comes", **values)
            yield Gap(declarations().of(reserve.rule).key, clause)


def _element_gaps(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Yield each element without rules once, with all its hexes."""
    places: dict[tuple[Layer, str], list[Hex]] = {}
    for hex_, layer, what in _named_pieces(scenario):
        places.setdefault((layer, what), []).append(hex_)
    for (layer, what), hexes in places.items():
        element = catalogue.get(what, layer)
        if element is None:
            clause = message(
                "{name!r} is not a known {layer}: {instead}",
                name=what,
                layer=layer.noun,
                instead=_PLAYED_AS[layer],
            )
            yield Gap(what, clause, tuple(hexes))
        elif element.rules is Rules.NONE_YET:
            clause = colon(element.noun, _missing_rules(catalogue, layer, what))
            yield Gap(what, clause, tuple(hexes))


def _missing_rules(catalogue: Catalogue, layer: Layer, what: str) -> Message:
    element = catalogue.elements[what]
    if element.terrain or element.abilities:
        return message("only its base rules are known")
    return message("its rules are not known yet; {instead}", instead=_PLAYED_AS[layer])


def _named_pieces(scenario: Scenario) -> Iterator[tuple[Hex, Layer, str]]:
    """Yield hex, layer and name of every piece, badge and tag on the board."""
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
    """Yield each unknown special rule or equipment of a piece once, with all its hexes."""
    places: dict[tuple[str, str], list[Hex]] = {}
    for hex_, what, behavior in _special_pieces(scenario, catalogue):
        places.setdefault((what, behavior), []).append(hex_)
    for (what, behavior), hexes in places.items():
        element = catalogue.get(what)
        clause = message(
            "{piece}: the special rule {behavior} is not known; it has no effect",
            piece=element.noun if element else what,
            behavior=behavior,
        )
        yield Gap(behavior, clause, tuple(hexes))


def _special_pieces(scenario: Scenario, catalogue: Catalogue) -> Iterator[tuple[Hex, str, str]]:
    for hex_, content in scenario.hexes.items():
        pieces: list[Piece | Unit | Tag | None] = [content.terrain, content.structure]
        pieces += [content.obstacle, content.unit, *content.tags]
        for piece in pieces:
            if piece and piece.behavior and not _is_known(piece, catalogue):
                yield hex_, piece.name, piece.behavior
        unit = content.unit
        carried = unit.equipment if unit else None
        load = catalogue.special_of(unit.name, equipment=carried) if unit and carried else None
        if unit and carried and (load is None or load.rules is Rules.NONE_YET):
            yield hex_, unit.name, carried


def _is_known(piece: Piece | Unit | Tag, catalogue: Catalogue) -> bool:
    """Return whether a behaviour is no gap of its own: it is played, or its element is a gap."""
    if isinstance(piece, Unit):
        return catalogue.special_of(piece.name, behavior=piece.behavior or "") is not None
    element = catalogue.get(piece.name)
    if isinstance(piece, Tag):
        is_gap = element is not None and element.rules is Rules.NONE_YET
        return is_gap or plays_behavior(piece, catalogue)
    if element is None:
        return False
    behavior = catalogue.behavior(element.layer, piece.name, piece.behavior)
    return behavior is not None and behavior.rules is not Rules.NONE_YET


def _objective_gaps(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Yield the objective medals whose terms the engine does not know (D-13)."""
    for hex_, _, tag in scenario.tags():
        element = catalogue.get(tag.name, Layer.TAG)
        if element and element.medal and terms_of(tag, element.side) is None:
            terms = ", ".join(stated_terms(tag)) or str(tag.behavior)
            clause = message(
                "the terms of the medal on {hex} ({terms}) are not known; it is not won",
                hex=scenario.board.name(hex_),
                terms=terms,
            )
            yield Gap(tag.name, clause, (hex_,))


def _bunker_gaps(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Yield the bunkers and sea walls without owner, which protect nobody (B-BUN-06)."""
    for hex_, content in scenario.hexes.items():
        layers = ((content.structure, Layer.STRUCTURE), (content.obstacle, Layer.OBSTACLE))
        for piece, layer in layers if content.unit is None else ():
            rules = catalogue.terrain_rules(layer, piece.name, piece.behavior) if piece else None
            if piece and piece.owner is None and rules and rules.owner_only:
                clause = message(
                    "the {bunker} on {hex} has no owner: it protects nobody",
                    bunker=_piece_name(catalogue, layer, piece),
                    hex=scenario.board.name(hex_),
                )
                yield Gap(piece.name, clause, (hex_,))


def _property_gaps(scenario: Scenario) -> Iterator[Gap]:
    """Yield the unknown properties of tiles (TH-PROP-01)."""
    places: dict[str, list[Hex]] = {}
    for key, hex_ in unknown_properties(scenario):
        places.setdefault(key, []).append(hex_)
    for key, hexes in places.items():
        clause = message("what tiles say under {key} is not known; it has no effect", key=key)
        yield Gap(key, clause, tuple(hexes))


_PLAYED_AS: Mapping[Layer, Message] = {
    Layer.TERRAIN: message("it is played as open ground"),
    Layer.STRUCTURE: message("it is played as if it were not there"),
    Layer.OBSTACLE: message("it is played as if it were not there"),
    Layer.UNIT: message("it only stands there: it takes no orders and cannot be battled"),
    Layer.BADGE: message("its unit is played as if it had none"),
    Layer.TAG: message("it has no effect"),
}
"""How the game is played without an unknown piece, by its layer."""


def _piece_name(catalogue: Catalogue, layer: Layer, piece: Piece) -> Message:
    """Return the name of a piece in sentences; a special rule may have its own."""
    behavior = catalogue.behavior(layer, piece.name, piece.behavior)
    return behavior.noun if behavior else catalogue.elements[piece.name].noun


def _shortened(value: object) -> str:
    """Return the value of an option as in a file, on one line of at most 40 characters."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else f"{text[:37]}..."


def exit_gaps(scenario: Scenario) -> Iterator[Gap]:
    """Yield the exit markers nobody can use, or whose side is assumed (V-EXIT-03)."""
    board = scenario.board
    edge = frozenset(edge_hexes(board))
    for marker in exit_markers(scenario):
        if marker.side is None and side_by_texts(scenario) is None:
            played = exit_side(scenario, marker.hex) is not None
            yield Gap(marker.tag.name, _exit_assumption(scenario, marker), (marker.hex,), played)
        inner = [board.name(hex_) for hex_ in marker.hexes if hex_ not in edge]
        if marker.side and inner:
            clause = message(
                "{hexes}: not at the edge of the board; nobody leaves there",
                hexes=enumerated(inner),
            )
            yield Gap(marker.tag.name, clause, (marker.hex,))


def _exit_assumption(scenario: Scenario, marker: ExitMarker) -> Message:
    """Return how a marker without side is played: for the side that enters from the far edge."""
    name, side = scenario.board.name(marker.hex), exit_side(scenario, marker.hex)
    if side is None:
        return message(
            "the exit marker on {hex} does not say which side may leave: none can", hex=name
        )
    return message(
        "the exit marker on {hex} does not say which side may leave: {side} does, which comes "
        "there across the board",
        hex=name,
        side=side.noun,
    )
