"""A sweep: finding small changes that would give a scenario the desired balance.

The candidates of :mod:`m44core.balance_lab.sweep_candidates` race: all play games with the same
seeds as the scenario itself, and their luck-adjusted results are compared with its results. After
each round the worse half is eliminated. Then combinations of two of the best candidates race. The
overall winners play fresh games with other seeds, so that the final results are free of selection
bias. The intervals of these games hold together with 95% probability (Student, Bonferroni).

Games of the race are not kept: a candidate is chosen because it did well in them, and they would
spoil later verdicts on it. Fresh games, and the games of the scenario itself, are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING

from m44core.balance_lab.decisive_factors import student_quantile
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.interleaved_games import (
    GameBatch,
    PlayedBatch,
    batch_size_of,
    batches_of,
    play_batches,
)
from m44core.balance_lab.luck_adjustment import adjusted_results
from m44core.balance_lab.record_games import FailedGame
from m44core.balance_lab.results_database import ResultsDatabase, setup_of
from m44core.balance_lab.scenario_errors import affects_play, error_places, text_problems
from m44core.balance_lab.sweep_candidates import (
    Candidate,
    SweepConfig,
    change_candidates,
    sweep_config,
)
from m44core.balance_lab.sweep_changes import Change, changed_parts
from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error
from m44core.messages.message import Message, message, several
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan
from m44core.rules.game.fingerprint import fingerprint_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

TOLERANCE = 0.05
"""The greatest distance from the aim at which a share still counts as reaching it."""

FIRST_RACE_GAME = 500_001
"""The number of the first game of a race; verdicts and fresh games use lower numbers."""

_ERROR = 0.05  # the chance that one of the intervals of a sweep misses the truth
_GAMES_OF_PRIOR = 20.0  # games that a slope of 0 counts as
_MIN_GAMES_SHARE = 0.5  # of the games of a round that must be played for a candidate to go on


class SweepStage(StrEnum):
    """The phase of a sweep."""

    BASE = "base"  # playing the scenario as it is
    CHECK = "check"  # checking which candidates are valid
    RACE = "race"  # racing single changes
    PAIRS = "pairs"  # racing pairs of changes
    FRESH = "fresh"  # playing fresh games of the best
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share of games, or a difference of shares, with its interval.

    Attributes:
        mean: Its value.
        low: The lower end of its interval.
        high: The upper end.
        games: The number of games it is the mean of.
    """

    mean: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class TestedChange:
    """One change, or a combination of two, and its effect.

    Attributes:
        changes: The changes.
        sentences: For each change, the sentence that says what to do.
        cost: Their combined size.
        scenario: The changed scenario; its text is not changed.
        share: The Allied win rate with the change.
        effect: The difference it makes to the Allied win rate.
        is_fresh: Whether *share* and *effect* come from fresh games. Otherwise they come from the
            race; each has its own 95% interval, which is too optimistic because the best were
            selected.
        text_problems: The number of new problems because the text still describes the old scenario;
            only counted if *is_fresh*.
    """

    changes: tuple[Change, ...]
    sentences: tuple[Message, ...]
    cost: float
    scenario: Scenario
    share: Estimate
    effect: Estimate
    is_fresh: bool = False
    text_problems: int = 0


