"""The levels of the computer players, and which level plays which side."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from m44core.catalogue.types import Side
from m44core.errors import NotationError
from m44core.messages.message import Message, message
from m44core.playtest.players.general import General
from m44core.playtest.players.personality import PRESSING
from m44core.playtest.players.sergeant import Sergeant
from m44core.rules.game.actions import Action
from m44core.rules.game.player_view import View
from m44core.suggestions import did_you_mean


class Agent(Protocol):
    """Somebody who can play a side."""

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return one of *actions*."""

    def explain(self, view: View, action: Action) -> Message:
        """Return a sentence about why it would do *action* now."""

    def rejected_alternatives(
        self, view: View, actions: Sequence[Action], rng: random.Random
    ) -> tuple[Message, ...]:
        """Return what it would reject now, the best first, each with the chance to win by it."""


class Recruit:
    """Does anything that is legal, everything equally likely."""

    def choose(self, _view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return any of *actions*."""
        return actions[int(rng.random() * len(actions))]

    def explain(self, _view: View, _action: Action) -> Message:
        """Return that there is no reason."""
        return message("A recruit does whatever comes to mind.")

    def rejected_alternatives(
        self, _view: View, _actions: Sequence[Action], _rng: random.Random
    ) -> tuple[Message, ...]:
        """Return nothing: a recruit does not weigh anything."""
        return ()


# By level, from the weakest on. Each side of each game has a player of its own: they remember.
AGENTS: Mapping[str, Callable[[], Agent]] = {
    "recruit": Recruit,
    "sergeant": lambda: Sergeant(PRESSING),
    "general": General,
}


LEVELS = tuple(AGENTS)  # from the weakest on


class Levels(NamedTuple):
    """The level that plays each side."""

    axis: str = "sergeant"
    allies: str = "sergeant"

    def of(self, side: Side) -> str:
        """Return the level that plays a side."""
        return self.axis if side is Side.AXIS else self.allies

    def swapped(self) -> Levels:
        """Return the same two levels on each other's side."""
        return Levels(self.allies, self.axis)

    def __str__(self) -> str:
        return f"axis={self.axis},allies={self.allies}"


SERGEANTS = Levels()


def levels_of_text(text: str) -> Levels:
    """Read ``general``, ``AXIS:ALLIES`` or ``axis=general,allies=recruit``.

    Raises:
        NotationError: it is none of these, or there is no such level.
    """
    if "=" in text:
        return _named(text)
    levels = [level_of_text(word) for word in text.split(":")]
    if len(levels) > 2:
        said = message(
            "{text!r} names {number} players; a game has two, AXIS:ALLIES",
            text=text,
            number=len(levels),
        )
        raise NotationError(said)
    return Levels(levels[0], levels[-1])


def make_agent(level: str) -> Agent:
    """Return a computer player of a level, for one side of one game."""
    return AGENTS[level]()


def level_of_text(word: str) -> str:
    """Read the name of a level.

    Raises:
        NotationError: there is none of that name.
    """
    name = word.strip().lower()
    if name in LEVELS:
        return name
    hint = did_you_mean(name, LEVELS)
    raise NotationError(message("there is no player {word!r}; {hint}", word=word, hint=hint))


def _named(text: str) -> Levels:
    found: dict[str, str] = {}
    for part in text.split(","):
        side, equals, level = (word.strip() for word in part.partition("="))
        if not equals or side.lower() not in Levels._fields:
            raise NotationError(message("{part!r} is not axis=LEVEL or allies=LEVEL", part=part))
        found[side.lower()] = level_of_text(level)
    return Levels(**found)
