"""Reading the scenario in a file, where a file without one is an error."""

from __future__ import annotations

from pathlib import Path

from m44core.errors import ReadError
from m44core.findings.render_findings import message_of
from m44core.io.files.file_reader import ReadResult, read_file
from m44core.messages.message import Message, capitalized, label_with_text, message
from m44core.model.scenario import Scenario

_NO_SCENARIO = message("it contains no scenario")


def read_scenario(path: str | Path) -> Scenario:
    """Return the readable part of the scenario in a file.

    Raises:
        ReadError: the file cannot be read, or holds no scenario.
        FaultError: an internal error prevented reading it.
    """
    return scenario_in(read_file(Path(path)), path)


def scenario_in(result: ReadResult, path: str | Path) -> Scenario:
    """Return the part of a scenario that could be read from a file.

    Raises:
        ReadError: there is none; the message names *path*.
        FaultError: an internal error prevented reading it.
    """
    result.raise_fault(path)
    if result.scenario is None:
        raise ReadError(label_with_text(str(path), capitalized(no_scenario_reason(result))))
    return result.scenario


def no_scenario_reason(result: ReadResult) -> Message:
    """Return why a file without a scenario has none."""
    blocking = result.blocking_finding
    return message_of(blocking) if blocking else _NO_SCENARIO
