from __future__ import annotations

from collections.abc import Callable

import pytest

from m44core.catalogue.types import Side
from m44core.model.scenario import Scenario
from m44core.playtest.agents import AGENTS
from m44core.playtest.batch import BrokenGameError, play_games, summarise
from m44core.playtest.match import GameResult, play_match
from m44core.rules.replay import Recording, replayed
from m44core.rules.setup import new_game

BOTH = (AGENTS["simple"], AGENTS["simple"])


def result(winner: Side | None, turns: int, medals: tuple[int, int]) -> GameResult:
    return GameResult(winner, "", turns, medals, 0, 600, ())


def test_a_summary_counts_wins_and_averages() -> None:
    results = [
        result(Side.AXIS, 10, (4, 1)),
        result(Side.ALLIES, 20, (2, 4)),
        result(Side.ALLIES, 30, (3, 4)),
        result(None, 600, (3, 3)),
    ]
    summary = summarise(results)
    assert summary.wins == {Side.AXIS: 1, Side.ALLIES: 2}
    assert (summary.games, summary.draws, summary.turns) == (4, 1, 165)
    assert summary.medals == (3, 3)


def test_any_game_of_a_batch_can_be_played_alone(shipped: Callable[[str], Scenario]) -> None:
    start = new_game(shipped("pegasus-bridge"))
    results = list(play_games(start, BOTH, range(5, 8)))
    assert play_match(start, BOTH, 6) == results[1]
    assert len({r.actions for r in results}) == 3


def test_a_match_leaves_its_start_as_it_was(shipped: Callable[[str], Scenario]) -> None:
    start = new_game(shipped("pegasus-bridge"))
    before = start.clone()
    play_match(start, BOTH, 1)
    assert start == before


def test_the_actions_of_a_match_replay_to_its_result(shipped: Callable[[str], Scenario]) -> None:
    scenario = shipped("pegasus-bridge")
    game = play_match(new_game(scenario), BOTH, 9)
    state = replayed(Recording(game.actions), scenario)
    assert state.result is not None
    assert (state.result.winner, state.turn) == (game.winner, game.turns)


def test_a_broken_game_is_reported_with_its_seed(shipped: Callable[[str], Scenario]) -> None:
    start = new_game(shipped("pegasus-bridge"))
    start.discards = ("recon-left",)
    with pytest.raises(BrokenGameError, match=r"game 4, action 1 \(draw .*\): the cards are not"):
        list(play_games(start, BOTH, [4], check=True))
