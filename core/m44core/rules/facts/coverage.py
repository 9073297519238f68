"""What a scenario asks for that the engine does not know: told before play, never guessed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from m44core.board import BoardType
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Element, Layer, Rules
from m44core.findings.wording import inside, named, phrase
from m44core.hexes import Hex
from m44core.model.declared import declarations
from m44core.model.parts import First, Piece, Tag, Unit
from m44core.model.scenario import Scenario
from m44core.model.special_rules import Foreign, SpecialRule
from m44core.rules.cards.deck_choice import deck_asked_for, deck_of, unplayed_titles
from m44core.rules.goals.goals import (
    edge_hexes,
    exit_markers,
    further_terms,
    plays_behavior,
    terms_of,
)
from m44core.rules.options import DECK_OPTION, scenario_options
from m44core.rules.play.setup import USUAL_CARDS, USUAL_MEDALS, may_be_dropped
from m44core.rules.settings import BY_THE_BOOK


@dataclass(frozen=True, slots=True)
class Gap:
    """One thing a scenario needs and the engine lacks.

    Attributes:
        name: What it is about: the name of an element, option or behaviour, or
            ``texts``, ``board``, ``briefing``.
        clause: What is missing, and how the game is played without it, as it reads after a
            colon.
        hexes: Where it matters; empty if everywhere.
    """

    name: str
    clause: str
    hexes: tuple[Hex, ...] = ()

    @property
    def sentence(self) -> str:
        """What is missing, and how the game is played without it."""
        return _capital(self.clause)


def gaps(scenario: Scenario) -> tuple[Gap, ...]:
    """Return what *scenario* needs that the engine does not know, one entry a thing.

    The first entry holds for every scenario: rules that stand in texts alone
    cannot be seen.
    """
    catalogue = load_catalogue()
    found = [*_always(), *_board(scenario), *_deck(scenario)]
    found += [*_briefing(scenario), *_options(scenario)]
    found += _air_drops(scenario, catalogue)
    found += _elements(scenario, catalogue)
    found += _behaviors(scenario, catalogue)
    found += _objectives(scenario, catalogue)
    found += _exits(scenario, catalogue)
    found += _bunkers(scenario, catalogue)
    found += _guns_on_mountains(scenario, catalogue)
    return tuple(found)


def _always() -> Iterator[Gap]:
    yield Gap(
        "texts",
        "rules that only the briefing text states cannot be seen; the game is played without them.",
    )


def _board(scenario: Scenario) -> Iterator[Gap]:
    match scenario.board.type:
        case BoardType.OVERLORD:
            yield Gap("board", phrase("gap-overlord"))
        case BoardType.STANDARD | BoardType.BREAKTHROUGH:
            pass


def _deck(scenario: Scenario) -> Iterator[Gap]:
    """Name the cards that keep the deck a scenario asks for from being played."""
    board, options = scenario.board.type, scenario_options(scenario)
    wanted, dealt = deck_asked_for(board, options), deck_of(board, options, BY_THE_BOOK)
    said = {"deck": wanted.label, "instead": dealt.label}
    if wanted.unplayed:
        cards = ", ".join(unplayed_titles(wanted))
        yield Gap(wanted.name, phrase("gap-deck-cards", cards=cards, **said))
    elif wanted is not dealt:
        yield Gap(wanted.name, phrase("gap-deck-board", **said))


def _briefing(scenario: Scenario) -> Iterator[Gap]:
    """Say how what the briefing leaves open is filled in."""
    briefing = scenario.briefing
    for player, place in ((briefing.top, "top"), (briefing.bottom, "bottom")):
        if player.side is None:
            yield Gap("briefing", f"the {place} player's side is not given; it is made up.")
        if player.cards is None:
            clause = f"the {place} player's cards are not given; {USUAL_CARDS} are dealt."
            yield Gap("briefing", clause)
        if player.medals is None:
            clause = f"the {place} player's medals to win are not given; {USUAL_MEDALS} are taken."
            yield Gap("briefing", clause)
    if briefing.first not in (First.TOP, First.BOTTOM):
        yield Gap("briefing", "who begins is not known; the top player does.")


def _options(scenario: Scenario) -> Iterator[Gap]:
    """Name the options and the conditions of victory that have no effect."""
    briefing = scenario.briefing
    stated = {name: rule for name, rule in briefing.special_rules.foreign() if not rule.is_off}
    if scenario_options(scenario).deck:
        stated.pop(DECK_OPTION)
    stated |= {
        name: Foreign(value, senseless=declarations().by_m44(name) is not None)
        for name, value in briefing.unread_conditions()
        if value
    }
    for senseless, lack in ((False, "unknown"), (True, "senseless")):
        for name, rule in stated.items():
            if rule.senseless is senseless:
                value = _short(rule.value)
                yield Gap(name, phrase(f"gap-option-{lack}", name=name, value=value))
    yield from _not_played(scenario)


def _not_played(scenario: Scenario) -> Iterator[Gap]:
    """Name the special rules that are known and that the engine does not play."""
    for key, rule in scenario.briefing.special_rules.stated.items():
        if isinstance(rule, SpecialRule):
            declared = declarations().of(rule)
            if declared.rules is Rules.NONE_YET:
                yield Gap(key, phrase("gap-special-rule", rule=declared.label))


def _air_drops(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Name the air drops of units that cannot be played, or that the enemy commands (O-DROP)."""
    for drop in scenario_options(scenario).airdrops:
        if not may_be_dropped(drop, catalogue):
            side = named(drop.side.value.lower())
            yield Gap("air-drop", phrase("gap-air-drop", side=side, unit=drop.unit.name))


