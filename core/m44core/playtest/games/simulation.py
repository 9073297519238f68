"""Simulating many games of scenarios, in this process or in several in parallel.

A game is reproducible from the seed of its plan and its own number alone. A job is one game; it
carries its plan, which a process unpacks once. Results arrive in the order of the plans and of the
numbers, so they do not depend on the number of processes. Processes do not need to be forked.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from m44core.errors import IllegalActionError, M44Error
from m44core.faults import FaultError, boundary
from m44core.messages.message import Message, message
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.playtest.games.invariants import invariant_violations, violations_after
from m44core.playtest.games.match import GameResult, Watcher, play_match
from m44core.playtest.players.levels import SERGEANTS, Levels, make_agent
from m44core.rules.game.actions import Action
from m44core.rules.game.state import GameState
from m44core.rules.game_settings import BY_THE_BOOK, RuleSettings
from m44core.rules.play.game_setup import new_game
from m44core.work.parallel_map import OrderedResults

if TYPE_CHECKING:
    from concurrent.futures import Executor


class BrokenGameError(M44Error):
    """The engine or a player broke the rules of a game.

    Attributes:
        number: The number of the game.
        actions: The actions up to that point.
    """

    def __init__(self, problem: Message, number: int, actions: tuple[Action, ...] = ()) -> None:
        super().__init__(problem, number, actions)  # the arguments pickle passes
        self.number = number
        self.actions = actions

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """The games to simulate.

    Attributes:
        scenario: The scenario.
        numbers: The numbers of the games.
        levels: The level of each side.
        seed: The seed, which determines each game together with its number.
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
    settings: RuleSettings = BY_THE_BOOK

    def levels_of(self, number: int) -> Levels:
        """Return the level of each side in a game."""
        return self.levels.swapped() if self.swap and number % 2 == 0 else self.levels

    def seed_of(self, number: int) -> str:
        """Return the seed of a game, for dice, draws and tie-breaks."""
        return f"{self.seed}/{number}"

    def start(self) -> GameState:
        """Return the state before the cards are dealt, which all games share."""
        return new_game(self.scenario, self.settings)


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A simulated game.

    Attributes:
        number: Its number.
        levels: The level of each side.
        result: Its result.
    """

    number: int
    levels: Levels
    result: GameResult

    def without_actions(self) -> SimulatedGame:
        """Return the game without its actions, which take most of its memory."""
        return replace(self, result=replace(self.result, actions=()))


def play_game(plan: SimulationPlan, start: GameState, number: int) -> SimulatedGame:
    """Play one game of a plan from *start*, and return it.

    Raises:
        BrokenGameError: an invariant does not hold, or a player broke the rules.
    """
    levels = plan.levels_of(number)
    top, bottom = (make_agent(levels.of(side)) for side in start.field.sides)
    watch = _invariant_watcher(number) if plan.check else None
    with _NumberedErrors(number):
        try:
            result = play_match(start, (top, bottom), plan.seed_of(number), watch)
        except IllegalActionError as error:
            problem = message("game {number}: {what}", number=number, what=message_of_error(error))
            raise BrokenGameError(problem, number) from error
    return SimulatedGame(number, levels, result)


def play_games(plan: SimulationPlan) -> Iterator[SimulatedGame]:
    """Play the games of a plan one after the other, and yield each.

    Raises:
        BrokenGameError: an invariant does not hold, or a player broke the rules.
    """
    start = plan.start()
    for number in plan.numbers:
        yield play_game(plan, start, number)


class _NumberedErrors:
    """Adds a note with the number of the game to any exception raised in its block."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if error is not None:
            error.add_note(f"in game {self._number}")


def _invariant_watcher(number: int) -> Watcher:
    """Return a watcher that raises :class:`BrokenGameError` when an invariant is violated."""
    actions: list[Action] = []

    def check(state: GameState, action: Action | None) -> None:
        violation = next(
            iter(violations_after(state, action) if action else invariant_violations(state)), None
        )
        if violation:
            problem = message(
                "game {game}: action {number} ({action}): {found}",
                game=number,
                number=len(actions) + 1,
                action=str(action),
                found=violation,
            )
            raise BrokenGameError(problem, number, tuple(actions))
        if action:
            actions.append(action)

    return check


GameOfPlan = tuple[int, SimulatedGame]  # the index of the plan, from 0, and one of its games


