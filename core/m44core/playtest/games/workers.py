"""Simulating games in several processes at once.

A job is one game; it carries its plan, which a process unpacks once. Results come in the order of
the plans and of the numbers, so that they do not depend on how many processes there are. Nothing
here needs the system to be able to fork.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from m44core.errors import M44Error
from m44core.faults import FaultError, boundary
from m44core.messages.message import Message, message
from m44core.messages.words import reason
from m44core.playtest.games.batch import Plan, SimulatedGame, play_game, play_games
from m44core.rules.game.state import GameState
from m44core.work.each import Results

if TYPE_CHECKING:
    from concurrent.futures import Executor

Numbered = tuple[int, SimulatedGame]  # the number of the plan, from 0, and a game of it


@dataclass(frozen=True, slots=True)
class LostGame:
    """A game that ended its process, also when it was played again alone.

    Attributes:
        plan: The number of its plan, from 0.
        number: Its own number.
        why: What happened.
    """

    plan: int
    number: int
    why: M44Error

    @property
    def sentence(self) -> Message:
        """What to say about it."""
        return message("game {number}: {what}", number=self.number, what=reason(self.why))


@dataclass(frozen=True, slots=True)
class _Failed:
    """A fault of the program that ended a plan."""

    plan: int
    error: FaultError


Played = Numbered | LostGame | _Failed

OnFault = Callable[[int, FaultError], None]
"""Called with the number of a plan that a fault of the program ended, and the fault."""

OnLost = Callable[[LostGame], None]
"""Called with a game that could not be finished."""


def simulate(
    plans: Sequence[Plan],
    jobs: int = 1,
    on_fault: OnFault | None = None,
    on_lost: OnLost | None = None,
    executor: Executor | None = None,
) -> Generator[Numbered]:
    """Play all games of some plans and yield them in order, without their actions.

    An interrupt (Ctrl-C) stops all processes: games that were done by then are
    yielded before :class:`KeyboardInterrupt` is raised.

    Args:
        plans: What is played.
        jobs: How many processes play.
        on_fault: Called for each plan that a fault ends, while the other plans go on; its games
            before that one have been yielded, and no others will be.
        on_lost: Called for each game that ended its process twice, while the others go on.
        executor: What plays, instead of processes that end with the last game.

    Raises:
        BrokenGameError: a game broke the rules; no game before it did.
        FaultError: the program failed with a game, and there is no *on_fault*.
        M44Error: a game ended its process twice, and there is no *on_lost*.
    """
    on_fault, on_lost = on_fault or _raise_fault, on_lost or _raise_lost
    games = sum(len(plan.numbers) for plan in plans)
    if executor is not None:
        return _together(plans, executor, on_fault, on_lost)
    if jobs == 1 or games < 2:
        return _one_by_one(plans, on_fault)
    return _in_processes(plans, min(jobs, games), on_fault, on_lost)


def _one_by_one(plans: Sequence[Plan], on_fault: OnFault) -> Generator[Numbered]:
    for number, plan in enumerate(plans):
        games = play_games(plan)
        try:
            while True:
                with boundary():
                    game = next(games, None)
                if game is None:
                    break
                yield number, game.without_actions()
        except FaultError as error:
            on_fault(number, error)


def _in_processes(
    plans: Sequence[Plan], jobs: int, on_fault: OnFault, on_lost: OnLost
) -> Generator[Numbered]:
    from m44core.work.executors import Processes  # slow to import

    processes = Processes(jobs)
    try:
        yield from _together(plans, processes, on_fault, on_lost)
    finally:
        processes.terminate()


def _together(
    plans: Sequence[Plan], executor: Executor, on_fault: OnFault, on_lost: OnLost
) -> Generator[Numbered]:
    packed = [pickle.dumps(plan) for plan in plans]
    tasks = ((packed[n], n, game) for n, plan in enumerate(plans) for game in plan.numbers)
    ended: set[int] = set()
    results: Results[Played] = Results(executor, _play, _lost, tasks)
    try:
        for result in results:
            if isinstance(result, LostGame):
                on_lost(result)
            elif isinstance(result, _Failed):
                if result.plan not in ended:
                    on_fault(result.plan, result.error)
                ended.add(result.plan)
            elif result[0] not in ended:
                yield result
    except KeyboardInterrupt:
        yield from (done for done in results.finished() if isinstance(done, tuple))
        raise


def _raise_fault(_: int, error: FaultError) -> None:
    raise error


def _raise_lost(game: LostGame) -> None:
    raise M44Error(game.sentence)


def _lost(why: M44Error, _: bytes, plan: int, number: int) -> LostGame:
    return LostGame(plan, number, why)


@lru_cache(maxsize=4)  # plans are played one after the other
def _begun(packed: bytes) -> tuple[Plan, GameState]:
    """Return a plan and the start of its games."""
    plan: Plan = pickle.loads(packed)
    return plan, plan.start()


def _play(packed: bytes, number: int, game: int) -> Played:
    """Play a game of a plan, wherever this runs."""
    try:
        with boundary():
            plan, start = _begun(packed)
            return number, play_game(plan, start, game).without_actions()
    except FaultError as error:
        return _Failed(number, error)
