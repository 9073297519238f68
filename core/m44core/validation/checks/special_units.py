"""Badges, loads, special rules and traits of units, and camouflage.

The codes are M407 to M409, M411 to M413 and M415.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Element, Layer
from m44core.catalogue.unit_traits import (
    SpecialUnitType,
    UnitRules,
    UnusableTraitReason,
    unusable_traits,
)
from m44core.data_files import read_yaml_mapping
from m44core.diagnostics import Diagnostic
from m44core.errors import CatalogueError
from m44core.findings.finding_kinds import PhraseValue, finding, phrase
from m44core.messages.message import enumerated
from m44core.model.unit_profiles import unit_profile_on
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import (
    Problem,
    Repair,
    check,
    problem,
    removal_repair,
    value_repair,
)
from m44core.validation.placed_pieces import PlacedUnit

_FILE = Path(__file__).parent / "engineers.yaml"
_BASE = "base"  # its figures stand for every army of their side
_RULES = ("rules", "description")
_LETTERS_BEFORE = 200  # letters before a word for engineers that are examined


@check("M407")
def special_unit_without_badge(context: CheckContext) -> Iterator[Problem]:
    """Special units that look like regular ones of their army (V-37, B-SPEC-08).

    Nothing is reported if a text says that units have no badge, because the author and the players
    then know which units are special.
    """
    if any(language_texts.leaves_out_badges for language_texts in context.texts.readable):
        return
    regular_units = {
        _appearance(unit): unit.element for unit in context.units if not unit.is_special
    }
    units_by_name: dict[str, list[PlacedUnit]] = {}
    for unit in context.units:
        mark = unit.unit.badge or unit.unit.behavior or unit.unit.equipment
        if unit.element.elite and not mark and _appearance(unit) in regular_units:
            units_by_name.setdefault(unit.element.name, []).append(unit)
    for units in units_by_name.values():
        first = units[0]
        yield problem(
            "unmarked",
            context.pointer(first.hex, "unit"),
            first.hex,
            *_badge_repairs(context, units),
            unit=first.element.noun,
            hexes=context.hex_list([unit.hex for unit in units]),
            regular=regular_units[_appearance(first)].noun,
        )


def _appearance(unit: PlacedUnit) -> tuple[object, ...]:
    """Return the visible features of a unit without a badge: nation, class and figures."""
    return unit.element.nation, unit.unit_class, unit.figures


def _badge_repairs(context: CheckContext, units: list[PlacedUnit]) -> Iterator[Repair]:
    """Yield the repairs that give units a special-forces badge of the base box."""
    pointers = [context.pointer(unit.hex, "unit", "badge") for unit in units]
    for badge in context.catalogue.on_layer(Layer.BADGE):
        is_elite = badge.name in engineers().instead and badge.expansion == _BASE
        if is_elite and _misfit_key(units[0], badge) is None:
            yield Repair("mark", dict.fromkeys(pointers, badge.key), {"badge": badge.noun})


@check("M408")
def unsuitable_badge(context: CheckContext) -> Iterator[Problem]:
    """Badges of the enemy side, a different army or a different kind of unit (V-37, B-COMP-17)."""
    by_behavior = dict(_badges_by_behavior(context.catalogue))
    for unit in context.units:
        badge = unit.badge or by_behavior.get(unit.unit.behavior or "")
        key = _misfit_key(unit, badge) if badge else None
        if badge and key:
            pointer = context.pointer(unit.hex, "unit", "badge" if unit.badge else "behaves")
            values = {"unit": unit.element.noun, "badge": badge.noun}
            if key == "side" and badge.side:
                values["side"] = badge.side.noun
            yield problem(key, pointer, unit.hex, removal_repair("remove", pointer), **values)


def _badges_by_behavior(catalogue: Catalogue) -> Iterator[tuple[str, Element]]:
    """Yield each special rule of units that is equivalent to a badge, with the badge."""
    for key, special in catalogue.special_types_by_behavior.items():
        for name in special.badges:
            yield key, catalogue.elements[name]


def _misfit_key(unit: PlacedUnit, badge: Element) -> str | None:
    """Return the message key for a badge that a unit cannot have; None if it can."""
    if badge.side and unit.side and badge.side is not unit.side:
        return "side"
    if unit.unit_class not in badge.badge_for:
        return "kind"
    has_own_figures = unit.element.expansion != _BASE
    is_for_other_army = badge.nation and badge.nation != unit.element.nation
    return "army" if has_own_figures and is_for_other_army else None


@check("M409")
def special_forces_badge_for_engineers(context: CheckContext) -> Iterator[Problem]:
    """Special-forces badges although the rules mention combat engineers (LINT-U6).

    The historical background is ignored, because it states no rules about engineers. Nothing is
    reported if any unit has a badge for engineers.
    """
    data = engineers()
    badges = {unit.unit.badge for unit in context.units}
    units_with_badge = [unit for unit in context.units if unit.unit.badge in data.instead]
    if not units_with_badge or badges & data.badges:
        return
    language = next(_languages_with_engineers(context, data), None)
    if language is None:
        return
    for name in sorted({unit.unit.badge for unit in units_with_badge if unit.unit.badge}):
        units = [unit for unit in units_with_badge if unit.unit.badge == name]
        pointers = [context.pointer(unit.hex, "unit", "badge") for unit in units]
        right_badge = context.catalogue.elements[data.instead[name]]
        wrong_badge = context.catalogue.elements[name].noun
        yield problem(
            "engineers",
            pointers[0],
            units[0].hex,
            Repair("change", dict.fromkeys(pointers, right_badge.key), {"badge": right_badge.noun}),
            language=language,
            hexes=context.hex_list([unit.hex for unit in units]),
            badge=wrong_badge,
        )


def _languages_with_engineers(context: CheckContext, data: Engineers) -> Iterator[str]:
    """Yield the codes of the languages whose rules mention engineers."""
    for language, texts in context.truncated_texts.texts.items():
        rule_texts = (getattr(texts, field) or "" for field in _RULES)
        if any(data.are_mentioned_in(text.lower()) for text in rule_texts):
            yield language


class Engineers(NamedTuple):
    """The data about engineers.

    Attributes:
        instead: The engineer badge to use, keyed by the badge that is used by mistake.
        badges: Every engineer badge.
        words: The pattern of words for engineers in texts.
        others_like_them: The pattern of passages in which armor only acts like engineers.
    """

    instead: Mapping[str, str]
    badges: frozenset[str]
    words: re.Pattern[str]
    others_like_them: re.Pattern[str]

    def are_mentioned_in(self, text: str) -> bool:
        """Return whether a lower-case text mentions engineers, not only tanks acting like them."""
        return any(
            not self.others_like_them.search(
                text[max(0, match.start() - _LETTERS_BEFORE) : match.end()]
            )
            for match in self.words.finditer(text)
        )


@cache
def engineers() -> Engineers:
    """Return the data about engineers; cached.

    Raises:
        CatalogueError: the data of the program is wrong.
    """
    try:
        data = read_yaml_mapping(_FILE)
        word_pattern = re.compile(rf"(?<!\w)(?:{'|'.join(data['words'])})(?!\w)")
        badges = frozenset((*data["instead"].values(), *data["others"]))
        others = re.compile(data["others_like_them"])
        return Engineers(data["instead"], badges, word_pattern, others)
    except (KeyError, OSError, TypeError, ValueError, re.error) as error:
        raise CatalogueError(f"{_FILE.name} is wrong: {error!r}") from error


@check("M415")
def camouflage_without_a_unit(context: CheckContext) -> Iterator[Problem]:
    """Camouflage on hexes without a unit (LINT-U10)."""
    ineffective_tags = [
        placed_tag
        for placed_tag in context.tags
        if placed_tag.element.camouflage and not context.scenario.at(placed_tag.hex).unit
    ]
    if ineffective_tags:
        pointers = [
            context.pointer(placed_tag.hex, "tags", placed_tag.tag_index)
            for placed_tag in ineffective_tags
        ]
        hexes = context.hex_list(placed_tag.hex for placed_tag in ineffective_tags)
        removal = removal_repair("remove", *pointers)
        yield problem("nobody", pointers[0], ineffective_tags[0].hex, removal, hexes=hexes)


_SEPARATORS = re.compile(r"[\s,;+&/|]+")
_MARKS = {"badge": "badge", "load": "equipment", "rule": "behaves"}  # each with its key


@check("M411")
def unit_of_two_kinds(context: CheckContext) -> Iterator[Problem]:
    """Units marked as two different special units, or with two loads (LINT-U7, E-HOB-01).

    A mark that only adds to a unit, such as more medals, can be combined with any other.
    """
    for unit in context.units:
        special_by_mark = {
            mark: special
            for mark, special in _special_units_by_mark(context, unit).items()
            if special.renames
        }
        if len({special.name for special in special_by_mark.values()}) > 1:
            kinds = list(dict.fromkeys(special_by_mark.values()))
            yield problem(
                "two",
                context.pointer(unit.hex, "unit"),
                unit.hex,
                *(
                    _kept_mark_repair(context, unit, special_by_mark, mark)
                    for mark in special_by_mark
                ),
                unit=unit.element.noun,
                kinds=enumerated(special.noun for special in kinds),
            )
        loads = _loads(context, unit)
        if len(loads) > 1:
            pointer = context.pointer(unit.hex, "unit", "equipment")
            yield problem(
                "loads",
                pointer,
                unit.hex,
                *(
                    value_repair("leave", pointer, load, kind=special.noun)
                    for load, special in loads
                ),
                unit=unit.element.noun,
                kinds=enumerated(special.noun for _, special in loads),
            )


def _special_units_by_mark(context: CheckContext, unit: PlacedUnit) -> dict[str, SpecialUnitType]:
    """Return the special unit that each mark makes of a unit, keyed by mark (``badge``, ...)."""
    scenario_unit = unit.unit
    special_by_mark: dict[str, SpecialUnitType] = {}
    for special in context.catalogue.specials_of(scenario_unit.name):
        if scenario_unit.badge in special.badges:
            special_by_mark.setdefault("badge", special)
        if scenario_unit.equipment and scenario_unit.equipment == special.equipment:
            special_by_mark.setdefault("load", special)
        if scenario_unit.behavior and scenario_unit.behavior == special.behavior:
            special_by_mark.setdefault("rule", special)
    return special_by_mark


def _kept_mark_repair(
    context: CheckContext, unit: PlacedUnit, marks: Iterable[str], kept_mark: str
) -> Repair:
    """Return the repair that keeps only one mark of a unit."""
    other_marks = (
        context.pointer(unit.hex, "unit", _MARKS[mark]) for mark in marks if mark != kept_mark
    )
    return removal_repair(
        "keep", *other_marks, kind=_special_units_by_mark(context, unit)[kept_mark].noun
    )


def _loads(context: CheckContext, unit: PlacedUnit) -> list[tuple[str, SpecialUnitType]]:
    """Return the loads named in a unit's equipment, each with the special unit it makes."""
    load_words = dict.fromkeys(_SEPARATORS.split(unit.unit.equipment or ""))
    loads = (
        (word, context.catalogue.special_type_of(unit.unit.name, equipment=word))
        for word in load_words
    )
    return [(word, special) for word, special in loads if special]


