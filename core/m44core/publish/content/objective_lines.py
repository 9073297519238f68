"""The medals and exits of a scenario in words for players: who wins what, how, and where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from m44core.catalogue.types import Side
from m44core.drawing.board.hex_groups import active_medal_terms
from m44core.drawing.shapes.art import Art, Plane, pack_catalogue
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.messages.message import Message, Value, enumerated, message, message_in
from m44core.model.exit_markers import exit_markers
from m44core.model.objective_medals import objective_side, objectives_on, terms_of
from m44core.model.parts import MedalTerms, Tag
from m44core.model.scenario import Scenario


class Goal(NamedTuple):
    """Hexes that are worth medals, or where units exit.

    Attributes:
        what: Its worth, the side that can win it, and its terms.
        hexes: The hexes.
        art: The picture of its marker on the map.
    """

    what: Value
    hexes: tuple[Hex, ...]
    art: Art


def goals_of(scenario: Scenario) -> list[Goal]:
    """Return the objectives and the exits; those on the same terms are one goal.

    Only hexes that share one medal are a goal of their own.
    """
    return [*_single_goals(scenario), *_group_goals(scenario), *_exit_goals(scenario)]


def _single_goals(scenario: Scenario) -> Iterator[Goal]:
    alike: dict[tuple[str, Side | None, int, Value], list[tuple[Hex, Tag]]] = {}
    for placed_tag in objectives_on(scenario):
        hex_, tag = placed_tag.hex, placed_tag.tag
        if not tag.group:
            side = objective_side(tag, scenario.catalogue)
            terms = _terms(tag, side, of_group=False)
            key = tag.name, side, _worth(tag), terms
            alike.setdefault(key, []).append((hex_, tag))
    for (_, side, worth, terms), placed_tags in alike.items():
        hexes = tuple(hex_ for hex_, _ in placed_tags)
        what = _single_goal(side, nouns.medals(worth), terms, several=len(hexes) > 1)
        yield Goal(what, hexes, _art(placed_tags[0][1], scenario))


def _single_goal(side: Side | None, medals: Message, terms: Value, *, several: bool) -> Message:
    if side is None:
        if several:
            return message("{medals} each for either side, {terms}", medals=medals, terms=terms)
        return message("{medals} for either side, {terms}", medals=medals, terms=terms)
    if several:
        return message(
            "{medals} each for {side}, {terms}", medals=medals, side=side.noun, terms=terms
        )
    return message("{medals} for {side}, {terms}", medals=medals, side=side.noun, terms=terms)


def _group_goals(scenario: Scenario) -> Iterator[Goal]:
    for placed_tag in objectives_on(scenario):
        hex_, tag = placed_tag.hex, placed_tag.tag
        if tag.group:
            hexes = tuple(dict.fromkeys((hex_, *tag.group)))
            yield Goal(_group_goal(tag, len(hexes), scenario), hexes, _art(tag, scenario))


def _group_goal(tag: Tag, total: int, scenario: Scenario) -> Message:
    side = objective_side(tag, scenario.catalogue)
    medals, terms = nouns.medals(_worth(tag)), _terms(tag, side, of_group=True)
    needed = (tag.medal or MedalTerms()).hexes_needed
    if set(active_medal_terms(tag, scenario.catalogue)) & _COMPARED:
        return message(
            "{medals} for these {total} hexes together, {terms}",
            medals=medals,
            total=total,
            terms=terms,
        )
    if side is None:
        return message(
            "{medals} for either side for holding {needed} of these {total} hexes, {terms}",
            medals=medals,
            needed=needed,
            total=total,
            terms=terms,
        )
    return message(
        "{medals} for {side} for holding {needed} of these {total} hexes, {terms}",
        medals=medals,
        needed=needed,
        total=total,
        side=side.noun,
        terms=terms,
    )


def _exit_goals(scenario: Scenario) -> Iterator[Goal]:
    alike: dict[tuple[Side | None, Art], list[Hex]] = {}
    for marker in exit_markers(scenario):
        alike.setdefault((marker.side, _art(marker.tag, scenario)), []).extend(marker.hexes)
    for (side, art), hexes in alike.items():
        what = message("exit for {side}", side=side.noun) if side else message("exit")
        yield Goal(what, tuple(dict.fromkeys(hexes)), art)


def _worth(tag: Tag) -> int:
    return max(1, (tag.medal or MedalTerms()).counts_for)


_COMPARED = {"majority", "sole_control"}  # terms that compare the units on all hexes of a group
_LEFT_AGAIN = message_in("objective", "lost when the unit leaves the hex")
_LEFT_GROUP = message_in("objective", "lost when the units leave the hexes")
_KINDS = {  # V-MED-02..09
    "any_hex": message_in("objective", "held by the enemy while the hex is unoccupied"),
    "last_to_occupy": message_in("objective", "kept until the enemy takes the hex"),
    "sole_control": message_in("objective", "held while no enemy unit is on these hexes"),
    "majority": message_in("objective", "held by the side with more units on them"),
    "permanent": message_in("objective", "kept once won"),
}
_TURN_START = message_in("objective", "won at the start of a turn")
_BY_RULES = message_in("objective", "according to the special rules")


def _terms(tag: Tag, side: Side | None, *, of_group: bool) -> Value:
    """Return how an objective is won and lost (V-MED-01..09)."""
    terms = terms_of(tag, side)
    if terms is None:
        return _BY_RULES
    named_terms = [term_text for term, term_text in _KINDS.items() if getattr(terms, term)]
    stated_terms = named_terms or (
        [] if terms.turn_start else [_LEFT_GROUP if of_group else _LEFT_AGAIN]
    )
    return enumerated([*([_TURN_START] if terms.turn_start else []), *stated_terms])


def _art(tag: Tag, scenario: Scenario) -> Art:
    """Return the picture of a token with the signs of its terms, as on the map."""
    catalogue = scenario.catalogue
    side: str = tag.side.value if tag.side else ""
    detail: tuple[str | int, ...] = (0, 1, side, *active_medal_terms(tag, catalogue))
    return Art(Plane.TAG, tag.name, detail=detail, catalogue=pack_catalogue(catalogue, tag.name))
