"""Finding scenario files on disk and recognizing their format."""

from __future__ import annotations

import codecs
import errno
import os
import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.untrusted_files import NotRegularFileError, open_regular_file


class FileFormat(StrEnum):
    """The format of a scenario file."""

    M44 = "m44"  # of the official editor
    YAML = "yaml"  # the workshop document as YAML
    JSON = "json"  # the workshop document as JSON

    @classmethod
    def of(cls, path: Path) -> FileFormat:
        """Return the format of a file by its suffix; ``.m44`` for an unknown suffix.

        A backup has the format of its original.
        """
        suffix = Path(backed_up_name(path.name)).suffix.lower()
        return _BY_SUFFIX.get(suffix, cls.M44)


def backed_up_name(name: str) -> str:
    """Return the name of the file that a backup was made of; any other name is unchanged.

    Editors name backups ``map.m44~``, ``map.m44.~1~`` and ``#map.m44#``.
    """
    match = _BACKUP.fullmatch(name)
    return next(filter(None, match.groups())) if match else name


_BACKUP = re.compile(r"(.+?)(?:\.~\d+)?~|#(.+)#", re.DOTALL)


_BY_SUFFIX = {".yaml": FileFormat.YAML, ".yml": FileFormat.YAML, ".json": FileFormat.JSON}


SCENARIO_SUFFIXES = {".m44"}
"""Suffixes used only by scenario files."""

POSSIBLE_SUFFIXES = {".yaml", ".yml", ".json"}
"""Suffixes of scenario files that other files have too."""

RULES_ENDING = ".rules.yaml"
"""The ending of the names of rules files, see :mod:`m44core.io.files.side_files`."""

TEXTS_ENDING = ".texts.yaml"
"""The ending of the names of text records, see :mod:`m44core.translate.text_record_file`."""

GAMES_ENDING = ".games.yaml"
"""The ending of the names of files of logged games, see :mod:`m44core.balance_lab.logged_games`."""

BALANCE_ENDING = ".balance.json"
"""The ending of the names of results, see :mod:`m44core.balance_lab.results_file`."""

SIDE_ENDINGS = (RULES_ENDING, TEXTS_ENDING, GAMES_ENDING, BALANCE_ENDING)
"""The endings of the names of all files that belong to the scenario file next to them."""

_YAML_SUFFIXES = {".yaml", ".yml"}
_CONTENT_PATTERN = re.compile(rb"""["']?\b(hexagons|hexes)["']?\s*:""")
_BEGINNING_PATTERN = re.compile(
    rb"""^(?:\xef\xbb\xbf)?(?:format:\s+\d+\s*(?:\#.*)?$|board:\s+\{?\s*(?:type|face)\b)""", re.M
)
"""Matches the beginning of our YAML, for files that were cut off before the hexes."""
_BEGINNING_SIZE = 65_536
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)


def scenario_paths_below(folder: str) -> list[str]:
    """Return the sorted paths of the scenarios and the unreadable folders below a folder.

    Empty folders whose names end like those of scenarios are included, so that they are reported
    like other damaged scenarios.
    """
    unreadable_folders: list[str] = []
    empty_folders: list[str] = []
    files = files_below(folder, unreadable_folders, empty_folders)
    scenarios = [str(path) for path in files if is_scenario(path)]
    named_as_scenarios = [
        path for path in empty_folders if Path(path).suffix.lower() in SCENARIO_SUFFIXES
    ]
    return sorted([*scenarios, *unreadable_folders, *named_as_scenarios])


def files_below(
    folder: str, unreadable_folders: list[str], empty_folders: list[str] | None = None
) -> Iterator[Path]:
    """Yield the files below a folder that are not hidden.

    Folders that cannot be read are added to *unreadable_folders*, and those with no visible
    content to *empty_folders*. Links to folders are not followed, because they might form a loop.
    """
    folders = [folder]
    while folders:
        path = folders.pop()
        entries = _visible_entries(path, unreadable_folders)
        if entries is None:
            continue
        if not entries and empty_folders is not None and path != folder:
            empty_folders.append(str(Path(path)))
        folders += [entry.path for entry in entries if _is_folder(entry)]
        yield from (Path(entry.path) for entry in entries if not _is_folder(entry))


def _visible_entries(folder: str, unreadable_folders: list[str]) -> list[os.DirEntry[str]] | None:
    """Return the entries of a folder that are not hidden; None if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return [entry for entry in entries if not entry.name.startswith(".")]
    except OSError:
        unreadable_folders.append(str(Path(folder)))
        return None


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def is_scenario(path: Path) -> bool:
    """Return whether a file looks like a scenario, by its name and the start of its content.

    A YAML or JSON file that cannot be read, or is not text, may be a damaged scenario: it counts,
    so that the reader reports it. Return True also if the program fails while inspecting it,
    because reading it will report the fault.
    """
    try:
        with boundary():
            return _looks_like_scenario(path)
    except M44Error:
        return True


def _looks_like_scenario(path: Path) -> bool:
    suffix = path.suffix.lower()
    if path.name.endswith(SIDE_ENDINGS):  # a side file of a scenario
        return False
    if suffix in SCENARIO_SUFFIXES:  # the reader reports unreadable ones
        return not os.path.isdir(path)  # noqa: PTH112 - a Path raises what it cannot tell
    return suffix in POSSIBLE_SUFFIXES and _has_scenario_content(path)


def _has_scenario_content(path: Path) -> bool:
    try:
        with open_regular_file(path) as file:
            beginning = file.read(_BEGINNING_SIZE)
    except (FileNotFoundError, NotRegularFileError):  # a broken link, a pipe
        return False
    except OSError as error:  # the reader reports it
        return error.errno != errno.ELOOP
    is_wide = b"\0" in beginning[:4] and any(beginning)  # zeros alone are a damaged file
    if beginning.startswith(_WIDE_MARKS) or is_wide:  # UTF-16 or UTF-32
        beginning = beginning.strip(b"\xfe\xff").replace(b"\0", b"")
    is_yaml = path.suffix.lower() in _YAML_SUFFIXES
    if _CONTENT_PATTERN.search(beginning) or (is_yaml and _BEGINNING_PATTERN.search(beginning)):
        return True
    from m44core.io.text.decoding import is_binary  # only for files that show no scenario

    return is_binary(beginning)
