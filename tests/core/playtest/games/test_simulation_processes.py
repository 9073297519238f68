"""Simulating in several processes: the same games, in the same order, despite any failure."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import active_children

import pytest

from m44core.errors import M44Error
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import (
    BrokenGameError,
    CrashedGame,
    SimulatedGame,
    SimulationPlan,
    play_games,
    simulate,
)
from m44core.playtest.players.levels import Levels
from m44core.rules.game.state import GameState
from m44core.work.executors import ThreadExecutor

QUICK_LEVELS = Levels("recruit", "sergeant")


@pytest.fixture(autouse=True)
def make_tests_importable(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let new processes import this module, for the plans below."""
    monkeypatch.syspath_prepend(pytestconfig.rootpath)


@pytest.fixture
def plan(read_shipped: Callable[[str], Scenario]) -> SimulationPlan:
    return SimulationPlan(
        read_shipped("pegasus-bridge"), range(1, 13), QUICK_LEVELS, seed=3, swap=True
    )


@dataclass(frozen=True, slots=True)
class PlanLosingCards(SimulationPlan):
    """A plan whose games start with a card missing from the deck."""

    def start(self) -> GameState:
        start = SimulationPlan.start(self)
        start.deck = start.deck[1:]
        return start


@dataclass(frozen=True, slots=True)
class PlanEndingProcess(SimulationPlan):
    """A plan whose fifth game ends the process that plays it, as if memory had run out."""

    def seed_of(self, number: int) -> str:
        if number == 5:
            os.kill(os.getpid(), signal.SIGTERM)
        return SimulationPlan.seed_of(self, number)


@dataclass(frozen=True, slots=True)
class PlanInterruptingParent(SimulationPlan):
    """A plan whose fiftieth game sends SIGINT to the parent of the process that plays it."""

    def seed_of(self, number: int) -> str:
        if number == 50:
            os.kill(os.getppid(), signal.SIGINT)
        return SimulationPlan.seed_of(self, number)


@dataclass(frozen=True, slots=True)
class PlanInterruptingStart(SimulationPlan):
    """A plan that is interrupted by Ctrl-C while it is pickled for a new process."""

    def __reduce__(self) -> tuple[type[SimulationPlan], tuple[object, ...]]:
        signal.raise_signal(signal.SIGINT)
        return SimulationPlan, (self.scenario, self.numbers)


@dataclass(frozen=True, slots=True)
class FaultyPlan(SimulationPlan):
    """A plan whose third game raises an unexpected exception."""

    def seed_of(self, number: int) -> str:
        if number == 3:
            raise RuntimeError("three")
        return SimulationPlan.seed_of(self, number)


def test_games_do_not_depend_on_the_number_of_processes(plan: SimulationPlan) -> None:
    other = replace(plan, seed=4, numbers=range(5, 8))
    games_in_one_process = list(simulate([plan, other]))
    assert [number for number, _ in games_in_one_process] == [0] * 12 + [1] * 3
    assert (
        games_in_one_process
        == list(simulate([plan, other], jobs=2))
        == list(simulate([plan, other], jobs=3))
    )
    assert [game for _, game in games_in_one_process[12:]] == [
        g.without_actions() for g in play_games(other)
    ]


def test_more_processes_than_games_can_be_used(plan: SimulationPlan) -> None:
    games = simulate([replace(plan, numbers=range(1, 3))], jobs=500)
    assert [game.number for _, game in games] == [1, 2]


def test_no_process_is_left_behind(plan: SimulationPlan) -> None:
    before = set(active_children())
    list(simulate([plan], jobs=2))
    abandoned_games = simulate([plan], jobs=2)
    next(abandoned_games)
    abandoned_games.close()
    assert set(active_children()) == before


