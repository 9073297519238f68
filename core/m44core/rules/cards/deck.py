"""The cards of the deck: the 60 of the base game, or the 40 of Young Generals (B-VAR-YG-01).

In a game a card is its key, such as ``probe-left``; cards of one kind are alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from m44core.board import Section
from m44core.catalogue.cards import CommandCard, load_cards

ALL = 99  # more units than any section holds
AMBUSH = "ambush"
COUNTER_ATTACK = "counter-attack"
AIR_POWER = "air-power"
RECONS = frozenset({"recon-left", "recon-centre", "recon-right"})

_PLACES = {
    Section.LEFT: "on your left flank",
    Section.CENTRE: "in the centre",
    Section.RIGHT: "on your right flank",
}
_TITLES = {Section.LEFT: "left flank", Section.CENTRE: "centre", Section.RIGHT: "right flank"}
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
    if card.draw == 1:
        return f"Order {orders}."
    return f"Order {orders}. At the end of the turn draw {card.draw} cards and keep one."


def _number(orders: Mapping[Section, int | None], section: Section) -> int:
    units = orders.get(section, 0)
    return ALL if units is None else units


def _units(number: int | None) -> str:
    if number is None:
        return "all units"
    return "1 unit" if number == 1 else f"{number} units"
