"""The output of ``m44 balance``: a verdict as text, or several as a table."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from m44core.balance_lab import verdict_words
from m44core.balance_lab.balance_results import BalanceResults, FurtherResults, balance_results
from m44core.balance_lab.factor_words import MEDAL_SOURCES, factor_sentence, medal_averages
from m44core.balance_lab.fun_measures import measure_lines
from m44core.balance_lab.human_share import human_share
from m44core.balance_lab.human_share_words import people_sentences
from m44core.balance_lab.logged_games import summary_of_logged_games
from m44core.balance_lab.results_file import verdict_json, write_results
from m44core.balance_lab.scenario_errors import error_count_sentences, error_sentences
from m44core.balance_lab.verdict import Verdict, VerdictRun
from m44core.catalogue.catalogue_types import Side
from m44core.cli.control_characters import escape_controls
from m44core.cli.printing_options import warn_about_missing_characters
from m44core.cli.progress_line import duration_text
from m44core.cli.text_table import text_table
from m44core.diagnostics import Diagnostic
from m44core.messages import nouns
from m44core.messages.message import (
    Message,
    Renderer,
    Value,
    enumerated,
    label_with_text,
    message,
    message_in,
    one_decimal,
    percent,
)
from m44core.playtest.games.simulation import SimulationPlan
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.game.side_names import SIDES
from m44core.validation.text_checks.rules_in_texts import engine_gaps_from_texts

_MAX_FACTORS = 12
_MIN_GAMES_FOR_TIME = 3  # of this run, before the time left is estimated: the first take longer


@dataclass
class MeasuredScenario:
    """A scenario whose balance is measured.

    Attributes:
        path: Its file.
        plan: The plan of its games.
        run: The run that plays its games and computes the verdict.
        errors: The errors of the scenario that affect play.
        seconds: The time spent playing its games in this run.
        further: Measurements other than the verdict.
    """

    path: str
    plan: SimulationPlan
    run: VerdictRun
    errors: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    further: FurtherResults = field(default_factory=FurtherResults)

    @property
    def title(self) -> str:
        """The title of the scenario, or its file."""
        return self.plan.scenario.title or self.path

    @property
    def verdict(self) -> Verdict:
        """The verdict at the last look."""
        return self.run.verdict

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """The rules of the scenario that the engine does not support."""
        scenario = self.plan.scenario
        return (*engine_gaps_from_texts(scenario), *gaps(scenario))

    @property
    def error_sentences(self) -> list[Message]:
        """The errors of the scenario in sentences, and the advice to fix them."""
        return error_sentences(self.errors, self.plan.scenario.board)

    @cached_property
    def results(self) -> BalanceResults:
        """The statistics of the games; computed once, when they are over."""
        logged_games = summary_of_logged_games(Path(self.path), self.verdict.setup.fingerprint)
        return balance_results(self.plan, self.verdict, logged_games, self.errors)

    def write_files(self, report: Path | None, renderer: Renderer, *, results: bool) -> None:
        """Write the requested files: a report, and the results for a site next to the scenario.

        Raises:
            M44Error: a file cannot be written, or a library for it is missing.
        """
        if results:
            write_results(self.results, Path(self.path))
        if report is not None:
            from m44core.balance_report.report_writer import write_report  # slow to import

            all_results = replace(self.results, further=self.further)
            typeset = write_report(all_results, report, renderer.language.code)
            if typeset is not None:
                warn_about_missing_characters(typeset, str(report), renderer)


class BalanceProgress:
    """The progress of the games of a scenario in this run."""

    def __init__(self, balance: MeasuredScenario) -> None:
        self._balance, self._games_before = balance, balance.run.games

    def text(self, verdict: Verdict) -> Message:
        """Return the number of games, the result so far, and the estimated remaining time."""
        balance, games = self._balance, self._balance.run.games
        games_played, games_left = games - self._games_before, verdict.allies.planned - games
        values: dict[str, Value] = {"title": balance.title, "games": nouns.games(games)}
        missing_games = verdict.first_result_games - games
        is_time_known = games_played >= _MIN_GAMES_FOR_TIME
        if not verdict.allies.games and missing_games > 0 and is_time_known:
            return message(
                "{title}: {games}, first result in about {time}",
                time=duration_text(balance.seconds * missing_games / games_played),
                **values,
            )
        if not verdict.allies.games or not is_time_known or games_left <= 0:
            return message("{title}: {games}", **values)
        return message(
            "{title}: {result}; {games}, about {time} left",
            result=verdict_words.verdict_headline(verdict),
            time=duration_text(balance.seconds * games_left / games_played),
            **values,
        )


def as_text(balances: Sequence[MeasuredScenario], renderer: Renderer, *, details: bool) -> str:
    """Return verdicts in plain words, one paragraph each; *details* adds the decisive factors."""
    return "\n\n".join(
        "\n".join(_balance_lines(each, renderer, details=details)) for each in balances
    )


def as_table(balances: Sequence[MeasuredScenario], renderer: Renderer, *, details: bool) -> str:
    """Return verdicts as a table; *details* adds the gameplay measures."""
    titles = Counter(each.title for each in balances)
    rows = [
        [_name(each, titles), *_table_cells(each, renderer, details=details)] for each in balances
    ]
    heads = [*_HEADS, *(_GAMEPLAY_HEADS if details else ())]
    table = text_table([[renderer.render(head) for head in heads], *rows])
    notes = (
        renderer.render(label_with_text(_name(each, titles), renderer.sentence(advice)))
        for each in balances
        for advice in error_count_sentences(len(each.errors))
    )
    return "\n".join((table, *notes))


def as_json(balances: Sequence[MeasuredScenario], renderer: Renderer, *, details: bool) -> str:
    """Return one verdict as a JSON document in ASCII, several as an array."""
    assert renderer or details
    documents = [verdict_json(each.results).strip() for each in balances]
    return documents[0] if len(documents) == 1 else f"[{', '.join(documents)}]"


Output = Callable[..., str]
OUTPUTS: Mapping[str, Output] = {"text": as_text, "table": as_table, "json": as_json}


def _balance_lines(
    balance: MeasuredScenario, renderer: Renderer, *, details: bool
) -> Iterator[str]:
    """Yield the lines about one scenario."""
    verdict = balance.verdict
    yield balance.title
    yield f"{renderer.sentence(verdict_words.verdict_headline(verdict))}."
    errors = balance.error_sentences  # the first is the advice to fix them
    yield from map(renderer.sentence, errors[:1])
    yield from (_indented_sentence(error, renderer) for error in errors[1:])
    people = people_sentences(verdict, balance.plan.scenario, Path(balance.path))
    yield from (
        renderer.sentence(each) for each in verdict_words.verdict_sentences(verdict, people)
    )
    for gap in verdict_words.unplayed_rule_sentences(balance.gaps):
        yield renderer.render(message("note: {said}", said=renderer.sentence(gap)))
    if verdict.is_precise and verdict_words.favored_side(verdict) is not None:
        command = f"m44 balance {shlex.quote(balance.path)} --aim 50"
        yield renderer.render(
            message(
                "To find small changes that would make it even, run: {command}", command=command
            )
        )
    if details:
        yield from (renderer.render(line) for line in _detail_lines(balance, renderer))


def _detail_lines(balance: MeasuredScenario, renderer: Renderer) -> Iterator[Value]:
    """Yield the medals, the gameplay measures and the decisive factors."""
    factors, field = balance.results.factors, balance.results.field
    yield ""
    yield message("Medals per game")
    for source, averages in medal_averages(factors.medals).items():
        numbers = enumerated(
            label_with_text(SIDES[side], one_decimal(averages[side])) for side in Side
        )
        yield _indented_sentence(label_with_text(MEDAL_SOURCES[source], numbers), renderer)
    if (measures := balance.results.gameplay) is not None:
        yield ""
        yield message("How it plays")
        for line in measure_lines(measures):
            hint = f" {renderer.sentence(line.hint)}" if line.hint else ""
            yield f"  {renderer.sentence(line.text)}{hint}"
    yield ""
    yield message("What decides the game")
    significant_factors = factors.significant[:_MAX_FACTORS]
    if not significant_factors:
        yield _indented_sentence(message("No single event decides these games."), renderer)
    for factor in significant_factors:
        yield _indented_sentence(factor_sentence(factor, field), renderer)


def _indented_sentence(line: Message, renderer: Renderer) -> str:
    return f"  {renderer.sentence(line)}"


_HEADS = (
    message_in("column", "scenario"),
    message_in("column", "Allies"),
    message("95% interval"),
    message_in("column", "games"),
    message_in("column", "effective games"),
    message_in("column", "turns"),
    message_in("column", "human est."),
    message_in("column", "minutes"),
)
_NOT_PLAYED = "\N{EN DASH}"
_GAMEPLAY_HEADS = (
    message_in("column", "lead changes"),
    message_in("column", "undecided"),
    message_in("column", "comebacks"),
)


def _name(balance: MeasuredScenario, titles: Mapping[str, int]) -> str:
    """Return the title of a scenario, followed by its file if the title is not unique."""
    name = balance.title if titles[balance.title] == 1 else f"{balance.title} ({balance.path})"
    return escape_controls(name)


def _table_cells(balance: MeasuredScenario, renderer: Renderer, *, details: bool) -> list[str]:
    """Return the cells of a scenario; ``~`` marks a share that is not precise enough.

    Without new games, there is no playing time.
    """
    verdict = balance.verdict
    allies = verdict.allies
    low, high = (renderer.render(percent(bound)) for bound in (allies.low, allies.high))
    share = human_share(allies, verdict.setup.levels)
    mark = "" if verdict.is_precise else "~"
    return [
        mark + renderer.render(percent(allies.mean)),
        renderer.render(message("{low} to {high}", low=low, high=high)),
        str(len(verdict.records)),
        str(verdict.effective_games),
        renderer.render(one_decimal(verdict.turns.median)),
        renderer.render(percent(share.share)) if share else "",
        renderer.render(one_decimal(balance.seconds / 60)) if balance.seconds else _NOT_PLAYED,
        *(_gameplay_cells(balance, renderer) if details else ()),
    ]


def _gameplay_cells(balance: MeasuredScenario, renderer: Renderer) -> Iterator[str]:
    if (measures := balance.results.gameplay) is None:
        yield from ("",) * len(_GAMEPLAY_HEADS)
        return
    yield renderer.render(one_decimal(measures.lead_changes))
    yield renderer.render(percent(measures.decided_at))
    yield renderer.render(percent(measures.comebacks))
