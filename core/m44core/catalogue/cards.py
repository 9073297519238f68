"""The command cards of the base game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from m44core.board import Section
from m44core.catalogue.reading import DATA, Entry, entry, read_entries
from m44core.catalogue.types import Rules, Side, UnitClass
from m44core.messages.message import Message

_SECTIONS = {section.name.lower(): section for section in Section}


class Contact(StrEnum):
    """Where the units a card orders must stand, as to the enemy."""

    ANY = "any"
    ADJACENT = "adjacent"
    APART = "apart"


class Effect(StrEnum):
    """What a tactic card does besides ordering units (rules 5.2)."""

    NONE = ""
    AMBUSH = "ambush"
    COUNTER_ATTACK = "counter-attack"
    DIG_IN = "dig-in"
    MEDICS = "medics"
    THEIR_FINEST_HOUR = "their-finest-hour"


@dataclass(frozen=True, slots=True)
class CardMove:
    """How the units a card orders move, instead of by their own rules.

    Attributes:
        hexes: Most hexes they may enter.
        and_battle: Most hexes after which they may still battle.
        free: Whether terrain neither stops nor slows them; what is closed stays closed.
        again: Whether they move once more after the battles.
    """

    hexes: int
    and_battle: int
    free: bool = False
    again: bool = False


@dataclass(frozen=True, slots=True)
class CardBonus:
    """Dice that the units a card orders roll in addition (B-CARD-13).

    Attributes:
        close: In close assault.
        fire: Beyond.
        overrun: Whether the battle of an armor overrun has the bonus too (R-14).
    """

    close: int = 0
    fire: int = 0
    overrun: bool = False


_NO_BONUS = CardBonus()


@dataclass(frozen=True, slots=True)
class CardStrike:
    """An attack by a card itself: no terrain protects, no flag can be ignored (B-CARD-AIR).

    Attributes:
        targets: Most enemy units it attacks; they are adjacent to one another.
        dice: Dice against each, by the side that plays it.
        stars_hit: Whether stars hit.
    """

    targets: int
    dice: Mapping[Side, int]
    stars_hit: bool = False


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
        units: How many units a tactic card orders in all; None for all of them.
        classes: The classes of those units; empty for any.
        contact: Where they must stand, as to the enemy.
        names_section: Whether its player names the section they stand in.
        fall_back: Whether he orders one unit of his choice where he has none of those classes.
        move: How they move; None for their own rules.
        battles: How often each may battle.
        bonus: Dice they roll in addition.
        strike: The attack the card itself makes.
        effect: What else it does.
        reshuffle: Whether all cards but the hands are shuffled at the end of the turn.
        summary: What a tactic card does, in a sentence.
    """

    key: str
    label: str
    tactic: bool
    copies: int
    rules: Rules
    source: str
    orders: Mapping[Section, int | None]
    draw: int = 1
    units: int | None = 0
    classes: frozenset[UnitClass] = frozenset()
    contact: Contact = Contact.ANY
    names_section: bool = False
    fall_back: bool = False
    move: CardMove | None = None
    battles: int = 1
    bonus: CardBonus = _NO_BONUS
    strike: CardStrike | None = None
    effect: Effect = Effect.NONE
    reshuffle: bool = False
    summary: str = ""

    @property
    def called(self) -> Message:
        """What people call it."""
        return Message(self.label, "card")

    @property
    def does(self) -> Message:
        """What a tactic card does."""
        return Message(self.summary, "card")


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
    orders = said.get("orders", {"units": 0})
    units = orders["units"]
    return CommandCard(
        key=key,
        label=said["label"],
        tactic=True,
        copies=said["copies"],
        rules=Rules.BASE,
        source=said["source"],
        orders={},
        units=None if units == "all" else units,
        classes=frozenset(UnitClass(name) for name in orders.get("classes", ())),
        contact=Contact(orders.get("contact", Contact.ANY)),
        names_section=orders.get("section", False),
        fall_back=said.get("fall_back", False),
        move=CardMove(**said["move"]) if "move" in said else None,
        battles=said.get("battles", 1),
        bonus=CardBonus(**said.get("bonus", {})),
        strike=_strike(said["strike"]) if "strike" in said else None,
        effect=Effect(said.get("effect", "")),
        reshuffle=said.get("reshuffle", False),
        summary=said["summary"],
    )


def _strike(said: Entry) -> CardStrike:
    dice = {Side(name): number for name, number in said["dice"].items()}
    return CardStrike(said["targets"], dice, said.get("stars_hit", False))