def _elements(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Name each element without rules once, with all its hexes."""
    places: dict[tuple[Layer, str], list[Hex]] = {}
    for hex_, layer, name in _names(scenario):
        places.setdefault((layer, name), []).append(hex_)
    for (layer, name), hexes in places.items():
        element = catalogue.get(name, layer)
        if element is None:
            said = {"name": name, "layer": phrase(layer.value), "instead": _instead(layer)}
            yield Gap(name, phrase("gap-unknown-piece", **said), tuple(hexes))
        elif element.rules is Rules.NONE_YET:
            said = {"piece": _name(element), "lack": _lacking(catalogue, layer, name)}
            yield Gap(name, phrase("gap-piece", **said), tuple(hexes))


def _lacking(catalogue: Catalogue, layer: Layer, name: str) -> str:
    element = catalogue.elements[name]
    if element.terrain or (element.unit and layer is Layer.UNIT):
        return phrase("gap-only-base-rules")
    return phrase("gap-no-rules", instead=_instead(layer))


def _names(scenario: Scenario) -> Iterator[tuple[Hex, Layer, str]]:
    """Yield every named thing on the board with its hex and layer."""
    for hex_, content in scenario.hexes.items():
        for layer in (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE, Layer.UNIT):
            piece = content.on(layer)
            if isinstance(piece, Piece | Unit):
                yield hex_, layer, piece.name
        if content.unit and content.unit.badge:
            yield hex_, Layer.BADGE, content.unit.badge
        for tag in content.tags:
            yield hex_, Layer.TAG, tag.name


def _behaviors(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Name each special rule of a piece once, and what units carry."""
    places: dict[tuple[str, str], list[Hex]] = {}
    for hex_, name, behavior in _special(scenario, catalogue):
        places.setdefault((name, behavior), []).append(hex_)
    for (name, behavior), hexes in places.items():
        element = catalogue.get(name)
        said = {"piece": _name(element) if element else name, "behavior": behavior}
        yield Gap(behavior, phrase("gap-behavior", **said), tuple(hexes))


def _special(scenario: Scenario, catalogue: Catalogue) -> Iterator[tuple[Hex, str, str]]:
    for hex_, content in scenario.hexes.items():
        pieces: list[Piece | Unit | Tag | None] = [content.terrain, content.structure]
        pieces += [content.obstacle, content.unit, *content.tags]
        for piece in pieces:
            if piece and piece.behavior and not _is_known(piece, catalogue):
                yield hex_, piece.name, piece.behavior
        if content.unit and content.unit.equipment:
            yield hex_, content.unit.name, content.unit.equipment


def _is_known(piece: Piece | Unit | Tag, catalogue: Catalogue) -> bool:
    """Tell whether a behaviour needs no entry: it is played, or its element has one already."""
    if isinstance(piece, Unit):
        if piece.behavior in catalogue.unit_behaviors:
            return True
        changers = catalogue.on_layer(Layer.BADGE)
        return any(e.behavior == piece.behavior and piece.name in e.changes for e in changers)
    element = catalogue.get(piece.name)
    if isinstance(piece, Tag):
        told = element is not None and element.rules is Rules.NONE_YET
        return told or plays_behavior(piece, catalogue)
    if element is None:
        return False
    behavior = catalogue.behavior(element.layer, piece.name, piece.behavior)
    return behavior is not None and behavior.rules is not Rules.NONE_YET


def _objectives(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Name the objective medals whose terms the engine does not know (D-13)."""
    for hex_, _, tag in scenario.tags():
        element = catalogue.get(tag.name, Layer.TAG)
        if element and element.medal and terms_of(tag, element.side) is None:
            terms = ", ".join(further_terms(tag)) or str(tag.behavior)
            name = scenario.board.name(hex_)
            yield Gap(tag.name, phrase("gap-medal", hex=name, terms=terms), (hex_,))


def _exits(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Name the exit markers nobody can use (V-EXIT-03)."""
    board = scenario.board
    edge = frozenset(edge_hexes(board))
    for marker in exit_markers(scenario, catalogue):
        name = board.name(marker.hex)
        if marker.side is None:
            clause = f"the exit marker on {name} does not say which side may leave: none can."
            yield Gap(marker.tag.name, clause, (marker.hex,))
        inner = [board.name(hex_) for hex_ in marker.hexes if hex_ not in edge]
        if marker.side and inner:
            clause = phrase("gap-exit-inside", hexes=", ".join(inner))
            yield Gap(marker.tag.name, clause, (marker.hex,))


def _bunkers(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Name the bunkers and sea walls that protect nobody because nobody owns them (B-BUN-06)."""
    for hex_, content in scenario.hexes.items():
        layers = ((content.structure, Layer.STRUCTURE), (content.obstacle, Layer.OBSTACLE))
        for piece, layer in layers if content.unit is None else ():
            rules = catalogue.ground(layer, piece.name, piece.behavior) if piece else None
            if piece and piece.owner is None and rules and rules.owner_only:
                label = _label(catalogue, layer, piece)
                place = scenario.board.name(hex_)
                clause = f"the {label.lower()} on {place} has no owner: it protects nobody."
                yield Gap(piece.name, clause, (hex_,))


def _guns_on_mountains(scenario: Scenario, catalogue: Catalogue) -> Iterator[Gap]:
    """Name the units on tiles they can never leave: guns on mountains fire farther (Terrain 30)."""
    for hex_, content in scenario.hexes.items():
        tile, unit = content.terrain, content.unit
        rules = catalogue.ground(Layer.TERRAIN, tile.name, tile.behavior) if tile else None
        element = catalogue.get(unit.name, Layer.UNIT) if unit else None
        if tile and rules and element and element.unit_class in rules.fixed:
            name = scenario.board.name(hex_)
            yield Gap(tile.name, phrase("gap-mountain", piece=_name(element), hex=name), (hex_,))


def _instead(layer: Layer) -> str:
    """Return how the game is played without a piece that is not known."""
    return phrase(f"gap-{layer.value}")


def _name(element: Element) -> str:
    """Return what a sentence calls an element."""
    return named(element.name, inside(element.label))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _label(catalogue: Catalogue, layer: Layer, piece: Piece) -> str:
    """Return what people call a piece, its special rule considered."""
    behavior = catalogue.behavior(layer, piece.name, piece.behavior)
    return behavior.label if behavior else catalogue.elements[piece.name].label


def _short(value: object) -> str:
    """Return an option's value on one short line, as a file writes it."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else f"{text[:37]}..."
