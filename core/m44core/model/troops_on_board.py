"""What the units of a scenario are, and how many figures each has.

The engine, the checks, pictures, panels, sheets and sites all ask here. What decides it are the
marks of a unit, what it stands on, and the special rules of the scenario.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.unit_traits import Troop
from m44core.hexes import Hex
from m44core.model.parts import Unit
from m44core.model.scenario import Scenario
from m44core.model.special_rules import LateWarWeapons, SpecialRules
from m44core.model.unit_rules import UnitFlags

ON_BY_DEFAULT = frozenset({"british-commonwealth"})
"""The special rules that hold wherever a scenario does not switch them off."""
EARLY_WAR, LATE_WAR = "early-war", "late-war"
_LATE_FROM = date(1942, 7, 1)


def troop_on(scenario: Scenario, hex_: Hex) -> Troop | None:
    """Return what the unit on a hex is, with the figures it starts a game with; None without one.

    In a position of a game that is its full strength.
    """
    content = scenario.at(hex_)
    if content.unit is None:
        return None
    return _troop_of(scenario, hex_, at_full_strength(scenario, hex_, content.unit))


def troop_of_reserve(scenario: Scenario, unit: Unit) -> Troop:
    """Return what a unit is that stands on no hex: one that is to come to the board."""
    return scenario.catalogue.troop(*kind_marks(unit), circumstances(scenario))


def figures_on(scenario: Scenario, hex_: Hex) -> int:
    """Return how many figures stand on a hex: those a position has, else those of the start."""
    troop, unit = troop_on(scenario, hex_), scenario.at(hex_).unit
    if troop is None or unit is None:
        return 0
    return full_strength(troop) if unit.figures is None else max(1, unit.figures)


def usual_figures(scenario: Scenario, hex_: Hex) -> int | None:
    """Return the full strength of the unit on a hex where its scenario does not say another.

    Where its number of figures is what tells its kind (special forces of 3 are French
    Resistance), that number is its full strength. None without a unit, or of an unknown kind.
    """
    unit = scenario.at(hex_).unit
    if unit is None:
        return None
    kind = _troop_of(scenario, hex_, unit)
    plain = _troop_of(scenario, hex_, replace(unit, figures=None))
    return (plain if kind.rules is plain.rules else kind).figures


def full_strength(troop: Troop) -> int:
    """Return how many figures such a unit starts with: at least one."""
    return max(1, troop.figures or 1)


def _troop_of(scenario: Scenario, hex_: Hex, unit: Unit) -> Troop:
    """Return what a unit would be on a hex."""
    there = scenario.at(hex_)
    return scenario.catalogue.troop(
        *kind_marks(unit),
        circumstances(scenario),
        there.structure.name if there.structure else "",
        there.terrain.name if there.terrain else "",
        flags_of(scenario.briefing.special_rules, origin_of(scenario, hex_)),
    )


def kind_marks(unit: Unit) -> tuple[str, str | None, str | None, int | None, str | None]:
    """Return all that a unit says of itself that decides what it is."""
    return unit.name, unit.badge, unit.behavior, unit.figures, unit.equipment


def at_full_strength(scenario: Scenario, hex_: Hex, unit: Unit) -> Unit:
    """Return a unit in its full strength, which a position remembers where it lost figures."""
    full = scenario.position.strength.get(hex_, 0) if scenario.position else 0
    if unit.figures is None or full <= unit.figures:
        return unit
    usual, said = replace(unit, figures=None), replace(unit, figures=full)
    catalogue = scenario.catalogue
    same = catalogue.troop(*kind_marks(usual)) == catalogue.troop(*kind_marks(said))
    return usual if same else said


def origin_of(scenario: Scenario, hex_: Hex) -> Hex | None:
    """Return where the unit on a hex stood when the battle began, as far as rules name it so."""
    position = scenario.position
    return hex_ if position is None else position.origins.get(hex_)


def flags_of(rules: SpecialRules, origin: Hex | None) -> frozenset[str]:
    """Return what a unit has of its own that stood on a hex at the start (SO-UNIT-FLAGS)."""
    rule = rules.of(UnitFlags)
    groups = rule.groups if rule else ()
    return frozenset(flag for each in groups if origin in each.hexes for flag in each.flags)


def circumstances(scenario: Scenario) -> frozenset[str]:
    """Return what makes other units of some: the era and special rules, by their keys."""
    rules = scenario.briefing.special_rules
    return frozenset((_era(scenario), *_rules_that_hold(rules, scenario.catalogue)))


def _rules_that_hold(rules: SpecialRules, catalogue: Catalogue) -> Iterator[str]:
    """Yield the special rules that make other units of some, by their keys.

    Some are in force unless a scenario says otherwise (O-BRIT).
    """
    for rule in catalogue.rules_of_units:
        unsaid = rule in ON_BY_DEFAULT and rule not in rules.stated
        if unsaid or rules.is_on(rule):
            yield rule


def _era(scenario: Scenario) -> str:
    """Return which weapons a battle is fought with: as it says, else by its date (E-SWA-02)."""
    stated, begins = scenario.briefing.special_rules.of(LateWarWeapons), scenario.briefing.begins
    if stated is not None:
        return LATE_WAR if stated.applies else EARLY_WAR
    return LATE_WAR if begins is not None and begins >= _LATE_FROM else EARLY_WAR
