"""Checks of units that special rules cannot bring, and of hexes unfit for rules (M414, M614)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Layer, Side, UnitClass
from m44core.findings.finding_kinds import PhraseValue
from m44core.hexes import Hex
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.model.objective_medals import capturing_side
from m44core.model.rule_declarations import declarations
from m44core.model.rule_parts import SpecialRule
from m44core.model.special_rules import Hill317, SuddenDeath
from m44core.model.unit import Unit
from m44core.model.unit_rules import (
    AirDrop,
    ArmorBreakthrough,
    OrderedDrop,
    Reinforcements,
    SupplyTrain,
    UnitFlags,
)
from m44core.model.victory_rules import (
    DamSabotage,
    GroupMedals,
    MandatoryObjective,
    RestrictedObjectives,
)
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem
from m44core.validation.checks.special_rule_conflicts import rule_label
from m44core.validation.placed_pieces import PlacedTag


class _BroughtUnit(NamedTuple):
    """A unit that a special rule brings, with the rule, its side and the pointer to it."""

    rule: type[SpecialRule]
    side: Side
    unit: Unit
    pointer: str


@check("M414")
def unit_a_rule_cannot_bring(context: CheckContext) -> Iterator[Problem]:
    """Units of the wrong side or class brought by special rules (LINT-S4, O-ABRK)."""
    for brought_unit in _brought_units(context):
        element = context.catalogue.get(brought_unit.unit.name, Layer.UNIT)
        if element is None:
            continue
        side = element.nation.side if element.nation else None
        values: dict[str, PhraseValue] = {
            "rule": rule_label(declarations().of(brought_unit.rule).key),
            "unit": element.noun,
        }
        if side is brought_unit.side.enemy:
            yield problem(
                "enemy", brought_unit.pointer, None, **values, side=brought_unit.side.noun
            )
        elif (
            brought_unit.rule in (AirDrop, OrderedDrop)
            and element.unit_class is not UnitClass.INFANTRY
        ):
            yield problem("no-infantry", brought_unit.pointer, None, **values)
        elif brought_unit.rule is ArmorBreakthrough and element.unit_class is not UnitClass.ARMOR:
            yield problem("no-armor", brought_unit.pointer, None, **values)


def _brought_units(context: CheckContext) -> Iterator[_BroughtUnit]:
    """Yield the units that special rules bring."""
    rules = context.scenario.briefing.special_rules
    for rule in (rules.of(AirDrop), rules.of(OrderedDrop), rules.of(SupplyTrain)):
        if rule is not None:
            yield _BroughtUnit(type(rule), rule.side, rule.unit, f"{rule_pointer(type(rule))}/unit")
    if breakthrough := rules.of(ArmorBreakthrough):
        for number, armor in enumerate(breakthrough.groups):
            pointer = f"{rule_pointer(ArmorBreakthrough)}/{number}/unit"
            yield _BroughtUnit(ArmorBreakthrough, armor.side, armor.unit, pointer)
    if reinforcements := rules.of(Reinforcements):
        for number, group in enumerate(reinforcements.groups):
            for index, reserves in enumerate(group.coming):
                pointer = f"{rule_pointer(Reinforcements)}/{number}/coming/{index}/unit"
                yield _BroughtUnit(Reinforcements, group.side, reserves.unit, pointer)


_DAM = "dam"


@check("M614")
def hex_that_does_not_fit_its_rule(context: CheckContext) -> Iterator[Problem]:
    """Special rules about units, medals or terrain that their hexes do not have (LINT-S3)."""
    yield from _missing_unit_problems(context)
    yield from _missing_medal_problems(context)
    yield from _missing_dam_problems(context)
    yield from _impassable_hex_problems(context)
    yield from _unmarked_hex_problems(context)


def _problem_of_hexes(
    context: CheckContext, key: str, rule: type[SpecialRule], place: str, hexes: Iterable[Hex]
) -> Iterator[Problem]:
    """Yield the problem *key* of a rule, listing the hexes; nothing if there are none."""
    unique_hexes = list(dict.fromkeys(hexes))
    if unique_hexes:
        rule_name = rule_label(declarations().of(rule).key)
        pointer = rule_pointer(rule) + place
        yield problem(
            key, pointer, unique_hexes[0], rule=rule_name, hexes=context.hex_list(unique_hexes)
        )


def _missing_unit_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield the problems of hexes where a rule expects a unit at the start, and there is none."""
    rules = context.scenario.briefing.special_rules
    if flags := rules.of(UnitFlags):
        for number, flagged_units in enumerate(flags.groups):
            hexes_without_unit = (
                hex_ for hex_ in flagged_units.hexes if not context.scenario.at(hex_).unit
            )
            yield from _problem_of_hexes(
                context, "no-unit", UnitFlags, f"/{number}/hexes", hexes_without_unit
            )
    if reinforcements := rules.of(Reinforcements):
        for number, group in enumerate(reinforcements.groups):
            hexes_without_unit = (
                h for h in group.waiting if not _has_unit_of_side(context, h, group.side)
            )
            yield from _problem_of_hexes(
                context, "no-unit", Reinforcements, f"/{number}/waiting", hexes_without_unit
            )
    if restrictions := rules.of(RestrictedObjectives):
        for number, restriction in enumerate(restrictions.objectives):
            hexes_without_unit = (
                hex_ for hex_ in restriction.hexes if not context.scenario.at(hex_).unit
            )
            yield from _problem_of_hexes(
                context, "no-unit", RestrictedObjectives, f"/{number}/hexes", hexes_without_unit
            )


def _has_unit_of_side(context: CheckContext, hex_: Hex, side: Side) -> bool:
    """Return whether a unit of a side, or an unknown one, is on a hex."""
    if context.scenario.at(hex_).unit is None:
        return False
    return all(unit.side is side for unit in context.units if unit.hex == hex_)


