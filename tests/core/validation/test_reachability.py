"""The hexes a unit can ever reach are those that its moves in the engine reach, turn by turn."""

from __future__ import annotations

from hypothesis import given, settings
from tests.core.rules.units.test_movement import BOARD, GAMES, UNIT_HEX

from m44core.catalogue.catalogue_types import UnitClass
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.state import GameState
from m44core.rules.play.game_setup import new_game
from m44core.rules.units.movement import reachable_hexes
from m44core.validation.reachability import Reachability


@given(GAMES)
@settings(max_examples=60)
def test_reachable_hexes_match_the_moves_turn_after_turn(state: GameState) -> None:
    mover = state.field.units[state.unit_at[BOARD.index[UNIT_HEX]]]
    computed_mask = Reachability(state, ()).hexes_reachable_from(
        1 << mover.start, mover.class_number
    )
    mask_of_moves = mask_of_hexes_reached_by_moves(state, mover.number)
    assert mask_of_moves & ~computed_mask == 0
    if mover.rules.unit_class is not UnitClass.ARTILLERY:  # slow guns can climb only by cards
        assert mask_of_moves == computed_mask


def mask_of_hexes_reached_by_moves(state: GameState, unit: int) -> int:
    """Return the mask of hexes that a unit alone on the board reaches by moves of the engine."""
    state_of_unit = state.clone()
    state_of_unit.occupied = [0, 0]
    reached = frontier = 1 << state.place[unit]
    while frontier:
        reached_mask = 0
        for state_of_unit.place[unit] in bit_indexes(frontier):
            reached_mask |= reachable_hexes(state_of_unit, unit)
        frontier = reached_mask & ~reached
        reached |= frontier
    return reached


def test_unknown_terrain_blocks_no_unit() -> None:
    lake = [BOARD.hex(name) for name in ("L9", "l8")]
    hexes = {hex_: HexContent(Piece("river")) for hex_ in lake}
    hexes |= {BOARD.hex("M9"): HexContent(unit=Unit("infger"))}
    hexes |= {BOARD.hex("A1"): HexContent(unit=Unit("infus"))}
    closed_scenario = Scenario(BOARD).with_hexes(hexes)
    scenario_with_unknown = closed_scenario.with_hexes(
        {lake[0]: HexContent(Piece("river", behavior="xyzzy"))}
    )
    sizes = [
        len(bit_indexes(reachability_of(scenario).army_reach(0)))
        for scenario in (closed_scenario, scenario_with_unknown)
    ]
    assert sizes == [1, len(BOARD.hexes) - 1]


def test_a_unit_with_a_boat_can_reach_every_hex() -> None:
    hexes = {BOARD.hex(name): HexContent(Piece("river")) for name in ("L9", "l8")}
    hexes |= {BOARD.hex("M9"): HexContent(unit=Unit("infger", equipment="boat"))}
    hexes |= {BOARD.hex("A1"): HexContent(unit=Unit("infus"))}
    reachability = reachability_of(Scenario(BOARD).with_hexes(hexes))
    assert len(bit_indexes(reachability.army_reach(0))) == len(BOARD.hexes)
    assert len(bit_indexes(reachability.army_reach(1))) == len(BOARD.hexes) - 3


def reachability_of(scenario: Scenario) -> Reachability:
    return Reachability(new_game(scenario), gaps(scenario))
