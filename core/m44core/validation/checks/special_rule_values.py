"""Numbers, cards and tiles of special rules that leave them without effect (M321)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from m44core.catalogue.catalogue_types import Layer, Side, UnitClass
from m44core.findings.finding_kinds import PhraseValue
from m44core.io.vocabulary.codes import word_for
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.messages import nouns
from m44core.messages.message import enumerated
from m44core.model.rule_declarations import declarations
from m44core.model.rule_parts import CardKey
from m44core.model.special_rules import (
    CardBan,
    CardSubstitutes,
    ItalyHighCommand,
    MustExit,
    NightVisibility,
    NightVisibilityReverse,
    RemovedCards,
    SuddenDeath,
    TerrainOverride,
)
from m44core.model.unit_rules import (
    AirDrop,
    OrderedDrop,
    Reinforcements,
    SupplyTrain,
    UnitFlag,
    UnitFlags,
)
from m44core.model.victory_rules import (
    ExitLines,
    GroupMedals,
    MedalsNeeded,
    RestrictedObjectives,
    UnitKind,
)
from m44core.rules.cards.command_cards import cards
from m44core.rules.cards.deck_choice import requested_deck
from m44core.rules.scenario_options import BLITZ_FOR_ALL, scenario_options
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem
from m44core.validation.checks.sides import seats_of
from m44core.validation.checks.special_rule_conflicts import removal_repairs, rule_label

_SPELLED_ALMOST_ALIKE = 0.8  # similarity, as difflib measures it
_ITALIAN_HAND = 6  # E-ITA-01


@check("M321")
def rule_without_effect(context: CheckContext) -> Iterator[Problem]:
    """Special rules whose numbers, cards or tiles leave them without effect (LINT-S5, E-ITA-01)."""
    yield from _invalid_option_problems(context)
    yield from _medal_problems(context)
    yield from _arrival_problems(context)
    yield from _hand_problems(context)
    yield from _card_problems(context)
    yield from _tile_problems(context)
    yield from _repeated_hex_problems(context)
    yield from _unit_kind_problems(context)
    yield from _unit_flag_problems(context)


def _invalid_option_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield the problems of options with values that no game can use.

    In files of our own format, the reader reports most of them, and M610 those of sudden death.
    """
    for key, rule in context.scenario.briefing.special_rules.foreign_rules():
        declaration = declarations().by_key(key) or declarations().by_m44(key)
        entry = (key, rule.value)
        if not declaration and not rule.is_off:
            yield from _misspelt_option_problem(key)
        if not declaration or not rule.invalid or rule.is_off or entry == BLITZ_FOR_ALL:
            continue
        if not declaration.condition and not _is_reported_by_reader(context, key, rule.value):
            pointer = rule_pointer(key)
            yield problem(
                "senseless",
                pointer,
                None,
                *removal_repairs(context, key, declaration.key),
                rule=rule_label(declaration.key),
            )


def _misspelt_option_problem(key: str) -> Iterator[Problem]:
    """Yield a problem if an unknown option is spelled almost like a known one.

    Other unknown options may be those of another program, and are left alone.
    """
    from difflib import get_close_matches  # slow to import, and seldom needed

    known_keys = [each.m44 if "_" in key else each.key for each in declarations()]
    similar_keys = get_close_matches(key, known_keys, 1, _SPELLED_ALMOST_ALIKE)
    if similar_keys:
        yield problem("misspelt", rule_pointer(key), option=key, similar=similar_keys[0])


def _is_reported_by_reader(context: CheckContext, key: str, value: object) -> bool:
    """Return whether reading a file of our own format reports the value of an option."""
    from m44core.io.workshop.workshop_format import read_document  # 17 ms, and seldom needed

    if context.origin.tree is not None:
        return False
    board = {"type": word_for(context.scenario.board.type.value)}
    document = {"board": board, "briefing": {"options": {key: value}}}
    _, findings = read_document(document, context.catalogue)
    return any(each.pointer.startswith(rule_pointer(key)) for each in findings)


def _medals_needed(context: CheckContext, side: Side) -> int | None:
    """Return the number of medals a side needs to win; None if it is unknown.

    The special rule about the medals needed takes precedence over the briefing.
    """
    medals_rule = context.scenario.briefing.special_rules.of(MedalsNeeded)
    number_by_rule = (
        (medals_rule.axis if side is Side.AXIS else medals_rule.allies) if medals_rule else 0
    )
    seats = (seat for seat in seats_of(context) if seat.player.side is side)
    return number_by_rule or next((seat.player.medals for seat in seats), None)


