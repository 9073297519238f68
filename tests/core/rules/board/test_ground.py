"""What is kept of a ground when an obstacle comes or goes is what would be worked out anew."""

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
from m44core.rules.board.hex_ground import sandbags
from m44core.rules.play.game_setup import new_game

pytestmark = pytest.mark.bulk

MASKS = [name for name, value in vars(Ground).items() if isinstance(value, cached_property)]


def anew(ground: Ground) -> Ground:
    return Ground(ground.grid, ground.hexes, ground.steps, ground.back, ground.roads)


def known(ground: Ground) -> dict[str, object]:
    """Return all sets of hexes of a ground."""
    found = {mask: getattr(ground, mask) for mask in MASKS}
    return found | {"movement_map": astuple(ground.movement_map)}


def all_known(ground: Ground) -> Ground:
    for name in MASKS:
        getattr(ground, name)
    return ground


@pytest.mark.parametrize("name", ["sword-beach", "operation-cobra", "arnhem-bridge"])
@given(changes=st.lists(st.integers(0, 112), min_size=1, max_size=8))
def test_a_changed_ground_says_the_same_as_one_made_anew(name: str, changes: list[int]) -> None:
    ground = new_game(shipped_scenario(name)).ground
    for index in changes:
        ground = changed(all_known(ground), index)
    assert known(ground) == known(anew(ground))


def changed(ground: Ground, index: int) -> Ground:
    """Take off what lies on a hex, or else lay sandbags there."""
    if ground.hexes[index].sandbags:
        return ground.without_sandbags(index)
    if ground.hexes[index].obstacle:
        return ground.without_obstacle(index)
    return ground.with_sandbags(index, sandbags())


def test_what_an_obstacle_does_not_change_is_not_worked_out_again(
    shipped: Callable[[str], Scenario],
) -> None:
    ground = all_known(new_game(shipped("operation-cobra")).ground)
    bagged = ground.with_sandbags(0, sandbags())
    assert vars(bagged)["sight_blockers"] is ground.sight_blockers
    assert "sandbagged" not in vars(bagged)
    assert bagged.sandbagged == ground.sandbagged | 1


def test_units_move_over_ground_as_before_where_sandbags_are_laid(
    shipped: Callable[[str], Scenario],
) -> None:
    ground = all_known(new_game(shipped("sword-beach")).ground)
    assert ground.with_sandbags(0, sandbags()).movement_map is ground.movement_map
    wire = next(
        i for i, kind in enumerate(ground.hexes) if kind.obstacle and kind.obstacle.rules.stop
    )
    assert ground.without_obstacle(wire).movement_map is not ground.movement_map
