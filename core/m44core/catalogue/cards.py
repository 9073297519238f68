"""The command cards of the base game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from m44core.board import Section
from m44core.catalogue.reading import DATA, Entry, entry, read_entries
from m44core.catalogue.types import Rules

_SECTIONS = {section.name.lower(): section for section in Section}


@dataclass(frozen=True, slots=True)
class CommandCard:
    """One command card; the deck holds ``copies`` of it.

    Sections are those of the player who plays it, as seen from his edge.

    Attributes:
        key: Its name in our files: ``probe-left``, ``recon-in-force``.
        label: What is printed on it: ``Probe``.
        tactic: Whether it is a tactic card.
        copies: How many the deck holds.
        rules: Whether the engine can play it.
        source: The rule it is described by.
        orders: How many units it orders in each section; None for all of them.
        draw: How many cards its player draws at the end of the turn, keeping one.
    """

    key: str
    label: str
    tactic: bool
    copies: int
    rules: Rules
    source: str
    orders: Mapping[Section, int | None]
    draw: int = 1


@cache
def load_cards() -> tuple[CommandCard, ...]:
    """Return every command card of the base game, section cards first; read once.

    Raises:
        CatalogueError: our own data is wrong.
    """
    return read_cards(DATA)


def read_cards(folder: Path) -> tuple[CommandCard, ...]:
    """Return the cards a folder of data files describes.

    Raises:
        CatalogueError: an entry is wrong; the message names it.
    """
    said = read_entries(folder, "cards")
    cards: list[CommandCard] = []
    for key, card in said["section"].items():
        with entry(key):
            cards += _section_cards(key, card)
    for key, card in said["tactic"].items():
        with entry(key):
            cards.append(_tactic_card(key, card))
    return tuple(cards)


def _section_cards(key: str, said: Entry) -> Iterator[CommandCard]:
    """Yield one card for each section, or the one card that orders in several."""
    if "sections" in said:
        yield _section_card(key, said, tuple(said["sections"]), said["copies"])
        return
    for section, copies in said["copies"].items():
        yield _section_card(f"{key}-{section}", said, (section,), copies)


def _section_card(key: str, said: Entry, sections: tuple[str, ...], copies: int) -> CommandCard:
    units = None if said["units"] == "all" else said["units"]
    return CommandCard(
        key=key,
        label=said["label"],
        tactic=False,
        copies=copies,
        rules=Rules.BASE,
        source=said["source"],
        orders={_SECTIONS[section]: units for section in sections},
        draw=said.get("draw", 1),
    )


def _tactic_card(key: str, said: Entry) -> CommandCard:
    return CommandCard(
        key=key,
        label=said["label"],
        tactic=True,
        copies=said["copies"],
        rules=Rules.NONE_YET,
        source=said["source"],
        orders={},
    )
