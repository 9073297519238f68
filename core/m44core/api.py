"""The stable interface for other programs: read, check, render, play, simulate, balance, write.

The functions are also available in :mod:`m44core` itself, which imports this module when one of
them is first used::

    import m44core

    file = m44core.read("pegasus-bridge.m44")
    for finding in m44core.check(file):
        print(finding.line, finding.code, m44core.finding_text(finding, "fr"))

Everything else in the packages may change from one version to the next.
"""

from __future__ import annotations

from pathlib import Path

from m44core.balance_lab.results_database import ResultsDatabase
from m44core.balance_lab.verdict import MAX_GAMES, PRECISION, Verdict, VerdictRun
from m44core.diagnostics import Diagnostic
from m44core.drawing.board.scenario_drawing import (
    ALL_LAYERS,
    VisibleLayers,
    board_size,
    draw_scenario,
)
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.svg_export import to_svg
from m44core.errors import ReadError
from m44core.findings.render_findings import render as render_finding
from m44core.io.files.file_reader import ReadResult, read_file
from m44core.io.files.save import save
from m44core.io.files.scenario_files import FileFormat
from m44core.io.origin import NO_ORIGIN
from m44core.messages.languages import ENGLISH
from m44core.messages.message import message
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.playtest.games.game_statistics import SimulationSummary, summarise_games
from m44core.playtest.games.match import GameResult
from m44core.playtest.games.simulation import SimulationPlan, play_game
from m44core.playtest.games.simulation import simulate as simulate_plans
from m44core.playtest.players.levels import SERGEANTS, parse_levels
from m44core.rules.game_settings import BY_THE_BOOK, RuleSettings
from m44core.validation.runner import (
    DEFAULT_SETTINGS,
    CheckSettings,
    check_scenario,
    examine_reading,
)

__all__ = ["balance", "check", "finding_text", "play", "read", "render", "simulate", "write"]


def read(path: str | Path) -> ReadResult:
    """Read a scenario file in any of the three formats.

    The ``scenario`` of the result is None if the file contains none; the ``diagnostics`` of the
    result are the findings about the file.

    Raises:
        ReadError: there is no such file, or it cannot be read.
    """
    return read_file(Path(path))


def check(
    what: ReadResult | Scenario, settings: CheckSettings = DEFAULT_SETTINGS
) -> tuple[Diagnostic, ...]:
    """Return the findings about a file that was read, or about a scenario, except suppressed ones.

    Findings about a file have lines and columns; findings about a scenario have only
    pointers and hexes.

    Args:
        what: The result of :func:`read`, or a scenario.
        settings: The settings of the checks: codes, profiles, owned boxes.
    """
    if isinstance(what, Scenario):
        return check_scenario(what, settings)
    return tuple(map(what.with_location, examine_reading(what, settings).diagnostics))


def finding_text(diagnostic: Diagnostic, language: str = ENGLISH) -> str:
    """Return the text of a finding in a language: one sentence without its period.

    Raises:
        NotationError: the program is not translated into the language.
    """
    return render_finding(diagnostic, language)


def render(
    scenario: Scenario,
    show: VisibleLayers = ALL_LAYERS,
    *,
    dark: bool = False,
    language: str = ENGLISH,
) -> str:
    """Return the map of a scenario as an SVG document.

    Args:
        scenario: The scenario.
        show: The layers to draw, and whether hexes have names.
        dark: Whether to use the colors of the dark theme.
        language: The language of the texts on the frame.

    Raises:
        NotationError: the program is not translated into the language.
    """
    palette = DARK if dark else LIGHT
    size = board_size(scenario.board)
    drawing = draw_scenario(scenario, show, renderer_in(language))
    return to_svg(drawing, *size, palette, title=scenario.title_in(language))