@dataclass(frozen=True, slots=True)
class SweepResult:
    """The results of a sweep so far.

    Attributes:
        stage: The current phase.
        aim: The target Allied win rate; None to find what changes it most.
        base: The Allied win rate in the unchanged scenario, from games of the race until the sweep
            is done, then from fresh games; None before the first games.
        tried: Everything that was tried in the race, the best first.
        suggestions: The changes tested in fresh games: first those that reach the aim, the smallest
            change first; then the others, the nearest first. Without an aim, the largest effect
            comes first.
        invalid: The number of candidates dropped because they would make the scenario invalid.
        same: The number of candidates dropped because the scenario plays the same with them.
        errors: The number of errors in the unchanged scenario that affect play.
        played: The number of games played.
        planned: About how many games the sweep will play in total.
        failed_games: The games that could not be played.
        tolerance: The greatest distance from the aim that still counts as reaching it.
    """

    stage: SweepStage
    aim: float | None
    base: Estimate | None = None
    tried: tuple[TestedChange, ...] = ()
    suggestions: tuple[TestedChange, ...] = ()
    invalid: int = 0
    same: int = 0
    errors: int = 0
    played: int = 0
    planned: int = 0
    failed_games: tuple[FailedGame, ...] = ()
    tolerance: float = TOLERANCE

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""
        return self.stage is SweepStage.DONE

    @property
    def is_on_target(self) -> bool:
        """Whether no changes were tried, because the unchanged scenario has the target win rate."""
        if self.base is None or not self.is_over:
            return False
        return not self.tried and self.reaches_aim(self.base)

    def reaches_aim(self, share: Estimate) -> bool:
        """Return whether a share is within the tolerance of the aim; False without an aim."""
        return self.aim is not None and abs(share.mean - self.aim) <= self.tolerance


class _RacingCandidate:
    """A candidate, a pair of them, or the scenario itself, with its games."""

    def __init__(
        self, plan: SimulationPlan, scenario: Scenario, parts: Sequence[Candidate] = ()
    ) -> None:
        self.plan = replace(plan, scenario=scenario)
        self.scenario, self.parts = scenario, tuple(parts)
        self.cost = sum(part.cost for part in parts)
        self.race_games: dict[int, GameRecord] = {}
        self.fresh_games: dict[int, GameRecord] = {}

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(part.change for part in self.parts)


def _parts_of(entrant: _RacingCandidate) -> frozenset[tuple[object, ...]]:
    return frozenset().union(*map(changed_parts, entrant.changes))


