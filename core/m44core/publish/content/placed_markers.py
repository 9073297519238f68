"""The pieces to have ready next to the board, for special rules and for units.

Units place smoke and crosshairs during the game (E-SMOKE-01, E-BIGGUN-01); a special rule may need
a token, such as that of the Commissar (TH-COM-01).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Element
from m44core.catalogue.unit_traits import SpecialUnitType, UnitProfile, UnitRules, unit_rules
from m44core.messages.message import Message, message
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.unit_profiles import reserve_profile, unit_profile_on
from m44core.publish.content.rule_sentences import RulePiece, rule_pieces
from m44core.validation.check_context import CheckContext
from m44core.validation.components.arriving_units import arriving_units
from m44core.validation.placed_pieces import PlacedUnit

SMOKE, CROSS_HAIR = message("smoke marker"), message("crosshair marker")
_TOKENS = {SMOKE: "smoke", CROSS_HAIR: "crosshair"}


class LoosePieces(NamedTuple):
    """Pieces of one kind next to the board.

    Attributes:
        name: Their name.
        number: How many the scenario needs.
        token: The name of their picture.
        boxes: The codes of the boxes they come in; empty if anything can serve.
    """

    name: Message
    number: int
    token: str
    boxes: frozenset[str]


def pieces_next_to_the_board(context: CheckContext) -> list[LoosePieces]:
    """Return the pieces that special rules and units need next to the board, each kind once."""
    needed = [
        *((piece.name, 1, piece.token, piece.box) for piece in _pieces_of_rules(context.scenario)),
        *(
            (each.marker, each.number, _TOKENS[each.marker], each.box)
            for each in markers_of_units(context)
        ),
    ]
    kinds: dict[Message, LoosePieces] = {}
    for name, number, token, box in needed:
        before = kinds.get(name, LoosePieces(name, 0, token, frozenset()))
        boxes = before.boxes | ({box} if box else frozenset())
        kinds[name] = LoosePieces(name, before.number + number, token, boxes)
    return list(kinds.values())


def _pieces_of_rules(scenario: Scenario) -> Iterator[RulePiece]:
    for rule in scenario.briefing.special_rules.in_force.values():
        if isinstance(rule, SpecialRule):
            yield from rule_pieces(rule, scenario)


class UnitMarkers(NamedTuple):
    """The markers of one kind that a unit needs.

    Attributes:
        marker: Their name.
        number: How many the unit can have on the board.
        box: The code of the box that the unit, and so its markers, come in.
    """

    marker: Message
    number: int
    box: str


def markers_of_units(context: CheckContext) -> Iterator[UnitMarkers]:
    """Yield the markers that the units of a scenario place, also those that arrive later."""
    for unit in (*context.units, *arriving_units(context.scenario)):
        profile = profile_of(unit, context.scenario)
        yield from _markers(profile.rules, _box_of(unit, profile.specials))
    for placed in context.pieces:
        if placed.element.abilities is not None:
            yield from _markers(unit_rules(placed.element.abilities), placed.element.expansion)


def profile_of(unit: PlacedUnit, scenario: Scenario) -> UnitProfile:
    """Return the profile of a unit, on the board or arriving later."""
    return unit_profile_on(scenario, unit.hex) or reserve_profile(scenario, unit.unit)


def _markers(rules: UnitRules | None, box: str) -> Iterator[UnitMarkers]:
    if rules and rules.lays_smoke:
        yield UnitMarkers(SMOKE, rules.lays_smoke, box)
    if rules and rules.cross_hairs:
        yield UnitMarkers(CROSS_HAIR, rules.cross_hairs, box)


def _box_of(unit: PlacedUnit, specials: Sequence[SpecialUnitType]) -> str:
    piece: Element = unit.badge or unit.element
    return next((each.box for each in specials if each.box), piece.expansion)
