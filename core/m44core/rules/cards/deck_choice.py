"""The deck of a game; only this module looks up decks by name."""

from __future__ import annotations

from functools import cache

from m44core.board import BoardType
from m44core.catalogue.decks import STANDARD, Deck, default_deck, load_decks
from m44core.errors import M44Error
from m44core.messages.message import Message, enumerated, message
from m44core.model.special_rules import RemovedCards
from m44core.rules.cards.command_cards import cards, title_of_card
from m44core.rules.game_settings import BY_THE_BOOK, RuleSettings
from m44core.rules.scenario_options import ScenarioOptions


def deck_of(board: BoardType, options: ScenarioOptions, settings: RuleSettings) -> Deck:
    """Return the deck of a game.

    It is the deck that the settings name, else the deck that the scenario asks for or that is the
    default of its board (O-DECK, BT-SET-02, OVL-DECK-02); if that deck cannot be played, it is the
    standard deck.

    Raises:
        M44Error: the deck that the settings name does not exist or cannot be played.
    """
    if settings.deck:
        return _deck_named(settings.deck, board)
    requested = requested_deck(board, options)
    return load_decks()[STANDARD] if unplayable_reason(requested, board) else requested


def requested_deck(board: BoardType, options: ScenarioOptions) -> Deck:
    """Return the deck a scenario asks for, or its board's default, even if it cannot be played."""
    return load_decks()[options.deck] if options.deck else default_deck(board)


def playable_decks(board: BoardType, options: ScenarioOptions) -> tuple[Deck, ...]:
    """Return the decks that can be played on a board, the scenario's deck first."""
    scenario_deck = deck_of(board, options, BY_THE_BOOK)
    playable_decks = (deck for deck in load_decks().values() if not unplayable_reason(deck, board))
    return (scenario_deck, *(deck for deck in playable_decks if deck is not scenario_deck))


def unplayable_reason(deck: Deck, board: BoardType) -> Message | None:
    """Return the reason why a deck cannot be played on a board, as a clause; None if it can."""
    if deck.unplayed:
        return message(
            "the rules for {cards} are not supported yet",
            cards=enumerated(unplayed_card_titles(deck)),
        )
    if board in deck.never_on:
        return message("it is not made for {board} boards", board=board.name.capitalize())
    return None


def unplayed_card_titles(deck: Deck) -> tuple[Message, ...]:
    """Return the titles of the cards of a deck that the engine cannot play."""
    return tuple(dict.fromkeys(title_of_card(key) for key in deck.unplayed))


@cache
def cards_of_deck(deck: str, *, tactic_cards: bool = True) -> tuple[str, ...]:
    """Return all cards of a deck, or only its section cards (B-VAR-YG-01), sorted.

    The result depends on this deck alone: cards of other decks affect neither deal nor draw.
    """
    copies = load_decks()[deck].copies
    keys = (key for key in copies if tactic_cards or not cards()[key].tactic)
    return tuple(sorted(key for key in keys for _ in range(copies[key])))


def without_removed_cards(
    cards_: tuple[str, ...], removed_cards: RemovedCards | None
) -> tuple[str, ...]:
    """Return *cards_* without the cards that the scenario removes (SO-DECK-REMOVE)."""
    if removed_cards is None:
        return cards_
    labels = {cards()[key].label for key in removed_cards.cards}
    return tuple(key for key in cards_ if cards()[key].label not in labels)


def _deck_named(name: str, board: BoardType) -> Deck:
    deck = load_decks().get(name)
    if deck is None:
        raise M44Error(
            message(
                "unknown deck {name!r}; choose from {known}",
                name=name,
                known=enumerated(load_decks()),
            )
        )
    if reason := unplayable_reason(deck, board):
        raise M44Error(message("the {deck} cannot be played: {why}", deck=deck.noun, why=reason))
    return deck
