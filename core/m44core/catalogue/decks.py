"""The decks: the number of copies of each command card (B-CARD-01, BT-SET-02, OVL-DECK-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from m44core.board import BoardType
from m44core.catalogue.catalogue_types import RulesSupport
from m44core.catalogue.command_cards import CommandCard, load_cards, read_cards
from m44core.catalogue.entries import DATA, entry_error_context, read_entries
from m44core.data_files import Entry
from m44core.errors import CatalogueError
from m44core.messages.message import Message
from m44core.values import dataclass

STANDARD = "standard"
"""The name of the deck every game can be played with."""

Cards = Mapping[str, CommandCard]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of command cards.

    Attributes:
        name: The key in settings and recorded games: ``breakthrough``.
        label: The English name in a sentence: ``Breakthrough deck``.
        source: The rule that describes it.
        copies: Number of copies of each card, by card key.
        unplayed: The keys of the cards the engine cannot play.
        box: The box it comes in, by its name in ``boxes.yaml``; "" if it is derived from another
            deck.
        usual_on: The board formats for which it is the default.
        never_on: The board formats on which it cannot be used.
        option: The ``deck_name`` by which a scenario selects it; "" if scenarios cannot.
    """

    name: str
    label: str
    source: str
    copies: Mapping[str, int]
    unplayed: tuple[str, ...] = ()
    box: str = ""
    usual_on: frozenset[BoardType] = frozenset()
    never_on: frozenset[BoardType] = frozenset()
    option: str = ""

    @property
    def noun(self) -> Message:
        """The name of the deck, for use in a sentence."""
        return Message(self.label, f"deck.{self.name}")

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(self.copies.values())


@cache
def load_decks() -> Mapping[str, Deck]:
    """Return the decks by name; cached after the first call.

    Raises:
        CatalogueError: the built-in data is invalid.
    """
    return _read_decks(DATA, load_cards())


def read_decks(folder: Path) -> Mapping[str, Deck]:
    """Return the decks described by the data files in a folder, by name.

    Raises:
        CatalogueError: an entry is invalid; the message names it.
    """
    return _read_decks(folder, read_cards(folder))


def card_count(folder: Path, box: str) -> int:
    """Return the number of cards in the decks of a box.

    Raises:
        CatalogueError: an entry is invalid; the message names it.
    """
    count = 0
    for name, data in read_entries(folder, "decks").items():
        with entry_error_context(name):
            count += (
                sum(dict(_listed_cards(data["cards"])).values()) if data.get("box") == box else 0
            )
    return count


def default_deck(board: BoardType) -> Deck:
    """Return the default deck of a board format."""
    return next(deck for deck in load_decks().values() if board in deck.usual_on)


def _read_decks(folder: Path, cards: tuple[CommandCard, ...]) -> Mapping[str, Deck]:
    by_key = {card.key: card for card in cards}
    decks: dict[str, Deck] = {}
    for name, data in read_entries(folder, "decks").items():
        with entry_error_context(name):
            decks[name] = _parse_deck(name, data, decks, by_key)
    _check_defaults(decks)
    return decks


def _parse_deck(name: str, data: Entry, earlier_decks: Mapping[str, Deck], cards: Cards) -> Deck:
    copies = dict(_inherited_cards(data, earlier_decks, cards)) | dict(
        _listed_cards(data.get("cards", {}))
    )
    copies = {key: number for key, number in copies.items() if number}
    return Deck(
        name=name,
        label=data["label"],
        source=data["source"],
        copies=copies,
        unplayed=tuple(key for key in copies if cards[key].rules is RulesSupport.NONE_YET),
        box=data.get("box", ""),
        usual_on=_parse_board_types(data.get("usual_on", ())),
        never_on=_parse_board_types(data.get("never_on", ())),
        option=data.get("option", ""),
    )


def _inherited_cards(
    data: Entry, earlier_decks: Mapping[str, Deck], cards: Cards
) -> Iterator[tuple[str, int]]:
    """Yield the key and number of each card that a deck inherits from another one."""
    if "of" in data:
        times, tactic_cards = data.get("times", 1), data.get("tactic_cards", True)
        for key, number in earlier_decks[data["of"]].copies.items():
            if tactic_cards or not cards[key].tactic:
                yield key, times * number


def _listed_cards(data: Mapping[str, int | Mapping[str, int]]) -> Iterator[tuple[str, int]]:
    """Yield the key and number of each listed card; an entry by section yields one per section."""
    for key, number in data.items():
        if isinstance(number, int):
            yield key, number
        else:
            yield from ((f"{key}-{section}", each) for section, each in number.items())


def _parse_board_types(names: list[str] | tuple[str, ...]) -> frozenset[BoardType]:
    return frozenset(BoardType[name.upper()] for name in names)


def _check_defaults(decks: Mapping[str, Deck]) -> None:
    """Raise CatalogueError unless every board format has exactly one default deck."""
    for board in BoardType:
        names = [deck.name for deck in decks.values() if board in deck.usual_on]
        if len(names) != 1:
            raise CatalogueError(f"{len(names)} decks are usual on {board.name.lower()} boards")