def _missing_medal_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield the problems of hexes where a rule expects an objective that no medal includes."""
    rules = context.scenario.briefing.special_rules
    medals = [placed_tag for placed_tag in context.tags if placed_tag.element.medal]
    objective_hexes = {
        hex_ for placed_tag in medals for hex_ in (placed_tag.hex, *(placed_tag.tag.group or ()))
    }
    groups = rules.of(GroupMedals)
    group_hexes = {hex_ for group in groups.groups for hex_ in group.hexes} if groups else set()
    mandatory_objective = rules.of(MandatoryObjective)
    if (
        mandatory_objective
        and mandatory_objective.hex
        not in _winnable_hexes(medals, mandatory_objective.side) | group_hexes
    ):
        yield from _problem_of_hexes(
            context, "no-medal", MandatoryObjective, "/hex", (mandatory_objective.hex,)
        )
    if restrictions := rules.of(RestrictedObjectives):
        for number, restriction in enumerate(restrictions.objectives):
            if restriction.hex not in objective_hexes | group_hexes:
                place = f"/{number}/hex"
                yield from _problem_of_hexes(
                    context, "no-medal", RestrictedObjectives, place, (restriction.hex,)
                )
    for number, group in enumerate(groups.groups if groups else ()):
        if group.instead_of and group.instead_of not in objective_hexes:
            place = f"/{number}/instead-of"
            yield from _problem_of_hexes(
                context, "no-medal", GroupMedals, place, (group.instead_of,)
            )


def _winnable_hexes(medals: Iterable[PlacedTag], side: Side) -> set[Hex]:
    """Return the hexes, group hexes included, of the medals that are not reserved for the enemy."""
    winnable_medals = (
        each for each in medals if capturing_side(each.tag, each.element.side) is not side.enemy
    )
    return {
        hex_
        for placed_tag in winnable_medals
        for hex_ in (placed_tag.hex, *(placed_tag.tag.group or ()))
    }


def _missing_dam_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield a problem if hexes that should be dams have no dam tile."""
    sabotage_rule = context.scenario.briefing.special_rules.of(DamSabotage)
    hexes_without_dam = (
        (h for h in sabotage_rule.hexes if _tile_key(context, h) != _DAM) if sabotage_rule else ()
    )
    yield from _problem_of_hexes(context, "no-dam", DamSabotage, "/hexes", hexes_without_dam)


def _tile_key(context: CheckContext, hex_: Hex) -> str | None:
    """Return the key of the tile on a hex; None if unknown."""
    tile = context.scenario.at(hex_).terrain
    element = context.catalogue.get(tile.name, Layer.TERRAIN) if tile else None
    return element.key if element else None


def _impassable_hex_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield the problems of hexes where a rule expects or lands units but none can ever enter."""
    rules = context.scenario.briefing.special_rules
    if sudden_death := rules.of(SuddenDeath):
        for number, group in enumerate(sudden_death.groups):
            impassable_hexes = (hex_ for hex_ in group.hexes if _is_impassable(context, hex_))
            yield from _problem_of_hexes(
                context, "closed", SuddenDeath, f"/{number}/hexes", impassable_hexes
            )
    if hill := rules.of(Hill317):
        impassable_hexes = (hex_ for hex_ in hill.hexes if _is_impassable(context, hex_))
        yield from _problem_of_hexes(context, "closed", Hill317, "", impassable_hexes)
    if drop := rules.of(AirDrop):
        aims = (*((drop.center,) if drop.center else ()), *drop.aims)
        impassable_aims = (
            hex_ for hex_ in aims if _is_impassable(context, hex_) or _is_at_sea(context, hex_)
        )
        place = "/center" if drop.center else "/aims"
        yield from _problem_of_hexes(context, "no-landing", AirDrop, place, impassable_aims)
    if ordered_drop := rules.of(OrderedDrop):
        impassable_aims = (
            h for h in ordered_drop.aims if _is_impassable(context, h) or _is_at_sea(context, h)
        )
        yield from _problem_of_hexes(context, "no-landing", OrderedDrop, "/aims", impassable_aims)


def _is_impassable(context: CheckContext, hex_: Hex) -> bool:
    """Return whether neither infantry nor armor can ever enter a hex.

    A hex with a structure, such as a bridge, or with unknown rules does not count as impassable.
    """
    ground = context.ground_rules(hex_)
    if ground is None or context.scenario.at(hex_).structure:
        return False
    return {UnitClass.INFANTRY, UnitClass.ARMOR} <= set(ground.impassable)


def _is_at_sea(context: CheckContext, hex_: Hex) -> bool:
    ground = context.ground_rules(hex_)
    return bool(ground and ground.sea)


def _unmarked_hex_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield a problem for each sudden-death group with a single unmarked hex, probably a mistake.

    A group of two hexes has none, because either hex may be the mistake.
    """
    sudden_death = context.scenario.briefing.special_rules.of(SuddenDeath)
    for number, group in enumerate(sudden_death.groups if sudden_death else ()):
        unmarked_hexes = [hex_ for hex_ in group.hexes if not _is_marked(context, hex_)]
        if len(unmarked_hexes) == 1 and (len(group.hexes) > 2 or len(group.hexes) == 1):
            key = "bare" if len(group.hexes) == 1 else "odd"
            yield from _problem_of_hexes(
                context, key, SuddenDeath, f"/{number}/hexes", unmarked_hexes
            )


def _is_marked(context: CheckContext, hex_: Hex) -> bool:
    """Return whether players can see that a hex is special."""
    content = context.scenario.at(hex_)
    visible_piece = content.terrain or content.structure or content.tags
    return bool(visible_piece) or hex_ in context.scenario.labels
