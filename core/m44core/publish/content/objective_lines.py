"""The medals and exits of a scenario in words for players: who wins what, how, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Layer, Side
from m44core.drawing.board.hex_groups import active_medal_terms
from m44core.drawing.shapes.art import Art, PaintingPlane, catalogue_if_from_pack
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.messages.message import Message, Value, enumerated, message, message_in
from m44core.model.exit_markers import (
    exit_line_hexes,
    exit_lines,
    exit_markers,
    exiting_side,
    with_exit_sides,
)
from m44core.model.header_phrases import GOAL_HEADINGS
from m44core.model.objective_medals import (
    HoldingTerms,
    PlacedTag,
    holding_terms_of,
    objective_side,
    objectives_on,
)
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import MedalTerms, Piece, Tag
from m44core.model.token_functions import TagRule
from m44core.model.unit_rules import BlowBridges
from m44core.rules.game.victory_terms import NO_TAG
from m44core.rules.scenario_options import scenario_options
from m44core.rules.special.bridge_rules import is_worth_a_medal
from m44core.validation.check_context import CheckContext
from m44core.validation.checks.objective_medals import objectives_held_from_the_start
from m44core.validation.playability.reachable_goals import closed_objectives


class Goal(NamedTuple):
    """Hexes that are worth medals, or where units exit.

    Attributes:
        what: Its worth, the side that can win it, and its terms.
        hexes: The hexes.
        art: The picture of its marker on the map.
        further: The picture of the other side's marker, if both sides can win it.
        closed: Those of the hexes that no unit can enter.
        token_worth: How many medals each token on the map counts for.
        is_exit: Whether units exit there.
    """

    what: Value
    hexes: tuple[Hex, ...]
    art: Art
    further: Art | None = None
    closed: tuple[Hex, ...] = ()
    token_worth: int = 1
    is_exit: bool = False


def goals_heading(scenario: Scenario) -> Message:
    """Return the heading of the goals: medals, exits, or both."""
    kinds = {goal.is_exit for goal in goals_of(scenario)}
    medals, exits, both = GOAL_HEADINGS
    if len(kinds) > 1:
        return both
    return exits if True in kinds else medals


def goals_of(scenario: Scenario) -> list[Goal]:
    """Return the goals: objectives, bridges to blow up, a decoy among minefields, and exits.

    Objectives on the same terms are one goal, and so are the medals of both sides for the same
    group of hexes. Each group of hexes that share a medal is a goal of its own.
    """
    first_holders = _holders_at_the_start(scenario)
    placed = list(objectives_on(scenario))
    closed_hexes = closed_objectives(CheckContext.of(scenario)) if placed else frozenset()
    objectives = (
        *_single_goals(scenario, [each for each in placed if not each.tag.group], first_holders),
        *_group_goals(scenario, [each for each in placed if each.tag.group], first_holders),
    )
    return [
        *(
            goal._replace(closed=tuple(hex_ for hex_ in goal.hexes if hex_ in closed_hexes))
            for goal in objectives
        ),
        *_bridge_goals(scenario),
        *_mine_goals(scenario),
        *_exit_goals(with_exit_sides(scenario)),
    ]


_Holders = Mapping[tuple[Hex, int], Side]


def _holders_at_the_start(scenario: Scenario) -> _Holders:
    """Return the sides that hold objectives before the first move, by hex and tag (B-SETUP-11)."""
    hexes = scenario.board.hexes
    return {
        (hexes[objective.hex], objective.tag): side
        for objective, side in objectives_held_from_the_start(CheckContext.of(scenario))
        if objective.flips_to is None and objective.tag != NO_TAG
    }


def _single_goals(
    scenario: Scenario, placed: Iterable[PlacedTag], first_holders: _Holders
) -> Iterator[Goal]:
    tags_by_terms: dict[tuple[str, Side | None, int, Value], list[PlacedTag]] = {}
    for each in placed:
        side = objective_side(each.tag, scenario.catalogue)
        holder = first_holders.get((each.hex, each.number))
        terms = enumerated(
            [*_holder_terms(holder, side), *_objective_terms(each.tag, side, is_group=False)]
        )
        key = each.tag.name, side, _medal_count(each.tag), terms
        tags_by_terms.setdefault(key, []).append(each)
    for (_, side, worth, shared_terms), placed_tags in tags_by_terms.items():
        hexes = tuple(each.hex for each in placed_tags)
        what = _single_goal_text(side, nouns.medals(worth), shared_terms, is_plural=len(hexes) > 1)
        art = _token_art(placed_tags[0].tag, scenario)
        yield Goal(what, hexes, art, token_worth=worth)


def _holder_terms(holder: Side | None, side: Side | None) -> list[Message]:
    """Return who holds an objective of *side*, or of both, from the start; empty if nobody does."""
    if holder is None:
        return []
    if side:
        return [message_in("objective", "held from the start")]
    return [message("held by {side} from the start", side=holder.noun)]


def _single_goal_text(
    side: Side | None, medals: Message, terms: Value, *, is_plural: bool
) -> Message:
    if side is None:
        if is_plural:
            return message("{medals} each for either side, {terms}", medals=medals, terms=terms)
        return message("{medals} for either side, {terms}", medals=medals, terms=terms)
    if is_plural:
        return message(
            "{medals} each for {side}, {terms}", medals=medals, side=side.noun, terms=terms
        )
    return message("{medals} for {side}, {terms}", medals=medals, side=side.noun, terms=terms)


def _group_goals(
    scenario: Scenario, placed: Iterable[PlacedTag], first_holders: _Holders
) -> Iterator[Goal]:
    """Yield the medals for groups of hexes, with the letter that labels all hexes of a group."""
    tags_by_terms: dict[tuple[object, ...], list[PlacedTag]] = {}
    for each in placed:
        side = objective_side(each.tag, scenario.catalogue)
        terms = tuple(_objective_terms(each.tag, side, is_group=True))
        own_key = (each.hex, each.number) if side is None else ()
        key = each.hexes, _medal_count(each.tag), _hexes_needed(each.tag), terms, own_key
        tags_by_terms.setdefault(key, []).append(each)
    for placed_tags in tags_by_terms.values():
        for medals in _grouped_by_sides(placed_tags, scenario):
            tag = medals[0].tag
            hexes = tuple(dict.fromkeys((medals[0].hex, *(tag.group or ()))))
            what: Value = _group_goal_text(medals, len(hexes), scenario, first_holders)
            if name := _common_label(scenario, hexes):
                what = message("Group {letter}: {goal}", letter=name, goal=what)
            further = _token_art(medals[1].tag, scenario) if len(medals) > 1 else None
            worth = _medal_count(tag)
            yield Goal(what, hexes, _token_art(tag, scenario), further, token_worth=worth)


def _grouped_by_sides(placed_tags: list[PlacedTag], scenario: Scenario) -> list[list[PlacedTag]]:
    """Return two medals as one group if each side has one of them; otherwise a group for each."""
    sides = {objective_side(each.tag, scenario.catalogue) for each in placed_tags}
    return (
        [placed_tags]
        if len(placed_tags) == len(sides) == len(Side)
        else [[each] for each in placed_tags]
    )


def _common_label(scenario: Scenario, hexes: Iterable[Hex]) -> str:
    """Return the short label that all hexes of a group share; "" if there is none."""
    texts = [set(scenario.labels.get(hex_, ())) for hex_ in hexes]
    common_labels = [label for label in set.intersection(*texts) if 0 < len(label) <= _LETTERS]
    return common_labels[0] if len(common_labels) == 1 else ""


_LETTERS = 3  # of a label that names a group: "A", "IV"


def _group_goal_text(
    medals: Sequence[PlacedTag], total: int, scenario: Scenario, first_holders: _Holders
) -> Message:
    tag = medals[0].tag
    has_both_sides = len(medals) > 1
    side = None if has_both_sides else objective_side(tag, scenario.catalogue)
    holders = filter(None, (first_holders.get((each.hex, each.number)) for each in medals))
    own_side = objective_side(tag, scenario.catalogue)
    held, lost = (
        _holder_terms(next(holders, None), side),
        _objective_terms(tag, own_side, is_group=True),
    )
    is_compared = bool(set(active_medal_terms(tag, scenario.catalogue)) & _COMPARED)
    terms = enumerated([*lost, *held] if is_compared else [*held, *lost])
    worth, needed = nouns.medals(_medal_count(tag)), _hexes_needed(tag)
    if is_compared:
        return message(
            "{medals} for these {total} outlined hexes together, {terms}",
            medals=worth,
            total=total,
            terms=terms,
        )
    if has_both_sides:
        return message(
            "{medals} for each side that holds {needed} of these {total} outlined hexes, {terms}",
            medals=worth,
            needed=needed,
            total=total,
            terms=terms,
        )
    if side is None:
        return message(
            "{medals} for either side for holding {needed} of these {total} outlined hexes, "
            "{terms}",
            medals=worth,
            needed=needed,
            total=total,
            terms=terms,
        )
    return message(
        "{medals} for {side} if that side holds {needed} of these {total} outlined hexes, {terms}",
        medals=worth,
        needed=needed,
        total=total,
        side=side.noun,
        terms=terms,
    )


def _bridge_goals(scenario: Scenario) -> Iterator[Goal]:
    """Yield the medal for blowing up bridges that are worth one (TH-BLOW-03)."""
    rule = scenario.briefing.special_rules.of(BlowBridges)
    if rule is None:
        return
    bridges = {
        hex_: bridge
        for hex_, content in scenario.hexes.items()
        if isinstance(bridge := content.on(Layer.STRUCTURE), Piece) and is_worth_a_medal(bridge)
    }
    for bridge in list(bridges.values())[:1]:
        what = message(
            "{medals} for {side} for each bridge blown up, kept to the end of the battle",
            medals=nouns.medals(1),
            side=rule.side.noun,
        )
        art_catalogue = catalogue_if_from_pack(scenario.catalogue, bridge.name)
        art = Art(PaintingPlane.STRUCTURE, bridge.name, 1, catalogue=art_catalogue)
        yield Goal(what, tuple(bridges), art)


def _mine_goals(scenario: Scenario) -> Iterator[Goal]:
    """Yield the medal for the first decoy among minefields, if there is one (TH-MINE-07)."""
    mines = {
        hex_: tag for hex_, _, tag in scenario.tags() if tag.behavior == TagRule.MINES_WITH_MEDAL
    }
    for tag in list(mines.values())[:1]:
        what = message(
            "{medals} for the side whose unit is the first to uncover a minefield token of "
            "strength 0, kept once won",
            medals=nouns.medals(1),
        )
        yield Goal(what, tuple(mines), _token_art(tag, scenario))


def _exit_goals(scenario: Scenario) -> Iterator[Goal]:
    """Yield the exits, with what a unit that exits is worth (V-EXIT-05, V-EXIT-07)."""
    hexes_by_goal: dict[tuple[Side | None, Message | None, Art], list[Hex]] = {}
    for marker in exit_markers(scenario):
        side = exiting_side(scenario, marker)
        art = _token_art(marker.tag, scenario)
        for hex_ in marker.hexes:
            goal = side, _exit_worth(scenario, side, hex_) if side else None, art
            hexes_by_goal.setdefault(goal, []).append(hex_)
    for (side, worth, art), hexes in hexes_by_goal.items():
        what: Value = message("exit")
        if side and worth:
            what = message("exit for {side}, {worth}", side=side.noun, worth=worth)
        yield Goal(what, tuple(dict.fromkeys(hexes)), art, is_exit=True)


def _exit_worth(scenario: Scenario, side: Side, hex_: Hex) -> Message:
    """Return what a unit is worth to its side if it exits from a hex (SO-EXIT-AWARD)."""
    for line in exit_lines(scenario):
        if line.side is side and hex_ in exit_line_hexes(line, scenario.board):
            medals = nouns.medals(line.medals)
            if line.each_figure:
                return message("{medals} for each figure", medals=medals)
            if line.kinds or line.medals > 1:
                return message("{medals} for each unit", medals=medals)
    usual, infantry = nouns.medals(1), scenario_options(scenario).infantry_exit_medals
    if infantry == 1:
        return message("{medals} for each unit", medals=usual)
    return message(
        "{medals} for each infantry unit, {usual} for each other unit",
        medals=nouns.medals(infantry),
        usual=usual,
    )


def _medal_count(tag: Tag) -> int:
    return max(1, (tag.medal or MedalTerms()).counts_for)


def _hexes_needed(tag: Tag) -> int:
    return (tag.medal or MedalTerms()).hexes_needed


_COMPARED = {"majority", "sole_control"}  # terms that compare the units on all hexes of a group
_WHILE_THERE = message_in("objective", "while a unit of that side is on the hex")
_AT_START = message_in(
    "objective", "if a unit of that side is on the hex at the start of that side's turn"
)
_AT_START_FOR_GOOD = message_in(
    "objective",
    "if a unit of that side is on the hex at the start of that side's turn, then kept to the "
    "end of the battle",
)
_FOR_GOOD = message_in(
    "objective", "once a unit of that side enters the hex, then kept to the end of the battle"
)
_UNTIL_ENEMY = message_in(
    "objective", "once a unit of that side enters the hex, then kept until an enemy unit does so"
)
_LEFT_GROUP = message_in("objective", "lost when the units leave the hexes")
_KINDS = {  # V-MED-02..09
    "any_hex": message_in("objective", "held by the enemy while the hex is unoccupied"),
    "last_to_occupy": message_in("objective", "kept until the enemy takes the hex"),
    "sole_control": message_in("objective", "held while no enemy unit is on these hexes"),
    "majority": message_in("objective", "for the side with more units on them"),
    "permanent": message_in("objective", "kept once won"),
}
_TURN_START = message_in("objective", "won at the start of a turn")
_BY_RULES = message_in("objective", "according to the special rules")


def _objective_terms(tag: Tag, side: Side | None, *, is_group: bool) -> list[Message]:
    """Return how an objective is won and lost (V-MED-01..09)."""
    terms = holding_terms_of(tag, side)
    if terms is None:
        return [_BY_RULES]
    if not (is_group or terms.any_hex or terms.majority or terms.sole_control):
        return [_single_hex_terms(terms)]
    named_terms = [term_text for term, term_text in _KINDS.items() if getattr(terms, term)]
    stated_terms = named_terms or ([] if terms.turn_start else [_LEFT_GROUP])
    return [*([_TURN_START] if terms.turn_start else []), *stated_terms]


def _single_hex_terms(terms: HoldingTerms) -> Message:
    """Return how an objective on one hex is won and lost (V-MED-01, V-MED-04..06)."""
    if terms.last_to_occupy:
        return _UNTIL_ENEMY
    if terms.permanent:
        return _AT_START_FOR_GOOD if terms.turn_start else _FOR_GOOD
    return _AT_START if terms.turn_start else _WHILE_THERE


def _token_art(tag: Tag, scenario: Scenario) -> Art:
    """Return the picture of a token with the symbols of its terms, as on the map."""
    catalogue = scenario.catalogue
    side: str = tag.side.value if tag.side else ""
    detail: tuple[str | int, ...] = (0, 1, side, *active_medal_terms(tag, catalogue))
    return Art(
        PaintingPlane.TAG,
        tag.name,
        detail=detail,
        catalogue=catalogue_if_from_pack(catalogue, tag.name),
    )
