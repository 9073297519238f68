"""What a command card lets its player do, as itself or played as another card.

A command is computed once and shared by all states of the turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from functools import cache

from m44core.board import Section
from m44core.catalogue.command_cards import (
    CardBonus,
    CardMove,
    CardStrike,
    CommandCard,
    Contact,
    Effect,
)
from m44core.catalogue.types import Side
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
    """The orders and the favours of one card.

    Attributes:
        card: The card it counts as: for a Counter-Attack the one that is copied.
        limits: How many units it orders left, in the centre and right; in Overlord in
            each of the six sub-sections.
        either: Other limits its player may keep to instead: one sub-section or the other.
        general: In Overlord, whose command it is; None for the commander-in-chief.
        total: How many it orders in all.
        classes: The classes it orders, as bits by their numbers.
        contact: Where they must stand, as to the enemy.
        slots: How many units of infantry, of armor and of any class the dice order, or
            give a figure back to (B-CARD-TFH, BT-MED-02); None before they fall.
        move: How the units move; None for their own rules.
        battles: How often each may battle.
        bonus: Dice they roll in addition.
        strike: The attack the card itself makes.
        effect: What else it does.
        on_the_move: How many units it orders besides, anywhere, that only move (BT-OTM-01).
        patients: How many units Medics & Mechanics rolls for, one after the other (TH-GUNG-01).
        draw: Cards drawn at the end of the turn, of which one is kept.
        repeats: The card a Counter-Attack repeats where its player has the choice (OVL-CNT-03).
        reshuffle: Whether all cards but the hands are shuffled then.
        max_units: How many units it can order at all, wherever they stand.
        one_section: Whether it orders in one section alone, where it matters only how
            many units it orders, not which.
        in_subsections: Whether its limits are those of the six sub-sections of Overlord.
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
    effect: Effect = Effect.NONE
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
        ordering = [limit for limit in self.limits if limit]
        object.__setattr__(self, "one_section", len(ordering) == 1 and not self.either)
        object.__setattr__(self, "in_subsections", len(self.limits) > len(Section))

    @property
    def section(self) -> Section | None:
        """The one section it orders in, or None; in Overlord that of its general."""
        if self.general is not None:
            return self.general
        ordering = [section for section in Section if self.limits[section]]
        return ordering[0] if len(ordering) == 1 else None

    @property
    def is_everywhere(self) -> bool:
        """Whether it is still about all of the board, with no section chosen and no number."""
        return self.limits == (ALL_UNITS, ALL_UNITS, ALL_UNITS) and self.total == ALL_UNITS

    @property
    def alternatives(self) -> tuple[tuple[int, ...], ...]:
        """All the limits its player may keep to."""
        return (self.limits, *self.either)

    @property
    def sections(self) -> int:
        """The sections or sub-sections it is about, as bits."""
        return sum(
            1 << i for i, many in enumerate(zip(*self.alternatives, strict=True)) if any(many)
        )


@cache
def command_of_card(key: str) -> Command:
    """Return what a card says, as if everything it needs were there."""
    card = cards()[key]
    return Command(
        card=key,
        limits=order_limits(key),
        total=_total(card),
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
    """Return what is left of a card for whom commands no unit it names (B-CARD-10)."""
    limits = (ALL_UNITS, ALL_UNITS, ALL_UNITS) if command.general is None else command.limits
    return Command(command.card, limits, command.either, command.general, total=_ONE_UNIT)


@cache
def with_extra_order(command: Command) -> Command:
    """Return a command that orders one unit more than its card says (TH-GUNG-01, TH-GUNG-02).

    With several sections that is in any one of them; with a general of Overlord, in any one of
    his sub-sections the card is for (OVL-CARD-04). What orders all units, or as many as dice
    say, stays as it is.
    """
    if command.effect is Effect.MEDICS:
        return replace(command, patients=command.patients + 1)
    if command.strike is not None or not command.total:
        return command
    moving = command.on_the_move + bool(command.on_the_move)
    if command.total != ALL_UNITS:
        return replace(command, total=command.total + 1, on_the_move=moving)
    first, *either = dict.fromkeys(
        raised for limits in command.alternatives for raised in _raised_limits(limits)
    )
    return replace(command, limits=first, either=tuple(either), on_the_move=moving)


def _raised_limits(limits: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the limits with one order more in one of the sections that have a number of them."""
    numbered = [section for section, limit in enumerate(limits) if 0 < limit < ALL_UNITS]
    for section in numbered:
        yield (*limits[:section], limits[section] + 1, *limits[section + 1 :])
    if not numbered:
        yield limits


@cache
def command_in_section(key: str, section: Section) -> Command:
    """Return what a card says once its player named a section (B-CARD-INF)."""
    left, centre, right = (ALL_UNITS if other is section else 0 for other in Section)
    return replace(command_of_card(key), limits=(left, centre, right))


@cache
def with_dice_orders(command: Command, infantry: int, armor: int, stars: int) -> Command:
    """Return what a card does once the dice fell (B-CARD-TFH, BT-MED-02)."""
    slots = (infantry, armor, stars)
    return replace(command, slots=slots, total=sum(slots))


@cache
def command_used_as(key: str, instead: str) -> Command:
    """Return what a section card does that a scenario lets be used as another (O-HILL317).

    It acts on the sections of its own.
    """
    return replace(command_of_card(instead), limits=order_limits(key))


@cache
def empty_command(key: str, general: Section | None = None) -> Command:
    """Return the command of a card that orders nobody."""
    return Command(card=key, general=general, total=0)


def slots_suffice(slots: tuple[int, int, int], classes: Sequence[int]) -> bool:
    """Tell whether the dice of Their Finest Hour order units of these classes together.

    What the dice do not order by its class takes one of the units of any class.
    """
    infantry, armor = classes.count(INFANTRY), classes.count(ARMOR)
    beyond = max(0, infantry - slots[0]) + max(0, armor - slots[1])
    return beyond + len(classes) - infantry - armor <= slots[2]


def _total(card: CommandCard) -> int:
    if not card.tactic:
        return ALL_UNITS
    return ALL_UNITS if card.units is None else card.units


def substitutes(options: ScenarioOptions, side: Side, key: str) -> Iterator[Substitute]:
    """Yield what a side may, or has to, play a card as."""
    rule = options.further_rule(CardSubstitutes)
    label = cards()[key].label
    for each in rule.substitutes if rule else ():
        if each.who.include(side) and cards()[each.card].label == label:
            yield each


def may_be_itself(options: ScenarioOptions, side: Side, key: str) -> bool:
    """Tell whether a side may play a card as what it is."""
    return not any(each.always for each in substitutes(options, side, key))


def command_played_as(options: ScenarioOptions, side: Side, key: str, instead: str) -> Command:
    """Return what a card lets its player do when it is played as another.

    By a substitution it does all that the other does; a Recon that is used as Air Power acts on
    its own section (O-HILL317).
    """
    if any(each.counts_as == instead for each in substitutes(options, side, key)):
        return command_of_card(instead)
    return command_used_as(key, instead)