def plan_with_missing_card(plan: SimulationPlan) -> PlanLosingCards:
    return PlanLosingCards(plan.scenario, range(3, 9), QUICK_LEVELS, check=True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_before_the_first_broken_one_are_yielded(plan: SimulationPlan, jobs: int) -> None:
    games = simulate([plan, plan_with_missing_card(plan)], jobs)
    assert len([next(games) for _ in plan.numbers]) == 12
    with pytest.raises(BrokenGameError, match=r"^game 3: action 1 \(draw .*\): the cards"):
        next(games)


def test_a_game_that_ends_its_process_is_reported(
    plan: SimulationPlan, capfd: pytest.CaptureFixture[str]
) -> None:
    games = simulate([PlanEndingProcess(plan.scenario, range(1, 9), QUICK_LEVELS)], jobs=2)
    with pytest.raises(M44Error, match=r"^game 5: .* ended unexpectedly twice"):
        list(games)
    assert capfd.readouterr().err == ""


def test_a_lost_game_does_not_affect_the_others(plan: SimulationPlan) -> None:
    lost_games: list[CrashedGame] = []
    ending = PlanEndingProcess(plan.scenario, range(1, 9), QUICK_LEVELS)
    games_played = list(simulate([ending, plan], jobs=2, on_lost=lost_games.append))
    all_games = list(simulate([SimulationPlan(plan.scenario, range(1, 9), QUICK_LEVELS), plan]))
    assert [(game.plan, game.number) for game in lost_games] == [(0, 5)]
    assert games_played == [*all_games[:4], *all_games[5:]]


@pytest.mark.usefixtures("handle_interrupts")
def test_interrupts_are_handled_as_before_after_all_games(plan: SimulationPlan) -> None:
    before = signal.getsignal(signal.SIGINT)
    list(simulate([plan], jobs=2))
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.usefixtures("handle_interrupts")
@pytest.mark.skipif(os.name != "posix", reason="only there can a process be interrupted")
def test_an_interrupt_yields_the_games_played_so_far(plan: SimulationPlan) -> None:
    games = simulate(
        [PlanInterruptingParent(plan.scenario, range(1, 10_000), QUICK_LEVELS)], jobs=2
    )
    finished: list[tuple[int, SimulatedGame]] = []
    with pytest.raises(KeyboardInterrupt):
        finished.extend(games)
    assert 1 <= len(finished) < 5_000
    assert len({game.number for _, game in finished}) == len(finished)


def test_games_can_be_played_by_any_executor(plan: SimulationPlan) -> None:
    games_in_one_process = list(simulate([plan]))
    with ThreadPoolExecutor(1) as thread:
        assert list(simulate([plan], executor=thread)) == games_in_one_process
    with ThreadExecutor() as ours:
        assert list(simulate([plan], executor=ours)) == games_in_one_process
        assert list(simulate([plan], executor=ours)) == games_in_one_process


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_ends_only_its_own_plan_for_any_number_of_processes(
    plan: SimulationPlan, jobs: int
) -> None:
    faults: list[int] = []
    faulty_plan = FaultyPlan(plan.scenario, range(1, 9), QUICK_LEVELS)
    games_played = simulate(
        [faulty_plan, plan], jobs, on_fault=lambda number, _: faults.append(number)
    )
    numbers = [(plan_number, game.number) for plan_number, game in games_played]
    assert numbers == [(0, 1), (0, 2), *((1, number) for number in plan.numbers)]
    assert faults == [0]


@pytest.mark.usefixtures("handle_interrupts")  # again, afterwards
def test_games_continue_where_interrupts_are_ignored(plan: SimulationPlan) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    games = simulate([plan], jobs=2)
    finished_games = [next(games)]
    signal.raise_signal(signal.SIGINT)
    finished_games.extend(games)
    assert [game.number for _, game in finished_games] == list(plan.numbers)


@pytest.mark.usefixtures("handle_interrupts")
def test_an_interrupt_is_handled_while_processes_start(plan: SimulationPlan) -> None:
    before = set(active_children())
    with pytest.raises(KeyboardInterrupt):
        list(simulate([PlanInterruptingStart(plan.scenario, range(1, 10_000))], jobs=2))
    assert set(active_children()) == before
