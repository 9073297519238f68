"""Which files the arguments of a command stand for: those to read, and the one to write."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from m44core.errors import ReadError, WriteError
from m44core.io.formats import FileFormat
from m44core.io.open import read_file
from m44core.model.scenario import Scenario

_ALWAYS = {".m44"}
_PERHAPS = {".yaml", ".yml", ".json"}
_LOOKS_LIKE = re.compile(rb"""["']?\b(hexagons|hexes)["']?\s*:""")
_BEGINNING = 65_536


def scenario_files(arguments: Iterable[str]) -> list[str]:
    """Return the files to look at, each once: arguments in their order, folders sorted.

    A folder stands for the scenarios in it and below it: every ``.m44`` file,
    and those YAML and JSON files that look like one. What matches nothing is
    returned as it stands, for the reader to say that it is not there.
    """
    found: dict[str, None] = {}
    for argument in arguments:
        found.update(dict.fromkeys(_expanded(argument)))
    return list(found)


def candidates(arguments: Iterable[str]) -> Iterator[str]:
    """Yield every file that arguments may stand for, without a look into any."""
    for argument in arguments:
        yield from (argument, *glob.iglob(argument, recursive=True))  # noqa: PTH207 - as below
        for path in _walk(argument):
            if path.suffix.lower() in _ALWAYS | _PERHAPS:
                yield str(path)


def _expanded(argument: str) -> Iterable[str]:
    if argument and os.path.isdir(argument):  # noqa: PTH112 - a Path raises what it cannot tell
        return _in_folder(argument) or [argument]
    if os.path.exists(argument) or not set(argument) & set("*?["):  # noqa: PTH110 - as above
        return [argument]
    matches = sorted(glob.glob(argument, recursive=True))  # noqa: PTH207 - it may be absolute
    return [name for match in matches for name in _expanded(match)] or [argument]


def _in_folder(folder: str) -> list[str]:
    return sorted(str(path) for path in _walk(folder) if _is_scenario(path))


def _walk(folder: str) -> Iterator[Path]:
    """Yield the files below a folder, but for hidden ones and folders that may not be read."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(parent, name) for name in names if not name.startswith("."))


def _is_scenario(path: Path) -> bool:
    suffix = path.suffix.lower()
    return (suffix in _ALWAYS and _is_file(path)) or (suffix in _PERHAPS and _looks_like_one(path))


def _is_file(path: Path) -> bool:
    """Tell whether there is a file; also where only the reader can say why it cannot be read."""
    try:
        return path.is_file()
    except OSError:
        return True


def _looks_like_one(path: Path) -> bool:
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return bool(_LOOKS_LIKE.search(file.read(_BEGINNING)))
    except OSError:
        return False


def scenario_in(name: str | Path) -> Scenario:
    """Return the scenario of a file, as far as it could be read.

    Raises:
        ReadError: there is none.
    """
    result = read_file(Path(name))
    if result.scenario is None:
        why = result.diagnostics[0].message if result.diagnostics else "it holds no scenario"
        raise ReadError(f"{name}: {why}")
    return result.scenario


def file_to_write(name: str, *, replace: bool) -> Path:
    """Return the file a command is to write.

    Raises:
        WriteError: there is one already, and it is not to be replaced.
    """
    if not replace and os.path.exists(name):  # noqa: PTH110 - a Path raises what it cannot tell
        raise WriteError(f"{name} is there already; add --force to replace it")
    return Path(name)


def format_to_write(name: str, instead: str = "") -> FileFormat:
    """Return the format of a file to write, by its name.

    Raises:
        WriteError: the name says none; the message ends in what to do *instead*.
    """
    if Path(name).suffix.lower() not in _ALWAYS | _PERHAPS:
        known = ", ".join(sorted(_ALWAYS | _PERHAPS))
        raise WriteError(f"{name!r} does not say the format; end it in {known}{instead}")
    return FileFormat.of(Path(name))
