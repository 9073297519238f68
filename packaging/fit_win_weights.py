"""Fit the weights of the estimated win chance: ``python packaging/fit_win_weights.py FILE ...``.

Sergeants play games of some scenarios, and the weights are chosen to minimize the variance of the
results minus luck. Each scenario has its own level, as in
:mod:`m44core.balance_lab.luck_adjustment`. It writes the data file that
:func:`m44core.balance_lab.win_weights.win_weights` reads.

The estimate is linear in its weights, so a game can be played with unit vectors instead of numbers:
this adds up the factors of all weights, and other weights can be tried without playing again. Luck
is a smooth function of the weights, and Gauss-Newton steps find the best ones.

Judge the weights on other scenarios: ``--judge FILE ...`` prints how many plain results each
adjusted result is worth. Run it again when the estimate, the rules or the players change. Eighty
games of forty scenarios take four minutes.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from m44core.balance_lab.luck_adjustment import adjusted_results
from m44core.balance_lab.luck_meter import LUCK_LEVELS, LuckMeter
from m44core.balance_lab.win_weights import WEIGHTS_FILE, WinWeights, read_weights
from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error
from m44core.io.files.file_reader import read_file
from m44core.playtest.games.match import play_match
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import make_agent
from m44core.rules.board.hex_ground import CLASSES
from m44core.rules.game.state import GameState

_GAMES = 80
_PRIOR = 20.0  # how strongly a weight is kept near its present value
_LEVEL_PRIOR = 0.1  # how strongly a level is kept near 0
_ROUNDS = 12
_MIN_GAIN = 1e-4  # share of the loss that a round must gain to go on
_MAX_DAMPING = 1e4
_HEAD = """\
# Fitted by packaging/fit_win_weights.py to {games} games of sergeants on {scenarios} scenarios.
"""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The part of a game that the luck adjustment needs.

    Attributes:
        number: Its number in the plan, from 1.
        allied_result: 1 if the Allies won, 0 if the Axis did, 0.5 for a draw.
        luck: The luck of the Allies at each of ``LUCK_LEVELS``.
    """

    number: int
    allied_result: float
    luck: tuple[float, ...]


class FeatureMeter(LuckMeter):
    """Collects the factors that the weights are multiplied by in the luck of a game.

    Attributes:
        outcomes: For each outcome of each roll, the factors in the balance after it.
        decided: For each outcome, 1 if it wins the game for the Allies, -1 for the Axis, else 0.
        excess: For each outcome, 1 if it occurred, else 0; minus its chance.
        balances: For each draw, the factors in the balance before it.
        gains: For each draw, the factors in its luck.
    """

    def __init__(self, start: GameState, vectors: WinWeights, number_of_weights: int) -> None:
        super().__init__(start, vectors)
        self._none = np.zeros(number_of_weights)
        self.outcomes: list[Array] = []
        self.decided: list[int] = []
        self.excess: list[float] = []
        self.balances: list[Array] = []
        self.gains: list[Array] = []

    def _add_outcome(
        self, balances: Sequence[float], chances: Sequence[float], outcome: int
    ) -> None:
        for number, (balance, chance) in enumerate(zip(balances, chances, strict=True)):
            is_over = isinstance(balance, float) and math.isinf(balance)
            self.decided.append(int(math.copysign(1, balance)) if is_over else 0)
            self.outcomes.append(self._none if is_over else self._none + balance)
            self.excess.append((number == outcome) - chance)

    def _add_gain(self, balance: float, gain: float) -> None:
        self.balances.append(self._none + balance)
        self.gains.append(self._none + gain)


@dataclass(frozen=True, slots=True)
class ScenarioGames:
    """The games of a scenario: the factors of all weights in their luck.

    Attributes:
        name: The name of the scenario.
        results: The result of the Allies in each game.
        outcomes: As in :class:`FeatureMeter`, for all games; so are ``decided``, ``excess``,
            ``balances`` and ``gains``.
        outcome_games: For each outcome, the index of its game.
        draw_games: The same for each draw.
    """

    name: str
    results: Array
    outcomes: Array
    decided: Array
    excess: Array
    outcome_games: npt.NDArray[np.int64]
    balances: Array
    gains: Array
    draw_games: npt.NDArray[np.int64]

    @property
    def variance(self) -> float:
        """The variance of the results, at least 0.01 in case one side always wins."""
        return max(0.01, float(np.var(self.results)))

    def luck(self, weights: Array, level: float) -> Array:
        """Return the luck of the Allies in each game."""
        return self._sum_by_game(
            self.excess * self._chances(weights, level), self.outcome_games
        ) + (
            self._sum_by_game(
                self._slopes(weights, level) * (self.gains @ weights), self.draw_games
            )
        )

    def slopes(self, weights: Array, level: float) -> Array:
        """Return the derivatives of the luck by each weight and by the level, one row per game."""
        chances = self._chances(weights, level)
        by_outcome = self.excess * chances * (1 - chances)
        slopes = self._slopes(weights, level)
        bends = slopes * (1 - 2 * _logistic(self.balances @ weights + level))
        by_draw = bends * (self.gains @ weights)
        by_weight = self.outcomes * by_outcome[:, None]
        of_draws = self.gains * slopes[:, None] + self.balances * by_draw[:, None]
        return np.column_stack(
            [
                *(self._sum_by_game(column, self.outcome_games) for column in by_weight.T),
                self._sum_by_game(by_outcome, self.outcome_games),
            ]
        ) + np.column_stack(
            [
                *(self._sum_by_game(column, self.draw_games) for column in of_draws.T),
                self._sum_by_game(by_draw, self.draw_games),
            ]
        )

    def _sum_by_game(self, values: Array, games: npt.NDArray[np.int64]) -> Array:
        return np.bincount(games, values, len(self.results)).astype(np.float64)

    def _chances(self, weights: Array, level: float) -> Array:
        chances = _logistic(self.outcomes @ weights + level)
        return np.where(self.decided == 0, chances, self.decided > 0)

    def _slopes(self, weights: Array, level: float) -> Array:
        chances = _logistic(self.balances @ weights + level)
        return chances * (1 - chances)

    def factor(self, weights: Array) -> float:
        """Return the number of plain results equivalent to an adjusted one."""
        lucks = np.column_stack([self.luck(weights, level) for level in LUCK_LEVELS])
        played = [
            PlayedGame(number, result, tuple(luck))
            for number, (result, luck) in enumerate(zip(self.results, lucks, strict=True), 1)
        ]
        return adjusted_results(played).factor


