"""Units that special rules bring and cannot bring so (M414)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from m44core.catalogue.types import Layer, Side, UnitClass
from m44core.findings.kinds import Sayable
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.model.rule_declarations import declarations
from m44core.model.rule_parts import SpecialRule
from m44core.model.unit import Unit
from m44core.model.unit_rules import (
    AirDrop,
    ArmorBreakthrough,
    OrderedDrop,
    Reinforcements,
    SupplyTrain,
)
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.special_rules.pairs import rule_said


class _Brought(NamedTuple):
    """A unit that a special rule brings, for whom, and where the document says so."""

    rule: type[SpecialRule]
    side: Side
    unit: Unit
    pointer: str


@check("M414")
def unit_a_rule_cannot_bring(context: Context) -> Iterator[Problem]:
    """Units of special rules that are of the other side or of another class (LINT-S4, O-ABRK)."""
    for brought in _brought(context):
        element = context.catalogue.get(brought.unit.name, Layer.UNIT)
        if element is None:
            continue
        side = element.nation.side if element.nation else None
        said: dict[str, Sayable] = {
            "rule": rule_said(declarations().of(brought.rule).key),
            "unit": element.called,
        }
        if side is brought.side.enemy:
            yield problem("enemy", brought.pointer, None, **said, side=brought.side.called)
        elif (
            brought.rule in (AirDrop, OrderedDrop) and element.unit_class is not UnitClass.INFANTRY
        ):
            yield problem("no-infantry", brought.pointer, None, **said)
        elif brought.rule is ArmorBreakthrough and element.unit_class is not UnitClass.ARMOR:
            yield problem("no-armor", brought.pointer, None, **said)


def _brought(context: Context) -> Iterator[_Brought]:
    """Yield the units that the special rules bring."""
    rules = context.scenario.briefing.special_rules
    for rule in (rules.of(AirDrop), rules.of(OrderedDrop), rules.of(SupplyTrain)):
        if rule is not None:
            yield _Brought(type(rule), rule.side, rule.unit, f"{rule_pointer(type(rule))}/unit")
    if breakthrough := rules.of(ArmorBreakthrough):
        for number, armor in enumerate(breakthrough.groups):
            pointer = f"{rule_pointer(ArmorBreakthrough)}/{number}/unit"
            yield _Brought(ArmorBreakthrough, armor.side, armor.unit, pointer)
    if reinforcements := rules.of(Reinforcements):
        for number, group in enumerate(reinforcements.groups):
            for each, reserves in enumerate(group.coming):
                pointer = f"{rule_pointer(Reinforcements)}/{number}/coming/{each}/unit"
                yield _Brought(Reinforcements, group.side, reserves.unit, pointer)
