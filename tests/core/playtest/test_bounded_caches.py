"""The caches of the engine and its players do not grow with the number of games."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from functools import _lru_cache_wrapper

import pytest

from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan, play_games
from m44core.playtest.players.levels import parse_levels
from m44core.rules.game_settings import RuleSettings

pytestmark = pytest.mark.bulk

SMALL_CACHES = {"by_dice", "hitting", "hitting_faces", "_chances_of_hits", "with_dice_orders"}
"""Caches bounded by the number of dice, faces and kinds of units."""


def _caches_by_name() -> Mapping[str, _lru_cache_wrapper[object]]:
    """Return all function caches of the program, keyed by name."""
    gc.unfreeze()  # the modules imported for the collected tests, see ``tests/conftest.py``
    caches = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
    gc.freeze()
    ours = (each for each in caches if str(each.__module__).startswith("m44core"))
    return {f"{each.__module__}.{each.__qualname__}": each for each in ours}


@pytest.mark.parametrize(("level", "games"), [("sergeant", 12), ("general", 2)])
def test_caches_that_grow_from_game_to_game_are_bounded(
    level: str, games: int, read_shipped: Callable[[str], Scenario]
) -> None:
    scenario, players = read_shipped("pegasus-bridge"), parse_levels(level)
    limit = RuleSettings(turn_limit=300 if level == "sergeant" else 3)
    for each in _caches_by_name().values():
        if each.cache_info().maxsize is not None:  # tests before this one may have filled it
            each.cache_clear()
    list(play_games(SimulationPlan(scenario, range(games), players, settings=limit)))
    before = {name: each.cache_info().currsize for name, each in _caches_by_name().items()}
    list(play_games(SimulationPlan(scenario, range(games, 2 * games), players, settings=limit)))
    grown_caches = {
        name: each.cache_info()
        for name, each in _caches_by_name().items()
        if each.cache_info().currsize > before.get(name, 0)
    }
    assert grown_caches
    unbounded_caches = {name for name, info in grown_caches.items() if info.maxsize is None}
    assert {
        name for name in unbounded_caches if name.rpartition(".")[2] not in SMALL_CACHES
    } == set()
