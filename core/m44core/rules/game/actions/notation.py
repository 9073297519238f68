"""Reading actions back from what they print as."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from m44core.errors import NotationError
from m44core.messages.message import enumerated, message
from m44core.rules.cards.deck import cards
from m44core.rules.game.actions.action import Action
from m44core.rules.game.actions.cards import (
    Blow,
    ChooseSection,
    Decline,
    Keep,
    Play,
    PutDown,
    Target,
)
from m44core.rules.game.actions.chance import Draw, Face, Land, Lose, Roll, Uncover
from m44core.rules.game.actions.consequences import BattleBack, Ignore, Retreat, Stay, TakeGround
from m44core.rules.game.actions.orders import End, OnTheMove, Order, OrderAll, Place, Step
from m44core.rules.game.actions.units import (
    Battle,
    Breach,
    Clear,
    Exit,
    LayBridge,
    LaySmoke,
    Move,
    Recover,
    Resupply,
    Seal,
)

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


def _known(card: str) -> str:
    """Return the key of a card, if there is such a card."""
    if card not in cards():
        raise NotationError(message("{card!r} is not a card", card=card))
    return card


def _of_card(kind: Callable[[str], Action]) -> Callable[[str], Action]:
    return lambda card: kind(_known(card))


def _play(card: str, instead: str, section: str) -> Play:
    return Play(_known(card), _known(instead) if instead else "", section)


def _roll(faces: str) -> Roll:
    try:
        return Roll(tuple(Face(word) for word in faces.split()))
    except ValueError as error:
        known = enumerated(map(str, Face))
        said = message("a die shows one of {faces}: {text!r}", faces=known, text=faces)
        raise NotationError(said) from error


_BARE = (Decline, OrderAll, BattleBack, TakeGround, Stay)
_ON_HEX = (Target, Order, Clear, Recover, Seal, Ignore)
_FROM_HEX = (Exit, Resupply, LaySmoke, LayBridge, Breach, Retreat)
_OF_CARD = (Draw, Lose, Keep, PutDown)
_WRITTEN: tuple[tuple[str, Callable[..., Action]], ...] = (
    *((f"{kind.word} {_CARD}", _of_card(kind)) for kind in _OF_CARD),
    (r"roll ([a-z ]{1,600})", _roll),
    (f"play {_CARD}(?: as {_CARD})?(?: for {_SECTION})?", _play),
    *((f"{kind.word} {_HEX}", kind) for kind in _ON_HEX),
    *((kind.word, kind) for kind in _BARE),
    (f"end-({'|'.join(Step)})", lambda step: End(Step(step))),
    (f"move {_HEX} {_HEX}(?: via {_HEX})?", Move),
    (f"battle {_HEX} {_HEX}", Battle),
    *((f"{kind.word} {_HEX} {_HEX}", kind) for kind in _FROM_HEX),
    (f"section {_SECTION}", ChooseSection),
    (f"land {_HEX}", Land),
    (r"land off", lambda: Land("")),
    (f"place {_HEX}(?: {_CARD})?", Place),
    (f"blow {_HEX} with {_CARD}", lambda hex_, card: Blow(_known(card), hex_)),
    (r"mine (\d)", lambda strength: Uncover(int(strength))),
    (f"order {_HEX} on-the-move", OnTheMove),
)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Callable[..., Action]], ...]:
    """Return what is written with what it builds, compiled when somebody reads a game."""
    return tuple((re.compile(pattern), build) for pattern, build in _WRITTEN)
