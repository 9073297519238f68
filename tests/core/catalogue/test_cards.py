"""The command cards."""

from __future__ import annotations

import pytest

from m44core.board import Section
from m44core.catalogue.cards import load_cards
from m44core.catalogue.types import Rules


@pytest.mark.rule("B-CARD-01")
def test_the_deck_has_forty_section_cards_and_twenty_tactic_cards() -> None:
    section = sum(card.copies for card in load_cards() if not card.tactic)
    tactic = sum(card.copies for card in load_cards() if card.tactic)
    assert (section, tactic) == (40, 20)


@pytest.mark.rule("B-CARD-01")
def test_single_section_cards_are_eleven_thirteen_and_eleven() -> None:
    cards = [card for card in load_cards() if len(card.orders) == 1]
    count = {s: sum(card.copies for card in cards if s in card.orders) for s in Section}
    assert list(count.values()) == [11, 13, 11]


def test_keys_are_unique() -> None:
    keys = [card.key for card in load_cards()]
    assert len(set(keys)) == len(keys)


def test_every_card_can_be_played() -> None:
    assert all(card.rules is Rules.BASE for card in load_cards())


@pytest.mark.parametrize(
    ("key", "orders", "copies"),
    [
        ("recon-left", {Section.LEFT: 1}, 2),
        ("probe-centre", {Section.CENTRE: 2}, 5),
        ("attack-right", {Section.RIGHT: 3}, 3),
        ("assault-left", {Section.LEFT: None}, 2),
        ("recon-in-force", dict.fromkeys(Section, 1), 3),
        ("general-advance", dict.fromkeys(Section, 2), 1),
        ("pincer-move", {Section.LEFT: 2, Section.RIGHT: 2}, 1),
    ],
)
def test_section_cards_order_what_is_printed_on_them(
    key: str, orders: dict[Section, int | None], copies: int
) -> None:
    card = next(card for card in load_cards() if card.key == key)
    assert (card.orders, card.copies) == (orders, copies)


@pytest.mark.rule("B-CARD-02")
def test_recon_alone_draws_two_cards() -> None:
    assert {card.label for card in load_cards() if card.draw == 2} == {"Recon"}
