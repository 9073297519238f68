"""Problems of the files next to a scenario, for commands that go on without these files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from m44core.cli.control_characters import visible
from m44core.cli.file_arguments import scenario_in
from m44core.errors import ReadError
from m44core.findings.render_findings import message_of
from m44core.io.files.open import ReadResult, read_file
from m44core.messages.message import Value, Words, colon
from m44core.messages.words import reason
from m44core.model.scenario import Scenario

_WRONG_RULES = "M065"


def read_reported_scenario(name: str, words: Words) -> Scenario:
    """Return the scenario in a file; problems of the files next to it are printed.

    Raises:
        ReadError: the file cannot be read, or holds no scenario.
        FaultError: an internal error prevented reading it.
    """
    result = read_file(Path(name))
    scenario = scenario_in(result, name)
    print_side_file_problems(result, Path(name), words)
    return scenario


def print_side_file_problems(result: ReadResult, path: Path, words: Words) -> None:
    """Print on standard error what is wrong with ``NAME.rules.yaml`` and ``NAME.texts.yaml``."""
    for problem in _problems(result, path):
        print(f"m44: {visible(words.render(problem))}", file=sys.stderr)


def _problems(result: ReadResult, path: Path) -> Iterator[Value]:
    for each in result.diagnostics:
        if each.code == _WRONG_RULES:
            yield colon(str(path), message_of(each))
    from m44core.translate.record_file import read_record  # 9 ms

    try:
        read_record(path)
    except ReadError as error:
        yield reason(error)
