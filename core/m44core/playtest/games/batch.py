"""Many games of a scenario: each has a number, and is the same in whatever company it is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from m44core.errors import IllegalActionError, M44Error
from m44core.messages.message import Message, message
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.playtest.games.invariants import broken, broken_by
from m44core.playtest.games.match import GameResult, Watcher, play_match
from m44core.playtest.players.levels import SERGEANTS, Levels, agent
from m44core.rules.game.actions import Action
from m44core.rules.game.state import GameState
from m44core.rules.game_settings import BY_THE_BOOK, Settings
from m44core.rules.play.game_setup import new_game


class BrokenGameError(M44Error):
    """The engine or a player broke the rules of a game.

    Attributes:
        number: The number of the game.
        actions: What was done until then.
    """

    def __init__(self, said: Message, number: int, actions: tuple[Action, ...] = ()) -> None:
        super().__init__(said, number, actions)  # as it is pickled
        self.number = number
        self.actions = actions

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be simulated.

    Attributes:
        scenario: What is played.
        numbers: The numbers of the games.
        levels: Who plays the sides.
        seed: What the seed of each game is made from, together with its number.
        swap: Whether the players change sides in every game with an even number.
        check: Whether the invariants are checked before every action and at the end.
        settings: The variants and rulings of all games.
    """

    scenario: Scenario
    numbers: range
    levels: Levels = SERGEANTS
    seed: int = 1
    swap: bool = False
    check: bool = False
    settings: Settings = BY_THE_BOOK

    def levels_of(self, number: int) -> Levels:
        """Return who plays the sides in a game."""
        return self.levels.swapped() if self.swap and number % 2 == 0 else self.levels

    def seed_of(self, number: int) -> str:
        """Return what the dice, the draws and the moods of a game come from."""
        return f"{self.seed}/{number}"

    def start(self) -> GameState:
        """Return the game before the cards are dealt; it serves for all games."""
        return new_game(self.scenario, self.settings)


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """One of many games.

    Attributes:
        number: Its number.
        levels: Who played the sides.
        result: How it ended.
    """

    number: int
    levels: Levels
    result: GameResult

    def without_actions(self) -> SimulatedGame:
        """Return the same without what was done, which is most of it."""
        return replace(self, result=replace(self.result, actions=()))


def play_game(plan: Plan, start: GameState, number: int) -> SimulatedGame:
    """Play one game of a plan from its start.

    Raises:
        BrokenGameError: an invariant does not hold, or a player broke the rules.
    """
    levels = plan.levels_of(number)
    top, bottom = (agent(levels.of(side)) for side in start.field.sides)
    watch = _checker(number) if plan.check else None
    with _Named(number):
        try:
            result = play_match(start, (top, bottom), plan.seed_of(number), watch)
        except IllegalActionError as error:
            said = message("game {number}: {what}", number=number, what=reason(error))
            raise BrokenGameError(said, number) from error
    return SimulatedGame(number, levels, result)


def play_games(plan: Plan) -> Iterator[SimulatedGame]:
    """Play the games of a plan one after the other.

    Raises:
        BrokenGameError: an invariant does not hold, or a player broke the rules.
    """
    start = plan.start()
    for number in plan.numbers:
        yield play_game(plan, start, number)


class _Named:
    """Notes on whatever goes wrong in which game it did."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if error is not None:
            error.add_note(f"in game {self._number}")


def _checker(number: int) -> Watcher:
    """Return a watcher that raises as soon as something is wrong."""
    done: list[Action] = []

    def check(state: GameState, action: Action | None) -> None:
        found = next(iter(broken_by(state, action) if action else broken(state)), None)
        if found:
            said = message(
                "game {game}: action {number} ({action}): {found}",
                game=number,
                number=len(done) + 1,
                action=str(action),
                found=found,
            )
            raise BrokenGameError(said, number, tuple(done))
        if action:
            done.append(action)

    return check
