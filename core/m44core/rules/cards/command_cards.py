"""Looking up command cards by their keys: titles, summaries, order limits.

In a game a card is its key, such as ``probe-left``; cards of one kind are alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from m44core.board import Section
from m44core.catalogue.command_cards import CardEffect, CommandCard, load_cards
from m44core.messages.message import Message, enumerated, message, several

ALL_UNITS = 99  # more units than any section holds


@cache
def cards() -> Mapping[str, CommandCard]:
    """Return the kinds of cards in all decks, keyed by card key."""
    return {card.key: card for card in load_cards()}


@cache
def cards_with_effect(effect: CardEffect) -> frozenset[str]:
    """Return the keys of the cards with an effect."""
    return frozenset(key for key, card in cards().items() if card.effect is effect)


def is_ambush(key: str) -> bool:
    """Return whether a card is an Ambush, which is only played against a close assault."""
    return key in cards_with_effect(CardEffect.AMBUSH)


def ambush_card(hand: Iterable[str]) -> str:
    """Return an Ambush card of a hand; "" if there is none."""
    ambushes = cards_with_effect(CardEffect.AMBUSH)
    return next((key for key in hand if key in ambushes), "")


def is_counter_attack(key: str) -> bool:
    """Return whether a card copies the last card of the enemy (B-CARD-CNT)."""
    return key in cards_with_effect(CardEffect.COUNTER_ATTACK)


@cache
def order_limits(key: str) -> tuple[int, int, int]:
    """Return the number of units a card orders left, center and right; :data:`ALL_UNITS` for all.

    A tactic card has no limits by section.
    """
    card = cards()[key]
    if card.tactic:
        return ALL_UNITS, ALL_UNITS, ALL_UNITS
    left, centre, right = (_order_limit(card.orders, section) for section in Section)
    return left, centre, right


def mirrored_card(key: str) -> str:
    """Return the card that orders the same flank of the board for the other player (B-CARD-CNT)."""
    return cards()[key].mirrored


@cache
def title_of_card(key: str) -> Message:
    """Return the title of a card, such as ``Probe (left flank)``."""
    card = cards()[key]
    if len(card.orders) != 1:
        return card.noun
    (section,) = card.orders
    return _TITLES[section](card.noun)


_TITLES: Mapping[Section, Callable[[Message], Message]] = {
    Section.LEFT: lambda card: message("{card} (left flank)", card=card),
    Section.CENTRE: lambda card: message("{card} (center)", card=card),
    Section.RIGHT: lambda card: message("{card} (right flank)", card=card),
}


@cache
def summary_of_card(key: str) -> Message:
    """Return one to three sentences about the effect of a card."""
    card = cards()[key]
    if card.tactic:
        return card.effect_text
    orders = enumerated(_order_phrase(section, n) for section, n in card.orders.items())
    text = message("Order {orders}.", orders=orders)
    if card.on_the_move:
        moving_units = several(
            "{number} extra unit anywhere may move but not battle.",
            "{number} extra units anywhere may move but not battle.",
            card.on_the_move,
        )
        text = message("{first} {then}", first=text, then=moving_units)
    if card.draw == 1:
        return text
    drawing = several(
        "At the end of the turn, draw {number} card and keep one.",
        "At the end of the turn, draw {number} cards and keep one.",
        card.draw,
    )
    return message("{first} {then}", first=text, then=drawing)


def _order_phrase(section: Section, number: int | None) -> Message:
    if number is None:
        return _ALL_UNITS_PHRASES[section]
    return _UNITS_PHRASES[section](number)


_ALL_UNITS_PHRASES = {
    Section.LEFT: message("all units on your left flank"),
    Section.CENTRE: message("all units in the center"),
    Section.RIGHT: message("all units on your right flank"),
}
_UNITS_PHRASES: Mapping[Section, Callable[[int], Message]] = {
    Section.LEFT: lambda n: several(
        "{number} unit on your left flank", "{number} units on your left flank", n
    ),
    Section.CENTRE: lambda n: several(
        "{number} unit in the center", "{number} units in the center", n
    ),
    Section.RIGHT: lambda n: several(
        "{number} unit on your right flank", "{number} units on your right flank", n
    ),
}


def _order_limit(orders: Mapping[Section, int | None], section: Section) -> int:
    units = orders.get(section, 0)
    return ALL_UNITS if units is None else units
