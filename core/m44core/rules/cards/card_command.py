"""The command given by a card, played as itself or as another card.

A command is computed once and shared by all states in the turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from functools import cache

from m44core.board import Section
from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.command_cards import (
    CardBonus,
    CardEffect,
    CardMove,
    CardStrike,
    CommandCard,
    Contact,
)
from m44core.model.special_rules import CardSubstitutes, Substitute
from m44core.rules.board.hex_ground import ARMOR, CLASS_NUMBERS, CLASSES, INFANTRY
from m44core.rules.cards.command_cards import ALL_UNITS, cards, order_limits
from m44core.rules.scenario_options import ScenarioOptions
from m44core.values import dataclass

EVERY_CLASS = (1 << len(CLASSES)) - 1
_ONE_UNIT = 1
_NO_BONUS = CardBonus()


@dataclass(frozen=True, slots=True, eq=False)
class Command:
    """The orders a card gives and its other effects.

    Attributes:
        card: The card it counts as: for a Counter-Attack, the copied card.
        limits: The number of units it orders on the left, in the center and on the right; in
            Overlord, in each of the six sub-sections.
        either: Alternative limits its player can use instead: one sub-section or the other.
        general: In Overlord, the general who commands; None for the commander-in-chief.
        total: The number of units it orders in all.
        classes: The classes it orders, as bits in the order of ``CLASSES``.
        contact: Whether the units must be adjacent to an enemy, or must not be.
        slots: The numbers of infantry, armor and any units that the dice order, or
            give figures back to (B-CARD-TFH, BT-MED-02); None before the roll.
        move: How the units move; None for their own rules.
        battles: The number of times each unit can battle.
        bonus: Extra dice of the units.
        strike: The attack of the card itself; None if it has none.
        effect: Any other effect.
        on_the_move: The number of extra units, anywhere, that can only move (BT-OTM-01).
        patients: The number of units Medics & Mechanics rolls for, in turn (TH-GUNG-01).
        draw: The number of cards drawn at the end of the turn, of which one is kept.
        repeats: The card a Counter-Attack can repeat, if its player has a choice (OVL-CNT-03).
        reshuffle: Whether the draw pile and the discards are shuffled together after it.
        max_units: The maximum number of units it can order, wherever they are.
        one_section: Whether it orders in a single section, in which case only the number of units
            matters, not which ones.
        in_subsections: Whether its limits are for the six sub-sections of Overlord.
    """

    card: str
    limits: tuple[int, ...] = (ALL_UNITS, ALL_UNITS, ALL_UNITS)
    either: tuple[tuple[int, ...], ...] = ()
    general: Section | None = None
    total: int = ALL_UNITS
    classes: int = EVERY_CLASS
    contact: Contact = Contact.ANY
    slots: tuple[int, int, int] | None = None
    move: CardMove | None = None
    battles: int = 1
    bonus: CardBonus = _NO_BONUS
    strike: CardStrike | None = None
    effect: CardEffect = CardEffect.NONE
    on_the_move: int = 0
    patients: int = 1
    draw: int = 1
    repeats: str = ""
    reshuffle: bool = False
    max_units: int = field(init=False)
    one_section: bool = field(init=False)
    in_subsections: bool = field(init=False)

    def __post_init__(self) -> None:
        within_sections = max(sum(limits) for limits in self.alternatives)
        object.__setattr__(self, "max_units", min(self.total, within_sections))
        nonzero_limits = [limit for limit in self.limits if limit]
        object.__setattr__(self, "one_section", len(nonzero_limits) == 1 and not self.either)
        object.__setattr__(self, "in_subsections", len(self.limits) > len(Section))

    @property
    def section(self) -> Section | None:
        """The only section the card orders in, or None; in Overlord, that of its general."""
        if self.general is not None:
            return self.general
        ordered_sections = [section for section in Section if self.limits[section]]
        return ordered_sections[0] if len(ordered_sections) == 1 else None

    @property
    def is_everywhere(self) -> bool:
        """Whether the card orders all units of its classes: no section chosen and no limit."""
        return self.limits == (ALL_UNITS, ALL_UNITS, ALL_UNITS) and self.total == ALL_UNITS

    @property
    def alternatives(self) -> tuple[tuple[int, ...], ...]:
        """All the limits its player can use."""
        return (self.limits, *self.either)

    @property
    def sections(self) -> int:
        """The sections or sub-sections in which it orders, as bits."""
        return sum(
            1 << i for i, orders in enumerate(zip(*self.alternatives, strict=True)) if any(orders)
        )


@cache
def command_of_card(key: str) -> Command:
    """Return the command of a card as printed, before the position is taken into account."""
    card = cards()[key]
    return Command(
        card=key,
        limits=order_limits(key),
        total=_total_orders(card),
        classes=sum(1 << CLASS_NUMBERS[c] for c in card.classes) or EVERY_CLASS,
        contact=card.contact,
        move=card.move,
        battles=card.battles,
        bonus=card.bonus,
        strike=card.strike,
        effect=card.effect,
        on_the_move=card.on_the_move,
        draw=card.draw,
        reshuffle=card.reshuffle,
    )


@cache
def fallback_command(command: Command) -> Command:
    """Return the command for one unit of any kind, for a card that names units its player lacks.

    This is the rule B-CARD-10.
    """
    limits = (ALL_UNITS, ALL_UNITS, ALL_UNITS) if command.general is None else command.limits
    return Command(command.card, limits, command.either, command.general, total=_ONE_UNIT)


@cache
def with_extra_order(command: Command) -> Command:
    """Return a command that orders one more unit than its card (TH-GUNG-01, TH-GUNG-02).

    If the card orders in several sections, the extra unit can be in any of them; with a general of
    Overlord, in any of the general's sub-sections that the card orders (OVL-CARD-04). Medics &
    Mechanics heals one more unit. Strikes, and commands for all units or for a number of units set
    by dice, are unchanged.
    """
    if command.effect is CardEffect.MEDICS:
        return replace(command, patients=command.patients + 1)
    if command.strike is not None or not command.total:
        return command
    on_the_move = command.on_the_move + bool(command.on_the_move)
    if command.total != ALL_UNITS:
        return replace(command, total=command.total + 1, on_the_move=on_the_move)
    first, *either = dict.fromkeys(
        raised_limits
        for limits in command.alternatives
        for raised_limits in _limits_with_extra_order(limits)
    )
    return replace(command, limits=first, either=tuple(either), on_the_move=on_the_move)


def _limits_with_extra_order(limits: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the limits with one extra order, once for each section with a finite limit.

    If there is no such section, yield *limits* unchanged.
    """
    limited_sections = [section for section, limit in enumerate(limits) if 0 < limit < ALL_UNITS]
    for section in limited_sections:
        yield (*limits[:section], limits[section] + 1, *limits[section + 1 :])
    if not limited_sections:
        yield limits


