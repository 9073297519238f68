"""The levels of the computer players, and the level that plays each side."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from m44core.catalogue.catalogue_types import Side
from m44core.errors import NotationError
from m44core.messages.message import Message, message
from m44core.playtest.players.general import General
from m44core.playtest.players.personality import PRESSING
from m44core.playtest.players.sergeant import Sergeant
from m44core.rules.game.actions import Action
from m44core.rules.game.player_view import PlayerView
from m44core.suggestions import did_you_mean


class Agent(Protocol):
    """A computer player of one side."""

    def choose(self, view: PlayerView, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return one of *actions*."""

    def explain(self, view: PlayerView, action: Action) -> Message:
        """Return the reason why it would take *action* now, as a sentence."""

    def rejected_alternatives(
        self, view: PlayerView, actions: Sequence[Action], rng: random.Random
    ) -> tuple[Message, ...]:
        """Return the plans it would reject now, the best first, each with its chance of winning."""


class Recruit:
    """Chooses among the legal actions at random, all equally likely."""

    def choose(self, _view: PlayerView, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return a random one of *actions*."""
        return actions[int(rng.random() * len(actions))]

    def explain(self, _view: PlayerView, _action: Action) -> Message:
        """Return a sentence saying that it acts without a reason."""
        return message("A recruit acts on impulse.")

    def rejected_alternatives(
        self, _view: PlayerView, _actions: Sequence[Action], _rng: random.Random
    ) -> tuple[Message, ...]:
        """Return (), because a recruit compares nothing."""
        return ()


# By level, from the weakest. Each side of each game has its own player, since players have state.
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
        """Return the levels with sides swapped."""
        return Levels(self.allies, self.axis)

    def __str__(self) -> str:
        return f"axis={self.axis},allies={self.allies}"


SERGEANTS = Levels()


def parse_levels(text: str) -> Levels:
    """Parse ``general``, ``AXIS:ALLIES`` or ``axis=general,allies=recruit``.

    Raises:
        NotationError: the text has none of these forms, or names an unknown level.
    """
    if "=" in text:
        return _parse_named_levels(text)
    levels = [parse_level(word) for word in text.split(":")]
    if len(levels) > 2:
        problem = message(
            "{text!r} names {number} players, but a game has two: AXIS:ALLIES",
            text=text,
            number=len(levels),
        )
        raise NotationError(problem)
    return Levels(levels[0], levels[-1])


def make_agent(level: str) -> Agent:
    """Return a new computer player of a level, for one side of one game."""
    return AGENTS[level]()


def parse_level(word: str) -> str:
    """Parse the name of a level.

    Raises:
        NotationError: there is no level of that name.
    """
    name = word.strip().lower()
    if name in LEVELS:
        return name
    hint = did_you_mean(name, LEVELS)
    raise NotationError(message("unknown player {word!r}; {hint}", word=word, hint=hint))


def _parse_named_levels(text: str) -> Levels:
    levels: dict[str, str] = {}
    for part in text.split(","):
        side, equals, level = (word.strip() for word in part.partition("="))
        if not equals or side.lower() not in Levels._fields:
            raise NotationError(
                message("{part!r} is not valid; use axis=LEVEL or allies=LEVEL", part=part)
            )
        levels[side.lower()] = parse_level(level)
    return Levels(**levels)
