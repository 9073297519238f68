from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.playtest.games.match import play_match
from m44core.playtest.games.simulation import BrokenGameError, SimulationPlan, play_game, play_games
from m44core.playtest.players.levels import Levels, make_agent
from m44core.rules.game_settings import RuleSettings
from m44core.rules.play.recorded_game import GameRecording, replay_game


@pytest.fixture
def plan(read_shipped: Callable[[str], Scenario]) -> SimulationPlan:
    return SimulationPlan(
        read_shipped("pegasus-bridge"), range(1, 4), Levels("recruit", "sergeant"), seed=5
    )


def test_any_game_of_a_batch_can_be_played_alone(plan: SimulationPlan) -> None:
    games = list(play_games(plan))
    assert [game.number for game in games] == [1, 2, 3]
    assert play_game(plan, plan.start(), 2) == games[1]
    assert len({game.result.actions for game in games}) == 3


def test_batches_with_consecutive_seeds_have_no_game_in_common(plan: SimulationPlan) -> None:
    first, second = (list(play_games(replace(plan, seed=seed))) for seed in (5, 6))
    assert not {g.result.actions for g in first} & {g.result.actions for g in second}


def test_players_change_sides_in_even_games(plan: SimulationPlan) -> None:
    levels = [game.levels for game in play_games(replace(plan, swap=True))]
    assert levels == [plan.levels, plan.levels.swapped(), plan.levels]


def test_each_side_is_played_by_its_level(plan: SimulationPlan) -> None:
    games = play_games(replace(plan, numbers=range(1, 9), swap=True))
    winning_levels = [game.levels.of(game.result.winner) for game in games if game.result.winner]
    assert winning_levels == ["sergeant"] * 8  # it has never lost to a recruit


def test_a_match_does_not_change_its_start(plan: SimulationPlan) -> None:
    start = plan.start()
    before = start.clone()
    play_match(start, (make_agent("recruit"), make_agent("recruit")), 1)
    assert start == before


def test_the_actions_of_a_match_replay_to_its_result(plan: SimulationPlan) -> None:
    result = play_game(plan, plan.start(), 1).result
    state = replay_game(GameRecording(result.actions), plan.scenario)
    assert state.result is not None
    assert (state.result.winner, state.turn) == (result.winner, result.turns)
    assert result.medals == {side: state.medals(n) for n, side in enumerate(state.field.sides)}


def test_the_medals_of_a_side_are_the_sum_of_its_sources_up_to_the_limit(
    plan: SimulationPlan,
) -> None:
    for game in play_games(replace(plan, numbers=range(1, 11))):
        for side in Side:
            medal_count = sum(game.result.sources[side].values())
            assert min(medal_count, 4) == game.result.medals[side]


def test_a_game_that_reaches_its_turn_limit_is_unfinished(plan: SimulationPlan) -> None:
    (game,) = play_games(replace(plan, numbers=range(1, 2), settings=RuleSettings(turn_limit=2)))
    assert (game.result.winner, game.result.unfinished, game.result.turns) == (None, True, 2)


def test_a_result_names_the_side_that_moved_first(plan: SimulationPlan) -> None:
    assert play_game(plan, plan.start(), 1).result.first is Side.ALLIES


def test_a_broken_game_is_reported_with_its_number_and_its_actions(plan: SimulationPlan) -> None:
    start = plan.start()
    start.drawing = ()  # no player has a card at first
    start.discards = ("recon-left",)
    with pytest.raises(BrokenGameError, match=r"game 4: action 1 \(.*\): the cards") as caught:
        play_game(replace(plan, check=True), start, 4)
    assert (caught.value.number, caught.value.actions) == (4, ())
