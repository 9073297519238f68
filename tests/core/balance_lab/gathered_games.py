"""Games between computer players with their facts, each played once for all tests."""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple

from m44core.balance_lab.game_facts import FactsGatherer
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.luck_meter import LuckMeter
from m44core.io.files.file_reader import read_file
from m44core.model.scenario import Scenario
from m44core.playtest.games.match import GameResult, play_match
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import SERGEANTS, Levels, make_agent
from m44core.resources import shipped_scenarios
from m44core.rules.game.actions import Action
from m44core.rules.game.state import GameState

PATHS = {path.stem: path for path in shipped_scenarios()}


class GatheredGame(NamedTuple):
    """A game with its facts.

    Attributes:
        plan: The plan with only this game.
        start: The position at its start.
        result: Its result.
        record: Its record, with its luck and facts.
    """

    plan: SimulationPlan
    start: GameState
    result: GameResult
    record: GameRecord


@cache
def scenario_named(name: str) -> Scenario:
    scenario = read_file(PATHS[name]).scenario
    assert scenario is not None
    return scenario


@cache
def gather_game(name: str, number: int, levels: Levels = SERGEANTS) -> GatheredGame:
    plan = SimulationPlan(scenario_named(name), range(number, number + 1), levels)
    return gather_game_of_plan(plan, number)


def gather_game_of_plan(plan: SimulationPlan, number: int) -> GatheredGame:
    start = plan.start()
    agents = (make_agent(plan.levels.axis), make_agent(plan.levels.allies))
    luck = LuckMeter(start)
    facts = FactsGatherer(start, luck)

    def watch(state: GameState, action: Action | None) -> None:
        luck.before(state, action)
        facts.before(state, action)

    result = play_match(start, agents, plan.seed_of(number), watch)
    stored_facts = json.loads(json.dumps(facts.facts))
    record = GameRecord(
        number,
        plan.seed,
        plan.levels,
        result.winner,
        result.unfinished,
        result.turns,
        result.first,
        result.medals,
        luck.luck,
        stored_facts,
    )
    return GatheredGame(plan, start, result, record)


@cache
def gathered_games(name: str, count: int) -> tuple[GatheredGame, ...]:
    return tuple(gather_game(name, number) for number in range(1, count + 1))
