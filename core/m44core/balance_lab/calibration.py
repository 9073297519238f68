"""Refit the models of human win rates with results from tables and logged games.

A table is CSV with a header: ``scenario,allies_percent,games``. The number of games can be left
out. Each result is paired with the games of the scenario with the same title in the database, or
else with its built-in simulated win rate.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

from m44core.balance_lab.engine_version import engine_version
from m44core.balance_lab.human_share import (
    CalibrationRow,
    HumanShareModel,
    accuracy_sentence,
    built_in_rows,
    fit_and_measure_error,
    user_models_path,
    write_models,
)
from m44core.balance_lab.logged_games import GamesSummary, read_games_file, summary_of_games
from m44core.balance_lab.luck_adjustment import adjusted_results
from m44core.balance_lab.results_database import GameSetup, ResultsDatabase
from m44core.balance_lab.verdict_words import level_name
from m44core.errors import ReadError
from m44core.findings.render_findings import message_of
from m44core.io.files.file_reader import read_file
from m44core.io.files.scenario_files import GAMES_ENDING
from m44core.io.text.decoding import decode
from m44core.io.text.yaml_file import message_at_line
from m44core.messages.message import Message, label_with_text, message
from m44core.messages.os_errors import os_error_reason
from m44core.playtest.players.levels import Levels
from m44core.suggestions import closest_match
from m44core.untrusted_files import read_truncated

MIN_SIMULATED_GAMES = 30  # games that say enough about a simulated share
COLUMNS = ("scenario", "allies_percent", "games")
_MAX_BYTES = 1_000_000  # bytes
_DELIMITERS = ",;\t"
_SCENARIO_SUFFIXES = (".m44", ".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class HumanResult:
    """The Allied win rate in a scenario, in games between people.

    Attributes:
        scenario: The title of the scenario.
        share: The Allied win rate, from 0 to 1.
        games: The number of games; None if unknown.
    """

    scenario: str
    share: float
    games: float | None = None


Results = tuple[HumanResult, ...]
Problems = tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Refitted models, and the results that could not be used.

    Attributes:
        models: The refitted models, keyed by level; empty if no result could be used.
        problems: The lines and results that could not be used, and what to do about each.
        path: The file that the models are stored in; None if nothing was stored.
    """

    models: Mapping[str, HumanShareModel]
    problems: Problems
    path: Path | None = None

    @property
    def sentences(self) -> list[Message]:
        """Sentences about each level's accuracy and the file; empty if nothing was stored."""
        if self.path is None:
            return []
        accuracies = [
            label_with_text(level_name(level), accuracy_sentence(model))
            for level, model in self.models.items()
        ]
        stored = message(
            "The new estimate will be used from now on. To go back to the built-in estimate, "
            "delete {file}.",
            file=str(self.path),
        )
        return [*accuracies, stored]


def calibrate(
    paths: Iterable[Path], database: ResultsDatabase, target: Path | None = None
) -> Calibration:
    """Refit the models with human results, and store them in the file that verdicts read.

    A result replaces the built-in one of the same scenario. If no result can be used, nothing is
    stored.

    Args:
        paths: Tables of results, and files of logged games.
        database: The simulated games.
        target: The file to store the models in; by default the user's models file.

    Returns:
        The models, and the results and lines that could not be used.

    Raises:
        ReadError: a file cannot be read, or lacks a column.
        WriteError: the models cannot be stored.
    """
    results, problems = list[HumanResult](), list[Message]()
    for path in paths:
        new_results, file_problems = read_results(path)
        results += new_results
        problems += file_problems
    models, warnings = calibrated_models(results, database)
    all_problems = (*problems, *warnings)
    if not models:
        return Calibration({}, all_problems)
    path = target or user_models_path()
    write_models(models, path)
    return Calibration(models, all_problems, path)


def read_results(path: Path) -> tuple[Results, Problems]:
    """Return the results in a file, and its problems with their line numbers.

    Tables of spreadsheets with semicolons, tabs or decimal commas are read too.

    Args:
        path: A table of results, or a file of logged games next to its scenario.

    Raises:
        ReadError: the file cannot be read, or lacks a column.
    """
    return (
        _read_logged_result(path) if path.name.endswith(GAMES_ENDING) else _read_table_results(path)
    )


def _read_logged_result(path: Path) -> tuple[Results, Problems]:
    games = read_games_file(path)
    title = _scenario_title(path)
    if not games.games or not title:
        reason = (
            message("there is no scenario file next to it") if games.games else message("no games")
        )
        return (), (*games.problems, message_at_line(path, 0, reason))
    return (result_of_games(title, summary_of_games(games.games)),), games.problems


