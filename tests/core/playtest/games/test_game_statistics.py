from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import message
from m44core.playtest.games.game_statistics import (
    FiveNumberSummary,
    MedalStatistics,
    ShareOfGames,
    five_number_summary,
    summarise_games,
    win_shares_by_level,
)
from m44core.playtest.games.match import GameResult
from m44core.playtest.games.simulation import SimulatedGame
from m44core.playtest.players.levels import SERGEANTS, Levels

SHARES = st.integers(1, 10**6).flatmap(
    lambda games: st.builds(ShareOfGames, st.integers(0, games), st.just(games))
)


@pytest.mark.bulk
@given(SHARES)
def test_interval_bounds_are_1_96_deviations_from_the_observed_share(share: ShareOfGames) -> None:
    """Wilson's score interval by its definition: 1.96 standard deviations of the bound itself."""
    for bound in share.interval:
        variance = bound * (1 - bound) / share.games
        squared_distance = (share.rate - bound) ** 2
        assert squared_distance == pytest.approx(1.959964**2 * variance, rel=1e-5, abs=1e-12)


def test_the_interval_of_ten_wins_in_ten_games_begins_at_0_72() -> None:
    assert ShareOfGames(10, 10).interval == pytest.approx((0.7225, 1), abs=1e-4)
    assert ShareOfGames(0, 10).interval == pytest.approx((0, 0.2775), abs=1e-4)


@pytest.mark.bulk
@given(SHARES)
def test_an_interval_contains_its_share_and_lies_within_0_and_1(share: ShareOfGames) -> None:
    low, high = share.interval
    assert 0 <= low <= share.rate <= high <= 1
    assert high > low


@pytest.mark.bulk
@given(SHARES)
def test_the_interval_of_the_complement_is_mirrored(share: ShareOfGames) -> None:
    low, high = share.interval
    assert ShareOfGames(share.games - share.count, share.games).interval == pytest.approx(
        (1 - high, 1 - low)
    )


@pytest.mark.bulk
@given(SHARES)
def test_more_games_with_the_same_share_narrow_the_interval(share: ShareOfGames) -> None:
    low, high = share.interval
    narrower_interval = ShareOfGames(4 * share.count, 4 * share.games).interval
    assert narrower_interval[1] - narrower_interval[0] < high - low


def test_without_games_the_interval_spans_0_to_1() -> None:
    assert (ShareOfGames(0, 0).rate, ShareOfGames(0, 0).interval) == (0.0, (0.0, 1.0))


def test_half_of_the_values_lie_between_the_quartiles() -> None:
    assert five_number_summary([5, 1, 4, 2, 3]) == FiveNumberSummary(1, 2, 3, 4, 5)
    assert five_number_summary([1, 2]) == FiveNumberSummary(1, 1.25, 1.5, 1.75, 2)
    assert five_number_summary([7]) == FiveNumberSummary(7, 7, 7, 7, 7)


AXIS, ALLIES = Side


def simulated_game(
    winner: Side | None,
    turns: int = 10,
    medals: tuple[int, int] = (0, 0),
    first: Side = ALLIES,
    levels: Levels = SERGEANTS,
) -> SimulatedGame:
    """Return a game with this result; the first medal of each side is for an exit."""
    sources = [{"units": max(0, n - 1), "objectives": 0, "exits": min(n, 1)} for n in medals]
    result = GameResult(
        winner=winner,
        reason=message(""),
        unfinished=turns == 600,
        turns=turns,
        first=first,
        medals=dict(zip(Side, medals, strict=True)),
        sources=dict(zip(Side, sources, strict=True)),
        seed=0,
        actions=(),
    )
    return SimulatedGame(1, levels, result)


GAMES = [
    simulated_game(AXIS, 10, (4, 1)),
    simulated_game(ALLIES, 20, (2, 4)),
    simulated_game(ALLIES, 30, (0, 4)),
    simulated_game(None, 40, (3, 3)),
    simulated_game(None, 600, (3, 3)),
]


def test_a_summary_counts_winners_and_unfinished_games() -> None:
    summary = summarise_games(GAMES)
    assert summary.games == 5
    assert summary.won == {AXIS: ShareOfGames(1, 5), ALLIES: ShareOfGames(2, 5)}
    assert (summary.draws, summary.unfinished) == (ShareOfGames(1, 5), ShareOfGames(1, 5))
    assert (summary.turns.least, summary.turns.median, summary.turns.most) == (10, 30, 600)


def test_a_summary_counts_medals_by_source() -> None:
    medals = summarise_games(GAMES).medals
    assert medals[AXIS] == MedalStatistics(
        12 / 5, {"units": 8 / 5, "objectives": 0, "exits": 4 / 5}
    )
    assert medals[ALLIES].average == 3


def test_the_advantage_of_moving_first_is_computed_for_each_side() -> None:
    first = summarise_games([*GAMES, simulated_game(AXIS, first=AXIS)]).first
    assert (first[ALLIES].won, first[ALLIES].lost) == (ShareOfGames(2, 5), ShareOfGames(1, 5))
    assert first[ALLIES].points == pytest.approx(0.2)
    assert first[AXIS].points == 1
    assert list(summarise_games(GAMES).first) == [ALLIES]


def test_levels_are_compared_over_games_against_another_level() -> None:
    mixed_levels, swapped_levels = Levels("general", "recruit"), Levels("recruit", "general")
    games = [
        simulated_game(AXIS, levels=mixed_levels),
        simulated_game(AXIS, levels=swapped_levels),
        simulated_game(None, levels=mixed_levels),
        simulated_game(ALLIES, levels=swapped_levels),
        simulated_game(AXIS, levels=Levels("recruit", "recruit")),
    ]
    assert win_shares_by_level(games) == {
        "general": ShareOfGames(2, 4),
        "recruit": ShareOfGames(1, 4),
    }
    assert win_shares_by_level(GAMES) == {}
