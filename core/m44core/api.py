"""What other programs may count on: read, check, render, play, simulate, write.

The names are also those of :mod:`m44core` itself, which imports this module when one of them is
first asked for::

    import m44core

    file = m44core.read("pegasus-bridge.m44")
    for found in m44core.check(file):
        print(found.line, found.code, m44core.said(found, "fr"))

Whatever else the packages hold may change from one version to the next; this stays.
"""

from __future__ import annotations

from pathlib import Path

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
from m44core.io.files.open import ReadResult, read_file
from m44core.io.files.save import save
from m44core.io.files.scenario_files import FileFormat
from m44core.messages.languages import ENGLISH
from m44core.messages.message import message
from m44core.messages.words import words
from m44core.model.scenario import Scenario
from m44core.playtest.games.game_statistics import Summary, summarise
from m44core.playtest.games.match import GameResult
from m44core.playtest.games.simulation import Plan, play_game
from m44core.playtest.games.simulation import simulate as simulate_plans
from m44core.playtest.players.levels import SERGEANTS, levels_of_text
from m44core.rules.game_settings import BY_THE_BOOK, Settings
from m44core.validation.runner import (
    USUAL_SETTINGS,
    CheckSettings,
    check_scenario,
    examine_reading,
)

__all__ = ["check", "play", "read", "render", "said", "simulate", "write"]


def read(path: str | Path) -> ReadResult:
    """Return what a scenario file holds, of any of the three formats, and what is wrong with it.

    Its ``scenario`` is None where there is nothing a scenario could be made of; what is to be said
    about the file are its ``diagnostics``.

    Raises:
        ReadError: there is no such file, or it may not be read.
    """
    return read_file(Path(path))


def check(
    what: ReadResult | Scenario, settings: CheckSettings = USUAL_SETTINGS
) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a file that was read, or with a scenario, and not allowed there.

    The findings of a file have its lines and columns; those of a scenario only pointers and hexes.

    Args:
        what: What :func:`read` returned, or a scenario.
        settings: What is asked of the checks: codes, profiles, the boxes that are owned.
    """
    if isinstance(what, Scenario):
        return check_scenario(what, settings)
    return tuple(map(what.located, examine_reading(what, settings).found))


def said(found: Diagnostic, language: str = ENGLISH) -> str:
    """Return what a finding says: one sentence without a full stop.

    Raises:
        NotationError: the program does not speak that language.
    """
    return render_finding(found, language)


def render(
    scenario: Scenario,
    show: VisibleLayers = ALL_LAYERS,
    *,
    dark: bool = False,
    language: str = ENGLISH,
) -> str:
    """Return the map of a scenario as an SVG document.

    Args:
        scenario: What to draw.
        show: Which layers, and whether the hexes have names.
        dark: Whether in the colours of the dark theme.
        language: The language of what stands on the frame.

    Raises:
        NotationError: we do not speak the language.
    """
    palette = DARK if dark else LIGHT
    size = board_size(scenario.board)
    drawing = draw_scenario(scenario, show, words(language))
    return to_svg(drawing, *size, palette, title=scenario.title_in(language))


def play(
    scenario: Scenario,
    players: str = str(SERGEANTS),
    seed: int = 1,
    settings: Settings = BY_THE_BOOK,
) -> GameResult:
    """Return how one game between computer players ended, with everything that was done in it.

    Args:
        scenario: What is played.
        players: ``general``, ``AXIS:ALLIES`` or ``axis=general,allies=recruit``.
        seed: What dice and draws come from; equal seeds give equal games.
        settings: Variants and rulings.

    Raises:
        M44Error: it cannot be played, or there is no such player; the message says why.
    """
    plan = Plan(scenario, range(1, 2), levels_of_text(players), seed, settings=settings)
    return play_game(plan, plan.start(), 1).result


def simulate(
    scenario: Scenario,
    games: int = 100,
    players: str = str(SERGEANTS),
    seed: int = 1,
    jobs: int = 1,
    settings: Settings = BY_THE_BOOK,
) -> Summary:
    """Return what many games between computer players came to, the same for any number of jobs.

    Args:
        scenario: What is played.
        games: How many games, at least one.
        players: As for :func:`play`.
        seed: What dice and draws of each game come from, together with its number.
        jobs: How many processes play. More than one must be asked for below
            ``if __name__ == "__main__"``, as always with processes in Python.
        settings: Variants and rulings.

    Raises:
        M44Error: it cannot be played, or there is no such player; the message says why.
    """
    plan = Plan(scenario, range(1, games + 1), levels_of_text(players), seed, settings=settings)
    return summarise([game for _, game in simulate_plans([plan], jobs)])


def write(what: ReadResult | Scenario, path: str | Path) -> None:
    """Save a scenario whole or not at all; the ending of the path says in which format.

    A file that was read keeps what it held beyond its scenario, to the byte where nothing changed.

    Raises:
        ReadError: what was read holds no scenario.
        WriteError: it cannot be written; what stood there before still does.
    """
    target = Path(path)
    if isinstance(what, Scenario):
        save(what, target, None, FileFormat.of(target))
        return
    if what.scenario is None:
        raise ReadError(message("{file} holds no scenario", file=what.name))
    save(what.scenario, target, None, FileFormat.of(target), what.origin)
