"""Scenario files in folders: which of all files there are some."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterator
from pathlib import Path

from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.plain.ordinary import open_ordinary

CERTAIN = {".m44"}
"""Endings of scenario files."""

POSSIBLE = {".yaml", ".yml", ".json"}
"""Endings of files of which some are scenarios."""

ENDING = ".rules.yaml"
"""The end of the name of a file with special rules: see m44core.io.files.beside."""

TEXTS = ".texts.yaml"
"""The end of the name of the record of a scenario's texts: see m44core.translate.record."""

_YAML = {".yaml", ".yml"}
_LOOKS_LIKE = re.compile(rb"""["']?\b(hexagons|hexes)["']?\s*:""")
_BEGINS_LIKE = re.compile(
    rb"""^(?:\xef\xbb\xbf)?(?:format:\s+\d+\s*(?:\#.*)?$|board:\s+\{?\s*(?:type|face)\b)""", re.M
)
"""How our YAML begins, where it was cut off before the hexes."""
_BEGINNING = 65_536
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def scenarios_below(folder: str) -> list[str]:
    """Return the scenarios below a folder, and the folders there that cannot be read."""
    closed: list[str] = []
    found = [str(path) for path in files_below(folder, closed) if is_scenario(path)]
    return sorted([*found, *closed])


def files_below(folder: str, closed: list[str]) -> Iterator[Path]:
    """Yield the files below a folder but for hidden ones; add folders that cannot be read.

    Links to folders are not followed, so that none is gone through for ever.
    """
    folders = [folder]
    while folders:
        inside = _entries(folders.pop(), closed)
        folders += [entry.path for entry in inside if _is_folder(entry)]
        yield from (Path(entry.path) for entry in inside if not _is_folder(entry))


def _entries(folder: str, closed: list[str]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return [entry for entry in entries if not entry.name.startswith(".")]
    except OSError:
        closed.append(str(Path(folder)))
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def is_scenario(path: Path) -> bool:
    """Tell whether a file is to be read as a scenario, by its name and how it begins.

    A fault of the program in looking at a file counts as one: its reader says so.
    """
    try:
        with boundary():
            return _is_one(path)
    except M44Error:
        return True


def _is_one(path: Path) -> bool:
    suffix = path.suffix.lower()
    if path.name.endswith((ENDING, TEXTS)):  # what stands beside a scenario
        return False
    if suffix in CERTAIN:  # the reader can say why one cannot be read
        return not os.path.isdir(path)  # noqa: PTH112 - a Path raises what it cannot tell
    return suffix in POSSIBLE and _looks_like_one(path)


def _looks_like_one(path: Path) -> bool:
    try:
        with open_ordinary(path) as file:
            beginning = file.read(_BEGINNING)
    except PermissionError:  # the reader says so
        return True
    except OSError:
        return False
    if beginning[:2] in _UTF_16:
        beginning = beginning[2:].replace(b"\0", b"")
    is_yaml = path.suffix.lower() in _YAML
    return bool(_LOOKS_LIKE.search(beginning) or (is_yaml and _BEGINS_LIKE.search(beginning)))
