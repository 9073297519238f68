"""What can be done in a game, as values that print and parse.

``parse_action(str(action)) == action``: a game is written down as its actions.
Hexes go by their names on the board of the game (``G5``, ``a2``), so that an
action can be read, typed and compared without the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from m44core.errors import NotationError
from m44core.messages.message import enumerated, message
from m44core.rules.cards.deck import cards
from m44core.rules.game.arrivals import Blow, Place
from m44core.rules.game.march import LaySmoke as LaySmoke
from m44core.rules.game.march import Lose as Lose
from m44core.rules.game.march import Recover as Recover
from m44core.rules.game.march import Seal as Seal


class Face(StrEnum):
    """What a die shows; infantry is on two of its six faces (B-DICE-01)."""

    INFANTRY = "inf"
    ARMOR = "armor"
    GRENADE = "grenade"
    FLAG = "flag"
    STAR = "star"


class Step(StrEnum):
    """A part of the turn that its player ends when he likes (B-TURN-02)."""

    CARDS = "cards"
    TARGETS = "targets"
    ORDERS = "orders"
    MOVES = "moves"
    BATTLES = "battles"
    DISCARDS = "discards"
    SMOKE = "smoke"


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the next player to draw gets this *card*."""

    card: str

    def __str__(self) -> str:
        return f"draw {self.card}"


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the dice show these *faces*, in any order."""

    faces: tuple[Face, ...]

    def __str__(self) -> str:
        return f"roll {' '.join(self.faces)}"


@dataclass(frozen=True, slots=True)
class Land:
    """Chance: the next figure of an air drop comes down on *hex*, "" for outside the board."""

    hex: str

    def __str__(self) -> str:
        return f"land {self.hex or 'off'}"


@dataclass(frozen=True, slots=True)
class Uncover:
    """Chance: the minefield a unit has entered turns out to have this *strength* (TH-MINE-03)."""

    strength: int

    def __str__(self) -> str:
        return f"mine {self.strength}"


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
class Decline:
    """Answer a close assault with no Ambush (B-CARD-AMB)."""

    def __str__(self) -> str:
        return "no-ambush"


@dataclass(frozen=True, slots=True)
class ChooseSection:
    """Name the *section* whose units a card orders: ``left``, ``centre``, ``right``."""

    section: str

    def __str__(self) -> str:
        return f"section {self.section}"


@dataclass(frozen=True, slots=True)
class Target:
    """Name a *hex*: of a unit for a card that attacks or heals, or where an air drop aims."""

    hex: str

    def __str__(self) -> str:
        return f"target {self.hex}"


@dataclass(frozen=True, slots=True)
class Order:
    """Order the unit on *hex* (B-ORD-01)."""

    hex: str

    def __str__(self) -> str:
        return f"order {self.hex}"


@dataclass(frozen=True, slots=True)
class OnTheMove:
    """Order the unit on *hex* on the move: it moves and does not battle (BT-OTM-01)."""

    hex: str

    def __str__(self) -> str:
        return f"order {self.hex} on-the-move"


@dataclass(frozen=True, slots=True)
class OrderAll:
    """Order every unit that still can be ordered; offered where the card allows it."""

    def __str__(self) -> str:
        return "order all"


@dataclass(frozen=True, slots=True)
class End:
    """Go on to what follows a *step* of the turn."""

    step: Step

    def __str__(self) -> str:
        return f"end-{self.step}"


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


@dataclass(frozen=True, slots=True)
class Exit:
    """Let the ordered unit on *start* leave the board by the exit hex *end* (V-EXIT-04)."""

    start: str
    end: str

    def __str__(self) -> str:
        return f"exit {self.start} {self.end}"


@dataclass(frozen=True, slots=True)
class Battle:
    """Let the unit on *attacker* battle the unit on *target* (B-BAT-01)."""

    attacker: str
    target: str

    def __str__(self) -> str:
        return f"battle {self.attacker} {self.target}"


@dataclass(frozen=True, slots=True)
class Clear:
    """Let the unit on *hex* remove the wire there instead of battling (B-WIRE-02)."""

    hex: str

    def __str__(self) -> str:
        return f"clear {self.hex}"


@dataclass(frozen=True, slots=True)
class Resupply:
    """Let the unit on *start* give a figure to the unit on *end* (E-RESUP-01)."""

    start: str
    end: str

    def __str__(self) -> str:
        return f"resupply {self.start} {self.end}"


@dataclass(frozen=True, slots=True)
class Retreat:
    """Retreat the unit on *start* to *end* (B-RET-03)."""

    start: str
    end: str

    def __str__(self) -> str:
        return f"retreat {self.start} {self.end}"


@dataclass(frozen=True, slots=True)
class Ignore:
    """Ignore a flag, so that the unit on *hex* stays (B-RET-09)."""

    hex: str

    def __str__(self) -> str:
        return f"ignore {self.hex}"


@dataclass(frozen=True, slots=True)
class TakeGround:
    """Move the victorious unit into the hex it cleared (B-TG-01)."""

    def __str__(self) -> str:
        return "take-ground"


@dataclass(frozen=True, slots=True)
class BattleBack:
    """Let the last figure of a close assaulted unit battle its attacker (TH-BRI-01)."""

    def __str__(self) -> str:
        return "battle-back"


@dataclass(frozen=True, slots=True)
class Stay:
    """Take no ground, go no further, or make no further battle (B-OVR-04)."""

    def __str__(self) -> str:
        return "stay"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep this *card* of those drawn and discard the rest (B-CARD-02)."""

    card: str

    def __str__(self) -> str:
        return f"keep {self.card}"


