"""The names of units on a sheet: without a nation where figures of another nation stand for them.

The base game has American and German figures only. British or French units are set up with
American ones, and told apart by the side's flag or by a badge such as "British airborne".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Element, Side
from m44core.catalogue.unit_traits import SpecialUnitType
from m44core.messages import nouns
from m44core.messages.message import Message, capitalized, message_in
from m44core.model.figure_nations import (
    FLAGS,
    FLAGS_OF_BADGES,
    STAND_INS,
    deduced_country,
    stand_in_nation,
)
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import NATIONS
from m44core.validation.placed_pieces import PlacedUnit, units_of

_KINDS = {
    "inf": message_in("unit of any nation", "infantry"),
    "inf2": message_in("unit of any nation", "special forces"),
    "tank": message_in("unit of any nation", "armor"),
    "tank2": message_in("unit of any nation", "elite armor"),
    "gun": message_in("unit of any nation", "artillery"),
    "veh": message_in("unit of any nation", "vehicle"),
    "pln": message_in("unit of any nation", "plane"),
}


class StandIn(NamedTuple):
    """A nation whose units are set up with the figures of another: ``ger`` or ``us``."""

    country: Message
    figures: str


def stand_ins(scenario: Scenario, side: Side) -> list[StandIn]:
    """Return the nations of a side that have no figures of their own on the board."""
    briefing = scenario.briefing
    found: list[StandIn] = []
    for player in (briefing.top, briefing.bottom):
        figures = stand_in_nation(scenario, player) if player.side is side else ""
        country = NATIONS.get(deduced_country(scenario, player))
        if figures and country:
            found.append(StandIn(country, figures))
    if not found:
        units = [unit for unit in units_of(scenario) if unit.side is side]
        found += filter(None, (_stand_in_of(unit.element, unit.badge) for unit in units))
    return list(dict.fromkeys(found))


def unit_title(scenario: Scenario, unit: PlacedUnit) -> Message:
    """Return the name of a unit, such as "German infantry" or, if it stands in, "Infantry"."""
    return capitalized(unit_noun(scenario, unit.element, unit.badge))


def unit_noun(scenario: Scenario, element: Element, badge: Element | None = None) -> Message:
    """Return the name of a kind of unit within a sentence, without a nation if it stands in."""
    kind = _kind_noun(element)
    return kind if kind and _is_stand_in(scenario, element, badge) else element.noun


def kind_title(element: Element) -> Message | None:
    """Return the name of a kind of unit without its nation; None for a unit of a pack."""
    kind = _kind_noun(element)
    return capitalized(kind) if kind else None


def badge_noun(element: Element, badge: Element, specials: Iterable[SpecialUnitType]) -> Message:
    """Return the name of the units that a badge marks, as in the reference of the sheet.

    This is the name of one of *specials* ("combat engineers", whatever their nation) or, for
    badges without an effect, that of the badge. If the unit goes by the name of its figures, such
    as special forces that are commandos, the badge is named as a piece: "British airborne badge".
    """
    special = next((each for each in specials if each.renames and badge.name in each.badges), None)
    if special:
        return special.noun
    return nouns.badge_called(badge.noun) if element.elite else badge.noun


def whole_name(specials: Iterable[SpecialUnitType]) -> SpecialUnitType | None:
    """Return the type that alone names its units, such as the French Resistance; None if none."""
    return next((each for each in specials if each.replaces_kind), None)


def _kind_noun(element: Element) -> Message | None:
    suffix = element.nation.name if element.nation else ""
    return _KINDS.get(element.name.removesuffix(suffix))


def _is_stand_in(scenario: Scenario, element: Element, badge: Element | None) -> bool:
    figures = element.nation.name if element.nation else ""
    briefing = scenario.briefing
    has_foreign_flag = any(
        stand_in_nation(scenario, player) == figures
        for player in (briefing.top, briefing.bottom)
        if player.side is element.side
    )
    return has_foreign_flag or _stand_in_of(element, badge) is not None


def _stand_in_of(element: Element, badge: Element | None) -> StandIn | None:
    """Return the nation that a badge names; None unless the figures are of a different one."""
    figures = element.nation.name if element.nation else ""
    if figures not in STAND_INS or badge is None:
        return None
    badge_nation = badge.nation.name if badge.nation else ""
    flag = {**FLAGS, **STAND_INS}.get(badge_nation) or FLAGS_OF_BADGES.get(badge.name)
    if flag is None or flag == STAND_INS[figures]:
        return None
    return StandIn(NATIONS[flag], figures)
