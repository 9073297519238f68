"""The balance of a scenario in one line."""

from __future__ import annotations

import pytest

from m44core.balance_lab.balance_summary import balance_summary
from m44core.balance_lab.results_file import StoredResults
from m44core.playtest.players.levels import Levels


@pytest.mark.parametrize(
    ("levels", "players"),
    [
        (Levels("general", "general"), ", general AI"),
        (Levels("recruit", "recruit"), ", recruit AI"),
        (Levels("recruit", "general"), " (Axis: recruit, Allies: general)"),
        (Levels("marshal", "marshal"), " (Axis: marshal, Allies: marshal)"),
    ],
)
def test_a_line_has_share_interval_length_and_players(levels: Levels, players: str) -> None:
    results = StoredResults("A", "2:f", levels, 0.581, 0.54, 0.62, 190, 14.0)
    assert str(balance_summary(results)) == f"Allies 58% (54 to 62), 14 turns{players}"
