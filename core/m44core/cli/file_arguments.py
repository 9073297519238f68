"""Files named on the command line: those to read, and the one to write."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from m44core.cli.output_file import refuse_to_overwrite
from m44core.errors import WriteError
from m44core.io.files.scenario_files import (
    POSSIBLE_SUFFIXES,
    SCENARIO_SUFFIXES,
    FileFormat,
    backed_up_name,
    files_below,
    scenario_paths_below,
)
from m44core.messages.message import enumerated, message


def scenario_files(arguments: Iterable[str]) -> list[str]:
    """Return the files to read, each once, in the order of the arguments; folders are sorted.

    A folder stands for the scenarios in and below it: every ``.m44`` file, even a broken link, and
    the YAML and JSON files that look like scenarios or are damaged: unreadable or not text. A
    pattern without matches and a folder that cannot be read are returned unchanged, so that
    reading them reports the error.
    """
    files: dict[str, None] = {}
    for argument in arguments:
        files.update(dict.fromkeys(_expand_argument(argument)))
    return list(files)


def candidate_files(arguments: Iterable[str]) -> Iterator[str]:
    """Yield every file that the arguments may refer to, without opening any."""
    for argument in arguments:
        yield from (argument, *glob.iglob(argument, recursive=True))  # noqa: PTH207 - as below
        for path in files_below(argument, []):
            if path.suffix.lower() in SCENARIO_SUFFIXES | POSSIBLE_SUFFIXES:
                yield str(path)


def _expand_argument(argument: str) -> Iterable[str]:
    if argument and os.path.isdir(argument):  # noqa: PTH112 - a Path may raise instead
        return scenario_paths_below(argument) or [argument]
    if os.path.exists(argument) or not set(argument) & set("*?["):  # noqa: PTH110 - as above
        return [argument]
    matches = sorted(glob.glob(argument, recursive=True))  # noqa: PTH207 - it may be absolute
    scenario_matches = [match for match in matches if not _is_backup(match)] or matches
    return [name for match in scenario_matches for name in _expand_argument(match)] or [argument]


def _is_backup(path: str) -> bool:
    name = os.path.basename(path)  # noqa: PTH119 - a Path may raise instead
    return backed_up_name(name) != name


def output_path(name: str, *, replace: bool) -> Path:
    """Return the path of the file to write.

    Raises:
        WriteError: the file exists, and *replace* is False.
    """
    refuse_to_overwrite(name, force=replace)
    return Path(name)


def output_format(name: str, *, may_add: bool = False) -> FileFormat:
    """Return the format of a file to write, from its suffix.

    Raises:
        WriteError: the suffix is unknown; with *may_add* the message suggests ``--format``.
    """
    if Path(name).suffix.lower() not in SCENARIO_SUFFIXES | POSSIBLE_SUFFIXES:
        known_suffixes = enumerated(sorted(SCENARIO_SUFFIXES | POSSIBLE_SUFFIXES))
        problem = message(
            "cannot tell the format from {name!r}; use a name ending in {known}",
            name=name,
            known=known_suffixes,
        )
        raise WriteError(message("{said}, or add --format", said=problem) if may_add else problem)
    return FileFormat.of(Path(name))