@dataclass(frozen=True, slots=True)
class CrashedGame:
    """A game whose process died twice, the second time when it was played alone.

    Attributes:
        plan: The index of its plan, from 0.
        number: Its number.
        error: The error.
    """

    plan: int
    number: int
    error: M44Error

    @property
    def sentence(self) -> Message:
        """The message about the lost game."""
        return message(
            "game {number}: {what}", number=self.number, what=message_of_error(self.error)
        )


@dataclass(frozen=True, slots=True)
class _PlanFault:
    """An internal error that ended a plan."""

    plan: int
    error: FaultError


JobResult = GameOfPlan | CrashedGame | _PlanFault

OnFault = Callable[[int, FaultError], None]
"""Called with the index of a plan that an internal error ended, and the error."""

OnLost = Callable[[CrashedGame], None]
"""Called with a game whose process died twice."""


def simulate(
    plans: Sequence[SimulationPlan],
    jobs: int = 1,
    on_fault: OnFault | None = None,
    on_lost: OnLost | None = None,
    executor: Executor | None = None,
) -> Generator[GameOfPlan]:
    """Play all games of some plans and yield them in order, without their actions.

    An interrupt (Ctrl-C) stops all processes; games finished by then are yielded before
    :class:`KeyboardInterrupt` is raised.

    Args:
        plans: The plans.
        jobs: The number of processes.
        on_fault: Called for each plan that is ended by an internal error, while the other plans
            continue; no further games of that plan are yielded.
        on_lost: Called for each game whose process died twice, while the others continue.
        executor: The executor to use instead of processes that end with the last game.

    Raises:
        BrokenGameError: a game broke the rules; no game before it did.
        FaultError: an internal error occurred in a game, and *on_fault* is None.
        M44Error: the process of a game died twice, and *on_lost* is None.
    """
    on_fault, on_lost = on_fault or _raise_fault, on_lost or _raise_crash
    games = sum(len(plan.numbers) for plan in plans)
    if executor is not None:
        return _simulate_on_executor(plans, executor, on_fault, on_lost)
    if jobs == 1 or games < 2:
        return _simulate_in_sequence(plans, on_fault)
    return _simulate_in_processes(plans, min(jobs, games), on_fault, on_lost)


def _simulate_in_sequence(
    plans: Sequence[SimulationPlan], on_fault: OnFault
) -> Generator[GameOfPlan]:
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


def _simulate_in_processes(
    plans: Sequence[SimulationPlan], jobs: int, on_fault: OnFault, on_lost: OnLost
) -> Generator[GameOfPlan]:
    from m44core.work.executors import ProcessExecutor  # slow to import

    processes = ProcessExecutor(jobs)
    try:
        yield from _simulate_on_executor(plans, processes, on_fault, on_lost)
    finally:
        processes.terminate()


def _simulate_on_executor(
    plans: Sequence[SimulationPlan], executor: Executor, on_fault: OnFault, on_lost: OnLost
) -> Generator[GameOfPlan]:
    pickled_plans = [pickle.dumps(plan) for plan in plans]
    tasks = (
        (pickled_plans[n], n, number) for n, plan in enumerate(plans) for number in plan.numbers
    )
    failed_plans: set[int] = set()
    results: OrderedResults[JobResult] = OrderedResults(
        executor, _play_in_worker, _crashed_game, tasks
    )
    try:
        for result in results:
            if isinstance(result, CrashedGame):
                on_lost(result)
            elif isinstance(result, _PlanFault):
                if result.plan not in failed_plans:
                    on_fault(result.plan, result.error)
                failed_plans.add(result.plan)
            elif result[0] not in failed_plans:
                yield result
    except KeyboardInterrupt:
        yield from (
            job_result for job_result in results.finished_results() if isinstance(job_result, tuple)
        )
        raise


def _raise_fault(_: int, error: FaultError) -> None:
    raise error


def _raise_crash(game: CrashedGame) -> None:
    raise M44Error(game.sentence)


def _crashed_game(error: M44Error, _: bytes, plan: int, number: int) -> CrashedGame:
    return CrashedGame(plan, number, error)


@lru_cache(maxsize=4)  # plans are played one after the other
def _load_plan(pickled_plan: bytes) -> tuple[SimulationPlan, GameState]:
    """Unpickle a plan, and return it with the start of its games."""
    plan: SimulationPlan = pickle.loads(pickled_plan)
    return plan, plan.start()


def _play_in_worker(pickled_plan: bytes, plan_index: int, number: int) -> JobResult:
    """Play a game and return it with its plan's index; internal errors are returned, not raised."""
    try:
        with boundary():
            plan, start = _load_plan(pickled_plan)
            return plan_index, play_game(plan, start, number).without_actions()
    except FaultError as error:
        return _PlanFault(plan_index, error)
