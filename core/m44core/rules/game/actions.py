"""The actions of a game, as data that can be printed and parsed.

``parse_action(str(action)) == action``: a game is recorded as its actions. Hexes are given by their
names on the board of the game (``G5``, ``a2``), so that an action can be read, typed and compared
without the board.

Most kinds of action consist of a word and the hexes or card they concern. They inherit from
one of four small dataclasses and add only their word.
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
    """An action written as its *word* alone."""

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
    """An action of the unit on *start* toward *end*."""

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
        instead: The card it is used as, if the scenario allows that, or in Overlord the card that a
            Counter-Attack repeats; "" for itself.
        section: In Overlord, the general who gets it: ``left``, ``centre``, ``right``; else "".
    """

    card: str
    instead: str = ""
    section: str = ""

    def __str__(self) -> str:
        instead = f" as {self.instead}" if self.instead else ""
        return f"play {self.card}{instead}" + (f" for {self.section}" if self.section else "")


@dataclass(frozen=True, slots=True)
class BlowUpBridge:
    """Play a section card to blow up the bridge on *hex* (TH-BLOW-01)."""

    card: str
    hex: str

    def __str__(self) -> str:
        return f"blow {self.hex} with {self.card}"


class DeclineAmbush(BareAction):
    """Do not answer a close assault with an Ambush (B-CARD-AMB)."""

    __slots__ = ()
    word = "no-ambush"


@dataclass(frozen=True, slots=True)
class ChooseSection:
    """Choose the *section* whose units a card orders: ``left``, ``centre``, ``right``."""

    section: str

    def __str__(self) -> str:
        return f"section {self.section}"


class ChooseTarget(HexAction):
    """Choose a *hex*: a card's target, an air drop's aim, more smoke, or an attrition loss."""

    __slots__ = ()
    word = "target"


class KeepCard(OneCardAction):
    """Keep this *card* from the drawn cards or the discards (B-CARD-02, E-CMDCAR-03)."""

    __slots__ = ()
    word = "keep"


class PutUnderToken(OneCardAction):
    """Put a *card* of the hand under the Commissar token (TH-COM-02)."""

    __slots__ = ()
    word = "put-down"


CardAction = (
    Play | BlowUpBridge | DeclineAmbush | ChooseSection | ChooseTarget | KeepCard | PutUnderToken
)


class DieFace(StrEnum):
    """The face of a die; infantry is on two of its six faces (B-DICE-01)."""

    INFANTRY = "inf"
    ARMOR = "armor"
    GRENADE = "grenade"
    FLAG = "flag"
    STAR = "star"


