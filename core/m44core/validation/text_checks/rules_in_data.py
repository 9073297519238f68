"""Determines whether the data of a scenario implement a rule from a text, and for which side.

Rules are implemented by options, including those in a side file, special rules of tiles and units,
badges, tokens and the pieces themselves; ``rules_in_data.yaml`` lists them. A rule that applies in
every scenario needs no data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from m44core.catalogue.catalogue_types import Side, TerrainRules, UnitClass
from m44core.data_files import Entry, read_yaml_mapping
from m44core.errors import CatalogueError
from m44core.model.rule_declarations import declarations
from m44core.model.special_rules import ForeignRule
from m44core.model.unit_profiles import active_conditions
from m44core.validation.check_context import CheckContext
from m44core.validation.placed_pieces import PlacedPiece, PlacedTag, PlacedUnit
from m44core.validation.text_analysis.language_patterns import LanguagePatterns
from m44core.validation.text_analysis.rule_sentences import RuleSentence, RuleSentenceReader
from m44core.values import dataclass

FILE = Path(__file__).with_name("rules_in_data.yaml")
_BOTH_SIDES = frozenset(Side)
_NO_SIDE: frozenset[Side] = frozenset()
_PERMANENT = "permanent"
_TWO_DICE = 2
_CLASSES = (UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY, UnitClass.VEHICLE)


@dataclass(frozen=True, slots=True)
class RuleImplementation:
    """The data that implement a rule, from ``rules_in_data.yaml``.

    Attributes:
        options: Keys of special rules of the scenario.
        sides: The sides of options that do not state one, keyed by the key of the option.
        switched_off: Options that implement the rule by being switched off.
        foreign: Prefixes of unknown options that implement the rule.
        behaviors: Special rules of tiles, structures, obstacles and units.
        units: Special units, by their names in the catalogue.
        kinds: Kinds of units.
        faces: Board faces that have the ground printed on them.
        pieces: Substrings of the keys of tiles, structures and obstacles.
        tags: Tokens: mine, exit, medal, or a substring of their key.
        terms: Terms of objectives.
        notes: Values of further entries that a file has for a piece.
        says: Lists of terms; a sentence with all terms of one list is about the rule.
        sided: Whether a sentence about the other side states a different rule.
        owned: Whether its pieces belong to a side, so that a text can give them to the enemy.
    """

    options: tuple[str, ...] = ()
    sides: Mapping[str, frozenset[Side]] | None = None
    switched_off: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    behaviors: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    says: tuple[tuple[str, ...], ...] = ()
    sided: bool = False
    owned: bool = False


@cache
def rule_implementations() -> Mapping[str, RuleImplementation]:
    """Return the implementation of each rule, keyed by the key of the rule; cached.

    Raises:
        CatalogueError: the data of the program is missing or wrong.
    """
    try:
        return {
            key: _parse_implementation(entry or {}) for key, entry in _rule_data()["rules"].items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise CatalogueError(f"{FILE.name} is wrong: {error!r}") from error


def _parse_implementation(entry: Entry) -> RuleImplementation:
    values: dict[str, Any] = {
        key: value if isinstance(value, bool) else tuple(value)
        for key, value in entry.items()
        if key not in ("sides", "says")
    }
    sides = entry.get("sides", {})
    values["sides"] = {
        key: frozenset(map(_parse_side, side_names)) for key, side_names in sides.items()
    }
    values["says"] = tuple(map(tuple, entry.get("says", ())))
    return RuleImplementation(**values)


def _parse_side(word: str) -> Side:
    return Side(word.upper())


@cache
def _rule_data() -> Entry:
    return read_yaml_mapping(FILE)


@cache
def act_terms() -> tuple[tuple[str, ...], ...]:
    """Return lists of terms, such as ``("dam", "blow")``.

    A sentence with all terms of a list describes an act, such as blowing up a dam, and is a rule.
    """
    return tuple(map(tuple, _rule_data()["acts"]))


def is_implemented(context: CheckContext, key: str) -> bool:
    """Return whether the data implement a rule, for any side (B-SETUP-10)."""
    return bool(implementing_sides(context, key))


def implementing_sides(context: CheckContext, key: str) -> frozenset[Side]:
    """Return the sides for which the data implement a rule; empty if they do not.

    If the rule is not limited to one side, both sides are returned.
    """
    rule = rule_implementations()[key]
    return _sides_by_special_rules(context, rule) | _sides_by_pieces(context, rule)


def is_sentence_implemented(
    context: CheckContext, language: LanguagePatterns, rule_sentence: RuleSentence
) -> bool:
    """Return whether the data implement a sentence's rule, or the rule applies in every scenario.

    Rules that the site applies to the scenario number count as implemented. If a sentence applies
    only to certain turns or only to this battle, pieces and rules of the game do not implement it;
    an option or a special rule of a tile or unit may.
    """
    sentence, reader = rule_sentence.text, language.rule_reader
    with_pieces = not reader.is_about_this_battle(sentence)
    if with_pieces and rule_sentence.key == "forbids" and reader.restates_general_rule(sentence):
        return True
    if with_pieces and _is_rule_of_terrain_on_board(context, reader, rule_sentence):
        return True
    named_sides = language.sides(sentence)
    site_rules = context.upload.site_rules
    return any(
        _is_about_rule(language, key, rule, sentence)
        and (
            key in site_rules
            or _holds_for_named_sides(
                rule, named_sides, _sides_with_rule(context, rule, with_pieces=with_pieces)
            )
        )
        for key, rule in rule_implementations().items()
    )


def is_about_implemented_rule(
    context: CheckContext, language: LanguagePatterns, key: str, sentence: str
) -> bool:
    """Return whether a sentence is about a rule that the data implement."""
    return _is_about_rule(language, key, rule_implementations()[key], sentence) and is_implemented(
        context, key
    )


def _sides_with_rule(
    context: CheckContext, rule: RuleImplementation, *, with_pieces: bool
) -> frozenset[Side]:
    sides = _sides_by_special_rules(context, rule)
    return sides | _sides_by_pieces(context, rule) if with_pieces else sides


def _holds_for_named_sides(
    rule: RuleImplementation, named_sides: frozenset[Side], sides_with_rule: frozenset[Side]
) -> bool:
    return bool(sides_with_rule) and (
        not rule.sided or not named_sides or bool(named_sides & sides_with_rule)
    )


def _is_about_rule(
    language: LanguagePatterns, key: str, rule: RuleImplementation, sentence: str
) -> bool:
    """Return whether a sentence is about a rule, by the rule's terms or its option's pattern."""
    reader = language.rule_reader
    if any(all(reader.has_term(term, sentence) for term in terms) for terms in rule.says):
        return True
    has_pattern = bool(rule.options) and key in language.data["rules"]
    return has_pattern and language.find_rule(key, sentence) is not None


def _sides_by_special_rules(context: CheckContext, rule: RuleImplementation) -> frozenset[Side]:
    """Return the sides for which options, or special rules of pieces or units, implement a rule."""
    sides = set(_sides_by_options(context, rule))
    for piece in context.pieces:
        notes = rule.notes and {*map(str, piece.piece.extra.values())} & {*rule.notes}
        if piece.piece.behavior in rule.behaviors or notes:
            sides |= _BOTH_SIDES
    for unit in context.units:
        if unit.unit.behavior in rule.behaviors:
            sides |= {unit.side} if unit.side else _BOTH_SIDES
    return frozenset(sides)


def _sides_by_options(context: CheckContext, rule: RuleImplementation) -> Iterator[Side]:
    for key, stated_rule in context.scenario.briefing.special_rules.in_force.items():
        if isinstance(stated_rule, ForeignRule):
            declaration, workshop_key = declarations().by_m44(key), key.replace("_", "-")
            if stated_rule.value not in (None, False) and (
                (declaration and declaration.key in rule.options)
                or (rule.foreign and workshop_key.startswith(rule.foreign))
            ):
                yield from _BOTH_SIDES
        elif key in rule.options and getattr(stated_rule, "applies", True) is (
            key not in rule.switched_off
        ):
            yield from (rule.sides or {}).get(key) or _sides_of_option_value(stated_rule)


def _sides_of_option_value(rule_value: object) -> frozenset[Side]:
    """Return the sides that the value of an option refers to; both if it refers to none."""
    owners = [getattr(rule_value, "side", None)]
    for name in ("groups", "lines"):
        owners += [getattr(each, "side", None) for each in getattr(rule_value, name, ())]
    owners += [side for side in Side if getattr(rule_value, side.value.lower(), None)]
    sides = frozenset(side for side in owners if isinstance(side, Side))
    return sides or _BOTH_SIDES


def _sides_by_pieces(context: CheckContext, rule: RuleImplementation) -> frozenset[Side]:
    """Return the sides for which the kinds of pieces, tokens and units implement a rule."""
    sides: set[Side] = set()
    face = context.scenario.face
    if face and face.value.lower() in rule.faces:
        sides |= _BOTH_SIDES
    for piece in context.pieces if rule.pieces else ():
        if any(part in piece.element.key for part in rule.pieces):
            sides |= {piece.piece.owner} if piece.piece.owner else _BOTH_SIDES
    for tag in context.tags if rule.tags or rule.terms else ():
        if _tag_implements_rule(tag, rule):
            sides |= {tag.tag.side} if tag.tag.side else _BOTH_SIDES
    conditions = active_conditions(context.scenario)
    for unit in context.units if rule.units or rule.kinds else ():
        if _unit_implements_rule(context, unit, rule, conditions):
            sides |= {unit.side} if unit.side else _BOTH_SIDES
    return frozenset(sides)


def _tag_implements_rule(tag: PlacedTag, rule: RuleImplementation) -> bool:
    functions = {"mine": tag.is_mine, "exit": tag.is_exit, "medal": tag.element.medal}
    is_named = any(functions.get(name, name in tag.element.key) for name in rule.tags)
    return is_named or (
        _PERMANENT in rule.terms and bool(tag.tag.medal and tag.tag.medal.permanent)
    )


def units_implementing_rule(context: CheckContext, key: str) -> list[PlacedUnit]:
    """Return the units whose kind or profile implements a rule."""
    rule = rule_implementations()[key]
    conditions = active_conditions(context.scenario)
    return [
        unit for unit in context.units if _unit_implements_rule(context, unit, rule, conditions)
    ]


def _unit_implements_rule(
    context: CheckContext, unit: PlacedUnit, rule: RuleImplementation, conditions: frozenset[str]
) -> bool:
    nation = unit.element.nation
    if nation and unit.unit.name.removesuffix(nation.name) in rule.kinds:
        return True
    scenario_unit = unit.unit
    profile = context.catalogue.unit_profile(
        scenario_unit.name,
        scenario_unit.badge,
        scenario_unit.behavior,
        scenario_unit.figures,
        scenario_unit.equipment,
        conditions,
    )
    return any(special.name in rule.units for special in profile.specials)


def _is_rule_of_terrain_on_board(
    context: CheckContext, reader: RuleSentenceReader, rule_sentence: RuleSentence
) -> bool:
    """Return whether a sentence states a rule that a piece of terrain on the board already has.

    The pieces considered are those whose kind the sentence names or, if it names none, those with a
    special rule. Both the special rule of a tile and the rules of its terrain card count.
    """
    sentence = rule_sentence.text
    ground: Mapping[str, list[str]] = _rule_data()["ground"]
    named_parts = [parts for term, parts in ground.items() if reader.has_term(term, sentence)]
    classes = _named_unit_classes(reader, sentence)
    for piece in context.pieces:
        is_named = any(part in piece.element.key for parts in named_parts for part in parts)
        has_special_rule = not named_parts and piece.piece.behavior is not None
        terrain_rules = _terrain_rules(context, piece)
        if terrain_rules and (is_named or has_special_rule):
            affected_classes = (
                _classes_barred_by_terrain(terrain_rules, reader, sentence)
                if rule_sentence.key == "forbids"
                else _classes_with_changed_dice(terrain_rules, reader, sentence)
            )
            if any(not classes or classes & each for each in affected_classes if each):
                return True
    return False


def _terrain_rules(context: CheckContext, piece: PlacedPiece) -> TerrainRules | None:
    return context.catalogue.terrain_rules(piece.layer, piece.piece.name, piece.piece.behavior)


def _named_unit_classes(reader: RuleSentenceReader, sentence: str) -> frozenset[UnitClass]:
    """Return the classes of units that a sentence names."""
    return frozenset(each for each in _CLASSES if reader.has_term(each.value, sentence))


def _classes_barred_by_terrain(
    terrain_rules: TerrainRules, reader: RuleSentenceReader, sentence: str
) -> Iterator[frozenset[UnitClass]]:
    """Yield, for each act that a sentence forbids, the classes that the terrain bars from it."""
    has_term = _TermMatcher(reader, sentence)
    all_classes = frozenset(UnitClass)
    if has_term("enter") or has_term("impassable"):
        yield terrain_rules.impassable
        if terrain_rules.slope:
            yield terrain_rules.slope.closed
    if has_term("battle"):
        yield terrain_rules.no_battle_on_entry | terrain_rules.no_battle_if_late
        yield terrain_rules.no_battle | terrain_rules.no_battle_on_leave
    if has_term("fire-over"):
        yield terrain_rules.bars_fire_of
    if has_term("enter") and (has_term("stop") or has_term("move")):
        yield terrain_rules.stop | terrain_rules.pause
    if has_term("move") and (has_term("one") or has_term("two")):
        is_limited = (
            terrain_rules.max_move is not None or terrain_rules.leave_one_hex or terrain_rules.slope
        )
        yield all_classes if is_limited else frozenset()
    if has_term("move") or has_term("retreat") or has_term("leave"):
        yield terrain_rules.fixed
    if has_term("retreat"):
        yield all_classes if terrain_rules.no_retreat else terrain_rules.impassable
    if has_term("take-ground"):
        yield terrain_rules.no_ground_if_moved | terrain_rules.stop


def _classes_with_changed_dice(
    terrain_rules: TerrainRules, reader: RuleSentenceReader, sentence: str
) -> Iterator[frozenset[UnitClass]]:
    """Yield all classes if dice are rolled on entry, and the classes for which dice change.

    The latter are left out if the sentence cancels a rule, or says *two* but no change is by two.
    """
    if terrain_rules.on_enter:
        yield frozenset(UnitClass)
    dice = [terrain_rules.dice_against, terrain_rules.dice_against_uphill, terrain_rules.dice_from]
    numbers = {abs(change) for each in dice for change in each.values()}
    if reader.cancels_rule(sentence) or (
        reader.has_term("two", sentence) and _TWO_DICE not in numbers
    ):
        return
    for each in dice:
        yield frozenset(each)


class _TermMatcher:
    """Tests whether a sentence contains a term."""

    def __init__(self, reader: RuleSentenceReader, sentence: str) -> None:
        self._reader, self._sentence = reader, sentence

    def __call__(self, term: str) -> bool:
        return self._reader.has_term(term, self._sentence)