@check("M412")
def unsuitable_mark(context: CheckContext) -> Iterator[Problem]:
    """Loads and special rules on units that cannot have them (LINT-U8, E-HOB-01)."""
    catalogue = context.catalogue
    loads = {special.equipment: special for special in catalogue.specials if special.equipment}
    for unit in context.units:
        scenario_unit, special_by_mark = unit.unit, _special_units_by_mark(context, unit)
        load = loads.get(scenario_unit.equipment or "")
        if load and "load" not in special_by_mark:
            yield _useless_mark_problem(context, unit, "load", load)
        rule = catalogue.special_types_by_behavior.get(scenario_unit.behavior or "")
        if rule and "rule" not in special_by_mark and not rule.badges:
            yield _useless_mark_problem(context, unit, "rule", rule)


def _useless_mark_problem(
    context: CheckContext, unit: PlacedUnit, mark: str, special: SpecialUnitType
) -> Problem:
    pointer = context.pointer(unit.hex, "unit", _MARKS[mark])
    unit_name = special.noun if special.renames else special.title
    removal = removal_repair("remove", pointer, kind=unit_name)
    return problem(mark, pointer, unit.hex, removal, unit=unit.element.noun, kind=unit_name)


@check("M413")
def idle_trait(context: CheckContext) -> Iterator[Problem]:
    """Traits that units can never use, reported once for equal units (LINT-U9, E-GEN-01)."""
    reported_units = set()
    for unit in context.units:
        profile = unit_profile_on(context.scenario, unit.hex)
        rules = None if profile is None or profile in reported_units else profile.rules
        reported_units.add(profile)
        for trait_values in idle_trait_values(unit.element, rules) if rules else ():
            yield problem("idle", context.pointer(unit.hex, "unit"), unit.hex, **trait_values)


