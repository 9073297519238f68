"""The actions of a game, as values that print and parse.

``parse_action(str(action)) == action``: a game is recorded as its actions. Hexes go by their
names on the board of the game (``G5``, ``a2``), so an action can be read, typed and compared
without the board.

Most kinds of action are a word and the hexes or the card they are about. They inherit from one of
four small dataclasses and add only their word.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import ClassVar

from m44core.errors import NotationError
from m44core.messages.message import enumerated, message
from m44core.rules.cards.command_cards import cards
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class BareAction:
    """An action that its *word* says all of."""

    word: ClassVar[str]

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class HexAction:
    """An action about one *hex*."""

    word: ClassVar[str]
    hex: str

    def __str__(self) -> str:
        return f"{self.word} {self.hex}"


@dataclass(frozen=True, slots=True)
class FromHexAction:
    """An action of the unit on *start* that goes or reaches to *end*."""

    word: ClassVar[str]
    start: str
    end: str

    def __str__(self) -> str:
        return f"{self.word} {self.start} {self.end}"


@dataclass(frozen=True, slots=True)
class OneCardAction:
    """An action about one *card*."""

    word: ClassVar[str]
    card: str

    def __str__(self) -> str:
        return f"{self.word} {self.card}"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a *card* from hand (B-TURN-03), or answer a close assault with it (B-CARD-AMB).

    Attributes:
        card: The card.
        instead: The card it is used as, where a scenario allows that; "" for itself.
        section: The general who gets it, in Overlord: ``left``, ``centre``, ``right``; "" else.
    """

    card: str
    instead: str = ""
    section: str = ""

    def __str__(self) -> str:
        instead = f" as {self.instead}" if self.instead else ""
        return f"play {self.card}{instead}" + (f" for {self.section}" if self.section else "")


@dataclass(frozen=True, slots=True)
class Blow:
    """A section card is played to blow up the bridge on *hex* (TH-BLOW-01)."""

    card: str
    hex: str

    def __str__(self) -> str:
        return f"blow {self.hex} with {self.card}"


class Decline(BareAction):
    """Answer a close assault with no Ambush (B-CARD-AMB)."""

    __slots__ = ()
    word = "no-ambush"


@dataclass(frozen=True, slots=True)
class ChooseSection:
    """Name the *section* whose units a card orders: ``left``, ``centre``, ``right``."""

    section: str

    def __str__(self) -> str:
        return f"section {self.section}"


class Target(HexAction):
    """Name a *hex*: of a unit for a card that attacks or heals, or where an air drop aims."""

    __slots__ = ()
    word = "target"


class Keep(OneCardAction):
    """Keep this *card* of those drawn and discard the rest (B-CARD-02)."""

    __slots__ = ()
    word = "keep"


class PutDown(OneCardAction):
    """Put a *card* of the hand under the Commissar token (TH-COM-02)."""

    __slots__ = ()
    word = "put-down"


CardAction = Play | Blow | Decline | ChooseSection | Target | Keep | PutDown


class Face(StrEnum):
    """What a die shows; infantry is on two of its six faces (B-DICE-01)."""

    INFANTRY = "inf"
    ARMOR = "armor"
    GRENADE = "grenade"
    FLAG = "flag"
    STAR = "star"


