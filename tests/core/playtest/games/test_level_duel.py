from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.model.scenario import Scenario
from m44core.playtest.games.game_statistics import ShareOfGames
from m44core.playtest.games.level_duel import duel_plans, duel_score
from m44core.playtest.games.match import GameResult
from m44core.playtest.games.simulation import SimulatedGame
from m44core.playtest.players.levels import Levels

GENERAL = Levels("general", "recruit")


@given(st.integers(1, 16), st.integers(0, 300))
def test_games_are_distributed_evenly_in_pairs(scenarios: int, game_count: int) -> None:
    games = 2 * (scenarios + game_count)
    plans = duel_plans([Scenario()] * scenarios, GENERAL, games)
    numbers = [len(plan.numbers) for plan in plans]
    assert sum(numbers) == games
    assert not any(number % 2 for number in numbers)
    assert max(numbers) - min(numbers) <= 2
    assert all(plan.swap for plan in plans)


@pytest.mark.parametrize("games", [1, 5, 10])
def test_an_odd_or_too_small_number_of_games_is_refused(games: int) -> None:
    with pytest.raises(M44Error, match=f"{games} games cannot .* an even number, at least 12"):
        duel_plans([Scenario()] * 6, GENERAL, games)


def test_wins_of_a_level_are_counted_on_either_side() -> None:
    games = [simulated_game(GENERAL, Side.AXIS), simulated_game(GENERAL.swapped(), Side.ALLIES)]
    games += [simulated_game(GENERAL, Side.ALLIES), simulated_game(GENERAL, None)]
    result = duel_score(games, "general")
    assert (result.won, result.lost) == (ShareOfGames(2, 4), ShareOfGames(1, 4))


def simulated_game(levels: Levels, winner: Side | None) -> SimulatedGame:
    nothing: dict[Side, int] = dict.fromkeys(Side, 0)
    result = GameResult(winner, message(""), False, 1, Side.AXIS, nothing, {}, 0, ())
    return SimulatedGame(1, levels, result)
