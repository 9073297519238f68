"""The decks: named lists of command cards with their copies (B-CARD-01, BT-SET-02, OVL-DECK-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from m44core.board import BoardType
from m44core.catalogue.command_cards import CommandCard, load_cards, read_cards
from m44core.catalogue.entries import DATA, entry_errors, read_entries
from m44core.catalogue.types import Rules
from m44core.data_files import Entry
from m44core.errors import CatalogueError
from m44core.messages.message import Message
from m44core.values import dataclass

STANDARD = "standard"
"""The name of the deck every game can be played with."""

Cards = Mapping[str, CommandCard]


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that are shuffled together.

    Attributes:
        name: What settings and recorded games call it: ``breakthrough``.
        label: What people read inside a sentence: ``Breakthrough deck``.
        source: The rule it is described by.
        copies: How many it holds of each card, by the card's key.
        unplayed: The keys of those the engine cannot play.
        box: The box it comes in, by its name in ``boxes.yaml``; "" where it is made up of another.
        usual_on: The boards it is dealt on where nobody says otherwise.
        never_on: The boards it is not for.
        option: What a scenario calls it that asks for it (``deck_name``); "" where none can.
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
        """What a sentence calls it; it has forms."""
        return Message(self.label, f"deck.{self.name}")

    @property
    def size(self) -> int:
        """How many cards it holds."""
        return sum(self.copies.values())


@cache
def load_decks() -> Mapping[str, Deck]:
    """Return the decks by name; read once.

    Raises:
        CatalogueError: our own data is wrong.
    """
    return _decks(DATA, load_cards())


def read_decks(folder: Path) -> Mapping[str, Deck]:
    """Return the decks a folder of data files describes.

    Raises:
        CatalogueError: an entry is wrong; the message names it.
    """
    return _decks(folder, read_cards(folder))


def cards_in(folder: Path, box: str) -> int:
    """Return how many cards the decks hold that come in a box.

    Raises:
        CatalogueError: an entry is wrong; the message names it.
    """
    count = 0
    for name, said in read_entries(folder, "decks").items():
        with entry_errors(name):
            count += sum(dict(_listed(said["cards"])).values()) if said.get("box") == box else 0
    return count


def default_deck(board: BoardType) -> Deck:
    """Return the deck that is dealt on boards of a format where nobody says otherwise."""
    return next(deck for deck in load_decks().values() if board in deck.usual_on)


def _decks(folder: Path, cards: tuple[CommandCard, ...]) -> Mapping[str, Deck]:
    by_key = {card.key: card for card in cards}
    decks: dict[str, Deck] = {}
    for name, said in read_entries(folder, "decks").items():
        with entry_errors(name):
            decks[name] = _deck(name, said, decks, by_key)
    _check_usual(decks)
    return decks


def _deck(name: str, said: Entry, earlier: Mapping[str, Deck], cards: Cards) -> Deck:
    copies = dict(_taken_over(said, earlier, cards)) | dict(_listed(said.get("cards", {})))
    copies = {key: number for key, number in copies.items() if number}
    return Deck(
        name=name,
        label=said["label"],
        source=said["source"],
        copies=copies,
        unplayed=tuple(key for key in copies if cards[key].rules is Rules.NONE_YET),
        box=said.get("box", ""),
        usual_on=_boards(said.get("usual_on", ())),
        never_on=_boards(said.get("never_on", ())),
        option=said.get("option", ""),
    )


def _taken_over(
    said: Entry, earlier: Mapping[str, Deck], cards: Cards
) -> Iterator[tuple[str, int]]:
    """Yield the cards of the deck that another is made up of."""
    if "of" in said:
        times, tactic_cards = said.get("times", 1), said.get("tactic_cards", True)
        for key, number in earlier[said["of"]].copies.items():
            if tactic_cards or not cards[key].tactic:
                yield key, times * number


def _listed(said: Mapping[str, int | Mapping[str, int]]) -> Iterator[tuple[str, int]]:
    """Yield the cards of a list, one for each section where it counts by sections."""
    for key, number in said.items():
        if isinstance(number, int):
            yield key, number
        else:
            yield from ((f"{key}-{section}", each) for section, each in number.items())


def _boards(names: list[str] | tuple[str, ...]) -> frozenset[BoardType]:
    return frozenset(BoardType[name.upper()] for name in names)


def _check_usual(decks: Mapping[str, Deck]) -> None:
    """Every format of board has one usual deck."""
    for board in BoardType:
        usual = [deck.name for deck in decks.values() if board in deck.usual_on]
        if len(usual) != 1:
            raise CatalogueError(f"{len(usual)} decks are usual on {board.name.lower()} boards")
