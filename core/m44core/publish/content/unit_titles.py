"""The names of units on a sheet: without a nation where figures of another nation stand for them.

The base game has American and German figures only. British or French units are set up with
American ones, and told apart by the side's flag or by a badge such as "British airborne".
"""

from __future__ import annotations

from typing import NamedTuple

from m44core.catalogue.types import Element, Side
from m44core.messages.message import Message, message_in, titled
from m44core.model.figure_nations import shown_country, stand_in_figures
from m44core.model.parts import NATIONS
from m44core.model.scenario import Scenario
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
_FLAGS = {"brit": "GB", "us": "US", "ger": "DE", "ru": "RU", "jp": "JP"}
_FLAGS_OF_BADGES = {"badge3": "FR", "badge22": "FR"}  # badges without figures of their nation
_STAND_INS = {"ger": "DE", "us": "US"}  # figures that also stand for other nations


class StandIn(NamedTuple):
    """A nation whose units are set up with the figures of another: ``ger`` or ``us``."""

    country: Message
    figures: str


def stand_ins(scenario: Scenario, side: Side) -> list[StandIn]:
    """Return the nations of a side that have no figures of their own on the board."""
    briefing = scenario.briefing
    found: list[StandIn] = []
    for player in (briefing.top, briefing.bottom):
        figures = stand_in_figures(scenario, player) if player.side is side else ""
        country = NATIONS.get(shown_country(scenario, player))
        if figures and country:
            found.append(StandIn(country, figures))
    if not found:
        units = [unit for unit in units_of(scenario) if unit.side is side]
        found += filter(None, map(_stand_in_of, units))
    return list(dict.fromkeys(found))


def unit_title(scenario: Scenario, unit: PlacedUnit) -> Message:
    """Return the name of a unit, such as "German infantry" or, if it stands in, "infantry"."""
    title = kind_title(unit.element)
    return title if title and _is_stand_in(scenario, unit) else unit.element.title


def kind_title(element: Element) -> Message | None:
    """Return the name of a kind of unit without its nation; None for a unit of a pack."""
    suffix = element.nation.name if element.nation else ""
    kind = _KINDS.get(element.name.removesuffix(suffix))
    return titled(kind) if kind else None


def _is_stand_in(scenario: Scenario, unit: PlacedUnit) -> bool:
    briefing = scenario.briefing
    players = (briefing.top, briefing.bottom)
    has_foreign_flag = any(
        stand_in_figures(scenario, player) for player in players if player.side is unit.side
    )
    return has_foreign_flag or _stand_in_of(unit) is not None


def _stand_in_of(unit: PlacedUnit) -> StandIn | None:
    """Return the nation that a badge names if the unit's figures are of another one."""
    figures = unit.element.nation.name if unit.element.nation else ""
    if figures not in _STAND_INS or unit.badge is None:
        return None
    badge_nation = unit.badge.nation.name if unit.badge.nation else ""
    flag = _FLAGS.get(badge_nation) or _FLAGS_OF_BADGES.get(unit.badge.name)
    if flag is None or flag == _STAND_INS[figures]:
        return None
    return StandIn(NATIONS[flag], figures)