def idle_trait_values(unit: Element, rules: UnitRules) -> Iterator[dict[str, PhraseValue]]:
    """Yield the values of M413 for each trait that units can never use."""
    for trait, reason in unusable_traits(rules):
        max_value = {"most": rules.move} if reason is UnusableTraitReason.STEPS else {}
        yield {"unit": unit.noun, "trait": trait, "why": phrase(reason.value, **max_value)}


def idle_trait_findings(catalogue: Catalogue, pack: str) -> Iterator[Diagnostic]:
    """Yield the findings M413 about the units and badges of a pack, one for each idle trait."""
    reported_keys = set()
    for unit, badge in _kinds_of_pack(catalogue, pack):
        rules = catalogue.unit_profile(unit.name, badge).rules
        for trait_values in idle_trait_values(unit, rules) if rules else ():
            trait_key = (badge or rules, trait_values["trait"])
            if trait_key not in reported_keys:
                reported_keys.add(trait_key)
                yield finding("M413", "idle", **trait_values)


def _kinds_of_pack(catalogue: Catalogue, pack: str) -> Iterator[tuple[Element, str | None]]:
    for unit in catalogue.on_layer(Layer.UNIT):
        if unit.expansion == pack:
            yield unit, None
    pack_badges = {
        badge.name for badge in catalogue.on_layer(Layer.BADGE) if badge.expansion == pack
    }
    for special in catalogue.specials:
        for badge in special.badges:
            if badge in pack_badges:
                yield from ((catalogue.elements[name], badge) for name in special.of)
