"""Overlord on two shipped boards joined side by side (B-OVL-01), checked at every step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from m44core.board import BOARDS, BoardType
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing
from m44core.playtest.games.simulation import SimulationPlan, play_game
from m44core.playtest.players.levels import parse_levels
from m44core.rules.game.actions import Play
from m44core.rules.game_settings import RuleSettings

pytestmark = pytest.mark.bulk

BOARD_OFFSET = 26  # half-hexes from one board to the other: 13 hexes
SHORT_GAME = RuleSettings(turn_limit=16)
CARDS = 8


def join_boards(left: Scenario, right: Scenario) -> Scenario:
    """Return a scenario on an Overlord board with the hexes of two standard ones side by side."""
    hexes = {
        Hex(hex_.col + offset, hex_.row): content
        for offset, scenario in ((0, left), (BOARD_OFFSET, right))
        for hex_, content in scenario.hexes.items()
    }
    top = replace(left.briefing.top, cards=CARDS)
    bottom = replace(left.briefing.bottom, cards=CARDS)
    joined_scenario = Scenario(board=BOARDS[BoardType.OVERLORD], briefing=Briefing(top, bottom))
    return joined_scenario.with_hexes(hexes)


@pytest.mark.rule("B-VAR-OVL-02", "OVL-TURN-03")
@pytest.mark.parametrize("levels", ["recruit", "sergeant:recruit"])
@pytest.mark.parametrize(
    ("left", "right"),
    [("pegasus-bridge", "sainte-mere-eglise"), ("sword-beach", "pointe-du-hoc")],
)
def test_games_on_joined_boards_keep_the_invariants(
    left: str, right: str, levels: str, read_shipped: Callable[[str], Scenario]
) -> None:
    scenario = join_boards(read_shipped(left), read_shipped(right))
    plan = SimulationPlan(
        scenario, range(1, 2), parse_levels(levels), seed=44, check=True, settings=SHORT_GAME
    )
    game = play_game(plan, plan.start(), 1)
    handed = [action for action in game.result.actions if isinstance(action, Play)]
    assert {"left", "centre", "right"} <= {play.section for play in handed}
