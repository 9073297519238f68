"""Estimating human win rates: a model of the human win rate, given the simulated one.

Computer players do not always win where people do: they are good at some things and bad at others.
Human results are known for only a few scenarios. A straight line in logits is fitted to them,
shrunk towards a prior line because they are so few, and its error is measured on each scenario by
the line fitted to the others. The interval contains the true human win rate in about four out of
five scenarios; it accounts for the errors of the line and of the simulated share, and for the
variation between scenarios.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from math import ceil, exp, log, sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

from m44core.balance_lab.intervals import Interval
from m44core.catalogue.catalogue_types import Side
from m44core.data_files import Entry, read_yaml_mapping
from m44core.errors import CatalogueError
from m44core.io.files.save import make_folder, write
from m44core.io.text.yaml_text import to_flow
from m44core.log import Log
from m44core.messages.message import (
    Message,
    Number,
    first_few,
    listed,
    message,
    one_decimal,
    percent,
)
from m44core.model.scenario import Scenario
from m44core.playtest.games.engine_support import DECK, OPTION, SPECIAL, Need, support_of
from m44core.playtest.players.levels import Levels
from m44core.resources import user_data_folder
from m44core.validation.text_checks.rules_in_texts import engine_gaps_from_texts

_log = Log(__name__)

_DATA = Path(__file__).parent / "data"
MAP_FILE, RESULTS_FILE = _DATA / "human_map.yaml", _DATA / "human_results.yaml"

_OFFSET, _SLOPE = 0.0, 0.6  # the prior line: people's results are less one-sided
_PRIOR_DEVIATION = 0.3  # of offset and slope
_SCATTER = 0.4  # the prior deviation between scenarios, in logits: 10 points at 50%
_SCATTER_WEIGHT = 4.0  # scenarios that the prior scatter counts as
_MIN_SCATTER = 0.2
_UNKNOWN_GAMES = 40.0  # what a result without a number of games counts as: 8 points
_MIN_MARGIN = 0.01  # shares are kept that far from 0 and 1, whose logits are infinite
_NORMAL_QUANTILE = 1.2816  # for 80%
_BOARD = "board"  # the kind of the need for a board
_MARGIN = 0.05  # by which a simulated share can lie beyond those that are known
_ROUNDING = 1e-6
_MAX_FEATURES = 3  # named in a doubt
_MAX_LOGIT = 10.0  # of a share, either way


@dataclass(frozen=True, slots=True)
class CalibrationRow:
    """A scenario with a human result and a simulated one.

    Attributes:
        scenario: The title of the scenario.
        human: The Allied win rate in games between people, from 0 to 1.
        human_games: The number of those games; None if unknown.
        simulated: The Allied win rate in simulated games.
        simulated_error: The standard error of the simulated share.
    """

    scenario: str
    human: float
    human_games: float | None
    simulated: float
    simulated_error: float = 0.0

    @property
    def human_variance(self) -> float:
        """The sampling variance of the human win rate, in logits."""
        return 1 / ((self.human_games or _UNKNOWN_GAMES) * _slope_at(self.human))

    @property
    def simulated_variance(self) -> float:
        """The sampling variance of the simulated share, in logits."""
        return (self.simulated_error / _slope_at(self.simulated)) ** 2


@dataclass(frozen=True, slots=True)
class HumanShare:
    """The estimated Allied win rate in games between people.

    Attributes:
        share: The expected share.
        low: The lower end of its 80% interval.
        high: The upper end.
        beyond: The side favored, if the simulated share is more extreme than all shares the model
            was fitted to; None if it is not.
    """

    share: float
    low: float
    high: float
    beyond: Side | None = None

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class HumanShareModel:
    """A model of the human Allied win rate, given the simulated one of a level.

    Attributes:
        offset: The logit of the human win rate at a simulated win rate of one half.
        slope: The change of that logit per logit of the simulated share; never negative.
        offset_variance: The variance of the offset.
        slope_variance: The variance of the slope.
        covariance: Their covariance.
        scatter: The standard deviation between scenarios, in logits.
        results: The number of scenarios the model was fitted to.
        lowest: The lowest simulated share among them.
        highest: The highest.
        mean_error: The mean error on a scenario of a model fitted to the others, as a share.
        guess_error: The mean error of guessing the mean result of the other scenarios.
        correlation: The rank correlation between the simulated and the human win rates of
            scenarios, from -1 to 1. It does not depend on the model.
    """

    offset: float
    slope: float
    offset_variance: float
    slope_variance: float
    covariance: float
    scatter: float
    results: int
    lowest: float = 0.0
    highest: float = 1.0
    mean_error: float = 0.0
    guess_error: float = 1.0
    correlation: float = 0.0

    def predicted_share(self, simulated: float, error: float = 0.0) -> HumanShare:
        """Return the estimated human win rate, given a simulated one with its standard error."""
        simulated_logit = _logit(simulated)
        logit = self.offset + self.slope * simulated_logit
        variance = (
            self.offset_variance
            + 2 * self.covariance * simulated_logit
            + self.slope_variance * simulated_logit**2
            + (self.slope * error / _slope_at(simulated)) ** 2
            + self.scatter**2
        )
        half_width = _student_quantile(_SCATTER_WEIGHT + max(0, self.results - 2)) * sqrt(
            max(0.0, variance)
        )
        low, high = _logistic(logit - half_width), _logistic(logit + half_width)
        return HumanShare(_logistic(logit), low, high, self._side_beyond(simulated))

    def _side_beyond(self, simulated: float) -> Side | None:
        if simulated < self.lowest - _MARGIN:
            return Side.AXIS
        return Side.ALLIES if simulated > self.highest + _MARGIN else None

    def predicted_share_of_interval(self, simulated: Interval) -> HumanShare:
        """Return the estimated human win rate for the interval of a verdict."""
        return self.predicted_share(simulated.mean, simulated.half_width / 2)


def fit_model(rows: Sequence[CalibrationRow]) -> HumanShareModel:
    """Fit a model to scenarios without measuring its error; without scenarios, return the prior."""
    prior = 1 / _PRIOR_DEVIATION**2
    weights = [
        1 / (_SCATTER**2 + row.human_variance + _SLOPE**2 * row.simulated_variance) for row in rows
    ]
    simulated_logits = [_logit(row.simulated) for row in rows]
    human_logits = [_logit(row.human) for row in rows]
    ones = prior + sum(weights)
    firsts = sum(w * x for w, x in zip(weights, simulated_logits, strict=True))
    squares = prior + sum(w * x * x for w, x in zip(weights, simulated_logits, strict=True))
    totals = prior * _OFFSET + sum(w * y for w, y in zip(weights, human_logits, strict=True))
    products = prior * _SLOPE + sum(
        w * x * y for w, x, y in zip(weights, simulated_logits, human_logits, strict=True)
    )
    determinant = ones * squares - firsts**2
    slope = max(0.0, (ones * products - firsts * totals) / determinant)
    offset = (totals - firsts * slope) / ones
    excess = sum(
        (y - offset - slope * x) ** 2 - row.human_variance - slope**2 * row.simulated_variance
        for row, x, y in zip(rows, simulated_logits, human_logits, strict=True)
    )
    degrees_of_freedom = _SCATTER_WEIGHT + max(0, len(rows) - 2)  # the line takes up two scenarios
    scatter = (_SCATTER_WEIGHT * _SCATTER**2 + excess) / degrees_of_freedom
    return HumanShareModel(
        offset=offset,
        slope=slope,
        offset_variance=squares / determinant,
        slope_variance=ones / determinant,
        covariance=-firsts / determinant,
        scatter=sqrt(max(_MIN_SCATTER**2, scatter)),
        results=len(rows),
        lowest=min((row.simulated for row in rows), default=0.0),
        highest=max((row.simulated for row in rows), default=1.0),
    )


def leave_one_out_shares(rows: Sequence[CalibrationRow]) -> list[HumanShare]:
    """Return, for each scenario, the human win rate predicted by a model fitted to all others."""
    return [
        fit_model([*rows[:number], *rows[number + 1 :]]).predicted_share(
            row.simulated, row.simulated_error
        )
        for number, row in enumerate(rows)
    ]


def fit_and_measure_error(rows: Sequence[CalibrationRow]) -> HumanShareModel:
    """Return a model fitted to some scenarios, with its error on scenarios left out.

    With fewer than two scenarios, the error is not measured.
    """
    model, number = fit_model(rows), len(rows)
    if number < 2:
        return model
    humans = [row.human for row in rows]
    errors = [
        abs(share.share - human)
        for share, human in zip(leave_one_out_shares(rows), humans, strict=True)
    ]
    guesses = [(sum(humans) - human) / (number - 1) for human in humans]
    return replace(
        model,
        mean_error=fmean(errors),
        guess_error=fmean(abs(a - b) for a, b in zip(guesses, humans, strict=True)),
        correlation=rank_correlation([row.simulated for row in rows], humans),
    )


def rank_correlation(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Return Spearman's correlation of two sequences of equal length; 0 if either is constant."""
    return correlation(_ranks(xs), _ranks(ys))