def _logistic(values: Array) -> Array:
    return 1 / (1 + np.exp(-np.clip(values, -60, 60)))


def weight_labels(weights: WinWeights) -> list[str]:
    """Return the name of each weight."""
    return [label for label, _ in _labeled_weights(weights)]


def weight_vector(weights: WinWeights) -> Array:
    """Return the weights as a vector, in the order of :func:`weight_labels`."""
    return np.array([number for _, number in _labeled_weights(weights)])


def _labeled_weights(weights: WinWeights) -> Iterator[tuple[str, float]]:
    entries: list[tuple[str, float]] = []

    def collect(label: str, number: float) -> float:
        entries.append((label, number))
        return number

    _map_numbers(weights, collect)
    yield from entries


def _map_numbers(weights: WinWeights, change: Callable[[str, float], Any]) -> WinWeights:
    """Return weights with each number replaced by what *change* returns for its label and value."""
    changed: dict[str, Any] = {}
    for name in (field.name for field in fields(weights)):
        value = getattr(weights, name)
        if name == "units":  # the weight of a unit without figures is 0
            changed[name] = tuple(
                (0.0, *(change(f"{kind} {n}", each) for n, each in enumerate(by[1:], 1)))
                for kind, by in zip(CLASSES, value, strict=True)
            )
        elif isinstance(value, tuple):
            changed[name] = tuple(change(f"{name} {n}", each) for n, each in enumerate(value))
        elif isinstance(value, float):
            changed[name] = change(name, value)
        else:
            changed[name] = {key: change(f"{name} {key}", each) for key, each in value.items()}
    return WinWeights(**changed)


def with_numbers(weights: WinWeights, vector: Iterable[float]) -> WinWeights:
    """Return weights with the numbers replaced, in the order of :func:`weight_labels`."""
    remaining = iter(vector)
    return _map_numbers(weights, lambda _label, _number: float(next(remaining)))


def unit_vectors(weights: WinWeights) -> WinWeights:
    """Return weights with a unit vector for each number, in the order of :func:`weight_labels`."""
    remaining = iter(np.eye(len(weight_labels(weights))))
    return _map_numbers(weights, lambda _label, _number: next(remaining))


def play_games(path: Path, games: int, weights: WinWeights) -> ScenarioGames:
    """Play some games of a scenario file; return them with the factors of all weights.

    Raises:
        M44Error: the scenario cannot be played.
    """
    scenario = read_file(path).scenario
    assert scenario is not None, path
    plan = SimulationPlan(scenario, range(1, games + 1))
    start, vectors = plan.start(), unit_vectors(weights)
    results, meters = [], []
    for number in plan.numbers:
        top, bottom = (make_agent(plan.levels.of(side)) for side in start.field.sides)
        meter = FeatureMeter(start, vectors, len(weight_labels(weights)))
        winner = play_match(start, (top, bottom), plan.seed_of(number), meter.before).winner
        results.append(0.5 if winner is None else float(winner is Side.ALLIES))
        meters.append(meter)
    return ScenarioGames(
        name=path.stem,
        results=np.array(results),
        outcomes=np.array([row for meter in meters for row in meter.outcomes]),
        decided=np.array([each for meter in meters for each in meter.decided]),
        excess=np.array([each for meter in meters for each in meter.excess]),
        outcome_games=np.array([n for n, meter in enumerate(meters) for _ in meter.excess]),
        balances=np.array([row for meter in meters for row in meter.balances]),
        gains=np.array([row for meter in meters for row in meter.gains]),
        draw_games=np.array([n for n, meter in enumerate(meters) for _ in meter.gains]),
    )


