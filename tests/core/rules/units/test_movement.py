"""Moves and retreats over any ground: the fast tables agree with a step-by-step search."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS, BoardType, Face
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44core.rules.board.hex_grid import TOP, bit_indexes, grid_of
from m44core.rules.game.state import GameState
from m44core.rules.play.game_setup import new_game
from m44core.rules.units.movement import MovementAllowance, all_routes, reachable_hexes_by_cost
from m44core.rules.units.retreat import forced_retreats

BOARD = BOARDS[BoardType.STANDARD]
UNIT_HEX, ENEMY_HEX, FRIENDLY_HEX = (BOARD.hex(name) for name in ("G3", "M9", "K9"))
HEXES_NEAR = [
    hex_ for hex_ in BOARD.hexes if 0 < hex_.distance(UNIT_HEX) <= 4 and hex_ != ENEMY_HEX
]

TILES = [
    Piece(name, behavior=behavior)
    for name, *behaviors in (
        ("woods", None, "impassable-hill"),
        ("hedgerow", None),
        ("hills", None, "cliff", "bluff", "steep-hill", "impassable-hill"),
        ("mountain", None),
        ("river", None, "ford"),
        ("pbeach", None),
    )
    for behavior in behaviors
] + [Piece("road", way) for way in (1, 1, 2, 3)]
STRUCTURES = [None, Piece("bunker")] + [
    Piece("bridge", orientation, behavior="bridge-section") for orientation in range(1, 7)
]
OBSTACLES = [None, Piece("wire"), Piece("hedgehog"), Piece("sand")]
CONTENTS = st.builds(
    HexContent,
    st.sampled_from([None, *TILES]),
    st.sampled_from(STRUCTURES),
    st.sampled_from(OBSTACLES),
    st.sampled_from([None, None, None, None, Unit("infger")]),
)
TRAVELS = st.builds(
    MovementAllowance, st.integers(0, 3), st.booleans(), st.booleans(), st.sampled_from([1, 2])
)


def game_with_unit(face: Face, unit: str, contents: Mapping[int, HexContent]) -> GameState:
    """Return a game with a unit in the middle of the given hexes."""
    hexes = {BOARD.hexes[index]: content for index, content in contents.items()}
    hexes[UNIT_HEX] = HexContent(hexes.get(UNIT_HEX, HexContent()).terrain, unit=Unit(unit))
    hexes |= {
        ENEMY_HEX: HexContent(unit=Unit("infger")),
        FRIENDLY_HEX: HexContent(unit=Unit("infus")),
    }
    return new_game(Scenario(BOARD, face).with_hexes(hexes))


GAMES = st.builds(
    game_with_unit,
    st.sampled_from([Face.COUNTRY, Face.BEACH]),
    st.sampled_from(["infus", "tankus", "gunus"]),
    st.dictionaries(
        st.sampled_from([BOARD.index[hex_] for hex_ in [UNIT_HEX, *HEXES_NEAR]]), CONTENTS
    ),
)


@pytest.mark.bulk
@given(GAMES, TRAVELS)
def test_the_reachable_hexes_of_a_unit_agree_with_its_routes(
    state: GameState, travel: MovementAllowance
) -> None:
    unit = state.unit_at[BOARD.index[UNIT_HEX]]
    shortest: dict[int, int] = {}
    for route in all_routes(state, unit, travel):
        if route.hexes and route.hexes[-1] != state.place[unit]:
            end = route.hexes[-1]
            shortest[end] = min(route.steps, shortest.get(end, route.steps))
    reachable = reachable_hexes_by_cost(state, unit, travel)
    assert {end: n for n, mask in enumerate(reachable, 1) for end in bit_indexes(mask)} == shortest


@pytest.mark.bulk
@given(GAMES)
def test_free_movement_reaches_at_least_the_same_hexes(state: GameState) -> None:
    unit = state.unit_at[BOARD.index[UNIT_HEX]]
    hexes_if_bound, hexes_if_free = (
        sum(reachable_hexes_by_cost(state, unit, MovementAllowance(3, is_free)))
        for is_free in (False, True)
    )
    assert hexes_if_bound & ~hexes_if_free == 0


@pytest.mark.bulk
@given(GAMES, st.integers(1, 3))
def test_a_retreat_costs_a_figure_for_each_hex_it_falls_short(state: GameState, flags: int) -> None:
    unit = state.unit_at[BOARD.index[UNIT_HEX]]
    ends, losses = forced_retreats(state, unit, flags)
    grid = state.field.grid
    assert ends
    assert {grid.distance(state.place[unit], end) for end in bit_indexes(ends)} == {flags - losses}


def test_without_special_rules_steps_are_those_of_the_board() -> None:
    state = game_with_unit(Face.COUNTRY, "infus", {})
    grid = grid_of(BOARD)
    assert all(steps.every is grid.near for steps in state.ground.steps)
    assert state.ground.retreat_steps[TOP] is grid.back[TOP]