@cache
def command_in_section(key: str, section: Section) -> Command:
    """Return the command of a card after its player has chosen a section (B-CARD-INF)."""
    left, centre, right = (ALL_UNITS if other is section else 0 for other in Section)
    return replace(command_of_card(key), limits=(left, centre, right))


@cache
def with_dice_orders(command: Command, infantry: int, armor: int, stars: int) -> Command:
    """Return a command with the orders given by its dice (B-CARD-TFH, BT-MED-02)."""
    slots = (infantry, armor, stars)
    return replace(command, slots=slots, total=sum(slots))


@cache
def command_in_own_sections(key: str, instead: str) -> Command:
    """Return the command of a section card that is used as a different card (O-HILL317).

    It acts on the sections of the original card.
    """
    return replace(command_of_card(instead), limits=order_limits(key))


@cache
def empty_command(key: str, general: Section | None = None) -> Command:
    """Return the command of a card that orders no unit."""
    return Command(card=key, general=general, total=0)


def slots_suffice(slots: tuple[int, int, int], classes: Sequence[int]) -> bool:
    """Return whether the dice of Their Finest Hour can order units of these classes together.

    A unit beyond the orders for its class needs one of the orders for any class.
    """
    infantry, armor = classes.count(INFANTRY), classes.count(ARMOR)
    extra_units = max(0, infantry - slots[0]) + max(0, armor - slots[1])
    return extra_units + len(classes) - infantry - armor <= slots[2]


def _total_orders(card: CommandCard) -> int:
    if not card.tactic:
        return ALL_UNITS
    return ALL_UNITS if card.units is None else card.units


def substitutes(options: ScenarioOptions, side: Side, key: str) -> Iterator[Substitute]:
    """Yield the substitutes that a side can, or must, play for a card."""
    rule = options.further_rule(CardSubstitutes)
    label = cards()[key].label
    for each in rule.substitutes if rule else ():
        if each.who.include(side) and cards()[each.card].label == label:
            yield each


def may_play_as_itself(options: ScenarioOptions, side: Side, key: str) -> bool:
    """Return whether a side can play a card as itself."""
    return not any(each.always for each in substitutes(options, side, key))


def command_played_as(options: ScenarioOptions, side: Side, key: str, instead: str) -> Command:
    """Return the command of a card that is played as a different card.

    A substitute does everything the other card does; a Recon used as Air Power acts on its own
    section (O-HILL317).
    """
    if any(each.counts_as == instead for each in substitutes(options, side, key)):
        return command_of_card(instead)
    return command_in_own_sections(key, instead)
