"""The work behind the balance panel, in threads of its own and without Qt."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Executor
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

from m44core.balance_lab.decisive_factors import DecisiveFactors, decisive_factors
from m44core.balance_lab.fun_measures import GameplayMeasures, fun_measures
from m44core.balance_lab.heat_maps import HeatKind, HeatMap, heat_map
from m44core.balance_lab.human_share_words import people_sentences
from m44core.balance_lab.intervals import MIN_GAMES, usual_games_needed
from m44core.balance_lab.results_database import ResultsDatabase, default_database_path, setup_of
from m44core.balance_lab.run_times import (
    game_seconds,
    is_verdict_slow,
    seconds_per_sergeant_second,
)
from m44core.balance_lab.scenario_errors import error_sentences, scenario_errors
from m44core.balance_lab.verdict import PRECISION, Verdict, VerdictRun
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import SERGEANTS, Levels
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.validation.text_checks.rules_in_texts import engine_gaps_from_texts
from m44editor.balance.game_processes import parallel_game_count

_REPORT_INTERVAL_S = 0.1  # seconds
_FIRST_LOOK_S = 25.0  # seconds for games between sergeants, before slow players begin


@dataclass(frozen=True, slots=True)
class MeasurementRequest:
    """A request for a measurement.

    Attributes:
        scenario: The scenario.
        levels: The level of each side.
        precision: Half the requested width of the interval, as a share.
        path: The file of the scenario, next to which games between people are logged; None if there
            is none.
    """

    scenario: Scenario
    levels: Levels = SERGEANTS
    precision: float = PRECISION
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class MeasurementResult:
    """A verdict with its input.

    Attributes:
        plan: The plan of its games.
        verdict: The verdict.
        gaps: The parts of the scenario that the games leave out.
        people: The results and the estimated win rate of games between people, in sentences.
        notice: The reason why new games are not stored; None if they are.
        seconds_left: The estimated time until the verdict has the requested precision; None if
            unknown.
        first_look: The verdict of games between sergeants, if those of the result take long and
            there are not enough of them yet; None if there is none.
        errors: The errors of the scenario that affect play, and the advice to fix them.
    """

    plan: SimulationPlan
    verdict: Verdict
    gaps: tuple[Gap, ...] = ()
    people: tuple[Message, ...] = ()
    notice: Message | None = None
    seconds_left: float | None = None
    first_look: Verdict | None = None
    errors: tuple[Message, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is no game yet."""
        return not self.verdict.records


@dataclass(frozen=True, slots=True)
class HeatChoice:
    """Which heat map to show.

    Attributes:
        kind: The event it counts.
        side: The side it is counted for; None for both.
        third: The third of the game it is counted in, from 0; None for the whole game.
    """

    kind: HeatKind
    side: Side | None = None
    third: int | None = None


@dataclass(frozen=True, slots=True)
class VerdictDetails:
    """Gameplay measures of a verdict's games, and what decides them.

    Attributes:
        factors: The factors that decide the scenario.
        fun: The gameplay measures; None without games.
    """

    factors: DecisiveFactors
    fun: GameplayMeasures | None


def stored_result(request: MeasurementRequest) -> MeasurementResult:
    """Return the verdict of the stored games, at the finest precision shown before.

    Raises:
        M44Error: the scenario cannot be played.
    """
    with ResultsDatabase(default_database_path()) as database:
        plan = _measurement_plan(request, database)
        run = VerdictRun(plan, database, request.precision)
        finest_precision = min([request.precision, *database.shown_precisions(run.verdict.setup)])
        if finest_precision < request.precision:
            run = VerdictRun(plan, database, finest_precision)
        people, first_look = _people_sentences(request, run.verdict), None
        if _needs_first_look(run):
            first_look = _verdict_with_games(_first_look_run(request, database).verdict)
        gaps = _engine_gaps(request.scenario)
        errors = _error_messages(request.scenario) if run.verdict.records else ()
        return MeasurementResult(
            plan,
            run.verdict,
            gaps,
            people,
            database.notice,
            first_look=first_look,
            errors=errors,
        )