def fit_weights(played: Sequence[ScenarioGames], start: Array) -> Array:
    """Return the weights that minimize the variance of the adjusted results.

    Args:
        played: The games of each scenario.
        start: The initial weights, towards which the result is shrunk.
    """
    weights, levels, damping = start, np.zeros(len(played)), 1e-3
    loss = _loss(played, start, weights, levels)
    for _ in range(_ROUNDS):
        curvature, slope = _normal_equations(played, start, weights, levels)
        while True:
            damped = curvature + damping * np.diag(np.diag(curvature))
            step = np.linalg.solve(damped, slope)
            tried_weights, tried_levels = weights + step[: len(start)], levels + step[len(start) :]
            tried_loss = _loss(played, start, tried_weights, tried_levels)
            if tried_loss < loss or damping > _MAX_DAMPING:
                break
            damping *= 5
        if tried_loss >= loss:
            break
        gain, loss, weights, levels = loss - tried_loss, tried_loss, tried_weights, tried_levels
        damping /= 5
        print(f"loss {loss:.1f}", flush=True)
        if gain < _MIN_GAIN * loss:
            break
    return weights


def _loss(played: Sequence[ScenarioGames], start: Array, weights: Array, levels: Array) -> float:
    total = _PRIOR * np.sum((weights - start) ** 2) + _LEVEL_PRIOR * np.sum(levels**2)
    for games, level in zip(played, levels, strict=True):
        residuals = games.results - games.luck(weights, level)
        total += len(residuals) * float(np.var(residuals)) / games.variance
    return float(total)


def _normal_equations(
    played: Sequence[ScenarioGames], start: Array, weights: Array, levels: Array
) -> tuple[Array, Array]:
    """Return the curvature and negative slope of the loss, for all weights and then all levels."""
    number, total = len(weights), len(weights) + len(played)
    curvature = np.diag(np.r_[np.full(number, _PRIOR), np.full(len(played), _LEVEL_PRIOR)])
    slope = -np.r_[_PRIOR * (weights - start), _LEVEL_PRIOR * levels]
    for index, (games, level) in enumerate(zip(played, levels, strict=True)):
        residuals = games.results - games.luck(weights, level)
        slopes = games.slopes(weights, level)
        residuals, slopes = residuals - residuals.mean(), slopes - slopes.mean(axis=0)
        share = 1 / games.variance
        columns = np.r_[np.arange(number), number + index]
        curvature[np.ix_(columns, columns)] += share * slopes.T @ slopes
        slope[columns] += share * slopes.T @ residuals
    assert curvature.shape == (total, total)
    return curvature, slope


def weights_text(weights: WinWeights, head: str) -> str:
    """Return weights in the format of their data file, preceded by *head*."""

    def number_list(values: Iterable[float]) -> str:
        return f"[{', '.join(f'{value:.3f}' for value in values)}]"

    units = (
        f"{kind}: {number_list(by[1:])}"
        for kind, by in zip(CLASSES, weights.units, strict=True)
        if len(by) > 1
    )
    lines = [f"units: {{{', '.join(units)}}}"]
    for name in (field.name for field in fields(weights) if field.name != "units"):
        value = getattr(weights, name)
        if isinstance(value, tuple):
            lines.append(f"{name}: {number_list(value)}")
        elif isinstance(value, float):
            lines.append(f"{name}: {value:.3f}")
        else:
            entries = (f"{key}: {each:.3f}" for key, each in value.items())
            lines.append(f"{name}: {{{', '.join(entries)}}}")
    return head + "\n".join(lines) + "\n"


def _play_games_of_all(
    paths: Iterable[Path], games: int, weights: WinWeights
) -> list[ScenarioGames]:
    all_games = []
    for path in paths:
        try:
            all_games.append(play_games(path, games, weights))
        except M44Error as error:
            print(f"{path.stem}: left out: {error}")
        else:
            print(f"{path.stem}: {all_games[-1].results.mean():.2f}", flush=True)
    return all_games


def main() -> None:
    """Fit the weights to games of some scenarios and write them; judge them on other scenarios."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path, help="scenarios to fit the weights to")
    parser.add_argument("--judge", nargs="*", type=Path, default=[], help="scenarios to judge on")
    parser.add_argument("--games", type=int, default=_GAMES, help="number of games of each")
    arguments = parser.parse_args()
    present = read_weights(WEIGHTS_FILE)
    fitted = weight_vector(present)
    if played := _play_games_of_all(arguments.files, arguments.games, present):
        fitted = fit_weights(played, fitted)
        head = _HEAD.format(games=sum(len(p.results) for p in played), scenarios=len(played))
        text = weights_text(with_numbers(present, fitted), head)
        WEIGHTS_FILE.write_text(text, encoding="utf-8")
    factors = []
    for games in _play_games_of_all(arguments.judge, arguments.games, present):
        before = games.factor(weight_vector(present))
        factors.append(games.factor(fitted))
        print(f"{games.name}: {before:.2f} before, {factors[-1]:.2f} now")
    if factors:
        print(f"geometric mean {math.exp(sum(map(math.log, factors)) / len(factors)):.2f}")


if __name__ == "__main__":
    main()