def _scenario_title(path: Path) -> str:
    """Return the title of the scenario next to a file of logged games; "" if there is none."""
    for suffix in _SCENARIO_SUFFIXES:
        scenario_path = path.with_name(path.name.removesuffix(GAMES_ENDING) + suffix)
        if scenario_path.is_file() and (scenario := read_file(scenario_path).scenario):
            return scenario.title
    return ""


def _read_table_results(path: Path) -> tuple[Results, Problems]:
    text = _read_table_text(path)
    first_line = text.partition("\n")[0]
    lines = csv.reader(text.splitlines(), delimiter=max(_DELIMITERS, key=first_line.count))
    results, problems = dict[str, HumanResult](), list[Message]()
    try:
        header = [name.strip().lower() for name in next(lines, [])]
        _check_columns(path, header)
        line_number = lines.line_num + 1
        for values in lines:
            if any(value.strip() for value in values):
                try:
                    result = _parse_result(values, header, results)
                    results[_title_for_comparison(result.scenario)] = result
                except _InvalidLineError as error:
                    problems.append(message_at_line(path, line_number, error.problem))
            line_number = lines.line_num + 1
    except csv.Error:
        sentence = message("this line cannot be read; check its quotation marks")
        raise ReadError(message_at_line(path, lines.line_num, sentence)) from None
    return tuple(results.values()), tuple(problems)


def _check_columns(path: Path, header: Sequence[str]) -> None:
    """Check the first line of a table.

    Raises:
        ReadError: a column is missing.
    """
    for column in COLUMNS[:2]:
        if column not in header:
            problem = message(
                "the column {column} is missing; the first line must name the columns: {columns}",
                column=column,
                columns=",".join(COLUMNS),
            )
            raise ReadError(message_at_line(path, 1, problem))


def result_of_games(scenario: str, summary: GamesSummary) -> HumanResult:
    """Convert logged games (at least one) to a result.

    Half a win and half a loss are added, so that a few games won by one side prove little.
    """
    games = summary.games
    return HumanResult(scenario, (summary.share * games + 0.5) / (games + 1), games)


def simulated_share(database: ResultsDatabase, setup: GameSetup) -> tuple[float, float]:
    """Return the luck-adjusted Allied win rate in a setup's games, and its standard error.

    The database must have at least two games of the setup.
    """
    values = adjusted_results(database.games(setup)).values
    return min(1.0, max(0.0, fmean(values))), stdev(values) / sqrt(len(values))


def calibrated_models(
    results: Sequence[HumanResult], database: ResultsDatabase
) -> tuple[dict[str, HumanShareModel], Problems]:
    """Return the refitted models, keyed by level, and a warning for each result that was not used.

    The built-in results are used too, except for scenarios that have a new result.
    """
    models, used_results = dict[str, HumanShareModel](), set[HumanResult]()
    for level, built_in in built_in_rows().items():
        rows = calibration_rows(results, database, level, built_in)
        used_results |= rows.keys()
        if rows:
            models[level] = fit_and_measure_error(
                merged_calibration_rows(list(rows.values()), built_in)
            )
    return models, tuple(
        _unusable_result_warning(result, database)
        for result in results
        if result not in used_results
    )


def calibration_rows(
    results: Iterable[HumanResult],
    database: ResultsDatabase,
    level: str,
    known_rows: Sequence[CalibrationRow] = (),
) -> dict[HumanResult, CalibrationRow]:
    """Return a row for each human result, paired with simulated games of the same scenario.

    Results with neither enough simulated games nor a known row are left out. If the database has
    several setups with the same title, the one with the most games counts.

    Args:
        results: The results.
        database: The simulated games.
        level: The level that played both sides.
        known_rows: Rows whose simulated share is used if the database has too few games.
    """
    setups = _setups_with_most_games(database, level)
    shares = {_title_for_comparison(row.scenario): row for row in known_rows}
    rows = {}
    for result in results:
        title = _title_for_comparison(result.scenario)
        games, setup = setups.get(title, (0, None))
        if setup is not None and games >= MIN_SIMULATED_GAMES:
            share, error = simulated_share(database, setup)
            row = CalibrationRow(result.scenario, result.share, result.games, share, error)
        elif title in shares:
            row = replace(shares[title], human=result.share, human_games=result.games)
        else:
            continue
        rows[result] = row
    return rows


def merged_calibration_rows(
    rows: Sequence[CalibrationRow], known_rows: Sequence[CalibrationRow]
) -> tuple[CalibrationRow, ...]:
    """Return *rows*, and the rows of *known_rows* for all other scenarios."""
    replaced_titles = {_title_for_comparison(row.scenario) for row in rows}
    return (
        *rows,
        *(row for row in known_rows if _title_for_comparison(row.scenario) not in replaced_titles),
    )


