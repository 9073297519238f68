"""The nation a player's side is shown as, when its flag and its figures contradict each other."""

from __future__ import annotations

from dataclasses import replace

from m44core.catalogue.catalogue_types import Layer, Side
from m44core.messages.message import Message, message
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, Player

FLAGS = {"brit": "GB", "ru": "RU", "jp": "JP"}  # figures that stand for no other great power
_GREAT_POWERS = {"US", "GB", "RU", "SU", "JP", "DE"}
STAND_INS = {"ger": "DE", "us": "US"}  # figures that also stand for other nations
ELITE_BADGES = frozenset({"badge4", "badge24"})
"""The badges of German and of British elite units."""

FLAGS_OF_BADGES = {"badge3": "FR", "badge22": "FR"}
"""Flags of badges without figures of their nation."""
_FLAG_ALIASES = {"SU": "RU"}


def flags_of_figures(scenario: Scenario, side: Side | None) -> list[str]:
    """Return the flags of a side's figures, in the order of the board, each once.

    American and German figures stand for many nations, so they do not count.
    """
    return list(dict.fromkeys(filter(None, map(FLAGS.get, _figure_nations(scenario, side)))))


def shown_country(scenario: Scenario, player: Player) -> str:
    """Return the flag that a player is shown with; "" if there is none.

    It is the player's own flag, unless all figures of the side are those of one other great power:
    a side whose units are all Soviet is not shown with the flag of the United States (LINT-D2).
    """
    flag = (player.country or "").strip().upper()
    figures = set(_figure_nations(scenario, player.side)) if flag in _GREAT_POWERS else set[str]()
    if len(figures) != 1:
        return player.country or ""
    figures_flag = FLAGS.get(figures.pop())
    return (
        figures_flag
        if figures_flag and figures_flag != _FLAG_ALIASES.get(flag, flag)
        else player.country or ""
    )


def deduced_country(scenario: Scenario, player: Player) -> str:
    """Return the flag that a player is shown with, or the only one its pieces name; "" if none.

    A side without a flag has that of its figures, else that of its badges. American and German
    figures, which stand for many nations, name none.
    """
    if flag := shown_country(scenario, player):
        return flag
    flags = flags_of_figures(scenario, player.side) or _flags_of_badges(scenario, player.side)
    return flags[0] if len(flags) == 1 else ""


def _flags_of_badges(scenario: Scenario, side: Side | None) -> list[str]:
    catalogue, flags_of_nations = scenario.catalogue, {**FLAGS, **STAND_INS}
    badges = (catalogue.get(unit.badge, Layer.BADGE) for _, unit in scenario.units() if unit.badge)
    flags = (
        flags_of_nations.get(badge.nation.name) if badge.nation else FLAGS_OF_BADGES.get(badge.name)
        for badge in badges
        if badge and badge.side is side
    )
    return list(dict.fromkeys(filter(None, flags)))


def stand_in_nation(scenario: Scenario, player: Player) -> str:
    """Return the nation whose figures stand in for a player's: ``ger``, ``us``; "" if none.

    German and American figures stand for nations that have no figures of their own.
    """
    figures = set(_figure_nations(scenario, player.side))
    flag = deduced_country(scenario, player)
    if not flag or len(figures) != 1:
        return ""
    (nation,) = figures
    return nation if STAND_INS.get(nation, flag) != flag else ""


def stand_in_note(figures: str, country: Message | str) -> Message:
    """Return the note on printed lists that German (``ger``) or American figures stand in."""
    if figures == "ger":
        return message("{country}: use the German figures", country=country)
    return message("{country}: use the American figures", country=country)


def shown_briefing(scenario: Scenario) -> Briefing:
    """Return the briefing with the flags of its players, deduced from their pieces if need be."""
    briefing = scenario.briefing
    top, bottom = (
        replace(player, country=flag)
        if (flag := deduced_country(scenario, player)) != (player.country or "")
        else player
        for player in (briefing.top, briefing.bottom)
    )
    if top is briefing.top and bottom is briefing.bottom:
        return briefing
    return replace(briefing, top=top, bottom=bottom)


def _figure_nations(scenario: Scenario, side: Side | None) -> list[str]:
    elements = (scenario.catalogue.get(unit.name, Layer.UNIT) for _, unit in scenario.units())
    nations = (element.nation for element in elements if element)
    return [nation.name for nation in nations if nation and nation.side is side]
