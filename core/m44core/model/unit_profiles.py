"""The profiles of a scenario's units and their numbers of figures.

The engine, the checks, pictures, panels, sheets and sites all use this module. The profile of a
unit depends on its own values, its hex, and the special rules of the scenario.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.unit_traits import UnitProfile
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Unit
from m44core.model.special_rules import LateWarWeapons, SpecialRules
from m44core.model.unit_rules import UnitFlags

ON_BY_DEFAULT = frozenset({"british-commonwealth"})
"""The keys of the special rules that apply unless a scenario switches them off."""
EARLY_WAR, LATE_WAR = "early-war", "late-war"
_LATE_FROM = date(1942, 7, 1)


def unit_profile_on(scenario: Scenario, hex_: Hex) -> UnitProfile | None:
    """Return the profile of the unit on a hex; None if there is no unit.

    It has the figures of the start of the game; in a game position, the full strength.
    """
    content = scenario.at(hex_)
    if content.unit is None:
        return None
    return _unit_profile_of(scenario, hex_, at_full_strength(scenario, hex_, content.unit))


def reserve_profile(scenario: Scenario, unit: Unit) -> UnitProfile:
    """Return the profile of a unit that has yet to enter the board."""
    return scenario.catalogue.unit_profile(*kind_attributes(unit), active_conditions(scenario))


def figures_on(scenario: Scenario, hex_: Hex) -> int:
    """Return the current number of figures on a hex; 0 if there is no unit."""
    profile, unit = unit_profile_on(scenario, hex_), scenario.at(hex_).unit
    if profile is None or unit is None:
        return 0
    return full_strength(profile) if unit.figures is None else max(1, unit.figures)


def default_figures(scenario: Scenario, hex_: Hex) -> int | None:
    """Return the full strength that the unit on a hex has if the scenario gives no figures.

    If its kind depends on its number of figures (special forces of 3 are French Resistance), the
    result is the full strength of its actual kind. None if there is no unit or its kind is unknown.
    """
    unit = scenario.at(hex_).unit
    if unit is None:
        return None
    profile = _unit_profile_of(scenario, hex_, unit)
    default_profile = _unit_profile_of(scenario, hex_, replace(unit, figures=None))
    return (default_profile if profile.rules is default_profile.rules else profile).figures


def full_strength(profile: UnitProfile) -> int:
    """Return the number of figures that a kind of unit starts with: at least one."""
    return max(1, profile.figures or 1)


def _unit_profile_of(scenario: Scenario, hex_: Hex, unit: Unit) -> UnitProfile:
    """Return the profile that a unit would have on a hex."""
    content = scenario.at(hex_)
    return scenario.catalogue.unit_profile(
        *kind_attributes(unit),
        active_conditions(scenario),
        content.structure.name if content.structure else "",
        content.terrain.name if content.terrain else "",
        flags_of(scenario.briefing.special_rules, origin_of(scenario, hex_)),
    )


def kind_attributes(unit: Unit) -> tuple[str, str | None, str | None, int | None, str | None]:
    """Return the values of a unit that determine its kind.

    These are its name, badge, behavior, figures and equipment.
    """
    return unit.name, unit.badge, unit.behavior, unit.figures, unit.equipment


def at_full_strength(scenario: Scenario, hex_: Hex, unit: Unit) -> Unit:
    """Return a unit with the full strength that a game position stores for it.

    Its figures are None if the full strength is the default; the unit is unchanged if it has
    lost no figures.
    """
    full_figures = scenario.position.strength.get(hex_, 0) if scenario.position else 0
    if unit.figures is None or full_figures <= unit.figures:
        return unit
    without_figures, with_figures = replace(unit, figures=None), replace(unit, figures=full_figures)
    catalogue = scenario.catalogue
    is_default = catalogue.unit_profile(
        *kind_attributes(without_figures)
    ) == catalogue.unit_profile(*kind_attributes(with_figures))
    return without_figures if is_default else with_figures


def origin_of(scenario: Scenario, hex_: Hex) -> Hex | None:
    """Return the starting hex of the unit on a hex; None if a game position does not store it."""
    position = scenario.position
    return hex_ if position is None else position.origins.get(hex_)


def flags_of(rules: SpecialRules, origin: Hex | None) -> frozenset[str]:
    """Return the flags of the unit that started on *origin*; empty for None (SO-UNIT-FLAGS)."""
    rule = rules.of(UnitFlags)
    groups = rule.groups if rule else ()
    return frozenset(flag for each in groups if origin in each.hexes for flag in each.flags)


def active_conditions(scenario: Scenario) -> frozenset[str]:
    """Return the era and the keys of the active special rules that change kinds of units."""
    rules = scenario.briefing.special_rules
    return frozenset((_weapons_era(scenario), *_active_rule_keys(rules, scenario.catalogue)))


def _active_rule_keys(rules: SpecialRules, catalogue: Catalogue) -> Iterator[str]:
    """Yield the keys of the active special rules that change kinds of units.

    Some apply by default (O-BRIT).
    """
    for rule in catalogue.rules_of_units:
        by_default = rule in ON_BY_DEFAULT and rule not in rules.in_force
        if by_default or rules.is_on(rule):
            yield rule


def _weapons_era(scenario: Scenario) -> str:
    """Return the era of weapons: by the special rule, or else by the date (E-SWA-02)."""
    late_war_rule, begins = (
        scenario.briefing.special_rules.of(LateWarWeapons),
        scenario.briefing.begins,
    )
    if late_war_rule is not None:
        return LATE_WAR if late_war_rule.applies else EARLY_WAR
    return LATE_WAR if begins is not None and begins >= _LATE_FROM else EARLY_WAR
