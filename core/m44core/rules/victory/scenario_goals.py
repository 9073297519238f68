"""The goals of a scenario: objectives, exits, sudden death, medals needed (D-10..D-21)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Direction, Hex
from m44core.model.exit_markers import exit_line_hexes, exit_lines, exit_markers, exiting_side
from m44core.model.objective_medals import holding_terms_of
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import MedalTerms, Tag
from m44core.model.special_rules import SpecialRules, SuddenDeath
from m44core.model.token_functions import OLDER_TERMS, TagRule
from m44core.model.victory_rules import (
    BoardSection,
    DamSabotage,
    EmptySectionMedals,
    ExitsOnly,
    GroupMedals,
    HoldingKind,
    MedalsNeeded,
    RestrictedObjective,
    RestrictedObjectives,
)
from m44core.rules.board.hex_grid import BOTTOM, TOP, Grid, bit_indexes, grid_of
from m44core.rules.game.victory_terms import NO_TAG, ExitTerms, Objective, SuddenDeathObjective
from m44core.rules.index_types import HexSet
from m44core.rules.scenario_options import ScenarioOptions


def objectives(scenario: Scenario, sides: tuple[Side, Side]) -> Iterator[Objective]:
    """Yield the objective medals whose terms are known (D-10..D-14)."""
    grid, rules = grid_of(scenario.board), scenario.briefing.special_rules
    replaced_hexes, restrictions, exits_only = (
        set(_replaced_hexes(rules)),
        _objective_restrictions(rules),
        exits_only_side(rules),
    )
    sabotage = rules.of(DamSabotage)
    dams = sabotage.hexes if sabotage else ()
    yield from _group_objectives(rules, grid, sides, restrictions)
    yield from _empty_section_objectives(rules, grid, sides)
    for hex_, number, tag in scenario.tags():
        element = scenario.catalogue.get(tag.name, Layer.TAG)
        if element is None or not element.medal:
            continue
        terms = holding_terms_of(tag, element.side)
        if terms and hex_ not in replaced_hexes:
            side = terms.side or element.side
            medal = tag.medal or MedalTerms()
            only_side = element.side if terms.any_hex else side
            allowed_players = (TOP, BOTTOM) if only_side is None else (sides.index(only_side),)
            players = tuple(p for p in allowed_players if sides[p] is not exits_only)
            if not players:
                continue
            yield Objective(
                hex=grid.board.index[hex_],
                tag=number,
                hexes=grid.mask((*{hex_, *(tag.group or ())},)),
                players=players,
                restriction=restrictions.get(hex_),
                dam=hex_ in dams,
                medals=max(1, medal.counts_for),
                needed=max(1, medal.hexes_needed),
                permanent=terms.permanent,
                turn_start=terms.turn_start,
                majority=terms.majority,
                sole_control=terms.sole_control,
                last_to_occupy=terms.last_to_occupy,
                flips_to=sides.index(side) if terms.any_hex and side else None,
            )


def exits_only_side(rules: SpecialRules) -> Side | None:
    """Return the side that gains medals only for exits, or None (SO-EXIT-ONLY-VICTORY)."""
    rule = rules.of(ExitsOnly)
    return rule.side if rule else None


def _replaced_hexes(rules: SpecialRules) -> Iterator[Hex]:
    """Yield the hexes whose medals are replaced by group medals or by sudden death."""
    if medals := rules.of(GroupMedals):
        yield from (group.instead_of for group in medals.groups if group.instead_of)
    if sudden_death := rules.of(SuddenDeath):
        yield from (
            hex_ for group in sudden_death.groups if group.no_medals for hex_ in group.hexes
        )


def _objective_restrictions(rules: SpecialRules) -> dict[Hex, RestrictedObjective]:
    """Return the restrictions on who can take an objective, keyed by its hex."""
    rule = rules.of(RestrictedObjectives)
    return {each.hex: each for each in rule.objectives} if rule else {}


def _group_objectives(
    rules: SpecialRules,
    grid: Grid,
    sides: tuple[Side, Side],
    restrictions: Mapping[Hex, RestrictedObjective],
) -> Iterator[Objective]:
    """Yield the medals for groups of hexes, with the restriction on their first hex, if any.

    See SO-GROUP-MEDAL and SO-OBJECTIVE-RESTRICTION.
    """
    rule = rules.of(GroupMedals)
    for group in rule.groups if rule else ():
        yield Objective(
            hex=grid.board.index[group.hexes[0]],
            tag=NO_TAG,
            hexes=grid.mask(group.hexes),
            players=(sides.index(group.side),),
            medals=group.medals,
            needed=group.needed,
            restriction=restrictions.get(group.hexes[0]),
            permanent=group.kind in (HoldingKind.PERMANENT, HoldingKind.TURN_START),
            turn_start=group.kind in (HoldingKind.TURN_START, HoldingKind.TURN_START_TEMPORARY),
            any_turn=group.kind is HoldingKind.TURN_START_TEMPORARY,
        )


def _empty_section_objectives(
    rules: SpecialRules, grid: Grid, sides: tuple[Side, Side]
) -> Iterator[Objective]:
    """Yield the medals for sections that are clear of the enemy (O-EMPTY)."""
    rule = rules.of(EmptySectionMedals)
    if rule is None:
        return
    hex_sections = grid.sections[BOTTOM]
    bits = [1 << [*BoardSection].index(third) for third in rule.sections]
    clear_hexes = tuple(
        sum(1 << i for i, bit in enumerate(hex_sections) if bit & section_bit)
        for section_bit in bits
    )
    hexes = 0
    for section in clear_hexes:
        hexes |= section
    player = sides.index(rule.side)
    yield Objective(
        bit_indexes(hexes)[0], NO_TAG, hexes, (player,), rule.medals, sections_to_clear=clear_hexes
    )


def sudden_death_objectives(
    options: ScenarioOptions, sides: tuple[Side, Side], board: Board
) -> tuple[SuddenDeathObjective, ...]:
    """Return the sudden-death objectives, which win the game without medals (V-MED-08, D-17)."""
    mask = grid_of(board).mask
    return tuple(
        SuddenDeathObjective(sides.index(each.side), each.needed, mask(each.hexes), each.at_once)
        for each in options.sudden_deaths
    )


def exits_needed(options: ScenarioOptions, sides: tuple[Side, Side]) -> tuple[int, int]:
    """Return, for each player, how many medals must come from exits to win (V-EXIT-08)."""
    top, bottom = (options.exits_needed.get(side, 0) for side in sides)
    return top, bottom


def medals_needed(
    options: ScenarioOptions, briefing_medals: tuple[int, int], sides: tuple[Side, Side]
) -> tuple[int, int]:
    """Return the medals each player needs (SO-VICTORY-OVERRIDE, SO-EXIT-ONLY-VICTORY)."""
    medals_rule, exits_rule = options.further_rule(MedalsNeeded), options.further_rule(ExitsOnly)
    needed_medals = list(briefing_medals)
    for player, side in enumerate(sides):
        if medals_rule:
            stated_number = medals_rule.axis if side is Side.AXIS else medals_rule.allies
            needed_medals[player] = stated_number or needed_medals[player]
        if exits_rule and exits_rule.side is side:
            needed_medals[player] = exits_rule.exits
    return needed_medals[0], needed_medals[1]


def exit_hexes_by_player(scenario: Scenario, sides: tuple[Side, Side]) -> tuple[HexSet, HexSet]:
    """Return, for each player, the hexes by which the player's units can exit (V-EXIT-03)."""
    edge = grid_of(scenario.board).mask(tuple(edge_hexes(scenario.board)))
    exit_hexes = [0, 0]
    mask = grid_of(scenario.board).mask
    for marker in exit_markers(scenario):
        side = exiting_side(scenario, marker)
        if side:
            exit_hexes[sides.index(side)] |= mask(marker.hexes) & edge
    for line in exit_lines(scenario):
        exit_hexes[sides.index(line.side)] |= mask(exit_line_hexes(line, scenario.board)) & edge
    return exit_hexes[TOP], exit_hexes[BOTTOM]


