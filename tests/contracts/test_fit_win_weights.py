"""The luck computed when fitting the win weights equals the luck that the meter measures."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from m44core.balance_lab.luck_meter import LUCK_LEVELS, LuckMeter
from m44core.balance_lab.win_weights import WinWeights, read_weights, win_weights
from m44core.io.files.file_reader import read_file
from m44core.playtest.games.match import play_match
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import make_agent
from m44core.resources import scenarios_folder

REPOSITORY = Path(__file__).parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "packaging"))

import fit_win_weights  # noqa: E402 - the tools of the repository are no package

FILE = scenarios_folder() / "vassieux.yaml"
GAMES = 3
CHANGES = np.linspace(-0.1, 0.1, len(fit_win_weights.weight_labels(win_weights())))


@cache
def played_games() -> fit_win_weights.ScenarioGames:
    return fit_win_weights.play_games(FILE, GAMES, win_weights())


def measured_luck(weights: WinWeights) -> list[tuple[float, ...]]:
    """Return the luck of each fitted game, as the meter measures it."""
    scenario = read_file(FILE).scenario
    assert scenario is not None
    plan = SimulationPlan(scenario, range(1, GAMES + 1))
    start, lucks = plan.start(), []
    for number in plan.numbers:
        meter = LuckMeter(start, weights)
        agents = make_agent("sergeant"), make_agent("sergeant")
        play_match(start, agents, plan.seed_of(number), meter.before)
        lucks.append(meter.luck)
    return lucks


def test_fitted_and_measured_luck_are_equal_for_other_weights() -> None:
    other_weights = fit_win_weights.weight_vector(win_weights()) + CHANGES
    lucks = measured_luck(fit_win_weights.with_numbers(win_weights(), other_weights))
    for index, level in enumerate(LUCK_LEVELS):
        assert played_games().luck(other_weights, level) == pytest.approx(
            [luck[index] for luck in lucks]
        )


def test_slopes_match_small_differences_of_luck() -> None:
    weights = fit_win_weights.weight_vector(win_weights())
    step = 1e-4
    change = played_games().luck(weights + step * CHANGES, 0.5) - played_games().luck(weights, 0.5)
    slopes = played_games().slopes(weights, 0.5)[:, :-1] @ CHANGES
    assert change / step == pytest.approx(slopes, rel=1e-2, abs=1e-4)


def test_a_fit_reduces_the_variance(capsys: pytest.CaptureFixture[str]) -> None:
    start = fit_win_weights.weight_vector(win_weights()) + 3 * CHANGES
    weights = fit_win_weights.fit_weights([played_games()], start)
    losses = [float(line.split()[1]) for line in capsys.readouterr().out.splitlines()]
    assert losses == sorted(losses, reverse=True)
    assert not np.allclose(weights, start)


def test_written_weights_are_read_back(tmp_path: Path) -> None:
    file = tmp_path / "weights.yaml"
    file.write_text(fit_win_weights.weights_text(win_weights(), "# Fitted.\n"), encoding="utf-8")
    expected = pytest.approx(fit_win_weights.weight_vector(win_weights()))
    assert fit_win_weights.weight_vector(read_weights(file)) == expected
