"""Which files the arguments of a command stand for: those to read, and the one to write."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from m44core.errors import ReadError, WriteError
from m44core.findings.render_findings import message_of
from m44core.io.files.open import read_file
from m44core.io.files.scenario_files import (
    POSSIBLE_SUFFIXES,
    SCENARIO_SUFFIXES,
    FileFormat,
    files_below,
    original_name,
    scenarios_below,
)
from m44core.messages.message import colon, enumerated, message, titled
from m44core.model.scenario import Scenario


def scenario_files(arguments: Iterable[str]) -> list[str]:
    """Return the files to look at, each once: arguments in their order, folders sorted.

    A folder stands for the scenarios in it and below it: whatever is called
    ``.m44``, were it a link that leads nowhere, and those YAML and JSON files
    that look like one. What matches nothing is returned as it stands, for the
    reader to say that it is not there, and so is a folder that cannot be read.
    """
    found: dict[str, None] = {}
    for argument in arguments:
        found.update(dict.fromkeys(_expanded(argument)))
    return list(found)


def candidate_files(arguments: Iterable[str]) -> Iterator[str]:
    """Yield every file that arguments may stand for, without a look into any."""
    for argument in arguments:
        yield from (argument, *glob.iglob(argument, recursive=True))  # noqa: PTH207 - as below
        for path in files_below(argument, []):
            if path.suffix.lower() in SCENARIO_SUFFIXES | POSSIBLE_SUFFIXES:
                yield str(path)


def _expanded(argument: str) -> Iterable[str]:
    if argument and os.path.isdir(argument):  # noqa: PTH112 - a Path raises what it cannot tell
        return scenarios_below(argument) or [argument]
    if os.path.exists(argument) or not set(argument) & set("*?["):  # noqa: PTH110 - as above
        return [argument]
    matches = sorted(glob.glob(argument, recursive=True))  # noqa: PTH207 - it may be absolute
    own = [match for match in matches if not _is_backup(match)] or matches
    return [name for match in own for name in _expanded(match)] or [argument]


def _is_backup(path: str) -> bool:
    name = os.path.basename(path)  # noqa: PTH119 - a Path raises what it cannot tell
    return original_name(name) != name


_NO_SCENARIO = message("it holds no scenario")


def read_scenario(name: str | Path) -> Scenario:
    """Return the scenario of a file, as far as it could be read.

    Raises:
        ReadError: there is none.
        FaultError: a fault of the program keeps the file from being read.
    """
    result = read_file(Path(name))
    result.raise_fault(name)
    if result.scenario is None:
        why = message_of(result.blocking_finding) if result.blocking_finding else _NO_SCENARIO
        raise ReadError(colon(str(name), titled(why)))
    return result.scenario


def output_path(name: str, *, replace: bool) -> Path:
    """Return the file a command is to write.

    Raises:
        WriteError: there is one already, and it is not to be replaced.
    """
    if not replace and os.path.exists(name):  # noqa: PTH110 - a Path raises what it cannot tell
        raise WriteError(message("{name} is there already; add --force to replace it", name=name))
    return Path(name)


def output_format(name: str, *, may_add: bool = False) -> FileFormat:
    """Return the format of a file to write, by its name.

    Raises:
        WriteError: the name says none; the message tells of ``--to`` where one *may add* it.
    """
    if Path(name).suffix.lower() not in SCENARIO_SUFFIXES | POSSIBLE_SUFFIXES:
        known = enumerated(sorted(SCENARIO_SUFFIXES | POSSIBLE_SUFFIXES))
        said = message(
            "{name!r} does not say the format; end it in {known}", name=name, known=known
        )
        raise WriteError(message("{said}, or add --to", said=said) if may_add else said)
    return FileFormat.of(Path(name))
