r"""A game as text: where it comes from, then one action a line.

::

    # M44 Workshop game
    scenario: 2-PegasusBridge.m44
    fingerprint: 9f0c3a8e5d1b2c47
    seed: 7

    draw recon-left
    ...
    # Turn 1: Allies.
    play probe-left
    order G5
    move G5 G6

Empty lines and what follows a ``#`` say nothing to the program. Dice and draws
are in the record, so replaying needs neither the seed nor a random generator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from m44core.errors import IllegalActionError, NotationError
from m44core.model.scenario import Scenario
from m44core.rules.actions import Action, parse_action
from m44core.rules.apply import apply
from m44core.rules.events import Event, TurnBegun
from m44core.rules.setup import TURN_LIMIT, new_game
from m44core.rules.state import GameState

_TITLE = "# M44 Workshop game"
_LONGEST_NUMBER = 9  # digits
_HEADERS = ("scenario", "fingerprint", "seed", "turn-limit")


@dataclass(frozen=True, slots=True)
class Recording:
    """A game written down.

    Attributes:
        actions: What was done, chance included, in order.
        scenario: Where the scenario is to be found, as the writer put it.
        fingerprint: That of the battlefield it was played on, "" if not stated.
        seed: What the dice were drawn from, "" if not stated.
        turn_limit: The turn after which it is a draw.
    """

    actions: tuple[Action, ...]
    scenario: str = ""
    fingerprint: str = ""
    seed: str = ""
    turn_limit: int = TURN_LIMIT


class Game:
    """A game in progress with its record, and a way back.

    Attributes:
        state: The game as it stands.
        actions: What was done so far.
    """

    def __init__(self, scenario: Scenario, turn_limit: int = TURN_LIMIT) -> None:
        self._start = new_game(scenario, turn_limit)
        self.state = self._start.clone()
        self.actions: list[Action] = []

    def do(self, action: Action) -> list[Event]:
        """Carry an action out and write it down.

        Raises:
            IllegalActionError: the rules do not allow it now.
        """
        events = apply(self.state, action)
        self.actions.append(action)
        return events

    def go_back(self, length: int) -> None:
        """Return to the moment when only the first *length* actions had been done."""
        self.state = self._start.clone()
        del self.actions[length:]
        for action in self.actions:
            apply(self.state, action)

    def recording(self, scenario: str = "", seed: str = "") -> Recording:
        """Return the record so far."""
        field = self.state.field
        return Recording(tuple(self.actions), scenario, field.fingerprint, seed, field.turn_limit)


def write_game(game: Recording, scenario: Scenario) -> str:
    """Return a game as text, with a comment where each turn begins.

    Raises:
        IllegalActionError: the game is not one of that scenario.
    """
    lines = [_TITLE]
    values = (game.scenario, game.fingerprint, game.seed, str(game.turn_limit))
    lines += [f"{name}: {v}" for name, v in zip(_HEADERS, values, strict=True) if v]
    lines.append("")
    for action, events in steps(game, scenario):
        lines.append(str(action))
        lines += [f"# {event}" for event in events if isinstance(event, TurnBegun)]
    return "\n".join(lines) + "\n"


def read_game(text: str) -> Recording:
    """Read a game that was written as text.

    Raises:
        NotationError: a line is neither a header nor an action; the message
            gives its number.
    """
    headers: dict[str, str] = {}
    actions: list[Action] = []
    for number, line in enumerate(text.splitlines(), start=1):
        name, colon, value = line.partition(":")
        said = line.split("#", 1)[0].strip()
        if colon and name in _HEADERS and not actions:
            headers[name] = value.strip()
        elif said:
            actions.append(_action(said, number))
    limit = headers.get("turn-limit", str(TURN_LIMIT))
    if not limit.isdecimal() or len(limit) > _LONGEST_NUMBER:
        raise NotationError(f"turn-limit: {limit!r} is not a number")
    return Recording(
        tuple(actions),
        headers.get("scenario", ""),
        headers.get("fingerprint", ""),
        headers.get("seed", ""),
        int(limit),
    )


def steps(game: Recording, scenario: Scenario) -> Iterator[tuple[Action, list[Event]]]:
    """Play a recorded game again and yield each action with what it made happen.

    Raises:
        IllegalActionError: an action is not possible; the message gives its number.
    """
    state = new_game(scenario, game.turn_limit)
    for number, action in enumerate(game.actions, start=1):
        yield action, _step(state, action, number)


def replayed(game: Recording, scenario: Scenario) -> GameState:
    """Return the state a recorded game leads to.

    Raises:
        IllegalActionError: an action is not possible; the message gives its number.
    """
    state = new_game(scenario, game.turn_limit)
    for number, action in enumerate(game.actions, start=1):
        _step(state, action, number)
    return state


def _step(state: GameState, action: Action, number: int) -> list[Event]:
    try:
        return apply(state, action)
    except IllegalActionError as error:
        raise IllegalActionError(f"action {number}: {error}") from error


def _action(text: str, line: int) -> Action:
    try:
        return parse_action(text)
    except NotationError as error:
        raise NotationError(f"line {line}: {error}") from error
