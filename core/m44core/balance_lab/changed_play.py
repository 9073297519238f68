"""Differences in play between two versions of a scenario: units, objectives and hexes.

Each statistic is an average per game, compared as second version minus first. There are many, and
some differ by accident: their intervals are widened together (Bonferroni), so that with 95%
probability all of them hold. They assume normal distributions and a single look at the games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from statistics import NormalDist

from m44core.balance_lab.decisive_factors import Factor, FactorKind, decisive_factors
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.recorded_facts import (
    RecordedGame,
    destroyed_units,
    games_with_facts,
    hexes_by_third,
    losses_of,
    objective_holders_at,
)
from m44core.catalogue.catalogue_types import Side

MIN_GAMES = 20
"""The minimum number of games with facts that each version needs for a comparison."""

_ERROR = 0.05  # the chance that one of the intervals misses the truth
_MIN_PER_GAME = 0.1  # per game: events that are rarer in both versions are not compared


class PlayStatisticKind(StrEnum):
    """The subject of a statistic."""

    UNIT_LOST = "unit lost"  # the share of games in which a unit is destroyed
    UNIT_WORTH = "unit worth"  # what its early loss is worth to the Allies, as a share of games
    OBJECTIVE_HELD = "objective held"  # the share of games in which a side holds it at the end
    OBJECTIVE_WORTH = "objective worth"  # what holding it half-way is worth to the Allies
    HEX_LOSSES = "hex losses"  # figures that a side loses on a hex, per game
    HEX_ATTACKS = "hex attacks"  # attacks by a side on a hex, per game


_WORTH_KINDS = {
    FactorKind.LOST: PlayStatisticKind.UNIT_WORTH,
    FactorKind.HELD: PlayStatisticKind.OBJECTIVE_WORTH,
}


@dataclass(frozen=True, slots=True)
class PlayChange:
    """A statistic of both versions of a scenario.

    Attributes:
        kind: Its subject.
        side: The side that owns the unit, holds the objective, loses figures or attacks.
        name: The first hex of the unit, the hex of the objective, or the hex.
        before: Its value in the first version.
        after: Its value in the second version.
        low: The lower end of the interval of the difference, widened for all statistics.
        high: The upper end.
    """

    kind: PlayStatisticKind
    side: Side
    name: str
    before: float
    after: float
    low: float
    high: float

    @property
    def difference(self) -> float:
        """The second value minus the first."""
        return self.after - self.before

    @property
    def is_significant(self) -> bool:
        """Whether its interval excludes 0."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class ChangedPlay:
    """The differences in play.

    Attributes:
        changes: All statistics: first those whose interval excludes 0; each group is sorted by the
            size of the change in standard errors, largest first.
        games: The number of games with facts of each version.
    """

    changes: tuple[PlayChange, ...] = ()
    games: tuple[int, int] = (0, 0)

    @property
    def significant(self) -> tuple[PlayChange, ...]:
        """The statistics whose interval excludes 0."""
        return tuple(change for change in self.changes if change.is_significant)


Units = frozenset[tuple[Side, str]]
"""The units of a scenario, each with its side and its name in the facts of a game."""

_Statistic = tuple[PlayStatisticKind, Side, str]


@dataclass(frozen=True, slots=True)
class _MeanAndError:
    """A statistic of one version: its mean and its squared standard error."""

    mean: float
    squared_error: float


def changed_play(
    first: Sequence[GameRecord],
    first_values: Sequence[float],
    second: Sequence[GameRecord],
    second_values: Sequence[float],
    units: tuple[Units, Units] | None = None,
) -> ChangedPlay:
    """Return how play differs between the games of two versions of a scenario.

    An event that never happens in one version counts as 0 there; effects on winning are compared
    only if both versions have them. Games without facts are left out; with too few games there are
    no changes.

    Args:
        first: The games of the first version.
        first_values: The adjusted result of the Allies in each of them.
        second: The games of the second version.
        second_values: The adjusted result of the Allies in each of them.
        units: The units of both versions; how often a unit is lost is compared only if both have
            it. None if they are unknown.
    """
    games = games_with_facts(first), games_with_facts(second)
    game_counts = len(games[0]), len(games[1])
    if min(game_counts) < MIN_GAMES:
        return ChangedPlay((), game_counts)
    before = _event_averages(games[0]) | _factor_effects(first, first_values)
    after = _event_averages(games[1]) | _factor_effects(second, second_values)
    shared_statistics = _shared_statistics(before, after, game_counts)
    if units is not None:
        shared_statistics = {
            statistic: values
            for statistic, values in shared_statistics.items()
            if statistic[0] is not PlayStatisticKind.UNIT_LOST
            or {statistic[1:]} <= units[0] & units[1]
        }
    quantile = NormalDist().inv_cdf(1 - _ERROR / 2 / max(1, len(shared_statistics)))
    changes = []
    for statistic, (old, new) in shared_statistics.items():
        half_width = quantile * sqrt(old.squared_error + new.squared_error)
        difference = new.mean - old.mean
        change = PlayChange(
            *statistic, old.mean, new.mean, difference - half_width, difference + half_width
        )
        changes.append(
            (not change.is_significant, -abs(difference) / half_width, statistic, change)
        )
    return ChangedPlay(
        tuple(change for *_, change in sorted(changes, key=lambda each: each[:3])), game_counts
    )