@dataclass(frozen=True, slots=True)
class PutDown:
    """Put a *card* of the hand under the Commissar token (TH-COM-02)."""

    card: str

    def __str__(self) -> str:
        return f"put-down {self.card}"


ChanceAction = Draw | Roll | Land | Uncover | Lose
PlayerAction = (
    Play
    | Decline
    | ChooseSection
    | Target
    | Order
    | OnTheMove
    | OrderAll
    | End
    | Move
    | Exit
    | Battle
    | Clear
    | Resupply
    | Recover
    | Seal
    | Retreat
    | Ignore
    | BattleBack
    | LaySmoke
    | TakeGround
    | Stay
    | Keep
    | PutDown
    | Place
    | Blow
)
Action = ChanceAction | PlayerAction

_HEX = r"([A-Za-z]\d{1,2})"
_CARD = r"([a-z0-9-]+)"
_SECTION = "(left|centre|right)"


_LONGEST = 60  # letters; more of a line that is no action helps nobody


def parse_action(text: str) -> Action:
    """Read back what ``str(action)`` wrote.

    Raises:
        NotationError: *text* is not an action.
    """
    for pattern, build in _PATTERNS:
        if match := pattern.fullmatch(text.strip()):
            return build(*match.groups(default=""))
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    raise NotationError(message("{text!r} is not an action", text=shown))


def _known_card(build: Callable[..., Action]) -> Callable[..., Action]:
    def checked(card: str, instead: str = "", section: str = "") -> Action:
        for key in (card, instead):
            if key and key not in cards():
                raise NotationError(message("{card!r} is not a card", card=key))
        return build(card, instead, section) if instead or section else build(card)

    return checked


def _of_known_card(card: str) -> str:
    _known_card(Play)(card)
    return card


def _roll(faces: str) -> Roll:
    try:
        return Roll(tuple(Face(word) for word in faces.split()))
    except ValueError as error:
        known = enumerated(map(str, Face))
        said = message("a die shows one of {faces}: {text!r}", faces=known, text=faces)
        raise NotationError(said) from error


_PATTERNS: tuple[tuple[re.Pattern[str], Callable[..., Action]], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (f"draw {_CARD}", _known_card(Draw)),
        (r"roll ([a-z ]{1,600})", _roll),
        (f"play {_CARD}(?: as {_CARD})?(?: for {_SECTION})?", _known_card(Play)),
        (r"no-ambush", Decline),
        (f"section {_SECTION}", ChooseSection),
        (f"target {_HEX}", Target),
        (f"land {_HEX}", Land),
        (r"land off", lambda: Land("")),
        (f"place {_HEX}(?: {_CARD})?", Place),
        (f"blow {_HEX} with {_CARD}", lambda hex_, card: Blow(_of_known_card(card), hex_)),
        (r"mine (\d)", lambda strength: Uncover(int(strength))),
        (r"order all", OrderAll),
        (f"order {_HEX}", Order),
        (f"order {_HEX} on-the-move", OnTheMove),
        (f"end-({'|'.join(Step)})", lambda step: End(Step(step))),
        (f"move {_HEX} {_HEX}(?: via {_HEX})?", Move),
        (f"exit {_HEX} {_HEX}", Exit),
        (f"battle {_HEX} {_HEX}", Battle),
        (f"clear {_HEX}", Clear),
        (f"resupply {_HEX} {_HEX}", Resupply),
        (f"lose {_CARD}", _known_card(Lose)),
        (f"recover {_HEX}", Recover),
        (f"seal {_HEX}", Seal),
        (f"retreat {_HEX} {_HEX}", Retreat),
        (f"ignore {_HEX}", Ignore),
        (r"battle-back", BattleBack),
        (f"smoke {_HEX} {_HEX}", LaySmoke),
        (r"take-ground", TakeGround),
        (r"stay", Stay),
        (f"keep {_CARD}", _known_card(Keep)),
        (f"put-down {_CARD}", _known_card(PutDown)),
    )
)
