"""The bars of a chart of game lengths."""

from __future__ import annotations

from m44core.balance_lab.game_lengths import LengthBar, length_bars


def test_lengths_are_grouped_into_bars_of_equal_width() -> None:
    assert length_bars([5, 6, 6]) == [LengthBar(5, 5, 1), LengthBar(6, 6, 2)]
    bars = length_bars(list(range(1, 101)))
    assert len(bars) <= 16
    assert {bar.most - bar.least for bar in bars} == {6}
    assert sum(bar.games for bar in bars) == 100


def test_without_games_there_are_no_bars() -> None:
    assert length_bars([]) == []


def test_a_histogram_has_few_bars_of_equal_width() -> None:
    assert length_bars([7]) == [(7, 7, 1)]
    assert length_bars([4, 6, 6]) == [(4, 4, 1), (5, 5, 0), (6, 6, 2)]
    bins = length_bars([3, 40, 90])
    assert len(bins) <= 16
    assert {most - least for least, most, _ in bins} == {5}
    assert sum(games for *_, games in bins) == 3
