"""The command cards."""

from __future__ import annotations

import pytest

from m44core.board import Section
from m44core.catalogue.catalogue_types import RulesSupport
from m44core.catalogue.command_cards import load_cards


def test_keys_are_unique() -> None:
    keys = [card.key for card in load_cards()]
    assert len(set(keys)) == len(keys)


def test_every_card_can_be_played() -> None:
    assert all(card.rules is RulesSupport.BASE for card in load_cards())


@pytest.mark.parametrize(
    ("key", "orders", "on_the_move"),
    [
        ("recon-left", {Section.LEFT: 1}, 0),
        ("probe-centre", {Section.CENTRE: 2}, 0),
        ("attack-right", {Section.RIGHT: 3}, 0),
        ("assault-left", {Section.LEFT: None}, 0),
        ("recon-in-force", dict.fromkeys(Section, 1), 0),
        ("general-advance", dict.fromkeys(Section, 2), 0),
        ("breakthrough-recon-right", {Section.RIGHT: 1}, 2),
        ("breakthrough-probe-left", {Section.LEFT: 2}, 2),
        ("breakthrough-attack-centre", {Section.CENTRE: 3}, 1),
        ("pincer-move", {Section.LEFT: 2, Section.RIGHT: 2}, 0),
    ],
)
def test_section_cards_order_what_is_printed_on_them(
    key: str, orders: dict[Section, int | None], on_the_move: int
) -> None:
    card = next(card for card in load_cards() if card.key == key)
    assert (card.orders, card.on_the_move) == (orders, on_the_move)


@pytest.mark.rule("B-CARD-02")
def test_only_recon_draws_two_cards() -> None:
    assert {card.label for card in load_cards() if card.draw == 2} == {"Recon"}


def test_alternative_uses_and_emblems_of_cards_are_cards() -> None:
    cards = {card.key: card for card in load_cards()}
    assert {card.used_as for card in cards.values()} == {"", "air-power"}
    assert all(cards[card.emblem].tactic for card in cards.values() if card.tactic)
    assert all(cards[card.mirrored].mirrored == key for key, card in cards.items())
