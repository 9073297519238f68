"""Who fights whom, when and where, and what each side has: the head of a sheet."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Side
from m44core.messages import how_many
from m44core.messages.days import days_in_words
from m44core.messages.message import Message, Value, Words, message, message_in
from m44core.model.parts import FRONTS, KINDS, NATIONS, SIDES, First, Front, Player
from m44core.model.scenario import Scenario

_ON_FRONT = {
    Front.WESTERN: message_in("front", "Western Front"),
    Front.EASTERN: message_in("front", "Eastern Front"),
    Front.MEDITERRANEAN: message_in("front", "Mediterranean"),
    Front.PACIFIC: message_in("front", "Pacific"),
}
assert _ON_FRONT.keys() == FRONTS.keys()


def facts(scenario: Scenario, told: Words) -> list[str]:
    """Return in a few words each when and where the battle was, and whether it was."""
    briefing = scenario.briefing
    said: list[Message | None] = [
        days_in_words(briefing.begins, briefing.ends),
        _ON_FRONT[briefing.front] if briefing.front else None,
        KINDS[briefing.kind] if briefing.kind else None,
    ]
    return [told.sentence(each) for each in said if each]


def sides(scenario: Scenario, told: Words) -> list[dict[str, object]]:
    """Return the two sides, the upper edge's first, with what each has and needs.

    Each is a mapping: ``key`` (``axis`` or ``allies``), ``name``, ``nation`` (a code such as
    ``DE``, or empty), ``country`` (its name) and ``has``, in a few words each.
    """
    briefing = scenario.briefing
    first = {First.TOP: briefing.top, First.BOTTOM: briefing.bottom}.get(
        briefing.first or First.SPECIAL
    )
    return [
        {
            "key": player.side.value.lower(),
            "name": told.render(SIDES[player.side]),
            "nation": player.country or "",
            "country": _country(player, told),
            "has": [told.sentence(said) for said in _has(player, player is first)],
        }
        for player in (briefing.top, briefing.bottom)
        if player.side
    ]


def _country(player: Player, told: Words) -> str:
    nation = NATIONS.get(player.country or "")
    return told.render(nation) if nation else ""


def _has(player: Player, first: bool) -> Iterator[Value]:
    if player.cards is not None:
        yield how_many.command_cards(player.cards)
    if player.medals is not None:
        medals = how_many.medals(player.medals)
        yield message("{medals} to win", medals=medals)
    if first:
        yield _moves_first(player.side)


def _moves_first(side: Side | None) -> Message:
    return message("moves first") if side is Side.AXIS else message("move first")