def exit_terms(scenario: Scenario, sides: tuple[Side, Side]) -> tuple[ExitTerms, ...]:
    """Return the exits that only some units can use, or that are worth more (SO-EXIT-AWARD)."""
    mask = grid_of(scenario.board).mask
    return tuple(
        ExitTerms(
            player=sides.index(line.side),
            hexes=mask(exit_line_hexes(line, scenario.board)),
            kinds=frozenset(line.kinds),
            medals=line.medals,
            each_figure=line.each_figure,
        )
        for line in exit_lines(scenario)
        if line.kinds or line.medals > 1 or line.each_figure
    )


def supports_tag_rule(tag: Tag, catalogue: Catalogue) -> bool:
    """Return whether the engine plays the special rule of a token (D-13, V-EXIT-01)."""
    if tag.behavior in (TagRule.EXIT, TagRule.WITTMANN):
        return True
    element = catalogue.get(tag.name, Layer.TAG)
    if element is None:
        return False
    if element.mine:
        return tag.behavior in (TagRule.MINES, TagRule.MINES_WITH_MEDAL)
    return element.medal and tag.behavior in OLDER_TERMS


def edge_hexes(board: Board) -> Iterator[Hex]:
    """Yield the hexes at the edge of the board (V-EXIT-10)."""
    return (hex_ for hex_ in board.hexes if len(board.neighbours[hex_]) < len(Direction))
