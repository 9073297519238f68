"""The special rules of a scenario as values: added, changed, taken away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from m44core.hexes import Hex
from m44core.io.vocabulary.m44_rules import MARK, VICTORY, key_of, read_options
from m44core.io.workshop.workshop_rules import read_rule, read_rules, rule_pointer
from m44core.model.parts import Briefing
from m44core.model.rule_declarations import (
    Declaration,
    OfHex,
    OfShape,
    Part,
    Record,
    Several,
    declarations,
)
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.special_rules import Foreign, SpecialRules, Stated
from m44editor.panels.forms.fields import Option
from m44editor.panels.names import from_data

Change = Callable[[OfShape], OfShape]


def with_rules(scenario: Scenario, rules: SpecialRules) -> Scenario:
    """Return the scenario with other special rules."""
    return replace(scenario, briefing=replace(scenario.briefing, special_rules=rules))


def with_rule(scenario: Scenario, key: str, rule: Stated) -> Scenario:
    """Return the scenario with a special rule stated anew."""
    return with_rules(scenario, scenario.briefing.special_rules.put(key, rule))


def without_rule(scenario: Scenario, key: str) -> Scenario:
    """Return the scenario without a special rule."""
    return with_rules(scenario, scenario.briefing.special_rules.without(key))


def with_new_rule(scenario: Scenario, key: str, selected: tuple[Hex, ...]) -> tuple[Scenario, str]:
    """Return the scenario with one more special rule, and the pointer of that rule.

    Args:
        scenario: The scenario so far.
        key: The key of the rule; one that is not declared is a switch.
        selected: The hexes that a rule about hexes begins with.
    """
    declared = declarations().by_key(key)
    if declared is None:
        return with_rule(scenario, key, Foreign(value=True)), rule_pointer(key)
    first = _first(declared, scenario, selected)
    stated = scenario.briefing.special_rules.stated.get(key)
    groups = group_part(declared)
    if groups is None or not isinstance(stated, SpecialRule):
        pointer = f"{rule_pointer(key)}/0" if groups else rule_pointer(key)
        return with_rule(scenario, key, first), pointer
    there = getattr(stated, groups.name)
    both = replace(stated, **{groups.name: (*there, *getattr(first, groups.name))})  # type: ignore[type-var]  # rules are dataclasses
    return with_rule(scenario, key, both), f"{rule_pointer(key)}/{len(there)}"


def _first(declared: Declaration, scenario: Scenario, selected: tuple[Hex, ...]) -> SpecialRule:
    """Return what a rule begins with; its hexes are those that are *selected*."""
    rule = read_rule(declared, declared.added, scenario.board)
    assert isinstance(rule, SpecialRule), "what the editor begins with is a rule"
    groups = group_part(declared)
    if groups is None:
        first: SpecialRule = _on(rule, declared.value, selected)
        return first
    assert isinstance(groups.shape, Several)
    assert isinstance(groups.shape.each, Record)
    (group,) = getattr(rule, groups.name)
    return replace(rule, **{groups.name: (_on(group, groups.shape.each, selected),)})  # type: ignore[type-var]  # as above


def _on(value: OfShape, shape: Record, selected: tuple[Hex, ...]) -> OfShape:
    hexes = {part.name: selected for part in shape.parts if part.shape == Several(OfHex())}
    return replace(value, **hexes)


def group_part(declared: Declaration) -> Part | None:
    """Return the part of a rule that is several groups, each with a section of its own."""
    part = declared.bare
    grouped = part and isinstance(part.shape, Several) and isinstance(part.shape.each, Record)
    return part if grouped else None


def addable(scenario: Scenario) -> list[Option[str]]:
    """Return the declared rules the scenario may still get; one of groups may have many."""
    return [
        Option(d.key, from_data(d.label), tip=from_data(d.summary))
        for d in declarations()
        if _may_be_added(d, scenario.briefing)
    ]


def _may_be_added(declared: Declaration, briefing: Briefing) -> bool:
    stated = briefing.special_rules.stated
    if declared.condition and not isinstance(briefing.extra.get(VICTORY, {}), dict):
        return False  # what stands where conditions belong would be lost
    if key_of(declared.m44) in stated:
        return False  # it is there, and makes no sense
    if declared.key not in stated:
        return True
    return group_part(declared) is not None and isinstance(stated[declared.key], SpecialRule)


def alter_rule(scenario: Scenario, change: Change, key: str) -> Scenario:
    """Return the scenario with another value of a special rule."""
    return with_rule(scenario, key, change(scenario.briefing.special_rules.stated[key]))


def alter_group(scenario: Scenario, change: Change, key: str, number: int) -> Scenario:
    """Return the scenario with another group in the place of one."""
    part, groups = _groups(scenario, key)
    after = tuple(change(each) if n == number else each for n, each in enumerate(groups))
    return alter_rule(scenario, lambda rule: replace(rule, **{part: after}), key)


def without_group(scenario: Scenario, key: str, number: int) -> Scenario:
    """Return the scenario without one of the groups of a rule; the last takes the rule along."""
    part, groups = _groups(scenario, key)
    after = tuple(each for n, each in enumerate(groups) if n != number)
    if not after:
        return without_rule(scenario, key)
    return alter_rule(scenario, lambda rule: replace(rule, **{part: after}), key)


def _groups(scenario: Scenario, key: str) -> tuple[str, tuple[OfShape, ...]]:
    declared = declarations().by_key(key)
    part = group_part(declared) if declared else None
    assert part is not None, f"{key} has groups"
    return part.name, getattr(scenario.briefing.special_rules.stated[key], part.name)


def declared_of(key: str, rule: Stated) -> Declaration | None:
    """Return what is declared of a rule a scenario states, whether it makes sense or not."""
    if isinstance(rule, Foreign) and not rule.ours:
        return declarations().by_m44(key.removeprefix(MARK))
    return declarations().by_key(key)


def undeclared(scenario: Scenario) -> Iterator[tuple[str, Foreign]]:
    """Yield the rules that have no form: those of the official editor we have no words for."""
    for key, rule in scenario.briefing.special_rules.foreign():
        if declared_of(key, rule) is None:
            yield key, rule


def restated(scenario: Scenario, value: object, key: str) -> Scenario:
    """Return the scenario with another value of a foreign rule, which may make sense now."""
    stated = scenario.briefing.special_rules.stated
    rule = stated[key]
    ours = isinstance(rule, Foreign) and rule.ours
    read = read_rules({key: value}, scenario.board) if ours else _theirs(key, value, scenario)
    after: dict[str, Stated] = {}
    for now, there in stated.items():
        after |= read if now == key else {now: there}
    return with_rules(scenario, SpecialRules(after))


def _theirs(key: str, value: object, scenario: Scenario) -> dict[str, Stated]:
    return read_options({key.removeprefix(MARK): value}, scenario.board)
