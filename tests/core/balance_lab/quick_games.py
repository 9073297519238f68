"""Games that are over after a few medals, for tests that need many games."""

from __future__ import annotations

from dataclasses import replace

from tests.core.balance_lab.gathered_games import scenario_named

from m44core.catalogue.catalogue_types import Side
from m44core.model.edits.briefing_edits import set_player
from m44core.playtest.games.simulation import SimulationPlan


def quick_plan(axis: int, allies: int) -> SimulationPlan:
    """Return a plan of one game between sergeants that takes a few milliseconds.

    Args:
        axis: The medals that the Axis, at the top, must win.
        allies: The medals that the Allies must win.
    """
    return plan_with_medals(SimulationPlan(scenario_named("mont-mouchet"), range(1)), axis, allies)


def plan_with_medals(plan: SimulationPlan, axis: int, allies: int) -> SimulationPlan:
    """Return the plan with the given numbers of medals needed to win.

    The Axis must be at the top.
    """
    scenario = plan.scenario
    for side, medals in ((Side.AXIS, axis), (Side.ALLIES, allies)):
        player = scenario.briefing.player(side)
        assert player
        new_player = replace(player, medals=medals)
        scenario = set_player(scenario, new_player, top=side is Side.AXIS)
    return replace(plan, scenario=scenario)
