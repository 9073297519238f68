"""A changed ground keeps only cached tables that equal those computed from scratch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from functools import cached_property

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.rules.conftest import shipped_scenario

from m44core.model.scenario import Scenario
from m44core.rules.board.ground import Ground
from m44core.rules.board.hex_ground import sandbags_piece
from m44core.rules.play.game_setup import new_game

pytestmark = pytest.mark.bulk

MASKS = [name for name, value in vars(Ground).items() if isinstance(value, cached_property)]


def rebuilt_ground(ground: Ground) -> Ground:
    return Ground(ground.grid, ground.hexes, ground.steps, ground.retreat_steps, ground.roads)


def tables_of(ground: Ground) -> dict[str, object]:
    """Return all sets of hexes of a ground, and its movement map, keyed by name."""
    tables = {mask: getattr(ground, mask) for mask in MASKS}
    return tables | {"movement_map": astuple(ground.movement_map)}


def with_all_tables(ground: Ground) -> Ground:
    for name in MASKS:
        getattr(ground, name)
    return ground


@pytest.mark.parametrize("name", ["sword-beach", "operation-cobra", "arnhem-bridge"])
@given(changes=st.lists(st.integers(0, 112), min_size=1, max_size=8))
def test_a_changed_ground_equals_a_new_one(name: str, changes: list[int]) -> None:
    ground = new_game(shipped_scenario(name)).ground
    for index in changes:
        ground = with_changed_obstacle(with_all_tables(ground), index)
    assert tables_of(ground) == tables_of(rebuilt_ground(ground))


def with_changed_obstacle(ground: Ground, index: int) -> Ground:
    """Return the ground with the sandbags or the obstacle of a hex removed.

    If the hex has neither, sandbags are placed there.
    """
    if ground.hexes[index].sandbags:
        return ground.without_sandbags(index)
    if ground.hexes[index].obstacle:
        return ground.without_obstacle(index)
    return ground.with_sandbags(index, sandbags_piece())


def test_tables_that_an_obstacle_does_not_change_are_kept(
    read_shipped: Callable[[str], Scenario],
) -> None:
    ground = with_all_tables(new_game(read_shipped("operation-cobra")).ground)
    ground_with_sandbags = ground.with_sandbags(0, sandbags_piece())
    assert vars(ground_with_sandbags)["sight_blockers"] is ground.sight_blockers
    assert "sandbagged" not in vars(ground_with_sandbags)
    assert ground_with_sandbags.sandbagged == ground.sandbagged | 1


def test_sandbags_do_not_change_the_movement_map(
    read_shipped: Callable[[str], Scenario],
) -> None:
    ground = with_all_tables(new_game(read_shipped("sword-beach")).ground)
    assert ground.with_sandbags(0, sandbags_piece()).movement_map is ground.movement_map
    wire = next(
        i for i, kind in enumerate(ground.hexes) if kind.obstacle and kind.obstacle.rules.stop
    )
    assert ground.without_obstacle(wire).movement_map is not ground.movement_map
