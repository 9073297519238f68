"""The time of engine functions that computer players call often."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median

import pytest
from tests.benchmarks.measuring import Figure, Stopwatch

from m44core.io.files.file_reader import read_file
from m44core.playtest.players.levels import make_agent
from m44core.resources import scenarios_folder
from m44core.rules.board.hex_grid import CHANCE, SIGHT_RANGE, bit_indexes
from m44core.rules.board.line_of_sight import Sight
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.units import movement
from m44core.rules.units.movement import reachable_hexes_by_cost

ROUNDS = 30
CALLS_PER_ROUND = 200  # calls per round where a single call is too short to measure


@pytest.fixture(scope="module")
def state() -> GameState:
    """A position in the middle of a game, with ordered units."""
    scenario = read_file(scenarios_folder() / "sainte-mere-eglise.yaml").scenario
    assert scenario is not None
    state, chance, rng = new_game(scenario), RandomChance(5), random.Random(5)
    sergeant = make_agent("sergeant")
    while state.turn < 6 or state.phase is not Phase.MOVE or state.ordered.bit_count() < 3:
        view = PlayerView(state, state.player) if state.player != CHANCE else None
        action = sergeant.choose(view, legal_actions(state), rng) if view else chance.choose(state)
        apply_action(state, action)
    return state


def microseconds_per_call(stopwatch: Stopwatch, work: Callable[[], object], times: int) -> float:
    """Return the microseconds per call when *work* makes *times* calls."""
    return median(stopwatch.seconds(work, ROUNDS)) / times * 1e6


def test_line_of_sight_between_two_hexes(stopwatch: Stopwatch, state: GameState) -> None:
    sight = state.field.sights(state.ground).direct[0]
    hexes_in_range = state.field.grid.within(58, SIGHT_RANGE) & ~(1 << 58)
    ends, units = bit_indexes(hexes_in_range) * 20, state.all_occupied
    durations = microseconds_per_call(
        stopwatch, lambda: [sight.sees(58, end, units) for end in ends], len(ends)
    )
    stopwatch.record(Figure("sight between two hexes", durations, 1, "µs"))


def test_all_lines_of_sight_on_a_board(stopwatch: Stopwatch, state: GameState) -> None:
    sight = state.field.sights(state.ground).direct[0]
    hexes, units = range(len(state.field.grid.names)), state.all_occupied
    durations = microseconds_per_call(
        stopwatch, lambda: [sight.visible_hexes(start, units) for start in hexes], 1
    )
    stopwatch.record(Figure("sight between all hexes of a board", durations / 1000, 0.5, "ms"))


def test_all_lines_of_sight_on_new_terrain(stopwatch: Stopwatch, state: GameState) -> None:
    cached_sights = state.field.sights(state.ground).direct[0]
    hexes, units = range(len(state.field.grid.names)), state.all_occupied

    def find_visible_hexes() -> list[int]:
        sight = Sight(cached_sights.grid, cached_sights.obstructions, cached_sights.settings)
        return [sight.visible_hexes(start, units) for start in hexes]

    durations = microseconds_per_call(stopwatch, find_visible_hexes, 1)
    stopwatch.record(Figure("... on ground not seen before", durations / 1000, 1.5, "ms"))


def test_the_moves_of_one_unit(stopwatch: Stopwatch, state: GameState) -> None:
    units = bit_indexes(state.ordered) * CALLS_PER_ROUND
    durations = microseconds_per_call(
        stopwatch, lambda: [reachable_hexes_by_cost(state, unit) for unit in units], len(units)
    )
    stopwatch.record(Figure("where one unit can go", durations, 3, "µs"))


def test_the_moves_of_one_unit_with_empty_caches(stopwatch: Stopwatch, state: GameState) -> None:
    units = bit_indexes(state.ordered) * CALLS_PER_ROUND

    def ask() -> None:
        for unit in units:
            movement._cached_reach.cache_clear()
            reachable_hexes_by_cost(state, unit)

    durations = microseconds_per_call(stopwatch, ask, len(units))
    stopwatch.record(Figure("... never asked before", durations, 6, "µs"))


def test_all_legal_actions(stopwatch: Stopwatch, state: GameState) -> None:
    def ask() -> None:
        for _ in range(CALLS_PER_ROUND):
            state.legal = None
            legal_actions(state)

    durations = microseconds_per_call(stopwatch, ask, CALLS_PER_ROUND)
    stopwatch.record(Figure("all legal moves of a player", durations, 20, "µs"))


def test_copying_a_game_state(stopwatch: Stopwatch, state: GameState) -> None:
    durations = microseconds_per_call(
        stopwatch, lambda: [state.clone() for _ in range(CALLS_PER_ROUND)], CALLS_PER_ROUND
    )
    stopwatch.record(Figure("a copy of a game", durations, 8, "µs"))