def correlation(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Return Pearson's correlation of two sequences of equal length; 0 if either is constant."""
    x_mean, y_mean = fmean(xs), fmean(ys)
    pairs = [(a - x_mean, b - y_mean) for a, b in zip(xs, ys, strict=True)]
    spread = sqrt(sum(a * a for a, _ in pairs) * sum(b * b for _, b in pairs))
    return sum(a * b for a, b in pairs) / spread if spread > 0 else 0.0


def human_share(
    simulated: Interval, levels: Levels, models: dict[str, HumanShareModel] | None = None
) -> HumanShare | None:
    """Return the human win rate for a verdict; None without games or a model for its players.

    Args:
        simulated: The Allied win rate in simulated games.
        levels: The level of each side; models only exist for games between players of the same
            level.
        models: The models, keyed by level; by default those of :func:`human_share_models`.
    """
    model = (
        (models or human_share_models()).get(levels.allies)
        if levels.allies == levels.axis
        else None
    )
    return model.predicted_share_of_interval(simulated) if model and simulated.games else None


def share_with_games(share: HumanShare, wins: float, games: int) -> HumanShare:
    """Return an estimate with the results of games between people taken into account.

    The estimate is the prior, as a normal distribution in logits; few games hardly change it.

    Args:
        share: The estimate from simulated games.
        wins: The number of games between people, on the same board, that the Allies won.
        games: The number of these games.
    """
    prior_mean = _logit(share.share)
    deviation = (_logit(share.high) - _logit(share.low)) / 2 / _NORMAL_QUANTILE
    prior = 1 / max(_MIN_SCATTER, deviation) ** 2
    logit, step = 0.0, _MAX_LOGIT
    while step > _ROUNDING:  # bisection: the slope of the posterior density falls everywhere
        step /= 2
        slope = wins - games * _logistic(logit) - prior * (logit - prior_mean)
        logit += step if slope > 0 else -step
    chance = _logistic(logit)
    half_width = _NORMAL_QUANTILE / sqrt(prior + games * chance * (1 - chance))
    low, high = _logistic(logit - half_width), _logistic(logit + half_width)
    return replace(share, share=chance, low=low, high=high)


def reliability_warnings(
    scenario: Scenario, share: HumanShare, features: Iterable[str] = ()
) -> tuple[Message, ...]:
    """Return why a scenario's estimated human win rate is unreliable; empty if it is reliable.

    Args:
        scenario: The scenario.
        share: The estimate for it.
        features: The known features; by default those of the scenarios that have results.
    """
    known_features = set(features) or built_in_features()
    support = support_of(scenario, engine_gaps_from_texts(scenario))
    sorted_needs = sorted(
        support.needs, key=lambda need: need.kind == SPECIAL
    )  # those of pieces last
    labels = {
        feature: need.label for need in sorted_needs if (feature := _feature_key(need, scenario))
    }
    unknown = [label for feature, label in labels.items() if feature not in known_features]
    warnings = []
    if unknown:
        warnings.append(
            message(
                "there are no results from human players for scenarios with: {features}",
                features=first_few(unknown, _MAX_FEATURES),
            )
        )
    if share.beyond is Side.ALLIES:
        warnings.append(
            message(
                "there are no results from human players for scenarios that favor the "
                "Allies this much"
            )
        )
    if share.beyond is Side.AXIS:
        warnings.append(
            message(
                "there are no results from human players for scenarios that favor the "
                "Axis this much"
            )
        )
    if not support.is_complete:
        warnings.append(message("the simulated games leave out some of the scenario's rules"))
    return tuple(warnings)


def features_of(scenario: Scenario) -> set[str]:
    """Return the features that may make human results differ: board, deck and special rules."""
    needs = support_of(scenario).needs
    return {feature for need in needs if (feature := _feature_key(need, scenario))}


def human_share_sentence(share: HumanShare, side: Side = Side.ALLIES) -> Message:
    """Return a sentence with a side's estimated human win rate and its margin of error."""
    values = _share_and_points(share, side)
    if side is Side.AXIS:
        return message(
            "Estimate for human players: the Axis wins about {share} (±{points} points).", **values
        )
    return message(
        "Estimate for human players: the Allies win about {share} (±{points} points).", **values
    )


def share_with_games_sentence(share: HumanShare, side: Side = Side.ALLIES) -> Message:
    """Return a sentence with the result of :func:`share_with_games` for a side."""
    values = _share_and_points(share, side)
    if side is Side.AXIS:
        return message(
            "Estimate with these human games: the Axis wins about {share} (±{points} points).",
            **values,
        )
    return message(
        "Estimate with these human games: the Allies win about {share} (±{points} points).",
        **values,
    )


def _share_and_points(share: HumanShare, side: Side) -> dict[str, Message | int]:
    of_side = share.share if side is Side.ALLIES else 1 - share.share
    return {"share": percent(of_side), "points": ceil(100 * share.half_width - _ROUNDING)}


def calibration_sentence(model: HumanShareModel) -> Message:
    """Return sentences about the source and the accuracy of the estimated human win rate."""
    return message(
        "Estimated from human results for {number} scenarios. In leave-one-out tests, the "
        "estimate was off by {points} points on average. The true value is within this range "
        "for about 4 in 5 scenarios.",
        number=model.results,
        points=round(100 * model.mean_error),
    )


def accuracy_sentence(model: HumanShareModel) -> Message:
    """Return the cross-validation error and rank correlation of a fitted model as a sentence."""
    values = {
        "error": one_decimal(100 * model.mean_error),
        "guess": one_decimal(100 * model.guess_error),
        "correlation": Number(model.correlation, 2),
    }
    if model.mean_error < model.guess_error:
        return message(
            "Leave-one-out error: {error} points (always guessing the mean: {guess}). Rank "
            "correlation: {correlation}.",
            **values,
        )
    return message(
        "Leave-one-out error: {error} points (always guessing the mean: {guess}), so "
        "simulated games do not help yet. Rank correlation: {correlation}.",
        **values,
    )


def unreliability_sentence(doubts: Sequence[Message]) -> Message:
    """Return a sentence with the reasons (at least one) to doubt an estimate."""
    return message("Do not rely on this estimate: {reasons}.", reasons=listed(doubts))


def user_models_path() -> Path:
    """Return the path of the models that the user fitted, whether or not the file exists."""
    return user_data_folder() / MAP_FILE.name


def human_share_models() -> dict[str, HumanShareModel]:
    """Return the models, keyed by level: those the user has fitted, or else the built-in ones.

    A damaged user file is ignored; see :func:`user_models_problem`.
    """
    try:
        return {
            **read_models(MAP_FILE),
            **(read_models(user_models_path()) if user_models_path().is_file() else {}),
        }
    except CatalogueError as error:
        _log.warning("%s", error)
        return read_models(MAP_FILE)


def user_models_problem() -> Message | None:
    """Return why the user's fitted models are not used; None if they are used or do not exist."""
    try:
        if user_models_path().is_file():
            read_models(user_models_path())
    except CatalogueError:
        return message(
            "{file} is damaged and is not used; run {command} again.",
            file=str(user_models_path()),
            command="m44 balance calibrate",
        )
    return None


def read_models(path: Path) -> dict[str, HumanShareModel]:
    """Return the models in a file, keyed by level.

    Raises:
        CatalogueError: the file cannot be read, or an entry is wrong.
    """
    models = read_yaml_mapping(path).get("maps")
    if not isinstance(models, dict):
        raise CatalogueError(f"{path.name} is wrong: there are no maps")
    try:
        return {
            level: HumanShareModel(**_parse_model_numbers(entry)) for level, entry in models.items()
        }
    except (TypeError, ValueError) as error:
        raise CatalogueError(f"{path.name} is wrong: {error}") from error


def write_models(models: dict[str, HumanShareModel], path: Path) -> None:
    """Write models, keyed by level, to a file.

    Raises:
        WriteError: the file cannot be written.
    """
    make_folder(path.parent)
    write(models_as_yaml(models).encode(), path)


def models_as_yaml(models: dict[str, HumanShareModel]) -> str:
    """Return models, keyed by level, as YAML."""
    lines = ["# From simulated shares to those of people, see human_share.py; fitted, not edited."]
    lines.append("maps:")
    for level, model in models.items():
        lines.append(f"  {level}:")
        for each in fields(model):
            lines.append(f"    {each.name}: {to_flow(round(getattr(model, each.name), 4))}")
    return "\n".join(lines) + "\n"


@cache
def built_in_rows() -> dict[str, tuple[CalibrationRow, ...]]:
    """Return the built-in calibration rows, keyed by level.

    Raises:
        CatalogueError: the data are wrong.
    """
    rows: dict[str, list[CalibrationRow]] = {}
    for entry in _results_data()["results"]:
        for level, simulated in entry["simulated"].items():
            row = CalibrationRow(
                scenario=entry["scenario"],
                human=entry["allies"],
                human_games=entry["games"],
                simulated=simulated["allies"],
                simulated_error=simulated["error"],
            )
            rows.setdefault(level, []).append(row)
    return {level: tuple(level_rows) for level, level_rows in rows.items()}


def built_in_features() -> set[str]:
    """Return the features of the built-in scenarios with results."""
    return set(_results_data()["features"])


def _results_data() -> Entry:
    return read_yaml_mapping(RESULTS_FILE)


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal values share their mean rank."""
    sorted_values = sorted(values)
    return [
        (bisect_left(sorted_values, each) + bisect_right(sorted_values, each) - 1) / 2
        for each in values
    ]


def _parse_model_numbers(entry: object) -> dict[str, Any]:
    if not isinstance(entry, dict):
        raise TypeError(f"{entry!r} is not a mapping")
    numbers: dict[str, Any] = {key: float(value) for key, value in entry.items()}
    numbers["results"] = round(numbers.get("results", 0))
    return numbers


def _feature_key(need: Need, scenario: Scenario) -> str:
    """Return the key of a rules feature if it affects how people play; otherwise ""."""
    if need.kind == _BOARD:
        return f"{scenario.board.type.value.lower()} {scenario.face.value.lower()}"
    return f"{need.kind} {need.name}" if need.kind in (DECK, OPTION, SPECIAL) else ""


def _logit(share: float) -> float:
    clipped_share = min(1 - _MIN_MARGIN, max(_MIN_MARGIN, share))
    return log(clipped_share / (1 - clipped_share))


def _logistic(logit: float) -> float:
    return 1 / (1 + exp(-logit)) if logit > 0 else exp(logit) / (1 + exp(logit))


def _slope_at(share: float) -> float:
    """Return the derivative of a share with respect to its logit."""
    clipped_share = min(1 - _MIN_MARGIN, max(_MIN_MARGIN, share))
    return clipped_share * (1 - clipped_share)


def _student_quantile(degrees_of_freedom: float) -> float:
    """Return the quantile of Student's t for an 80% interval, by the Cornish-Fisher expansion."""
    z = _NORMAL_QUANTILE
    return (
        z
        + (z**3 + z) / (4 * degrees_of_freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees_of_freedom**2)
    )
