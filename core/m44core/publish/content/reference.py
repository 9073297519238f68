"""The reference of a sheet: one line for each special unit, piece and rule of the scenario."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Element, Layer, Side
from m44core.catalogue.unit_traits import UnitProfile
from m44core.messages.message import Message, Value, Words, message, message_in
from m44core.model.parts import SIDES, Piece, Tag, Unit
from m44core.model.rule_declarations import declarations
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.troops_on_board import unit_profile_on

_PLACED = (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE)


def reference_lines(scenario: Scenario, words: Words) -> list[dict[str, str]]:
    """Return a line for each piece and rule in effect: ``name``, ``lead``, and what it ``does``.

    The lead is the name with the punctuation before the effect. The order is terrain, structures,
    obstacles, special units, tags, rules of single pieces, special rules of the scenario; each
    once, in the order of the board. Pieces without an effect are left out.
    """
    lines: dict[str, dict[str, str]] = {}
    for name, does in (*_piece_entries(scenario), *_special_rule_entries(scenario)):
        line = {"name": words.sentence(name), "does": words.sentence(does)}
        lead = message("{name}. {does}", name=line["name"], does="")
        line["lead"] = words.render(lead)
        if line["does"]:
            lines.setdefault(line["name"], line)
    return list(lines.values())


def _piece_entries(scenario: Scenario) -> Iterator[tuple[Value, Value]]:
    catalogue = scenario.catalogue
    placed = [
        (piece, layer)
        for layer in _PLACED
        for content in scenario.hexes.values()
        if isinstance(piece := content.on(layer), Piece)
    ]
    for piece, layer in placed:
        yield from _element_entries(catalogue.get(piece.name, layer))
    for hex_, unit in scenario.units():
        yield from _unit_entries(unit, unit_profile_on(scenario, hex_), catalogue)
    for _, _, tag in scenario.tags():
        yield from _tag_entries(tag, catalogue)
    for piece, layer in placed:
        if piece.behavior:
            yield from _behavior_entries(piece.behavior, layer, catalogue)


def _element_entries(element: Element | None) -> Iterator[tuple[Value, Value]]:
    if element:
        yield element.title, Message(element.summary)


def _unit_entries(
    unit: Unit, profile: UnitProfile | None, catalogue: Catalogue
) -> Iterator[tuple[Value, Value]]:
    """Yield the traits that distinguish a unit: special forces, badges, equipment."""
    specials = profile.specials if profile else ()
    for special in specials:
        yield special.title, Message(special.summary)
    if not specials:
        element = catalogue.get(unit.name, Layer.UNIT)
        if element and (element.elite or element.unit_class is None):
            yield from _element_entries(element)


def _tag_entries(tag: Tag, catalogue: Catalogue) -> Iterator[tuple[Value, Value]]:
    element = catalogue.get(tag.name, Layer.TAG)
    if element and not element.medal:
        yield from _element_entries(element)


def _behavior_entries(
    key: str, layer: Layer, catalogue: Catalogue
) -> Iterator[tuple[Value, Value]]:
    behavior = catalogue.behaviors.get(key)
    if behavior and behavior.layer is layer:
        yield behavior.title, Message(behavior.summary)


def _special_rule_entries(scenario: Scenario) -> Iterator[tuple[Value, Value]]:
    for rule in scenario.briefing.special_rules.stated.values():
        if isinstance(rule, SpecialRule):
            declared = declarations().of(rule)
            yield _rule_name(rule, Message(declared.label)), Message(declared.summary)


def _rule_name(rule: SpecialRule, label: Message) -> Value:
    """Return the name of a rule with its side, or with yes or no.

    The summary of a rule is general ("Whether the discards become a new deck"), so its value is
    given with the name.
    """
    applies, side = getattr(rule, "applies", None), getattr(rule, "side", None)
    if isinstance(applies, bool):
        holds = message_in("value", "yes") if applies else message_in("value", "no")
        # A rule of the scenario and whether it holds: "Reshuffle the deck (no)".
        return message("{rule} ({holds})", rule=label, holds=holds)
    if isinstance(side, Side):
        return message("{kind} ({side})", kind=label, side=SIDES[side])
    return label
