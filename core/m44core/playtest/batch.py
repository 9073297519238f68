"""Many games in a row, and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from m44core.catalogue.types import Side
from m44core.errors import M44Error
from m44core.playtest.agents import Agent
from m44core.playtest.invariants import broken, broken_by
from m44core.playtest.match import GameResult, play_match
from m44core.rules.actions import Action
from m44core.rules.state import GameState


class BrokenGameError(M44Error):
    """The engine broke one of its invariants; the message says which, and in which game."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a number of games came to.

    Attributes:
        games: How many there were.
        wins: How many each side won.
        draws: How many nobody won.
        turns: Turns a game on average, both players' counted.
        medals: Medals a game on average, of the top and of the bottom player.
    """

    games: int
    wins: dict[Side, int]
    draws: int
    turns: float
    medals: tuple[float, float]


def play_games(
    start: GameState, agents: tuple[Agent, Agent], seeds: Sequence[int], *, check: bool = False
) -> Iterator[GameResult]:
    """Play one game a seed from *start* and yield each result.

    With *check*, the invariants are checked before every action and at the end.

    Raises:
        BrokenGameError: an invariant does not hold.
    """
    for seed in seeds:
        yield play_match(start, agents, seed, _checker(seed) if check else None)


def summarise(results: Sequence[GameResult]) -> Summary:
    """Return wins, draws and averages of at least one game."""
    games = len(results)
    winners = Counter(result.winner for result in results)
    top, bottom = (sum(result.medals[player] for result in results) / games for player in (0, 1))
    return Summary(
        games,
        {side: winners[side] for side in Side},
        winners[None],
        sum(result.turns for result in results) / games,
        (top, bottom),
    )


def _checker(seed: int) -> Callable[[GameState, Action | None], None]:
    """Return a watcher that raises as soon as something is wrong."""
    count = 0

    def check(state: GameState, action: Action | None) -> None:
        nonlocal count
        count += 1
        found = next(iter(broken_by(state, action) if action else broken(state)), None)
        if found:
            raise BrokenGameError(f"game {seed}, action {count} ({action}): {found}")

    return check