def _medal_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield the problems of exits that exceed the medals to win, and of an empty medal rule."""
    rules = context.scenario.briefing.special_rules
    exits_rule, medals_rule = rules.of(MustExit), rules.of(MedalsNeeded)
    goal = _medals_needed(context, exits_rule.side) if exits_rule else None
    if exits_rule and goal and exits_rule.units > goal:
        values: dict[str, PhraseValue] = {
            "side": exits_rule.side.noun,
            "medals": nouns.medals(goal),
        }
        yield problem("exits", f"{rule_pointer(MustExit)}/units", **values, number=exits_rule.units)
    if medals_rule and not medals_rule.axis and not medals_rule.allies:
        key = declarations().of(MedalsNeeded).key
        repairs = removal_repairs(context, key)
        yield problem("nothing", rule_pointer(key), None, *repairs, rule=rule_label(key))


def _arrival_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield the problems of units that come too late or never, and of useless aims or loads."""
    rules = context.scenario.briefing.special_rules
    if reinforcements := rules.of(Reinforcements):
        for number, group in enumerate(reinforcements.groups):
            goal = _medals_needed(context, group.side)
            if goal and group.medals >= goal:
                pointer = f"{rule_pointer(Reinforcements)}/{number}/medals"
                values: dict[str, PhraseValue] = {"side": group.side.noun}
                yield problem("too-late", pointer, **values, medals=nouns.medals(group.medals))
    drop = rules.of(AirDrop)
    if drop and len(drop.aims) > len(drop.drops):
        pointer = f"{rule_pointer(AirDrop)}/aims"
        yield problem("aims", pointer, aims=len(drop.aims), drops=len(drop.drops))
    ordered_drop = rules.of(OrderedDrop)
    night_rules = (rules.of(NightVisibility), rules.of(NightVisibilityReverse))
    if (
        ordered_drop
        and ordered_drop.daylight
        and not any(night and night.applies for night in night_rules)
    ):
        yield problem("daylight", f"{rule_pointer(OrderedDrop)}/daylight")
    train, pieces = rules.of(SupplyTrain), _count_train_pieces(context)
    if train and pieces and len(train.units) > pieces:
        pointer = f"{rule_pointer(SupplyTrain)}/units"
        yield problem("cars", pointer, loads=len(train.units), cars=pieces)


def _count_train_pieces(context: CheckContext) -> int:
    """Return the number of locomotives and wagons on the board."""
    wagon_names = {
        each.couples for each in context.catalogue.on_layer(Layer.STRUCTURE) if each.couples
    }
    return sum(
        bool(placed_piece.element.couples) or placed_piece.element.name in wagon_names
        for placed_piece in context.pieces
    )


def _hand_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield a problem if the briefing deals the Italian High Command an unusual hand."""
    command = context.scenario.briefing.special_rules.of(ItalyHighCommand)
    for seat in seats_of(context) if command and command.applies else ():
        hand_size = seat.player.cards
        if seat.player.side is Side.AXIS and hand_size and hand_size != _ITALIAN_HAND:
            values: dict[str, PhraseValue] = {
                "cards": nouns.cards(_ITALIAN_HAND),
                "held": hand_size,
            }
            yield problem("hand", seat.pointer("cards"), **values)


def _card_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield the problems of cards that the deck does not have, or that count as themselves."""
    rules = context.scenario.briefing.special_rules
    removed_cards, card_ban = rules.of(RemovedCards), rules.of(CardBan)
    substitutes = rules.of(CardSubstitutes)
    if removed_cards:
        yield from _missing_card_problems(context, rule_pointer(RemovedCards), removed_cards.cards)
    for word, keys in (("axis", card_ban.axis), ("allies", card_ban.allies)) if card_ban else ():
        yield from _missing_card_problems(context, f"{rule_pointer(CardBan)}/{word}", keys)
    for number, each in enumerate(substitutes.substitutes if substitutes else ()):
        pointer = f"{rule_pointer(CardSubstitutes)}/{number}"
        if cards()[each.card].label == cards()[each.counts_as].label:
            yield problem("same-card", f"{pointer}/counts-as", card=cards()[each.card].noun)
        else:
            yield from _missing_card_problems(context, f"{pointer}/card", (each.card,))


def _missing_card_problems(
    context: CheckContext, pointer: str, keys: tuple[CardKey, ...]
) -> Iterator[Problem]:
    """Yield a problem if a rule names cards that are not in the deck of the battle."""
    deck = requested_deck(context.scenario.board.type, scenario_options(context.scenario))
    labels = {cards()[key].label for key, number in deck.copies.items() if number}
    removed_cards = context.scenario.briefing.special_rules.of(RemovedCards)
    if removed_cards and pointer != rule_pointer(RemovedCards):
        labels -= {cards()[key].label for key in removed_cards.cards}
    missing_cards = [cards()[key] for key in keys if cards()[key].label not in labels]
    if missing_cards:
        names = enumerated(card.noun for card in missing_cards)
        yield problem("no-card", pointer, cards=names, deck=deck.noun)