class SweepRun:
    """The games of a sweep, played by :meth:`play`.

    Args:
        plan: The scenario, the players, the seed, and the settings; its numbers are ignored.
        database: The database for fresh games and the games of the scenario itself.
        aim: The target Allied win rate, from 0 to 1; None to find what changes it most.
        config: The changes to try, and the number of games to play.
        tolerance: The greatest distance from the aim that still counts as reaching it.

    Attributes:
        result: The results so far.

    Raises:
        M44Error: the scenario cannot be played, or the aim is not between 0 and 1.
    """

    def __init__(
        self,
        plan: SimulationPlan,
        database: ResultsDatabase,
        aim: float | None = None,
        config: SweepConfig | None = None,
        tolerance: float = TOLERANCE,
    ) -> None:
        if aim is not None and not 0 < aim < 1:
            raise M44Error(message("the target percentage must be between 0% and 100%"))
        self._plan, self._database, self._aim = plan, database, aim
        self._config = config or sweep_config()
        self._tolerance = tolerance
        self._fingerprint = fingerprint_of(plan.start().field)
        self._base = _RacingCandidate(plan, plan.scenario)
        self._entrants: list[_RacingCandidate] = []  # all that raced
        self._fresh: list[_RacingCandidate] = []
        self._failed_games: list[FailedGame] = []
        self._invalid = self._same = self._games_played = 0
        self._errors = error_places(plan.scenario)
        self._planned = self._config.planned_games
        self.result = SweepResult(SweepStage.BASE, aim, planned=self._planned, tolerance=tolerance)

    def play(self, jobs: int = 1, executor: Executor | None = None) -> Generator[SweepResult]:
        """Play until the sweep is over, and yield the results so far after each job.

        Args:
            jobs: The number of processes.
            executor: The executor to use instead of processes that end with the sweep.

        Raises:
            M44Error: no game of the scenario could be played, no candidate fits it, or none makes
                a valid scenario that plays differently.
        """
        if executor is not None or jobs == 1:
            yield from self._run_until_stopped(executor)
            return
        from m44core.work.executors import ProcessExecutor  # slow to import

        processes = ProcessExecutor(jobs)
        try:
            yield from self._run_until_stopped(processes)
        finally:
            processes.terminate()

    def _run_until_stopped(self, executor: Executor | None) -> Generator[SweepResult]:
        """Run the stages; if that is stopped, the result has what was tried until then."""
        try:
            yield from self._run_stages(executor)
        finally:
            if not self.result.is_over:
                self._update_estimates()

    def _run_stages(self, executor: Executor | None) -> Generator[SweepResult]:
        config = self._config
        yield from self._race([], config.base_games, SweepStage.BASE, executor)
        if not self._base.race_games:
            raise M44Error(self._failed_games[0].reason)
        base = self._base_share()
        is_on_target = self._aim is not None and abs(base.mean - self._aim) <= self._tolerance
        if is_on_target and not config.own_list:
            yield self._update(SweepStage.DONE)
            return
        surviving: list[_RacingCandidate] = []
        for entrant in self._valid_candidates(base):
            surviving.append(entrant)
            yield self._update(SweepStage.CHECK)
        self._entrants = list(surviving)
        best = surviving
        for each in config.rounds:
            best = surviving
            yield from self._race(surviving, each.games, SweepStage.RACE, executor)
            surviving = self._surviving_entrants(surviving, each.games, each.keep)
            self._update_estimates()
        pairs = list(self._pairs(best))
        self._entrants += pairs
        yield from self._race(pairs, config.pair_round.games, SweepStage.PAIRS, executor)
        survivors = self._surviving_entrants(pairs, config.pair_round.games, config.pair_round.keep)
        self._fresh = self._finalists([*surviving, *survivors])
        yield from self._play_fresh(executor)
        yield self._update(SweepStage.DONE)

    # Candidates

    def _valid_candidates(self, base: Estimate) -> Iterator[_RacingCandidate]:
        """Yield the candidates that make a valid scenario that plays differently.

        Raises:
            M44Error: there are none.
        """
        favored = None
        if self._aim is not None:
            favored = Side.ALLIES if base.mean < self._aim else Side.AXIS
        entrants = 0
        config = self._config
        for candidate in config.own_list or change_candidates(
            self._plan.scenario, config.families, favored
        ):
            if entrants >= config.most:
                break
            entrant = self._admit_entrant([candidate])
            if entrant is not None:
                entrants += 1
                yield entrant
        if not entrants:
            raise M44Error(self._reason_for_no_entrant())

    def _reason_for_no_entrant(self) -> Message:
        """Return why no candidate can race."""
        if self._invalid and self._same:
            return message(
                "no change can be tried: {invalid} would make the scenario invalid, and with "
                "{same} it would play the same",
                invalid=self._invalid,
                same=self._same,
            )
        if self._invalid:
            return several(
                "the only change to try would make the scenario invalid",
                "all {number} changes to try would make the scenario invalid",
                self._invalid,
            )
        if self._same:
            return several(
                "the scenario would play the same with the only change to try",
                "the scenario would play the same with any of the {number} changes to try",
                self._same,
            )
        return message("there is nothing to change in this scenario")

    def _admit_entrant(self, parts: Sequence[Candidate]) -> _RacingCandidate | None:
        """Return an entrant with one or two changes; count it and return None if it cannot race.

        It cannot race if its scenario is invalid or plays the same as the unchanged one.
        """
        scenario = self._plan.scenario
        for part in parts:
            scenario = part.change.apply(scenario)
        entrant = _RacingCandidate(self._plan, scenario, parts)
        try:
            is_same = fingerprint_of(entrant.plan.start().field) == self._fingerprint
        except M44Error:
            self._invalid += 1
            return None
        if is_same:
            self._same += 1
            return None
        if error_places(scenario) - self._errors:
            self._invalid += 1
            return None
        return entrant

    def _pairs(self, best: Sequence[_RacingCandidate]) -> Iterator[_RacingCandidate]:
        """Yield the most promising combinations of two candidates."""
        base = self._base_share()
        effects = {id(each): self._race_estimates(each)[1].mean for each in best}

        def rank_pair(pair: tuple[_RacingCandidate, _RacingCandidate]) -> tuple[float, float]:
            effect = sum(effects[id(each)] for each in pair)
            return self._loss(base.mean + effect, effect), pair[0].cost + pair[1].cost

        number = 0
        for one, other in sorted(combinations(best, 2), key=rank_pair):
            if number >= self._config.most_pairs:
                break
            if _parts_of(one).isdisjoint(_parts_of(other)):
                pair = self._admit_entrant([*one.parts, *other.parts])
                if pair is not None:
                    number += 1
                    yield pair

    # The race

    def _race(
        self,
        entrants: Sequence[_RacingCandidate],
        games: int,
        stage: SweepStage,
        executor: Executor | None,
    ) -> Generator[SweepResult]:
        """Play until each entrant, and the scenario itself, has *games* race games.

        Yield the results after each batch.
        """
        numbers = range(FIRST_RACE_GAME, FIRST_RACE_GAME + games)
        stored = self._stored(self._base)
        known_records = {number: stored[number] for number in numbers if number in stored}
        self._base.race_games |= known_records
        racers = [self._base, *entrants]

        def add_records(entrant: _RacingCandidate, records: Sequence[GameRecord]) -> None:
            entrant.race_games.update((game.number, game) for game in records)
            if entrant is self._base:
                self._database.add(setup_of(entrant.plan), records)

        missing_numbers = [
            [n for n in numbers if n not in entrant.race_games] for entrant in racers
        ]
        yield from self._play_missing(racers, missing_numbers, add_records, stage, executor)

    def _play_fresh(self, executor: Executor | None) -> Generator[SweepResult]:
        """Play the fresh games of the finalists and the scenario itself; yield the results."""
        numbers = range(1, self._config.fresh_games + 1)
        racers = [self._base, *self._fresh]
        for entrant in racers:
            stored = self._stored(entrant)
            entrant.fresh_games = {number: stored[number] for number in numbers if number in stored}

        def add_records(entrant: _RacingCandidate, records: Sequence[GameRecord]) -> None:
            entrant.fresh_games.update((game.number, game) for game in records)
            self._database.add(setup_of(entrant.plan), records)

        missing_numbers = [
            [n for n in numbers if n not in entrant.fresh_games] for entrant in racers
        ]
        yield from self._play_missing(
            racers, missing_numbers, add_records, SweepStage.FRESH, executor
        )

    def _play_missing(
        self,
        racers: Sequence[_RacingCandidate],
        missing_numbers: Sequence[Sequence[int]],
        add_records: Callable[[_RacingCandidate, Sequence[GameRecord]], None],
        stage: SweepStage,
        executor: Executor | None,
    ) -> Generator[SweepResult]:
        """Play the missing games of some entrants in turn; yield the results after each batch."""
        size = batch_size_of(self._plan)
        queues = [list(batches_of(index, each, size)) for index, each in enumerate(missing_numbers)]
        longest = max(map(len, queues))
        batches: list[GameBatch] = [
            q[index] for index in range(longest) for q in queues if index < len(q)
        ]
        plans = [entrant.plan for entrant in racers]
        with closing(play_batches(plans, batches, 1, executor)) as played_batches:
            for batch in played_batches:
                add_records(racers[batch.plan], self._receive(batch))
                yield self._update(stage)

    def _receive(self, batch: PlayedBatch) -> list[GameRecord]:
        self._games_played += len(batch.games)
        self._failed_games += [game for game in batch.games if isinstance(game, FailedGame)]
        return [game for game in batch.games if isinstance(game, GameRecord)]

    def _stored(self, entrant: _RacingCandidate) -> dict[int, GameRecord]:
        games = self._database.games(setup_of(entrant.plan))
        return {game.number: game for game in games if game.seed == self._plan.seed}

    # Results

    def _surviving_entrants(
        self, entrants: Sequence[_RacingCandidate], games: int, keep: int
    ) -> list[_RacingCandidate]:
        """Return the best *keep* entrants; entrants with many failed games are left out."""
        eligible = [each for each in entrants if len(each.race_games) >= _MIN_GAMES_SHARE * games]
        return sorted(eligible, key=self._rank_in_race)[:keep]

    def _finalists(self, entrants: Sequence[_RacingCandidate]) -> list[_RacingCandidate]:
        """Return the best entrants for fresh games; near the aim, smaller changes come first."""

        def rank(entrant: _RacingCandidate) -> tuple[float, float, float]:
            share, effect = self._race_estimates(entrant)
            loss = self._loss(share.mean, effect.mean)
            if self._aim is None:
                return loss, entrant.cost, 0.0
            return max(0.0, loss - self._tolerance), entrant.cost, loss

        return sorted(entrants, key=rank)[: self._config.confirmed]

    def _rank_in_race(self, entrant: _RacingCandidate) -> tuple[float, float]:
        share, effect = self._race_estimates(entrant)
        return self._loss(share.mean, effect.mean), entrant.cost

    def _loss(self, share: float, effect: float) -> float:
        """Return what to minimize: the distance from the aim, or minus the size of the effect."""
        return -abs(effect) if self._aim is None else abs(share - self._aim)

    def _base_share(self) -> Estimate:
        return _estimate(adjusted_results(_games_in_order(self._base.race_games)).values, 0.0)

    def _race_estimates(self, entrant: _RacingCandidate) -> tuple[Estimate, Estimate]:
        """Return the Allied win rate and its change, from the games of the race.

        The games of the scenario itself with the same seeds show how lucky these seeds are; a
        regression on their results removes that luck.
        """
        base = _games_in_order(self._base.race_games)
        base_values = adjusted_results(base).values
        by_number = {game.number: y for game, y in zip(base, base_values, strict=True)}
        games = [game for game in _games_in_order(entrant.race_games) if game.number in by_number]
        if not games:
            unknown = Estimate(fmean(base_values or [0.5]), 0.0, 1.0, 0)
            return unknown, Estimate(0.0, -1.0, 1.0, 0)
        x = adjusted_results(games).values
        y = [by_number[game.number] for game in games]
        slope = _regression_slope(x, y)
        number, all_games, base_mean = len(x), len(base_values), fmean(base_values)
        share = fmean(x) + slope * (base_mean - fmean(y))
        residuals = [one - slope * other for one, other in zip(x, y, strict=True)]
        own_variance = _variance(residuals, 0.0) / number
        base_variance = _variance(base_values, 0.0) / all_games
        quantile = student_quantile(1 - _ERROR / 2, max(2, number - 1))
        half_width = quantile * sqrt(own_variance + slope**2 * base_variance)
        effect_half_width = quantile * sqrt(own_variance + (1 - slope) ** 2 * base_variance)
        effect = share - base_mean
        return (
            _clipped_estimate(share, half_width, 0.0, number),
            _clipped_estimate(effect, effect_half_width, -1.0, number),
        )

    def _fresh_estimates(self, entrant: _RacingCandidate) -> tuple[Estimate, Estimate]:
        """Return the Allied win rate and its change, from fresh games alone."""
        base_results, results = (
            _games_in_order(self._base.fresh_games),
            _games_in_order(entrant.fresh_games),
        )
        values = adjusted_results(results).values
        by_number = {
            game.number: y
            for game, y in zip(base_results, adjusted_results(base_results).values, strict=True)
        }
        changes = [
            x - by_number[game.number]
            for game, x in zip(results, values, strict=True)
            if game.number in by_number
        ]
        tests = 2 * max(1, len(self._fresh))  # a share and an effect each
        return _estimate(values, 0.0, tests), _estimate(changes, -1.0, tests)

    def _update(self, stage: SweepStage) -> SweepResult:
        """Update and return the result; recompute the estimates only when the stage changes."""
        is_new_stage = stage is not self.result.stage
        self.result = replace(
            self.result,
            stage=stage,
            invalid=self._invalid,
            same=self._same,
            errors=sum(affects_play(*error) for error in self._errors),
            played=self._games_played,
            failed_games=tuple(self._failed_games),
        )
        if is_new_stage:
            self._update_estimates()
        return self.result

    def _update_estimates(self) -> None:
        is_done = self.result.stage is SweepStage.DONE
        base_games = (
            self._base.fresh_games if is_done and self._base.fresh_games else self._base.race_games
        )
        base = (
            _estimate(adjusted_results(_games_in_order(base_games)).values, 0.0)
            if base_games
            else None
        )
        race_entrants = sorted((e for e in self._entrants if e.race_games), key=self._rank_in_race)
        tried_changes = tuple(
            self._tested_change(each, *self._race_estimates(each)) for each in race_entrants
        )
        self.result = replace(self.result, base=base, tried=tried_changes)
        if is_done:
            confirmed_changes = [
                self._confirmed_change(each) for each in self._fresh if each.fresh_games
            ]
            self.result = replace(
                self.result, suggestions=tuple(sorted(confirmed_changes, key=self._rank))
            )

    def _rank(self, change: TestedChange) -> tuple[float, ...]:
        loss = self._loss(change.share.mean, change.effect.mean)
        if self.result.reaches_aim(change.share):
            return 0, change.cost, loss
        return 1, loss, change.cost

    def _tested_change(
        self, entrant: _RacingCandidate, share: Estimate, effect: Estimate
    ) -> TestedChange:
        before = self._plan.scenario
        sentences = tuple(change.sentence(before) for change in entrant.changes)
        return TestedChange(
            entrant.changes, sentences, entrant.cost, entrant.scenario, share, effect
        )

    def _confirmed_change(self, entrant: _RacingCandidate) -> TestedChange:
        change = self._tested_change(entrant, *self._fresh_estimates(entrant))
        before = text_problems(self._plan.scenario)
        problems = len(text_problems(entrant.scenario) - before)
        return replace(change, is_fresh=True, text_problems=problems)