def _setups_with_most_games(
    database: ResultsDatabase, level: str = ""
) -> dict[str, tuple[int, GameSetup]]:
    """Return, keyed by plain title, the setup with the most games, preceded by their number.

    Setups of other engine versions are left out.

    Args:
        database: The simulated games.
        level: The level of both sides; "" for any.
    """
    setups: dict[str, tuple[int, GameSetup]] = {}
    for setup, games in database.setups():
        levels = Levels(level, level) if level else setup.levels
        if setup.levels == levels and setup.engine == engine_version():
            title = _title_for_comparison(setup.title)
            if games > setups.get(title, (0, setup))[0]:
                setups[title] = games, setup
    return setups


def _unusable_result_warning(result: HumanResult, database: ResultsDatabase) -> Message:
    """Return why a result could not be used, and what to do."""
    setups = _setups_with_most_games(database)
    games, _ = setups.get(_title_for_comparison(result.scenario), (0, None))
    if games:
        return message(
            "{scenario}: the database has only {games} simulated games from this version, but "
            "{needed} are needed; run {command} on the scenario file first",
            scenario=result.scenario,
            games=games,
            needed=MIN_SIMULATED_GAMES,
            command=_COMMAND,
        )
    similar = closest_match(_title_for_comparison(result.scenario), setups)
    if similar:
        return message(
            "{scenario}: no simulated games of a scenario with this title; did you mean {word}?",
            scenario=result.scenario,
            word=setups[similar][1].title,
        )
    return message(
        "{scenario}: the database has no simulated games for a scenario with this title; run "
        "{command} on the scenario file first",
        scenario=result.scenario,
        command=_COMMAND,
    )


_COMMAND = "m44 balance"


def _read_table_text(path: Path) -> str:
    try:
        data = read_truncated(path, _MAX_BYTES)
    except (OSError, ValueError) as error:
        problem = message(
            "{path} cannot be read: {reason}", path=str(path), reason=os_error_reason(error)
        )
        raise ReadError(problem) from error
    decoded = decode(data, _MAX_BYTES)
    if decoded.text is None:
        raise ReadError(message_at_line(path, 0, message_of(decoded.findings[-1])))
    return decoded.text


class _InvalidLineError(Exception):
    """A line of a table has an invalid value."""

    def __init__(self, problem: Message) -> None:
        super().__init__(problem)
        self.problem = problem


def _parse_result(
    values: Sequence[str], header: Sequence[str], earlier_results: Mapping[str, HumanResult]
) -> HumanResult:
    """Return the result of a line.

    Raises:
        _InvalidLineError: the line is not valid.
    """
    if any(value.strip() for value in values[len(header) :]):
        raise _InvalidLineError(
            message(
                "this line has {values} values, but the header has {columns} columns; enclose "
                "values that contain commas in quotation marks",
                values=len(values),
                columns=len(header),
            )
        )
    values_by_name = {name: value.strip() for name, value in zip(header, values, strict=False)}
    scenario = values_by_name["scenario"]
    if not scenario:
        raise _InvalidLineError(message("the scenario is missing; write its title"))
    if _title_for_comparison(scenario) in earlier_results:
        raise _InvalidLineError(
            message(
                "{scenario} already has a result on an earlier line, which is used instead; "
                "remove one of the two",
                scenario=scenario,
            )
        )
    return HumanResult(
        scenario,
        _parse_share(values_by_name.get("allies_percent", "")),
        _parse_game_count(values_by_name.get("games", "")),
    )


def _parse_share(text: str) -> float:
    """Parse a percentage as a fraction from 0 to 1.

    Raises:
        _InvalidLineError: *text* is not a percentage, or is a fraction between 0 and 1.
    """
    number = _parse_number(text.removesuffix("%"))
    if number is None or not 0 <= number <= 100:
        problem = message(
            "allies_percent must be a number from 0 to 100, such as 55, not {value!r}", value=text
        )
        raise _InvalidLineError(problem)
    if 0 < number < 1:  # a share
        problem = message(
            "allies_percent must be a percentage such as 55, not a fraction such as {value}",
            value=text,
        )
        raise _InvalidLineError(problem)
    return number / 100


def _parse_game_count(text: str) -> float | None:
    """Parse a number of games; None if *text* is empty or a question mark.

    Raises:
        _InvalidLineError: *text* is not a positive whole number below a million.
    """
    if text in ("", "?"):
        return None
    number = _parse_number(text)
    if number is None or not 1 <= number < 1e6 or number != int(number):
        problem = message(
            "games must be a whole number, such as 20, or empty, not {value!r}", value=text
        )
        raise _InvalidLineError(problem)
    return number


def _parse_number(text: str) -> float | None:
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None


def _title_for_comparison(title: str) -> str:
    """Return a title in lower case without accents, spaces and punctuation, for comparison."""
    letters = unicodedata.normalize("NFKD", title.casefold())
    return re.sub(r"[\W_]", "", "".join(c for c in letters if not unicodedata.combining(c)))