def play(
    scenario: Scenario,
    players: str = str(SERGEANTS),
    seed: int = 1,
    settings: RuleSettings = BY_THE_BOOK,
) -> GameResult:
    """Play one game between computer players and return its result, with all actions.

    Args:
        scenario: The scenario.
        players: ``general``, ``AXIS:ALLIES`` or ``axis=general,allies=recruit``.
        seed: The seed of dice and draws; the same seed gives the same game.
        settings: Variants and rulings.

    Raises:
        M44Error: the scenario cannot be played, or there is no such player; the message says why.
    """
    plan = SimulationPlan(scenario, range(1, 2), parse_levels(players), seed, settings=settings)
    return play_game(plan, plan.start(), 1).result


def simulate(
    scenario: Scenario,
    games: int = 100,
    players: str = str(SERGEANTS),
    seed: int = 1,
    jobs: int = 1,
    settings: RuleSettings = BY_THE_BOOK,
) -> SimulationSummary:
    """Play many games between computer players and return their summary.

    The summary is the same for any number of jobs.

    Args:
        scenario: The scenario.
        games: The number of games, at least one.
        players: As for :func:`play`.
        seed: The seed of dice and draws; each game's seed also depends on its number.
        jobs: The number of processes. More than one must be requested below
            ``if __name__ == "__main__"``, as always with processes in Python.
        settings: Variants and rulings.

    Raises:
        M44Error: the scenario cannot be played, or there is no such player; the message says why.
    """
    plan = SimulationPlan(
        scenario, range(1, games + 1), parse_levels(players), seed, settings=settings
    )
    return summarise_games([game for _, game in simulate_plans([plan], jobs)])


def balance(
    what: str | Path | ReadResult | Scenario,
    precision: float = PRECISION,
    players: str = str(SERGEANTS),
    seed: int = 1,
    jobs: int = 1,
    *,
    most_games: int = MAX_GAMES,
    database: str | Path | None = None,
    settings: RuleSettings = BY_THE_BOOK,
) -> Verdict:
    """Play games between computer players until the win rates are precise; return the verdict.

    The verdict is the same for any number of jobs.

    Args:
        what: A file, the result of :func:`read`, or a scenario.
        precision: Half the width of the interval: 0.05 for +-5 percentage points.
        players: As for :func:`play`.
        seed: The seed of dice and draws; each game's seed also depends on its number.
        jobs: As for :func:`simulate`.
        most_games: The number of games after which to stop, even if the precision is not reached.
        database: A file that stores the games: those of the same setup are reused, and new ones are
            added. If None, games are not stored.
        settings: Variants and rulings.

    Raises:
        ReadError: there is no such file, or it contains no scenario.
        M44Error: the scenario cannot be played, or there is no such player; the message says why.
    """
    plan = SimulationPlan(
        _load_scenario(what), range(0), parse_levels(players), seed, settings=settings
    )
    with ResultsDatabase(Path(database) if database is not None else None) as games:
        run = VerdictRun(plan, games, precision, most_games)
        for _ in run.play(jobs):
            pass
        return run.verdict


def _load_scenario(what: str | Path | ReadResult | Scenario) -> Scenario:
    """Return a scenario, read from its file if needed.

    Raises:
        ReadError: there is no such file, or it contains no scenario.
    """
    if isinstance(what, Scenario):
        return what
    result = read(what) if isinstance(what, str | Path) else what
    if result.scenario is None:
        raise ReadError(message("{file} contains no scenario", file=result.name))
    return result.scenario


def write(what: ReadResult | Scenario, path: str | Path) -> None:
    """Save a scenario atomically, in the format of the path's suffix.

    If the scenario was read from a file, unknown content is kept, and unedited parts stay identical
    byte for byte.

    Raises:
        ReadError: the file that was read contains no scenario.
        WriteError: the file cannot be written; an existing file is unchanged.
    """
    target, origin = Path(path), NO_ORIGIN if isinstance(what, Scenario) else what.origin
    save(_load_scenario(what), target, None, FileFormat.of(target), origin)
