"""The reference of a sheet: one line for each special unit, piece and rule of the scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import starmap
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Element, Layer, RulesSupport, Side, UnitClass
from m44core.catalogue.unit_traits import SpecialUnitType
from m44core.hexes import Hex
from m44core.messages.message import Message, Renderer, Value, capitalized, enumerated, message
from m44core.model.rule_declarations import declarations
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Tag
from m44core.model.special_rules import PartialBlitz
from m44core.model.token_functions import TagRule, TokenFunction, has_function
from m44core.model.unit_profiles import EARLY_WAR, LATE_WAR, unit_profile_on
from m44core.model.unmarked_traits import is_unmarked
from m44core.publish.content.board_rules import board_rule_entries
from m44core.publish.content.ground_lines import ground_entries, printed_ground_entries
from m44core.publish.content.rule_sentences import rule_sentences
from m44core.publish.content.unit_titles import kind_title
from m44core.rules.scenario_options import BLITZ_FOR_ALL
from m44core.validation.setup_checklist import in_reading_order


def reference_lines(scenario: Scenario, renderer: Renderer) -> list[dict[str, str]]:
    """Return a line for each piece and rule in effect: ``name``, ``lead``, and what it ``does``.

    The lead is the name with the punctuation before the effect. If the name contains hexes of this
    scenario, ``index_name`` and ``index_lead`` do not. The order is beach and ocean, terrain,
    structures, obstacles, special units, markers (each in the order of the board), board format,
    deck and special rules of the scenario, without duplicates. Objective medals, and pieces
    without an effect, are left out.
    """
    return [*piece_lines(scenario, renderer), *rule_lines(scenario, renderer)]


def piece_lines(scenario: Scenario, renderer: Renderer) -> list[dict[str, str]]:
    """Return the lines of :func:`reference_lines` about pieces on the board."""
    return _rendered_lines(_piece_entries(scenario), renderer)


def rule_lines(scenario: Scenario, renderer: Renderer) -> list[dict[str, str]]:
    """Return the lines of :func:`reference_lines` about the board format, deck and rules."""
    return _rendered_lines(_special_rule_entries(scenario), renderer)


class ReferenceEntry(NamedTuple):
    """An entry of the reference.

    Attributes:
        name: The name of a piece or a rule.
        does: The sentences about it.
        index_name: Its name without hexes of the scenario; None if the name contains none.
    """

    name: Value
    does: Sequence[Value]
    index_name: Value | None = None


def _rendered_lines(entries: Iterable[ReferenceEntry], renderer: Renderer) -> list[dict[str, str]]:
    lines: dict[str, dict[str, str]] = {}
    separator = "" if renderer.language.code.startswith("zh") else " "
    for entry in entries:
        title = renderer.sentence(entry.name)
        line = {"name": title, "does": separator.join(map(renderer.sentence, entry.does))}
        line["lead"] = lead_text(title, renderer)
        if entry.index_name is not None:
            index_name = renderer.sentence(entry.index_name)
            line |= {"index_name": index_name, "index_lead": lead_text(index_name, renderer)}
        if line["does"]:
            lines.setdefault(line["name"], line)
    return list(lines.values())


def lead_text(title: str, renderer: Renderer) -> str:
    """Return the name of a piece or rule as it stands before the sentences about it."""
    if title.endswith(("!", "\uff01")):  # Gung Ho!
        return f"{title} "
    return renderer.render(message("{name}. {does}", name=title, does=""))


def _piece_entries(scenario: Scenario) -> Iterator[ReferenceEntry]:
    yield from starmap(ReferenceEntry, printed_ground_entries(scenario))
    yield from starmap(ReferenceEntry, ground_entries(scenario))
    yield from _unit_entries(scenario)
    for _, _, tag in scenario.tags():
        yield from _tag_entries(tag, scenario)


def _element_entries(element: Element | None) -> Iterator[ReferenceEntry]:
    if element:
        yield ReferenceEntry(element.title, [Message(element.summary)])


def _unit_entries(scenario: Scenario) -> Iterator[ReferenceEntry]:
    """Yield the traits that distinguish units: special forces, badges, equipment.

    A trait that nothing on the board shows comes with the sign that marks its units on a map, and
    with their hexes; its title is left out if its summary says as much. Traits that a special rule
    of the scenario confers are left out, as the rule states them.
    """
    catalogue, rules_in_force = scenario.catalogue, scenario.briefing.special_rules.in_force
    hexes_by_special: dict[SpecialUnitType, list[Hex]] = {}
    has_elite_engineers = _has_elite_engineers(scenario)
    for hex_, unit in scenario.units():
        specials = profile.specials if (profile := unit_profile_on(scenario, hex_)) else ()
        for special in specials:
            if is_unmarked(special):
                hexes_by_special.setdefault(special, []).append(hex_)
            elif special.when not in rules_in_force:
                is_for_elite = has_elite_engineers and special.name == _ENGINEERS
                further = [_AS_INFANTRY] if is_for_elite else []
                yield ReferenceEntry(
                    _title_of_special(special), [Message(special.summary), *further]
                )
        if profile and profile.rules and profile.rules.lays_smoke:
            yield ReferenceEntry(capitalized(message("smoke")), [_SMOKE_EFFECT])
        is_renamed = any(each.renames and not is_unmarked(each) for each in specials)
        element = None if is_renamed else catalogue.get(unit.name, Layer.UNIT)
        if element and (element.elite or element.unit_class not in _USUAL_CLASSES):
            yield ReferenceEntry(kind_title(element) or element.title, [Message(element.summary)])
        badge = catalogue.get(unit.badge, Layer.BADGE) if unit.badge else None
        if badge and not (element and element.elite) and not _is_named_by(badge, specials):
            yield from _element_entries(badge)
    for special, hexes in hexes_by_special.items():
        hex_names = enumerated(map(scenario.board.name, in_reading_order(hexes)))
        if special.renames or list(hexes_by_special.values()).count(hexes) > 1:
            name = message("* {piece} ({rule})", piece=special.title, rule=hex_names)
        else:
            name = message("* {hexes}", hexes=hex_names)
        yield ReferenceEntry(name, [Message(special.summary)], special.title)


def _has_elite_engineers(scenario: Scenario) -> bool:
    """Return whether combat engineers are set up with special-forces figures (TH-ENG-01)."""
    elite_hexes = [
        hex_
        for hex_, unit in scenario.units()
        if (element := scenario.catalogue.get(unit.name, Layer.UNIT)) and element.elite
    ]
    profiles = (unit_profile_on(scenario, hex_) for hex_ in elite_hexes)
    return any(
        special.name == _ENGINEERS
        for profile in profiles
        if profile
        for special in profile.specials
    )


_ENGINEERS = "combat-engineers"
_AS_INFANTRY = message(
    "This applies to units with this badge even if they have special-forces figures."
)


def _title_of_special(special: SpecialUnitType) -> Value:
    """Return the name of a type; weapons that share a badge get distinct names (E-SWA-02)."""
    part_of_war = _PARTS_OF_WAR.get(special.when)
    if part_of_war is None:
        return special.title
    return message("{piece} ({rule})", piece=special.title, rule=part_of_war)


_PARTS_OF_WAR = {EARLY_WAR: message("early war"), LATE_WAR: message("late war")}


_USUAL_CLASSES = (UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY)  # in the base rules


def _is_named_by(badge: Element, specials: Iterable[SpecialUnitType]) -> bool:
    return any(badge.name in special.badges for special in specials)


_SMOKE_EFFECT = message(
    "Units must stop on entering. A unit in smoke battles, and is battled, with 1 fewer die. "
    "Blocks line of sight, even for units that need none. Turn the marker over after the enemy's "
    "next turn, and remove it after the enemy's second turn."
)


def _tag_entries(tag: Tag, scenario: Scenario) -> Iterator[ReferenceEntry]:
    element = scenario.catalogue.get(tag.name, Layer.TAG)
    if element is None or element.medal:
        return
    if tag.behavior == TagRule.WITTMANN:
        yield ReferenceEntry(element.title, [_MARKS_WITTMANN])
    elif element.rules is RulesSupport.INERT and not _has_texts(scenario):
        yield ReferenceEntry(element.title, [_marked_by(tag, scenario)])
    elif has_function(tag, element, TokenFunction.MINEFIELD):
        yield from _mine_entries(tag, element)
    else:
        yield from _element_entries(element)


def _marked_by(tag: Tag, scenario: Scenario) -> Message:
    """Return the meaning of markers without an effect of their own.

    If all of a kind are on units with the same equipment, such as boats, they mark these units. If
    they are on the hexes that a special rule names, such as the targets of an air drop, they mark
    these.
    """
    hexes = [hex_ for hex_, _, other in scenario.tags() if other.name == tag.name]
    if rule := _rule_of_hexes(set(hexes), scenario):
        return message("Marks the hexes named in this special rule: {rule}.", rule=rule)
    units = [scenario.at(hex_).unit for hex_ in hexes]
    loads = {unit and unit.equipment for unit in units}
    (load,) = loads if len(loads) == 1 else (None,)
    unit = units[0]
    if load and unit:
        carried = scenario.catalogue.special_type_of(unit.name, equipment=load)
        if carried:
            return message("In this scenario, marks units of this type: {unit}.", unit=carried.noun)
    has_rules = bool(tag.behavior or scenario.briefing.special_rules.in_force)
    return _MARKS if has_rules else _NOT_EXPLAINED


def _rule_of_hexes(hexes: set[Hex], scenario: Scenario) -> Message | None:
    """Return the name of the special rule that names the same hexes; None if no rule does."""
    for rule in scenario.briefing.special_rules.in_force.values():
        if isinstance(rule, SpecialRule):
            declaration = declarations().of(rule)
            values = (getattr(rule, part.name) for part in declaration.value.parts)
            if any(_hexes_in(value) == hexes for value in values):
                return Message(declaration.label)
    return None


def _hexes_in(value: object) -> set[Hex]:
    if isinstance(value, Hex):
        return {value}
    return {each for each in value if isinstance(each, Hex)} if isinstance(value, tuple) else set()


def _mine_entries(tag: Tag, element: Element) -> Iterator[ReferenceEntry]:
    """Yield how minefields work, and the differences of some of them (TH-MINE-06)."""
    yield from _element_entries(element)
    if tag.side is None:
        yield ReferenceEntry(_MINE_OF_NO_SIDE, [message("Harms the units of both sides.")])


_MINE_OF_NO_SIDE = message("Minefield of neither side")


_NOT_EXPLAINED = message(
    "A marker for something the scenario wants to point out. The text of this scenario does "
    "not explain it, and it has no effect by itself."
)


_MARKS_WITTMANN = message("Marks Wittmann's unit.")
_MARKS = message("Marks reinforcements, boats, drop zones and so on.")


def _has_texts(scenario: Scenario) -> bool:
    """Return whether any text may say what a marker means."""
    texts = scenario.texts.values()
    return any(each.rules or each.victory or each.description for each in texts)


def _special_rule_entries(scenario: Scenario) -> Iterator[ReferenceEntry]:
    yield from starmap(ReferenceEntry, board_rule_entries(scenario))
    for rule in scenario.briefing.special_rules.in_force.values():
        if isinstance(rule, SpecialRule):
            label = Message(declarations().of(rule).label)
            yield ReferenceEntry(label, rule_sentences(rule, scenario))
    yield from _slow_armor_entries(scenario)


def _slow_armor_entries(scenario: Scenario) -> Iterator[ReferenceEntry]:
    """Yield that the armor of both sides is slow, which only files of the game state (O-PBLITZ)."""
    name, for_all = BLITZ_FOR_ALL
    if scenario.briefing.special_rules.value_of(name) == for_all:
        rules = [PartialBlitz(side) for side in Side]
        sentences = [text for rule in rules for text in rule_sentences(rule, scenario)]
        yield ReferenceEntry(Message(declarations().of(rules[0]).label), sentences)
