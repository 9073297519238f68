"""The cards of the deck: the 60 of the base game, or the 40 of Young Generals (B-VAR-YG-01).

In a game a card is its key, such as ``probe-left``; cards of one kind are alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from m44core.board import Section
from m44core.catalogue.cards import CommandCard, load_cards
from m44core.messages.message import Message, counted, enumerated, message, message_in

ALL = 99  # more units than any section holds
AMBUSH = "ambush"
COUNTER_ATTACK = "counter-attack"
AIR_POWER = "air-power"
RECONS = frozenset({"recon-left", "recon-centre", "recon-right"})

_ALL_UNITS = {
    Section.LEFT: message("all units on your left flank"),
    Section.CENTRE: message("all units in the centre"),
    Section.RIGHT: message("all units on your right flank"),
}
_MIRRORED = {"left": "right", "right": "left"}


@cache
def cards() -> Mapping[str, CommandCard]:
    """Return the kinds of cards by their keys."""
    return {card.key: card for card in load_cards()}


@cache
def deck(*, tactic_cards: bool = True) -> tuple[str, ...]:
    """Return the 60 cards of the deck, sorted, or the 40 section cards (B-CARD-01, B-CARD-20)."""
    kinds = (card for card in load_cards() if tactic_cards or not card.tactic)
    return tuple(sorted(card.key for card in kinds for _ in range(card.copies)))


@cache
def order_limits(key: str) -> tuple[int, int, int]:
    """Return how many units a card orders left, centre and right; :data:`ALL` for all.

    A tactic card has no limit by sections.
    """
    card = cards()[key]
    if card.tactic:
        return ALL, ALL, ALL
    left, centre, right = (_number(card.orders, section) for section in Section)
    return left, centre, right


@cache
def mirrored(key: str) -> str:
    """Return the card that orders the same flank of the board for the other player (B-CARD-CNT)."""
    kind, dash, section = key.rpartition("-")
    other = f"{kind}{dash}{_MIRRORED.get(section, section)}"
    return other if other in cards() else key


@cache
def title(key: str) -> Message:
    """Return what people call a card: ``Probe (left flank)``."""
    card = cards()[key]
    label = card.called
    if len(card.orders) != 1:
        return label
    (section,) = card.orders
    match section:
        case Section.LEFT:
            return message_in("card", "{card} (left flank)", card=label)
        case Section.CENTRE:
            return message_in("card", "{card} (centre)", card=label)
        case Section.RIGHT:
            return message_in("card", "{card} (right flank)", card=label)


@cache
def summary(key: str) -> Message:
    """Return a sentence or two about what a card does."""
    card = cards()[key]
    if card.tactic:
        return card.does
    orders = enumerated(_units(section, number) for section, number in card.orders.items())
    if card.draw == 1:
        return message("Order {units}.", units=orders)
    return message(
        "Order {units}. At the end of the turn draw {number} cards and keep one.",
        units=orders,
        number=card.draw,
    )


def _number(orders: Mapping[Section, int | None], section: Section) -> int:
    units = orders.get(section, 0)
    return ALL if units is None else units


def _units(section: Section, number: int | None) -> Message:
    if number is None:
        return _ALL_UNITS[section]
    match section:
        case Section.LEFT:
            return counted(
                "{number} unit on your left flank", "{number} units on your left flank", number
            )
        case Section.CENTRE:
            return counted("{number} unit in the centre", "{number} units in the centre", number)
        case Section.RIGHT:
            return counted(
                "{number} unit on your right flank", "{number} units on your right flank", number
            )
