"""Reports problems of the files next to a scenario, for commands that continue without them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from m44core.cli.control_characters import escape_controls
from m44core.io.files.file_reader import read_file
from m44core.io.files.read_scenario import scenario_in
from m44core.messages.message import Renderer, Value
from m44core.model.scenario import Scenario
from m44core.publications.side_file_problems import side_file_problems


def read_scenario_reporting_problems(name: str, renderer: Renderer) -> Scenario:
    """Return the scenario in a file; problems of the files next to it are printed.

    Raises:
        ReadError: the file cannot be read, or holds no scenario.
        FaultError: an internal error prevented reading it.
    """
    result = read_file(Path(name))
    scenario = scenario_in(result, name)
    print_side_file_problems(side_file_problems(result, Path(name)), renderer)
    return scenario


def print_side_file_problems(problems: Iterable[Value], renderer: Renderer) -> None:
    """Print problems of the files next to a scenario on standard error, one per line."""
    for problem in problems:
        print(f"m44: {escape_controls(renderer.render(problem))}", file=sys.stderr)