def _games_in_order(games: dict[int, GameRecord]) -> list[GameRecord]:
    return [games[number] for number in sorted(games)]


def _regression_slope(x: Sequence[float], y: Sequence[float]) -> float:
    """Return the slope of *x* on *y*, from 0 to 1, shrunk towards 0 for few games."""
    x_mean, y_mean = fmean(x), fmean(y)
    spread = sum((each - y_mean) ** 2 for each in y)
    if not spread:
        return 0.0
    slope = sum((a - x_mean) * (b - y_mean) for a, b in zip(x, y, strict=True)) / spread
    return min(1.0, max(0.0, slope * len(x) / (len(x) + _GAMES_OF_PRIOR)))


def _variance(values: Sequence[float], least: float) -> float:
    """Return the variance with *least* and 1 added, so that it is never 0."""
    all_values = (*values, least, 1.0)
    mean = fmean(all_values)
    return sum((value - mean) ** 2 for value in all_values) / (len(values) + 1)


def _estimate(values: Sequence[float], least: float, tests: int = 1) -> Estimate:
    """Return the mean with its 95% interval, widened for multiple tests."""
    number = len(values)
    if not number:
        return Estimate((least + 1) / 2, least, 1.0, 0)
    mean = fmean(values)
    quantile = student_quantile(1 - _ERROR / 2 / tests, max(2, number - 1))
    half_width = quantile * sqrt(_variance(values, least) / number)
    return _clipped_estimate(mean, half_width, least, number)


def _clipped_estimate(mean: float, half_width: float, least: float, games: int) -> Estimate:
    """Return an estimate within the range from *least* to 1, which adjusted results can leave."""
    low, value, high = (
        min(1.0, max(least, each)) for each in (mean - half_width, mean, mean + half_width)
    )
    return Estimate(value, low, high, games)
