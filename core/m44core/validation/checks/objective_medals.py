"""Objective medals and sudden death (M604 to M611)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Layer, Side, UnitClass
from m44core.findings.finding_kinds import PhraseValue
from m44core.hexes import Hex
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.messages import nouns
from m44core.model.objective_medals import holding_terms_of
from m44core.model.rule_declarations import declarations
from m44core.model.special_rules import ForeignRule, SuddenDeath
from m44core.model.victory_rules import EmptySectionMedals, GroupMedals
from m44core.rules.game.state import NOBODY
from m44core.rules.game.victory_terms import NO_TAG, Objective
from m44core.rules.victory.objective_control import holder_by_counts
from m44core.rules.victory.scenario_goals import objectives
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import (
    Problem,
    Repair,
    check,
    problem,
    removal_repair,
    value_repair,
)
from m44core.validation.placed_pieces import PlacedTag


@check("M604")
def objective_held_from_the_start(context: CheckContext) -> Iterator[Problem]:
    """Objectives that a side holds before the first move (V-61, B-SETUP-11).

    This is only a hint: in published battles the defender often starts on the objectives.
    Objectives that one of the players always holds are skipped.
    """
    for objective, side in objectives_held_from_the_start(context):
        if objective.flips_to is None:
            hex_ = context.scenario.board.hexes[objective.hex]
            pointer = objective_pointer(context, objective)
            values: dict[str, PhraseValue] = {"side": side.noun}
            values["medals"] = nouns.medals(objective.medals)
            if objective.sections_to_clear:
                yield problem("empty", pointer, **values)
            else:
                yield problem("held", pointer, hex_, hex=context.hex_name(hex_), **values)


def objective_pointer(context: CheckContext, objective: Objective) -> str:
    """Return the pointer to an objective: its medal, or the special rule that creates it."""
    if objective.tag != NO_TAG:
        hex_ = context.scenario.board.hexes[objective.hex]
        return context.pointer(hex_, "tags", objective.tag)
    return rule_pointer(EmptySectionMedals if objective.sections_to_clear else GroupMedals)


def objectives_held_from_the_start(context: CheckContext) -> Iterator[tuple[Objective, Side]]:
    """Yield the objectives held before the first move, each with the side that holds it.

    Units that the engine cannot play count too. If the sides of the players are unclear, nothing
    is yielded.
    """
    scenario, top = context.scenario, context.scenario.briefing.top.side
    if top is None or scenario.briefing.bottom.side is not top.enemy:
        return
    sides, occupied_hexes = (top, top.enemy), [0, 0]
    for unit in context.units:
        if unit.side and unit.unit_class not in (None, UnitClass.PLANE):
            occupied_hexes[sides.index(unit.side)] |= 1 << scenario.board.index[unit.hex]
    for objective in objectives(scenario, sides):
        if objective.sections_to_clear:
            (player,) = objective.players
            if any(
                not section & occupied_hexes[1 - player] for section in objective.sections_to_clear
            ):
                yield objective, sides[player]
            continue
        counts = [(hexes & objective.hexes).bit_count() for hexes in occupied_hexes]
        holder = NOBODY if objective.turn_start else holder_by_counts(objective, counts, NOBODY)
        if holder != NOBODY:
            yield objective, sides[holder]


@check("M605")
def impossible_objective(context: CheckContext) -> Iterator[Problem]:
    """Objectives worth no medal, or that need no hex or more hexes than they have (V-61)."""
    for placed_tag in _medals(context):
        medal = placed_tag.tag.medal
        if medal and medal.counts_for < 1:
            pointer, medals = _tag_pointer(context, placed_tag, "counts-for"), medal.counts_for
            one_medal_repair, name = (
                removal_repair("one-medal", pointer),
                context.hex_name(placed_tag.hex),
            )
            yield problem(
                "worthless", pointer, placed_tag.hex, one_medal_repair, hex=name, medals=medals
            )
        if medal and not 1 <= medal.hexes_needed <= len(_objective_hexes(placed_tag)):
            yield _needed_hexes_problem(context, placed_tag, medal.hexes_needed)


def _needed_hexes_problem(
    context: CheckContext, placed_tag: PlacedTag, needed_hexes: int
) -> Problem:
    """Return the problem that an objective needs no hex, or more than it has."""
    pointer, number = (
        _tag_pointer(context, placed_tag, "hexes-needed"),
        len(_objective_hexes(placed_tag)),
    )
    hexes, name = nouns.hexes(number), context.hex_name(placed_tag.hex)
    repair = value_repair("fewer", pointer, number, hexes=hexes)
    if needed_hexes < 1:
        return problem(
            "none-needed", pointer, placed_tag.hex, repair, hex=name, needed=needed_hexes
        )
    return problem(
        "too-many", pointer, placed_tag.hex, repair, hex=name, needed=needed_hexes, hexes=hexes
    )


@check("M606")
def objective_hex_listed_twice(context: CheckContext) -> Iterator[Problem]:
    """Objectives that list a hex twice, usually that of the medal itself (LINT-M4).

    This is an error if the number of units on the hexes matters; otherwise the repeated hex has no
    effect.
    """
    for placed_tag in _medals(context):
        group = placed_tag.tag.group or ()
        repeated_hexes = [
            hex_ for hex_, number in Counter((placed_tag.hex, *group)).items() if number > 1
        ]
        if repeated_hexes:
            pointer = _tag_pointer(context, placed_tag, "hexes")
            other_hex_names = [context.hex_name(hex_) for hex_ in _objective_hexes(placed_tag)[1:]]
            once_repair = Repair("once", {pointer: other_hex_names or None}, {})
            key = "counted" if _counts_units(placed_tag) else "listed"
            name, hexes = context.hex_name(placed_tag.hex), context.hex_list(repeated_hexes)
            yield problem(key, pointer, placed_tag.hex, once_repair, hex=name, hexes=hexes)


def _counts_units(placed_tag: PlacedTag) -> bool:
    """Return whether the number of units on the hexes of an objective matters."""
    medal = placed_tag.tag.medal
    return bool(medal and (medal.hexes_needed > 1 or medal.majority))


@check("M607")
def medals_on_one_hex(context: CheckContext) -> Iterator[Problem]:
    """Several objective medals on one hex (V-62, R-33)."""
    count = Counter(placed_tag.hex for placed_tag in _medals(context))
    for hex_, number in count.items():
        if number > 1:
            pointer, medals = context.pointer(hex_, "tags"), nouns.medals(number)
            yield problem("several", pointer, hex_, hex=context.hex_name(hex_), medals=medals)


@check("M608")
def objective_of_the_wrong_side(context: CheckContext) -> Iterator[Problem]:
    """Medals of one side whose terms name the other; nobody can win such medals (V-62)."""
    for placed_tag in _medals(context):
        side = placed_tag.element.side
        named_side = placed_tag.tag.medal.side if placed_tag.tag.medal else None
        stated_side = named_side or placed_tag.tag.side
        if side and stated_side == side.enemy and holding_terms_of(placed_tag.tag, side) is None:
            pointer = _tag_pointer(
                context, placed_tag, *(("terms", "side") if named_side else ("side",))
            )
            values: dict[str, PhraseValue] = {"side": side.noun, "other": side.enemy.noun}
            repair = removal_repair("forget", pointer, side=side.noun)
            yield problem(
                "contrary",
                pointer,
                placed_tag.hex,
                repair,
                hex=context.hex_name(placed_tag.hex),
                **values,
            )


@check("M609")
def objective_in_a_bunker(context: CheckContext) -> Iterator[Problem]:
    """Objectives in fortifications that not every unit may enter (V-64)."""
    for placed_tag in _medals(context):
        structure = context.scenario.at(placed_tag.hex).structure
        rules = context.terrain_rules(structure, Layer.STRUCTURE)
        if (
            structure
            and rules
            and UnitClass.ARMOR in rules.impassable
            and len(_objective_hexes(placed_tag)) == 1
        ):
            bunker = context.catalogue.elements[structure.name].noun
            values: dict[str, PhraseValue] = {
                "hex": context.hex_name(placed_tag.hex),
                "bunker": bunker,
            }
            yield problem("infantry", _tag_pointer(context, placed_tag), placed_tag.hex, **values)


@check("M610")
def impossible_sudden_death(context: CheckContext) -> Iterator[Problem]:
    """Sudden death with hexes the board lacks, or that needs more hexes than it has (V-61)."""
    for group in _unplayable_groups(context):
        unknown_names = [name for name in group.names if name not in group.known]
        if unknown_names:
            pointer = group.pointer("hexes")
            repairs = [Repair("others", {pointer: group.known}, {})] if group.known else []
            values: dict[str, PhraseValue] = {"hexes": ", ".join(unknown_names)}
            yield problem("no-hex", pointer, None, *repairs, **values)
        elif group.needed > len(group.known):
            pointer, hex_count = group.pointer("needed"), len(group.known)
            repair = value_repair("fewer", pointer, hex_count, hexes=nouns.hexes(hex_count))
            needed_hexes = nouns.hexes(group.needed)
            yield problem("too-many", pointer, None, repair, needed=needed_hexes, hexes=hex_count)


class _SuddenDeathGroup(NamedTuple):
    """A group of sudden-death hexes that cannot be played.

    ``names`` are the hexes it lists, ``known`` those that are on the board, each once;
    ``place`` is its pointer in the workshop document.
    """

    needed: int
    names: list[str]
    known: list[str]
    place: str

    def pointer(self, field: str) -> str:
        """Return the pointer to a field of the group."""
        return f"{self.place}/{field}"


def _unplayable_groups(context: CheckContext) -> Iterator[_SuddenDeathGroup]:
    """Yield the sudden-death groups that the file states legibly but that make no sense."""
    scenario, place = context.scenario, rule_pointer(SuddenDeath)
    stated_rule = scenario.briefing.special_rules.stated.get(declarations().of(SuddenDeath).key)
    groups = stated_rule.value if isinstance(stated_rule, ForeignRule) else ()
    on_board = {scenario.board.name(hex_) for hex_ in scenario.board.hexes}
    for number, value in enumerate(groups if isinstance(groups, list) else ()):
        names, needed_number = (
            _hex_names(value),
            value.get("needed") if isinstance(value, dict) else None,
        )
        if names and isinstance(needed_number, int | str) and str(needed_number).isdecimal():
            known_names = [name for name in dict.fromkeys(names) if name in on_board]
            yield _SuddenDeathGroup(int(needed_number), names, known_names, f"{place}/{number}")


def _hex_names(value: object) -> list[str]:
    group = value.get("hexes") if isinstance(value, dict) else None
    return [name for name in group if isinstance(name, str)] if isinstance(group, list) else []


@check("M611")
def objective_on_an_exit(context: CheckContext) -> Iterator[Problem]:
    """Temporary objectives on hexes where the same side can exit (V-EXIT-06, V-MED-01)."""
    start = context.start_state
    if start is None or not any(start.field.exits):
        return
    for objective in start.field.objectives:
        exiting_players = [
            player
            for player in objective.players
            if not objective.hexes & ~start.field.exits[player]
        ]
        if exiting_players and not objective.can_be_taken_in_passing:
            hex_ = context.scenario.board.hexes[objective.hex]
            pointer, side = (
                objective_pointer(context, objective),
                start.field.sides[exiting_players[0]],
            )
            yield problem("given-up", pointer, hex_, hex=context.hex_name(hex_), side=side.noun)


def _medals(context: CheckContext) -> Iterator[PlacedTag]:
    return (placed_tag for placed_tag in context.tags if placed_tag.element.medal)


def _objective_hexes(placed_tag: PlacedTag) -> list[Hex]:
    """Return the hexes of an objective, each once, that of the medal first."""
    return list(dict.fromkeys((placed_tag.hex, *(placed_tag.tag.group or ()))))


def _tag_pointer(context: CheckContext, placed_tag: PlacedTag, *path: str) -> str:
    return context.pointer(placed_tag.hex, "tags", placed_tag.tag_index, *path)
