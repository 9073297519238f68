"""The progress line of a sweep shows the estimated time left."""

from __future__ import annotations

from m44core.balance_lab.sweep import SweepResult, SweepStage
from m44core.cli.balance_changes import SweepProgress


def test_the_time_left_follows_from_the_games_played() -> None:
    seconds = iter([0.0, 60.0])
    progress = SweepProgress(lambda: next(seconds))
    assert str(progress.text(SweepResult(SweepStage.BASE, 0.5, played=8, planned=900))) == (
        "Playing the scenario as it is: 8 of about 900 games"
    )
    assert str(progress.text(SweepResult(SweepStage.RACE, 0.5, played=300, planned=900))) == (
        "Testing single changes: 300 of about 900 games, about 2 min left"
    )