def _shared_statistics(
    before: Mapping[_Statistic, _MeanAndError],
    after: Mapping[_Statistic, _MeanAndError],
    game_counts: tuple[int, int],
) -> dict[_Statistic, tuple[_MeanAndError, _MeanAndError]]:
    """Return the statistics to compare, with their values in both versions.

    A count that is missing in one version is 0 there, and is left out if it is small in both; an
    effect on winning must be known in both.
    """
    zero_values = tuple(
        _MeanAndError(0.0, _squared_error_of_zero(number)) for number in game_counts
    )
    shared_statistics = {}
    for statistic in before.keys() | after.keys():
        kind = statistic[0]
        if kind in _WORTH_KINDS.values():
            if statistic in before and statistic in after:
                shared_statistics[statistic] = before[statistic], after[statistic]
            continue
        old, new = before.get(statistic, zero_values[0]), after.get(statistic, zero_values[1])
        if max(old.mean, new.mean) >= _MIN_PER_GAME:
            shared_statistics[statistic] = old, new
    return shared_statistics


def _event_averages(games: Sequence[RecordedGame]) -> dict[_Statistic, _MeanAndError]:
    """Return the average per game of each counted event, with its squared standard error."""
    sums, squares = Counter[_Statistic](), Counter[_Statistic]()
    for game in games:
        counts = Counter(statistic for events in _EVENT_ITERATORS for statistic in events(game))
        for statistic, number in counts.items():
            sums[statistic] += number
            squares[statistic] += number * number
    number = len(games)
    return {
        statistic: _MeanAndError(total / number, _squared_error(total, squares[statistic], number))
        for statistic, total in sums.items()
    }


def _squared_error(total: float, squares: float, number: int) -> float:
    """Return the squared standard error of a mean, with a 0 and a 1 added to the values.

    Args:
        total: The sum of the values.
        squares: The sum of their squares.
        number: The number of values.
    """
    count = number + 2
    mean = (total + 1) / count
    variance = (squares + 1 - count * mean * mean) / (count - 1)
    return max(variance, 0.0) / number


def _squared_error_of_zero(number: int) -> float:
    return _squared_error(0.0, 0.0, number)


def _lost_units(game: RecordedGame) -> Iterator[_Statistic]:
    for side in Side:
        for unit in destroyed_units(game, side):
            yield PlayStatisticKind.UNIT_LOST, side, unit


def _held_objectives(game: RecordedGame) -> Iterator[_Statistic]:
    for objective, side in objective_holders_at(game, game.record.turns).items():
        if side is not None:
            yield PlayStatisticKind.OBJECTIVE_HELD, side, objective


def _hex_losses(game: RecordedGame) -> Iterator[_Statistic]:
    for side in Side:
        for _, _, hex_, figures, _ in losses_of(game, side):
            if hex_:
                yield from [(PlayStatisticKind.HEX_LOSSES, side, hex_)] * figures


def _hex_attacks(game: RecordedGame) -> Iterator[_Statistic]:
    for side in Side:
        for _, hex_ in hexes_by_third(game, "fights", side):
            yield PlayStatisticKind.HEX_ATTACKS, side, hex_


_EVENT_ITERATORS: tuple[Callable[[RecordedGame], Iterator[_Statistic]], ...] = (
    _lost_units,
    _held_objectives,
    _hex_losses,
    _hex_attacks,
)


def _factor_effects(
    records: Sequence[GameRecord], values: Sequence[float]
) -> dict[_Statistic, _MeanAndError]:
    """Return the effect of units and objectives on the result, with the squared error of each."""
    factors = [
        each for each in decisive_factors(records, values).factors if each.kind in _WORTH_KINDS
    ]
    kinds = Counter(factor.kind for factor in factors)
    return {
        (_WORTH_KINDS[factor.kind], factor.side, factor.name): _MeanAndError(
            factor.worth.points, _squared_error_of_effect(factor, kinds[factor.kind])
        )
        for factor in factors
    }


def _squared_error_of_effect(factor: Factor, tests: int) -> float:
    """Return the squared error of an effect whose interval was widened for several tests."""
    quantile = NormalDist().inv_cdf(1 - _ERROR / 2 / tests)
    return ((factor.worth.high - factor.worth.low) / 2 / quantile) ** 2
