from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.playtest.games.statistics import Share, Spread, spread

SHARES = st.integers(1, 10**6).flatmap(
    lambda games: st.builds(Share, st.integers(0, games), st.just(games))
)


@pytest.mark.bulk
@given(SHARES)
def test_a_bound_is_the_share_that_would_just_allow_what_was_seen(share: Share) -> None:
    """Wilson's score interval, by what it means: 1.96 standard deviations of the bound itself."""
    for bound in share.interval:
        variance = bound * (1 - bound) / share.games
        squared = (share.rate - bound) ** 2
        assert squared == pytest.approx(1.959964**2 * variance, rel=1e-5, abs=1e-12)


def test_ten_wins_in_ten_games_are_no_proof_of_invincibility() -> None:
    assert Share(10, 10).interval == pytest.approx((0.7225, 1), abs=1e-4)
    assert Share(0, 10).interval == pytest.approx((0, 0.2775), abs=1e-4)


@pytest.mark.bulk
@given(SHARES)
def test_an_interval_holds_its_share_and_only_shares(share: Share) -> None:
    low, high = share.interval
    assert 0 <= low <= share.rate <= high <= 1
    assert high > low


@pytest.mark.bulk
@given(SHARES)
def test_what_did_not_go_one_way_went_the_other(share: Share) -> None:
    low, high = share.interval
    assert Share(share.games - share.count, share.games).interval == pytest.approx(
        (1 - high, 1 - low)
    )


@pytest.mark.bulk
@given(SHARES)
def test_more_games_of_the_same_share_say_more(share: Share) -> None:
    low, high = share.interval
    closer = Share(4 * share.count, 4 * share.games).interval
    assert closer[1] - closer[0] < high - low


def test_without_games_nothing_is_known() -> None:
    assert (Share(0, 0).rate, Share(0, 0).interval) == (0.0, (0.0, 1.0))


def test_half_of_the_values_lie_between_the_quartiles() -> None:
    assert spread([5, 1, 4, 2, 3]) == Spread(1, 2, 3, 4, 5)
    assert spread([1, 2]) == Spread(1, 1.25, 1.5, 1.75, 2)
    assert spread([7]) == Spread(7, 7, 7, 7, 7)