class DrawCard(OneCardAction):
    """The next player to draw draws this *card*."""

    __slots__ = ()
    word = "draw"


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice show these *faces*, in any order."""

    faces: tuple[DieFace, ...]

    def __str__(self) -> str:
        return f"roll {' '.join(self.faces)}"


@dataclass(frozen=True, slots=True)
class LandFigure:
    """The next figure of an air drop lands on *hex*; "" for off the board."""

    hex: str

    def __str__(self) -> str:
        return f"land {self.hex or 'off'}"


@dataclass(frozen=True, slots=True)
class UncoverMinefield:
    """The minefield a unit has entered has this *strength* (TH-MINE-03)."""

    strength: int

    def __str__(self) -> str:
        return f"mine {self.strength}"


class LoseCard(OneCardAction):
    """This *card* of the hand is lost with a headquarters or a unit (TH-HQ-02, E-ITA-01)."""

    __slots__ = ()
    word = "lose"


ChanceAction = DrawCard | Roll | LandFigure | UncoverMinefield | LoseCard


class Step(StrEnum):
    """A step of the turn that its player can end (B-TURN-02)."""

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
    """Order every unit that can still be ordered; legal if the card allows all of them."""

    __slots__ = ()
    word = "order all"


@dataclass(frozen=True, slots=True)
class PlaceUnit:
    """Place an arriving unit on *hex*, or drop it there from the air (SO-ORDERED-PARADROP).

    It can also leave a train (TH-TRAIN-04) or arrive as a reinforcement (SO-REINFORCEMENTS).

    *unit* names its kind and how it arrives if there are several to choose from; else "".
    """

    hex: str
    unit: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, ("place", self.hex, self.unit)))


@dataclass(frozen=True, slots=True)
class EndStep:
    """End a *step* of the turn."""

    step: Step

    def __str__(self) -> str:
        return f"end-{self.step}"


OrderAction = Order | OnTheMove | OrderAll | PlaceUnit | EndStep


@dataclass(frozen=True, slots=True)
class Move:
    """Move the ordered unit on *start* to *end* (B-MOVE-01).

    Attributes:
        start: The hex it stands on.
        end: The hex it moves to, by any shortest legal path.
        via: The hex it passes through to gain something or to avoid hazards; "" for the default
            path.
    """

    start: str
    end: str
    via: str = ""

    def __str__(self) -> str:
        return f"move {self.start} {self.end}" + (f" via {self.via}" if self.via else "")


class Exit(FromHexAction):
    """Move the ordered unit on *start* off the board by the exit hex *end* (V-EXIT-04)."""

    __slots__ = ()
    word = "exit"


@dataclass(frozen=True, slots=True)
class Battle:
    """Battle the unit on *target* with the unit on *attacker* (B-BAT-01)."""

    attacker: str
    target: str

    def __str__(self) -> str:
        return f"battle {self.attacker} {self.target}"


class ClearWire(HexAction):
    """Remove the wire on *hex* with the unit there instead of battling (B-WIRE-02)."""

    __slots__ = ()
    word = "clear"


class Resupply(FromHexAction):
    """Give a figure of the unit on *start* to the unit on *end* (E-RESUP-01)."""

    __slots__ = ()
    word = "resupply"


class Recover(HexAction):
    """Roll for the lost figures of the unit on *hex* instead of moving it (TH-HOSP-02)."""

    __slots__ = ()
    word = "recover"


class SealCave(HexAction):
    """Try to seal the cave on *hex* with the unit there instead of battling (TH-CAVE-05)."""

    __slots__ = ()
    word = "seal"


class LaySmoke(FromHexAction):
    """Fire smoke with the unit on *start* instead of battling, first at *end* (E-NEBEL-05)."""

    __slots__ = ()
    word = "smoke"


class LayBridge(FromHexAction):
    """Lay the bridge of the unit on *start* on the river hex *end* (E-HOB-02)."""

    __slots__ = ()
    word = "bridge"


class BreachBunker(FromHexAction):
    """Close assault the empty bunker on *end* with the unit on *start* (E-HOB-08)."""

    __slots__ = ()
    word = "breach"


UnitAction = (
    Move
    | Exit
    | Battle
    | ClearWire
    | Resupply
    | Recover
    | SealCave
    | LaySmoke
    | LayBridge
    | BreachBunker
)


class Retreat(FromHexAction):
    """Retreat the unit on *start* to *end* (B-RET-03)."""

    __slots__ = ()
    word = "retreat"


class IgnoreFlag(HexAction):
    """Ignore a flag: the unit on *hex* stays there (B-RET-09)."""

    __slots__ = ()
    word = "ignore"


class BattleBack(BareAction):
    """Battle back with the last figure of a close assaulted unit (TH-BRI-01)."""

    __slots__ = ()
    word = "battle-back"


class TakeGround(BareAction):
    """Move the victorious unit into the hex it cleared (B-TG-01)."""

    __slots__ = ()
    word = "take-ground"


class Stay(BareAction):
    """Do not take ground, move on, or battle again (B-OVR-04)."""

    __slots__ = ()
    word = "stay"


Consequence = Retreat | IgnoreFlag | BattleBack | TakeGround | Stay


PlayerAction = CardAction | OrderAction | UnitAction | Consequence
Action = ChanceAction | PlayerAction

MAX_SHARED_ACTIONS = 4096  # of one kind, as shared objects; about half a MB


_HEX = r"([A-Za-z]\d{1,2})"
_CARD = r"([a-z0-9-]+)"
_SECTION = "(left|centre|right)"
_MAX_SHOWN_LENGTH = 60  # characters of an invalid line shown in its message


def parse_action(text: str) -> Action:
    """Parse the text of ``str(action)``.

    Raises:
        NotationError: *text* is not an action.
    """
    for pattern, build in _action_patterns():
        if match := pattern.fullmatch(text.strip()):
            return build(*match.groups(default=""))
    shortened = text if len(text) <= _MAX_SHOWN_LENGTH else f"{text[:_MAX_SHOWN_LENGTH]}..."
    raise NotationError(message("{text!r} is not a valid action", text=shortened))


def _known_card(card: str) -> str:
    """Return *card* if there is a card with that key.

    Raises:
        NotationError: there is no such card.
    """
    if card not in cards():
        raise NotationError(message("{card!r} is not a valid card", card=card))
    return card


def _card_action_builder(kind: Callable[[str], Action]) -> Callable[[str], Action]:
    return lambda card: kind(_known_card(card))


def _build_play(card: str, instead: str, section: str) -> Play:
    return Play(_known_card(card), _known_card(instead) if instead else "", section)


def _build_roll(faces: str) -> Roll:
    try:
        return Roll(tuple(DieFace(word) for word in faces.split()))
    except ValueError as error:
        face_names = enumerated(map(str, DieFace))
        text = message(
            "{text!r} is not a valid roll; a die shows one of {faces}", faces=face_names, text=faces
        )
        raise NotationError(text) from error


_BARE_KINDS = (DeclineAmbush, OrderAll, BattleBack, TakeGround, Stay)
_HEX_KINDS = (ChooseTarget, Order, ClearWire, Recover, SealCave, IgnoreFlag)
_FROM_HEX_KINDS = (Exit, Resupply, LaySmoke, LayBridge, BreachBunker, Retreat)
_CARD_KINDS = (DrawCard, LoseCard, KeepCard, PutUnderToken)
_NOTATION: tuple[tuple[str, Callable[..., Action]], ...] = (
    *((f"{kind.word} {_CARD}", _card_action_builder(kind)) for kind in _CARD_KINDS),
    (r"roll ([a-z ]{1,600})", _build_roll),
    (f"play {_CARD}(?: as {_CARD})?(?: for {_SECTION})?", _build_play),
    *((f"{kind.word} {_HEX}", kind) for kind in _HEX_KINDS),
    *((kind.word, kind) for kind in _BARE_KINDS),
    (f"end-({'|'.join(Step)})", lambda step: EndStep(Step(step))),
    (f"move {_HEX} {_HEX}(?: via {_HEX})?", Move),
    (f"battle {_HEX} {_HEX}", Battle),
    *((f"{kind.word} {_HEX} {_HEX}", kind) for kind in _FROM_HEX_KINDS),
    (f"section {_SECTION}", ChooseSection),
    (f"land {_HEX}", LandFigure),
    (r"land off", lambda: LandFigure("")),
    (f"place {_HEX}(?: {_CARD})?", PlaceUnit),
    (f"blow {_HEX} with {_CARD}", lambda hex_, card: BlowUpBridge(_known_card(card), hex_)),
    (r"mine (\d)", lambda strength: UncoverMinefield(int(strength))),
    (f"order {_HEX} on-the-move", OnTheMove),
)


@cache
def _action_patterns() -> tuple[tuple[re.Pattern[str], Callable[..., Action]], ...]:
    """Return pairs of a pattern and the function that builds its action; compiled on first use."""
    return tuple((re.compile(pattern), build) for pattern, build in _NOTATION)
