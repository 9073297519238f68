"""What a sheet says about a board format and its deck: Breakthrough, Overlord, an unusual deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m44core.board import BoardType
from m44core.catalogue.decks import STANDARD, Deck, load_decks
from m44core.messages import nouns
from m44core.messages.message import Message, Value, enumerated, message
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import BOARD_FORMATS
from m44core.rules.cards.command_cards import title_of_card
from m44core.rules.cards.deck_choice import deck_of
from m44core.rules.game_settings import BY_THE_BOOK
from m44core.rules.scenario_options import scenario_options

_FORMATS: dict[BoardType, tuple[Message, tuple[Message, ...]]] = {
    BoardType.BREAKTHROUGH: (
        BOARD_FORMATS[BoardType.BREAKTHROUGH],
        (
            message(
                "Recon, Probe and Attack cards also order units on the move. These units may be "
                "in any section. They move as usual, but cannot battle."
            ),
        ),
    ),
    BoardType.OVERLORD: (
        BOARD_FORMATS[BoardType.OVERLORD],
        (
            message(
                "Each side has a commander-in-chief, who holds all cards, and three field "
                "generals, who command two neighboring sections each. A player may have several of "
                "these roles."
            ),
            message(
                "Each turn, the commander-in-chief hands out 1 to 3 cards and keeps at least 1. A "
                "section card orders units in one of the two sections of its general. Air Power, "
                "Barrage and Their Finest Hour are played by the commander-in-chief."
            ),
            message(
                "At the end of the turn, the commander-in-chief draws 2 cards, or 3 after a Recon, "
                "but never holds more than at the start."
            ),
        ),
    ),
}


def board_rule_entries(scenario: Scenario) -> Iterator[tuple[Value, Sequence[Value]]]:
    """Yield the names of the board format and its deck, and what players need to know about them.

    A standard board with the standard deck has neither (BT-OTM-01, BT-OTM-04, BT-OTM-06;
    B-VAR-OVL-01..04, OVL-TURN-02, OVL-TURN-05; BT-SET-02, O-DECK).
    """
    format_ = _FORMATS.get(scenario.board.type)
    if format_:
        yield format_
    deck = deck_of(scenario.board.type, scenario_options(scenario), BY_THE_BOOK)
    if deck.name != STANDARD:
        count = nouns.cards(deck.size)
        text = message("{deck}, {cards}.", deck=deck.noun, cards=count)
        yield message("Deck"), [text, *_replaced_cards(deck)]


def _replaced_cards(deck: Deck) -> list[Message]:
    """Return which cards of the standard deck an option replaces; empty for other decks."""
    if not deck.option:
        return []
    standard_copies = load_decks()[STANDARD].copies
    removed, added = (
        [title_of_card(key) for key in copies if copies[key] > others.get(key, 0)]
        for copies, others in ((standard_copies, deck.copies), (deck.copies, standard_copies))
    )
    return [
        message("In place of {gone}: {more}.", gone=enumerated(removed), more=enumerated(added))
    ]
