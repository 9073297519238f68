"""What makes special units of units: its marks, and the traits it gives (M411 to M413)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Element, Layer
from m44core.catalogue.unit_traits import Special, UnitRules, Why, idle_traits
from m44core.diagnostics import Diagnostic
from m44core.findings.kinds import Sayable, say
from m44core.findings.make import finding
from m44core.messages.message import enumerated
from m44core.model.troops_on_board import troop_on
from m44core.validation.basis.check import Problem, Repair, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put, remove
from m44core.validation.placed import PlacedUnit

_BETWEEN = re.compile(r"[\s,;+&/|]+")
_MARKS = {"badge": "badge", "load": "equipment", "rule": "behaves"}  # each with its key


@check("M411")
def unit_of_two_kinds(context: Context) -> Iterator[Problem]:
    """Units that two marks make two special units of, or that carry two loads (LINT-U7, E-HOB-01).

    What only adds to a unit, such as more medals, goes with any other mark.
    """
    for unit in context.units:
        made = {
            mark: special for mark, special in _made_by(context, unit).items() if special.renames
        }
        if len({special.name for special in made.values()}) > 1:
            kinds = list(dict.fromkeys(made.values()))
            yield problem(
                "two",
                context.pointer(unit.hex, "unit"),
                unit.hex,
                *(_keeping(context, unit, made, mark) for mark in made),
                unit=unit.element.called,
                kinds=enumerated(special.called for special in kinds),
            )
        loads = _loads(context, unit)
        if len(loads) > 1:
            pointer = context.pointer(unit.hex, "unit", "equipment")
            yield problem(
                "loads",
                pointer,
                unit.hex,
                *(put("leave", pointer, load, kind=special.called) for load, special in loads),
                unit=unit.element.called,
                kinds=enumerated(special.called for _, special in loads),
            )


def _made_by(context: Context, unit: PlacedUnit) -> dict[str, Special]:
    """Return what each mark of a unit makes of it, whenever it does."""
    said = unit.unit
    made: dict[str, Special] = {}
    for special in context.catalogue.specials_of(said.name):
        if said.badge in special.badges:
            made.setdefault("badge", special)
        if said.equipment and said.equipment == special.equipment:
            made.setdefault("load", special)
        if said.behavior and said.behavior == special.behavior:
            made.setdefault("rule", special)
    return made


def _keeping(context: Context, unit: PlacedUnit, made: Iterable[str], kept: str) -> Repair:
    """Return the repair that leaves a unit one of its marks."""
    others = (context.pointer(unit.hex, "unit", _MARKS[mark]) for mark in made if mark != kept)
    return remove("keep", *others, kind=_made_by(context, unit)[kept].called)


def _loads(context: Context, unit: PlacedUnit) -> list[tuple[str, Special]]:
    """Return the loads of special units that are named in one."""
    words = dict.fromkeys(_BETWEEN.split(unit.unit.equipment or ""))
    found = ((word, context.catalogue.special_of(unit.unit.name, equipment=word)) for word in words)
    return [(word, special) for word, special in found if special]


@check("M412")
def mark_of_others(context: Context) -> Iterator[Problem]:
    """Loads and special rules of units that cannot have them (LINT-U8, E-HOB-01)."""
    catalogue = context.catalogue
    loads = {special.equipment: special for special in catalogue.specials if special.equipment}
    for unit in context.units:
        said, own = unit.unit, _made_by(context, unit)
        load = loads.get(said.equipment or "")
        if load and "load" not in own:
            yield _useless(context, unit, "load", load)
        rule = catalogue.unit_behaviors.get(said.behavior or "")
        if rule and "rule" not in own and not rule.badges:
            yield _useless(context, unit, "rule", rule)


def _useless(context: Context, unit: PlacedUnit, mark: str, special: Special) -> Problem:
    pointer = context.pointer(unit.hex, "unit", _MARKS[mark])
    called = special.called if special.renames else special.titled
    removal = remove("remove", pointer, kind=called)
    return problem(mark, pointer, unit.hex, removal, unit=unit.element.called, kind=called)


@check("M413")
def idle_trait(context: Context) -> Iterator[Problem]:
    """Traits that units can never use, once for all units that are alike (LINT-U9, E-GEN-01)."""
    met = set()
    for unit in context.units:
        troop = troop_on(context.scenario, unit.hex)
        rules = None if troop is None or troop in met else troop.rules
        met.add(troop)
        for words in idle(unit.element, rules) if rules else ():
            yield problem("idle", context.pointer(unit.hex, "unit"), unit.hex, **words)


def idle(unit: Element, rules: UnitRules) -> Iterator[dict[str, Sayable]]:
    """Yield what M413 says of each trait that units with some rules can never use."""
    for trait, why in idle_traits(rules):
        most = {"most": rules.move} if why is Why.STEPS else {}
        yield {"unit": unit.called, "trait": trait, "why": say(why.value, **most)}


def idle_in_pack(catalogue: Catalogue, pack: str) -> Iterator[Diagnostic]:
    """Yield M413 of the units of a pack and of those with its badges, once for equal traits."""
    met = set()
    for unit, badge in _kinds_of_pack(catalogue, pack):
        rules = catalogue.troop(unit.name, badge).rules
        for said in idle(unit, rules) if rules else ():
            alike = (badge or rules, said["trait"])
            if alike not in met:
                met.add(alike)
                yield finding("M413", "idle", **said)


def _kinds_of_pack(catalogue: Catalogue, pack: str) -> Iterator[tuple[Element, str | None]]:
    for unit in catalogue.on_layer(Layer.UNIT):
        if unit.expansion == pack:
            yield unit, None
    own = {badge.name for badge in catalogue.on_layer(Layer.BADGE) if badge.expansion == pack}
    for special in catalogue.specials:
        for badge in special.badges:
            if badge in own:
                yield from ((catalogue.elements[name], badge) for name in special.of)
