"""The command cards of all boxes; the decks define which of them are used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path

from m44core.board import Section
from m44core.catalogue.catalogue_types import RulesSupport, Side, UnitClass
from m44core.catalogue.entries import DATA, entry_error_context, read_entries
from m44core.data_files import Entry
from m44core.messages.message import Message
from m44core.values import dataclass

_SECTIONS = {section.name.lower(): section for section in Section}


class Contact(StrEnum):
    """The required position of ordered units relative to the enemy."""

    ANY = "any"
    ADJACENT = "adjacent"
    APART = "apart"


class CardEffect(StrEnum):
    """The effect of a tactic card in addition to its orders (rules 5.2, BT-MED-01)."""

    NONE = ""
    AMBUSH = "ambush"
    COUNTER_ATTACK = "counter-attack"
    DIG_IN = "dig-in"
    MEDICS = "medics"
    SHARED_MEDICS = "shared-medics"
    THEIR_FINEST_HOUR = "their-finest-hour"


@dataclass(frozen=True, slots=True)
class CardMove:
    """The movement of units ordered by a card, in place of their own.

    Attributes:
        hexes: Maximum number of hexes they can move.
        and_battle: Maximum number of hexes they can move and still battle.
        free: Whether terrain does not stop or slow them; impassable terrain stays impassable.
        again: Whether they move again after the battles.
        at_least: Whether units whose own rules let them move farther can do so (E-GEN-08).
    """

    hexes: int
    and_battle: int
    free: bool = False
    again: bool = False
    at_least: bool = False


@dataclass(frozen=True, slots=True)
class CardBonus:
    """Additional dice of units ordered by a card (B-CARD-13).

    Attributes:
        close: Additional dice in close assault.
        fire: Additional dice at any greater distance.
        overrun: Whether the battle of an armor overrun has the bonus too (R-14).
    """

    close: int = 0
    fire: int = 0
    overrun: bool = False


_NO_BONUS = CardBonus()


@dataclass(frozen=True, slots=True)
class CardStrike:
    """An attack by a card itself: terrain does not protect, flags cannot be ignored (B-CARD-AIR).

    Attributes:
        targets: Maximum number of enemy units it attacks; they are adjacent to one another.
        dice: Number of dice against each, by the side that plays the card.
        stars_hit: Whether stars hit.
    """

    targets: int
    dice: Mapping[Side, int]
    stars_hit: bool = False


@dataclass(frozen=True, slots=True)
class CommandCard:
    """A command card; a deck defines how many copies there are.

    Sections are those of the player who plays the card, as seen from the player's edge.

    Attributes:
        key: The key in our files: ``probe-left``, ``recon-in-force``.
        label: The printed title: ``Probe``.
        tactic: Whether it is a tactic card.
        box: The box in which it first appeared, by its name in ``boxes.yaml``.
        rules: Whether the engine can play it.
        source: The rule that describes it.
        mirrored: The key of the card that orders the same flank of the board for the other player.
        orders: Number of units it orders in each section; None for all of them.
        draw: Number of cards drawn at the end of the turn, of which one is kept.
        on_the_move: Number of additional units, anywhere, that are ordered to move only
            (BT-OTM-01).
        used_as: The key of the card it can be used as if a scenario allows it (O-HILL317); ""
            for none.
        units: Number of units a tactic card orders in total; None for all of them.
        classes: The classes of those units; empty for any.
        contact: The required position of those units relative to the enemy.
        names_section: Whether the player names the section of those units.
        fall_back: Whether a player without units of those classes orders one unit of choice.
        move: The movement of those units; None for their own rules.
        battles: The number of times each unit can battle.
        bonus: The additional dice of those units.
        strike: The attack of the card itself, if any.
        effect: The additional effect.
        dice: Number of dice to roll for the card itself; None for one per card in hand.
        reshuffle: Whether all cards except those in hand are shuffled at the end of the turn.
        worth: The typical value to the player, in figures; None to derive it from the orders.
        emblem: The key of the tactic card whose emblem it shows, usually itself.
        summary: The effect of a tactic card, in a sentence.
    """

    key: str
    label: str
    tactic: bool
    box: str
    rules: RulesSupport
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
    effect: CardEffect = CardEffect.NONE
    dice: int | None = None
    reshuffle: bool = False
    worth: float | None = None
    emblem: str = ""
    summary: str = ""

    @property
    def noun(self) -> Message:
        """The title of the card, as a message."""
        return Message(self.label, "card")

    @property
    def effect_text(self) -> Message:
        """The effect of a tactic card, as a message."""
        return Message(self.summary, "card")


@cache
def load_cards() -> tuple[CommandCard, ...]:
    """Return every command card, section cards first; cached after the first call.

    Raises:
        CatalogueError: the built-in data is invalid.
    """
    return read_cards(DATA)


def read_cards(folder: Path) -> tuple[CommandCard, ...]:
    """Return the cards described by the data files in a folder.

    Raises:
        CatalogueError: an entry is invalid; the message names it.
    """
    data = read_entries(folder, "cards")
    cards: list[CommandCard] = []
    for key, card in data["section"].items():
        with entry_error_context(key):
            cards += _parse_section_cards(key, card)
    for key, card in data["tactic"].items():
        with entry_error_context(key):
            cards.append(_parse_tactic_card(key, card))
    return tuple(cards)


def _parse_section_cards(key: str, data: Entry) -> Iterator[CommandCard]:
    """Yield one card for each section, or a single card that orders in several sections."""
    if "sections" in data:
        yield _parse_section_card(key, data, tuple(data["sections"]), mirrored=key)
        return
    for name, section in _SECTIONS.items():
        mirrored_key = f"{key}-{section.mirrored.name.lower()}"
        yield _parse_section_card(f"{key}-{name}", data, (name,), mirrored=mirrored_key)


def _parse_section_card(
    key: str, data: Entry, sections: tuple[str, ...], *, mirrored: str
) -> CommandCard:
    units = None if data["units"] == "all" else data["units"]
    return CommandCard(
        key=key,
        label=data["label"],
        tactic=False,
        box=data["box"],
        rules=RulesSupport(data.get("rules", RulesSupport.BASE)),
        source=data["source"],
        mirrored=mirrored,
        orders={_SECTIONS[section]: units for section in sections},
        draw=data.get("draw", 1),
        on_the_move=data.get("on_the_move", 0),
        used_as=data.get("used_as", ""),
        worth=data.get("worth"),
    )


def _parse_tactic_card(key: str, data: Entry) -> CommandCard:
    orders = data.get("orders", {"units": 0})
    units = orders["units"]
    return CommandCard(
        key=key,
        label=data["label"],
        tactic=True,
        box=data["box"],
        rules=RulesSupport(data.get("rules", RulesSupport.BASE)),
        source=data["source"],
        mirrored=key,
        orders={},
        units=None if units == "all" else units,
        classes=frozenset(UnitClass(name) for name in orders.get("classes", ())),
        contact=Contact(orders.get("contact", Contact.ANY)),
        names_section=orders.get("section", False),
        fall_back=data.get("fall_back", False),
        move=CardMove(**data["move"]) if "move" in data else None,
        battles=data.get("battles", 1),
        bonus=CardBonus(**data.get("bonus", {})),
        strike=_parse_strike(data["strike"]) if "strike" in data else None,
        effect=CardEffect(data.get("effect", "")),
        dice=data.get("dice"),
        reshuffle=data.get("reshuffle", False),
        worth=data.get("worth"),
        emblem=data.get("emblem", key),
        summary=data["summary"],
    )


def _parse_strike(data: Entry) -> CardStrike:
    dice = {Side(name): number for name, number in data["dice"].items()}
    return CardStrike(data["targets"], dice, data.get("stars_hit", False))