@dataclass(slots=True)
class MeasurementJob:
    """Plays games in one thread until the verdict has the requested precision.

    Args:
        request: The request.
        executor: The executor that plays the games.
        report: Called in the thread of the job with each intermediate result.
    """

    request: MeasurementRequest
    executor: Executor
    report: Callable[[MeasurementResult], object]
    _is_stopped: bool = field(default=False, init=False)
    _usual_seconds: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self._usual_seconds = game_seconds(self.request.levels) / parallel_game_count()

    def stop(self) -> None:
        """Tell `run` to stop; may be called from any thread.

        To end the games being played, the executor must be terminated too.
        """
        self._is_stopped = True

    def run(self) -> MeasurementResult:
        """Play the games, and return the result; if stopped, games already played are stored.

        Raises:
            M44Error: the scenario cannot be played.
        """
        with ResultsDatabase(default_database_path()) as database:
            plan = _measurement_plan(self.request, database)
            run = VerdictRun(plan, database, self.request.precision)
            people = _people_sentences(self.request, run.verdict)
            gaps = _engine_gaps(self.request.scenario)
            result = MeasurementResult(
                plan,
                run.verdict,
                gaps,
                people,
                database.notice,
                _seconds_left(run, 0, 0.0, self._usual_seconds),
                errors=_error_messages(self.request.scenario),
            )
            self.report(result)
            try:
                if _needs_first_look(run):
                    result = self._play_first_look(result, database)
                result = self._play(run, result)
            except (CancelledError, RuntimeError):  # the executor ended, or accepts nothing more
                if not self._is_stopped:
                    raise
            result = self._with_new_verdict(result, run.verdict)
            return replace(result, notice=database.notice, seconds_left=None)

    def _play_first_look(
        self, result: MeasurementResult, database: ResultsDatabase
    ) -> MeasurementResult:
        """Play games between sergeants for a short time, and return the result with them."""
        run = _first_look_run(self.request, database)
        games_before, start_time = run.games, monotonic()
        last_report, deadline = start_time, start_time + _FIRST_LOOK_S
        with closing(run.play(executor=self.executor)) as verdicts:
            for verdict in verdicts:
                now = monotonic()
                if self._is_stopped or now > deadline:
                    break
                if now - last_report > _REPORT_INTERVAL_S:
                    last_report = now
                    result = replace(result, first_look=_verdict_with_games(verdict))
                    self.report(result)
        result = replace(result, first_look=_verdict_with_games(run.verdict))
        self.report(result)
        if run.games - games_before >= MIN_GAMES:
            per_game = (monotonic() - start_time) / (run.games - games_before)
            self._usual_seconds = per_game * seconds_per_sergeant_second(self.request.levels)
        return result

    def _play(self, run: VerdictRun, result: MeasurementResult) -> MeasurementResult:
        """Play until the run is over or stopped, and return the last reported result."""
        start_time, last_report, games_before = monotonic(), monotonic(), run.games
        with closing(run.play(executor=self.executor)) as verdicts:
            for verdict in verdicts:
                now = monotonic()
                if self._is_stopped:
                    break
                if now - last_report > _REPORT_INTERVAL_S:
                    last_report = now
                    seconds_left = _seconds_left(
                        run, run.games - games_before, now - start_time, self._usual_seconds
                    )
                    result = replace(
                        self._with_new_verdict(result, verdict), seconds_left=seconds_left
                    )
                    self.report(result)
        return result

    def _with_new_verdict(self, result: MeasurementResult, verdict: Verdict) -> MeasurementResult:
        """Return a result with a new verdict, updating the sentences about people if necessary."""
        is_same = verdict.allies == result.verdict.allies
        people = result.people if is_same else _people_sentences(self.request, verdict)
        return replace(result, verdict=verdict, people=people)


def details_of(result: MeasurementResult) -> VerdictDetails:
    """Return the gameplay measures of a result's games, and what decides them."""
    verdict, field_ = result.verdict, result.plan.start().field
    factors = decisive_factors(verdict.records, verdict.adjusted.values)
    return VerdictDetails(factors, fun_measures(verdict.records, field_))


def heat_map_of(result: MeasurementResult, choice: HeatChoice) -> HeatMap:
    """Return a heat map of the games of a result."""
    field_ = result.plan.start().field
    return heat_map(result.verdict.records, field_, choice.kind, choice.side, choice.third)


def _people_sentences(request: MeasurementRequest, verdict: Verdict) -> tuple[Message, ...]:
    """Return the results of the logged games and the estimated human win rate, in sentences."""
    return tuple(people_sentences(verdict, request.scenario, request.path, with_source=False))


def _measurement_plan(request: MeasurementRequest, database: ResultsDatabase) -> SimulationPlan:
    return SimulationPlan(request.scenario, range(0), request.levels, database.seed)


def _engine_gaps(scenario: Scenario) -> tuple[Gap, ...]:
    return (*engine_gaps_from_texts(scenario), *gaps(scenario))


def _error_messages(scenario: Scenario) -> tuple[Message, ...]:
    return tuple(error_sentences(scenario_errors(scenario), scenario.board))


def _needs_first_look(run: VerdictRun) -> bool:
    return is_verdict_slow(run.verdict.setup.levels) and not run.verdict.allies.games


def _first_look_run(request: MeasurementRequest, database: ResultsDatabase) -> VerdictRun:
    """Return the run of games between sergeants for a first look, with the stored games."""
    plan = _measurement_plan(replace(request, levels=SERGEANTS), database)
    finest_precision = min([PRECISION, *database.shown_precisions(setup_of(plan))])
    return VerdictRun(plan, database, finest_precision)


def _verdict_with_games(verdict: Verdict) -> Verdict | None:
    return verdict if verdict.allies.games else None


def _seconds_left(
    run: VerdictRun, games_played: int, seconds: float, usual_seconds: float
) -> float | None:
    """Return the seconds until the requested precision is reached; None if unknown.

    Before the first interval, it is estimated only for slow players, from the number of games that
    a verdict needs and the time that a game usually takes.

    Args:
        run: The run.
        games_played: The number of games that it has played.
        seconds: The time that they took.
        usual_seconds: The expected time of a game, divided by the number of parallel games.
    """
    verdict, levels = run.verdict, run.verdict.setup.levels
    if not verdict.allies.games:
        if not is_verdict_slow(levels):
            return None
        per_game = (seconds + usual_seconds) / (games_played + 1)
        return max(1, usual_games_needed(verdict.precision) - run.games) * per_game
    if not games_played or run.games < MIN_GAMES:
        return None
    return max(0.0, (verdict.allies.planned - run.games) * seconds / games_played)