def _tile_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield the problems of replaced tiles that are not on the board, or count as themselves."""
    override = context.scenario.briefing.special_rules.of(TerrainOverride)
    keys = {placed_piece.element.key for placed_piece in context.pieces}
    for number, group in enumerate(override.groups if override else ()):
        pointer = f"{rule_pointer(TerrainOverride)}/{number}"
        if not keys.intersection(group.tiles):
            tile_elements = (context.catalogue.by_key(Layer.TERRAIN, tile) for tile in group.tiles)
            names = enumerated(element.noun for element in tile_elements if element)
            yield problem("no-tile", f"{pointer}/tiles", tiles=names)
        elif group.counts_as.value in group.tiles:
            element = context.catalogue.by_key(Layer.TERRAIN, group.counts_as.value)
            if element:
                yield problem("same-tile", f"{pointer}/counts-as", tile=element.noun)


def _repeated_hex_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield the problems of groups that list a hex twice, and so have fewer hexes than listed."""
    rules = context.scenario.briefing.special_rules
    sudden_death, medals = rules.of(SuddenDeath), rules.of(GroupMedals)
    death_groups = [
        (SuddenDeath, n, group.hexes)
        for n, group in enumerate(sudden_death.groups if sudden_death else ())
    ]
    medal_groups = [
        (GroupMedals, n, group.hexes) for n, group in enumerate(medals.groups if medals else ())
    ]
    for rule, number, hexes in (*death_groups, *medal_groups):
        repeated_hexes = [hex_ for hex_, times in Counter(hexes).items() if times > 1]
        if repeated_hexes:
            values: dict[str, PhraseValue] = {"rule": rule_label(declarations().of(rule).key)}
            pointer = f"{rule_pointer(rule)}/{number}/hexes"
            yield problem(
                "twice",
                pointer,
                repeated_hexes[0],
                **values,
                hexes=context.hex_list(repeated_hexes),
            )


def _unit_kind_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield the problems of exits and objectives for kinds of units that nobody has."""
    if not context.shows_all_units:
        return
    rules = context.scenario.briefing.special_rules
    exits, restrictions = rules.of(ExitLines), rules.of(RestrictedObjectives)
    for number, line in enumerate(exits.lines if exits else ()):
        if line.kinds and not _has_unit_of_kind(context, line.kinds, line.side):
            pointer = f"{rule_pointer(ExitLines)}/{number}/kinds"
            yield problem("no-unit", pointer, rule=rule_label(declarations().of(ExitLines).key))
    for number, restriction in enumerate(restrictions.objectives if restrictions else ()):
        if (
            restriction.kinds
            and not restriction.hexes
            and not _has_unit_of_kind(context, restriction.kinds, None)
        ):
            key = declarations().of(RestrictedObjectives).key
            pointer = f"{rule_pointer(RestrictedObjectives)}/{number}/kinds"
            yield problem("no-unit", pointer, rule=rule_label(key))


def _has_unit_of_kind(
    context: CheckContext, kinds: tuple[UnitKind, ...], side: Side | None
) -> bool:
    """Return whether a unit of one of *kinds* is on the board; an unknown class fits any kind.

    Only units of *side* count, unless it is None.
    """
    classes = {
        kind: UnitClass.VEHICLE if kind is UnitKind.TRUCK else UnitClass(kind.value)
        for kind in kinds
    }
    units = [unit for unit in context.units if side is None or unit.side is side]
    return any(unit.unit_class is None or unit.unit_class in classes.values() for unit in units)


def _unit_flag_problems(context: CheckContext) -> Iterator[Problem]:
    """Yield the problems of unit flags without effect: about moves, mines or the ocean."""
    unit_flags = context.scenario.briefing.special_rules.of(UnitFlags)
    has_mines = any(placed_tag.is_mine for placed_tag in context.tags)
    for number, group in enumerate(unit_flags.groups if unit_flags else ()):
        pointer = f"{rule_pointer(UnitFlags)}/{number}/flags"
        if {UnitFlag.FIXED, UnitFlag.SPECIAL_FORCES} <= set(group.flags):
            yield problem("fixed", pointer)
        if UnitFlag.CLEARS_MINES in group.flags and not has_mines:
            yield problem("no-mines", pointer)
        if UnitFlag.BATTLES_IN_OCEAN in group.flags and not _has_sea(context):
            yield problem("no-sea", pointer)


def _has_sea(context: CheckContext) -> bool:
    grounds = map(context.ground_rules, context.scenario.board.hexes)
    return any(ground is None or ground.sea for ground in grounds)
