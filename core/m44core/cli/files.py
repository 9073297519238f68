"""Which files the arguments of a command stand for: files, folders and patterns."""

from __future__ import annotations

import glob
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

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


def _expanded(argument: str) -> Iterable[str]:
    path = Path(argument)
    if path.is_dir():
        return _in_folder(path) or [argument]
    if path.exists() or not set(argument) & set("*?["):
        return [argument]
    matches = sorted(glob.glob(argument, recursive=True))  # noqa: PTH207 - it may be absolute
    return [name for match in matches for name in _expanded(match)] or [argument]


def _in_folder(folder: Path) -> list[str]:
    return sorted(str(path) for path in _walk(folder) if _is_scenario(path))


def _walk(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, but for hidden ones and folders that may not be read."""
    try:
        entries = [entry for entry in folder.iterdir() if not entry.name.startswith(".")]
    except OSError:
        return
    for entry in entries:
        if entry.is_dir() and not entry.is_symlink():
            yield from _walk(entry)
        elif entry.is_file():
            yield entry


def _is_scenario(path: Path) -> bool:
    suffix = path.suffix.lower()
    if suffix not in _PERHAPS:
        return suffix in _ALWAYS
    try:
        with path.open("rb") as file:
            return bool(_LOOKS_LIKE.search(file.read(_BEGINNING)))
    except OSError:
        return False