class Draw(OneCardAction):
    """The next player to draw gets this *card*."""

    __slots__ = ()
    word = "draw"


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice show these *faces*, in any order."""

    faces: tuple[Face, ...]

    def __str__(self) -> str:
        return f"roll {' '.join(self.faces)}"


@dataclass(frozen=True, slots=True)
class Land:
    """The next figure of an air drop comes down on *hex*, "" for outside the board."""

    hex: str

    def __str__(self) -> str:
        return f"land {self.hex or 'off'}"


@dataclass(frozen=True, slots=True)
class Uncover:
    """The minefield a unit has entered turns out to have this *strength* (TH-MINE-03)."""

    strength: int

    def __str__(self) -> str:
        return f"mine {self.strength}"


class Lose(OneCardAction):
    """This *card* of the hand is lost with a headquarters (TH-HQ-02)."""

    __slots__ = ()
    word = "lose"


ChanceAction = Draw | Roll | Land | Uncover | Lose


class Step(StrEnum):
    """A part of the turn that its player ends when he likes (B-TURN-02)."""

    CARDS = "cards"
    TARGETS = "targets"
    ORDERS = "orders"
    MOVES = "moves"
    BATTLES = "battles"
    DISCARDS = "discards"
    SMOKE = "smoke"
    UNLOADING = "unloading"
    REINFORCING = "reinforcing"


class Order(HexAction):
    """Order the unit on *hex* (B-ORD-01)."""

    __slots__ = ()
    word = "order"


@dataclass(frozen=True, slots=True)
class OnTheMove:
    """Order the unit on *hex* on the move: it moves and does not battle (BT-OTM-01)."""

    hex: str

    def __str__(self) -> str:
        return f"order {self.hex} on-the-move"


class OrderAll(BareAction):
    """Order every unit that still can be ordered; offered where the card allows it."""

    __slots__ = ()
    word = "order all"


@dataclass(frozen=True, slots=True)
class Place:
    """A unit that was not there comes to *hex*, or is dropped at it (SO-ORDERED-PARADROP).

    Or it leaves a train there (TH-TRAIN-04), or reinforces its side (SO-REINFORCEMENTS).

    *unit* is its kind where there are several to choose from.
    """

    hex: str
    unit: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, ("place", self.hex, self.unit)))


@dataclass(frozen=True, slots=True)
class End:
    """Go on to what follows a *step* of the turn."""

    step: Step

    def __str__(self) -> str:
        return f"end-{self.step}"


OrderAction = Order | OnTheMove | OrderAll | Place | End


@dataclass(frozen=True, slots=True)
class Move:
    """Move the ordered unit on *start* to *end* (B-MOVE-01).

    Attributes:
        start: Where it stands.
        end: Where it goes, by any shortest legal path.
        via: The hex it passes through to take a medal that stays taken; "" if it
            does not matter which way it goes.
    """

    start: str
    end: str
    via: str = ""

    def __str__(self) -> str:
        return f"move {self.start} {self.end}" + (f" via {self.via}" if self.via else "")


class Exit(FromHexAction):
    """Let the ordered unit on *start* leave the board by the exit hex *end* (V-EXIT-04)."""

    __slots__ = ()
    word = "exit"


@dataclass(frozen=True, slots=True)
class Battle:
    """Let the unit on *attacker* battle the unit on *target* (B-BAT-01)."""

    attacker: str
    target: str

    def __str__(self) -> str:
        return f"battle {self.attacker} {self.target}"


class Clear(HexAction):
    """Let the unit on *hex* remove the wire there instead of battling (B-WIRE-02)."""

    __slots__ = ()
    word = "clear"


class Resupply(FromHexAction):
    """Let the unit on *start* give a figure to the unit on *end* (E-RESUP-01)."""

    __slots__ = ()
    word = "resupply"


class Recover(HexAction):
    """Let the unit on *hex* roll for its lost figures instead of moving (TH-HOSP-02)."""

    __slots__ = ()
    word = "recover"


class Seal(HexAction):
    """Let the unit on *hex* try to seal the cave there instead of battling (TH-CAVE-05)."""

    __slots__ = ()
    word = "seal"


class LaySmoke(FromHexAction):
    """Let the unit on *start* fire smoke instead of battling, first at *end* (E-NEBEL-05)."""

    __slots__ = ()
    word = "smoke"


class LayBridge(FromHexAction):
    """Let the unit on *start* lay its bridge on the river hex *end* (E-HOB-02)."""

    __slots__ = ()
    word = "bridge"


class Breach(FromHexAction):
    """Let the unit on *start* close assault the empty bunker on *end* (E-HOB-08)."""

    __slots__ = ()
    word = "breach"


UnitAction = (
    Move | Exit | Battle | Clear | Resupply | Recover | Seal | LaySmoke | LayBridge | Breach
)


class Retreat(FromHexAction):
    """Retreat the unit on *start* to *end* (B-RET-03)."""

    __slots__ = ()
    word = "retreat"


class Ignore(HexAction):
    """Ignore a flag, so that the unit on *hex* stays (B-RET-09)."""

    __slots__ = ()
    word = "ignore"


class BattleBack(BareAction):
    """Let the last figure of a close assaulted unit battle its attacker (TH-BRI-01)."""

    __slots__ = ()
    word = "battle-back"


class TakeGround(BareAction):
    """Move the victorious unit into the hex it cleared (B-TG-01)."""

    __slots__ = ()
    word = "take-ground"


class Stay(BareAction):
    """Take no ground, go no further, or make no further battle (B-OVR-04)."""

    __slots__ = ()
    word = "stay"


Consequence = Retreat | Ignore | BattleBack | TakeGround | Stay


PlayerAction = CardAction | OrderAction | UnitAction | Consequence
Action = ChanceAction | PlayerAction

MAX_SHARED_ACTIONS = 4096  # of a kind, where one object stands for all equal ones: half a MB


_HEX = r"([A-Za-z]\d{1,2})"
_CARD = r"([a-z0-9-]+)"
_SECTION = "(left|centre|right)"
_LONGEST = 60  # letters; more of a line that is no action helps nobody


def parse_action(text: str) -> Action:
    """Read back what ``str(action)`` wrote.

    Raises:
        NotationError: *text* is not an action.
    """
    for pattern, build in _patterns():
        if match := pattern.fullmatch(text.strip()):
            return build(*match.groups(default=""))
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    raise NotationError(message("{text!r} is not an action", text=shown))


def _known_card(card: str) -> str:
    """Return the key of a card, if there is such a card."""
    if card not in cards():
        raise NotationError(message("{card!r} is not a card", card=card))
    return card


def _for_card(kind: Callable[[str], Action]) -> Callable[[str], Action]:
    return lambda card: kind(_known_card(card))


def _play(card: str, instead: str, section: str) -> Play:
    return Play(_known_card(card), _known_card(instead) if instead else "", section)


def _roll(faces: str) -> Roll:
    try:
        return Roll(tuple(Face(word) for word in faces.split()))
    except ValueError as error:
        known = enumerated(map(str, Face))
        said = message("a die shows one of {faces}: {text!r}", faces=known, text=faces)
        raise NotationError(said) from error


_BARE_KINDS = (Decline, OrderAll, BattleBack, TakeGround, Stay)
_HEX_KINDS = (Target, Order, Clear, Recover, Seal, Ignore)
_FROM_HEX_KINDS = (Exit, Resupply, LaySmoke, LayBridge, Breach, Retreat)
_CARD_KINDS = (Draw, Lose, Keep, PutDown)
_NOTATION: tuple[tuple[str, Callable[..., Action]], ...] = (
    *((f"{kind.word} {_CARD}", _for_card(kind)) for kind in _CARD_KINDS),
    (r"roll ([a-z ]{1,600})", _roll),
    (f"play {_CARD}(?: as {_CARD})?(?: for {_SECTION})?", _play),
    *((f"{kind.word} {_HEX}", kind) for kind in _HEX_KINDS),
    *((kind.word, kind) for kind in _BARE_KINDS),
    (f"end-({'|'.join(Step)})", lambda step: End(Step(step))),
    (f"move {_HEX} {_HEX}(?: via {_HEX})?", Move),
    (f"battle {_HEX} {_HEX}", Battle),
    *((f"{kind.word} {_HEX} {_HEX}", kind) for kind in _FROM_HEX_KINDS),
    (f"section {_SECTION}", ChooseSection),
    (f"land {_HEX}", Land),
    (r"land off", lambda: Land("")),
    (f"place {_HEX}(?: {_CARD})?", Place),
    (f"blow {_HEX} with {_CARD}", lambda hex_, card: Blow(_known_card(card), hex_)),
    (r"mine (\d)", lambda strength: Uncover(int(strength))),
    (f"order {_HEX} on-the-move", OnTheMove),
)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Callable[..., Action]], ...]:
    """Return what is written with what it builds, compiled when somebody reads a game."""
    return tuple((re.compile(pattern), build) for pattern, build in _NOTATION)
