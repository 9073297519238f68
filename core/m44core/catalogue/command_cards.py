"""The command cards, each as its box has it; which are dealt is a matter of the decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path

from m44core.board import Section
from m44core.catalogue.entries import DATA, entry_errors, read_entries
from m44core.catalogue.types import Rules, Side, UnitClass
from m44core.data_files import Entry
from m44core.messages.message import Message
from m44core.values import dataclass

_SECTIONS = {section.name.lower(): section for section in Section}


class Contact(StrEnum):
    """Where the units a card orders must stand, as to the enemy."""

    ANY = "any"
    ADJACENT = "adjacent"
    APART = "apart"


class Effect(StrEnum):
    """What a tactic card does besides ordering units (rules 5.2, BT-MED-01)."""

    NONE = ""
    AMBUSH = "ambush"
    COUNTER_ATTACK = "counter-attack"
    DIG_IN = "dig-in"
    MEDICS = "medics"
    SHARED_MEDICS = "shared-medics"
    THEIR_FINEST_HOUR = "their-finest-hour"


@dataclass(frozen=True, slots=True)
class CardMove:
    """How the units a card orders move, instead of by their own rules.

    Attributes:
        hexes: Most hexes they may enter.
        and_battle: Most hexes after which they may still battle.
        free: Whether terrain neither stops nor slows them; what is closed stays closed.
        again: Whether they move once more after the battles.
        at_least: Whether units that may do more by their own rules do so (E-GEN-08).
    """

    hexes: int
    and_battle: int
    free: bool = False
    again: bool = False
    at_least: bool = False


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
    """One command card; how many there are of it is a matter of the deck.

    Sections are those of the player who plays it, as seen from his edge.

    Attributes:
        key: Its name in our files: ``probe-left``, ``recon-in-force``.
        label: What is printed on it: ``Probe``.
        tactic: Whether it is a tactic card.
        box: The box it first came in, by its name in ``boxes.yaml``.
        rules: Whether the engine can play it.
        source: The rule it is described by.
        mirrored: The card that orders the same flank of the board for the other player.
        orders: How many units it orders in each section; None for all of them.
        draw: How many cards its player draws at the end of the turn, keeping one.
        on_the_move: How many units it orders besides, anywhere, that only move (BT-OTM-01).
        used_as: The card it may be used as where a scenario says so (O-HILL317); "" for none.
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
        dice: How many dice it rolls itself; None for one for each card in hand.
        reshuffle: Whether all cards but the hands are shuffled at the end of the turn.
        worth: What it is usually worth to its player, in figures; None where its orders tell.
        emblem: The tactic card whose emblem it bears: mostly its own.
        summary: What a tactic card does, in a sentence.
    """

    key: str
    label: str
    tactic: bool
    box: str
    rules: Rules
    source: str
    mirrored: str
    orders: Mapping[Section, int | None]
    draw: int = 1
    on_the_move: int = 0
    used_as: str = ""
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
    dice: int | None = None
    reshuffle: bool = False
    worth: float | None = None
    emblem: str = ""
    summary: str = ""

    @property
    def noun(self) -> Message:
        """What people call it."""
        return Message(self.label, "card")

    @property
    def effect_text(self) -> Message:
        """What a tactic card does."""
        return Message(self.summary, "card")


@cache
def load_cards() -> tuple[CommandCard, ...]:
    """Return every command card there is, section cards first; read once.

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
        with entry_errors(key):
            cards += _section_cards(key, card)
    for key, card in said["tactic"].items():
        with entry_errors(key):
            cards.append(_tactic_card(key, card))
    return tuple(cards)


def _section_cards(key: str, said: Entry) -> Iterator[CommandCard]:
    """Yield one card for each section, or the one card that orders in several."""
    if "sections" in said:
        yield _section_card(key, said, tuple(said["sections"]), mirrored=key)
        return
    for name, section in _SECTIONS.items():
        other = f"{key}-{section.mirrored.name.lower()}"
        yield _section_card(f"{key}-{name}", said, (name,), mirrored=other)


def _section_card(
    key: str, said: Entry, sections: tuple[str, ...], *, mirrored: str
) -> CommandCard:
    units = None if said["units"] == "all" else said["units"]
    return CommandCard(
        key=key,
        label=said["label"],
        tactic=False,
        box=said["box"],
        rules=Rules(said.get("rules", Rules.BASE)),
        source=said["source"],
        mirrored=mirrored,
        orders={_SECTIONS[section]: units for section in sections},
        draw=said.get("draw", 1),
        on_the_move=said.get("on_the_move", 0),
        used_as=said.get("used_as", ""),
        worth=said.get("worth"),
    )


def _tactic_card(key: str, said: Entry) -> CommandCard:
    orders = said.get("orders", {"units": 0})
    units = orders["units"]
    return CommandCard(
        key=key,
        label=said["label"],
        tactic=True,
        box=said["box"],
        rules=Rules(said.get("rules", Rules.BASE)),
        source=said["source"],
        mirrored=key,
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
        dice=said.get("dice"),
        reshuffle=said.get("reshuffle", False),
        worth=said.get("worth"),
        emblem=said.get("emblem", key),
        summary=said["summary"],
    )


def _strike(said: Entry) -> CardStrike:
    dice = {Side(name): number for name, number in said["dice"].items()}
    return CardStrike(said["targets"], dice, said.get("stars_hit", False))
