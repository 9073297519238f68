"""Checks of whether sides can win enough medals, and what is not checked (M701, M702, M710)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from m44core.catalogue.catalogue_types import Layer, Side
from m44core.findings.finding_kinds import PhraseValue
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.messages import nouns
from m44core.messages.message import enumerated
from m44core.model.special_rules import SuddenDeath
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.state import GameState
from m44core.rules.scenario_options import scenario_options
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem, value_repair
from m44core.validation.checks.objective_medals import objectives_held_from_the_start
from m44core.validation.checks.sides import seats_of
from m44core.validation.reachability import Reachability
from m44core.validation.text_analysis.scenario_texts import LanguageTexts
from m44core.validation.thresholds import thresholds

_PLACES = ("top", "bottom")
_GAPS_WITHOUT_MEDALS = ("board", "briefing")


@check("M701")
def medals_out_of_reach(context: CheckContext) -> Iterator[Problem]:
    """Sides that need all the medals they can gain, or more, or lack an exit (V-24, V-EXIT-08).

    Nothing is reported if a gap of the engine may be worth medals (see M710), and only a note if a
    text mentions units or objectives that are not on the board. This is an error only if the texts
    can be analyzed, because special rules may award more medals.
    """
    start, reachability = context.start_state, context.reachability
    if start is None or reachability is None or gaps_with_medals(context, reachability):
        return
    unplayable_enemies = _unplayable_enemies(context, start)
    for player, place in enumerate(_PLACES):
        medals_needed, max_medals = (
            start.field.medals_needed[player],
            _most_medals(start, unplayable_enemies, player),
        )
        side, pointer = start.field.sides[player].noun, f"/briefing/{place}/medals"
        if medals_needed > max_medals and _text_brings_medals(context):
            yield problem("told", pointer, side=side, needed=medals_needed, most=max_medals)
        elif medals_needed > max_medals:
            repair = value_repair("lower", pointer, max_medals, medals=nouns.medals(max_medals))
            key = "too-many" if context.has_analyzable_briefing else "untold"
            yield problem(
                key, pointer, None, repair, side=side, needed=medals_needed, most=max_medals
            )
        elif medals_needed == max_medals:
            yield problem("all", pointer, side=side, needed=medals_needed)
        if start.field.exits_needed[player] and not start.field.exits[player]:
            key = "no-exit" if context.has_analyzable_briefing else "exit-untold"
            yield problem(key, pointer, side=side)


def gaps_with_medals(context: CheckContext, reachability: Reachability) -> list[Gap]:
    """Return the gaps of the engine that may be worth medals."""
    return [gap for gap in reachability.gaps if _may_bring_medals(context, gap)]


def _text_brings_medals(context: CheckContext) -> bool:
    """Return whether a text mentions more units, or medals that are not on the board."""
    missing_rules = ["air-drop", "double-medals"]
    missing_rules += [] if any(tag.element.medal for tag in context.tags) else ["objectives"]
    missing_rules += [] if any(tag.is_exit for tag in context.tags) else ["exits"]
    return any(
        _brings_units(language_texts)
        or any(language_texts.find_rule(rule) for rule in missing_rules)
        for language_texts in context.texts.languages
    )


def _brings_units(language_texts: LanguageTexts) -> bool:
    """Return whether the special rules mention units that arrive later or by air."""
    rules = language_texts.filled_fields.get("rules", "")
    return language_texts.language is not None and any(
        language_texts.language.rule_reader.has_term(term, rules)
        for term in ("reinforcements", "drop")
    )


def _unplayable_enemies(context: CheckContext, start: GameState) -> tuple[int, int]:
    """Return, for the top and the bottom player, the number of enemies the engine cannot play."""
    board = context.scenario.board
    bystander_hexes = {board.hexes[index] for index in bit_indexes(start.field.bystanders)}
    sides = [unit.side for unit in context.units if unit.hex in bystander_hexes]
    top, bottom = (sides.count(side) for side in start.field.sides)
    unclear_count = sides.count(None) + len(bystander_hexes) - len(sides)
    return bottom + unclear_count, top + unclear_count


def _most_medals(start: GameState, unplayable_enemies: tuple[int, int], player: int) -> int:
    """Return the maximum medals a player can gain: enemies, objectives, and own units that exit."""
    field = start.field
    medals = sum(unit.medals for unit in field.units if unit.player != player)
    medals += unplayable_enemies[player]
    medals += sum(each.medals for each in field.objectives if player in each.players)
    if field.exits[player]:
        medals += sum(unit.exit_medals or 0 for unit in field.units if unit.player == player)
    return medals


def _may_bring_medals(context: CheckContext, gap: Gap) -> bool:
    """Return whether a gap of the engine may be worth a medal, or change the value of a medal.

    Tiles, obstacles and badges never are. Objectives and exits with unknown terms are, and ships,
    trains, rules of units and options may be.
    """
    is_without_medals = (
        gap.name in thresholds().without_medals or gap.name in context.catalogue.equipment
    )
    if gap.name in _GAPS_WITHOUT_MEDALS or is_without_medals:
        return False
    behavior = context.catalogue.behaviors.get(gap.name)
    element = context.catalogue.get(gap.name)
    layer = behavior.layer if behavior else element.layer if element else None
    if element and layer is Layer.TAG:
        return element.medal or element.exit
    if layer is Layer.STRUCTURE:
        return element is not None and element.group in thresholds().worth_medals
    return layer is None


@check("M702")
def battle_won_at_the_start(context: CheckContext) -> Iterator[Problem]:
    """Positions in which a side has won before the first move (V-75, B-SETUP-11).

    This is an error only if the texts can be analyzed: special rules may change what counts.
    """
    is_readable = context.has_analyzable_briefing
    medals: Counter[Side] = Counter()
    for objective, holder in objectives_held_from_the_start(context):
        medals[holder] += objective.medals
    options = scenario_options(context.scenario)
    for seat in seats_of(context):
        side, goal = seat.player.side, seat.player.medals
        if side and goal and medals[side] >= goal > 0 and side not in options.exits_needed:
            held_medals = nouns.medals(goal)
            key = "medals" if is_readable else "medals-untold"
            yield problem(key, seat.pointer("medals"), side=side.noun, medals=held_medals)
    for sudden_death in options.sudden_deaths:
        held_hexes = [
            u.hex
            for u in context.units
            if u.side is sudden_death.side and u.hex in sudden_death.hexes
        ]
        if len(held_hexes) >= sudden_death.needed:
            values: dict[str, PhraseValue] = {
                "side": sudden_death.side.noun,
                "hexes": context.hex_list(held_hexes),
            }
            key = "stronghold" if is_readable else "stronghold-untold"
            yield problem(key, rule_pointer(SuddenDeath), **values)


@check("M710")
def unexamined_playability(context: CheckContext) -> Iterator[Problem]:
    """Scenarios that M701 to M708 examine only in part, and why (V-60, V-70, V-24).

    Without this finding, a scenario without findings would seem to have no problems.
    """
    reachability = context.reachability
    if reachability is None:
        if {unit.side for unit in context.units} >= context.sides and len(context.sides) > 1:
            yield problem("no-game", "/hexes")
        return
    yield from _unknown_reach_problems(context, reachability)
    gaps = gaps_with_medals(context, reachability)
    if gaps:
        clauses = enumerated(gap.clause for gap in gaps)
        hex_ = next((gap.hexes[0] for gap in gaps if gap.hexes), None)
        yield problem("medals", "/briefing", hex_, unknown=clauses)


def _unknown_reach_problems(context: CheckContext, reachability: Reachability) -> Iterator[Problem]:
    """Yield a problem if unknown or later units make the reach of the armies uncertain."""
    board = context.scenario.board
    bystander_hexes = [
        board.hexes[index] for index in bit_indexes(reachability.state.field.bystanders)
    ]
    if bystander_hexes:
        pointer = context.pointer(bystander_hexes[0], "unit")
        yield problem("units", pointer, bystander_hexes[0], hexes=context.hex_list(bystander_hexes))
    elif not reachability.is_complete:
        yield problem("more-units", "/briefing")
