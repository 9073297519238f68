"""What the command cards say, by their keys.

In a game a card is its key, such as ``probe-left``; cards of one kind are alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from m44core.board import Section
from m44core.catalogue.cards import CommandCard, Effect, load_cards

ALL = 99  # more units than any section holds

_PLACES = {
    Section.LEFT: "on your left flank",
    Section.CENTRE: "in the centre",
    Section.RIGHT: "on your right flank",
}
_TITLES = {Section.LEFT: "left flank", Section.CENTRE: "centre", Section.RIGHT: "right flank"}


@cache
def cards() -> Mapping[str, CommandCard]:
    """Return the kinds of cards of all decks by their keys."""
    return {card.key: card for card in load_cards()}


@cache
def with_effect(effect: Effect) -> frozenset[str]:
    """Return the keys of the cards that do something besides ordering units."""
    return frozenset(key for key, card in cards().items() if card.effect is effect)


def is_ambush(key: str) -> bool:
    """Tell whether a card answers a close assault and is not played in one's own turn."""
    return key in with_effect(Effect.AMBUSH)


def ambush_in(hand: Iterable[str]) -> str:
    """Return the card of a hand that answers a close assault; "" if there is none."""
    ambushes = with_effect(Effect.AMBUSH)
    return next((key for key in hand if key in ambushes), "")


def is_counter_attack(key: str) -> bool:
    """Tell whether a card does what the enemy's last one said (B-CARD-CNT)."""
    return key in with_effect(Effect.COUNTER_ATTACK)


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


def mirrored(key: str) -> str:
    """Return the card that orders the same flank of the board for the other player (B-CARD-CNT)."""
    return cards()[key].mirrored


@cache
def title(key: str) -> str:
    """Return what people call a card: ``Probe (left flank)``."""
    card = cards()[key]
    if len(card.orders) != 1:
        return card.label
    (section,) = card.orders
    return f"{card.label} ({_TITLES[section]})"


@cache
def summary(key: str) -> str:
    """Return a sentence or two about what a card does."""
    card = cards()[key]
    if card.tactic:
        return card.summary
    orders = ", ".join(f"{_units(n)} {_PLACES[section]}" for section, n in card.orders.items())
    sentences = [f"Order {orders}."]
    if card.on_the_move:
        sentences.append(f"{_units(card.on_the_move)} more, anywhere, may move but not battle.")
    if card.draw > 1:
        sentences.append(f"At the end of the turn draw {card.draw} cards and keep one.")
    return " ".join(sentences)


def _number(orders: Mapping[Section, int | None], section: Section) -> int:
    units = orders.get(section, 0)
    return ALL if units is None else units


def _units(number: int | None) -> str:
    if number is None:
        return "all units"
    return "1 unit" if number == 1 else f"{number} units"
